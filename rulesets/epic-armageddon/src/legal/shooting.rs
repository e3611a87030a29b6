//! Who can shoot at whom: range, arcs, line of fire, suppression (EA-SHOT, EA-LOF, EA-SUPP).

use grognard_engine::rule;
use grognard_engine::switch::applies;
use grognard_space::table::{Angle, Arc, Body, Length, Outline};
use smallvec::SmallVec;

use super::works;
use crate::abilities::Ability;
use crate::data::unit::ArcName;
use crate::fixed::{Fixed, Gun};
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
    /// EA-ABIL-057: whether only indirect fire reaches it.
    pub hidden: bool,
}

/// A weapon that reaches somebody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aimed {
    /// Which of its unit's.
    pub gun: usize,
    /// EA-ABIL-054: it fires indirectly.
    pub indirect: bool,
    /// EA-SUPP-007, EA-SUPP-008: it cannot fire now, but its unit counts.
    pub spent: bool,
    /// EA-ABIL-169: how many shots it fires, where it does not fire all.
    pub shots: Option<u8>,
    /// Whom it reaches.
    pub at: SmallVec<[Sighted; 8]>,
}

/// A unit that could shoot at a formation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shooter {
    /// Who.
    pub unit: UnitId,
    /// EA-AMB-014: how far from the nearest unit of the target.
    pub far: Length,
    /// With what.
    pub guns: Vec<Aimed>,
}

impl Shooter {
    /// Whether it can fire and not only counts.
    pub fn can_fire(&self) -> bool {
        self.guns.iter().any(|aimed| !aimed.spent)
    }
}

/// The distance of a unit to the nearest of a formation (EA-AMB-014, EA-AMB-020).
pub fn nearest<'a>(body: &Body, others: impl Iterator<Item = (UnitId, &'a Body)>) -> Option<Length> {
    others.map(|(_, other)| body.horizontal(other)).min()
}

/// EA-LOF-008 to EA-LOF-012: whether a weapon looks at a unit.
pub fn in_arc(fixed: &Fixed, arc: Option<ArcName>, from: &Body, to: &Body) -> bool {
    in_arc_of(fixed, arc, from, &to.outline)
}

/// The same for any outline.
pub fn in_arc_of(fixed: &Fixed, arc: Option<ArcName>, from: &Body, to: &Outline) -> bool {
    let row = arc.and_then(|arc| fixed.data.charts.arc.iter().find(|row| row.id == arc));
    let Some(row) = row else { return true };
    let arc = Arc::before(from, Angle::degrees(i32::from(row.width)));
    arc.turned(Angle::degrees(i32::from(row.middle))).touches(to)
}

/// EA-ABIL-111, EA-ABIL-168: whether a weapon has fired its only shot or is being reloaded.
pub fn is_spent(fixed: &Fixed, s: &State, unit: UnitId, gun: &Gun) -> bool {
    let mut fired = s.units[unit.index()].fired.iter().filter(|(line, _)| *line == gun.line);
    if gun.abilities.has(Ability::SingleShot) && applies(rule!("EA-ABIL-111")) {
        return fired.count() >= usize::from(fixed.numbers().single_shot.shots);
    }
    let skips = fixed.numbers().slow_firing.skips;
    let slow = gun.abilities.has(Ability::SlowFiring) && applies(rule!("EA-ABIL-168"));
    if kept(s, unit, gun).is_some() {
        return false;
    }
    slow && fired.any(|(_, turn)| s.turn <= turn + skips)
}

/// EA-ABIL-169: the shots of a slow weapon that were kept when it fired in the turn before.
pub fn kept(s: &State, unit: UnitId, gun: &Gun) -> Option<u8> {
    if !gun.abilities.has(Ability::SlowFiring) {
        return None;
    }
    let own = &s.units[unit.index()];
    let fired = own.fired.iter().filter(|(line, _)| *line == gun.line).map(|(_, turn)| *turn).max()?;
    let shots = own.kept.iter().find(|(line, _)| *line == gun.line).map(|(_, shots)| *shots)?;
    (s.turn == fired + 1 && shots > 0).then_some(shots)
}

/// EA-ABIL-058: whether a distance is within the range of a weapon.
pub fn within_range(fixed: &Fixed, gun: &Gun, far: Length, indirect: bool) -> bool {
    if !indirect {
        return far <= gun.range || !applies(rule!("EA-LOF-006"));
    }
    let numbers = &fixed.numbers().indirect;
    far >= numbers.least.0 && far.0 <= gun.range.0.saturating_mul(i32::from(numbers.times))
}

/// The units of a formation that may shoot, with whose eyes and from where. EA-TRAN-012: nobody who is aboard; EA-ARMY-035: but for
/// the passengers of a Raider.
fn shooting<'a>(fixed: &Fixed, s: &'a State, formation: FormationId) -> Vec<(UnitId, UnitId, &'a Body)> {
    let mut all = Vec::new();
    for (unit, body) in s.standing(formation).filter(|(unit, _)| works::may_fire(fixed, s, *unit, formation))
    {
        all.push((unit, unit, body));
        // EA-SAS-029: those in a bunker shoot as others do.
        if works::is_bunker(fixed, unit) {
            all.extend(s.aboard(unit).map(|inside| (inside, unit, body)));
        }
        if fixed.kind(unit).has(Ability::PassengersShoot) && applies(rule!("EA-ARMY-035")) {
            all.extend(s.aboard(unit).map(|passenger| (passenger, unit, body)));
        }
    }
    all
}

