//! Harlequins in close assault: SH-HRL-002, SH-HRL-008 to SH-HRL-010, SH-WCS-002.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{Rules, rule, rules};
use grognard_space::grid::Dir;

use super::event::Event;
use super::{Rank, dances, harlequin, is_soloist, performer};
use crate::Fixed;
use crate::choice::{Action, Choice};
use crate::event::Event as GameEvent;
use crate::piece::PieceId;
use crate::play::assault::{Fighter, direction};
use crate::play::{Cx, Fate, whose_turn};
use crate::profile::Melee;
use crate::state::{State, seat};
use crate::table::Table;

/// SH-HRL-008: whether a model has its face to whoever it fights: it turns before the fight, unless its owner has said no.
pub fn faces_all(fixed: &Fixed, table: &Table, model: PieceId) -> bool {
    let Some(index) = harlequin(fixed, model) else { return false };
    !performer(table, index).stays && applies(rule!("SH-HRL-008"))
}

/// SH-WCS-002: one blade parries, however many there are.
fn parry_once(fighter: &mut Fighter, parries: u8, rules: Rules) {
    fighter.parry(parries.saturating_sub(fighter.parries), rules);
}

/// SH-HRL-002: what a Harlequin adds to its die, weapon by weapon. `fighter` has its skill already.
pub fn arm(fixed: &Fixed, table: &Table, index: u8, fighter: &mut Fighter) {
    let numbers = fixed.numbers();
    let profile = fixed.profile(index);
    if profile.rank == Some(Rank::Great) {
        fighter.add(numbers.harlequin_fight.great, "reason.great", rule!("SH-HRL-002"));
    }
    let dancing = dances(table, index);
    let one = performer(table, index);
    if dancing {
        fighter.add(numbers.dance.bonus, "reason.dance", rule!("SH-HRL-006"));
    }
    // SH-HRL-009: in the opponent's turn alone.
    if one.stance && table.flow.acting() != Some(table.side(PieceId::Marine(index))) {
        fighter.add(numbers.stance.bonus, "reason.stance", rule!("SH-HRL-009"));
    }
    if fighter.burdened || !fighter.front && applies(rule!("SH-CLA-011")) {
        return;
    }
    let pistols =
        u8::from(profile.ranged == Some(crate::profile::Ranged::ShurikenPistol)) + u8::from(profile.pair);
    for _ in 0..pistols {
        fighter.add(numbers.pistol.bonus, "reason.pistol", rule!("SH-WSH-001"));
    }
    for weapon in &profile.melee {
        match weapon {
            Melee::Chainsword => {
                fighter.add(numbers.chainsword.bonus, "reason.chainsword", rule!("SH-WCS-001"));
                // SH-WCS-002: whoever it fights, it is there to parry. One blade does, however many there are.
                parry_once(fighter, numbers.chainsword.parries, rules!["SH-WCS-002", "SH-PAR-001"]);
            }
            // SH-AMB-060: more than in a Terminator's hand.
            Melee::PowerSword => {
                fighter.add(numbers.harlequin_fight.sword, "reason.sword", rule!("SH-HRL-002"));
                parry_once(fighter, numbers.sword_parry.power_sword, rules!["SH-WPS-001", "SH-PAR-001"]);
            }
            Melee::PowerAxe => fighter.add(numbers.power_axe.bonus, "reason.power-axe", rule!("SH-WPA-001")),
            Melee::PowerGlove => {
                fighter.add(numbers.harlequin_fight.glove, "reason.glove", rule!("SH-HRL-002"));
            }
            // SH-AMB-042: too slow for a dance.
            Melee::Kiss if !one.stuck && !dancing => {
                fighter.add(numbers.kiss.bonus, "reason.kiss", rule!("SH-HRL-010"));
            }
            _ => {}
        }
    }
}

/// Before a round: a soloist has done what the solo is for (SH-HRL-005), and an attacked Harlequin may turn, free of charge
/// (SH-HRL-008).
pub fn begin(state: &mut State, cx: &mut Cx<'_>, attacker: PieceId, defender: PieceId) -> Step {
    let fixed = cx.fixed();
    if let (PieceId::Marine(index), true) = (attacker, state.table.troupe.is_some())
        && is_soloist(&state.table, index)
        && let Some(troupe) = &mut state.table.troupe
    {
        troupe.struck = true;
    }
    let Some(index) = harlequin(fixed, defender) else { return Ok(()) };
    let towards = direction(fixed, &state.table, defender, attacker).and_then(Dir::facing);
    let marine = &state.table.marines[index as usize];
    let Some(to) = towards.filter(|to| *to != marine.facing && !marine.prone) else { return Ok(()) };
    state.table.subject = Some(defender);
    let ask = Ask::new(seat(state.table.side(defender)), "turn-before", rule!("SH-HRL-008"));
    let choice = cx.choose(state, ask, &[Choice::TurnToFace, Choice::Pass])?;
    state.table.subject = None;
    if choice == Choice::TurnToFace {
        state.table.turn_to(fixed, defender, to);
        cx.emit(rules!["SH-HRL-008"], GameEvent::TurnedToFace { model: defender, to });
    } else if let Some(troupe) = &mut state.table.troupe {
        troupe.performers[index as usize].stays = true;
    }
    Ok(())
}

