//! Charges (CHG): declared all together, then measured and made one after another.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Length, Moved as Elsewhere};
use grognard_tabletop::{marches, measure};

use super::{assault, hiding, joining, movement, overwatch, path, psychology};
use crate::Second;
use crate::candidates;
use crate::characters;
use crate::choice::{Choice, Gait, MoveShape, Shape, Way, Word};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::charges;
use crate::legal::moves::{Move, allowance};
use crate::state::{Flow, Moved, Nerve, State};

/// 2E-CHG-002, 2E-CHG-004: before anybody moves, the active player says which squads charge which enemies.
pub fn declare(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    let (fixed, side) = (cx.fixed(), s.active);
    let mut options: Vec<Choice> = Vec::new();
    // 2E-FRZ-003: frenzied troops have to charge somebody they can reach, before anybody else is asked about.
    let bound = |unit: &UnitId| {
        s.unit(*unit).mind.frenzied && charges::barred(fixed, s, *unit).is_none() && !s.in_combat(*unit)
    };
    let frenzied: Vec<UnitId> = s.on_table(side).filter(bound).collect();
    for unit in frenzied {
        let reach = psychology::in_reach(fixed, s, unit);
        if reach.is_empty() {
            continue;
        }
        let forced: Vec<Choice> = reach.into_iter().map(|enemy| Choice::Charge(unit, enemy)).collect();
        s.about = Some(unit);
        let ask = Ask::new(side.seat(), "charge", rule!("2E-FRZ-003"));
        if let Choice::Charge(_, enemy) = cx.choose(s, ask, &forced)? {
            s.unit_mut(unit).charges = Some(enemy);
            cx.emit(rules!["2E-FRZ-003", "2E-CHG-004"], Event::ChargeDeclared { unit, enemy });
        }
        return Ok(());
    }
    for unit in s.on_table(side).filter(|unit| charges::barred(fixed, s, *unit).is_none()) {
        let enemies =
            s.on_table(side.other()).filter(|enemy| charges::may_be_charged(fixed, s, unit, *enemy));
        options.extend(enemies.map(|enemy| Choice::Charge(unit, enemy)));
    }
    // 2E-HER-009: a character may charge alone.
    for model in joining::lone_chargers(fixed, s, side) {
        let squad = s.model(model).unit;
        let enemies =
            s.on_table(side.other()).filter(|enemy| charges::may_be_charged(fixed, s, squad, *enemy));
        options.extend(enemies.map(|enemy| Choice::ChargeAlone(model, enemy)));
    }
    options.push(Choice::Word(Word::Done));
    // 2E-CHG-003: nobody has to charge.
    let ask = Ask::new(side.seat(), "charge", rule!("2E-CHG-002")).default(options.len() - 1);
    let said = cx.choose(s, ask, &options)?;
    let alone = matches!(said, Choice::ChargeAlone(..));
    let said = match said {
        Choice::ChargeAlone(model, enemy) => {
            joining::leave(s, cx, model, rules!["2E-HER-009"]);
            Choice::Charge(s.model(model).unit, enemy)
        }
        other => other,
    };
    if let Choice::Charge(unit, enemy) = said {
        s.unit_mut(unit).charges = Some(enemy);
        let mut rules = rules!["2E-CHG-002", "2E-CHG-003", "2E-CHG-004"].to_vec();
        rules.extend(psychology::unmoved(fixed, s, unit, enemy));
        if alone {
            rules.push(rule!("2E-HER-009"));
        }
        cx.emit(&rules, Event::ChargeDeclared { unit, enemy });
        psychology::dares(s, cx, unit, enemy)
    } else {
        s.flow = Flow::FirstWindow;
        psychology::charged(s, cx)
    }
}

/// 2E-MOV-004: those who charge move before all others, in the order their player likes.
pub fn chargers(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    let side = s.active;
    let left: Vec<Choice> =
        s.on_table(side).filter(|unit| s.unit(*unit).charges.is_some()).map(Choice::Unit).collect();
    let Some(first) = left.first().cloned() else {
        s.flow = Flow::Moves;
        return Ok(());
    };
    let ask = Ask::new(side.seat(), "charge-unit", rule!("2E-MOV-004"));
    let next = if left.len() > 1 { cx.choose(s, ask, &left)? } else { first };
    let Choice::Unit(unit) = next else { return cx.broken("a charger was answered with something else") };
    charge(s, cx, unit)
}

