//! The Movement phase (MOV, TER, COH): units one after another, each finished before the next.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Length;
use grognard_tabletop::marches;

use super::{arrivals, begin, characters, commands, fall_back, ground, powers, rage, regroup, solitary};
use crate::Cx;
use crate::abilities;
use crate::buildings::{roof, ruins};
use crate::choice::{Choice, Kind, MoveShape, Order, Shape, Way, Word};
use crate::data::items::Moment;
use crate::data::troops::Type;
use crate::edition::{Difficult, Running};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::gait;
use crate::ids::{ModelId, UnitId};
use crate::legal::moves::{self, Move, coherent};
use crate::scores::majority;
use crate::state::{Boost, Bound, Command, Flow, Ground, State};
use crate::vehicles::{self, transport};

/// Why a unit does not move in the Movement phase, if so.
pub fn barred(s: &State, unit: UnitId) -> Option<(RuleId, &'static str)> {
    let own = s.unit(unit);
    if own.done {
        Some((rule!("5B-MOV-011"), "why.moved-already"))
    } else if own.ground != Ground::Up {
        Some((rule!("5B-GTG-003"), "why.on-the-ground"))
    } else if s.locked(unit) {
        Some((rule!("5B-MOV-008"), "why.locked"))
    } else if own.bound_by == Bound::Still && !own.falling_back {
        Some((rule!("5X-RUL-035"), "why.stands-still"))
    } else if !own.models.is_empty()
        && own.models.iter().all(|model| s.hull(*model).is_some_and(|hull| hull.walks && hull.immobilised))
    {
        Some((rule!("5B-WLK-001"), "why.immobile"))
    } else {
        None
    }
}

/// Whether difficult ground lies where a unit could go: it starts in it, or its longest move could touch it.
fn may_need_test(fixed: &Fixed, s: &State, unit: UnitId, far: Length) -> bool {
    let difficult = || s.features(fixed).filter(|feature| feature.piece.is("difficult"));
    let shape = MoveShape::plain(unit, Kind::Walk);
    s.bodies(unit).filter(|(model, _)| gait::is_slowed(fixed, Kind::Walk, *model)).any(|(model, body)| {
        let reach = gait::pace(fixed, s, &shape, model) + far;
        gait::is_slow(fixed, s, model)
            || difficult().any(|feature| feature.area.within(&body.outline, reach))
            || s.wrecks().any(|wreck| wreck.outline.within(&body.outline, reach))
            || s.crater_areas(fixed).any(|crater| crater.within(&body.outline, reach))
    })
}

/// The longest run.
fn longest_run(fixed: &Fixed) -> Length {
    let run = fixed.numbers().run_too.distance;
    Length::inches(i32::from(run.dice * run.sides + run.plus))
}

