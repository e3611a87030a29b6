//! Crossfire: a line between two friendly formations that crosses the target (EA-XFIR-001 to EA-XFIR-005).

use grognard_engine::rule;
use grognard_engine::switch::applies;
use grognard_space::table::{Body, Length, Outline};

use super::coherency::links;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::sight::{self, Seen};
use crate::state::State;

/// EA-XFIR-002, EA-AMB-127: what a line has to cross: units of the target, and the gaps between those of them that are
/// within coherency of each other.
fn crossed(fixed: &Fixed, s: &State, target: FormationId) -> Vec<Outline> {
    let units: Vec<(UnitId, &Body)> = s.standing(target).collect();
    let mut all: Vec<Outline> = units.iter().map(|(_, body)| body.outline.clone()).collect();
    let links = links(fixed, &units).links;
    all.extend(links.iter().map(|(one, other)| {
        let (from, to) = units[*one].1.outline.closest_points(&units[*other].1.outline);
        Outline::convex([from, to])
    }));
    all
}

/// EA-XFIR-005: the formations that help: friends of the shooters that have not marched and are not Broken.
fn helpers<'a>(
    fixed: &'a Fixed,
    s: &'a State,
    formation: FormationId,
) -> impl Iterator<Item = FormationId> + 'a {
    let team = s.formation(formation).team;
    s.formation_ids().filter(move |id| {
        let own = s.formation(*id);
        // EA-ARMY-032: Dark Eldar help even after a march.
        let fleet = fixed.has_rule(*id, rule!("EA-ARMY-032")) && applies(rule!("EA-ARMY-032"));
        let barred = (own.marched && !fleet || own.broken) && applies(rule!("EA-XFIR-005"));
        // EA-XFIR-012: no aircraft in flight.
        *id != formation && own.team == team && !barred && !s.is_flying(*id)
    })
}

/// Whether a formation that shoots at a target has it in a crossfire: a unit of its own and one of another friendly formation,
/// with a line between them that crosses the target (EA-XFIR-001, EA-XFIR-002), where the helper sees a unit of the target
/// (EA-XFIR-003). EA-XFIR-004, EA-XFIR-009, EA-XFIR-010: it need not see the shooter, nor shoot, nor have a weapon.
pub fn crossfire(
    fixed: &Fixed,
    s: &State,
    formation: FormationId,
    target: FormationId,
) -> Option<(UnitId, UnitId)> {
    let longest = fixed.numbers().crossfire.line.0;
    let crossed = crossed(fixed, s, target);
    let sees = |helper: UnitId| {
        s.standing(target).any(|(unit, _)| sight::sees(fixed, s, helper, unit) != Seen::Hidden)
            || !applies(rule!("EA-XFIR-003"))
    };
    for other in helpers(fixed, s, formation) {
        for (helper, there) in s.standing(other) {
            let line = |(unit, body): (UnitId, &Body)| {
                if !body.within(there, longest) {
                    return None;
                }
                let line = Outline::convex([body.pose.at, there.pose.at]);
                crossed.iter().any(|part| part.within(&line, Length::ZERO)).then_some(unit)
            };
            if let Some(unit) = s.standing(formation).find_map(line).filter(|_| sees(helper)) {
                return Some((unit, helper));
            }
        }
    }
    None
}
