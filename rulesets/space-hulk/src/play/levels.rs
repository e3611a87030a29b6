//! Between the levels: SH-LAD, SH-PIT, SH-PRN.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, Rules, rule, rules};
use grognard_space::grid::{Cell, Facing};
use smallvec::SmallVec;

use super::act::choose_facing;
use super::{Cx, Fate, conversion, doom, end_overwatch, shooting, slay};
use crate::choice::Choice;
use crate::eldar::seers;
use crate::event::{Cause, Event};
use crate::piece::{PieceId, Place};
use crate::state::{State, seat};

/// SH-LAD-003 to SH-LAD-005, SH-PIT-012: up or down in one go, then any facing.
pub fn climb(state: &mut State, cx: &mut Cx<'_>, who: PieceId, to: Cell) -> Step {
    let fixed = cx.fixed();
    let Some(from) = state.table.cell(who) else { return Ok(()) };
    let hole = if fixed.mission.below(from) == Some(to) { from } else { to };
    let ladder = state.table.things.ladders.contains(hole);
    state.table.shift(fixed, who, to);
    let rules = if ladder {
        rules!["SH-LAD-001", "SH-LAD-003", "SH-LAD-005", "SH-ACT-021", "SH-BRD-008"]
    } else {
        rules!["SH-PIT-012", "SH-ACT-027", "SH-BRD-008"]
    };
    let rules: SmallVec<[RuleId; 8]> = rules.iter().chain(roughness(state, to)).copied().collect();
    cx.emit(&rules, Event::Climbed { piece: who, from, to });
    if may_fall(state, cx, who)? {
        return Ok(());
    }
    let rule = if ladder { rule!("SH-LAD-004") } else { rule!("SH-PIT-014") };
    choose_facing(state, cx, who, rule)
}

/// SH-RUB-001, SH-MOV-008: what makes a square dearer to come to, whichever way.
pub(super) fn roughness(state: &State, to: Cell) -> Rules {
    if state.table.things.rubble.contains(to) { rules!["SH-RUB-001", "SH-MOV-008"] } else { &[] }
}

/// SH-PIT-006, SH-PIT-007, SH-PIT-013, SH-LAD-007: down through a hole, announced on entering it or later.
pub fn jump(state: &mut State, cx: &mut Cx<'_>, who: PieceId, entering: bool) -> Step {
    let fixed = cx.fixed();
    let Some(from) = state.table.cell(who) else { return Ok(()) };
    let Some(to) = fixed.mission.below(from) else { return Ok(()) };
    let mut rules: SmallVec<[RuleId; 8]> = SmallVec::from_slice(rules!["SH-ACT-028", "SH-BRD-008"]);
    rules.push(match (who, entering) {
        (PieceId::Marine(_), true) if !fixed.climbs(who) => rule!("SH-PIT-006"),
        (PieceId::Marine(_), false) if !fixed.climbs(who) => rule!("SH-PIT-007"),
        _ => rule!("SH-PIT-013"),
    });
    if state.table.things.ladders.contains(from) {
        rules.push(rule!("SH-LAD-007"));
    }
    if let PieceId::Marine(index) = who
        && !fixed.climbs(who)
    {
        cx.emit(&rules, Event::Jumped { piece: who, from, to });
        return land(state, cx, index, from);
    }
    state.table.shift(fixed, who, to);
    cx.emit(&rules, Event::Jumped { piece: who, from, to });
    choose_facing(state, cx, who, rule!("SH-PIT-014"))
}

