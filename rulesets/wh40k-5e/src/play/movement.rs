//! The Movement phase (MOV, TER, COH): units one after another, each finished before the next.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Length;
use grognard_tabletop::marches;

use super::{begin, fall_back, ground, regroup};
use crate::Cx;
use crate::choice::{Choice, Kind, MoveShape, Order, Shape, Way, Word};
use crate::edition::{Difficult, Running};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::moves::{self, Move, coherent};
use crate::scores::majority;
use crate::state::{Flow, Ground, State};

/// Why a unit does not move in the Movement phase, if so.
pub fn barred(s: &State, unit: UnitId) -> Option<(RuleId, &'static str)> {
    let own = s.unit(unit);
    if own.done {
        Some((rule!("5B-MOV-011"), "why.moved-already"))
    } else if own.ground != Ground::Up {
        Some((rule!("5B-GTG-003"), "why.on-the-ground"))
    } else if s.locked(unit) {
        Some((rule!("5B-MOV-008"), "why.locked"))
    } else {
        None
    }
}

/// Whether difficult ground lies where a unit could go: it starts in it, or its longest move could touch it.
fn may_need_test(fixed: &Fixed, s: &State, unit: UnitId, far: Length) -> bool {
    let difficult = || fixed.battlefield.features.iter().filter(|feature| feature.piece.is("difficult"));
    s.bodies(unit).any(|(model, body)| {
        let reach = fixed.kind_of(model).pace + far;
        difficult().any(|feature| feature.area.within(&body.outline, reach))
    })
}

/// The longest run.
fn longest_run(fixed: &Fixed) -> Length {
    let run = fixed.numbers().run_too.distance;
    Length::inches(i32::from(run.dice * run.sides + run.plus))
}

