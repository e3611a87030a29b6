//! Withdrawals of Broken formations (EA-WDRW).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};

use super::{movement, wrecks};
use crate::Epic;
use crate::choice::{Choice, MoveKind, Shape, Way};
use crate::event::{Event, Loss};
use crate::ids::{FormationId, UnitId};
use crate::legal::moves::{divided, violations};
use crate::legal::shooting::nearest;
use crate::state::State;

/// EA-WDRW-001, EA-WDRW-003: a formation that has become Broken, or has failed to rally, may make two moves at once.
/// EA-WDRW-009, EA-AMB-041: or stay.
pub fn window(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    let before = s.about.clone();
    s.about.formation = Some(formation);
    let moves = cx.fixed().numbers().withdrawal.moves;
    let mut planned: Vec<Vec<Way>> = Vec::new();
    for turn in 0..moves {
        if !s.is_on_table(formation) || !applies(rule!("EA-WDRW-001")) {
            break;
        }
        let by = rules!["EA-WDRW-001", "EA-WDRW-003", "EA-WDRW-004", "EA-ZOC-010"];
        let (kind, left) = (MoveKind::Withdrawal, moves - turn);
        if !planned.is_empty() {
            let ways = planned.remove(0);
            let stands = ways.iter().all(|(unit, _)| s.table.body(*unit).is_some());
            if stands && violations(cx.fixed(), s, formation, kind, left, &ways, &[]).is_empty() {
                movement::carry_out(s, cx, formation, kind, &ways, &[], by)?;
                continue;
            }
            planned.clear();
        }
        let ask = Ask::new(s.owner(formation), "withdraw", rule!("EA-WDRW-003"));
        s.about.number = Some(turn + 1);
        match cx.propose(s, ask, Shape::Paths(formation, kind, left))? {
            Choice::Paths(_, ways, rides) => {
                movement::carry_out(s, cx, formation, kind, &ways, &rides, by)?;
            }
            Choice::March(_, ways) => {
                planned = divided(s, &ways, left);
                let first = planned.remove(0);
                movement::carry_out(s, cx, formation, kind, &first, &[], by)?;
            }
            _ => {
                if turn == 0 {
                    cx.emit(rules!["EA-WDRW-009", "EA-MOV-006"], Event::Stays { formation });
                }
                break;
            }
        }
    }
    run_down(s, cx, formation)?;
    s.about = before;
    Ok(())
}

/// EA-WDRW-005, EA-AMB-042: whoever has an enemy near him in the end is destroyed, moved or not.
fn run_down(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    if !applies(rule!("EA-WDRW-005")) {
        return Ok(());
    }
    let within = cx.fixed().numbers().too_near.within.0;
    let caught: Vec<UnitId> = s
        .standing(formation)
        .filter(|(_, body)| nearest(body, s.enemy_units(formation)).is_some_and(|far| far <= within))
        .map(|(unit, _)| unit)
        .collect();
    for unit in caught {
        s.remove(unit);
        cx.emit(rules!["EA-WDRW-005", "EA-AMB-042"], Event::Lost { unit, why: Loss::RunDown });
    }
    // EA-TRAN-021, EA-AMB-174: so are those aboard.
    wrecks::settle(s, cx, wrecks::Wreck::AllLost)?;
    Ok(())
}
