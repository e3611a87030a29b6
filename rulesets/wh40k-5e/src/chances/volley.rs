//! A volley at a unit on foot, band by band and target group by target group.

use grognard_engine::target::Need;
use grognard_odds::crowd::{End, Excess, Group, Handful, Losses, dealt};
use grognard_odds::{Dist, Fraction};
use grognard_space::table::Length;

use super::{DIE, faces, groups, harm, with_again};
use crate::choice::{Shot, cover_of, group_of};
use crate::cover;
use crate::data::amount::Amount;
use crate::data::troops::WeaponType;
use crate::edition::{Rending, Shooting};
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::play::powers;
use crate::play::shooting::{Fire, hits, measured_at, wounds};
use crate::play::suffering::Blow;
use crate::scores::{self, ToHit};
use crate::state::{Gift, State};
use crate::vehicles::firing;

/// A band of ranges.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Band {
    /// All weapons are in range.
    InRange,
    /// Within the range at which rapid fire weapons fire twice.
    Near,
    /// Beyond it, and in range.
    Far,
}

/// What a volley does to a unit.
#[derive(Clone, Debug)]
pub struct Foretold {
    /// The unit.
    pub target: UnitId,
    /// How far it is.
    pub band: Band,
    /// Its cover save; none in the open.
    pub cover: u8,
    /// The models that can be hit.
    pub groups: Vec<Group>,
    /// How likely each loss is.
    pub losses: Losses,
}

/// The chance that a shot hits without rending, and that it rends (5B-HIT-001 to 5B-HIT-003, 5V-WCH-022, 5V-WCH-023).
fn hit(fixed: &Fixed, weapon: WeaponId, need: &ToHit, guided: bool) -> (Fraction, Fraction) {
    let numbers = fixed.numbers();
    let score = need.need.need();
    if score == Need::Impossible {
        return (Fraction::ZERO, Fraction::ZERO);
    }
    let own = fixed.weapon(weapon);
    let again = guided || own.has("twin-linked");
    let six = numbers.rending_too.face;
    let good = |face: u8| score.met_by(face) && face != numbers.to_hit.always_misses;
    let twice = |once: Fraction, missed: Fraction| {
        if again { once.plus(missed.times(once)) } else { once }
    };
    let missed = faces(good).complement();
    let plain = twice(faces(|face| good(face) && face != six), missed);
    let sixes = twice(faces(|face| good(face) && face == six), missed);
    let missed = if again { missed.times(missed) } else { missed };
    let second = need.second.map_or(Fraction::ZERO, |second| missed.times(faces(|face| face >= second)));
    let can = (own.has("rending") || own.has("sniper")) && fixed.edition.rending == Rending::ToHit;
    let rends = match score {
        _ if !can => Fraction::ZERO,
        Need::AtLeast(least) if least == numbers.rending_hard.needed.0.unwrap_or(DIE) => {
            sixes.times(faces(|face| face >= numbers.rending_hard.on.0.unwrap_or(DIE)))
        }
        _ => sixes,
    };
    let all = plain.plus(sixes).plus(second);
    (all.minus(rends), rends)
}

/// How many shots an amount comes to.
fn amounts(own: Amount, more: u32, times: u32) -> Vec<(u32, Fraction)> {
    if own.dice == 0 {
        return vec![((u32::from(own.plus) + more) * times, Fraction::ONE)];
    }
    let sum = Dist::die(u32::from(own.sides)).repeat(u32::from(own.dice), 0_u32, |sum, face| sum + face);
    sum.iter().map(|(sum, chance)| ((sum + u32::from(own.plus) + more) * times, chance)).collect()
}

