//! Lightning Arc: SH-PCD-007 to SH-PCD-010, SH-FRC-004.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::switch::{all_apply, applies};
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::grid::{Cell, CellSet};
use smallvec::SmallVec;

use super::super::card::Kind;
use super::super::cast::aegis;
use super::super::choice::{Aim, Cast, Choice as PsychicChoice};
use super::super::event::Event;
use super::super::{force, level, targeting};
use super::foreseen;
use crate::Fixed;
use crate::choice::Choice;
use crate::event::Cause;
use crate::hazard::Thing;
use crate::piece::{Mark, PieceId};
use crate::play::{Cx, Fate, break_door, conversion, kill};
use crate::state::{State, seat};
use crate::table::Table;
use crate::weapon::Class;

/// SH-PCD-007: the squares lightning gets to: within range of the caster, and on a clear way that leads through no
/// wall, no closed door and no model.
fn reach(fixed: &Fixed, table: &Table, from: Cell) -> CellSet {
    let attack = fixed.data.deck.attack_of(Kind::LightningArc);
    let range = attack.range.unwrap_or(u16::MAX);
    let stops = targeting::blind_stops(table);
    let near = targeting::spread(fixed, from, range, &stops);
    let mut way = stops | table.models();
    // The way never leaves the range of the caster.
    way |= fixed.mission.grid.all().minus(&near.with(from));
    targeting::spread(fixed, from, u16::MAX, &way) & near
}

/// SH-PCD-008: what lightning needs against a mark; none where it is no target at all.
pub fn target(fixed: &Fixed, table: &Table, mark: Mark) -> Option<Target> {
    let numbers = &fixed.numbers().arc;
    let need = match mark {
        // SH-PCD-010: a blip is turned over first.
        Mark::Model(PieceId::Blip(_)) => return Some(Target::new(Need::Automatic, rule!("SH-PCD-010"))),
        Mark::Model(piece) => match fixed.class(piece) {
            Class::Stealer => numbers.stealer,
            Class::Hybrid => numbers.hybrid,
            _ => numbers.marine,
        },
        Mark::Door(at) if table.thing(at) == Some(Thing::Door) => numbers.door,
        // SH-CRT-002, SH-CHU-001: what is attacked like a door.
        Mark::Door(at) if matches!(table.thing(at), Some(Thing::Crate | Thing::Tank | Thing::Hatch)) => {
            numbers.door
        }
        // Bulkheads and the rest take no harm.
        Mark::Door(_) => return None,
    };
    Some(Target::new(Need::AtLeast(need), rule!("SH-PCD-008")))
}

/// SH-PCD-007: whether lightning of this caster can strike a mark now.
pub fn eligible(fixed: &Fixed, table: &Table, who: PieceId, mark: Mark) -> bool {
    let Some(from) = table.cell(who) else { return false };
    let at = match mark {
        Mark::Model(piece) if piece == who => None,
        Mark::Model(piece) => table.cell(piece),
        Mark::Door(at) => Some(at),
    };
    at.is_some_and(|at| reach(fixed, table, from).contains(at)) && target(fixed, table, mark).is_some()
}

/// Whether two marks are one target: a tank is, whatever square of it is named.
fn same(fixed: &Fixed, one: Mark, other: Mark) -> bool {
    let tanks = &fixed.mission.hazards.tanks;
    match (one, other) {
        (Mark::Door(one), Mark::Door(other)) if one != other => {
            tanks.iter().any(|tank| tank.contains(one) && tank.contains(other))
        }
        _ => one == other,
    }
}

/// Everything lightning can strike next.
fn marks(fixed: &Fixed, table: &Table, who: PieceId, struck: &[Mark]) -> SmallVec<[Mark; 16]> {
    let Some(from) = table.cell(who) else { return SmallVec::new() };
    let squares = reach(fixed, table, from);
    let pieces = (squares & table.occupied()).iter().filter_map(|cell| table.piece_at(cell)).map(Mark::Model);
    let things = (squares & *table.shut()).iter().map(Mark::Door);
    let things = things.filter(|mark| target(fixed, table, *mark).is_some());
    pieces.chain(things).filter(|mark| !struck.iter().any(|other| same(fixed, *mark, *other))).collect()
}

/// How a hit ended.
enum Hit {
    /// The arc goes on.
    On,
    /// SH-PCD-009: a psyker has withstood it, and the rest is lost.
    Halted,
}

