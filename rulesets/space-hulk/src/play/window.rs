//! The reaction window after every action of a Genestealer, and of a Marine before an armed or led enemy: SH-OVW,
//! SH-CMD-012 to SH-CMD-020.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::switch::{all_apply, applies};
use grognard_engine::{RuleId, Rules, rule, rules};
use grognard_space::grid::{Cell, CellSet};
use smallvec::SmallVec;

use super::phases::{Payment, commandable, pay, usable};
use super::{Cx, act, conversion, shooting};
use crate::Fixed;
use crate::choice::{Action, Choice};
use crate::eldar::farseer::{self, card::Card, choice::Choice as FarseerChoice};
use crate::eldar::seers;
use crate::eldar::{self, exarch::in_reach, warrior};
use crate::event::{Event, Shot};
use crate::legal;
use crate::piece::{Mark, PieceId, Place};
use crate::psychic;
use crate::psychic::card::Kind;
use crate::state::{State, seat};
use crate::table::{Flow, Side, Table};
use crate::weapon::behind;

/// What has to be remembered of an action until its window.
#[derive(Clone, Debug)]
pub struct Acted {
    who: PieceId,
    /// Where it stood before: if it dies, this is where it was last seen.
    from: Option<Cell>,
    what: Deed,
    /// The enemies who saw it just before.
    seen: Pieces,
    /// Those on overwatch who covered it just before.
    covered: Pieces,
}

/// Some models.
type Pieces = SmallVec<[PieceId; 8]>;

/// Whether a side can do anything in the enemy's turn but fire on overwatch: Marines may have points to do it with, the
/// Stealer side where somebody leads it (SH-TRN-006), and either by its Farseer (SH-FSC-001, SH-FSC-012).
fn answers(table: &Table, side: Side) -> bool {
    let led = side == Side::Marine || table.led;
    led || table.farseer_of(side).is_some_and(|farseer| farseer.holds() || !farseer.blessed.is_empty())
}

/// What the window after a Marine's action will need; none while nobody on the other side could answer it: no armed
/// model watches, nobody leads, and no Farseer sees anything.
pub fn watched(fixed: &Fixed, state: &State, who: PieceId, action: Action) -> Option<Acted> {
    let table = &state.table;
    if table.marines.len() == table.crew() as usize && !table.led {
        return None;
    }
    let on_guard = table.models_of(Side::Stealer).any(|(index, _)| table.marines[index as usize].overwatch);
    // SH-CMD-011: whether there are points left is not to be seen by whether the window opens.
    let secret = fixed.options.secret_command_points;
    let commands = if secret { answers(table, Side::Stealer) } else { state.hidden.brood_cp > 0 };
    let foresees = farseer::holds(table, Side::Stealer);
    (on_guard || commands || foresees).then(|| before(fixed, table, who, action))
}

/// A reaction before the action is complete; only while a check has switched SH-CMD-015 off.
pub fn interrupt(state: &mut State, cx: &mut Cx<'_>, acted: &Acted) -> Step {
    react(state, cx, rule!("SH-CMD-015"), &acted.seen, &[], acted.who, true)
}

/// Actions after which overwatch has something of its own to say.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Deed {
    FreeTurn,
    Opened,
    /// SH-AMB-005: a door is shut.
    Closed(Cell),
    Assault,
    /// A card played for its name.
    Cast,
    /// SH-ABU-007: an ambush counter was a Genestealer.
    Sprung,
    Other,
}

impl Deed {
    /// SH-TUR-004, SH-CLA-009, SH-OVW-014: the rules that make it an action of its own: a free turn is one, and so are
    /// every further round and a psychic attack.
    const fn counts_by(self) -> Rules {
        match self {
            Deed::FreeTurn => rules!["SH-TUR-004"],
            Deed::Assault => rules!["SH-CLA-009"],
            Deed::Cast => rules!["SH-OVW-014"],
            _ => &[],
        }
    }
}

/// Notes what the window will need, before the action is carried out.
pub fn before(fixed: &Fixed, table: &Table, who: PieceId, action: Action) -> Acted {
    let from = table.cell(who);
    let what = match action {
        Action::Turn(_) if legal::cost(fixed, table, who, action) == Some(0) => Deed::FreeTurn,
        Action::Open(_) => Deed::Opened,
        Action::Close(door) => Deed::Closed(door),
        Action::Assault(_) => Deed::Assault,
        Action::Cast(_) => Deed::Cast,
        _ => Deed::Other,
    };
    let seen = from.map(|cell| witnesses(fixed, table, who, cell)).unwrap_or_default();
    let covered = from.map(|cell| coverers(fixed, table, who, cell)).unwrap_or_default();
    Acted { who, from, what, seen, covered }
}

