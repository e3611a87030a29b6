//! Who can shoot at whom: range, line of fire, suppression (EA-SHOT, EA-LOF, EA-SUPP).

use grognard_engine::rule;
use grognard_engine::switch::applies;
use grognard_space::table::{Body, Length};
use smallvec::SmallVec;

use crate::fixed::{Class, Fixed, Gun};
use crate::ids::{FormationId, UnitId};
use crate::sight::{self, Seen};
use crate::state::State;

/// A target as one unit sees it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Sighted {
    /// The unit aimed at.
    pub target: UnitId,
    /// How far it is.
    pub far: Length,
    /// EA-TERR-013: whether it is in cover from here.
    pub covered: bool,
}

/// A unit that could shoot at a formation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shooter {
    /// Who.
    pub unit: UnitId,
    /// EA-AMB-014: how far from the nearest unit of the target.
    pub far: Length,
    /// What it sees within the reach of some weapon.
    pub sights: Vec<Sighted>,
}

/// The distance of a unit to the nearest of a formation (EA-AMB-014, EA-AMB-020).
pub fn nearest<'a>(body: &Body, others: impl Iterator<Item = (UnitId, &'a Body)>) -> Option<Length> {
    others.map(|(_, other)| body.horizontal(other)).min()
}

/// EA-SHOT-003, EA-LOF-006: the units with a weapon that reaches and sees a unit of the target.
/// Those without ranged weapons are not among them.
pub fn could_shoot(fixed: &Fixed, s: &State, formation: FormationId, target: FormationId) -> Vec<Shooter> {
    let mut all = Vec::new();
    for (unit, body) in s.standing(formation) {
        let Some(reach) = fixed.kind(unit).guns.iter().map(|gun| gun.range).max() else { continue };
        let sighted = |(other, there): (UnitId, &Body)| {
            let far = body.horizontal(there);
            if far > reach && applies(rule!("EA-LOF-006")) {
                return None;
            }
            let seen = sight::sees(fixed, s, unit, other);
            (seen != Seen::Hidden).then(|| Sighted {
                target: other,
                far,
                covered: sight::in_cover(fixed, s, seen, other),
            })
        };
        let sights: Vec<Sighted> = s.standing(target).filter_map(sighted).collect();
        let Some(far) = nearest(body, s.standing(target)).filter(|_| !sights.is_empty()) else { continue };
        all.push(Shooter { unit, far, sights });
    }
    all
}

/// EA-SUPP-001, EA-ARMY-001: how many units of a formation its Blast markers suppress.
pub fn suppressed(fixed: &Fixed, s: &State, formation: FormationId) -> usize {
    let (markers, numbers) = (s.formation(formation).markers, fixed.numbers());
    if !applies(rule!("EA-SUPP-001")) {
        return 0;
    }
    let marine = rule!("EA-ARMY-001");
    let units = if fixed.has_rule(formation, marine) && applies(marine) {
        markers / numbers.marine_suppression.markers * numbers.marine_suppression.units
    } else {
        markers.saturating_mul(numbers.suppression.units)
    };
    usize::from(units)
}

/// EA-SHOT-002, EA-SHOT-007: the formations at which somebody can shoot who is not suppressed.
pub fn targets(fixed: &Fixed, s: &State, formation: FormationId) -> SmallVec<[FormationId; 8]> {
    let quiet = suppressed(fixed, s, formation);
    s.enemies(formation).filter(|target| could_shoot(fixed, s, formation, *target).len() > quiet).collect()
}

/// The class of a formation's units; AP and AT against a mixed one are not built yet.
pub fn class_of(fixed: &Fixed, s: &State, formation: FormationId) -> Class {
    s.formation(formation).units.first().map_or(Class::Infantry, |unit| fixed.kind(*unit).class)
}

/// The guns of a unit that reach one of what it sees.
pub fn guns<'a>(fixed: &'a Fixed, shooter: &'a Shooter) -> impl Iterator<Item = &'a Gun> {
    let nearest = shooter.sights.iter().map(|sight| sight.far).min().unwrap_or(Length::ZERO);
    fixed.kind(shooter.unit).guns.iter().filter(move |gun| nearest <= gun.range)
}
