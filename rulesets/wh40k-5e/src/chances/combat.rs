//! An assault through all its Initiative steps, if everybody of both units comes to blows.

use grognard_engine::rule;
use grognard_engine::target::Need;
use grognard_odds::Fraction;
use grognard_odds::crowd::{Crowd, End, Ended, Excess, Strike, combat};

use super::{DIE, faces, groups, harm, with_again};
use crate::edition::{AssaultGrenades, Struck};
use crate::fixed::{BladeId, Fixed};
use crate::ids::{ModelId, UnitId};
use crate::play::assault::{self, figures, strikes, struck_as};
use crate::play::powers;
use crate::play::suffering::Blow;
use crate::scores::majority;
use crate::state::{Gift, Ground, State};

/// What an assault comes to.
#[derive(Clone, Debug)]
pub struct Foretold {
    /// The two units as crowds.
    pub crowds: [Crowd; 2],
    /// How likely each end is: wounds lost by the groups of either.
    pub ended: Ended,
}

/// Who has won where the wounds lost are these.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Won {
    /// The first unit.
    First,
    /// The second.
    Second,
    /// Neither.
    Nobody,
}

impl Foretold {
    /// 5B-ARS-001: who did more wounds, or who is left.
    pub fn won(&self, lost: &[Vec<u32>; 2]) -> Won {
        let sum = |side: usize| lost[side].iter().sum::<u32>();
        let gone = |side: usize| {
            let mut groups = self.crowds[side].groups.iter().zip(&lost[side]);
            groups.all(|(group, lost)| group.fallen(*lost) == group.models)
        };
        match (gone(0), gone(1)) {
            (true, true) => Won::Nobody,
            (true, false) => Won::Second,
            (false, true) => Won::First,
            (false, false) => match sum(1).cmp(&sum(0)) {
                std::cmp::Ordering::Greater => Won::First,
                std::cmp::Ordering::Less => Won::Second,
                std::cmp::Ordering::Equal => Won::Nobody,
            },
        }
    }

    /// How many of a side have fallen.
    pub fn fallen(&self, side: usize, lost: &[Vec<u32>; 2]) -> u32 {
        self.crowds[side].groups.iter().zip(&lost[side]).map(|(group, lost)| group.fallen(*lost)).sum()
    }
}

/// The assault of a unit on another, were it declared and did it reach; nothing where vehicles, guns or characters on their own
/// take part, or a weapon whose words go beyond wounds.
pub fn of_charge(fixed: &Fixed, s: &State, unit: UnitId, target: UnitId) -> Option<Foretold> {
    let mut there = s.clone();
    let own = there.unit_mut(unit);
    (own.charged, own.charging, own.grenades) = (true, Some(target), true);
    let theirs = there.unit_mut(target);
    theirs.caught_waiting |= theirs.on_station && !theirs.was_locked;
    theirs.grenades = theirs.ground != Ground::Pinned;
    between(fixed, &there, unit, target)
}

/// The combat of two units that are locked.
pub fn between(fixed: &Fixed, s: &State, unit: UnitId, target: UnitId) -> Option<Foretold> {
    let pairs = [(unit, target), (target, unit)];
    let whole = |unit: UnitId| {
        let models = &s.unit(unit).models;
        let plain = |model: &ModelId| struck_as(fixed, s, *model) == unit && !fixed.is_gun(*model);
        !fixed.is_vehicle(unit) && !models.is_empty() && models.iter().all(plain)
    };
    if !whole(unit) || !whole(target) {
        return None;
    }
    let crowd = |(own, foe): (UnitId, UnitId)| -> Option<Crowd> {
        let found = groups(fixed, s, &s.unit(own).models);
        let foes = groups(fixed, s, &s.unit(foe).models);
        let heads: Vec<ModelId> = foes.iter().map(|(models, _)| models[0]).collect();
        let mut all = Vec::new();
        for (models, _) in &found {
            all.push(strikes_of(fixed, s, models[0], (own, foe), &heads)?);
        }
        Some(Crowd { groups: found.into_iter().map(|(_, group)| group).collect(), strikes: all })
    };
    let crowds = [crowd(pairs[0])?, crowd(pairs[1])?];
    let excess = match fixed.edition.struck {
        Struck::Unit => Excess::GoesOn,
        Struck::Engaged => Excess::IsLost,
    };
    let ended = combat(&crowds, excess);
    Some(Foretold { crowds, ended })
}

/// Words of weapons that do more than wound.
const BEYOND: [&str; 4] = ["force-weapon", "bonesword", "stun", "thunderous"];

/// The weapon a model strikes with where it is not asked: its strongest.
fn blade(fixed: &Fixed, s: &State, model: ModelId) -> Option<BladeId> {
    let all = assault::blades(fixed, s, model);
    let own = fixed.kind_of(model).values.s;
    all.into_iter().max_by_key(|blade| crate::scores::blow(fixed, own, fixed.blade_of(*blade).strength))
}