/// The enemies of a piece who see it on a square.
fn witnesses(fixed: &Fixed, table: &Table, who: PieceId, cell: Cell) -> Pieces {
    // SH-CMD-017: front and sides, not the back.
    let behind = |from: Cell| {
        !applies(rule!("SH-CMD-017")) && fixed.sight().clear(from, cell, &table.opaque(), &table.models())
    };
    let side = table.side(who).other();
    let mut all: Pieces = table
        .models_of(side)
        .filter(|(index, from)| table.seen_by(*index).contains(cell) || behind(*from))
        // SH-TYR-006: some are not made out from afar.
        .filter(|(_, from)| fixed.discernible(*from, who, cell))
        .map(|(index, _)| PieceId::Marine(index))
        .collect();
    if side == Side::Stealer {
        // SH-CMD-025: where somebody leads them, Genestealers answer what they see, too.
        let sees = |(index, from): &(u8, Cell)| {
            let facing = table.stealers[*index as usize].facing;
            !table.stealers[*index as usize].prone
                && fixed.sight().half(*from, facing).contains(cell)
                && table.view_from(fixed, *from, facing).contains(cell)
        };
        all.extend(table.stealers_on_map().filter(sees).map(|(index, _)| PieceId::Stealer(index)));
    }
    all
}

/// The enemies of a piece whose overwatch covers it on a square.
fn coverers(fixed: &Fixed, table: &Table, who: PieceId, cell: Cell) -> Pieces {
    let all = table.models_of(table.side(who).other());
    all.filter(|(index, from)| covers(fixed, table, *index, cell) && fixed.discernible(*from, who, cell))
        // SH-EXA-013: nor does anybody fire at a Scorpion Exarch from afar.
        .filter(|(_, from)| in_reach(fixed, *from, who, cell))
        .map(|(index, _)| PieceId::Marine(index))
        // SH-FSC-006: not while time stands still for it.
        .filter(|watcher| !farseer::effect::stilled(table, *watcher))
        .collect()
}

/// Whether a piece is on overwatch.
fn watches(table: &Table, piece: PieceId) -> bool {
    matches!(piece, PieceId::Marine(index) if table.marines[index as usize].overwatch)
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
    let acts_in_sight = last.is_some() && !matches!(acted.who, PieceId::Blip(_));
    if !acts_in_sight || !all_apply(acted.what.counts_by()) {
        conversion::sweep(state, cx)?;
        if let Some(stealer) = sprung(state, acted.who) {
            let what = Deed::Sprung;
            let acted =
                Acted { who: stealer, from: None, what, seen: SmallVec::new(), covered: SmallVec::new() };
            let cell = state.table.cell(stealer);
            let saw = cell.map(|cell| witnesses(cx.fixed(), &state.table, stealer, cell));
            return answer(state, cx, rule!("SH-CMD-012"), &saw.unwrap_or_default(), &acted);
        }
        return foresee(state, cx, acted.who);
    }
    // SH-CMD-012, SH-CMD-016: those who see the actor when its action is complete.
    let mut saw = last.map(|cell| witnesses(cx.fixed(), &state.table, acted.who, cell)).unwrap_or_default();
    if !applies(rule!("SH-CMD-016")) {
        saw.extend_from_slice(&acted.seen);
        saw.sort_unstable();
        saw.dedup();
    }
    // SH-CMD-021, SH-PCD-015: who was thrown about does not answer that.
    if let Some(dazed) = state.table.psychic.as_mut().and_then(|psychic| psychic.assailed.take())
        && all_apply(rules!["SH-CMD-021", "SH-PCD-015"])
    {
        saw.retain(|piece| *piece != dazed);
    }
    let mut rule = rule!("SH-CMD-012");
    if let Deed::Closed(door) = acted.what
        && applies(rule!("SH-FAQ-015"))
    {
        // SH-AMB-005: and those who saw it shut a door on them.
        for piece in &acted.seen {
            if sees_square(cx.fixed(), &state.table, *piece, door) && !saw.contains(piece) {
                saw.push(*piece);
                rule = rule!("SH-FAQ-015");
            }
        }
    }
    // SH-CNV-005: what it screened may be seen now.
    let left = acted.from.filter(|from| state.table.cell(acted.who) != Some(*from));
    conversion::uncover(state, cx, left)?;
    answer(state, cx, rule, &saw, acted)
}