/// SH-PIT-005: a Marine who comes to a pitfall, on foot, by ladder or lift, may fall; tells whether he did.
pub fn may_fall(state: &mut State, cx: &mut Cx<'_>, who: PieceId) -> Step<bool> {
    let (PieceId::Marine(index), Some(at)) = (who, state.table.cell(who)) else { return Ok(false) };
    // SH-LAD-002: beside a ladder nobody falls; SH-PIT-011: nor do those who climb like Genestealers.
    let risky = state.table.is_pitfall(at) || !applies(rule!("SH-LAD-002"));
    let risky = risky && !cx.fixed().climbs(who);
    if !state.table.things.holes.contains(at) || !risky {
        return Ok(false);
    }
    // SH-PIT-015: what still glows below lets nothing through.
    if cx.fixed().mission.below(at).is_some_and(|below| state.table.shut().contains(below)) {
        return Ok(false);
    }
    let stays = cx.fixed().numbers().pitfall.falls + 1;
    let target = Target::new(Need::AtLeast(stays), rule!("SH-PIT-005"));
    let [face] = cx.roll_against(6, "roll.pitfall", rules!["SH-PIT-005"], &target)?;
    if face >= stays {
        return Ok(false);
    }
    let Some(to) = cx.fixed().mission.below(at) else {
        // SH-END-004: a bomb's hole in the lowest level leads out of the mission.
        doom(state, cx, who, Cause::Fall, rules!["SH-PIT-005", "SH-END-004"]);
        return Ok(true);
    };
    cx.emit(rules!["SH-PIT-005", "SH-BRD-008"], Event::Fell { marine: who, from: at, to });
    land(state, cx, index, at)?;
    Ok(true)
}

/// T-04: where a Marine who comes down through a hole ends up, and on his feet or not.
fn land(state: &mut State, cx: &mut Cx<'_>, index: u8, hole: Cell) -> Step {
    let fixed = cx.fixed();
    let marine = PieceId::Marine(index);
    let Some(mut at) = fixed.mission.below(hole) else { return Ok(()) };
    // SH-PIT-001: one level, unless there is another pitfall below.
    while state.table.is_pitfall(at)
        && applies(rule!("SH-PIT-001"))
        && let Some(to) = fixed.mission.below(at)
    {
        cx.emit(rules!["SH-PIT-001"], Event::Fell { marine, from: at, to });
        at = to;
    }
    state.table.lift(fixed, marine, Place::Hand);
    state.table.subject = Some(marine);
    if let Some(counter @ PieceId::Blip(blip)) = state.table.piece_at(at)
        && state.table.enemies(marine, counter)
        && applies(rule!("SH-PIT-018"))
    {
        // SH-PIT-018: first it is seen what the counter stands for. A Hybrid shows the Marines nothing of its own side's.
        conversion::fallen_upon(state, cx, blip)?;
        state.table.subject = Some(marine);
    }
    match state.table.piece_at(at) {
        None => land_free(state, cx, index, at),
        Some(enemy) if state.table.enemies(marine, enemy) => land_on_enemy(state, cx, index, at, enemy),
        Some(friend) => land_on_friend(state, cx, index, at, friend),
    }?;
    state.table.subject = None;
    Ok(())
}

/// SH-PIT-008: on an empty square he may keep his feet.
fn land_free(state: &mut State, cx: &mut Cx<'_>, index: u8, at: Cell) -> Step {
    let marine = PieceId::Marine(index);
    let need = cx.fixed().numbers().landing.stands;
    let target = Target::new(Need::AtLeast(need), rule!("SH-PIT-008"));
    let [face] = cx.roll_against(6, "roll.landing", rules!["SH-PIT-008"], &target)?;
    let prone = face < need;
    come_down(state, cx, index, at, prone, rules!["SH-PIT-008"]);
    if prone { Ok(()) } else { choose_facing(state, cx, marine, rule!("SH-PIT-008")) }
}

/// SH-PIT-009: an enemy below is crushed, or makes room.
fn land_on_enemy(state: &mut State, cx: &mut Cx<'_>, index: u8, at: Cell, enemy: PieceId) -> Step {
    let rules = rules!["SH-PIT-009"];
    let need = cx.fixed().numbers().landing_on_enemy.dodges;
    let target = Target::new(Need::AtLeast(need), rule!("SH-PIT-009"));
    let [face] = cx.roll_against(6, "roll.landing", rules, &target)?;
    if face < need && slay(state, cx, enemy, Cause::Crushed, rules)? == Fate::Dead {
        come_down(state, cx, index, at, true, rules);
        return Ok(());
    }
    let room: SmallVec<[Choice; 8]> = conversion::free_squares(cx.fixed(), &state.table, at, Some(enemy))
        .iter()
        .map(Choice::Place)
        .collect();
    if room.is_empty() {
        // Nowhere to go, and nothing that could hold up what comes down.
        doom(state, cx, enemy, Cause::Crushed, rules);
    } else {
        state.table.subject = Some(enemy);
        let ask = Ask::new(seat(state.table.side(enemy)), "land", rule!("SH-PIT-009"));
        if let Choice::Place(to) = cx.choose(state, ask, &room)? {
            state.table.shift(cx.fixed(), enemy, to);
            cx.emit(rules, Event::Moved { piece: enemy, from: at, to });
        }
    }
    state.table.subject = Some(PieceId::Marine(index));
    land_free(state, cx, index, at)
}

