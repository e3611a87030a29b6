//! The odds of fights against every single roll.

use std::collections::BTreeMap;
use std::sync::Arc;

use grognard_engine::data::DataFiles;
use grognard_engine::ruleset::{Present, Ruleset};
use grognard_wh40k_2e::duel::{self, Fighter, Verdict};
use grognard_wh40k_2e::fight_odds::odds;
use grognard_wh40k_2e::{Fixed, Second, scenario};

fn game() -> (Fixed, grognard_wh40k_2e::state::State) {
    let data = Second::load(&DataFiles::embedded(Second::embedded())).expect("the embedded data is sound");
    let setup = "red space-marines assault-squad marine=1\nblue orks goff-boyz boy=1\nat red-1 20\",13\"\n\
                 at blue-1 20.985\",13\"\nengaged red-1.1 blue-1.1\nbegin hand-to-hand";
    scenario::scenario(&Arc::new(data), setup).expect("the set-up is right")
}

fn pair(dice: [u8; 2], parries: [u8; 2]) -> (Fixed, [Fighter; 2]) {
    let (fixed, state) = game();
    let [one, other] = ["red-1.1", "blue-1.1"].map(|name| fixed.model_named(name).expect("it is there"));
    let mut fighters = [
        duel::fighter(&fixed, &state, one, other, 1, false),
        duel::fighter(&fixed, &state, other, one, 1, false),
    ];
    for at in [0, 1] {
        (fighters[at].dice, fighters[at].parries) = (dice[at], parries[at]);
    }
    (fixed, fighters)
}

fn all(dice: u8) -> Vec<Vec<u8>> {
    (0..dice).fold(vec![Vec::new()], |rolls, _| {
        rolls.iter().flat_map(|roll| (1..=6).map(|face| [&roll[..], &[face]].concat())).collect()
    })
}

fn value(fixed: &Fixed, fighters: &[Fighter; 2], one: &[u8], other: &[u8]) -> i8 {
    match duel::verdict(fixed, fighters, [one, other]) {
        Verdict::Won { by: 0, hits, .. } => hits as i8,
        Verdict::Won { hits, .. } => -(hits as i8),
        Verdict::StandOff => 0,
    }
}

/// Every roll, with one sword of the first fighter or none.
fn counted(fixed: &Fixed, fighters: &[Fighter; 2]) -> BTreeMap<i8, u128> {
    let mut found = BTreeMap::new();
    for one in all(fighters[0].dice) {
        for other in all(fighters[1].dice) {
            let mut enemy = other.clone();
            enemy.sort_unstable_by_key(|face| std::cmp::Reverse(*face));
            let kept = value(fixed, fighters, &one, &enemy);
            let again: Vec<i8> =
                (1..=6).map(|face| value(fixed, fighters, &one, &[&[face], &enemy[1..]].concat())).collect();
            let parries = fighters[0].parries == 1
                && again.iter().map(|hits| i32::from(*hits)).sum::<i32>() > i32::from(kept) * 6;
            for hits in again {
                *found.entry(if parries { hits } else { kept }).or_default() += 6;
            }
        }
    }
    found
}

#[test]
fn the_odds_are_those_of_every_roll() {
    for (dice, parries) in [
        ([1, 1], [0, 0]),
        ([2, 1], [0, 0]),
        ([2, 3], [0, 0]),
        ([2, 3], [1, 0]),
        ([1, 4], [1, 0]),
        ([3, 3], [1, 1]),
    ] {
        let (fixed, fighters) = pair(dice, parries);
        let expected = match parries {
            [1, 1] => counted(&fixed, &[Fighter { parries: 0, ..fighters[0].clone() }, fighters[1].clone()]),
            _ => counted(&fixed, &fighters),
        };
        assert_eq!(odds(&fixed, &fighters), expected, "{dice:?} {parries:?}");
    }
}

#[test]
fn twenty_dice_a_side() {
    let (fixed, fighters) = pair([20, 20], [0, 0]);
    let total: u128 = odds(&fixed, &fighters).values().sum();
    assert_eq!(total, 6_u128.pow(40) * 36);
}
