//! Full auto with the assault cannon: SH-WAC-003 to SH-WAC-005.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use smallvec::SmallVec;

use super::{alike, face_rules, hits, strike};
use crate::Fixed;
use crate::choice::Choice;
use crate::event::{Event, Shot};
use crate::legal::{endangers, full_auto_targets};
use crate::piece::{Mark, PieceId};
use crate::play::{Cx, conversion, explosions, rubble};
use crate::profile::Ranged;
use crate::state::{State, seat};

/// SH-WAC-003, SH-WAC-004, SH-WAC-005: three dice for everything in sight and arc, in the player's order.
pub fn full_auto(state: &mut State, cx: &mut Cx<'_>, who: PieceId) -> Step {
    let PieceId::Marine(index) = who else { return Ok(()) };
    let fixed = cx.fixed();
    let numbers = fixed.numbers();
    let marine = &mut state.table.marines[index as usize];
    marine.ammo -= numbers.full_auto_ammo.bursts;
    marine.bursts = marine.bursts.saturating_add(numbers.full_auto_ammo.bursts);
    let worn = marine.bursts > numbers.malfunction.safe_bursts && applies(rule!("SH-WAC-011"));
    cx.emit(rules!["SH-WAC-001", "SH-WAC-003", "SH-WAC-005"], Event::FullAuto { by: who });
    let mut done: Vec<Mark> = Vec::new();
    let mut first = full_auto_targets(fixed, &state.table, index);
    loop {
        let mut left: Vec<_> = full_auto_targets(fixed, &state.table, index)
            .into_iter()
            .filter(|mark| !done.contains(mark))
            // SH-TGT-004: a friend whom the shots uncover is spared.
            .filter(|mark| {
                fixed.options.friendly_fire
                    || !matches!(mark, Mark::Model(piece) if endangers(&state.table, who, *piece))
            })
            // SH-WAC-004: what the shots uncover may be shot at as well.
            .filter(|mark| first.contains(mark) || applies(rule!("SH-WAC-004")))
            .map(Choice::Shoot)
            .collect();
        if left.is_empty() {
            return Ok(());
        }
        let bound = left.iter().any(|choice| matches!(choice, Choice::Shoot(mark) if first.contains(mark)));
        if !bound {
            // SH-WAC-004: what was uncovered may be shot at, or not.
            left.push(Choice::Pass);
        }
        let ask = Ask::new(seat(state.table.side(who)), "shoot", rule!("SH-WAC-003"));
        let Choice::Shoot(mark) = cx.choose(state, ask, &left)? else { return Ok(()) };
        done.push(mark);
        let target = full_auto_target(fixed, mark);
        let mut rules: SmallVec<[RuleId; 16]> = SmallVec::from_slice(rules!["SH-WAC-003", "SH-WPN-001"]);
        if !first.contains(&mark) {
            rules.push(rule!("SH-WAC-004"));
        }
        match mark {
            Mark::Model(piece) if endangers(&state.table, who, piece) => {
                rules.extend_from_slice(rules!["SH-AMB-019", "SH-WPN-010"]);
            }
            Mark::Model(_) if fixed.options.full_auto_3 && column(fixed, mark).is_none() => {
                rules.push(rule!("SH-AMB-075"));
            }
            _ => {}
        }
        let faces: [u8; 3] = cx.roll_against(6, "roll.full-auto", &rules, &target)?;
        let hit = hits(&faces, target.need());
        rules.extend(face_rules(&faces, Ranged::AssaultCannon, Shot::FullAuto));
        let weapon = Ranged::AssaultCannon;
        cx.emit(&rules, Event::Fired { by: who, weapon, at: mark, shot: Shot::FullAuto, hit });
        let at = match mark {
            Mark::Model(piece) => state.table.cell(piece),
            Mark::Door(at) => Some(at),
        };
        if hit && !rubble::deflects(state, cx, who, weapon, at)? {
            strike(state, cx, Ranged::AssaultCannon, mark)?;
        }
        // Who is dead may lend his place to somebody whom the shots uncover.
        let stands = |mark: &Mark| !matches!(mark, Mark::Model(piece) if state.table.cell(*piece).is_none());
        done.retain(stands);
        first.retain(stands);
        if worn && alike(&faces) {
            // SH-WAC-012: the hit counts, the remaining targets are spared.
            return explosions::malfunction(state, cx, who);
        }
        // SH-WAC-004, SH-CNV-003: what a kill or a broken door brings into sight is converted, and fair game.
        conversion::sweep(state, cx)?;
    }
}

/// SH-WPN-010: armour has a column of its own in the charts; what is hit as Genestealers are has none.
fn column(fixed: &Fixed, mark: Mark) -> Option<Need> {
    match mark {
        Mark::Model(model @ PieceId::Marine(_)) => fixed.numbers().columns.full_auto.need(fixed.class(model)),
        _ => None,
    }
}

/// SH-WAC-003: what full auto needs against a target.
pub fn full_auto_target(fixed: &Fixed, mark: Mark) -> Target {
    let numbers = &fixed.numbers().full_auto;
    if let Some(need) = column(fixed, mark) {
        return Target::new(need, rule!("SH-WAC-003"));
    }
    let base = match mark {
        Mark::Door(_) => numbers.door,
        // SH-AMB-075
        Mark::Model(_) if fixed.options.full_auto_3 => numbers.stealer_full_auto_3,
        Mark::Model(_) => numbers.stealer,
    };
    Target::new(Need::AtLeast(base), rule!("SH-WAC-003"))
}