/// What a unit in a building may be told: 5B-BLD-005, 5V-ROF-003, 5V-BLD-007.
fn orders_inside(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<Order> {
    let mut all = Vec::new();
    if !s.unit(unit).done && transport::stays_in(fixed, s, unit).is_none() {
        all.push(Order::Disembark);
    }
    if roof::barred(fixed, s, unit).is_none() {
        all.push(Order::Roof);
    }
    if !s.unit(unit).done && fixed.uses(rule!("5V-BLD-007")) {
        all.push(Order::Overwatch);
    }
    all
}

/// What a unit may be told in the Movement phase: 5V-MSM-001, 5B-MOV-011, 5B-REG-001.
pub fn orders(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<Order> {
    if fixed.building_of(unit).is_some() {
        return Vec::new();
    }
    if s.unit(unit).aboard.is_some_and(|carrier| fixed.building(carrier).is_some()) {
        return orders_inside(fixed, s, unit);
    }
    if s.unit(unit).aboard.is_some() {
        let stays = s.unit(unit).done || transport::stays_in(fixed, s, unit).is_some();
        let mut all = if stays { Vec::new() } else { vec![Order::Disembark] };
        // 5B-CHA-014: its character may stay.
        if !stays && characters::guest(fixed, s, unit).is_some() {
            all.push(Order::DisembarkWithout);
        }
        return all;
    }
    if barred(s, unit).is_some() {
        return Vec::new();
    }
    if fixed.drives(unit) {
        return vehicles::moving::orders(fixed, s, unit);
    }
    if s.unit(unit).falling_back {
        let may = regroup::barred(fixed, s, unit).is_none();
        return if may { vec![Order::Regroup, Order::FallBack] } else { vec![Order::FallBack] };
    }
    let models = &s.unit(unit).models;
    let orders_now = fixed.edition.running == Running::MovementPhase;
    // 5B-USR-016: who always counts as in difficult ground always tests.
    let slow = models.iter().any(|model| gait::is_slow(fixed, s, *model));
    let mut all = Vec::new();
    if !slow {
        all.push(Order::Move);
    }
    if may_need_test(fixed, s, unit, Length::ZERO) {
        all.push(Order::Through);
    }
    if models.iter().all(|model| fixed.kind_of(*model).outfit.jumps.is_some()) {
        all.push(Order::Jump);
    }
    if abilities::all_have(fixed, s, unit, "turbo-boosters") && coherent(fixed, s, unit) {
        all.push(Order::Turbo);
    }
    let able = vehicles::moving::no_run(fixed, s, unit).is_none();
    if orders_now && able && gait::may(fixed, s, unit, |row| row.run != "no") {
        if !slow {
            all.push(Order::Run);
        }
        if may_need_test(fixed, s, unit, longest_run(fixed)) {
            all.push(Order::RunThrough);
        }
    }
    if s.roof_of(fixed, unit).is_some() && roof::barred(fixed, s, unit).is_none() {
        all.push(Order::Roof);
    }
    if orders_now && coherent(fixed, s, unit) {
        let waits = |order: Order| match order {
            Order::Overwatch => gait::may(fixed, s, unit, |row| row.overwatch != "no"),
            _ => gait::may(fixed, s, unit, |row| row.on_station != "no"),
        };
        all.extend([Order::Overwatch, Order::Station].into_iter().filter(|order| waits(*order)));
    }
    // 5X-RUL-029: it acts as usual, but for that.
    if s.unit(unit).command == Some(Command::OnYourFeet) {
        all.retain(|order| *order != Order::Overwatch);
    }
    // 5V-CHA-005: the second of two that are too near each other has to move.
    let walk = MoveShape::plain(unit, Kind::Walk);
    if solitary::must_clear(fixed, s, &walk).is_some() {
        all.retain(|order| !matches!(order, Order::Overwatch | Order::Station | Order::Roof));
    }
    if rage::must_move(fixed, s, unit) {
        all.retain(|order| !matches!(order, Order::Overwatch | Order::Station | Order::Roof));
    }
    all
}

/// A move of a unit; 5B-COH-002: one that is scattered has to come together where a way is found.
pub fn shape(fixed: &Fixed, s: &State, unit: UnitId, kind: Kind, inches: Option<Length>) -> MoveShape {
    bound(fixed, s, MoveShape { inches, ..MoveShape::plain(unit, kind) })
}

/// What a move has to do, by how far it may go: looked for anew once its run and its test are known.
pub fn bound(fixed: &Fixed, s: &State, shape: MoveShape) -> MoveShape {
    let mut shape = MoveShape { apart: false, towards: None, clear_of: None, ..shape };
    if fixed.drives(shape.unit) {
        shape.apart = !coherent(fixed, s, shape.unit);
        return shape;
    }
    shape.apart = !coherent(fixed, s, shape.unit) && marches::gather(&Move::new(fixed, s, &shape)).is_none();
    shape.towards = rage::towards(fixed, s, &shape);
    if shape.towards.is_none() && matches!(shape.kind, Kind::Walk | Kind::RunOn | Kind::Jump) {
        shape.clear_of = solitary::must_clear(fixed, s, &shape);
    }
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
    let mut own: Vec<UnitId> = s.on_table(side).collect();
    own.extend(s.all_units().filter(|unit| s.unit(*unit).side == side && s.unit(*unit).aboard.is_some()));
    let mut options: Vec<Choice> = Vec::new();
    // 5B-MIS-022: who arrives comes on before anybody else moves.
    for unit in s.in_reserve(side) {
        options.extend(arrivals::orders(fixed, s, unit).into_iter().map(|order| Choice::Order(unit, order)));
    }
    if !options.is_empty() {
        let ask = Ask::new(side.seat(), "move-unit", rule!("5B-MIS-022"));
        let Choice::Order(unit, order) = cx.choose(s, ask, &options)? else { return Ok(()) };
        arrivals::arrive(s, cx, unit, order)?;
        s.unit_mut(unit).done = true;
        return Ok(());
    }
    for unit in &own {
        options.extend(orders(fixed, s, *unit).into_iter().map(|order| Choice::Order(*unit, order)));
    }
    for home in characters::joined(fixed, s, side) {
        if characters::stays(fixed, s, home).is_none() {
            let foot = [Order::Move, Order::Through];
            options.extend(foot.map(|order| Choice::Order(home, order)));
        }
    }
    for home in characters::may_get_out(fixed, s, side) {
        options.push(Choice::Order(home, Order::Disembark));
    }
    let waits = |unit: &UnitId| {
        (s.unit(*unit).falling_back && barred(s, *unit).is_none())
            || must_gather(fixed, s, *unit)
            || rage::must_move(fixed, s, *unit)
            || (solitary::waits(fixed, s, *unit) && !orders(fixed, s, *unit).is_empty())
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
            if s.unit(unit).models.is_empty() {
                characters::leave(s, cx, unit);
            }
            // Some orders leave the unit free to move: what they do comes first.
            s.unit_mut(unit).done = true;
            carry_out(s, cx, unit, order)?;
            let out = matches!(order, Order::Disembark | Order::DisembarkWithout);
            if !cx.fixed().is_vehicle(unit) && s.unit(unit).aboard.is_none() && !out {
                smoke(s, cx, unit)?;
                characters::join(s, cx, unit)?;
                transport::offer(s, cx, unit)?;
            }
            Ok(())
        }
        _ => finish(s, cx),
    }
}

fn carry_out(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, order: Order) -> Step {
    if order == Order::DisembarkWithout {
        characters::stay_aboard(s, cx, unit);
    }
    if matches!(order, Order::Disembark | Order::DisembarkWithout) {
        return transport::disembark(s, cx, unit);
    }
    if order == Order::Roof {
        return roof::climb(s, cx, unit, roof::Climb::Move);
    }
    if s.unit(unit).aboard.is_some() && order == Order::Overwatch {
        // 5V-BLD-007: from a building; those inside may not leave it for that.
        let own = s.unit_mut(unit);
        (own.overwatch, own.on_station) = (true, true);
        cx.emit(rules!["5V-BLD-007", "5V-BSH-004"], Event::Ordered { unit, order });
        return Ok(());
    }
    if cx.fixed().drives(unit) {
        return vehicles::moving::carry_out(s, cx, unit, order);
    }
    let mut rules: Vec<RuleId> = rules!["5B-MOV-011"].to_vec();
    if cx.fixed().uses(rule!("5V-MOV-002")) {
        rules.extend(rules!["5V-MOV-002", "5V-MSM-001"]);
    }
    match order {
        // 5V-MOV-022: everybody sees what a unit does.
        Order::Overwatch => {
            rules.extend(rules!["5V-MOV-006", "5V-MOV-007", "5V-MOV-016", "5V-MOV-020", "5V-MOV-022"]);
        }
        Order::Station => rules.extend(rules!["5V-MOV-006", "5V-MOV-012", "5V-MOV-020", "5V-MOV-022"]),
        Order::Run | Order::RunThrough => {
            rules.extend(rules!["5V-MOV-006", "5V-MOV-009", "5V-MOV-020", "5V-MOV-022"]);
        }
        Order::Jump => rules.push(rule!("5B-JMP-001")),
        Order::Turbo => {
            rules.push(rule!("5B-USR-021"));
            if cx.fixed().uses(rule!("5V-BIK-002")) {
                rules.push(rule!("5V-BIK-002"));
            }
        }
        Order::Move | Order::Through => {}
        Order::Reserve
        | Order::Outflank
        | Order::DeepStrike
        | Order::Infiltrate
        | Order::Arrive
        | Order::ArriveThrough => return Ok(()),
        Order::TankShock
        | Order::Ram
        | Order::Abandon
        | Order::Disembark
        | Order::DisembarkWithout
        | Order::Divide
        | Order::Roof => return Ok(()),
        Order::Regroup => return regroup::attempt(s, cx, unit),
        Order::FallBack => return fall_back::fall_back(s, cx, unit, &[]),
    }
    rules.extend(by_type(cx.fixed(), s, unit, order));
    cx.emit(&rules, Event::Ordered { unit, order });
    match order {
        Order::Jump => return jump(s, cx, unit),
        Order::Turbo => return turbo(s, cx, unit),
        Order::Overwatch => {
            let walks = cx.fixed().walks(unit);
            let own = s.unit_mut(unit);
            (own.overwatch, own.on_station) = (true, !walks);
            return Ok(());
        }
        Order::Station => {
            s.unit_mut(unit).on_station = true;
            return Ok(());
        }
        _ => {}
    }
    let mut shape = MoveShape::plain(unit, Kind::Walk);
    let runs = matches!(order, Order::Run | Order::RunThrough);
    if runs {
        shape.run = run_die(s, cx, unit)?;
    }
    if matches!(order, Order::Through | Order::RunThrough) {
        shape.test = Some(difficult_test(s, cx, unit, 0)?);
    }
    let shape = bound(cx.fixed(), s, shape);
    walk(s, cx, shape)?;
    vehicles::moving::after_walk(s, cx, unit)?;
    if s.unit(unit).models.is_empty() || runs || cx.fixed().edition.running == Running::ShootingPhase {
        return Ok(());
    }
    after_move(s, cx, unit, shape.test)
}

/// The rules of a unit's type that an order stands under: 5V-MON-002, 5V-BIK-003, 5V-BST-004.
fn by_type(fixed: &Fixed, s: &State, unit: UnitId, order: Order) -> Vec<RuleId> {
    let Some(first) = s.unit(unit).models.first() else { return Vec::new() };
    let action = matches!(order, Order::Run | Order::RunThrough | Order::Overwatch);
    // 5V-BST-001: beasts and cavalry move like infantry, by their own Movement.
    let beast = matches!(fixed.kind_of(*first).kind(), Type::Beast | Type::Cavalry);
    if beast && matches!(order, Order::Move | Order::Through) && fixed.uses(rule!("5V-BST-001")) {
        return rules!["5V-BST-001"].to_vec();
    }
    if !action || fixed.edition.running == Running::ShootingPhase {
        return Vec::new();
    }
    match fixed.kind_of(*first).kind() {
        Type::MonstrousCreature => rules!["5V-MON-002"].to_vec(),
        Type::Bike | Type::Jetbike => rules!["5V-BIK-003"].to_vec(),
        Type::Beast | Type::Cavalry => rules!["5V-BST-004"].to_vec(),
        _ => Vec::new(),
    }
}

/// 5B-JMP-001, 5B-JMP-005: a jump over everything; then a unit of the variant may go on station.
fn jump(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    let shape = shape(cx.fixed(), s, unit, Kind::Jump, None);
    walk(s, cx, shape)?;
    let late = cx.fixed().edition.running == Running::MovementPhase;
    if s.unit(unit).models.is_empty() || !late || !coherent(cx.fixed(), s, unit) {
        return Ok(());
    }
    let ask = Ask::new(s.unit(unit).side.seat(), "after-move", rule!("5V-MOV-007"));
    if cx.choose(s, ask, &[Word::Stay, Word::Station])? == Word::Station {
        s.unit_mut(unit).on_station = true;
        cx.emit(rules!["5V-MOV-007", "5V-MOV-012"], Event::Ordered { unit, order: Order::Station });
    }
    Ok(())
}

/// 5B-USR-021, 5V-USR-014: a turbo-boost; who ends far enough away is hard to hit.
fn turbo(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    let before: Vec<_> = s.bodies(unit).map(|(model, body)| (model, body.pose.at)).collect();
    let shape = MoveShape::plain(unit, Kind::Turbo);
    walk(s, cx, shape)?;
    let least = cx.fixed().numbers().turbo.least_move.0;
    let far = |(model, from): &(ModelId, grognard_space::table::Point)| {
        s.pose(*model).is_none_or(|pose| pose.at.distance(*from) >= least)
    };
    let full = before.iter().all(far);
    s.unit_mut(unit).boost = if full { Boost::Far } else { Boost::Near };
    Ok(())
}

/// 5V-MOV-007, 5V-MOV-024: after its move a unit may still run or go on station.
pub fn after_move(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, test: Option<i8>) -> Step {
    let fixed = cx.fixed();
    let mut options = vec![Word::Stay];
    let able = vehicles::moving::no_run(fixed, s, unit).is_none();
    let runs = able && gait::may(fixed, s, unit, |row| row.run != "no");
    let slow = s.unit(unit).models.iter().any(|model| gait::is_slow(fixed, s, *model));
    if runs && (!slow || test.is_some()) {
        options.push(Word::Run);
    }
    if runs && test.is_none() && may_need_test(cx.fixed(), s, unit, longest_run(cx.fixed())) {
        options.push(Word::RunThrough);
    }
    if gait::may(fixed, s, unit, |row| row.on_station != "no") {
        options.push(Word::Station);
    }
    if options.len() == 1 {
        return Ok(());
    }
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
            let fixed = cx.fixed();
            let climbs =
                |(_, body): (ModelId, &grognard_space::table::Body)| ruins::ruin(fixed, body).is_some();
            // 5V-RUI-004: after the test is seen, to get up or down.
            let late = test.is_some() && s.bodies(unit).any(climbs);
            let more: &[RuleId] = if late { rules!["5V-RUI-004"] } else { &[] };
            let rules = [rules!["5V-MOV-007", "5V-MOV-009", "5V-MOV-024"], more].concat();
            cx.emit(&rules, Event::Ordered { unit, order });
            let run = run_die(s, cx, unit)?;
            let mut shape = MoveShape { run, test, ..MoveShape::plain(unit, Kind::RunOn) };
            if word == Word::RunThrough {
                shape.test = Some(difficult_test(s, cx, unit, 0)?);
            }
            let shape = bound(cx.fixed(), s, shape);
            walk(s, cx, shape)?;
        }
        _ => {}
    }
    Ok(())
}