/// SH-PIT-010: a friend below is crushed, or knocked down with him; a counter has nothing to fall over with.
fn land_on_friend(state: &mut State, cx: &mut Cx<'_>, index: u8, at: Cell, friend: PieceId) -> Step {
    let rules = rules!["SH-PIT-010"];
    let faller = PieceId::Marine(index);
    let need = cx.fixed().numbers().landing_on_friend.survives;
    let target = Target::new(Need::AtLeast(need), rule!("SH-PIT-010"));
    let [face] = cx.roll_against(6, "roll.landing", rules, &target)?;
    let room: SmallVec<[Choice; 8]> = conversion::free_squares(cx.fixed(), &state.table, at, Some(faller))
        .iter()
        .map(Choice::Place)
        .collect();
    let crushed = face < need && slay(state, cx, friend, Cause::Crushed, rules)? == Fate::Dead;
    if crushed || room.is_empty() {
        if !crushed {
            doom(state, cx, friend, Cause::Crushed, rules);
        }
        come_down(state, cx, index, at, true, rules);
        return Ok(());
    }
    if let PieceId::Marine(other) = friend {
        knock_down(state, cx, other, rules);
    }
    let enemy = state.table.side(faller).other();
    let ask = Ask::new(seat(enemy), "land", rule!("SH-PIT-010"));
    let Choice::Place(to) = cx.choose(state, ask, &room)? else { return Ok(()) };
    come_down(state, cx, index, to, true, rules);
    Ok(())
}

/// Puts a Marine who has come down on a square.
fn come_down(state: &mut State, cx: &mut Cx<'_>, index: u8, at: Cell, prone: bool, rules: Rules) {
    state.table.set_prone(cx.fixed(), PieceId::Marine(index), prone);
    state.table.put(cx.fixed(), PieceId::Marine(index), at);
    cx.emit(rules, Event::Landed { marine: PieceId::Marine(index), at, prone });
}

/// SH-PRN-003, SH-PRN-006: a model is on the ground; it sees and watches nothing.
pub fn knock_down(state: &mut State, cx: &mut Cx<'_>, index: u8, rules: Rules) {
    let who = PieceId::Marine(index);
    end_overwatch(state, cx, index, "overwatch.prone", rules!["SH-PRN-006"]);
    shooting::lose_aim(state, cx, index, rules!["SH-SUS-002"]);
    state.table.set_prone(cx.fixed(), who, true);
    if let Some(at) = state.table.cell(who) {
        cx.emit(rules, Event::Landed { marine: who, at, prone: true });
    }
}

/// SH-PRN-001, SH-ACT-029: up again, facing as his player likes.
pub fn stand(state: &mut State, cx: &mut Cx<'_>, who: PieceId, to: Facing) {
    let downed = seers::is_downed(&state.table, who);
    state.table.set_prone(cx.fixed(), who, false);
    if let PieceId::Marine(index) = who
        && let Some(spirit) = seers::spirit_mut(&mut state.table, index)
    {
        spirit.downed = false;
    }
    state.table.turn_to(cx.fixed(), who, to);
    // SH-PRN-002: by what he wears.
    let rules = if downed {
        rules!["SH-WGD-006", "SH-WGD-007", "SH-ACT-029"]
    } else if matches!(who, PieceId::Marine(index) if cx.fixed().profile(index).is_terminator()) {
        rules!["SH-PRN-001", "SH-ACT-029"]
    } else {
        rules!["SH-PRN-002", "SH-ACT-029"]
    };
    cx.emit(rules, Event::StoodUp { marine: who, to });
}
