//! The reaction window after every action of a Genestealer: SH-OVW, SH-CMD-012 to SH-CMD-020.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::grid::{Cell, CellSet};
use smallvec::SmallVec;

use super::phases::{Payment, commandable, pay};
use super::{Cx, act, conversion, shooting};
use crate::Fixed;
use crate::choice::{Action, Choice};
use crate::event::{Event, Shot};
use crate::legal;
use crate::piece::{Mark, PieceId};
use crate::state::{MARINE, State};
use crate::table::Table;

/// What has to be remembered of an action until its window.
#[derive(Clone, Debug)]
pub struct Acted {
    who: PieceId,
    /// Where it stood before: if it dies, this is where it was last seen.
    from: Option<Cell>,
    what: Deed,
    /// The Marines who saw it just before.
    seen: SmallVec<[u8; 8]>,
    /// Those on overwatch who covered it just before.
    covered: SmallVec<[u8; 8]>,
}

/// Actions after which overwatch has something of its own to say.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Deed {
    FreeTurn,
    Opened,
    /// SH-AMB-005: a door is shut.
    Closed(Cell),
    Assault,
    Other,
}

/// Notes what the window will need, before the action is carried out.
pub fn before(fixed: &Fixed, table: &Table, who: PieceId, action: Action) -> Acted {
    let from = table.cell(who);
    let what = match action {
        Action::Turn(_) if legal::cost(fixed, table, who, action) == Some(0) => Deed::FreeTurn,
        Action::Open(_) => Deed::Opened,
        Action::Close(door) => Deed::Closed(door),
        Action::Assault(_) => Deed::Assault,
        _ => Deed::Other,
    };
    let seen = from.map(|cell| witnesses(table, cell)).unwrap_or_default();
    let covered = from.map(|cell| coverers(fixed, table, cell)).unwrap_or_default();
    Acted { who, from, what, seen, covered }
}

/// The Marines who see a square.
fn witnesses(table: &Table, cell: Cell) -> SmallVec<[u8; 8]> {
    table
        .marines_on_map()
        .map(|(index, _)| index)
        .filter(|index| table.seen_by(*index).contains(cell))
        .collect()
}

/// The Marines whose overwatch covers a square.
fn coverers(fixed: &Fixed, table: &Table, cell: Cell) -> SmallVec<[u8; 8]> {
    let all = table.marines_on_map().map(|(index, _)| index);
    all.filter(|index| covers(fixed, table, *index, cell)).collect()
}

/// The window: sweep, overwatch, second sweep, one reaction by command points.
pub fn after(state: &mut State, cx: &mut Cx<'_>, acted: &Acted) -> Step {
    shooting::lose_aim_out_of_sight(state, cx);
    // Blips are never in sight, and what their own action reveals has not acted itself (SH-CNV-017). An attack out
    // of an entry area is never seen (SH-ENP-016).
    let on_map = acted.from.is_some() || state.table.cell(acted.who).is_some();
    let acts_in_sight = on_map && matches!(acted.who, PieceId::Stealer(_));
    if !acts_in_sight {
        return conversion::sweep(state, cx);
    }
    let last = state.table.cell(acted.who).or(acted.from);
    // SH-CMD-012, SH-CMD-016: those who see the actor when its action is complete.
    let mut saw = last.map(|cell| witnesses(&state.table, cell)).unwrap_or_default();
    let mut rule = rule!("SH-CMD-012");
    if let Deed::Closed(door) = acted.what
        && applies(rule!("SH-FAQ-015"))
    {
        // SH-AMB-005: and those who saw it shut a door on them.
        for index in &acted.seen {
            if state.table.seen_by(*index).contains(door) && !saw.contains(index) {
                saw.push(*index);
                rule = rule!("SH-FAQ-015");
            }
        }
    }
    conversion::sweep(state, cx)?;
    let fired = overwatch(state, cx, acted)?;
    if !cx.fixed().mission.hazards.chutes.is_empty() {
        super::chutes::settle(state, cx);
    }
    // A cannon that bursts may decide the mission.
    super::objective::judge(state, cx);
    if matches!(state.table.flow, crate::table::Flow::Over { .. }) {
        return Ok(());
    }
    conversion::sweep(state, cx)?;
    react(state, cx, rule, &saw, &fired, acted.who)
}

