//! Exarchs: SH-EXA-003, SH-EXA-011, SH-EXA-013, SH-EXA-016, and what their arms do in close assault.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::grid::Cell;
use smallvec::SmallVec;

use super::aspect;
use super::event::Event;
use super::farseer;
use crate::Fixed;
use crate::choice::{Action, Choice};
use crate::event::{Cause, Event as Happening};
use crate::legal;
use crate::piece::{Mark, PieceId};
use crate::play::assault::Fighter;
use crate::play::{Cx, conversion, kill, shooting};
use crate::profile::{Aspect, Melee, Profile, Ranged};
use crate::state::{State, seat};
use crate::table::Table;

/// The Exarch behind a piece's number, if it is one of this Aspect.
fn is_exarch(fixed: &Fixed, piece: PieceId, aspect: Aspect) -> bool {
    matches!(piece, PieceId::Marine(index) if fixed.profile(index).exarch_of() == Some(aspect))
}

/// SH-EXA-003: whether a model may have one die of its shots rolled again.
pub fn rerolls(fixed: &Fixed, piece: PieceId) -> bool {
    is_exarch(fixed, piece, Aspect::DireAvenger)
}

/// SH-EXA-003: a Dire Avenger Exarch may have one die of a shot rolled again.
pub fn crack_shot(
    state: &mut State,
    cx: &mut Cx<'_>,
    index: u8,
    faces: &mut [u8],
    target: &Target,
    jams: bool,
) -> Step {
    let by = PieceId::Marine(index);
    let may = rerolls(cx.fixed(), by);
    // A hit that does not jam is as good as it can be.
    let well = shooting::hits(faces, target.need()) && !jams;
    if !may || faces.is_empty() || well || target.need() == Need::Impossible {
        return Ok(());
    }
    let mut options: SmallVec<[Choice; 6]> = SmallVec::from_slice(&[Choice::Pass]);
    options.extend((1..=faces.len() as u8).map(Choice::Reroll));
    state.table.subject = Some(by);
    let ask = Ask::new(seat(state.table.side(by)), "reroll", rule!("SH-EXA-003"));
    let choice = cx.choose(state, ask, &options)?;
    state.table.subject = None;
    let Choice::Reroll(die) = choice else { return Ok(()) };
    let [new] = cx.roll_against(6, "roll.reroll", rules!["SH-EXA-003"], target)?;
    let old = std::mem::replace(&mut faces[die as usize - 1], new);
    cx.emit(rules!["SH-EXA-003"], Event::Rerolled { by, die, old, new }.into());
    Ok(())
}

/// SH-EXA-011: after a kill the web may fly on to another target close to the last, for three kills in all.
pub fn fly_on(state: &mut State, cx: &mut Cx<'_>, index: u8, last: Cell) -> Step {
    let fixed = cx.fixed();
    let (who, web) = (PieceId::Marine(index), Ranged::WebOfSkulls);
    let numbers = &fixed.numbers().web_of_skulls;
    let mut last = last;
    let mut kills = 1;
    while kills < numbers.kills && state.table.cell(who).is_some() {
        // SH-CNV-003: what a kill brings into sight is converted, and fair game.
        conversion::sweep(state, cx)?;
        let mut options: SmallVec<[Choice; 8]> = SmallVec::from_slice(&[Choice::Pass]);
        options.extend(near(fixed, &state.table, who, last).map(Choice::Shoot));
        state.table.subject = Some(who);
        let ask = Ask::new(seat(state.table.side(who)), "web", rule!("SH-EXA-011"));
        let choice = cx.choose(state, ask, &options)?;
        state.table.subject = None;
        let Choice::Shoot(mark) = choice else { return Ok(()) };
        cx.emit(rules!["SH-EXA-011"], Event::FliesOn { by: who, kills }.into());
        let at = mark_cell(&state.table, mark);
        let killed = shooting::throw(state, cx, index, web, mark, rules!["SH-EXA-011"])?;
        let (true, Some(at)) = (killed, at) else { return Ok(()) };
        last = at;
        kills += 1;
    }
    Ok(())
}

fn mark_cell(table: &Table, mark: Mark) -> Option<Cell> {
    match mark {
        Mark::Model(piece) => table.cell(piece),
        Mark::Door(at) => Some(at),
    }
}

/// SH-EXA-011, SH-TGT-001: what the web may fly to next: what he could throw it at, close to the last.
fn near(fixed: &Fixed, table: &Table, who: PieceId, last: Cell) -> impl Iterator<Item = Mark> {
    let reach = fixed.numbers().web_of_skulls.reach;
    let shots = legal::menu(fixed, table, who, u8::MAX);
    shots.into_iter().filter_map(move |action| match action {
        Action::Fire(Ranged::WebOfSkulls, mark) => {
            let close = mark_cell(table, mark).is_some_and(|at| fixed.range(last, at) <= reach);
            close.then_some(mark)
        }
        _ => None,
    })
}

