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
use crate::piece::{Mark, PieceId, Place};
use crate::psychic;
use crate::psychic::card::Kind;
use crate::state::{MARINE, State};
use crate::table::{Side, Table};
use crate::weapon::behind;

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

/// A reaction before the action is complete; only while a check has switched SH-CMD-015 off.
pub fn interrupt(state: &mut State, cx: &mut Cx<'_>, acted: &Acted) -> Step {
    react(state, cx, rule!("SH-CMD-015"), &acted.seen, &[], acted.who)
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
    let seen = from.map(|cell| witnesses(fixed, table, cell)).unwrap_or_default();
    let covered = from.map(|cell| coverers(fixed, table, cell)).unwrap_or_default();
    Acted { who, from, what, seen, covered }
}

/// The Marines who see a square.
fn witnesses(fixed: &Fixed, table: &Table, cell: Cell) -> SmallVec<[u8; 8]> {
    // SH-CMD-017: front and sides, not the back.
    let behind = |from: Cell| {
        !applies(rule!("SH-CMD-017")) && fixed.sight().clear(from, cell, &table.opaque(), &table.models())
    };
    table
        .marines_on_map()
        .filter(|(index, from)| table.seen_by(*index).contains(cell) || behind(*from))
        .map(|(index, _)| index)
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
    let mut last = state.table.cell(acted.who).or(acted.from);
    if let Place::Entry(entry) = state.table.place(acted.who)
        && !applies(rule!("SH-ENP-016"))
    {
        last = Some(cx.fixed().mission.entries[entry as usize].square);
    }
    let acts_in_sight = last.is_some() && matches!(acted.who, PieceId::Stealer(_));
    // SH-TUR-004, SH-CLA-009: a free turn is an action, and so is every further round.
    let counts = applies(rule!("SH-TUR-004")) || acted.what != Deed::FreeTurn;
    let counts = counts && (applies(rule!("SH-CLA-009")) || acted.what != Deed::Assault);
    if !acts_in_sight || !counts {
        return conversion::sweep(state, cx);
    }
    // SH-CMD-012, SH-CMD-016: those who see the actor when its action is complete.
    let mut saw = last.map(|cell| witnesses(cx.fixed(), &state.table, cell)).unwrap_or_default();
    if !applies(rule!("SH-CMD-016")) {
        saw.extend_from_slice(&acted.seen);
        saw.sort_unstable();
        saw.dedup();
    }
    // SH-CMD-021, SH-PCD-015: who was thrown about does not answer that.
    if let Some(PieceId::Marine(dazed)) = state.table.psychic.as_ref().and_then(|psychic| psychic.assailed)
        && applies(rule!("SH-CMD-021"))
    {
        saw.retain(|index| *index != dazed);
    }
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
    // SH-CNV-005: what it screened may be seen now.
    let left = acted.from.filter(|from| state.table.cell(acted.who) != Some(*from));
    conversion::uncover(state, cx, left)?;
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
        && (fixed.range(from, cell)
            <= fixed.overwatch_range(index) + u16::from(!applies(rule!("SH-OVW-006")))
            // SH-WSB-002, SH-WPN-004: the second of the two ranges in the chart.
            || !applies(rule!("SH-WSB-002"))
            || !applies(rule!("SH-WPN-004")));
    // SH-PCD-017: under a Jinx nothing fires.
    let works = table.psychic.is_none() || !table.is_under(fixed, PieceId::Marine(index), Kind::Jinx);
    works
        && marine.overwatch
        && table.seen_by(index).contains(cell)
        && (in_reach || !applies(rule!("SH-OVW-005")))
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

/// SH-CNV-013, SH-OVW-022: what appears has not acted. Only where a check has switched that off it is answered like an
/// action.
pub fn answer_appearance(state: &mut State, cx: &mut Cx<'_>, who: PieceId) -> Step {
    let acted = Acted { who, from: None, what: Deed::Other, seen: SmallVec::new(), covered: SmallVec::new() };
    let fired = overwatch(state, cx, &acted)?;
    let saw = state.table.cell(who).map(|cell| witnesses(cx.fixed(), &state.table, cell)).unwrap_or_default();
    react(state, cx, rule!("SH-CMD-012"), &saw, &fired, who)
}

/// SH-OVW-002 to SH-OVW-011: everybody on overwatch who covers the actor fires, whether or not it is dead by then.
/// Tells who did.
fn overwatch(state: &mut State, cx: &mut Cx<'_>, acted: &Acted) -> Step<SmallVec<[u8; 8]>> {
    let fixed = cx.fixed();
    let target = acted.who;
    let Some(cell) = state.table.cell(target) else { return Ok(SmallVec::new()) };
    // SH-OVW-004: whether its player likes it or not.
    if !applies(rule!("SH-OVW-002")) || !applies(rule!("SH-OVW-004")) {
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
    if let Deed::Closed(door) = acted.what
        && !applies(rule!("SH-DOR-011"))
    {
        for index in &acted.covered {
            let (who, weapon) = (PieceId::Marine(*index), crate::profile::Ranged::StormBolter);
            shooting::fire(state, cx, who, weapon, Mark::Door(door), Shot::Overwatch, &[])?;
        }
    }
    let mut fired = SmallVec::new();
    for index in &shooters {
        let Some(weapon) = fixed.profile(*index).ranged else { continue };
        let mut because = triggers(acted, *index);
        // Weapons of the charts watch by rules of their own.
        let watches = weapon.is_core() || behind(weapon).watch.first().is_none_or(|rule| applies(*rule));
        if !watches
            || !because.iter().all(|rule| applies(*rule))
            || !state.table.marines[*index as usize].overwatch
        {
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
    let mut witnesses: SmallVec<[u8; 8]> = alive.collect();
    if witnesses.is_empty() || !applies(rule!("SH-CMD-012")) {
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
    // SH-OVW-016: who has just fired at it casts nothing before it acts again.
    let busy =
        matches!(piece, PieceId::Marine(index) if fired.contains(&index)) && applies(rule!("SH-OVW-016"));
    if !busy {
        let hand = psychic::hand::of(state, Side::Marine);
        actions.extend(psychic::legal::casts(fixed, &state.table, hand, piece, cp));
    }
    // SH-WTH-004: who no longer sees the one that acted cannot set off a hammer at it.
    let sees = |index: u8| state.table.cell(actor).is_some_and(|at| state.table.seen_by(index).contains(at));
    if matches!(piece, PieceId::Marine(index) if !sees(index)) && applies(rule!("SH-WTH-004")) {
        actions.retain(|action| *action != Action::Detonate);
    }
    // SH-CMD-018, SH-FAQ-013: any action, not only shots.
    if !applies(rule!("SH-CMD-018")) || !applies(rule!("SH-FAQ-013")) {
        actions.retain(|action| matches!(action, Action::Fire(..) | Action::Flame(_)));
    }
    // SH-CMD-020, SH-FAQ-004, SH-FAQ-006: at the very one who has just attacked him.
    let attacked = state.table.assaults.contains(&(actor, piece));
    if attacked && !(applies(rule!("SH-CMD-020")) && applies(rule!("SH-FAQ-004"))) {
        actions.retain(|action| !matches!(action, Action::Fire(_, mark) if *mark == Mark::Model(actor)));
    }
    if attacked && !applies(rule!("SH-FAQ-006")) {
        actions.retain(|action| !matches!(action, Action::Flame(_)));
    }
    let mut options: SmallVec<[Choice; 48]> = actions.into_iter().map(Choice::Do).collect();
    options.push(Choice::Pass);
    state.table.subject = Some(piece);
    let ask = Ask::new(MARINE, "reaction", rule!("SH-CMD-018")).always().default(options.len() - 1);
    let ask = if fixed.mission.psychic == psychic::Mode::Cards { ask.secret() } else { ask };
    let choice = cx.choose(state, ask, &options)?;
    state.table.subject = None;
    let Choice::Do(action) = choice else { return Ok(()) };
    pay(state, cx, piece, action, Payment::Reaction { by: rule, others: witnesses.len() > 1 });
    if let PieceId::Marine(index) = piece
        && fired.contains(&index)
        && applies(rule!("SH-CMD-019"))
        && applies(rule!("SH-FAQ-014"))
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
    conversion::sweep(state, cx)?;
    // SH-CMD-013, SH-CMD-014: one action, of one of them.
    if let PieceId::Marine(index) = piece
        && !(applies(rule!("SH-CMD-013")) && applies(rule!("SH-CMD-014")))
    {
        let again = |other: &u8| (*other == index) != applies(rule!("SH-CMD-013"));
        witnesses.retain(|other| again(other));
        return react(state, cx, rule, &witnesses, fired, actor);
    }
    Ok(())
}
