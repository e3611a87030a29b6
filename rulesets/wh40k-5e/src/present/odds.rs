//! Chances of an answer before it is given: of a volley, of each shot at a vehicle, of an assault. Exact, without a range told:
//! rapid fire and melta weapons have two answers, near and far.

use grognard_engine::client::{Chance, Fact, Odds};
use grognard_engine::message::Message;
use grognard_engine::present::target_number;
use grognard_engine::target::Need;
use grognard_space::table::Length;

use super::names;
use super::vehicles::damage_key;
use crate::Fifth;
use crate::chances::combat::{self, Won};
use crate::chances::volley::{self, Band};
use crate::choice::{Choice, Shot};
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
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

/// The chances of an answer: of each volley and each shot at a vehicle, one after another, or of an assault; none for other answers.
pub fn odds(fixed: &Fixed, s: &State, choice: &Choice) -> Option<Odds> {
    let mut all: Vec<Odds> = Vec::new();
    match choice {
        Choice::Fire(_, shots) => {
            all.extend(at_vehicles(fixed, s, shots));
            let mut targets: Vec<UnitId> = shots.iter().map(|shot| shot.target).collect();
            targets.sort_unstable();
            targets.dedup();
            for target in targets {
                let found = volley::foretold(fixed, s, shots, target);
                all.extend(found.iter().map(|found| volley_odds(fixed, found)));
            }
        }
        Choice::Charge(unit, target) => all.extend(assault_odds(fixed, s, *unit, *target)),
        _ => {}
    }
    let mut all = all.into_iter();
    let first = all.next()?;
    Some(Odds { also: all.collect(), ..first })
}

/// The chances of each shot at a vehicle.
fn at_vehicles(fixed: &Fixed, s: &State, shots: &[Shot]) -> Vec<Odds> {
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
    all
}

/// A chance that was worked out in hundredths of a per cent.
fn chance(label: String, points: u32, tone: &str) -> Chance {
    let exact = format!("{}.{:02} %", points / 100, points % 100);
    Chance { label, exact, basis_points: points, tone: tone.to_owned() }
}

/// Two decimals.
fn hundredths(number: u32) -> String {
    format!("{}.{:02}", number / 100, number % 100)
}

/// So many casualties are told one by one; more are put together.
const TOLD: u32 = 5;

/// What a volley does: how many fall, and whether so many that the unit checks its morale.
fn volley_odds(fixed: &Fixed, found: &volley::Foretold) -> Odds {
    let texts = &fixed.data.texts;
    let key = match found.band {
        Band::InRange => "odds.volley",
        Band::Near => "odds.volley-near",
        Band::Far => "odds.volley-far",
    };
    let cover = match found.cover {
        0 => texts.get("odds.no-cover").to_owned(),
        save => texts.render(&Message::new("odds.cover").number("save", save)),
    };
    let label = Message::new(key).text("target", names::unit(fixed, found.target)).text("cover", cover);
    let models: u32 = found.groups.iter().map(|group| group.models).sum();
    let fallen =
        |lost: &[u32]| found.groups.iter().zip(lost).map(|(group, lost)| group.fallen(*lost)).sum::<u32>();
    let mut chances = Vec::new();
    for count in 0..=TOLD.min(models) {
        let last = count == TOLD && models > TOLD;
        let points = found
            .losses
            .basis_points(|lost| if last { fallen(lost) >= count } else { fallen(lost) == count });
        let key = match count {
            0 => "odds.nobody-falls",
            _ if last => "odds.more-fall",
            _ => "odds.fall",
        };
        let label = texts.render(&Message::new(key).number("count", count));
        chances.push(chance(label, points, if count > 0 { "good" } else { "bad" }));
    }
    let mean =
        Fact { label: texts.get("odds.mean").to_owned(), value: hundredths(found.losses.mean(fallen)) };
    Odds { label: texts.render(&label), chances, facts: vec![mean], ..Odds::default() }
}

/// What an assault comes to, through all its Initiative steps.
fn assault_odds(fixed: &Fixed, s: &State, unit: UnitId, target: UnitId) -> Option<Odds> {
    let found = combat::of_charge(fixed, s, unit, target)?;
    let texts = &fixed.data.texts;
    let label = Message::new("odds.assault")
        .text("unit", names::unit(fixed, unit))
        .text("target", names::unit(fixed, target));
    let told = [
        ("odds.won", Won::First, "good"),
        ("odds.drawn", Won::Nobody, ""),
        ("odds.lost", Won::Second, "bad"),
    ];
    let chances = told.map(|(key, wanted, tone)| {
        let points = found.ended.basis_points(|lost| found.won(lost) == wanted);
        chance(texts.get(key).to_owned(), points, tone)
    });
    let falls = |key: &'static str, side: usize| Fact {
        label: texts.get(key).to_owned(),
        value: hundredths(found.ended.mean(|lost| found.fallen(side, lost))),
    };
    let facts = vec![falls("odds.theirs-fall", 1), falls("odds.ours-fall", 0)];
    Some(Odds { label: texts.render(&label), chances: chances.into(), facts, ..Odds::default() })
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
