//! Chances of one shot at a vehicle before it is fired: exact, without a range told. A melta weapon has two answers, near and
//! far.

use grognard_engine::client::{Chance, Odds};
use grognard_engine::message::Message;
use grognard_engine::present::target_number;
use grognard_engine::target::Need;
use grognard_space::table::Length;

use super::names;
use super::vehicles::damage_key;
use crate::Fifth;
use crate::choice::{Choice, Shot};
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::scores;
use crate::state::State;
use crate::vehicles::damage::{self, Damage};
use crate::vehicles::facing::{self, Aspect};
use crate::vehicles::firing;
use crate::vehicles::penetration::{self, Extra, Force, Grade};

/// Faces of a die.
const DIE: u64 = 6;

const GRADES: [Grade; 4] = [Grade::Nothing, Grade::Glancing, Grade::Penetrating, Grade::Critical];

/// How many faces of a die meet a score.
fn faces(score: Option<u8>) -> u64 {
    score.map_or(0, |score| DIE.saturating_sub(u64::from(score.max(2)) - 1))
}

/// The chances of each shot at a vehicle, one after another; none for other answers.
pub fn odds(fixed: &Fixed, s: &State, choice: &Choice) -> Option<Odds> {
    let Choice::Fire(_, shots) = choice else { return None };
    let mut all: Vec<Odds> = Vec::new();
    for shot in shots.iter().filter(|shot| fixed.is_vehicle(shot.target)) {
        let Some(vehicle) = s.unit(shot.target).models.first().copied() else { continue };
        let Some(aspect) = facing::aspect(fixed, s, shot.model, vehicle) else { continue };
        let far = Force::shot(fixed, shot.weapon, Length::UNBOUNDED, false);
        let near = Force::shot(fixed, shot.weapon, Length::ZERO, false);
        all.push(one(fixed, s, *shot, aspect, &far, "odds.shot"));
        if near.extra == Extra::Melta {
            all.push(one(fixed, s, *shot, aspect, &near, "odds.near"));
        }
    }
    let mut all = all.into_iter();
    let first = all.next()?;
    Some(Odds { also: all.collect(), ..first })
}

fn one(fixed: &Fixed, s: &State, shot: Shot, aspect: Aspect, force: &Force, key: &'static str) -> Odds {
    let texts = &fixed.data.texts;
    let need = scores::to_hit(fixed, s, (shot.model, shot.weapon), shot.target, false);
    let need = firing::to_hit(fixed, s, shot.model, shot.weapon, need);
    let label = Message::new(key)
        .text("weapon", names::weapon(fixed, shot.weapon))
        .text("target", names::model(fixed, aspect.vehicle))
        .key("side", facing::key(aspect.side));
    let score = match need.need.need() {
        Need::AtLeast(score) => Some(score),
        _ => None,
    };
    let cover = facing::cover_of(fixed, s, &[shot.model], aspect).0;
    let chances = outcomes(fixed, s, aspect, force, score, cover);
    let told = chances.iter().map(|(result, count, all)| {
        let common = gcd(*count, *all).max(1);
        let label = result.map_or_else(|| "damage.none", damage_key);
        Chance {
            label: texts.get(label).to_owned(),
            exact: format!("{}/{}", count / common, all / common),
            basis_points: ((count * 10_000 + all / 2) / all) as u32,
            tone: if result.is_some_and(Damage::destroys) { "good" } else { "" }.to_owned(),
        }
    });
    Odds {
        label: texts.render(&label),
        need: Some(target_number::<Fifth>(fixed, &need.need)),
        chances: told.collect(),
        ..Odds::default()
    }
}

fn gcd(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { gcd(other, one % other) }
}

/// What one shot comes to, out of all throws of all dice: to hit, cover, penetration, damage, crew save. `None` is no effect.
pub fn outcomes(
    fixed: &Fixed,
    s: &State,
    aspect: Aspect,
    force: &Force,
    score: Option<u8>,
    cover: u8,
) -> Vec<(Option<Damage>, u64, u64)> {
    let model: ModelId = aspect.vehicle;
    let (grades, throws) = penetration::odds(fixed, s, model, aspect.side, force);
    let all = DIE * DIE * u64::from(throws) * DIE * DIE;
    let crew = damage::crew_save(fixed, model).map(|(save, _)| save);
    let crew = crew.filter(|_| fixed.edition.extra_armour == crate::edition::ExtraArmour::Save);
    let unsaved = DIE - if cover > 0 { faces(Some(cover)) } else { 0 };
    let reach = faces(score) * unsaved;
    let mut found: Vec<(Option<Damage>, u64)> = Vec::new();
    let mut add =
        |result: Option<Damage>, count: u64| match found.iter_mut().find(|(known, _)| *known == result) {
            Some((_, sum)) => *sum += count,
            None => found.push((result, count)),
        };
    for (grade, throws) in GRADES.into_iter().zip(grades).filter(|(grade, _)| *grade > Grade::Nothing) {
        let sum: i8 = damage::modifiers(fixed, s, model, grade, force).iter().map(|(amount, _)| amount).sum();
        for face in 1..=DIE {
            let result = damage::result(fixed, face as i8 + sum).1;
            let shock = matches!(result, Damage::Shaken | Damage::Stunned);
            let shrugged = if shock { faces(crew) } else { 0 };
            let count = reach * u64::from(throws);
            if result > Damage::Ricochet {
                add(Some(result), count * (DIE - shrugged));
            }
        }
    }
    let some: u64 = found.iter().map(|(_, count)| count).sum();
    found.push((None, all - some));
    found.retain(|(_, count)| *count > 0);
    found.sort_by_key(|(result, _)| *result);
    found.into_iter().map(|(result, count)| (result, count, all)).collect()
}