/// SH-EXA-013: whether a model may be fired at from a square.
pub fn in_reach(fixed: &Fixed, from: Cell, piece: PieceId, at: Cell) -> bool {
    !is_exarch(fixed, piece, Aspect::StrikingScorpion)
        || fixed.range(from, at) <= fixed.numbers().stealth.range
}

/// SH-EXA-016: everybody in her section but Banshees may die of it, friend or foe.
pub fn shout(state: &mut State, cx: &mut Cx<'_>, index: u8) -> Step {
    let fixed = cx.fixed();
    let by = PieceId::Marine(index);
    let (Some(cell), Some(listed)) = (state.table.cell(by), fixed.weapon(Ranged::WarShout)) else {
        return Ok(());
    };
    let rules = rules!["SH-EXA-016", "SH-WPN-006"];
    cx.emit(rules, Event::Shouts { by }.into());
    let cells = legal::flame_extent(fixed, &state.table, cell);
    for cell in cells & state.table.occupied() {
        let Some(piece) = state.table.piece_at(cell) else { continue };
        let need = listed.need(fixed.class(piece), 0);
        if aspect(fixed, piece) == Some(Aspect::HowlingBanshee) || need == Need::Impossible {
            continue;
        }
        let target = Target::new(need, rule!("SH-EXA-016"));
        // SH-FSC-003, SH-FSC-005: no shot that could be guided, but an attack.
        let target = farseer::effect::destined(fixed, &state.table, by, Mark::Model(piece), target);
        let [face] = cx.roll_against(6, "roll.blast", rules, &target)?;
        if target.need().met_by(face) {
            kill(state, cx, piece, Cause::Shot(Ranged::WarShout), rules)?;
        } else {
            cx.emit(rules, Happening::Survived { piece, at: cell });
        }
    }
    Ok(())
}

/// SH-EXA-004, SH-EXA-011, SH-EXA-014, SH-EXA-015: what an Exarch's blade does in close assault.
pub fn blade(fixed: &Fixed, profile: &Profile, weapon: Melee, front: bool, fighter: &mut Fighter) {
    let numbers = fixed.numbers();
    if !front {
        return;
    }
    match weapon {
        Melee::Diresword => {
            fighter.add(numbers.diresword.bonus, "reason.diresword", rule!("SH-EXA-004"));
            // SH-PAR-005: twice in a row.
            fighter.parry(numbers.diresword_parry.parries, rules!["SH-PAR-001", "SH-EXA-004"]);
        }
        Melee::BitingSword => {
            fighter.add(numbers.biting_sword.bonus, "reason.biting-sword", rule!("SH-EXA-014"));
            fighter.parry(numbers.biting_sword.parries, rules!["SH-PAR-001", "SH-EXA-014"]);
        }
        Melee::WebOfSkulls => {
            fighter.add(numbers.web_of_skulls.bonus, "reason.web", rule!("SH-EXA-011"));
        }
        Melee::PowerSword if profile.exarch => {
            fighter.add(numbers.exarch_sword.bonus, "reason.power-sword", rule!("SH-EXA-015"));
        }
        _ => {}
    }
}

/// The rules behind an Exarch's dice and bonuses.
pub fn rules_of(profile: &Profile) -> SmallVec<[RuleId; 4]> {
    let mut rules = SmallVec::new();
    let Some(aspect) = profile.exarch_of() else { return rules };
    rules.push(aspect.exarch());
    if aspect == Aspect::DarkReaper {
        rules.push(rule!("SH-EXA-009"));
    }
    rules
}

/// The rules behind a parry with an Exarch's blade, if it is with one.
pub fn parry_rules(profile: &Profile) -> Option<grognard_engine::Rules> {
    if profile.has(Melee::Diresword) {
        Some(rules!["SH-PAR-005", "SH-PAR-001", "SH-PAR-002", "SH-PAR-006", "SH-EXA-004"])
    } else if profile.has(Melee::BitingSword) {
        Some(rules!["SH-PAR-001", "SH-PAR-002", "SH-PAR-006", "SH-EXA-014"])
    } else if profile.exarch && profile.has(Melee::Chainsword) {
        Some(rules!["SH-PAR-001", "SH-PAR-002", "SH-PAR-006", "SH-EXA-012", "SH-WCS-001"])
    } else if profile.exarch && profile.has(Melee::PowerSword) {
        Some(rules!["SH-PAR-001", "SH-PAR-002", "SH-PAR-006", "SH-EXA-015", "SH-WPS-001"])
    } else {
        None
    }
}