/// SH-HRL-008: the round is fought, and whoever did not turn for it may turn for the next.
pub fn end(state: &mut State, defender: PieceId) {
    if let (PieceId::Marine(index), Some(troupe)) = (defender, &mut state.table.troupe)
        && let Some(performer) = troupe.performers.get_mut(index as usize)
    {
        performer.stays = false;
    }
}

/// SH-HRL-010: after a kill with the Kiss, whether it comes out again.
pub fn after_kill(state: &mut State, cx: &mut Cx<'_>, by: PieceId, fate: Fate) -> Step {
    let fixed = cx.fixed();
    let Some(index) = harlequin(fixed, by).filter(|index| fixed.profile(*index).has(Melee::Kiss)) else {
        return Ok(());
    };
    // SH-AMB-042: a kill in a dance was none of its doing.
    let used = !dances(&state.table, index)
        && !performer(&state.table, index).stuck
        && state.table.carried_by(index).is_none();
    let there = state.table.cell(by).is_some();
    if fate != Fate::Dead || !used || !there {
        return Ok(());
    }
    let clear = fixed.numbers().kiss.sticks + 1;
    let target = Target::new(Need::AtLeast(clear), rule!("SH-HRL-010"));
    let [face] = cx.roll_against(6, "roll.kiss", rules!["SH-HRL-010"], &target)?;
    let stuck = face < clear;
    if let Some(troupe) = &mut state.table.troupe {
        troupe.performers[index as usize].stuck = stuck;
    }
    cx.emit(rules!["SH-HRL-010"], Event::Kissed { model: by, stuck }.into());
    if stuck {
        end_stance(state, cx, index, "stance.stuck", rules!["SH-HRL-010"]);
    }
    Ok(())
}

/// SH-HRL-010: the Kiss comes out.
pub fn free(state: &mut State, cx: &mut Cx<'_>, index: u8) {
    if let Some(troupe) = &mut state.table.troupe {
        troupe.performers[index as usize].stuck = false;
    }
    cx.emit(rules!["SH-HRL-010"], Event::Freed { model: PieceId::Marine(index) }.into());
}

/// SH-HRL-009: a Harlequin makes ready for what comes.
pub fn take_stance(state: &mut State, cx: &mut Cx<'_>, index: u8) {
    if let Some(troupe) = &mut state.table.troupe {
        troupe.performers[index as usize].stance = true;
    }
    cx.emit(rules!["SH-HRL-009"], Event::Stance { model: PieceId::Marine(index) }.into());
}

/// The stance is over, if there was one.
fn end_stance(state: &mut State, cx: &mut Cx<'_>, index: u8, why: &'static str, rules: Rules) {
    let Some(troupe) = &mut state.table.troupe else { return };
    if std::mem::take(&mut troupe.performers[index as usize].stance) {
        cx.emit(rules, Event::StanceOver { model: PieceId::Marine(index), why }.into());
    }
}

/// SH-HRL-009: any action ends the stance.
pub fn acts(state: &mut State, cx: &mut Cx<'_>, who: PieceId, action: Action) {
    if let (PieceId::Marine(index), true) = (who, state.table.troupe.is_some())
        && action != Action::Harlequin(super::choice::Deed::Stance)
    {
        end_stance(state, cx, index, "stance.acted", rules!["SH-HRL-009"]);
    }
}

/// SH-HRL-009: with the opponent's turn the stances of a side are over.
pub fn turn_ends(state: &mut State, cx: &mut Cx<'_>) {
    let side = whose_turn(state).other();
    let Some(troupe) = &state.table.troupe else { return };
    for index in 0..troupe.performers.len() as u8 {
        if state.table.side(PieceId::Marine(index)) == side {
            end_stance(state, cx, index, "stance.endphase", rules!["SH-HRL-009"]);
        }
    }
}
