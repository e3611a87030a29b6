//! Odds agree with shots that were really fired, by range band, and penetration with counting all dice.

use std::sync::Arc;

use grognard_engine::SeatId;
use grognard_engine::data::DataFiles;
use grognard_engine::dice::{Dice, Secret};
use grognard_engine::game::Game;
use grognard_engine::record::Origin;
use grognard_engine::ruleset::{Present, Ruleset};
use grognard_wh40k_2e::choice::{Choice, Shot, Tool, parse};
use grognard_wh40k_2e::fixed::Fixed;
use grognard_wh40k_2e::ids::{ModelId, UnitId};
use grognard_wh40k_2e::odds::{burst_wounds, by_hand, penetrating, volley};
use grognard_wh40k_2e::play::assault;
use grognard_wh40k_2e::state::State;
use grognard_wh40k_2e::to_hit::Band;
use grognard_wh40k_2e::{Second, scenario};

const GAMES: u64 = 1500;

fn set(setup: &str) -> (Arc<Fixed>, State) {
    let data = Second::load(&DataFiles::embedded(Second::embedded())).expect("the embedded data is sound");
    let (fixed, state) = scenario::scenario(&Arc::new(data), setup).expect("the set-up is right");
    (Arc::new(fixed), state)
}

fn shots(fixed: &Fixed, text: &str) -> Vec<Shot> {
    match parse(fixed, text) {
        Ok(Choice::Fire(_, shots)) => shots,
        other => panic!("{text} is no declaration: {other:?}"),
    }
}

/// How many models of blue fall on average when red fires.
fn fired(setup: &str, text: &str) -> f64 {
    let mut fallen = 0;
    for number in 0..GAMES {
        let (fixed, state) = set_again(setup);
        let before = state.unit(UnitId(1)).models.len();
        let dice = Dice::seeded(Secret::from_number(number).seed(&[]));
        let mut game: Game<Second> = Game::from_state(fixed, state, dice).expect("it starts");
        let origin = || Origin::Player;
        game.answer(SeatId(0), "unit red-1", origin()).expect("it is offered");
        game.answer(SeatId(0), text, origin()).expect("it is allowed");
        // Those who flee off the table do not count: the table is large enough.
        fallen += before - game.state().unit(UnitId(1)).models.len();
    }
    let number = |count: usize| f64::from(u32::try_from(count).expect("few enough"));
    number(fallen) / number(GAMES as usize)
}

fn set_again(setup: &str) -> (Arc<Fixed>, State) {
    use std::sync::OnceLock;
    static DATA: OnceLock<Arc<grognard_wh40k_2e::data::Data>> = OnceLock::new();
    let data = DATA.get_or_init(|| {
        Arc::new(Second::load(&DataFiles::embedded(Second::embedded())).expect("the embedded data is sound"))
    });
    let (fixed, state) = scenario::scenario(data, setup).expect("the set-up is right");
    (Arc::new(fixed), state)
}

const FIVE: &str = "red space-marines tactical-squad marine=5\nblue space-marines tactical-squad marine=9\n\
    at red-1 30\",13\" step 0\",1.2\"\nat blue-1 40\",13\" step 0\",1.2\"\nactive red\nbegin shooting";
const BURST: &str = "red space-marines tactical-squad marine=1 heavy-weapon:heavy-bolter=1\n\
    blue space-marines tactical-squad marine=9\nat red-1 30\",13\"\nat blue-1 40\",10\" step 0\",1.0\"\n\
    active red\nbegin shooting";

#[test]
fn a_volley_falls_as_its_odds_say() {
    let text = "fire red-1 red-1.1:boltgun>blue-1 red-1.2:boltgun>blue-1 red-1.3:boltgun>blue-1 red-1.4:boltgun>blue-1";
    let (fixed, state) = set(FIVE);
    let losses = volley(&fixed, &state, &shots(&fixed, text), Band::Short).expect("they see somebody");
    let (mean, seen) = (losses.mean_kills().to_f64(), fired(FIVE, text));
    assert!((mean - seen).abs() < 0.12, "{mean} by the odds, {seen} in {GAMES} games");
}

#[test]
fn a_burst_wounds_as_its_odds_say() {
    let text = "fire red-1 red-1.1:heavy-bolter>blue-1";
    let (fixed, state) = set(BURST);
    let shot = shots(&fixed, text)[0];
    let wounds = burst_wounds(&fixed, &state, &shot, Band::Short).expect("it sees somebody");
    let mean: f64 = wounds
        .iter()
        .map(|(number, chance)| f64::from(*number) * f64::from(chance.basis_points()) / 1e4)
        .sum();
    let seen = fired(BURST, text);
    assert!((mean - seen).abs() < 0.12, "{mean} by the odds, {seen} in {GAMES} games");
}

/// A lascannon goes through a hull of 20 with 11 or more on three dice, through a turret of 22 with 13 or more.
#[test]
fn penetration_counts_every_die() {
    let setup = "red orks shoota-boyz boy=1 heavy-weapon:lascannon=1\nblue space-marines predator predator=1\n\
        at red-1 10\",18\"\nat blue-1 30\",18\"@180\nactive red\nbegin shooting";
    let (fixed, state) = set(setup);
    let shot = shots(&fixed, "fire red-1 red-1.1:lascannon>blue-1")[0];
    let found = penetrating(&fixed, &state, shot.model, shot.weapon, ModelId(1));
    let count = |need: u32| {
        let faces = || 1..=6_u32;
        faces()
            .flat_map(|a| faces().flat_map(move |b| faces().map(move |c| a + b + c)))
            .filter(|sum| sum + 9 >= need)
            .count()
    };
    for (_, armour, chance) in found {
        let exact = f64::from(u32::try_from(count(u32::from(armour))).expect("few enough")) / 216.0;
        assert!((f64::from(chance.basis_points()) / 1e4 - exact).abs() < 1e-3, "armour {armour}");
    }
}

/// Fists and the power fist of a Terminator against a Rhino: every face of every die is counted.
#[test]
fn a_blow_against_a_vehicle_counts_every_die() {
    let setup = "red space-marines terminator-squad terminator=1\nblue space-marines rhino rhino=1\n\
        at red-1 10\",18\"\nat blue-1 14\",18\"@180\nactive red\nbegin hand-to-hand";
    let (fixed, state) = set(setup);
    let fist = fixed.melee.iter().position(|weapon| weapon.id == "power-fist").expect("it carries one") as u8;
    for tool in [Tool::Fists, Tool::Hand(fist)] {
        let (formula, _) = assault::formula(&fixed, ModelId(0), tool, assault::stands(&state, ModelId(1)));
        let formula = formula.expect("it is rolled");
        let mut sums = vec![u32::from(formula.plus)];
        for (count, sides) in &formula.dice {
            for _ in 0..*count {
                sums =
                    sums.iter().flat_map(|sum| (1..=u32::from(*sides)).map(move |face| sum + face)).collect();
            }
        }
        let places = fixed.datafaxes[0].location.len() as u8;
        for place in 0..places {
            let (armour, chance) = by_hand(&fixed, &state, ModelId(0), ModelId(1), place, tool);
            let through = sums.iter().filter(|sum| **sum >= u32::from(armour)).count();
            let exact = through * 10_000 / sums.len();
            let points = usize::try_from(chance.basis_points()).expect("it is small");
            assert!(points.abs_diff(exact) <= 1, "{tool:?}, armour {armour}");
        }
    }
}
