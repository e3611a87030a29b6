//! Withdrawals of Broken formations (EA-WDRW).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};

use super::{damage, games, losses, movement, wrecks};
use crate::Epic;
use crate::ambush;
use crate::choice::{Choice, MoveKind, Shape, Way};
use crate::event::{Event, Loss};
use crate::ids::{FormationId, UnitId};
use crate::legal::moves::{divided, violations};
use crate::legal::works;
use crate::state::State;

/// EA-WDRW-001, EA-WDRW-003: a formation that has become Broken, or has failed to rally, may make two moves at once.
/// EA-WDRW-009, EA-AMB-041: or stay.
pub fn window(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    let before = s.about.clone();
    s.about.formation = Some(formation);
    // EA-SPF-006: a barge that would have to withdraw is destroyed.
    let stays = |unit: &UnitId| {
        cx.fixed().kind(*unit).has(crate::abilities::Ability::StaysLanded) && applies(rule!("EA-SPF-006"))
    };
    let barges: Vec<UnitId> = s.formation(formation).units.iter().copied().filter(stays).collect();
    for unit in barges {
        losses::lose(s, cx, unit, Loss::RunDown, rules!["EA-SPF-006"]);
        wrecks::settle(s, cx, wrecks::Wreck::Withdrawn)?;
    }
    // EA-SAS-031: bunkers that nobody is left to fight from stay where they are.
    let flees = s
        .standing(formation)
        .any(|(unit, _)| !works::is_bunker(cx.fixed(), unit) || s.aboard(unit).next().is_some());
    let moves = if flees { cx.fixed().numbers().withdrawal.moves } else { 0 };
    let mut planned: Vec<Vec<Way>> = Vec::new();
    let mut moved: Vec<UnitId> = Vec::new();
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
        // EA-SAM-006: in an ambush those who lie in wait make the moves of the column.
        let trap = ambush::hunter(cx.fixed()).filter(|_| ambush::is_now(s) && applies(rule!("EA-SAM-006")));
        let mover = trap.unwrap_or(s.owner(formation));
        let rule = if trap.is_some() { rule!("EA-SAM-006") } else { rule!("EA-WDRW-003") };
        let ask = Ask::new(mover, "withdraw", rule);
        s.about.number = Some(turn + 1);
        match cx.propose(s, ask, Shape::Paths(formation, kind, left))? {
            Choice::Paths(_, ways, rides) => {
                moved.extend(ways.iter().map(|(unit, _)| *unit));
                movement::carry_out(s, cx, formation, kind, &ways, &rides, by)?;
            }
            Choice::March(_, ways) => {
                moved.extend(ways.iter().map(|(unit, _)| *unit));
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
    games::leave(s, cx, formation)?;
    run_down(s, cx, formation, &moved)?;
    s.about = before;
    Ok(())
}

/// EA-WDRW-005, EA-AMB-042: whoever has an enemy near in the end is destroyed, moved or not. EA-ABIL-046: those who are
/// Fearless only if they moved, and only if the enemy is nearer. EA-WE-037, EA-AMB-154: war engines take damage for each.
fn run_down(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId, moved: &[UnitId]) -> Step {
    // EA-SAM-006: nobody may be led near those in wait.
    if !applies(rule!("EA-WDRW-005")) || ambush::is_now(s) {
        return Ok(());
    }
    let numbers = cx.fixed().numbers();
    let mut caught: Vec<(UnitId, u8, bool)> = Vec::new();
    let mut brave = false;
    super::works::cleared(s, cx, formation)?;
    // EA-SAS-031: bunkers stay, unharmed.
    let leaves = |unit: UnitId| !works::is_bunker(cx.fixed(), unit);
    for (unit, body) in s.standing(formation).filter(|(unit, _)| leaves(*unit)) {
        let fearless = crate::marks::is_fearless(cx.fixed(), s, unit) && applies(rule!("EA-ABIL-046"));
        if fearless && !moved.contains(&unit) {
            if s.enemy_units(formation).any(|(_, other)| body.horizontal(other) <= numbers.too_near.within.0)
            {
                brave = true;
            }
            continue;
        }
        let within = if fearless { numbers.fearless.within.0 } else { numbers.too_near.within.0 };
        let near = s.enemy_units(formation).filter(|(_, other)| body.horizontal(other) <= within).count();
        if near > 0 {
            caught.push((unit, near as u8, fearless));
        }
    }
    // EA-ABIL-047: those who are Fearless may stay near the enemy, in his zones and in contact.
    if brave {
        cx.emit(rules!["EA-ABIL-046", "EA-ABIL-047"], Event::Stays { formation });
    }
    for (unit, near, fearless) in caught {
        if cx.fixed().kind(unit).is_war_engine() {
            let points = near * cx.fixed().numbers().engine_caught.damage;
            damage::suffer(
                s,
                cx,
                unit,
                points,
                Loss::RunDown,
                rules!["EA-WE-037", "EA-AMB-154", "EA-VOID-006"],
            )?;
            continue;
        }
        let rules =
            if fearless { rules!["EA-WDRW-005", "EA-ABIL-046"] } else { rules!["EA-WDRW-005", "EA-AMB-042"] };
        let mut rules = rules.to_vec();
        if cx.fixed().kind(unit).speed == grognard_space::table::Length::ZERO {
            rules.push(rule!("EA-WDRW-006"));
        }
        rules.extend(losses::no_save(cx.fixed(), unit));
        losses::lose(s, cx, unit, Loss::RunDown, &rules);
    }
    // EA-TRAN-021, EA-AMB-174: so are those aboard.
    wrecks::settle(s, cx, wrecks::Wreck::Withdrawn)?;
    Ok(())
}