/// The dice of some fire with the same weapon, and the kinds of hits `ends` makes of the chance of a hit and of one that rends.
fn hands(
    fixed: &Fixed,
    s: &State,
    (target, weapon): (UnitId, WeaponId),
    fire: &[Fire],
    ends: &dyn Fn(Fraction, Fraction) -> Vec<End>,
) -> Vec<Handful> {
    let mut all: Vec<Handful> = Vec::new();
    for one in fire.iter().filter(|fire| fire.volleys > 0) {
        let need = scores::to_hit(fixed, s, (one.model, weapon), target, one.snapped);
        let need = firing::to_hit(fixed, s, one.model, weapon, need);
        let guided = powers::has(s, s.model(one.model).unit, Gift::Guide);
        let (plain, rends) = hit(fixed, weapon, &need, guided);
        let more = u32::from(fixed.kind_of(one.model).outfit.shots);
        let dice = amounts(fixed.weapon(weapon).shots, more, u32::from(one.volleys));
        let ends = ends(plain, rends);
        // A fixed number of dice joins those that need the same.
        let same = |hand: &&mut Handful| hand.ends == ends && hand.dice.len() == 1 && dice.len() == 1;
        match all.iter_mut().find(same) {
            Some(hand) => hand.dice[0].0 += dice[0].0,
            None => all.push(Handful { dice, ends }),
        }
    }
    all
}

/// The weapon groups of some shots at a range, each with its fire.
fn weapon_groups(fixed: &Fixed, s: &State, shots: &[Shot], band: Band) -> Vec<(WeaponId, Vec<Fire>)> {
    let near = fixed.numbers().rapid_fire.near.0;
    let mut all: Vec<(WeaponId, Vec<Fire>)> = Vec::new();
    for shot in shots {
        let far = match band {
            Band::InRange => fixed.weapon(shot.weapon).range,
            Band::Near => near,
            Band::Far => near + Length(1),
        };
        let fire = measured_at(fixed, s, *shot, far);
        match all.iter_mut().find(|(weapon, _)| *weapon == shot.weapon) {
            Some((_, known)) => known.push(fire),
            None => all.push((shot.weapon, vec![fire])),
        }
    }
    all
}

/// The base: wounds on the whole unit, in one cover (5B-SHO-001, 5B-WND-003, 5B-COV-004).
fn by_wounds(
    fixed: &Fixed,
    s: &State,
    target: UnitId,
    fired: &[(WeaponId, Vec<Fire>)],
    level: u8,
) -> (Vec<Handful>, Vec<Group>) {
    let numbers = fixed.numbers();
    let found = groups(fixed, s, &s.crew(fixed, target));
    let doomed = powers::has(s, target, Gift::Doom);
    let mut all = Vec::new();
    for (id, fire) in fired {
        let weapon = fixed.weapon(*id);
        let (need, rends) = wounds::need_to_wound(fixed, s, target, *id);
        let six = numbers.rending.wound_face;
        let wraith = weapon.has("wraithcannon");
        let deadly = |face: u8| wraith && face == numbers.wraithcannon.instant_death_face;
        let rending = |face: u8| rends && face == six;
        let ap = numbers.rending.ap.0;
        let kinds = [
            (
                with_again(&need, doomed, |face| need.met_by(face) && rending(face)),
                weapon.ap.min(ap).or(ap),
                false,
            ),
            (with_again(&need, doomed, |face| need.met_by(face) && deadly(face)), weapon.ap, true),
            (
                with_again(&need, doomed, |face| need.met_by(face) && !rending(face) && !deadly(face)),
                weapon.ap,
                false,
            ),
        ];
        let ends = |plain: Fraction, rend: Fraction| -> Vec<End> {
            let hit = plain.plus(rend);
            let end = |(wound, ap, outright): &(Fraction, Option<u8>, bool)| {
                let blow = |model: ModelId| Blow {
                    strength: weapon.strength,
                    ap: *ap,
                    level: weapon.leaves_cover().then_some(level),
                    outright: *outright,
                    exposed: -s.unit(target).lit.cover,
                    ..Blow::wound(model)
                };
                let harm = found.iter().map(|(models, _)| harm(fixed, s, &blow(models[0]))).collect();
                End { chance: hit.times(*wound), harm }
            };
            kinds.iter().filter(|(wound, ..)| *wound != Fraction::ZERO).map(end).collect()
        };
        all.extend(hands(fixed, s, (target, *id), fire, &ends));
    }
    (all, found.into_iter().map(|(_, group)| group).collect())
}