/// SH-ABU-007, SH-ABU-009: the Genestealer an ambush counter has just turned out to be by its own action, which is attacked
/// as one that acted in sight.
fn sprung(state: &State, counter: PieceId) -> Option<PieceId> {
    let PieceId::Blip(index) = counter else { return None };
    if !state.table.blips[index as usize].ambush {
        return None;
    }
    match state.table.flow {
        Flow::Stealers { active: Some(stealer @ PieceId::Stealer(_)) } => Some(stealer),
        _ => None,
    }
}

/// Overwatch, a second sweep, one reaction by command points.
fn answer(state: &mut State, cx: &mut Cx<'_>, rule: RuleId, saw: &[PieceId], acted: &Acted) -> Step {
    let fired = overwatch(state, cx, acted)?;
    if !cx.fixed().mission.hazards.chutes.is_empty() {
        super::chutes::settle(state, cx);
    }
    // A cannon that bursts may decide the mission.
    super::objective::judge(state, cx);
    if matches!(state.table.flow, Flow::Over { .. }) {
        return Ok(());
    }
    conversion::sweep(state, cx)?;
    react(state, cx, rule, saw, &fired, acted.who, true)
}

/// Whether a model on the map sees a square.
fn sees_square(fixed: &Fixed, table: &Table, piece: PieceId, cell: Cell) -> bool {
    match (piece, table.cell(piece), table.facing(piece)) {
        (PieceId::Marine(index), ..) => table.seen_by(index).contains(cell),
        // SH-PRN-003: who lies on the ground sees nothing.
        (_, Some(from), Some(facing)) => {
            !table.is_prone(piece) && table.view_from(fixed, from, facing).contains(cell)
        }
        _ => false,
    }
}

/// SH-OVW-002, SH-OVW-005, SH-OVW-006: whether a Marine's overwatch covers a square.
pub fn covers(fixed: &Fixed, table: &Table, index: u8, cell: Cell) -> bool {
    let marine = &table.marines[index as usize];
    let Some(from) = marine.cell() else { return false };
    let in_reach = fixed.sight().cone(from, marine.facing).contains(cell)
        && (fixed.range(from, cell)
            <= warrior::watch_range(fixed, table, index) + u16::from(!applies(rule!("SH-OVW-006")))
            // SH-WSB-002, SH-WPN-004: the second of the two ranges in the chart.
            || !all_apply(rules!["SH-WSB-002", "SH-WPN-004"]));
    // SH-PCD-017, SH-AMB-088: under a Jinx nothing with a trigger fires.
    let works = !table.is_under(fixed, PieceId::Marine(index), Kind::Jinx)
        || warrior::watching(fixed, table, index).is_some_and(|weapon| !weapon.has_trigger());
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
            && fixed.range(from, cell) <= warrior::watch_range(fixed, table, index)
            && fixed.sight().clear(from, cell, &table.opaque(), &CellSet::EMPTY)
    })
}

/// SH-CNV-013, SH-OVW-022: what appears has not acted. Only where a check has switched that off it is answered like an
/// action.
pub fn answer_appearance(state: &mut State, cx: &mut Cx<'_>, who: PieceId) -> Step {
    let acted = Acted { who, from: None, what: Deed::Other, seen: SmallVec::new(), covered: SmallVec::new() };
    let fired = overwatch(state, cx, &acted)?;
    let saw =
        state.table.cell(who).map(|cell| witnesses(cx.fixed(), &state.table, who, cell)).unwrap_or_default();
    react(state, cx, rule!("SH-CMD-012"), &saw, &fired, who, true)
}

