//! Hit and run (5B-USR-008): at the end of the Assault phase locked units may break out.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::target::{Need, Target};
use grognard_engine::{rule, rules};
use grognard_space::table::Length;

use super::{movement, setting_up};
use crate::Cx;
use crate::abilities;
use crate::choice::{Choice, Kind, MoveShape, Word};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{Side, UnitId};
use crate::play::assault::results;
use crate::scores::majority;
use crate::state::{Flow, State};

/// The units of a side that may try it.
fn able(fixed: &Fixed, s: &State, side: Side) -> Vec<UnitId> {
    s.on_table(side)
        .filter(|unit| !s.unit(*unit).leapt && abilities::all_have(fixed, s, *unit, "hit-and-run"))
        .filter(|unit| s.locked(*unit))
        .collect()
}

/// The units that have the rule may break out, one after another; where both sides have it they take turns.
pub fn phase(s: &mut State, cx: &mut Cx<'_>, next: Option<Side>) -> Step {
    let fixed = cx.fixed();
    let [red, blue] = Side::BOTH.map(|side| able(fixed, s, side));
    let side = match (red.is_empty(), blue.is_empty(), next) {
        (true, true, _) => {
            s.flow = Flow::EndTurn;
            return Ok(());
        }
        (false, true, _) => Side::Red,
        (true, false, _) => Side::Blue,
        (false, false, Some(side)) => side,
        (false, false, None) => setting_up::win_roll_off(cx, rules!["5B-USR-008"])?,
    };
    let units = if side == Side::Red { red } else { blue };
    let mut options: Vec<Choice> = units.iter().map(|unit| Choice::Unit(*unit)).collect();
    options.push(Choice::Word(Word::Done));
    let ask = Ask::new(side.seat(), "hit-and-run", rule!("5B-USR-008")).default(options.len() - 1);
    s.flow = Flow::HitAndRun { next: Some(side.other()) };
    if let Choice::Unit(unit) = cx.choose(s, ask, &options)? {
        s.unit_mut(unit).leapt = true;
        return break_out(s, cx, unit);
    }
    for unit in units {
        s.unit_mut(unit).leapt = true;
    }
    Ok(())
}

/// 5B-CHR-004, 5B-CHR-006: a test on the Initiative of most models; who passes moves in a straight line.
fn break_out(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    s.about = Some(unit);
    let fixed = cx.fixed();
    let models = &s.unit(unit).models;
    let own = majority(models.iter().map(|model| fixed.kind_of(*model).values.i));
    // 5V-AMB-102: the bonus of a charge counts while it lasts.
    let charge = s.unit(unit).charged && fixed.uses(rule!("5V-FCC-002"));
    let plus = if charge { fixed.numbers().charging.initiative } else { 0 };
    let score = (i16::from(own) + i16::from(plus)).clamp(1, 5) as u8;
    let need = Target::new(Need::AtMost(score), rule!("5B-CHR-004"));
    let rules = rules!["5B-USR-008", "5B-CHR-004", "5B-CHR-006"];
    let [face] = cx.roll_against::<1>(6, "roll.initiative", rules, &need)?;
    let passed = need.met_by(face);
    cx.emit(rules, Event::Tested { unit, what: "test.hit-and-run", total: face, leadership: score, passed });
    if !passed {
        return Ok(());
    }
    let foes = s.locked_with(unit);
    let inches =
        cx.fixed().numbers().hit_and_run.r#move.roll(cx, "roll.hit-and-run", rules!["5B-USR-008"])?;
    let far = Length::inches(i32::from(inches));
    movement::walk(s, cx, MoveShape { inches: Some(far), ..MoveShape::plain(unit, Kind::HitAndRun) })?;
    for foe in foes {
        results::consolidate(s, cx, foe)?;
    }
    Ok(())
}
