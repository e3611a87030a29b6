//! Reserves: who arrives when, and how it comes onto the table (MIS).

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Length, Point, Pose};
use grognard_tabletop::templates::{SCATTER_DIE, roll_scatter};

use super::{destroy, ground, movement};
use crate::Cx;
use crate::abilities;
use crate::buildings::ruins;
use crate::candidates;
use crate::choice::{Choice, Kind, MoveShape, Order, Shape, Spot, Word};
use crate::edition::Running;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::gait;
use crate::ids::{ModelId, UnitId};
use crate::legal::{placing, spots};
use crate::state::{Arrival, Entry, Place, State};
use crate::vehicles::{speed, transport};

/// The ways a unit may come into the battle other than by being deployed: 5B-MIS-010, 5B-MIS-011, 5B-MIS-027, 5B-USR-009.
pub fn ways(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<Order> {
    let has = |rule: &str| abilities::all_have(fixed, s, unit, rule);
    // 5X-RUL-013: always from above.
    if is_pod(fixed, unit) {
        return vec![Order::DeepStrike];
    }
    let mut all = Vec::new();
    if has("infiltrate") {
        all.push(Order::Infiltrate);
    }
    all.push(Order::Reserve);
    if has("infiltrate") || has("scouts") {
        all.push(Order::Outflank);
    }
    if has("deep-strike") {
        all.push(Order::DeepStrike);
    }
    all
}

/// 5X-RUL-013: whether a unit is a drop pod.
pub fn is_pod(fixed: &Fixed, unit: UnitId) -> bool {
    let models = &fixed.unit(unit).models;
    !models.is_empty() && models.iter().all(|model| fixed.kind_of(*model).has("drop-pod"))
}

/// How a unit will come into the battle; it waits in reserve, unless it infiltrates.
pub fn declare(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, order: Order) {
    let (arrival, rule): (Arrival, RuleId) = match order {
        Order::Infiltrate => (Arrival::Infiltrates, rule!("5B-USR-009")),
        Order::Outflank => (Arrival::Outflanks, rule!("5B-MIS-011")),
        Order::DeepStrike => (Arrival::DeepStrikes, rule!("5B-MIS-027")),
        Order::Arrive => (Arrival::FirstTurn, rule!("5B-MIS-015")),
        _ => (Arrival::Edge, rule!("5B-MIS-010")),
    };
    s.unit_mut(unit).arrival = arrival;
    if arrival != Arrival::Infiltrates {
        for model in s.unit(unit).models.clone() {
            s.model_mut(model).place = Place::Reserve;
        }
    }
    cx.emit(&[rule, rule!("5B-MIS-010"), rule!("5B-MIS-023")], Event::Ordered { unit, order });
}

/// 5B-MIS-010, 5B-MIS-022, T-23: all reserves are rolled for when the turn starts; 5B-MIS-015: some come on in the first turn.
pub fn roll(s: &mut State, cx: &mut Cx<'_>) -> Step {
    let side = s.active;
    let units: Vec<UnitId> = s.in_reserve(side).collect();
    let wave = first_wave(s, cx, &units)?;
    for unit in units {
        let turn = s.turn;
        if wave.contains(&unit) {
            s.unit_mut(unit).arriving = true;
            cx.emit(rules!["5X-RUL-013"], Event::Reserves { unit, turn, arrives: true });
            continue;
        }
        if s.unit(unit).arrival == Arrival::FirstTurn {
            s.unit_mut(unit).arriving = true;
            cx.emit(rules!["5B-MIS-015"], Event::Reserves { unit, turn, arrives: true });
            continue;
        }
        let rows = &cx.fixed().numbers().reserves.turns;
        let row = rows.get(usize::from(turn).saturating_sub(1)).or(rows.last()).cloned().unwrap_or_default();
        let rules = rules!["5B-MIS-010", "5B-MIS-022"];
        let arrives = match row.trim_end_matches('+').parse() {
            Ok(score) => {
                let need = Target::new(Need::AtLeast(score), rule!("5B-MIS-010"));
                let [face] = cx.roll_against::<1>(6, "roll.reserves", rules, &need)?;
                need.met_by(face)
            }
            Err(_) if row == "auto" => true,
            Err(_) => continue,
        };
        s.unit_mut(unit).arriving = arrives;
        cx.emit(rules, Event::Reserves { unit, turn, arrives });
    }
    Ok(())
}

/// 5X-RUL-013: half of the drop pods come in the first turn; their owner says which.
fn first_wave(s: &State, cx: &mut Cx<'_>, units: &[UnitId]) -> Step<Vec<UnitId>> {
    let numbers = &cx.fixed().numbers().pods;
    let mut pods: Vec<UnitId> = units.iter().copied().filter(|unit| is_pod(cx.fixed(), *unit)).collect();
    if s.turn != numbers.first_wave_turn {
        return Ok(Vec::new());
    }
    let wanted = (pods.len() * numbers.first_wave).div_ceil(100);
    let mut wave = Vec::new();
    while wave.len() < wanted {
        let mut next = pods[0];
        if pods.len() > wanted - wave.len() {
            let options: Vec<Choice> = pods.iter().map(|unit| Choice::Unit(*unit)).collect();
            let ask = Ask::new(s.active.seat(), "first-wave", rule!("5X-RUL-013"));
            if let Choice::Unit(unit) = cx.choose(s, ask, &options)? {
                next = unit;
            }
        }
        pods.retain(|unit| *unit != next);
        wave.push(next);
    }
    Ok(wave)
}

/// What a unit that arrives may be told: all of them come on before anybody else moves (5B-MIS-022).
pub fn orders(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<Order> {
    if !s.unit(unit).arriving {
        return Vec::new();
    }
    let drives = fixed.drives(unit);
    let slow = |model: &ModelId| !drives && gait::is_slowed(fixed, crate::choice::Kind::ComeOn, *model);
    let on_foot = s.unit(unit).arrival != Arrival::DeepStrikes && s.unit(unit).models.iter().any(slow);
    if on_foot { vec![Order::Arrive, Order::ArriveThrough] } else { vec![Order::Arrive] }
}

/// A unit comes onto the table.
pub fn arrive(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, order: Order) -> Step {
    s.about = Some(unit);
    s.unit_mut(unit).arriving = false;
    cx.emit(rules!["5B-MIS-022"], Event::Ordered { unit, order });
    if s.unit(unit).arrival == Arrival::DeepStrikes {
        return drop(s, cx, unit);
    }
    let edge =
        if s.unit(unit).arrival == Arrival::Outflanks { outflank(s, cx, unit)? } else { s.edge(s.active) };
    let test = match order {
        Order::ArriveThrough => Some(movement::difficult_test(s, cx, unit, 0)?),
        _ => None,
    };
    s.entry = Some(Entry { edge, test });
    for model in s.unit(unit).models.clone() {
        s.model_mut(model).place = Place::Waiting;
    }
    // 5B-MIS-017: who cannot move completely onto the table is destroyed.
    if candidates::default(cx.fixed(), s, &Shape::Place(unit)).is_none() {
        s.entry = None;
        destroy(s, cx, unit, "removed.no-room", rules!["5B-MIS-017"]);
        return Ok(());
    }
    let ask = Ask::new(s.active.seat(), "place", rule!("5B-MIS-017"));
    let Choice::Place(_, places) = cx.propose(s, ask, Shape::Place(unit))? else {
        return cx.broken("places were answered with something else");
    };
    s.entry = None;
    put(s, cx.fixed(), &places);
    let strength = s.strength(cx.fixed(), unit) as u8;
    let own = s.unit_mut(unit);
    (own.moved, own.all_moved, own.at_phase_start) = (true, true, strength);
    for (model, _) in &places {
        let far = placing::gone(cx.fixed(), s, *model, edge);
        s.model_mut(*model).far = far.0;
    }
    cx.emit(rules!["5B-MIS-017", "5B-MIS-026"], Event::SetUp { unit, models: places });
    if cx.fixed().edition.running == Running::MovementPhase {
        movement::after_move(s, cx, unit, test)?;
    }
    Ok(())
}

fn put(s: &mut State, fixed: &Fixed, places: &[(ModelId, Pose)]) {
    for (model, pose) in places {
        s.put(fixed, *model, *pose);
    }
}

/// 5B-MIS-011: the side an outflanking unit comes from; left and right as its owner looks at the table.
fn outflank(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step<u8> {
    let numbers = &cx.fixed().numbers().outflank;
    let face = numbers.roll.roll(cx, "roll.outflank", rules!["5B-MIS-011"])?;
    let within = |[low, high]: [u8; 2]| (low..=high).contains(&face);
    let left = if within(numbers.choice) {
        let ask = Ask::new(s.active.seat(), "outflank", rule!("5B-MIS-011"));
        cx.choose(s, ask, &[Word::Left, Word::Right])? == Word::Left
    } else {
        within(numbers.left)
    };
    let edge = if left == (s.edge(s.active) == 0) { 2 } else { 3 };
    cx.emit(rules!["5B-MIS-011"], Event::Outflanks { unit, edge });
    Ok(edge)
}

/// 5B-MIS-012, 5B-MIS-027: a unit deep strikes: its first model is placed, scatters, and the others stand around it.
fn drop(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    let spot = Spot::Drop(unit);
    let ask = Ask::new(s.active.seat(), "drop", rule!("5B-MIS-012"));
    let Choice::Lay(at) = cx.propose(s, ask, Shape::Spot(spot))? else {
        return cx.broken("a spot was answered with something else");
    };
    let rules = rules!["5B-MIS-012", "5B-DIC-004"];
    let die = (SCATTER_DIE, cx.fixed().numbers().scatter_die.hits);
    let arrow = roll_scatter(cx, die, false, "roll.scatter", rules)?;
    let mut inches = 0;
    let mut end = at.at;
    if let Some(direction) = arrow.direction.filter(|_| !arrow.hit) {
        inches = cx.fixed().numbers().deep_strike.distance.roll(cx, "roll.scatter-distance", rules)?;
        end = end + direction.step(Length::inches(i32::from(inches)));
    }
    // 5X-RUL-013: a pod falls short of what it cannot land on.
    if is_pod(cx.fixed(), unit) && on_table(cx.fixed(), end) {
        let full = end - at.at;
        let steps = i32::from(inches.max(1)) * 4;
        let short = (0..=steps).rev().map(|part| {
            at.at + grognard_space::table::Offset { x: full.x / steps * part, y: full.y / steps * part }
        });
        let all: Vec<Point> = std::iter::once(end).chain(short).collect();
        if let Some(spot) = all.into_iter().find(|spot| spots::landing(cx.fixed(), s, unit, *spot).is_some())
        {
            inches = (at.at.distance(spot).0 / Length::INCH.0) as u8;
            end = spot;
        }
        cx.emit(rules!["5X-RUL-013"], Event::Landed { unit, inches });
        if spots::landing(cx.fixed(), s, unit, end).is_some() {
            return land(s, cx, unit, end);
        }
        return mishap(s, cx, unit);
    }
    cx.emit(rules, Event::Landed { unit, inches });
    if spots::landing(cx.fixed(), s, unit, end).is_some() {
        return land(s, cx, unit, end);
    }
    mishap(s, cx, unit)
}

fn on_table(fixed: &Fixed, at: Point) -> bool {
    let (x, y) = fixed.battlefield.size;
    (0..=x.0).contains(&at.x) && (0..=y.0).contains(&at.y)
}

/// 5X-RUL-013: a pod that is down does not move again, and those in it get out at once.
fn open_pod(s: &mut State, cx: &mut Cx<'_>, pod: UnitId) -> Step {
    for model in s.unit(pod).models.clone() {
        if let Some(hull) = s.hull_mut(model) {
            hull.immobilised = true;
        }
        for unit in s.passengers(model).collect::<Vec<_>>() {
            transport::leave_pod(s, cx, unit, model)?;
            after_landing(s, cx, unit)?;
        }
    }
    Ok(())
}

/// 5V-AMB-056: a unit that came from above may run, and nothing else.
fn after_landing(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    let here = s.bodies(unit).next().is_some();
    if !here || cx.fixed().is_vehicle(unit) || cx.fixed().edition.running == Running::ShootingPhase {
        return Ok(());
    }
    let ask = Ask::new(s.active.seat(), "after-move", rule!("5V-MOV-007"));
    if cx.choose(s, ask, &[Word::Stay, Word::Run])? == Word::Run {
        cx.emit(rules!["5V-MOV-007", "5V-MOV-009"], Event::Ordered { unit, order: Order::Run });
        let run = movement::run_die(s, cx, unit)?;
        for model in s.unit(unit).models.clone() {
            let far = placing::gone(cx.fixed(), s, model, 0);
            s.model_mut(model).far = far.0;
        }
        let shape = MoveShape { run, ..MoveShape::plain(unit, Kind::RunOn) };
        let shape = movement::bound(cx.fixed(), s, shape);
        movement::walk(s, cx, shape)?;
    }
    Ok(())
}

/// 5B-MIS-013, T-24: a unit that cannot land.
fn mishap(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    let numbers = &cx.fixed().numbers().mishap;
    let face = numbers.roll.roll(cx, "roll.mishap", rules!["5B-MIS-013"])?;
    let row = numbers.results.iter().rev().find(|row| row.from <= face).map_or("", |row| &row.id);
    let what = match row {
        "terrible-accident" => "mishap.accident",
        "misplaced" => "mishap.misplaced",
        _ => "mishap.delayed",
    };
    cx.emit(rules!["5B-MIS-013"], Event::Mishap { unit, what });
    match what {
        "mishap.accident" => {
            let models = s.unit(unit).models.clone();
            let riders: Vec<UnitId> =
                models.iter().flat_map(|model| s.passengers(*model).collect::<Vec<_>>()).collect();
            for rider in riders {
                destroy(s, cx, rider, "removed.mishap", rules!["5B-MIS-013"]);
                s.unit_mut(rider).aboard = None;
            }
            destroy(s, cx, unit, "removed.mishap", rules!["5B-MIS-013"]);
        }
        "mishap.misplaced" => {
            let spot = Spot::Misplaced(unit);
            if candidates::default(cx.fixed(), s, &Shape::Spot(spot)).is_none() {
                destroy(s, cx, unit, "removed.no-room", rules!["5B-MIS-013"]);
                return Ok(());
            }
            let ask = Ask::new(s.active.other().seat(), "misplaced", rule!("5B-MIS-013"));
            let Choice::Lay(at) = cx.propose(s, ask, Shape::Spot(spot))? else {
                return cx.broken("a spot was answered with something else");
            };
            return land(s, cx, unit, at.at);
        }
        _ => {}
    }
    Ok(())
}

/// The models stand where they came down; difficult ground is dangerous to them.
fn land(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, at: Point) -> Step {
    let fixed = cx.fixed();
    let Some(places) = spots::landing(fixed, s, unit, at) else { return Ok(()) };
    put(s, fixed, &places);
    let strength = s.strength(fixed, unit) as u8;
    let own = s.unit_mut(unit);
    (own.moved, own.all_moved, own.landed) = (true, true, true);
    own.at_phase_start = strength;
    // 5B-MIS-012: in difficult ground, wrecks and craters too.
    let bad = |model: &ModelId| s.table.body(*model).is_some_and(|body| s.stands_in(fixed, body, None));
    let risky: Vec<(ModelId, RuleId)> = places
        .iter()
        .map(|(model, _)| *model)
        .filter(bad)
        .map(|model| (model, rule!("5B-MIS-012")))
        .collect();
    for (model, _) in &places {
        let chassis = fixed.chassis(*model).filter(|chassis| !chassis.walks());
        let far = match chassis {
            Some(chassis) => speed::landed(fixed, chassis),
            None => placing::gone(fixed, s, *model, 0),
        };
        s.model_mut(*model).far = far.0;
    }
    // 5B-RUI-007: in a ruin on the ground floor.
    let ruined = s.bodies(unit).any(|(_, body)| ruins::ruin(fixed, body).is_some());
    let floor: &[RuleId] = if ruined { rules!["5B-RUI-007"] } else { &[] };
    cx.emit(&[rules!["5B-MIS-012", "5B-MIS-027"], floor].concat(), Event::SetUp { unit, models: places });
    ground::dangerous(s, cx, &risky)?;
    if is_pod(cx.fixed(), unit) {
        return open_pod(s, cx, unit);
    }
    after_landing(s, cx, unit)
}