/// SH-OVW-002 to SH-OVW-011: everybody on overwatch who covers the actor fires, whether or not it is dead by then.
/// Tells who did.
fn overwatch(state: &mut State, cx: &mut Cx<'_>, acted: &Acted) -> Step<Pieces> {
    let fixed = cx.fixed();
    let target = acted.who;
    let Some(cell) = state.table.cell(target) else { return Ok(SmallVec::new()) };
    // SH-OVW-004: whether its player likes it or not.
    if !all_apply(rules!["SH-OVW-002", "SH-OVW-004"]) {
        return Ok(SmallVec::new());
    }
    let mut shooters = coverers(fixed, &state.table, target, cell);
    let shut = matches!(acted.what, Deed::Closed(_));
    // SH-OVW-007, SH-OVW-020: where the actor was covered before does not count.
    if !applies(rule!("SH-OVW-007")) || shut && !applies(rule!("SH-OVW-020")) {
        let now = shooters.clone();
        shooters.extend(acted.covered.iter().copied().filter(|piece| !now.contains(piece)));
    }
    // SH-OVW-013: who was killed by what he would have answered fires no more.
    let killed: Pieces =
        acted.covered.iter().copied().filter(|piece| state.table.cell(*piece).is_none()).collect();
    for watcher in &killed {
        let event = Event::HeldFire { marine: *watcher, target, why: "overwatch.killed" };
        cx.emit(rules!["SH-OVW-013"], event);
    }
    if !applies(rule!("SH-OVW-013")) {
        shooters.extend(killed.iter().copied());
    }
    held_fire(state, cx, acted, cell, &shooters);
    if let Deed::Closed(door) = acted.what
        && !applies(rule!("SH-DOR-011"))
    {
        for who in &acted.covered {
            let weapon = crate::profile::Ranged::StormBolter;
            shooting::fire(state, cx, *who, weapon, Mark::Door(door), Shot::Overwatch, &[])?;
        }
    }
    let mut fired = SmallVec::new();
    for who in &shooters {
        let PieceId::Marine(index) = *who else { continue };
        let Some(weapon) = warrior::watching(fixed, &state.table, index) else { continue };
        let mut because = triggers(acted, *who);
        // Weapons of the charts watch by rules of their own.
        let able = weapon.is_core() || behind(weapon).watch.first().is_none_or(|rule| applies(*rule));
        let watching = watches(&state.table, *who) || killed.contains(who);
        if watches(&state.table, target) {
            // SH-OVW-012: both of them watch.
            because.push(rule!("SH-OVW-012"));
        }
        let level = |cell: Cell| fixed.mission.grid.coord(cell).level;
        if state.table.cell(*who).is_some_and(|from| level(from) != level(cell)) {
            // Through a hole, from either level.
            because.extend_from_slice(rules!["SH-OVW-023", "SH-FAQ-011"]);
        }
        if shooters.len() > 1 {
            because.push(rule!("SH-OVW-011"));
        }
        if !able || !watching || !all_apply(&because) {
            continue;
        }
        if !eldar::reaper::fire(state, cx, index, target, cell, &because)? {
            continue;
        }
        after_watching(state, cx, index)?;
        fired.push(*who);
    }
    Ok(fired)
}

/// SH-ACT-011: whether some enemy's overwatch covers a model.
pub fn is_covered(fixed: &Fixed, table: &Table, who: PieceId) -> bool {
    table.cell(who).is_some_and(|cell| !coverers(fixed, table, who, cell).is_empty())
}

/// Overwatch fire between the two parts of a move and fire; only while a check has switched SH-ACT-011 off.
pub fn fire_between(state: &mut State, cx: &mut Cx<'_>, who: PieceId) -> Step {
    let acted = Acted { who, from: None, what: Deed::Other, seen: SmallVec::new(), covered: SmallVec::new() };
    overwatch(state, cx, &acted).map(|_| ())
}

/// SH-ABU-008: everybody on overwatch who covers an ambush counter that is nothing fires at it all the same.
pub fn fire_at_nothing(state: &mut State, cx: &mut Cx<'_>, counter: PieceId) -> Step {
    let fixed = cx.fixed();
    let Some(cell) = state.table.cell(counter) else { return Ok(()) };
    for who in coverers(fixed, &state.table, counter, cell) {
        let PieceId::Marine(index) = who else { continue };
        // Another's malfunction may have killed him.
        if !watches(&state.table, who) || state.table.cell(who).is_none() {
            continue;
        }
        if eldar::reaper::fire(state, cx, index, counter, cell, rules!["SH-ABU-008"])? {
            after_watching(state, cx, index)?;
        }
    }
    Ok(())
}

