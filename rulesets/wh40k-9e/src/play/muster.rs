//! Before anything is placed: the mission is fixed (9E-GEN-001), armies and battlefield are made known (9E-GEN-004,
//! 9E-BTL-001), psykers choose what they know (9E-PSY-008).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};

use crate::Nine;
use crate::choice::Choice;
use crate::event::{Event, Mustered};
use crate::figures;
use crate::fixed::Fixed;
use crate::ids::{Side, UnitId};
use crate::play::roll_off;
use crate::state::{Flow, State};

#[derive(Clone, Copy)]
struct Learn(u8);

impl From<Learn> for Choice {
    fn from(learn: Learn) -> Choice {
        Choice::Manifest(learn.0)
    }
}

/// The whole step.
pub fn muster(s: &mut State, cx: &mut Ctx<'_, Nine>) -> Step {
    mission(s, cx)?;
    for side in Side::BOTH {
        announce(s, cx, side);
    }
    check_power(cx);
    battlefield(cx);
    for side in Side::BOTH {
        let units: Vec<UnitId> = s.unit_ids().filter(|unit| s.unit(*unit).side == side).collect();
        for unit in units {
            learn(s, cx, unit)?;
        }
    }
    s.about = crate::state::About::default();
    s.flow = Flow::MarkerRoll;
    Ok(())
}

/// 9E-GEN-001: one mission for the battle; 9E-GEN-002: the winner of a roll-off where two are proposed.
fn mission(s: &mut State, cx: &mut Ctx<'_, Nine>) -> Step {
    let [red, blue] = cx.fixed().missions;
    let rules: &[RuleId] = if red == blue || !applies(rule!("9E-GEN-002")) {
        s.mission = red;
        rules!["9E-GEN-001"]
    } else {
        let winner = roll_off(cx, "roll-off.mission", rules!["9E-GEN-002", "9E-DIC-013"])?;
        s.mission = cx.fixed().missions[winner.index()];
        rules!["9E-GEN-001", "9E-GEN-002"]
    };
    let rounds = cx.fixed().rounds(s.mission);
    cx.emit(rules, Event::Mustered(Mustered::Mission { mission: s.mission, rounds }));
    Ok(())
}

/// 9E-GEN-004, 9E-GEN-005: an army is everything one player commands, and its Power the sum of its units';
/// 9E-GEN-010: what the keyword in angle brackets stands for was chosen as each unit was added.
fn announce(s: &State, cx: &mut Ctx<'_, Nine>, side: Side) {
    let fixed = cx.fixed();
    let units: Vec<UnitId> = s.unit_ids().filter(|unit| s.unit(*unit).side == side).collect();
    let models = units.iter().map(|unit| s.unit(*unit).models.len()).sum::<usize>() as u16;
    let army = Mustered::Army { side, units: units.len() as u8, models, power: fixed.powers[side.index()] };
    cx.emit(rules!["9E-GEN-004", "9E-GEN-005"], Event::Mustered(army));
    for unit in units {
        if s.any_kind(fixed, unit).is_some_and(|kind| kind.value.is_some()) {
            cx.emit(rules!["9E-GEN-010"], Event::Mustered(Mustered::Keyword { unit }));
        }
    }
}

/// 9E-GEN-006: a word of advice where both armies together are very small or very big, and nothing more.
fn check_power(cx: &mut Ctx<'_, Nine>) {
    let bounds = &cx.fixed().numbers().power_bounds;
    let power = cx.fixed().power;
    if (power < bounds.least || power > bounds.most) && applies(rule!("9E-GEN-006")) {
        let advice = Mustered::UnusualPower { power, least: bounds.least, most: bounds.most };
        cx.emit(rules!["9E-GEN-006"], Event::Mustered(advice));
    }
}

/// How many terrain features are usual on a battlefield of this size (9E-BTL-003, TAB-08).
pub fn usual_features(fixed: &Fixed) -> u16 {
    crate::terrain::features(&fixed.data, fixed.battlefield.size) as u16
}

/// 9E-BTL-001, 9E-BTL-002: a rectangle with terrain that belongs to neither army; 9E-BTL-003: advice on how much.
fn battlefield(cx: &mut Ctx<'_, Nine>) {
    let features = cx.fixed().battlefield.terrain.len() as u16;
    let (long, wide) = cx.fixed().battlefield.size;
    let field = Mustered::Battlefield { long, wide, features };
    cx.emit(rules!["9E-BTL-001", "9E-BTL-002"], Event::Mustered(field));
    let usual = usual_features(cx.fixed());
    if features != usual && applies(rule!("9E-BTL-003")) {
        cx.emit(rules!["9E-BTL-003"], Event::Mustered(Mustered::UnusualTerrain { features, usual }));
    }
}

/// 9E-PSY-008: a psyker with a discipline chooses its powers, one after another, before the battle.
fn learn(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId) -> Step {
    let Some(kind) =
        s.unit(unit).models.iter().map(|model| cx.fixed().kind(*model)).find(|kind| kind.discipline.0 > 0)
    else {
        return Ok(());
    };
    let (count, discipline) = &kind.discipline;
    for _ in 0..*count {
        let known = figures::powers_known(cx.fixed(), s, unit);
        let open: Vec<Learn> =
            discipline.iter().copied().filter(|power| !known.contains(power)).map(Learn).collect();
        if open.is_empty() {
            break;
        }
        s.about.unit = Some(unit);
        let ask = Ask::new(s.unit(unit).side.seat(), "learn", rule!("9E-PSY-008"));
        let Learn(power) = cx.choose(s, ask, &open)?;
        s.unit_mut(unit).learned |= 1 << power;
        cx.emit(rules!["9E-PSY-008"], Event::Mustered(Mustered::Learned { unit, power }));
    }
    Ok(())
}