/// EA-SHOT-003, EA-LOF-006: the units with a weapon that reaches and sees a unit of the target.
/// EA-SUPP-005: those without ranged weapons are not among them.
pub fn could_shoot(
    fixed: &Fixed,
    s: &State,
    formation: FormationId,
    target: FormationId,
    indirect: bool,
) -> Vec<Shooter> {
    let mut all = Vec::new();
    let seen_to = crate::weather::visibility(fixed, s);
    let fog = crate::column::seen_to(fixed, s);
    for (unit, eyes, body) in shooting(fixed, s, formation) {
        let guns = &fixed.kind(unit).guns;
        let reach = |gun: &Gun| if indirect { Length(gun.range.0.saturating_mul(2)) } else { gun.range };
        let Some(reach) = guns.iter().map(reach).max() else { continue };
        let sighted = |(other, there): (UnitId, &Body)| {
            let far = body.horizontal(there);
            // EA-WTHR-005: nobody sees farther than the weather lets them.
            if !indirect && seen_to.is_some_and(|most| far > most) && applies(rule!("EA-WTHR-005")) {
                return None;
            }
            // EA-SFL-007: in the fog of the first turn nobody shoots farther, or indirectly.
            if fog.is_some_and(|most| far > most || indirect) {
                return None;
            }
            if far > reach && applies(rule!("EA-LOF-006")) {
                return None;
            }
            let seen = sight::sees(fixed, s, eyes, other);
            (seen != Seen::Hidden || indirect).then(|| Sighted {
                target: other,
                far,
                covered: sight::in_cover(fixed, s, seen, other),
                hidden: seen == Seen::Hidden,
            })
        };
        let sights: Vec<Sighted> = s.standing(target).filter_map(sighted).collect();
        let Some(far) = nearest(body, s.standing(target)).filter(|_| !sights.is_empty()) else { continue };
        let guns: Vec<Aimed> =
            (0..guns.len()).filter_map(|at| aim(fixed, s, unit, body, at, &sights, indirect)).collect();
        if !guns.is_empty() {
            all.push(Shooter { unit, far, guns });
        }
    }
    all
}

fn aim(
    fixed: &Fixed,
    s: &State,
    unit: UnitId,
    body: &Body,
    at: usize,
    sights: &[Sighted],
    indirect: bool,
) -> Option<Aimed> {
    let gun = &fixed.kind(unit).guns[at];
    // EA-AA-002: anti-aircraft fire alone is nothing against the ground.
    if gun.bp.is_none() && gun.fires().next().is_none() {
        return None;
    }
    let indirect = indirect && gun.abilities.has(Ability::IndirectFire);
    let reached = sights.iter().filter(|sight| {
        let there = s.table.body(sight.target);
        (indirect || !sight.hidden)
            && within_range(fixed, gun, sight.far, indirect)
            && there.is_some_and(|there| in_arc(fixed, gun.arc, body, there))
    });
    let at_all: SmallVec<[Sighted; 8]> = reached
        .map(|sight| {
            // EA-ABIL-059: to indirect fire only those who stand in cover are in cover.
            let standing = indirect
                && !sight::stands_in_cover(fixed, s, sight.target)
                && !sight::beside_vehicle(fixed, s, sight.target)
                && !sight::in_shadow(fixed, s, sight.target);
            Sighted { covered: sight.covered && !standing, ..*sight }
        })
        .collect();
    let spent = is_spent(fixed, s, unit, gun);
    (!at_all.is_empty()).then_some(Aimed { gun: at, indirect, spent, shots: kept(s, unit, gun), at: at_all })
}

/// EA-SUPP-001, EA-ARMY-001: how many units of a formation its Blast markers suppress.
pub fn suppressed(fixed: &Fixed, s: &State, formation: FormationId) -> usize {
    let (markers, numbers) = (s.formation(formation).markers, fixed.numbers());
    // EA-ABM-004: aircraft in flight are never suppressed.
    let flying = s.is_flying(formation) && applies(rule!("EA-ABM-004"));
    if flying || !applies(rule!("EA-SUPP-001")) {
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

/// Whether somebody is left to fire once the farthest are suppressed. EA-SUPP-010, EA-AMB-148: a war engine takes as many
/// Blast markers as its initial damage capacity.
pub fn somebody_fires(fixed: &Fixed, shooters: &[Shooter], mut quiet: usize) -> bool {
    let mut all: Vec<&Shooter> = shooters.iter().collect();
    all.sort_by_key(|shooter| (std::cmp::Reverse(shooter.far), shooter.can_fire()));
    all.into_iter().any(|shooter| {
        let needs = usize::from(fixed.kind(shooter.unit).dc);
        let fires = quiet < needs;
        quiet = if fires { 0 } else { quiet - needs };
        fires && shooter.can_fire()
    })
}

/// EA-SHOT-002, EA-SHOT-007: the formations at which somebody can shoot who is not suppressed.
pub fn targets(
    fixed: &Fixed,
    s: &State,
    formation: FormationId,
    indirect: bool,
) -> SmallVec<[FormationId; 8]> {
    let quiet = suppressed(fixed, s, formation);
    let fires = |target: &FormationId| {
        let shooters = could_shoot(fixed, s, formation, *target, indirect);
        let uses = |aimed: &Aimed| aimed.indirect && !aimed.spent;
        (!indirect || shooters.iter().any(|shooter| shooter.guns.iter().any(uses)))
            && somebody_fires(fixed, &shooters, quiet)
    };
    // EA-MULT-009: those whom friends assault are in the way.
    let free = |target: &FormationId| !crate::play::together::is_stormed(fixed, s, formation, *target);
    s.enemies(formation).filter(free).filter(fires).collect()
}