/// What each model of a group strikes with, against groups with these models at their heads.
fn strikes_of(
    fixed: &Fixed,
    s: &State,
    model: ModelId,
    (unit, target): (UnitId, UnitId),
    heads: &[ModelId],
) -> Option<Vec<Strike>> {
    let id = blade(fixed, s, model)?;
    let own = fixed.blade_of(id);
    let several = heads.iter().any(|head| fixed.kind_of(*head).values.w > 1);
    if (several && BEYOND.iter().any(|word| own.has(word))) || own.has("scything-talons") {
        return None;
    }
    let foes = s.unit(target).models.to_vec();
    let need = strikes::need_to_hit(fixed, s, model, id, &foes);
    let charge = strikes::charge_again(fixed, s, unit, id) && !strikes::kept_off(fixed, s, target);
    let again = charge || figures::rolls_again(fixed, s, model, id).is_some();
    let strength = figures::strength(fixed, s, model, id);
    let ap = figures::ap_of(fixed, model, id);
    let doomed = powers::has(s, target, Gift::Doom);
    let hit = with_again(&need, again, |face| need.met_by(face));
    let at = |blow: &dyn Fn(ModelId) -> Blow| -> Vec<_> {
        heads.iter().map(|head| harm(fixed, s, &blow(*head))).collect()
    };
    let ends = match fixed.edition.struck {
        Struck::Unit => {
            let toughness = majority(foes.iter().map(|foe| fixed.kind_of(*foe).values.t));
            let (wounding, twice) = strikes::need_to_wound(fixed, own, strength, toughness);
            let twice = twice || doomed;
            let six = fixed.numbers().melee_rending.wound_face;
            let rends = |face: u8| own.has("rending") && face == six;
            let plain = with_again(&wounding, twice, |face| wounding.met_by(face) && !rends(face));
            let sixes = with_again(&wounding, twice, |face| wounding.met_by(face) && rends(face));
            let end = |wound: Fraction, ap: Option<u8>| End {
                chance: hit.times(wound),
                harm: at(&|head| Blow { strength: Some(strength), ap, ..Blow::wound(head) }),
            };
            vec![end(plain, ap), end(sixes, Some(1))]
        }
        Struck::Engaged => {
            let numbers = &fixed.numbers().melee_rending_too;
            let sixes = with_again(&need, again, |face| need.met_by(face) && face == numbers.face);
            let rends = match need.need() {
                _ if !own.has("rending") => Fraction::ZERO,
                Need::AtLeast(least) if least == numbers.needed.0.unwrap_or(DIE) => {
                    sixes.times(faces(|face| face >= numbers.on.0.unwrap_or(DIE)))
                }
                _ => sixes,
            };
            let blow = |head: ModelId, ap: Option<u8>, rends: bool| Blow {
                strength: Some(strength),
                wounds_on: own.wounds_on.map(|score| (score, rule!("5V-CCW-007"))),
                ap,
                rends,
                again: own.has("multi-bladed") || doomed,
                ..Blow::wound(head)
            };
            vec![
                End { chance: hit.minus(rends), harm: at(&|head| blow(head, ap, false)) },
                End { chance: rends, harm: at(&|head| blow(head, numbers.ap.0, true)) },
            ]
        }
    };
    let (attacks, _) = figures::attacks(fixed, s, model, id, target);
    let (step, _) = figures::initiative(fixed, s, model, id, target);
    let live = |end: &End| end.chance != Fraction::ZERO;
    let blows = Strike {
        step: u32::from(step),
        attacks: u32::from(attacks),
        ends: ends.into_iter().filter(live).collect(),
    };
    let mut all = vec![blows];
    all.splice(0..0, thrown(fixed, s, model, unit, &at));
    Some(all)
}

/// What a blow does to each of those it may strike.
type Harms<'a> = dyn Fn(&dyn Fn(ModelId) -> Blow) -> Vec<grognard_odds::crowd::Harm> + 'a;

/// 5V-FCC-013, 5V-FCC-014: the grenade a charger throws before everybody else.
fn thrown(fixed: &Fixed, s: &State, model: ModelId, unit: UnitId, at: &Harms<'_>) -> Option<Strike> {
    let own = s.unit(unit);
    let frag = fixed.kind_of(model).frag?;
    if fixed.edition.grenades == AssaultGrenades::Initiative || !own.charged || !own.grenades {
        return None;
    }
    let numbers = fixed.numbers();
    let score = numbers.thrown_hit.hit.0.unwrap_or(DIE);
    let blow = |head: ModelId| Blow { strength: Some(frag.strength), ap: frag.ap, ..Blow::wound(head) };
    Some(Strike {
        step: u32::from(numbers.thrown_hit.initiative),
        attacks: u32::from(numbers.thrown.attacks),
        ends: vec![End { chance: faces(|face| face >= score), harm: at(&blow) }],
    })
}