/// SH-PCD-007, SH-PCD-009: up to six hits on as many targets, each chosen when the last is resolved.
pub fn arc(state: &mut State, cx: &mut Cx<'_>, who: PieceId, cast: Cast) -> Step {
    let fixed = cx.fixed();
    let owner = seat(state.table.side(who));
    let mut struck: SmallVec<[Mark; 8]> = SmallVec::new();
    let mut next = match cast.aim {
        Aim::Model(piece) => Some(Mark::Model(piece)),
        Aim::Thing(cell) => Some(Mark::Door(cell)),
        _ => None,
    };
    let mut hits = 0;
    let mut turned_over = false;
    while let Some(mark) = next {
        let mut bound: Option<Mark> = None;
        if let Mark::Model(PieceId::Blip(blip)) = mark
            && all_apply(rules!["SH-CNV-015", "SH-PEF-002"])
        {
            // SH-PCD-010, SH-CNV-015: it is turned over; a single model must be struck.
            let placed = conversion::struck(state, cx, blip)?;
            turned_over = true;
            if let [only] = placed[..] {
                bound = Some(Mark::Model(only)).filter(|mark| {
                    marks(fixed, &state.table, who, &struck).contains(mark) && applies(rule!("SH-PCD-010"))
                });
            }
        } else {
            struck.push(mark);
            hits += 1;
            let hit = strike(state, cx, who, cast, mark, std::mem::take(&mut turned_over))?;
            // SH-PCD-010: who is dead may lend his place to somebody a blip turns out to be.
            struck.retain(|mark| !matches!(mark, Mark::Model(piece) if state.table.cell(*piece).is_none()));
            if matches!(hit, Hit::Halted) && applies(rule!("SH-PCD-009")) {
                break;
            }
        }
        if hits >= fixed.numbers().arc_hits.hits {
            break;
        }
        let mut options: SmallVec<[Choice; 16]> = SmallVec::new();
        if let Some(mark) = bound {
            options.push(Choice::Psychic(PsychicChoice::Strike(mark)));
        } else {
            options.push(Choice::Pass);
            let marks = marks(fixed, &state.table, who, &struck);
            options.extend(marks.into_iter().map(|mark| Choice::Psychic(PsychicChoice::Strike(mark))));
        }
        state.table.subject = Some(who);
        let choice = cx.choose(state, Ask::new(owner, "strike", rule!("SH-PCD-007")), &options)?;
        state.table.subject = None;
        next = match choice {
            Choice::Psychic(PsychicChoice::Strike(mark)) => Some(mark),
            _ => None,
        };
    }
    cx.emit(rules!["SH-PCD-009", "SH-PCD-007"], Event::ArcEnded { hits }.into());
    Ok(())
}

/// One hit: a psyker may meet it with force cards, then a die decides.
fn strike(
    state: &mut State,
    cx: &mut Cx<'_>,
    who: PieceId,
    cast: Cast,
    mark: Mark,
    turned_over: bool,
) -> Step<Hit> {
    let fixed = cx.fixed();
    // SH-CNV-016: even one who was a blip a moment ago.
    let by = if turned_over { rule!("SH-CNV-016") } else { rule!("SH-FRC-001") };
    let side = state.table.side(who);
    let psyker = match mark {
        Mark::Model(piece) => {
            let answers = !turned_over || applies(rule!("SH-CNV-016"));
            state.table.side(piece) != side && level(fixed, &state.table, piece).is_some() && answers
        }
        Mark::Door(_) => false,
    };
    // SH-PCD-004, SH-PCD-011: not from where he can play none.
    let plays = matches!(mark, Mark::Model(piece) if state.table.may_play(fixed, piece));
    // SH-FRC-004: he defends when it comes to him; what is dead by then stays dead.
    let aegis = match mark {
        Mark::Model(piece) => aegis(fixed, &state.table, side, Aim::Model(piece)),
        Mark::Door(_) => None,
    };
    if psyker
        && plays
        && applies(rule!("SH-FRC-004"))
        && !force::stands(state, cx, side, cast.card, (true, aegis), by)?
    {
        cx.emit(rules!["SH-FRC-004", "SH-PCD-009"], Event::ForceEnded { stands: false }.into());
        return Ok(Hit::Halted);
    }
    let Some(target) = target(fixed, &state.table, mark) else { return Ok(Hit::On) };
    let target = foreseen(fixed, &state.table, who, target);
    let rules: &[RuleId] = rules!["SH-PCD-008", "SH-PCD-007"];
    let [face] = cx.roll_against(6, "roll.arc", rules, &target)?;
    let hit = target.need().met_by(face);
    match mark {
        Mark::Model(piece) if hit => {
            let fate = kill(state, cx, piece, Cause::Psychic(Kind::LightningArc), rules)?;
            if psyker && fate == Fate::Saved {
                return Ok(Hit::Halted);
            }
        }
        Mark::Model(piece) => {
            cx.emit(rules, Event::Withstood { piece, kind: Kind::LightningArc }.into());
        }
        Mark::Door(at) if hit => break_door(state, cx, at, Cause::Psychic(Kind::LightningArc), rules)?,
        Mark::Door(_) => {}
    }
    Ok(Hit::On)
}
