//! Assail: SH-PCD-014, SH-PCD-015, SH-CMD-021.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};
use grognard_space::grid::{Cell, CellSet, Facing};
use smallvec::SmallVec;

use super::super::card::Kind;
use super::super::choice::Choice as PsychicChoice;
use super::super::event::Event;
use crate::Fixed;
use crate::choice::Choice;
use crate::piece::PieceId;
use crate::play::{Cx, end_overwatch, levels, shooting, whose_turn};
use crate::state::{State, seat};
use crate::table::Table;

/// SH-PCD-014: where a victim can be thrown: over anything that does not block a step.
fn landings(fixed: &Fixed, table: &Table, victim: PieceId, from: Cell) -> CellSet {
    let mut blocked = *table.shut() | table.occupied().without(from);
    if !fixed.climbs(victim) && applies(rule!("SH-AIR-001")) {
        // SH-AIR-001: he does not fit into an air shaft.
        blocked |= fixed.mission.hazards.in_shafts();
    }
    let own = Table::section(fixed, from);
    let barred = |cell: Cell| {
        let other = Table::section(fixed, cell) != own;
        let effect = table.effect_at(fixed, cell);
        other
            && (table.burning.contains(cell)
                || matches!(effect, Some(Kind::Hellfire | Kind::Vortex | Kind::Stasis)))
    };
    let mut reached = CellSet::from(from);
    let mut edge = reached;
    for _ in 0..fixed.numbers().assail.squares {
        let mut next = CellSet::EMPTY;
        for cell in edge {
            next |= fixed.mission.grid.touching(cell, &blocked);
        }
        edge = next.minus(&reached).minus(&blocked).iter().filter(|cell| !barred(*cell)).collect();
        reached |= edge;
    }
    reached
}

/// SH-PCD-014: the caster moves the victim, faces it and may leave it on the ground; it loses overwatch, and points in
/// its own turn.
pub fn assail(state: &mut State, cx: &mut Cx<'_>, who: PieceId, victim: PieceId) -> Step {
    let fixed = cx.fixed();
    let Some(from) = state.table.cell(victim) else { return Ok(()) };
    let owner = seat(state.table.side(who));
    let squares: SmallVec<[Choice; 48]> =
        landings(fixed, &state.table, victim, from).iter().map(Choice::Place).collect();
    state.table.subject = Some(victim);
    let to = match cx.choose(state, Ask::new(owner, "assail", rule!("SH-PCD-014")), &squares)? {
        Choice::Place(to) => to,
        _ => from,
    };
    let now = state.table.facing(victim).map_or(0, |facing| facing.index() as usize);
    let ask = Ask::new(owner, "assail-face", rule!("SH-PCD-014")).default(now);
    let facing = cx.choose(state, ask, &Facing::ALL.map(Choice::Face))?;
    // SH-PRN-002: a Genestealer as well: it pays nothing for getting up, but lies there until it acts.
    let options = [Choice::Pass, Choice::Psychic(PsychicChoice::Floor)];
    let prone =
        cx.choose(state, Ask::new(owner, "assail-prone", rule!("SH-PCD-014")), &options)? != Choice::Pass;
    state.table.subject = None;
    if let PieceId::Marine(index) = victim {
        end_overwatch(state, cx, index, "overwatch.assailed", rules!["SH-PCD-014"]);
        shooting::lose_aim(state, cx, index, rules!["SH-SUS-002"]);
    }
    if to != from {
        state.table.shift(fixed, victim, to);
    }
    if let Choice::Face(facing) = facing {
        state.table.turn_to(fixed, victim, facing);
    }
    if prone {
        state.table.set_prone(fixed, victim, true);
    }
    let lost = daze(state, fixed, victim);
    let rules = rules!["SH-PCD-014", "SH-AMB-089", "SH-PCD-015", "SH-CMD-021"];
    cx.emit(rules, Event::Thrown { victim, from, to, prone, lost }.into());
    if let Some(psychic) = &mut state.table.psychic {
        psychic.assailed = Some(victim);
    }
    // SH-AMB-089: only where it ends.
    levels::may_fall(state, cx, victim)?;
    Ok(())
}

/// SH-PCD-014, SH-AMB-089: in its own turn the victim loses points, those it has or those it would get.
fn daze(state: &mut State, fixed: &Fixed, victim: PieceId) -> u8 {
    let lost = fixed.numbers().assail.points;
    if whose_turn(state) != state.table.side(victim) {
        return 0;
    }
    let (activated, ap) = match victim {
        PieceId::Marine(index) => {
            let model = &mut state.table.marines[index as usize];
            (model.activated, &mut model.ap)
        }
        PieceId::Stealer(index) => {
            let model = &mut state.table.stealers[index as usize];
            (model.activated, &mut model.ap)
        }
        PieceId::Blip(_) => return 0,
    };
    if activated {
        *ap = ap.saturating_sub(lost);
    } else if let Some(psychic) = &mut state.table.psychic {
        psychic.dazed.push((victim, lost));
    }
    lost
}