/// One charge: measured, stated, made under overwatch fire, and whoever touches an enemy is engaged.
pub fn charge(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId) -> Step {
    let fixed = cx.fixed();
    s.about = Some(unit);
    let own = s.unit_mut(unit);
    own.moved = Moved::Charged;
    let Some(enemy) = own.charges.take() else { return Ok(()) };
    if own.nerve != Nerve::Steady || s.unit(enemy).models.is_empty() {
        cx.emit(rules!["2E-CHG-011"], Event::ChargeFailed { unit, enemy });
        return Ok(());
    }
    for model in s.unit(unit).models.clone() {
        s.model_mut(model).spent = 0;
    }
    let mut shape = MoveShape::new(unit, Gait::Charge(enemy));
    let rates = s.unit(unit).models.iter().filter_map(|model| allowance(fixed, s, &shape, *model));
    let (Some(far), Some(rate)) = (measure::between_units(s, unit, enemy), rates.max()) else {
        return Ok(());
    };
    // 2E-CHG-005: now that all charges are declared it is measured.
    cx.emit(
        rules!["2E-CHG-005", "2E-CHG-006", "2E-GEN-002"],
        Event::ChargeMeasured { unit, enemy, far, rate },
    );
    cx.reveal();
    let reach = rate + fixed.numbers().behind.behind.0;
    let ways = if far > reach {
        Vec::new()
    } else {
        shape.apart = candidates::charge(fixed, s, shape).is_none();
        let ask = Ask::new(s.unit(unit).side.seat(), "paths", rule!("2E-CHG-006"));
        let Choice::Paths(_, ways) = cx.propose(s, ask, Shape::Paths(shape))? else {
            return cx.broken("paths were answered with something else");
        };
        ways
    };
    if ways.is_empty() && !touches(fixed, s, unit, enemy) {
        return fail(s, cx, unit, enemy);
    }
    let tracks: Vec<_> = ways.iter().filter_map(|way| movement::track(fixed, s, way)).collect();
    let arrived = path::go(s, cx, shape, ways.clone(), Some(enemy))?;
    if arrived {
        let mut rules = rules!["2E-CHG-006", "2E-CHG-007", "2E-CHG-008"].to_vec();
        // 2E-HER-008: characters charge with the squad they have joined.
        if s.unit(unit).models.iter().any(|model| characters::has_joined(fixed, s, *model)) {
            rules.push(rule!("2E-HER-008"));
        }
        cx.emit(&rules, Event::Charged { unit, enemy, ways });
        engage(s, cx, unit, enemy);
        psychology::came_near(s, cx, unit, &tracks)?;
    }
    if !s.unit(unit).models.is_empty() && !s.in_combat(unit) && !touches(fixed, s, unit, enemy) {
        cx.emit(rules!["2E-CHG-011"], Event::ChargeFailed { unit, enemy });
    }
    Ok(())
}

fn touches(fixed: &Fixed, s: &State, unit: UnitId, enemy: UnitId) -> bool {
    let here = Elsewhere::new(&s.table);
    s.bodies(unit).any(|(_, body)| !charges::contacts(fixed, &here, s, body, enemy).is_empty())
}

/// 2E-CHG-011: a squad that cannot reach the enemy makes its double move that way, and nothing else in this turn.
fn fail(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId, enemy: UnitId) -> Step {
    if !applies(rule!("2E-CHG-011")) {
        return Ok(());
    }
    cx.emit(rules!["2E-CHG-011"], Event::ChargeFailed { unit, enemy });
    let shape = MoveShape { apart: true, ..MoveShape::new(unit, Gait::Run) };
    let ways = short(cx.fixed(), s, shape, enemy);
    if path::go(s, cx, shape, ways.clone(), Some(enemy))? {
        cx.emit(rules!["2E-CHG-011"], Event::Charged { unit, enemy, ways });
    }
    Ok(())
}

/// How a squad goes that does not reach those it charges: straight at them, as far as it can.
fn short(fixed: &Fixed, s: &State, shape: MoveShape, enemy: UnitId) -> Vec<Way> {
    let nearest = s.bodies(shape.unit).flat_map(|(_, own)| {
        s.bodies(enemy).map(move |(_, foe)| (own.distance(foe), foe.pose.at - own.pose.at))
    });
    let Some((far, way)) = nearest.min_by_key(|(far, _)| *far) else { return Vec::new() };
    let apart = fixed.numbers().apart.apart.0;
    let step = way.with_length((far - apart).max(Length::ZERO));
    let quarters: [i32; 4] = [4, 3, 2, 1];
    marches::formation(&Move::new(fixed, s, &shape), step, &quarters).unwrap_or_default()
}

/// 2E-HTH-001: everybody of a unit who touches an enemy is engaged; 2E-AMB-084: whoever fights is hidden no more.
fn engage(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId, enemy: UnitId) {
    let fixed = cx.fixed();
    let here = Elsewhere::new(&s.table);
    let mut found: Vec<(ModelId, ModelId, bool)> = Vec::new();
    for (model, body) in s.bodies(unit) {
        let touched = charges::contacts(fixed, &here, s, body, enemy);
        found.extend(touched.into_iter().map(|(foe, across)| (model, foe, across)));
    }
    for (model, foe, across) in found {
        s.model_mut(model).charged = true;
        // 2E-VHH-001: vehicles are attacked and not engaged.
        if assault::is_assaulted(fixed, s, foe) {
            cx.emit(rules!["2E-VHH-001"], Event::Happened { what: "event.reaches", model, other: Some(foe) });
            continue;
        }
        s.engage(model, foe, across);
        let rules: &[RuleId] = if across {
            rules!["2E-HTH-001", "2E-CHG-001", "2E-CHG-012"]
        } else {
            rules!["2E-HTH-001", "2E-CHG-001"]
        };
        cx.emit(rules, Event::Engaged { model, enemy: foe, across });
    }
    if s.in_combat(enemy) {
        hiding::reveal(s, cx, enemy, rules!["2E-HID-007"]);
        overwatch::engaged(s, cx, enemy);
    }
}

/// 2E-MOV-003: models that run into enemies without a charge are engaged, and have no bonus for it.
pub fn blunder(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId) {
    if !applies(rule!("2E-MOV-003")) {
        return;
    }
    let fixed = cx.fixed();
    let mut found: Vec<(ModelId, ModelId, bool)> = Vec::new();
    for (model, body) in s.bodies(unit) {
        let enemies = s.enemies(s.side_of(model));
        let touched =
            enemies.filter_map(|(foe, other)| Some((model, foe, charges::contact(fixed, body, other)?)));
        found.extend(touched);
    }
    for (model, enemy, across) in found {
        s.engage(model, enemy, across);
        cx.emit(rules!["2E-MOV-003", "2E-STU-004"], Event::Engaged { model, enemy, across });
        let foes = s.model(enemy).unit;
        hiding::reveal(s, cx, foes, rules!["2E-HID-007"]);
        overwatch::engaged(s, cx, foes);
    }
}
