//! What shots and fights are worth, in thousandths of a wound; distances are judged by eye.

use grognard_engine::rng::SplitMix;
use grognard_engine::target::{Need, Target};
use grognard_space::table::{Length, Outline};

use crate::choice::{Part, Shot};
use crate::duel;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::shooting::not_rapid;
use crate::odds;
use crate::play::casualties::{to_save, to_wound};
use crate::sight;
use crate::state::State;
use crate::to_hit::{self, needed};
use crate::vehicles::crew;
use crate::weapons::Keyword;

/// All that there is.
const WHOLE: i64 = 1000;
/// How far a judged distance may be off, in hundredths.
const ERROR: usize = 15;
/// What going through the armour of a vehicle is worth, in wounds.
const HULL: i64 = 3;
/// A shot that seems to be out of range is worth a part of one at long range: nobody measures before firing.
const DOUBTFUL: i64 = 8;
/// As far as this part of the range it may yet reach, in hundredths.
const PERHAPS: i64 = 120;
/// A squad is worth so many hundredths more when all of it but one is gone: it gives points when half of it is lost.
const WEAKENED: i64 = 60;
/// The most enemy units that are looked at from a place.
const LOOKED_AT: usize = 4;

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
    // A marker is laid on the model that is named.
    let named = match shot.part {
        Part::Model(named) => s.table.distance(stands, named).map(|far| (far, named)),
        _ => None,
    };
    let (far, model) = named.unwrap_or((far, model));
    let teardrop = own.teardrop.is_some_and(|(length, _)| by_eye(far, rng) <= length);
    let band = to_hit::band(fixed, s, shot.model, own, by_eye(far, rng));
    let hits = match band {
        _ if teardrop => 2 * WHOLE,
        Some(band) => chance(&needed(fixed, s, shot, model, Some(band))),
        None if i64::from(far.0) * 100 <= i64::from(own.bands[1].0) * PERHAPS => {
            chance(&needed(fixed, s, shot, model, Some(to_hit::Band::Long))) / DOUBTFUL
        }
        None => return 0,
    };
    let dice = i64::from(shot.dice.unwrap_or(own.sustained));
    let under = own.blast.map_or(0, |radius| beneath(s, shot.model, model, radius));
    if own.blast.is_some() && under <= 0 {
        return 0;
    }
    let there = s.unit(shot.target).models.len() as i64;
    let hits = (hits * (dice * 3 / 2).max(1) * under.max(1)).min(there.max(1) * WHOLE);
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

/// How many enemies more than friends a marker covers that is laid on a model; a friend counts double.
fn beneath(s: &State, shooter: ModelId, model: ModelId, radius: Length) -> i64 {
    let Some(pose) = s.pose(model) else { return 0 };
    let side = s.side_of(shooter);
    let under = s.table.ids_within(&Outline::disc(pose.at, radius), Length::ZERO);
    let count: i64 = under.into_iter().map(|id| if s.side_of(id) == side { -4 } else { 2 }).sum();
    // Those at its edge are often missed, and so is all of it.
    (count + 1) / 3 + i64::from(count > 0)
}

/// What a declaration of shots is worth: more against squads that were weakened.
pub fn shots(fixed: &Fixed, s: &State, shots: &[Shot], rng: &mut SplitMix) -> i64 {
    let one = |one: &Shot| shot(fixed, s, one, rng) * weight(s, one.target) / 100;
    shots.iter().map(one).sum()
}

/// What harm to a unit counts for, in hundredths.
fn weight(s: &State, unit: UnitId) -> i64 {
    let own = s.unit(unit);
    let lost = i64::from(own.starting) - own.models.len() as i64;
    100 + WEAKENED * lost.max(0) / i64::from(own.starting.max(1))
}

