//! Going aboard and getting out, for the formation as a whole.

use grognard_space::table::{Length, MoveRules, Moved, Offset, Pose, Table};
use grognard_tabletop::marches;
use smallvec::{SmallVec, smallvec};

use crate::choice::{Choice, MoveKind, Ride, Way};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::legal::moves::{Move, limit};
use crate::legal::transport::{holds, is_transport};
use crate::state::State;

const QUARTERS: &[i32] = &[4, 3, 2, 1];

/// The transports of a formation on the table.
fn transports(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<UnitId> {
    s.standing(formation).map(|(unit, _)| unit).filter(|unit| is_transport(fixed, *unit)).collect()
}

/// Every transport picks up whom it can, the nearest first, and goes on in a direction with what it has left.
pub fn aboard(
    fixed: &Fixed,
    s: &State,
    formation: FormationId,
    kind: MoveKind,
    towards: Offset,
) -> Option<Choice> {
    let (mut ways, mut rides): (Vec<Way>, Vec<Ride>) = Default::default();
    for transport in transports(fixed, s, formation) {
        let mut inside: Vec<UnitId> = s.aboard(transport).collect();
        let Some(start) = s.table.body(transport) else { continue };
        let Some(form) = s.table.form(transport) else { continue };
        let mut at = start.clone();
        let mut left = limit(fixed, kind, transport) - marches::SLACK * 4;
        let mut stops: SmallVec<[Pose; 2]> = SmallVec::new();
        let mut waiting: Vec<(Length, UnitId)> = s
            .standing(formation)
            .filter(|(unit, _)| *unit != transport && !rides.iter().any(|(known, _)| known == unit))
            .map(|(unit, body)| (body.horizontal(start), unit))
            .collect();
        waiting.sort_unstable();
        for (_, unit) in waiting {
            let mut full = inside.clone();
            full.push(unit);
            let Some(body) = s.table.body(unit).filter(|_| holds(fixed, transport, &full)) else { continue };
            let (ours, theirs) = at.outline.closest_points(&body.outline);
            let far = (theirs - ours).length() - Length(1);
            if far > left {
                continue;
            }
            if !at.in_contact(body) {
                let pose = Pose { at: at.pose.at + (theirs - ours).with_length(far), ..at.pose };
                stops.push(pose);
                at = at.moved(form, pose);
                left -= far;
            }
            inside = full;
            rides.push((unit, transport));
        }
        let step = towards.with_length(left.max(Length::ZERO).min(towards.length()));
        if step != Offset::default() {
            stops.push(Pose { at: at.pose.at + step, ..at.pose });
        }
        if !stops.is_empty() {
            ways.push((transport, stops));
        }
    }
    (!rides.is_empty()).then(|| Choice::Paths(formation, ways, rides))
}

/// The formation moves, and everybody aboard gets out.
pub fn out(
    fixed: &Fixed,
    s: &State,
    formation: FormationId,
    kind: MoveKind,
    towards: Offset,
) -> Option<Choice> {
    let manoeuvre = Move::new(fixed, s, formation, kind);
    let ways = marches::formation(&manoeuvre, towards, QUARTERS).unwrap_or_default();
    getting_out(fixed, s, formation, kind, &ways)
}

/// The same ways, with everybody aboard getting out at their ends where there is room.
pub fn getting_out(
    fixed: &Fixed,
    s: &State,
    formation: FormationId,
    kind: MoveKind,
    ways: &[Way],
) -> Option<Choice> {
    let manoeuvre = Move::new(fixed, s, formation, kind);
    let mut table: Table = s.table.clone();
    let mut moved = Moved::new(&s.table);
    for (unit, stops) in ways {
        if let Some(end) = stops.last() {
            moved.move_to(*unit, *end);
            table.move_to(*unit, *end);
        }
    }
    let reach = fixed.numbers().disembarking.within.0;
    let mut all = ways.to_vec();
    for transport in transports(fixed, s, formation) {
        let Some(from) = table.body(transport).cloned() else { continue };
        for unit in s
            .aboard(transport)
            .filter(|unit| s.units[unit.index()].formation == formation)
            .collect::<Vec<_>>()
        {
            let form = fixed.ground.form(fixed.form(unit));
            let Some(others) = manoeuvre.around(unit) else { continue };
            let rules = MoveRules {
                furthest_away: crate::legal::zones::widest(fixed),
                ..MoveRules::up_to(Length::ZERO).among(others)
            };
            let fits = |pose: Pose| form.body(pose).within(&from, reach);
            let spot = table.nearest_spot(form, Pose::at(from.pose.at), reach * 2, &rules, &[unit], &fits);
            if let Some(pose) = spot {
                table.put(unit, fixed.form(unit), formation, pose);
                all.push((unit, smallvec![pose]));
            }
        }
    }
    (all.len() > ways.len()).then(|| Choice::Paths(formation, all, Vec::new()))
}
