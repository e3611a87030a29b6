//! What shots and fights are worth, in thousandths of a wound; distances are judged by eye.

use grognard_engine::rng::SplitMix;
use grognard_engine::target::{Need, Target};
use grognard_space::table::Length;

use crate::choice::{Part, Shot};
use crate::duel;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::odds;
use crate::play::casualties::{to_save, to_wound};
use crate::state::State;
use crate::to_hit::{self, needed};
use crate::vehicles::crew;

/// All that there is.
const WHOLE: i64 = 1000;
/// How far a judged distance may be off, in hundredths.
const ERROR: usize = 15;
/// What going through the armour of a vehicle is worth, in wounds.
const HULL: i64 = 3;

/// A distance as somebody judges it: up to 15 % off.
pub fn by_eye(far: Length, rng: &mut SplitMix) -> Length {
    let percent = 100 - ERROR as i64 + rng.below(2 * ERROR + 1) as i64;
    Length((i64::from(far.0) * percent / 100) as i32)
}

/// How near two units are, by eye.
pub fn apart(s: &State, unit: UnitId, enemy: UnitId, rng: &mut SplitMix) -> Option<Length> {
    let own = |unit: UnitId| {
        let mut models: Vec<ModelId> = s.bodies(unit).map(|(model, _)| model).collect();
        models.extend(crew::transport(s, unit).filter(|vehicle| s.table.body(*vehicle).is_some()));
        models
    };
    let (ours, theirs) = (own(unit), own(enemy));
    let pairs = ours.iter().flat_map(|one| theirs.iter().map(move |other| s.table.distance(*one, *other)));
    pairs.flatten().min().map(|far| by_eye(far, rng))
}

/// The chance of a need, in thousandths.
fn chance(target: &Target) -> i64 {
    let die = |least: u8| i64::from(7_u8.saturating_sub(least).min(6)) * WHOLE / 6;
    match target.need() {
        Need::AtLeast(least) if target.is_summed() => {
            (i64::from(13_u8.saturating_sub(least)) * WHOLE / 12).min(WHOLE)
        }
        Need::AtLeast(least) => die(least),
        Need::AtMost(most) => i64::from(most.min(6)) * WHOLE / 6,
        Need::Then { first, .. } => die(first) / 2,
        Need::Automatic => WHOLE,
        Need::Impossible => 0,
    }
}

/// What one shot is worth.
fn shot(fixed: &Fixed, s: &State, shot: &Shot, rng: &mut SplitMix) -> i64 {
    if matches!(shot.part, Part::Ground(_) | Part::Building(..)) {
        return 0;
    }
    let own = fixed.weapon(shot.weapon);
    let stands = crew::vehicle_of(s, shot.model).unwrap_or(shot.model);
    let nearest =
        s.bodies(shot.target).filter_map(|(model, _)| Some((s.table.distance(stands, model)?, model))).min();
    let Some((far, model)) = nearest else { return 0 };
    let teardrop = own.teardrop.is_some_and(|(length, _)| by_eye(far, rng) <= length);
    let band = to_hit::band(fixed, s, shot.model, own, by_eye(far, rng));
    let hits = match band {
        _ if teardrop => 2 * WHOLE,
        Some(band) => chance(&needed(fixed, s, shot, model, Some(band))),
        None => return 0,
    };
    let several = i64::from(own.sustained) * 3 / 2 + i64::from(own.blast.is_some());
    let hits = hits * several.max(1);
    if s.vehicle(model).is_some() {
        let places = odds::penetrating(fixed, s, shot.model, shot.weapon, model);
        let count = places.len().max(1) as i64;
        let sum: i64 = places.iter().map(|(_, _, through)| i64::from(through.basis_points()) / 10).sum();
        return hits * (sum / count) / WHOLE * HULL;
    }
    let wounds = chance(&to_wound(fixed, shot.weapon, model));
    let unsaved = WHOLE - to_save(fixed, shot.weapon, model).map_or(0, |need| chance(&need));
    hits * wounds / WHOLE * unsaved / WHOLE
}

/// What a declaration of shots is worth.
pub fn shots(fixed: &Fixed, s: &State, shots: &[Shot], rng: &mut SplitMix) -> i64 {
    shots.iter().map(|one| shot(fixed, s, one, rng)).sum()
}

/// How well a unit fights hand-to-hand: dice, skill and Strength of its models together.
pub fn fights(fixed: &Fixed, s: &State, unit: UnitId) -> i64 {
    let own = |model: ModelId| {
        let values = fixed.kind_of(model).values;
        let weapon = duel::in_hand(fixed, s, model).into_iter().next();
        let (strength, save) = duel::blow(fixed, s, model, weapon);
        i64::from(values.a.max(1)) * i64::from(values.ws) * (i64::from(strength) - i64::from(save))
            + i64::from(values.t) * 4
    };
    s.bodies(unit).map(|(model, _)| own(model)).sum()
}

/// How far the best weapon of a unit carries well.
pub fn favoured(fixed: &Fixed, s: &State, unit: UnitId) -> Length {
    let weapons = s.unit(unit).models.iter().flat_map(|model| &fixed.kind_of(*model).weapons);
    let bands = weapons
        .map(|weapon| fixed.weapon(*weapon))
        .filter(|weapon| !weapon.thrown)
        .map(|weapon| weapon.bands);
    bands.map(|[short, long]| short + Length((long.0 - short.0).max(0) / 3)).max().unwrap_or_default()
}