/// SH-OVW-002, SH-OVW-005, SH-OVW-006: whether a Marine's overwatch covers a square.
pub fn covers(fixed: &Fixed, table: &Table, index: u8, cell: Cell) -> bool {
    let marine = &table.marines[index as usize];
    let Some(from) = marine.cell() else { return false };
    let in_reach = fixed.sight().cone(from, marine.facing).contains(cell)
        && (fixed.range(from, cell) <= fixed.overwatch_range(index)
            // SH-WSB-002, SH-WPN-004: the second of the two ranges in the chart.
            || !applies(rule!("SH-WSB-002"))
            || !applies(rule!("SH-WPN-004")));
    marine.overwatch && table.seen_by(index).contains(cell) && (in_reach || !applies(rule!("SH-OVW-005")))
}

/// SH-OVW-024: whether only a model in the way keeps some Marine's overwatch from a square.
pub fn screened(fixed: &Fixed, table: &Table, cell: Cell) -> bool {
    table.marines_on_map().any(|(index, from)| {
        let marine = &table.marines[index as usize];
        marine.overwatch
            && !table.seen_by(index).contains(cell)
            && fixed.sight().cone(from, marine.facing).contains(cell)
            && fixed.range(from, cell) <= fixed.overwatch_range(index)
            && fixed.sight().clear(from, cell, &table.opaque(), &CellSet::EMPTY)
    })
}

/// SH-OVW-002 to SH-OVW-011: everybody on overwatch who covers the actor fires, whether or not it is dead by then.
/// Tells who did.
fn overwatch(state: &mut State, cx: &mut Cx<'_>, acted: &Acted) -> Step<SmallVec<[u8; 8]>> {
    let fixed = cx.fixed();
    let target = acted.who;
    let Some(cell) = state.table.cell(target) else { return Ok(SmallVec::new()) };
    if !applies(rule!("SH-OVW-002")) {
        return Ok(SmallVec::new());
    }
    let mut shooters = coverers(fixed, &state.table, cell);
    let shut = matches!(acted.what, Deed::Closed(_));
    // SH-OVW-007, SH-OVW-020: where the actor was covered before does not count.
    if !applies(rule!("SH-OVW-007")) || shut && !applies(rule!("SH-OVW-020")) {
        shooters.extend(
            acted
                .covered
                .iter()
                .copied()
                .filter(|index| !coverers(fixed, &state.table, cell).contains(index)),
        );
    }
    held_fire(state, cx, acted, cell, &shooters);
    let mut fired = SmallVec::new();
    for index in &shooters {
        let Some(weapon) = fixed.profile(*index).ranged else { continue };
        let mut because = triggers(acted, *index);
        if !because.iter().all(|rule| applies(*rule)) || !state.table.marines[*index as usize].overwatch {
            continue;
        }
        let level = |cell: Cell| fixed.mission.grid.coord(cell).level;
        if state.table.marines[*index as usize].cell().is_some_and(|from| level(from) != level(cell)) {
            // Through a hole, from either level.
            because.extend_from_slice(rules!["SH-OVW-023", "SH-FAQ-011"]);
        }
        if shooters.len() > 1 {
            because.push(rule!("SH-OVW-011"));
        }
        if state.table.cell(target).is_none() && !applies(rule!("SH-OVW-011")) {
            continue;
        }
        let who = PieceId::Marine(*index);
        shooting::fire(state, cx, who, weapon, Mark::Model(target), Shot::Overwatch, &because)?;
        fired.push(*index);
        let marine = &mut state.table.marines[*index as usize];
        if weapon == crate::profile::Ranged::AssaultCannon && marine.ammo == 0 && marine.overwatch {
            // SH-WAC-007: nothing left to watch with.
            super::end_overwatch(state, cx, *index, "overwatch.empty", rules!["SH-WAC-007", "SH-WAC-009"]);
        }
    }
    Ok(fired)
}

/// The rules that say of some actions that they draw a Marine's overwatch fire.
fn triggers(acted: &Acted, index: u8) -> SmallVec<[RuleId; 4]> {
    SmallVec::from_slice(match acted.what {
        Deed::FreeTurn => rules!["SH-OVW-018", "SH-FAQ-010"],
        // He saw nothing but the door move.
        Deed::Opened if !acted.seen.contains(&index) => rules!["SH-OVW-019", "SH-FAQ-012"],
        // Whoever is attacked himself is off overwatch by now.
        Deed::Assault => rules!["SH-OVW-021", "SH-FAQ-008"],
        _ => &[],
    })
}