/// What a shot on overwatch uses up beside the ammunition.
fn after_watching(state: &mut State, cx: &mut Cx<'_>, index: u8) -> Step {
    let weapon = warrior::watching(cx.fixed(), &state.table, index);
    seers::orders::watched(state, cx, index)?;
    let marine = &state.table.marines[index as usize];
    if weapon == Some(crate::profile::Ranged::AssaultCannon) && marine.ammo == 0 && marine.overwatch {
        // SH-WAC-007: nothing left to watch with.
        super::end_overwatch(state, cx, index, "overwatch.empty", rules!["SH-WAC-007", "SH-WAC-009"]);
    }
    Ok(())
}

/// The rules that say of some actions that they draw a Marine's overwatch fire.
fn triggers(acted: &Acted, watcher: PieceId) -> SmallVec<[RuleId; 4]> {
    SmallVec::from_slice(match acted.what {
        Deed::FreeTurn => rules!["SH-OVW-018", "SH-FAQ-010"],
        // He saw nothing but the door move.
        Deed::Opened if !acted.seen.contains(&watcher) => rules!["SH-OVW-019", "SH-FAQ-012"],
        // Whoever is attacked himself is off overwatch by now.
        Deed::Assault => rules!["SH-OVW-021", "SH-FAQ-008"],
        Deed::Sprung => rules!["SH-ABU-007"],
        _ => &[],
    })
}

/// SH-OVW-005, SH-OVW-007, SH-OVW-020: says who does not fire although he saw the actor, and why.
fn held_fire(state: &State, cx: &mut Cx<'_>, acted: &Acted, cell: Cell, shooters: &[PieceId]) {
    if !cx.logging() {
        return;
    }
    for (index, from) in state.table.models_of(state.table.side(acted.who).other()) {
        let who = PieceId::Marine(index);
        let marine = &state.table.marines[index as usize];
        if !marine.overwatch || shooters.contains(&who) || farseer::effect::stilled(&state.table, who) {
            continue;
        }
        let in_arc = cx.fixed().sight().cone(from, marine.facing).contains(cell);
        let (why, rules) = if state.table.seen_by(index).contains(cell) {
            if !cx.fixed().discernible(from, acted.who, cell) {
                ("overwatch.not-made-out", rules!["SH-TYR-006"])
            } else if !in_reach(cx.fixed(), from, acted.who, cell) {
                ("overwatch.stealth", rules!["SH-EXA-013"])
            } else if in_arc {
                ("overwatch.too-far", rules!["SH-OVW-005", "SH-OVW-006"])
            } else {
                ("overwatch.out-of-arc", rules!["SH-OVW-005", "SH-ARC-002"])
            }
        } else if !acted.covered.contains(&who) {
            continue;
        } else if matches!(acted.what, Deed::Closed(_)) {
            ("overwatch.door-closed", rules!["SH-OVW-020", "SH-OVW-007", "SH-FAQ-015"])
        } else {
            ("overwatch.out-of-sight", rules!["SH-OVW-007"])
        };
        cx.emit(rules, Event::HeldFire { marine: who, target: acted.who, why });
    }
}

/// SH-FSC-001: a card is played at any time of the enemy's turn, also where nobody saw what he did.
fn foresee(state: &mut State, cx: &mut Cx<'_>, actor: PieceId) -> Step {
    let side = state.table.side(actor).other();
    farseer::play::foretell(state, cx, side)
}