/// What a unit may be told in the Movement phase: 5V-MSM-001, 5B-MOV-011, 5B-REG-001.
pub fn orders(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<Order> {
    if barred(s, unit).is_some() {
        return Vec::new();
    }
    if s.unit(unit).falling_back {
        let may = regroup::barred(fixed, s, unit).is_none();
        return if may { vec![Order::Regroup, Order::FallBack] } else { vec![Order::FallBack] };
    }
    let runs = fixed.edition.running == Running::MovementPhase;
    let mut all = vec![Order::Move];
    if may_need_test(fixed, s, unit, Length::ZERO) {
        all.push(Order::Through);
    }
    if runs {
        all.push(Order::Run);
        if may_need_test(fixed, s, unit, longest_run(fixed)) {
            all.push(Order::RunThrough);
        }
        if coherent(fixed, s, unit) {
            all.extend([Order::Overwatch, Order::Station]);
        }
    }
    all
}

/// A move of a unit; 5B-COH-002: one that is scattered has to come together where a way is found.
pub fn shape(fixed: &Fixed, s: &State, unit: UnitId, kind: Kind, inches: Option<Length>) -> MoveShape {
    let mut shape = MoveShape { unit, kind, inches, run: Length::ZERO, test: None, apart: false };
    shape.apart = !coherent(fixed, s, unit) && marches::gather(&Move::new(fixed, s, &shape)).is_none();
    shape
}

/// 5B-COH-002: a scattered unit that could come together has to move.
pub fn must_gather(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    barred(s, unit).is_none()
        && !s.unit(unit).falling_back
        && !coherent(fixed, s, unit)
        && !shape(fixed, s, unit, Kind::Walk, None).apart
}

/// 5B-MOV-011, 5V-MOV-002: the active player's units in any order, as many as wished; those that fall back have to.
pub fn phase(s: &mut State, cx: &mut Cx<'_>) -> Step {
    let side = s.active;
    let fixed = cx.fixed();
    let own: Vec<UnitId> = s.on_table(side).collect();
    let mut options: Vec<Choice> = Vec::new();
    for unit in &own {
        options.extend(orders(fixed, s, *unit).into_iter().map(|order| Choice::Order(*unit, order)));
    }
    let waits = |unit: &UnitId| {
        (s.unit(*unit).falling_back && barred(s, *unit).is_none()) || must_gather(fixed, s, *unit)
    };
    let mut default = 0;
    if !own.iter().any(waits) {
        options.push(Choice::Word(Word::Done));
        default = options.len() - 1;
    } else if let Some(at) =
        options.iter().position(|option| matches!(option, Choice::Order(unit, _) if waits(unit)))
    {
        default = at;
    }
    let ask = Ask::new(side.seat(), "move-unit", rule!("5B-MOV-011")).default(default);
    match cx.choose(s, ask, &options)? {
        Choice::Order(unit, order) => {
            s.about = Some(unit);
            carry_out(s, cx, unit, order)?;
            s.unit_mut(unit).done = true;
            Ok(())
        }
        _ => finish(s, cx),
    }
}

fn carry_out(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, order: Order) -> Step {
    let mut rules: Vec<RuleId> = rules!["5B-MOV-011"].to_vec();
    match order {
        Order::Overwatch => rules.extend(rules!["5V-MOV-006", "5V-MOV-007", "5V-MOV-016", "5V-MOV-020"]),
        Order::Station => rules.extend(rules!["5V-MOV-006", "5V-MOV-012", "5V-MOV-020"]),
        Order::Run | Order::RunThrough => rules.extend(rules!["5V-MOV-006", "5V-MOV-009", "5V-MOV-020"]),
        Order::Move | Order::Through => {}
        Order::Regroup => return regroup::attempt(s, cx, unit),
        Order::FallBack => return fall_back::fall_back(s, cx, unit, &[]),
    }
    cx.emit(&rules, Event::Ordered { unit, order });
    match order {
        Order::Overwatch => {
            let own = s.unit_mut(unit);
            (own.overwatch, own.on_station) = (true, true);
            return Ok(());
        }
        Order::Station => {
            s.unit_mut(unit).on_station = true;
            return Ok(());
        }
        _ => {}
    }
    let mut shape = shape(cx.fixed(), s, unit, Kind::Walk, None);
    let runs = matches!(order, Order::Run | Order::RunThrough);
    if runs {
        shape.run = run_die(s, cx, unit)?;
    }
    if matches!(order, Order::Through | Order::RunThrough) {
        shape.test = Some(difficult_test(s, cx, unit, 0)?);
    }
    walk(s, cx, shape)?;
    if s.unit(unit).models.is_empty() || runs || cx.fixed().edition.running == Running::ShootingPhase {
        return Ok(());
    }
    after_move(s, cx, unit, shape.test)
}

/// 5V-MOV-007, 5V-MOV-024: after its move a unit may still run or go on station.
pub fn after_move(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, test: Option<i8>) -> Step {
    let mut options = vec![Word::Stay, Word::Run];
    if test.is_none() && may_need_test(cx.fixed(), s, unit, longest_run(cx.fixed())) {
        options.push(Word::RunThrough);
    }
    options.push(Word::Station);
    let ask = Ask::new(s.unit(unit).side.seat(), "after-move", rule!("5V-MOV-007"));
    let word = cx.choose(s, ask, &options)?;
    match word {
        Word::Station => {
            s.unit_mut(unit).on_station = true;
            cx.emit(
                rules!["5V-MOV-007", "5V-MOV-012", "5V-MOV-024"],
                Event::Ordered { unit, order: Order::Station },
            );
        }
        Word::Run | Word::RunThrough => {
            let order = if word == Word::Run { Order::Run } else { Order::RunThrough };
            cx.emit(rules!["5V-MOV-007", "5V-MOV-009", "5V-MOV-024"], Event::Ordered { unit, order });
            let run = run_die(s, cx, unit)?;
            let mut shape = shape(cx.fixed(), s, unit, Kind::RunOn, None);
            (shape.run, shape.test) = (run, test);
            if word == Word::RunThrough {
                shape.test = Some(difficult_test(s, cx, unit, 0)?);
            }
            walk(s, cx, shape)?;
        }
        _ => {}
    }
    Ok(())
}

/// 5V-MOV-009, 5B-MOV-009: one die for the unit; 5V-USR-005: fleet units keep the higher of two.
pub fn run_die(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step<Length> {
    let fixed = cx.fixed();
    let fleet = s.unit(unit).models.iter().all(|model| fixed.kind_of(*model).has("fleet"));
    let (rule, later) = match fixed.edition.running {
        Running::MovementPhase => (rules!["5V-MOV-009"], fleet),
        Running::ShootingPhase => (rules!["5B-MOV-009", "5B-MOV-012"], false),
    };
    let extra = if later { fixed.numbers().fleet.dice } else { 0 };
    let carried = if later { rules!["5V-MOV-009", "5V-USR-005"] } else { rule };
    let faces = cx.roll_many(1 + extra, 6, "roll.run", carried, None)?;
    let inches = faces.into_iter().max().unwrap_or(0);
    s.unit_mut(unit).ran = true;
    cx.emit(rule, Event::Run { unit, inches });
    Ok(Length::inches(i32::from(inches)))
}

/// 5B-TER-003: the highest of two dice; 5V-TER-004 to 5V-TER-008: a modifier, one better for the quick. 5B-USR-010,
/// 5V-USR-008: one die more for those who move through cover.
pub fn difficult_test(s: &State, cx: &mut Cx<'_>, unit: UnitId, faster: u8) -> Step<i8> {
    let fixed = cx.fixed();
    let numbers = fixed.numbers();
    let models = &s.unit(unit).models;
    let more = models.iter().all(|model| fixed.kind_of(*model).has("move-through-cover"));
    let (dice, rules): (u8, Vec<RuleId>) = match fixed.edition.difficult {
        Difficult::HighestDie => (numbers.difficult.dice, rules!["5B-TER-003"].to_vec()),
        Difficult::Modifier => (numbers.modifiers.roll.dice, rules!["5V-TER-003", "5V-TER-004"].to_vec()),
    };
    let extra: &[RuleId] = match (more, fixed.edition.difficult) {
        (false, _) => &[],
        (true, Difficult::HighestDie) => rules!["5B-USR-010"],
        (true, Difficult::Modifier) => rules!["5B-USR-010", "5V-USR-008"],
    };
    let rules = [&rules[..], extra].concat();
    let faces = cx.roll_many(usize::from(dice) + usize::from(more), 6, "roll.difficult", &rules, None)?;
    let best = faces.into_iter().max().unwrap_or(1);
    let result = match fixed.edition.difficult {
        Difficult::HighestDie => best as i8,
        Difficult::Modifier => {
            // 5V-TER-007: the Initiative of most models; 5V-TER-008: one more in a charge.
            let initiative = majority(models.iter().map(|model| fixed.kind_of(*model).values.i)) + faster;
            let modifier = numbers.modifiers.modifiers.get(usize::from(best) - 1).copied().unwrap_or(0);
            let quick = if best <= initiative { numbers.quick.better } else { 0 };
            (modifier + quick).min(numbers.quick.best)
        }
    };
    let mut rules = rules;
    if fixed.edition.difficult == Difficult::Modifier {
        rules.extend(rules!["5V-TER-006", "5V-TER-007"]);
        if faster > 0 {
            rules.push(rule!("5V-TER-008"));
        }
    }
    cx.emit(&rules, Event::DifficultTest { unit, result });
    Ok(result)
}

/// Asks for the ways of a move and makes it.
pub fn walk(s: &mut State, cx: &mut Cx<'_>, shape: MoveShape) -> Step {
    let rule = moves::rule_of(cx.fixed(), shape.kind);
    let ask = Ask::new(s.unit(shape.unit).side.seat(), "paths", rule);
    let Choice::Paths(_, ways) = cx.propose(s, ask, Shape::Paths(shape))? else {
        return cx.broken("paths were answered with something else");
    };
    make(s, cx, &shape, ways)
}

/// Moves the models, and tests for dangerous ground.
pub fn make(s: &mut State, cx: &mut Cx<'_>, shape: &MoveShape, ways: Vec<Way>) -> Step {
    let fixed = cx.fixed();
    let unit = shape.unit;
    let rules: Vec<RuleId> = if cx.logging() { moves::remarks(fixed, s, shape, &ways) } else { Vec::new() };
    let mut risky: Vec<ModelId> = Vec::new();
    for (model, stops) in &ways {
        let (Some(start), Some(end)) = (s.table.body(*model).cloned(), stops.last()) else { continue };
        let field = &fixed.battlefield;
        if field.crossed("dangerous", &start, stops) {
            risky.push(*model);
        }
        let difficult = field.crossed("difficult", &start, stops);
        let mut at = start.pose.at;
        for stop in stops {
            if matches!(shape.kind, Kind::Walk | Kind::RunOn) {
                s.model_mut(*model).far += at.distance(stop.at).0;
            }
            at = stop.at;
        }
        s.model_mut(*model).slowed |= difficult;
        if matches!(shape.kind, Kind::Charge(_)) {
            s.model_mut(*model).through_cover |= difficult || risky.contains(model);
        }
        s.table.move_to(*model, *end);
    }
    if !ways.is_empty() && matches!(shape.kind, Kind::Walk | Kind::RunOn) {
        s.unit_mut(unit).moved = true;
    }
    let why = match shape.kind {
        Kind::Walk => "move.walk",
        Kind::RunOn | Kind::RunInstead => "move.run",
        Kind::Regrouped => "move.regrouped",
        Kind::Charge(_) => "move.charge",
        Kind::React => "move.react",
        Kind::PileIn => "move.pile-in",
        Kind::Consolidate => "move.consolidate",
    };
    cx.emit(&rules, Event::Moved { unit, ways, why });
    // 5B-ASM-009, 5B-PIL-001: no tests for these.
    if !matches!(shape.kind, Kind::React | Kind::PileIn) {
        ground::dangerous(s, cx, &risky)?;
    }
    Ok(())
}

/// 5B-MOR-004: losses of this phase, then the Shooting phase.
fn finish(s: &mut State, cx: &mut Cx<'_>) -> Step {
    super::morale::after_losses(s, cx)?;
    begin(s, cx, Flow::Shooting, "phase.shooting");
    Ok(())
}
