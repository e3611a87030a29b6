//! Chances of an answer before it is given, side by side for short and for long range; no range is told.

use grognard_engine::client::{Chance, Fact, Odds, OddsNeed, OddsStep};
use grognard_engine::message::Message;
use grognard_engine::present::target_number;
use grognard_engine::target::Target;
use grognard_odds::{Fraction, Natural, Ratio};

use super::{fight, names};
use crate::Second;
use crate::choice::{Choice, Shot};
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::legal::shooting::aimed_at;
use crate::odds::{burst, burst_wounds, by_hand, penetrating, volley};
use crate::play::casualties::{to_save, to_wound};
use crate::state::State;
use crate::to_hit::{Band, needed};

const BANDS: [(Band, &str); 2] = [(Band::Short, "odds.short"), (Band::Long, "odds.long")];

/// The chances of a declaration of shots, or of the fight an answer leads to; none for other answers.
pub fn odds(fixed: &Fixed, s: &State, choice: &Choice) -> Option<Odds> {
    let Choice::Fire(_, shots) = choice else {
        return assault(fixed, s, choice).or_else(|| fight::odds(fixed, s, choice));
    };
    let mut groups: Vec<Vec<Shot>> = Vec::new();
    for shot in shots {
        let key = |one: &Shot| (one.target, one.weapon, one.part, one.dice);
        match groups.iter_mut().find(|group| group.first().map(key) == Some(key(shot))) {
            Some(group) => group.push(*shot),
            None => groups.push(vec![*shot]),
        }
    }
    let mut all = groups
        .iter()
        .flat_map(|group| BANDS.iter().filter_map(|(band, key)| one(fixed, s, group, *band, key)));
    let first = all.next()?;
    Some(Odds { also: all.collect(), ..first })
}

/// The chance that a blow goes through the location of a vehicle that it is aimed at.
fn assault(fixed: &Fixed, s: &State, choice: &Choice) -> Option<Odds> {
    let Choice::Assault(model, vehicle, location, tool) = choice else { return None };
    let (armour, through) = by_hand(fixed, s, *model, *vehicle, *location, *tool);
    let place = names::location(fixed, *vehicle, *location);
    let label = Message::new("option.assault")
        .text("weapon", names::tool(fixed, *tool))
        .text("location", place.clone());
    let of = Message::new("odds.location").text("location", place).number("armour", armour);
    Some(Odds {
        label: fixed.data.texts.render(&label),
        chances: vec![chance(fixed.data.texts.render(&of), through, "good")],
        ..Odds::default()
    })
}

fn one(fixed: &Fixed, s: &State, shots: &[Shot], band: Band, key: &'static str) -> Option<Odds> {
    let texts = &fixed.data.texts;
    let shot = shots.first()?;
    let weapon = fixed.weapon(shot.weapon);
    let model = *aimed_at(fixed, s, shot).first()?;
    if weapon.teardrop.is_some() || (weapon.thrown && band == Band::Long) {
        return None;
    }
    let hit = needed(fixed, s, shot, model, Some(band));
    let label = Message::new(key)
        .number("shots", shots.len() as i64)
        .text("weapon", names::weapon(fixed, shot.weapon))
        .text("target", names::unit(fixed, shot.target));
    let need = |key: &str, target: &Target| OddsNeed {
        label: texts.get(key).to_owned(),
        need: target_number::<Second>(fixed, target),
    };
    let mut needs = vec![need("roll.to-hit", &hit)];
    let vehicle = s.vehicle(model).is_some();
    if !vehicle {
        needs.push(need("roll.wound", &to_wound(fixed, shot.weapon, model)));
        needs.extend(to_save(fixed, shot.weapon, model).map(|save| need("roll.save", &save)));
    }
    let chances = if vehicle {
        locations(fixed, s, shot, model)
    } else if weapon.sustained > 0 {
        of_burst(fixed, s, shot, band)?
    } else {
        of_volley(fixed, s, shots, band)?
    };
    Some(Odds {
        label: texts.render(&label),
        need: Some(target_number::<Second>(fixed, &hit)),
        chances,
        steps: vec![OddsStep { label: names::weapon(fixed, shot.weapon), needs }],
        facts: Vec::<Fact>::new(),
        ..Odds::default()
    })
}

fn chance(label: String, chance: Fraction, tone: &str) -> Chance {
    Chance { label, exact: chance.to_string(), basis_points: chance.basis_points(), tone: tone.to_owned() }
}

fn counted(fixed: &Fixed, key: &'static str, number: u32) -> String {
    fixed.data.texts.render(&Message::new(key).number("number", number))
}

/// How many fall to plain shots.
fn of_volley(fixed: &Fixed, s: &State, shots: &[Shot], band: Band) -> Option<Vec<Chance>> {
    let losses = volley(fixed, s, shots, band)?;
    let mut tail = Natural::default();
    let mut found = Vec::new();
    for (number, weight) in losses.kills().iter().enumerate().rev() {
        tail.add_times(weight, 1);
        let ratio = losses.chance(if number == 0 { weight } else { &tail });
        let (key, tone) = if number == 0 { ("odds.nobody", "bad") } else { ("odds.fall", "good") };
        found.push(exactly(counted(fixed, key, number as u32), &ratio, tone));
    }
    found.reverse();
    Some(found)
}

fn exactly(label: String, ratio: &Ratio, tone: &str) -> Chance {
    let points = ratio.basis_points();
    let exact =
        ratio.small().map_or_else(|| format!("{}.{:02} %", points / 100, points % 100), |c| c.to_string());
    Chance { label, exact, basis_points: points, tone: tone.to_owned() }
}

/// How many wounds of a burst go through, and whether the weapon jams.
fn of_burst(fixed: &Fixed, s: &State, shot: &Shot, band: Band) -> Option<Vec<Chance>> {
    let wounds = burst_wounds(fixed, s, shot, band)?;
    let most = wounds.iter().map(|(number, _)| *number).max().unwrap_or(0);
    let mut found =
        vec![chance(counted(fixed, "odds.nobody", 0), wounds.chance(|number| *number == 0), "bad")];
    for least in 1..=most {
        let at_least = wounds.chance(|number| *number >= least);
        found.push(chance(counted(fixed, "odds.wounds", least), at_least, "good"));
    }
    let jams = burst(fixed, s, shot, band)?.chance(|(_, jam)| *jam);
    found.push(chance(counted(fixed, "odds.jams", 0), jams, "bad"));
    Some(found)
}

/// The chance to go through each location that is hit.
fn locations(fixed: &Fixed, s: &State, shot: &Shot, model: ModelId) -> Vec<Chance> {
    penetrating(fixed, s, shot.model, shot.weapon, model)
        .into_iter()
        .map(|(location, armour, through)| {
            let message = Message::new("odds.location")
                .text("location", names::location(fixed, model, location))
                .number("armour", armour);
            chance(fixed.data.texts.render(&message), through, "good")
        })
        .collect()
}