/// SH-CMD-012 to SH-CMD-018: one of those who saw it may do one thing, paid with command points.
fn react(
    state: &mut State,
    cx: &mut Cx<'_>,
    rule: RuleId,
    saw: &[PieceId],
    fired: &[PieceId],
    actor: PieceId,
    cards: bool,
) -> Step {
    let fixed = cx.fixed();
    let side = state.table.side(actor).other();
    if !answers(&state.table, side) {
        return Ok(());
    }
    let cp = state.cp(side);
    let mut options: SmallVec<[Choice; 8]> = SmallVec::from_slice(&[Choice::Pass]);
    let mut witnesses: Pieces =
        saw.iter().copied().filter(|piece| state.table.cell(*piece).is_some()).collect();
    if witnesses.is_empty() {
        return foresee(state, cx, actor);
    }
    options.extend(
        witnesses
            .iter()
            .copied()
            .filter(|piece| commandable(fixed, &state.table, *piece, cp))
            .map(Choice::React),
    );
    // With open command points the question is not asked where there are none; with secret ones it always is.
    let ask = Ask::new(seat(side), "react", rule);
    let ask = if fixed.options.secret_command_points { ask.always() } else { ask };
    // SH-FSC-001: a card may be played now. Whoever holds one is asked, whatever it is, so that the question tells nothing.
    let foresees = cards && farseer::holds(&state.table, side);
    if foresees {
        options.extend(farseer::play::plays(fixed, &state.table, side, farseer::hand(state, side)));
    }
    let ask = if foresees { ask.always().secret() } else { ask };
    let piece = match cx.choose(state, ask, &options)? {
        Choice::React(piece) => piece,
        Choice::Farseer(FarseerChoice::Play(card, aim)) => {
            farseer::play::play(state, cx, side, card, aim)?;
            // What the Crystal Seer brings is asked for at the next occasion, when it is a fact; who would rather act may.
            let cards = cards && card != Card::CrystalSeer;
            return react(state, cx, rule, saw, fired, actor, cards);
        }
        _ => return Ok(()),
    };
    let cp = usable(fixed, &state.table, piece, cp);
    let mut actions = legal::menu(fixed, &state.table, piece, cp);
    // SH-OVW-016: who has just fired at it casts nothing before it acts again.
    let busy = fired.contains(&piece) && applies(rule!("SH-OVW-016"));
    if let Some(psychic) = &mut state.table.psychic {
        psychic.fired = busy.then_some(piece);
    }
    if !busy {
        let hand = psychic::hand::of(state, side);
        actions.extend(psychic::legal::casts(fixed, &state.table, hand, piece, cp));
    }
    // SH-WTH-004: who no longer sees the one that acted cannot set off a hammer at it.
    let sees = |index: u8| state.table.cell(actor).is_some_and(|at| state.table.seen_by(index).contains(at));
    if matches!(piece, PieceId::Marine(index) if !sees(index)) && applies(rule!("SH-WTH-004")) {
        actions.retain(|action| *action != Action::Detonate);
    }
    // SH-CMD-018, SH-FAQ-013: any action, not only shots.
    if !all_apply(rules!["SH-CMD-018", "SH-FAQ-013"]) {
        actions.retain(|action| matches!(action, Action::Fire(..) | Action::Flame(_)));
    }
    // SH-CMD-020, SH-FAQ-004, SH-FAQ-006: at the very one who has just attacked him.
    let attacked = state.table.assaults.contains(&(actor, piece));
    if attacked && !all_apply(rules!["SH-CMD-020", "SH-FAQ-004"]) {
        actions.retain(|action| !matches!(action, Action::Fire(_, mark) if *mark == Mark::Model(actor)));
    }
    if attacked && !applies(rule!("SH-FAQ-006")) {
        actions.retain(|action| !matches!(action, Action::Flame(_)));
    }
    let mut options: SmallVec<[Choice; 48]> = actions.into_iter().map(Choice::Do).collect();
    options.push(Choice::Pass);
    state.table.subject = Some(piece);
    let ask = Ask::new(seat(side), "reaction", rule!("SH-CMD-018")).always().default(options.len() - 1);
    let ask = if fixed.mission.psychic == psychic::Mode::Cards { ask.secret() } else { ask };
    let choice = cx.choose(state, ask, &options)?;
    state.table.subject = None;
    let Choice::Do(action) = choice else { return Ok(()) };
    pay(state, cx, piece, action, Payment::Reaction { by: rule, others: witnesses.len() > 1 });
    if !crate::guard::ogryn::wakes(state, cx, piece)? {
        return Ok(());
    }
    if let PieceId::Marine(index) = piece
        && fired.contains(&piece)
        && all_apply(rules!["SH-CMD-019", "SH-FAQ-014"])
    {
        // He has just fired from overwatch, and acts on top of it.
        let rules = rules!["SH-OVW-008", "SH-CMD-019", "SH-FAQ-014"];
        super::end_overwatch(state, cx, index, "overwatch.acted", rules);
    }
    act::perform(state, cx, piece, action)?;
    super::objective::judge(state, cx);
    if matches!(state.table.flow, Flow::Over { .. }) {
        return Ok(());
    }
    // SH-CMD-015: nothing reacts to a reaction.
    conversion::sweep(state, cx)?;
    // SH-CMD-013, SH-CMD-014: one action, of one of them.
    if !all_apply(rules!["SH-CMD-013", "SH-CMD-014"]) {
        let again = |other: &PieceId| (*other == piece) != applies(rule!("SH-CMD-013"));
        witnesses.retain(|other| again(other));
        return react(state, cx, rule, &witnesses, fired, actor, cards);
    }
    Ok(())
}
