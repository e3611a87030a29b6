//! Playing an attack card: SH-PLY-009, SH-FRC, SH-PEF.

use grognard_engine::ctx::Step;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use smallvec::SmallVec;

use super::card::{Effect, Kind};
use super::choice::{Aim, Cast};
use super::event::Event;
use super::state::Attack;
use super::{effects, force, hand, legal, level, psykers};
use crate::Fixed;
use crate::piece::PieceId;
use crate::play::Cx;
use crate::profile::Folk;
use crate::state::State;
use crate::table::{Side, Table};

/// SH-PLY-009, SH-ACT-026: a card is played for its name. It has been checked and paid for.
pub fn cast(state: &mut State, cx: &mut Cx<'_>, who: PieceId, cast: Cast) -> Step {
    let fixed = cx.fixed();
    let side = state.table.side(who);
    let rules = if cx.logging() { cast_rules(fixed, &state.table, who, cast) } else { SmallVec::new() };
    hand::play(state, side, cast.card);
    cx.emit(&rules, Event::Cast { psyker: who, card: cast.card, aim: cast.aim }.into());
    set_attack(state, Some(Attack { by: who, card: cast.card, aim: cast.aim }));
    resolve(state, cx, who, cast)?;
    set_attack(state, None);
    Ok(())
}

fn set_attack(state: &mut State, attack: Option<Attack>) {
    if let Some(psychic) = &mut state.table.psychic {
        psychic.attack = attack;
        if attack.is_some() {
            psychic.assailed = None;
        }
    }
}

fn resolve(state: &mut State, cx: &mut Cx<'_>, who: PieceId, cast: Cast) -> Step {
    let fixed = cx.fixed();
    let side = state.table.side(who);
    let kind = fixed.data.deck.face(cast.card).kind;
    // SH-FRC-004: lightning is met by whoever it comes to.
    if kind != Kind::LightningArc {
        let defends = is_under(fixed, &state.table, side, cast.aim);
        let aegis = aegis(fixed, &state.table, side, cast.aim);
        if !force::stands(state, cx, side, cast.card, (defends, aegis), rule!("SH-FRC-001"))? {
            return Ok(());
        }
    }
    if !applies(kind.rule()) {
        return Ok(());
    }
    match (kind, cast.aim) {
        (Kind::Control, Aim::Model(victim)) => effects::control::control(state, cx, who, victim),
        (Kind::Assail, Aim::Model(victim)) => effects::assail::assail(state, cx, who, victim),
        (Kind::LightningArc, _) => effects::arc::arc(state, cx, who, cast),
        (Kind::Scan, Aim::Section(section)) => effects::scan::scan(state, cx, who, section),
        (Kind::Smite, Aim::Section(section)) => effects::section::smite(state, cx, who, section),
        (_, Aim::Section(section)) => effects::section::settle(state, cx, who, section, kind),
        (Kind::Blast, Aim::Thing(at)) => effects::blast::blast(state, cx, who, at),
        (Kind::Switch, Aim::Thing(door)) => effects::own::switch(state, cx, who, door),
        (Kind::Teleport, _) => effects::own::teleport(state, cx, who),
        (Kind::BurstOfSpeed, _) => {
            effects::own::burst(state, cx, who);
            Ok(())
        }
        (Kind::Prescience, _) => {
            effects::own::foresee(state, cx, who);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// SH-FRC-001, SH-PEF-001, SH-PEF-007: whether a psyker of the other side is a target who may answer.
fn is_under(fixed: &Fixed, table: &Table, attacker: Side, aim: Aim) -> bool {
    let answers = |piece: PieceId| {
        table.side(piece) != attacker && level(fixed, table, piece).is_some() && table.may_play(fixed, piece)
    };
    match aim {
        Aim::Model(piece) => answers(piece),
        Aim::Section(section) => {
            let cells = fixed.mission.sections[section as usize] & table.models();
            cells.iter().filter_map(|cell| table.piece_at(cell)).any(answers)
        }
        // SH-PEF-001: what a psyker does to himself has no target to answer for.
        Aim::Own => !applies(rule!("SH-PEF-001")) && psykers(fixed, table, attacker.other()).any(answers),
        Aim::Thing(_) => false,
    }
}

/// SH-AMB-038: whose Aegis suit stands against an attack: the first of those it is aimed at; several do not add up.
pub fn aegis(fixed: &Fixed, table: &Table, attacker: Side, aim: Aim) -> Option<PieceId> {
    if !fixed.options.aegis || !applies(rule!("SH-AMB-038")) {
        return None;
    }
    let wears = |piece: &PieceId| {
        table.side(*piece) != attacker
            && matches!(piece, PieceId::Marine(index) if fixed.profile(*index).aegis)
            && table.cell(*piece).is_some()
    };
    match aim {
        Aim::Model(piece) => Some(piece).filter(wears),
        Aim::Section(section) => {
            let cells = fixed.mission.sections[section as usize] & table.models();
            cells.iter().filter_map(|cell| table.piece_at(cell)).find(wears)
        }
        Aim::Own | Aim::Thing(_) => None,
    }
}

/// The rules behind playing a card.
fn cast_rules(fixed: &Fixed, table: &Table, who: PieceId, cast: Cast) -> SmallVec<[RuleId; 24]> {
    let (face, attack) = (fixed.data.deck.face(cast.card), fixed.data.deck.attack(cast.card));
    let mut rules: SmallVec<[RuleId; 24]> = SmallVec::new();
    rules.push(face.kind.rule());
    rules.extend_from_slice(rules!["SH-PLY-009", "SH-PSY-003", "SH-PSY-005", "SH-PSY-006", "SH-ACT-026"]);
    // SH-OVW-014: Marines on overwatch answer it like any other action of the enemy.
    if table.side(who) == Side::Stealer {
        rules.push(rule!("SH-OVW-014"));
    }
    rules.extend(legal::cost_rules(fixed, table, who, cast));
    // SH-TYR-007, SH-TYR-018: a creature with powers of its own.
    if matches!(who, PieceId::Marine(index) if fixed.profile(index).folk == Folk::Tyranid) {
        rules.extend_from_slice(rules!["SH-TYR-007", "SH-TYR-018"]);
    }
    if cast.aim != Aim::Own {
        rules.push(rule!("SH-PTG-001"));
    }
    rules.extend_from_slice(legal::reach_rules(attack));
    if attack.range.is_some() {
        rules.push(rule!("SH-PTG-008"));
    }
    rules.push(match attack.effect {
        Effect::Own => rule!("SH-PEF-001"),
        Effect::Model => rule!("SH-PEF-002"),
        Effect::Door => rule!("SH-PEF-003"),
        Effect::Feature => rule!("SH-PEF-004"),
        Effect::Section => rule!("SH-PEF-005"),
    });
    let target = match cast.aim {
        Aim::Model(piece) => table.cell(piece),
        Aim::Thing(cell) => Some(cell),
        Aim::Own | Aim::Section(_) => None,
    };
    if target.is_some_and(|cell| table.effect_at(fixed, cell).is_some()) {
        // SH-PEF-012: into a marked section.
        rules.push(rule!("SH-PEF-012"));
    }
    if attack.unstoppable {
        rules.push(rule!("SH-FRC-003"));
    }
    let table_side = table.side(who);
    match table.flow {
        crate::table::Flow::Stealers { .. } if table_side == Side::Marine => {
            rules.extend_from_slice(rules!["SH-PLY-010", "SH-PLY-008"]);
        }
        crate::table::Flow::Stealers { .. } => rules.push(rule!("SH-PLY-008")),
        _ => {}
    }
    rules
}
