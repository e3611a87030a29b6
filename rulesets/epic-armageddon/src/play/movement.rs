//! Moves of an action, and what the loss of coherency costs (EA-MOV, EA-COH).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Length;

use super::{damage, losses, markers, overwatch, terrain, wrecks};
use crate::Epic;
use crate::choice::{Choice, MoveKind, Ride, Shape, Way};
use crate::event::{Event, Loss};
use crate::ids::{FormationId, UnitId};
use crate::legal::coherency::parts;
use crate::legal::moves::{divided, length, rule_of, violations};
use crate::state::State;

#[derive(Clone, Copy)]
struct Keep(UnitId);

impl From<Keep> for Choice {
    fn from(keep: Keep) -> Choice {
        Choice::Keep(keep.0)
    }
}

/// One move: each unit up to its Speed, or not at all (EA-MOV-001, EA-MOV-002, EA-ACT-016). `left` is how many moves of the
/// action there are with this one; a way drawn for all of them is kept, and asked for again only where it is barred by then.
pub fn make(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId, left: u8, by: &[RuleId]) -> Step {
    let kind = MoveKind::Move;
    if !s.planned.is_empty() {
        let planned = s.planned.remove(0);
        let stands = planned.iter().all(|(unit, _)| s.table.body(*unit).is_some());
        if stands && violations(cx.fixed(), s, formation, kind, left, &planned, &[]).is_empty() {
            return carry_out(s, cx, formation, kind, &planned, &[], by);
        }
        s.planned.clear();
    }
    s.about.number = Some(left);
    let ask = Ask::new(s.owner(formation), "move", rule_of(kind));
    match cx.propose(s, ask, Shape::Paths(formation, kind, left))? {
        Choice::Paths(_, ways, rides) => carry_out(s, cx, formation, kind, &ways, &rides, by),
        Choice::March(_, ways) => {
            let mut all = divided(s, &ways, left);
            let first = all.remove(0);
            s.planned = all;
            carry_out(s, cx, formation, kind, &first, &[], by)
        }
        _ => cx.broken("a move was answered with something else"),
    }
}

/// Moves the units, then sees who was left behind (EA-COH-003: after each single move); in the end those get out of
/// transports who do (EA-TRAN-006).
pub fn carry_out(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    kind: MoveKind,
    ways: &[Way],
    rides: &[Ride],
    by: &[RuleId],
) -> Step {
    let mut far = Length::ZERO;
    let (leaving, walking): (Vec<&Way>, Vec<&Way>) =
        ways.iter().partition(|(unit, _)| s.transport_of(*unit).is_some());
    let dangers: Vec<terrain::Tests> =
        walking.iter().filter_map(|way| terrain::tests(cx.fixed(), s, way)).collect();
    for (unit, stops) in &walking {
        if let (Some(body), Some(end)) = (s.table.body(*unit), stops.last()) {
            far = far.max(length(body.pose, stops));
            s.put(cx.fixed(), *unit, *end);
        }
    }
    let mut rules = by.to_vec();
    // EA-ACT-016: not to move is a move, too.
    rules.push(if ways.is_empty() { rule!("EA-ACT-016") } else { rule!("EA-MOV-001") });
    cx.emit(&rules, Event::Moved { formation, kind, ways: ways.to_vec(), far });
    terrain::take(s, cx, &dangers)?;
    for (unit, transport) in
        rides.iter().filter(|(_, transport)| s.table.body(*transport).is_some()).copied().collect::<Vec<_>>()
    {
        s.embark(unit, transport);
        cx.emit(rules!["EA-TRAN-001", "EA-TRAN-002", "EA-TRAN-003"], Event::Embarked { unit, transport });
    }
    scatter(s, cx, formation, kind)?;
    // EA-OVER-006 to EA-OVER-008, EA-MOV-005: whoever moved, or might have, may be shot at. EA-AMB-004: before anybody gets
    // out, and after it.
    overwatch::window(s, cx, formation)?;
    if s.formation(formation).broken && kind != MoveKind::Withdrawal {
        return Ok(());
    }
    let mut out = false;
    for (unit, stops) in leaving {
        // Whoever is lost with its transport by then gets out no more.
        let (Some(transport), Some(end)) = (s.transport_of(*unit), stops.last()) else { continue };
        if s.table.body(transport).is_some() {
            s.put(cx.fixed(), *unit, *end);
            cx.emit(rules!["EA-TRAN-006", "EA-TRAN-007"], Event::Disembarked { unit: *unit, transport });
            out = true;
        }
    }
    if out {
        overwatch::window(s, cx, formation)?;
    }
    Ok(())
}

/// EA-COH-001, EA-AMB-009: the owner keeps one part of an incoherent formation, the rest is destroyed. EA-COH-002: each unit
/// lost is a Blast marker; EA-AMB-141: not in a withdrawal.
fn scatter(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId, kind: MoveKind) -> Step {
    // EA-AMB-034, EA-AMB-141: counter charges and consolidations that tear a formation apart are refused.
    if matches!(kind, MoveKind::CounterCharge | MoveKind::Consolidation) {
        return Ok(());
    }
    let parts = parts(cx.fixed(), s, formation);
    if parts.len() < 2 || !applies(rule!("EA-COH-001")) {
        return Ok(());
    }
    s.about.formation = Some(formation);
    let options: Vec<Keep> = parts.iter().map(|part| Keep(part[0])).collect();
    let Keep(kept) = cx.choose(s, Ask::new(s.owner(formation), "keep", rule!("EA-COH-001")), &options)?;
    let mut lost: u8 = 0;
    for unit in parts.iter().filter(|part| !part.contains(&kept)).flatten() {
        let aboard: Vec<UnitId> = s.aboard(*unit).collect();
        for unit in aboard.into_iter().chain([*unit]) {
            lost +=
                u8::from(!losses::is_expendable(cx.fixed(), s, unit)) * damage::counts_as(cx.fixed(), unit);
            let rules = rules!["EA-COH-001", "EA-COH-003", "EA-AMB-009"];
            losses::lose(s, cx, unit, Loss::Scattered, rules);
        }
    }
    wrecks::forget(s);
    if kind == MoveKind::Withdrawal && applies(rule!("EA-AMB-141")) {
        return Ok(());
    }
    let count = lost * cx.fixed().numbers().out_of_coherency.markers;
    markers::give(s, cx, formation, count, None, rules!["EA-COH-002", "EA-BM-001"])?;
    // EA-ASLT-046: in an assault nobody breaks before its end.
    if s.assault.is_none() || kind == MoveKind::Charge {
        markers::check(s, cx, formation, None)?;
    }
    Ok(())
}