/// What the best volley of a unit would be worth from where it stands, and at whom: one model of each kind is looked at, for
/// all of that kind; whoever it sees may be shot at, for it can turn. `moved`: what cannot be fired after a move is left out.
pub fn prospects(
    fixed: &Fixed,
    s: &State,
    unit: UnitId,
    moved: bool,
    rng: &mut SplitMix,
) -> Option<(i64, UnitId)> {
    let mut kinds: Vec<(usize, ModelId, i64)> = Vec::new();
    for (model, _) in s.bodies(unit) {
        let kind = fixed.models[model.index()].kind;
        match kinds.iter_mut().find(|(known, ..)| *known == kind) {
            Some((_, _, number)) => *number += 1,
            None => kinds.push((kind, model, 1)),
        }
    }
    let mut enemies: Vec<(Length, UnitId)> = s
        .on_table(s.unit(unit).side.other())
        .filter_map(|enemy| Some((apart(s, unit, enemy, rng)?, enemy)))
        .collect();
    enemies.sort_unstable();
    let mut at = |enemy: UnitId| -> i64 {
        kinds.iter().map(|(_, model, number)| number * aimed(fixed, s, *model, enemy, moved, rng)).sum()
    };
    let worth = enemies.into_iter().take(LOOKED_AT).map(|(_, enemy)| (at(enemy), enemy));
    worth.max_by_key(|(worth, _)| *worth).filter(|(worth, _)| *worth > 0)
}

/// What the best weapon of a model is worth against a unit it sees.
fn aimed(fixed: &Fixed, s: &State, model: ModelId, enemy: UnitId, moved: bool, rng: &mut SplitMix) -> i64 {
    let stands = crew::vehicle_of(s, model).unwrap_or(model);
    let mut foes: Vec<(Option<Length>, ModelId)> =
        s.bodies(enemy).map(|(foe, _)| (s.table.distance(stands, foe), foe)).collect();
    foes.sort_unstable();
    // The nearest, and one further back: what hides the first may not hide the other.
    let seen = [foes.first(), foes.get(foes.len() / 2)].into_iter().flatten();
    let Some((_, foe)) = seen.copied().find(|(_, foe)| sight::sees(fixed, s, model, *foe)) else { return 0 };
    let weapons = &fixed.kind_of(model).weapons;
    let fires = |weapon: &&u8| {
        let own = fixed.weapon(**weapon);
        let planted = moved && own.has(Keyword::MoveOrFire);
        !own.thrown && !planted
    };
    let worth = weapons.iter().filter(fires).map(|weapon| {
        let part = if fixed.weapon(*weapon).blast.is_some() { Part::Model(foe) } else { Part::All };
        let twice = !moved && not_rapid(fixed, s, model, *weapon).is_none();
        (1 + i64::from(twice))
            * shot(fixed, s, &Shot { model, weapon: *weapon, target: enemy, part, dice: None }, rng)
    });
    worth.max().unwrap_or(0) * weight(s, enemy) / 100
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

/// How fast the slowest of a unit is.
pub fn rate(fixed: &Fixed, s: &State, unit: UnitId) -> Length {
    s.unit(unit).models.iter().map(|model| fixed.kind_of(*model).values.m.0).min().unwrap_or_default()
}

/// Whether somebody of a unit carries a weapon that is not fired on the move.
pub fn is_heavy(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    s.unit(unit).models.iter().any(|model| fixed.kind_of(*model).encumbered)
}

/// So far a unit has to shoot if it is not to be one that fights.
const SHOOTS: Length = Length::inches(12);

/// Whether a unit is better at fighting than at shooting: nothing most of it carries is of use far away.
pub fn is_fighter(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let far = |model: &&ModelId| {
        let own = fixed.kind_of(**model).weapons.iter().map(|weapon| fixed.weapon(*weapon));
        own.filter(|weapon| !weapon.thrown).any(|weapon| weapon.bands[1] > SHOOTS + SHOOTS / 2)
    };
    let models = &s.unit(unit).models;
    models.iter().filter(far).count() * 2 < models.len()
}