/// 5V-MOV-009, 5B-MOV-009: one die for the unit; 5V-USR-005: fleet units keep the higher of two.
pub fn run_die(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step<Length> {
    let fixed = cx.fixed();
    let fleet = abilities::all_have(fixed, s, unit, "fleet");
    let (rule, later) = match fixed.edition.running {
        Running::MovementPhase => (rules!["5V-MOV-009"], fleet),
        Running::ShootingPhase => (rules!["5B-MOV-009", "5B-MOV-012"], false),
    };
    let extra = if later { fixed.numbers().fleet.dice } else { 0 };
    let beast = |model: &ModelId| matches!(fixed.kind_of(*model).kind(), Type::Beast | Type::Cavalry);
    let carried = if fixed.walks(unit) {
        rules!["5V-WLK-002", "5B-WLK-001"]
    } else if later && s.unit(unit).models.iter().all(beast) {
        rules!["5V-MOV-009", "5V-USR-005", "5V-BST-003"]
    } else if later {
        rules!["5V-MOV-009", "5V-USR-005"]
    } else {
        rule
    };
    // 5X-RUL-030: three dice, of which the highest counts.
    let hurried = s.unit(unit).command == Some(Command::DoubleTime);
    let called = s.unit(unit).models.iter().all(|model| commands::is_carried(fixed, s, *model));
    let dice = if hurried { fixed.numbers().double_time.dice.max(1 + extra) } else { 1 + extra };
    let mut carried = carried.to_vec();
    carried.extend(hurried.then_some(rule!("5X-RUL-030")));
    carried.extend(called.then_some(rule!("5X-RUL-006")));
    let faces = cx.roll_many(dice, 6, "roll.run", &carried, None)?;
    let inches = faces.into_iter().max().unwrap_or(0);
    s.unit_mut(unit).ran = true;
    // 5V-CHR-002: a run goes beyond the Movement of the models.
    let more: &[RuleId] = if fixed.uses(rule!("5V-CHR-002")) { rules!["5V-CHR-002"] } else { &[] };
    cx.emit(&[rule, more].concat(), Event::Run { unit, inches });
    commands::trampled(s, cx, unit, inches)?;
    Ok(Length::inches(i32::from(inches)))
}

/// 5B-TER-003: the highest of two dice; 5V-TER-004 to 5V-TER-008: a modifier, one better for the quick. 5B-USR-010,
/// 5V-USR-008: one die more for those who move through cover.
pub fn difficult_test(s: &State, cx: &mut Cx<'_>, unit: UnitId, faster: u8) -> Step<i8> {
    let fixed = cx.fixed();
    let numbers = fixed.numbers();
    let models = &s.unit(unit).models;
    let more = abilities::all_have(fixed, s, unit, "move-through-cover");
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
    let large = |model: &ModelId| fixed.kind_of(*model).kind() == Type::MonstrousCreature;
    if more && fixed.edition.difficult == Difficult::Modifier && models.iter().all(large) {
        rules.push(rule!("5V-MON-001"));
    }
    let some = |model: &ModelId| abilities::has(fixed, s, *model, "move-through-cover");
    if !more && models.iter().any(some) {
        rules.push(rule!("5B-CHA-009"));
    }
    if fixed.edition.difficult == Difficult::Modifier {
        rules.extend(rules!["5V-TER-006", "5V-TER-007"]);
        if faster > 0 {
            rules.extend(rules!["5V-TER-008", "5V-AMV-002", "5V-FCC-009"]);
            let beast = |model: &ModelId| matches!(fixed.kind_of(*model).kind(), Type::Beast | Type::Cavalry);
            if models.iter().all(beast) {
                rules.push(rule!("5V-BST-007"));
            }
        }
    }
    if models.iter().any(|model| gait::is_slow(fixed, s, *model)) {
        rules.push(rule!("5B-USR-016"));
        if fixed.uses(rule!("5V-USR-012")) {
            rules.push(rule!("5V-USR-012"));
        }
    }
    cx.emit(&rules, Event::DifficultTest { unit, result });
    Ok(result)
}

/// Asks for the ways of a move and makes it.
pub fn walk(s: &mut State, cx: &mut Cx<'_>, shape: MoveShape) -> Step {
    if s.unit(shape.unit).models.is_empty() {
        return Ok(());
    }
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
    let rules: Vec<RuleId> =
        if cx.logging() { crate::legal::remarks::remarks(fixed, s, shape, &ways) } else { Vec::new() };
    let mut risky: Vec<(ModelId, RuleId)> = Vec::new();
    for (model, stops) in &ways {
        let (Some(start), Some(end)) = (s.table.body(*model).cloned(), stops.last()) else { continue };
        let risk = gait::risk(fixed, s, shape.kind, *model, &start, stops);
        risky.extend(risk.map(|rule| (*model, rule)));
        let difficult = s.crossed(fixed, "difficult", &start, stops);
        let mut at = start.pose.at;
        for stop in stops {
            if is_movement(shape.kind) {
                s.model_mut(*model).far += at.distance(stop.at).0;
            }
            at = stop.at;
        }
        s.model_mut(*model).slowed |= difficult;
        if matches!(shape.kind, Kind::Charge(_)) {
            s.model_mut(*model).through_cover |= difficult || risk.is_some();
        }
        s.table.move_to(*model, *end);
    }
    if !ways.is_empty() && is_movement(shape.kind) {
        s.unit_mut(unit).moved = true;
    }
    let why = match shape.kind {
        Kind::Walk | Kind::Scout | Kind::ComeOn => "move.walk",
        Kind::Jump | Kind::AssaultJump => "move.jump",
        Kind::Turbo => "move.turbo",
        Kind::HitAndRun => "move.hit-and-run",
        Kind::DrivenOff => "move.driven-off",
        Kind::RunOn | Kind::RunInstead => "move.run",
        Kind::Regrouped => "move.regrouped",
        Kind::Charge(_) => "move.charge",
        Kind::React => "move.react",
        Kind::PileIn => "move.pile-in",
        Kind::Consolidate => "move.consolidate",
        Kind::TankShock | Kind::Ram => "move.tank-shock",
    };
    cx.emit(&rules, Event::Moved { unit, ways, why });
    // 5B-ASM-009, 5B-PIL-001: no tests for these.
    if !matches!(shape.kind, Kind::React | Kind::PileIn) {
        ground::dangerous(s, cx, &risky)?;
    }
    Ok(())
}

/// Whether a move is one of the Movement phase.
const fn is_movement(kind: Kind) -> bool {
    matches!(kind, Kind::Walk | Kind::RunOn | Kind::Jump | Kind::Turbo | Kind::ComeOn)
}

/// 5V-EQP-004, D-21: a unit may throw its smoke grenades at the end of its move, once in a battle.
fn smoke(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    let fixed = cx.fixed();
    let own = s.unit(unit);
    let has = |model: &ModelId| fixed.kind_of(*model).carries.iter().any(|item| item == "smoke-grenades");
    let may = !own.smoke_used && !own.overwatch && !own.falling_back && own.models.iter().any(has);
    if !may || !fixed.uses(rule!("5V-EQP-004")) {
        return Ok(());
    }
    let ask = Ask::new(own.side.seat(), "smoke-grenades", rule!("5V-EQP-004"));
    if cx.choose(s, ask, &[Word::No, Word::Yes])? == Word::Yes {
        let own = s.unit_mut(unit);
        (own.smoke, own.smoke_used) = (true, true);
        cx.emit(rules!["5V-EQP-004", "5V-EQP-005"], Event::Smoke { unit });
    }
    Ok(())
}

/// 5B-MOR-004: losses of this phase, then the Shooting phase.
fn finish(s: &mut State, cx: &mut Cx<'_>) -> Step {
    super::morale::after_losses(s, cx)?;
    begin(s, cx, Flow::Shooting, "phase.shooting");
    powers::offer(s, cx, Moment::OwnShootingStart)?;
    commands::give(s, cx, "shooting")
}