/// The variant: hits on one target group (5V-RSA-003, 5V-ALL-001).
fn by_hits(
    fixed: &Fixed,
    s: &State,
    target: UnitId,
    fired: &[(WeaponId, Vec<Fire>)],
    (level, models): (u8, &[ModelId]),
) -> (Vec<Handful>, Vec<Group>) {
    let found = groups(fixed, s, models);
    let doomed = powers::has(s, target, Gift::Doom);
    let rending = fixed.numbers().rending_too.ap.0;
    let mut all = Vec::new();
    for (id, fire) in fired {
        let ends = |plain: Fraction, rends: Fraction| -> Vec<End> {
            let end = |(chance, ap): (Fraction, Option<u8>)| {
                let blow = |model: ModelId| {
                    let blow = hits::shot(fixed, s, model, *id, ap, level, 1);
                    Blow { again: blow.again || doomed, ..blow }
                };
                End {
                    chance,
                    harm: found.iter().map(|(models, _)| harm(fixed, s, &blow(models[0]))).collect(),
                }
            };
            let kinds = [(plain, fixed.weapon(*id).ap), (rends, rending)];
            kinds.into_iter().filter(|(chance, _)| *chance != Fraction::ZERO).map(end).collect()
        };
        all.extend(hands(fixed, s, (target, *id), fire, &ends));
    }
    (all, found.into_iter().map(|(_, group)| group).collect())
}

/// 5V-TGT-001: the levels of cover in which firers see the models of a target; where they are divided (5V-TGT-008), in both.
fn target_groups(fixed: &Fixed, s: &State, shots: &[Shot], target: UnitId) -> Vec<(u8, Vec<ModelId>)> {
    let mut found: Vec<(u8, Vec<ModelId>)> = Vec::new();
    for model in s.crew(fixed, target) {
        let seen: Vec<u16> = shots
            .iter()
            .filter(|shot| cover::sees(s, shot.model, model))
            .map(|shot| u16::from(cover::cover(fixed, s, shot.model, model)))
            .collect();
        let count = |level: u16| seen.iter().filter(|known| **known == level).count();
        let most = seen.iter().map(|level| count(*level)).max().unwrap_or(0);
        let mut tied: Vec<u16> = seen.iter().copied().filter(|level| count(*level) == most).collect();
        tied.sort_unstable();
        tied.dedup();
        for level in tied {
            let level = group_of(level as u8, crate::buildings::ruins::storey(fixed, s, model));
            match found.iter_mut().find(|(known, _)| *known == level) {
                Some((_, models)) => models.push(model),
                None => found.push((level, vec![model])),
            }
        }
    }
    found.sort_by_key(|(level, _)| *level);
    found
}

/// What some shots of a unit do to a target on foot; nothing where markers or templates decide, or where it is no unit on foot.
/// Whether it goes to ground is its owner's choice: here it stays up.
pub fn foretold(fixed: &Fixed, s: &State, shots: &[Shot], target: UnitId) -> Vec<Foretold> {
    let own: Vec<Shot> = shots.iter().copied().filter(|shot| shot.target == target).collect();
    let lays = |shot: &Shot| {
        ["template", "blast", "large-blast", "markerlight"]
            .iter()
            .any(|word| fixed.weapon(shot.weapon).has(word))
    };
    let on_foot =
        !fixed.is_vehicle(target) && s.guns(fixed, target).is_empty() && s.unit(target).aboard.is_none();
    if own.is_empty() || own.iter().any(lays) || !on_foot || s.crew(fixed, target).is_empty() {
        return Vec::new();
    }
    let rapid = own.iter().any(|shot| fixed.weapon(shot.weapon).kind == WeaponType::RapidFire);
    let bands: &[Band] = if rapid { &[Band::Near, Band::Far] } else { &[Band::InRange] };
    let mut all = Vec::new();
    for band in bands {
        let fired = weapon_groups(fixed, s, &own, *band);
        match fixed.edition.shooting {
            Shooting::Wounds => {
                let firers: Vec<ModelId> = own.iter().map(|shot| shot.model).collect();
                let cover = wounds::unit_cover(fixed, s, &firers, target);
                let (hands, groups) = by_wounds(fixed, s, target, &fired, cover);
                let losses = dealt(&hands, &groups, Excess::GoesOn);
                all.push(Foretold { target, band: *band, cover, groups, losses });
            }
            Shooting::Hits => {
                for (level, models) in target_groups(fixed, s, &own, target) {
                    let cover = cover_of(level);
                    let (hands, groups) = by_hits(fixed, s, target, &fired, (cover, &models));
                    let losses = dealt(&hands, &groups, Excess::IsLost);
                    all.push(Foretold { target, band: *band, cover, groups, losses });
                }
            }
        }
    }
    all
}