/// SH-OVW-005, SH-OVW-007, SH-OVW-020: says who does not fire although he saw the actor, and why.
fn held_fire(state: &State, cx: &mut Cx<'_>, acted: &Acted, cell: Cell, shooters: &[u8]) {
    if !cx.logging() {
        return;
    }
    for (index, from) in state.table.marines_on_map() {
        let marine = &state.table.marines[index as usize];
        if !marine.overwatch || shooters.contains(&index) {
            continue;
        }
        let in_arc = cx.fixed().sight().cone(from, marine.facing).contains(cell);
        let (why, rules) = if state.table.seen_by(index).contains(cell) {
            if in_arc {
                ("overwatch.too-far", rules!["SH-OVW-005", "SH-OVW-006"])
            } else {
                ("overwatch.out-of-arc", rules!["SH-OVW-005", "SH-ARC-002"])
            }
        } else if !acted.covered.contains(&index) {
            continue;
        } else if matches!(acted.what, Deed::Closed(_)) {
            ("overwatch.door-closed", rules!["SH-OVW-020", "SH-OVW-007", "SH-FAQ-015"])
        } else {
            ("overwatch.out-of-sight", rules!["SH-OVW-007"])
        };
        cx.emit(rules, Event::HeldFire { marine: PieceId::Marine(index), target: acted.who, why });
    }
}

/// SH-CMD-012 to SH-CMD-018: one of those who saw it may do one thing, paid with command points.
fn react(state: &mut State, cx: &mut Cx<'_>, rule: RuleId, saw: &[u8], fired: &[u8], actor: PieceId) -> Step {
    let fixed = cx.fixed();
    let cp = state.hidden.cp;
    let mut options: SmallVec<[Choice; 8]> = SmallVec::from_slice(&[Choice::Pass]);
    let alive = saw.iter().copied().filter(|index| state.table.marines[*index as usize].cell().is_some());
    let witnesses: SmallVec<[u8; 8]> = alive.collect();
    if witnesses.is_empty() {
        return Ok(());
    }
    options.extend(
        witnesses
            .iter()
            .map(|index| PieceId::Marine(*index))
            .filter(|piece| commandable(fixed, &state.table, *piece, cp))
            .map(Choice::React),
    );
    // With open command points the question is not asked where there are none; with secret ones it always is.
    let ask = Ask::new(MARINE, "react", rule);
    let ask = if fixed.options.secret_command_points { ask.always() } else { ask };
    let Choice::React(piece) = cx.choose(state, ask, &options)? else { return Ok(()) };
    let mut actions = legal::menu(fixed, &state.table, piece, cp);
    // SH-WTH-004: who no longer sees the one that acted cannot set off a hammer at it.
    let sees = |index: u8| state.table.cell(actor).is_some_and(|at| state.table.seen_by(index).contains(at));
    if matches!(piece, PieceId::Marine(index) if !sees(index)) && applies(rule!("SH-WTH-004")) {
        actions.retain(|action| *action != Action::Detonate);
    }
    let mut options: SmallVec<[Choice; 48]> = actions.into_iter().map(Choice::Do).collect();
    options.push(Choice::Pass);
    state.table.subject = Some(piece);
    let ask = Ask::new(MARINE, "reaction", rule!("SH-CMD-018")).always().default(options.len() - 1);
    let choice = cx.choose(state, ask, &options)?;
    state.table.subject = None;
    let Choice::Do(action) = choice else { return Ok(()) };
    pay(state, cx, piece, action, Payment::Reaction);
    if let PieceId::Marine(index) = piece
        && fired.contains(&index)
    {
        // He has just fired from overwatch, and acts on top of it.
        let rules = rules!["SH-OVW-008", "SH-CMD-019", "SH-FAQ-014"];
        super::end_overwatch(state, cx, index, "overwatch.acted", rules);
    }
    act::perform(state, cx, piece, action)?;
    super::objective::judge(state, cx);
    if matches!(state.table.flow, crate::table::Flow::Over { .. }) {
        return Ok(());
    }
    // SH-CMD-015: nothing reacts to a reaction.
    conversion::sweep(state, cx)
}
