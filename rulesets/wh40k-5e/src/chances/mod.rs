//! What a volley or a combat may come to, exactly: by the same needs, in the same order and dealt out as the rules do it when dice
//! are rolled. No range is told: a volley is foretold for each band of its weapons' ranges.

pub mod combat;
pub mod volley;

use grognard_engine::target::Target;
use grognard_odds::Fraction;
use grognard_odds::crowd::{Group, Harm};

use crate::abilities;
use crate::edition::Shooting;
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::play::powers;
use crate::play::suffering::{self, Blow};
use crate::state::{Gift, State};

/// Faces of a die.
const DIE: u8 = 6;

/// The chance that a die shows one of some faces.
fn faces(good: impl Fn(u8) -> bool) -> Fraction {
    Fraction::new((1..=DIE).map(|face| u128::from(good(face))).sum(), u128::from(DIE))
}

/// The chance of a need.
fn met(need: &Target) -> Fraction {
    faces(|face| need.met_by(face))
}

/// The chance of some good faces where failed rolls may be made again.
fn with_again(need: &Target, again: bool, good: impl Fn(u8) -> bool) -> Fraction {
    let once = faces(good);
    if again { once.plus(met(need).complement().times(once)) } else { once }
}

/// The chance that a hit or wound is not saved: 5B-SAV-004 the best save, 5V-SAV-005 every one.
fn unsaved(fixed: &Fixed, s: &State, blow: &Blow) -> Fraction {
    let fails = fixed.numbers().save.always_fails;
    let saved = |need: &Target| faces(|face| need.met_by(face) && face != fails);
    let fortune = powers::has(s, s.model(blow.model).unit, Gift::Fortune);
    let all = suffering::saves(fixed, s, blow);
    all.iter().fold(Fraction::ONE, |left, (need, what)| {
        let once = saved(need);
        let zone = *what == "save.invulnerable" && powers::in_null_zone(fixed, s, blow.model);
        let kept = if zone { once.times(once) } else { once };
        let more = if fortune { once.complement().times(once) } else { Fraction::ZERO };
        left.times(kept.plus(more).complement())
    })
}

/// What is left of a wound once those who feel no pain have ignored it.
fn felt(fixed: &Fixed, s: &State, blow: &Blow) -> Fraction {
    let tough = abilities::has(fixed, s, blow.model, "feel-no-pain");
    let score = suffering::painless(fixed, blow).filter(|_| tough);
    score.map_or(Fraction::ONE, |score| faces(|face| face >= score).complement())
}

/// What a blow costs a model: a wound of the base that is saved now, or a hit of the variant that is saved and then wounds.
fn harm(fixed: &Fixed, s: &State, blow: &Blow) -> Harm {
    let left = unsaved(fixed, s, blow);
    let several = fixed.kind_of(blow.model).values.w > 1;
    let outcome = |outright: bool| {
        let blow = Blow { outright, ..blow.clone() };
        (felt(fixed, s, &blow), several && suffering::is_outright(fixed, &blow))
    };
    let (mut wound, mut kill) = (Fraction::ZERO, Fraction::ZERO);
    let mut add = |chance: Fraction, outright: bool| {
        let (felt, kills) = outcome(outright);
        let sum = if kills { &mut kill } else { &mut wound };
        *sum = sum.plus(chance.times(felt));
    };
    match fixed.edition.shooting {
        Shooting::Wounds => add(left, blow.outright),
        Shooting::Hits => {
            let need = suffering::need_to_wound(fixed, blow);
            let deadly = |face: u8| blow.deadly == Some(face);
            let plain = with_again(&need, blow.again, |face| need.met_by(face) && !deadly(face));
            let sixes = with_again(&need, blow.again, |face| need.met_by(face) && deadly(face));
            add(left.times(plain), blow.outright);
            add(left.times(sixes), true);
        }
    }
    Harm { wound, kill }
}

/// Models in groups of identical ones, in the order in which hits are dealt out: plain ones first, leaders last.
fn groups(fixed: &Fixed, s: &State, models: &[ModelId]) -> Vec<(Vec<ModelId>, Group)> {
    let mut found: Vec<Vec<ModelId>> = Vec::new();
    for model in models {
        match found.iter_mut().find(|group| fixed.alike(group[0], *model)) {
            Some(group) => group.push(*model),
            None => found.push(vec![*model]),
        }
    }
    found.sort_by_key(|group| {
        (
            fixed.kind_of(group[0]).leads,
            std::cmp::Reverse(group.len()),
            std::cmp::Reverse(group.last().copied()),
        )
    });
    let counted = |group: Vec<ModelId>| {
        let wounds = u32::from(fixed.kind_of(group[0]).values.w.max(1));
        let left: u32 = group.iter().map(|model| u32::from(s.model(*model).wounds)).sum();
        let models = group.len() as u32;
        (group, Group { models, wounds, lost: (models * wounds).saturating_sub(left) })
    };
    found.into_iter().map(counted).collect()
}
