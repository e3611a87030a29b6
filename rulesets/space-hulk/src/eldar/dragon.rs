//! Fire Dragons: SH-FDR-004 to SH-FDR-006, SH-PIT-017.

use grognard_engine::ctx::Step;
use grognard_engine::switch::all_apply;
use grognard_engine::target::{Need, Target};
use grognard_engine::{Rules, rule, rules};
use grognard_space::grid::{Cell, CellSet};

use super::{aspect, event::Event, farseer};
use crate::event::Cause;
use crate::piece::PieceId;
use crate::play::{Cx, launch};
use crate::profile::{Aspect, Ranged};
use crate::state::State;
use crate::table::Table;

/// Whether the floor of a square can still be burnt through.
pub fn is_floor(table: &Table, at: Cell) -> bool {
    let things = &table.things;
    !(things.holes | things.ladders | things.lifts | things.sealed).contains(at)
}

/// SH-FDR-004: a shot that has killed or destroyed may burn through the floor there.
pub fn burn_through(state: &mut State, cx: &mut Cx<'_>, weapon: Ranged, at: Cell) -> Step {
    let melts = cx.fixed().weapon(weapon).is_some_and(|listed| listed.melts);
    if !melts || !is_floor(&state.table, at) {
        return Ok(());
    }
    let need = cx.fixed().numbers().dragon_pitfall.need;
    let rules = pitfall_rules(weapon, rules!["SH-FDR-004"], rules!["SH-FDR-004", "SH-EXA-007"]);
    let target = Target::new(Need::AtLeast(need), rule!("SH-FDR-004"));
    let [face] = cx.roll_against(6, "roll.melt", rules, &target)?;
    if face >= need {
        pitfall(state, cx, weapon, at, rules!["SH-FDR-004", "SH-PIT-017"]);
    }
    Ok(())
}

fn pitfall_rules(weapon: Ranged, dragon: Rules, exarch: Rules) -> Rules {
    if weapon == Ranged::Firepike { exarch } else { dragon }
}

/// SH-PIT-017: a pitfall like any other, at once.
fn pitfall(state: &mut State, cx: &mut Cx<'_>, weapon: Ranged, at: Cell, rules: Rules) {
    // SH-EXA-007: a Firepike burns as a melta-gun does.
    let burns =
        if weapon == Ranged::Firepike { rules!["SH-PIT-017", "SH-EXA-007"] } else { rules!["SH-PIT-017"] };
    if !all_apply(burns) {
        return;
    }
    state.table.things.holes.insert(at);
    state.table.reshape(cx.fixed(), CellSet::from(at));
    cx.emit(rules, Event::Pitfall { at }.into());
}

/// SH-FDR-005: a shot at the floor.
pub fn melt(state: &mut State, cx: &mut Cx<'_>, index: u8, at: Cell) -> Step {
    let fixed = cx.fixed();
    let Some(weapon) = fixed.profile(index).ranged else { return Ok(()) };
    if let Some(listed) = fixed.weapon(weapon) {
        launch::use_up(state, index, true, listed);
    }
    let need = fixed.numbers().dragon_melts.need;
    let rules = pitfall_rules(weapon, rules!["SH-FDR-005"], rules!["SH-FDR-005", "SH-EXA-007"]);
    let target = Target::new(Need::AtLeast(need), rule!("SH-FDR-005"));
    let [face] = cx.roll_against(6, "roll.melt", rules, &target)?;
    let hit = face >= need;
    let by = PieceId::Marine(index);
    cx.emit(rules, Event::Melts { by, weapon, at, hit }.into());
    if hit {
        pitfall(state, cx, weapon, at, rules!["SH-FDR-005", "SH-PIT-017"]);
    }
    // SH-FSC-004: a shot like any other.
    farseer::effect::fired(state, cx, by);
    Ok(())
}

/// SH-FDR-006, SH-EXA-006: whether its armour saves a Fire Dragon from a shot or a blow.
pub fn saves(state: &State, cx: &mut Cx<'_>, piece: PieceId, cause: Cause) -> Step<bool> {
    let fixed = cx.fixed();
    let dragon = aspect(fixed, piece) == Some(Aspect::FireDragon);
    // What burns him was fired at him; explosions and falls are neither shots nor blows.
    let attack = matches!(cause, Cause::Shot(_) | Cause::Flames | Cause::Assault);
    if !dragon || !attack || state.table.cell(piece).is_none() {
        return Ok(false);
    }
    let exarch = matches!(piece, PieceId::Marine(index) if fixed.profile(index).exarch);
    let numbers = fixed.numbers();
    let (need, rules) = if exarch {
        (numbers.exarch_armour.need, rules!["SH-FDR-006", "SH-EXA-006"])
    } else {
        (numbers.dragon_armour.need, rules!["SH-FDR-006"])
    };
    let target = Target::new(Need::AtLeast(need), rule!("SH-FDR-006"));
    let [face] = cx.roll_against(6, "roll.armour", rules, &target)?;
    if face >= need {
        cx.emit(rules, Event::Deflects { model: piece }.into());
    }
    Ok(face >= need)
}
