//! Who takes part in an assault: intermingled formations, those directly engaged, supporting fire (EA-ASLT, EA-MING).

use grognard_engine::refusal::Violation;
use grognard_engine::rule;
use grognard_engine::switch::applies;
use grognard_space::table::{Body, Length};
use smallvec::SmallVec;

use super::{broken, other_kind, with, works};
use crate::abilities::Ability;
use crate::assault::{Assault, Role};
use crate::choice::Choice;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::sight::{self, Seen};
use crate::state::State;

/// The units of some formations on the table.
pub fn units_of<'a>(
    s: &'a State,
    formations: &'a [FormationId],
) -> impl Iterator<Item = (UnitId, &'a Body)> + 'a {
    formations.iter().flat_map(|formation| s.standing(*formation))
}

/// Whether two formations have units so near each other.
fn within(s: &State, one: FormationId, other: FormationId, reach: Length) -> bool {
    s.standing(one).any(|(_, body)| s.standing(other).any(|(_, near)| body.within(near, reach)))
}

/// EA-MING-001: the other formations of a player that are intermingled with a formation, through others or directly.
pub fn intermingled(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<FormationId> {
    let reach = fixed.numbers().intermingled.within.0;
    let mut group = vec![formation];
    let mut at = 0;
    while at < group.len() {
        let next = group[at];
        let near: Vec<FormationId> = s
            .of_side(s.owner(formation))
            .filter(|other| !group.contains(other) && within(s, next, *other, reach))
            .collect();
        group.extend(near);
        at += 1;
    }
    group.remove(0);
    group.sort_unstable();
    group
}

/// EA-ABIL-015: the formations a Commander of a formation may bring along: near it, and yet to act.
pub fn followers(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<FormationId> {
    let commands = s.formation(formation).units.iter().any(|unit| fixed.kind(*unit).has(Ability::Commander));
    if !commands || !applies(rule!("EA-ABIL-015")) {
        return Vec::new();
    }
    let reach = fixed.numbers().commander.within.0;
    let may = super::actions::to_act(fixed, s, s.owner(formation));
    may.into_iter().filter(|other| *other != formation && within(s, formation, *other, reach)).collect()
}

/// Whether a unit is so near an enemy, and sees it (EA-ASLT-006, EA-ASLT-036).
fn faces(
    fixed: &Fixed,
    s: &State,
    (unit, body): (UnitId, &Body),
    (foe, there): (UnitId, &Body),
    reach: Length,
) -> bool {
    body.within(there, reach) && (body.in_contact(there) || sight::sees(fixed, s, unit, foe) != Seen::Hidden)
}

/// EA-ASLT-006, EA-ASLT-033, EA-MING-010, EA-MING-011: whether a unit of the attackers is near enough to the defenders.
pub fn reached(fixed: &Fixed, s: &State, assault: &Assault) -> bool {
    let reach = fixed.numbers().charge.within.0;
    units_of(s, assault.of(Role::Attacker))
        .any(|own| units_of(s, assault.of(Role::Defender)).any(|foe| faces(fixed, s, own, foe, reach)))
}

/// EA-ASLT-037: the units of a side that are directly engaged: they touch an enemy of the assault, or are near enough and
/// see one.
pub fn engaged(fixed: &Fixed, s: &State, assault: &Assault, role: Role) -> Vec<UnitId> {
    let reach = fixed.numbers().firefight.within.0;
    let fights = |own: &(UnitId, &Body)| {
        units_of(s, assault.of(role.other())).any(|foe| faces(fixed, s, *own, foe, reach))
    };
    units_of(s, assault.of(role)).filter(fights).map(|(unit, _)| unit).collect()
}

/// EA-ASLT-035: whether a unit touches an enemy of the assault.
pub fn in_contact(s: &State, assault: &Assault, unit: UnitId) -> bool {
    let Some(role) = assault.role(s.units[unit.index()].formation) else { return false };
    let Some(body) = s.table.body(unit) else { return false };
    units_of(s, assault.of(role.other())).any(|(_, foe)| body.in_contact(foe))
}

/// The enemies of the assault a unit touches.
pub fn touched(s: &State, assault: &Assault, unit: UnitId) -> Vec<UnitId> {
    let Some(role) = assault.role(s.units[unit.index()].formation) else { return Vec::new() };
    let Some(body) = s.table.body(unit) else { return Vec::new() };
    let foes = units_of(s, assault.of(role.other()));
    foes.filter(|(_, foe)| body.in_contact(foe)).map(|(foe, _)| foe).collect()
}

/// EA-ABIL-113, EA-ABIL-123: whether a unit in base contact uses Firefight, and makes those it touches use it.
fn keeps_off(fixed: &Fixed, assault: &Assault, unit: UnitId) -> bool {
    assault.firefight.contains(&unit) && applies(rule!("EA-ABIL-113"))
        || fixed.kind(unit).has(Ability::SupportCraft) && applies(rule!("EA-ABIL-123"))
}

/// EA-ASLT-035, EA-ABIL-164, EA-ABIL-165: the enemies a unit fights in close combat: those it touches, where neither of both
/// keeps to Firefight.
pub fn close_combat(fixed: &Fixed, s: &State, assault: &Assault, unit: UnitId) -> Vec<UnitId> {
    if keeps_off(fixed, assault, unit) {
        return Vec::new();
    }
    let mut all = touched(s, assault, unit);
    all.retain(|foe| !keeps_off(fixed, assault, *foe));
    all
}

/// EA-WE-044: the enemies a war engine fights in a firefight: near it and seen, but not in base contact, except those that
/// keep to Firefight there. EA-ABIL-166: a skimmer fights those in base contact, too.
pub fn firefight(fixed: &Fixed, s: &State, assault: &Assault, unit: UnitId) -> Vec<UnitId> {
    let role = assault.role(s.units[unit.index()].formation);
    let (Some(role), Some(body)) = (role, s.table.body(unit)) else { return Vec::new() };
    let close = close_combat(fixed, s, assault, unit);
    let skims = fixed.kind(unit).has(Ability::Skimmer) && applies(rule!("EA-ABIL-166"));
    let reach = fixed.numbers().firefight.within.0;
    units_of(s, assault.of(role.other()))
        .filter(|(foe, _)| skims || !close.contains(foe))
        .filter(|foe| faces(fixed, s, (unit, body), *foe, reach))
        .map(|(foe, _)| foe)
        .collect()
}

/// EA-ABIL-119: the enemies of the assault a unit sees, so near.
pub fn in_sight(fixed: &Fixed, s: &State, assault: &Assault, unit: UnitId) -> Vec<UnitId> {
    let role = assault.role(s.units[unit.index()].formation);
    let (Some(role), Some(body)) = (role, s.table.body(unit)) else { return Vec::new() };
    let reach = fixed.numbers().firefight.within.0;
    units_of(s, assault.of(role.other()))
        .filter(|foe| faces(fixed, s, (unit, body), *foe, reach))
        .map(|(foe, _)| foe)
        .collect()
}

/// EA-ABIL-113: the skimmers of a side in base contact, which may use Firefight there.
pub fn skimmers(fixed: &Fixed, s: &State, assault: &Assault, role: Role) -> Vec<UnitId> {
    let may = |unit: &UnitId| {
        let kind = fixed.kind(*unit);
        kind.has(Ability::Skimmer) && !kind.has(Ability::SupportCraft) && kind.ff.is_some()
    };
    let all = units_of(s, assault.of(role)).map(|(unit, _)| unit).filter(may);
    all.filter(|unit| applies(rule!("EA-ABIL-113")) && !touched(s, assault, *unit).is_empty()).collect()
}

/// EA-AMB-020: how far a unit is from the nearest enemy in the assault; 0 in base contact.
pub fn distance(s: &State, assault: &Assault, unit: UnitId) -> Length {
    let role = assault.role(s.units[unit.index()].formation);
    let (Some(role), Some(body)) = (role, s.table.body(unit)) else { return Length::UNBOUNDED };
    units_of(s, assault.of(role.other()))
        .map(|(_, foe)| if body.in_contact(foe) { Length::ZERO } else { body.horizontal(foe) })
        .min()
        .unwrap_or(Length::UNBOUNDED)
}

/// EA-ASLT-053, EA-ASLT-054, EA-BRKN-010: the units of other formations on a side that may lend supporting fire: near a
/// unit of the other side that is directly engaged, and seeing it.
pub fn supporters(fixed: &Fixed, s: &State, assault: &Assault, role: Role) -> Vec<UnitId> {
    let Some(first) = assault.of(role).first() else { return Vec::new() };
    let team = s.formation(*first).team;
    let reach = fixed.numbers().support.within.0;
    let foes: SmallVec<[(UnitId, &Body); 12]> = assault.engaged[role.other().index()]
        .iter()
        // EA-OBJ-011: those behind the walls of a blockhouse are out of its reach.
        .filter(|unit| !crate::marks::is_walled_in(fixed, s, s.units[unit.index()].formation))
        .filter_map(|unit| Some((*unit, s.table.body(*unit)?)))
        .collect();
    let may = |id: &FormationId| {
        let own = s.formation(*id);
        // EA-ARMY-032: Dark Eldar support even after a march.
        let fleet = fixed.has_rule(*id, rule!("EA-ARMY-032")) && applies(rule!("EA-ARMY-032"));
        let barred = (own.broken || own.marched && !fleet) && applies(rule!("EA-ASLT-054"));
        // EA-ASLT-058: no aircraft in flight.
        own.team == team && !assault.of(role).contains(id) && !barred && !s.is_flying(*id)
    };
    let helps = |own: &(UnitId, &Body)| {
        fixed.kind(own.0).ff.is_some() && foes.iter().any(|foe| faces(fixed, s, *own, *foe, reach))
    };
    let mut all: Vec<UnitId> = s
        .formation_ids()
        .filter(may)
        .flat_map(|id| s.standing(id))
        .filter(helps)
        .map(|(unit, _)| unit)
        .collect();
    // EA-SAS-029: so do those in bunkers.
    if works::any(fixed) {
        let sees = |own: &(UnitId, &Body)| foes.iter().any(|foe| faces(fixed, s, *own, *foe, reach));
        let bunkers = s.formation_ids().filter(may).flat_map(|id| s.standing(id));
        let bunkers = bunkers.filter(|(unit, _)| works::is_bunker(fixed, *unit)).filter(sees);
        let inside = bunkers.flat_map(|(bunker, _)| s.aboard(bunker));
        all.extend(inside.filter(|unit| fixed.kind(*unit).ff.is_some()));
    }
    all
}

/// Every violation of a choice of skimmers that use Firefight.
pub fn check_firefight(fixed: &Fixed, may: &[UnitId], choice: &Choice) -> Vec<Violation> {
    let rule = rule!("EA-ABIL-113");
    let Choice::Firefight(units) = choice else { return other_kind(rule) };
    named_of(fixed, rule, "why.not-of-the-formation", may, units)
}

/// Units that are named twice, or are none of those that may be.
fn named_of(
    fixed: &Fixed,
    rule: grognard_engine::RuleId,
    key: &'static str,
    may: &[UnitId],
    units: &[UnitId],
) -> Vec<Violation> {
    let wrong: Vec<UnitId> = units
        .iter()
        .enumerate()
        .filter(|(at, unit)| !may.contains(unit) || units[..*at].contains(unit))
        .map(|(_, unit)| *unit)
        .collect();
    if wrong.is_empty() { Vec::new() } else { vec![broken(fixed, rule, key, &wrong)] }
}

/// Every violation of a choice of supporters.
pub fn check_support(fixed: &Fixed, s: &State, may: &[UnitId], choice: &Choice) -> Vec<Violation> {
    let rule = rule!("EA-ASLT-053");
    let Choice::Support(units) = choice else { return other_kind(rule) };
    let known = |unit: &&UnitId| unit.index() < s.units.len() && !may.contains(unit);
    let of = |unit: &UnitId| s.units[unit.index()].formation;
    let strangers: Vec<FormationId> = units.iter().filter(known).map(of).collect();
    let any = |holds: &dyn Fn(FormationId) -> bool| strangers.iter().any(|id| holds(*id));
    let also = [
        (any(&|id| s.formation(id).broken), rule!("EA-BRKN-010")),
        (any(&|id| s.formation(id).marched), rule!("EA-ASLT-054")),
        (any(&|id| s.is_flying(id)), rule!("EA-ASLT-058")),
    ];
    let also: Vec<_> = also.into_iter().filter(|(holds, _)| *holds).map(|(_, rule)| rule).collect();
    named_of(fixed, rule, "why.no-support", may, units).into_iter().map(|wrong| with(wrong, &also)).collect()
}

/// Every violation of the formations named to take part in an assault: EA-MING-002 enemies that are intermingled with the target,
/// EA-ABIL-015 friends a Commander may bring along, so many of them.
pub fn check_with(
    fixed: &Fixed,
    enemies: &[FormationId],
    friends: &[FormationId],
    choice: &Choice,
) -> Vec<Violation> {
    let rule = rule!("EA-MING-002");
    let Choice::With(named) = choice else { return other_kind(rule) };
    let known = |at: usize, id: &FormationId| {
        (enemies.contains(id) || friends.contains(id)) && !named[..at].contains(id)
    };
    let mut wrong = Vec::new();
    if named.iter().enumerate().any(|(at, id)| !known(at, id)) {
        wrong.push(broken(fixed, rule, "why.not-in-the-assault", &[]));
    }
    let most = usize::from(fixed.numbers().commander.followers);
    if named.iter().filter(|id| friends.contains(id)).count() > most {
        wrong.push(broken(fixed, rule!("EA-ABIL-015"), "why.too-many-follow", &[]));
    }
    wrong
}
