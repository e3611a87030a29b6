//! Before the battle: roll-off, edges, deployment, seizing the initiative (MIS).

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::{RuleId, rule, rules};

use super::{arrivals, characters, movement, squads};
use crate::Cx;
use crate::abilities;
use crate::candidates;
use crate::choice::{Choice, Kind, Order, Shape, Spot, Word};
use crate::data::ground::{Class, Objectives, Part22};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::legal::spots;
use crate::state::{Arrival, Flow, Place, State};
use crate::terrain::Feature;
use crate::vehicles::transport;

/// 5B-DIC-002: each rolls a die, the higher wins, ties are rolled again.
pub fn win_roll_off(cx: &mut Cx<'_>, rules: &[RuleId]) -> Step<Side> {
    loop {
        let rules = [rules, rules!["5B-DIC-002"]].concat();
        let [red, blue] = cx.roll::<2>(6, "roll.roll-off", &rules)?;
        if red != blue {
            return Ok(if red > blue { Side::Red } else { Side::Blue });
        }
    }
}

/// 5B-MIS-021: objectives of Seize Ground are placed before anything else; 5B-MIS-002: then the winner of a roll-off chooses
/// to go first or second; the first player picks an edge, in Spearhead a quarter at it, and deploys everything first.
pub fn roll_off(s: &mut State, cx: &mut Cx<'_>) -> Step {
    if s.objectives.is_empty() && s.turn == 0 {
        agree_on_terrain(cx);
    }
    if cx.fixed().objectives == Objectives::Rolled && s.objectives.is_empty() && s.turn == 0 {
        let left = cx.fixed().numbers().seize_ground.objectives;
        let left = left.roll(cx, "roll.objectives", rules!["5B-MIS-005"])?;
        let side = win_roll_off(cx, rules!["5B-MIS-005"])?;
        s.flow = Flow::Objectives { side, left };
        return Ok(());
    }
    let winner = win_roll_off(cx, rules!["5B-MIS-002"])?;
    let ask = Ask::new(winner.seat(), "turn-order", rule!("5B-MIS-002"));
    let order = cx.choose(s, ask, &[Word::First, Word::Second])?;
    let first = if order == Word::First { winner } else { winner.other() };
    (s.first, s.active) = (first, first);
    cx.emit(rules!["5B-MIS-002"], Event::FirstTurn { side: first });
    let ask = Ask::new(first.seat(), "edge", rule!("5B-MIS-002"));
    let edge = u8::from(cx.choose(s, ask, &[Word::Near, Word::Far])? == Word::Far);
    s.edges[first.index()] = edge;
    s.edges[first.other().index()] = 1 - edge;
    cx.emit(rules!["5B-MIS-002", "5B-MIS-019"], Event::EdgeChosen { side: first, edge });
    if cx.fixed().deployment.part == Part22::Quarter {
        let ask = Ask::new(first.seat(), "quarter", rule!("5B-MIS-002"));
        let left = cx.choose(s, ask, &[Word::Left, Word::Right])? == Word::Left;
        // Left and right as the player at this edge looks at the table.
        let quarter = u8::from(left != (edge == 0));
        s.quarters[first.index()] = quarter;
        s.quarters[first.other().index()] = 1 - quarter;
    }
    s.flow = match cx.fixed().objectives {
        Objectives::OneEach => Flow::Objectives { side: first, left: 2 },
        _ => Flow::Deploy { side: first },
    };
    Ok(())
}

/// 5B-TER-001, 5V-TER-002: before anything else everybody knows the class of each piece of terrain; of linear terrain whether it
/// is crossed, and whether that needs a test.
fn agree_on_terrain(cx: &mut Cx<'_>) {
    let classes: Vec<&'static str> = cx.fixed().battlefield.features.iter().map(Feature::class).collect();
    let mut told: Vec<&'static str> = Vec::new();
    for class in classes.iter().copied() {
        if told.contains(&class) {
            continue;
        }
        told.push(class);
        let pieces = classes.iter().filter(|other| **other == class).count() as u8;
        let linear = class.starts_with("class.linear") && cx.fixed().uses(rule!("5V-TER-002"));
        // 5B-MIS-001: before the armies are set up; 5B-BLD-007: buildings that nobody enters.
        let mut rules: Vec<RuleId> = rules!["5B-MIS-001", "5B-TER-001"].to_vec();
        rules.extend(linear.then_some(rule!("5V-TER-002")));
        let closed = |feature: &&Feature| feature.class() == class && feature.piece.class == Class::Building;
        let barred =
            class == "class.impassable" && cx.fixed().battlefield.features.iter().any(|own| closed(&own));
        rules.extend(barred.then_some(rule!("5B-BLD-007")));
        cx.emit(&rules, Event::Terrain { class, pieces });
    }
}

/// 5B-MIS-005, 5B-MIS-006, D-02: the players place objectives in turns.
pub fn objectives(s: &mut State, cx: &mut Cx<'_>, side: Side, left: u8) -> Step {
    let each = cx.fixed().objectives == Objectives::OneEach;
    let spot = Spot::Objective(side);
    let room = candidates::default(cx.fixed(), s, &Shape::Spot(spot)).is_some();
    if left == 0 || !room {
        s.turn = if each { 0 } else { s.turn };
        s.flow = if each { Flow::Deploy { side: s.first } } else { Flow::RollOff };
        return Ok(());
    }
    let rule = spots::rule_of(cx.fixed(), spot);
    let Choice::Lay(at) = cx.propose(s, Ask::new(side.seat(), "objective", rule), Shape::Spot(spot))? else {
        return cx.broken("a spot was answered with something else");
    };
    s.objectives.push(at.at);
    cx.emit(&[rule, rule!("5B-MIS-021")], Event::Objective { side, number: s.objectives.len() as u8 });
    s.flow = Flow::Objectives { side: side.other(), left: left - 1 };
    Ok(())
}

/// 5B-MIS-015, T-22: how many units of a slot may still be set up.
fn may_deploy(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let limits = &fixed.deployment.limits;
    if limits.is_empty() {
        return true;
    }
    let (side, slot) = (s.unit(unit).side, &fixed.unit(unit).slot);
    let there = s.on_table(side).filter(|other| fixed.unit(*other).slot == *slot).count();
    limits.iter().any(|limit| limit.slot == *slot && there < usize::from(limit.most))
}

/// 5B-MIS-021, D-05: the first player deploys and declares reserves, then the second.
pub fn deploy(s: &mut State, cx: &mut Cx<'_>, side: Side) -> Step {
    let fixed = cx.fixed();
    let waiting: Vec<UnitId> = s.waiting(side).collect();
    if waiting.is_empty() {
        let more = s.waiting(side.other()).next().is_some();
        s.flow = if more { Flow::Deploy { side: side.other() } } else { Flow::Infiltrate { next: None } };
        return Ok(());
    }
    let first_turn = fixed.deployment.rest == "first-turn";
    let mut options: Vec<Choice> = waiting
        .iter()
        .filter(|unit| may_deploy(fixed, s, **unit) && !arrivals::is_pod(fixed, **unit))
        .map(|unit| Choice::Unit(*unit))
        .collect();
    for unit in &waiting {
        options.extend(arrivals::ways(fixed, s, *unit).into_iter().map(|order| Choice::Order(*unit, order)));
    }
    let squads = waiting.iter().filter(|unit| squads::can_divide(fixed, s, **unit));
    options.extend(squads.map(|unit| Choice::Order(*unit, Order::Divide)));
    for unit in &waiting {
        // 5X-RUL-013: into drop pods, too, which never stand there.
        let pods = s.in_reserve(side).filter(|carrier| arrivals::is_pod(fixed, *carrier));
        let carriers = s.on_table(side).chain(pods).filter(|carrier| may_ride(fixed, s, *unit, *carrier));
        options.extend(carriers.map(|carrier| Choice::Embark(*unit, carrier)));
    }
    if first_turn {
        options.push(Choice::Word(Word::Done));
    }
    let ask = Ask::new(side.seat(), "deploy", rule!("5B-MIS-021"));
    let unit = match cx.choose(s, ask, &options)? {
        Choice::Unit(unit) => unit,
        Choice::Embark(unit, carrier) => {
            transport::board(s, cx, unit, carrier, rules!["5B-TRA-015", "5B-TRA-009"]);
            let own = s.unit_mut(unit);
            (own.boarded, own.done) = (false, false);
            return Ok(());
        }
        Choice::Order(unit, Order::Divide) => return squads::divide(s, cx, unit),
        Choice::Order(unit, order) => {
            arrivals::declare(s, cx, unit, order);
            return Ok(());
        }
        _ => {
            for unit in waiting {
                let pod = arrivals::is_pod(cx.fixed(), unit);
                arrivals::declare(s, cx, unit, if pod { Order::DeepStrike } else { Order::Arrive });
            }
            return Ok(());
        }
    };
    s.about = Some(unit);
    let zone = Shape::Place(unit);
    if candidates::default(cx.fixed(), s, &zone).is_none() {
        // There is no room for it: it waits in reserve.
        arrivals::declare(s, cx, unit, Order::Reserve);
        return Ok(());
    }
    place(s, cx, side, unit, rules!["5B-MIS-002", "5B-MIS-021"])
}

fn place(s: &mut State, cx: &mut Cx<'_>, side: Side, unit: UnitId, rules: &[RuleId]) -> Step {
    let ask = Ask::new(side.seat(), "place", rules[0]);
    let Choice::Place(_, places) = cx.propose(s, ask, Shape::Place(unit))? else {
        return cx.broken("places were answered with something else");
    };
    for (model, pose) in &places {
        s.put(cx.fixed(), *model, *pose);
    }
    let own: Vec<ModelId> = places.iter().map(|(model, _)| *model).collect();
    cx.emit(rules, Event::SetUp { unit, models: places });
    // 5B-CHA-003: a character set up beside a unit has joined it before the battle.
    characters::join(s, cx, unit)?;
    for model in own {
        s.model_mut(model).joined = false;
    }
    Ok(())
}

/// D-83: whose turn it is where both players have something to do: a roll-off, whose winner says who starts, then in turns.
fn whose(s: &State, cx: &mut Cx<'_>, has: [bool; 2], next: Option<Side>, rule: RuleId) -> Step<Option<Side>> {
    Ok(match (has, next) {
        ([false, false], _) => None,
        ([true, false], _) => Some(Side::Red),
        ([false, true], _) => Some(Side::Blue),
        ([true, true], Some(side)) => Some(side),
        ([true, true], None) => {
            let winner = win_roll_off(cx, &[rule])?;
            let ask = Ask::new(winner.seat(), "who-starts", rule);
            let own = cx.choose(s, ask, &[Word::First, Word::Second])? == Word::First;
            Some(if own { winner } else { winner.other() })
        }
    })
}

/// 5B-USR-009, D-06: infiltrators are set up last, the players in turns.
pub fn infiltrate(s: &mut State, cx: &mut Cx<'_>, next: Option<Side>) -> Step {
    let waits = |side: Side| -> Vec<UnitId> {
        let own = s.all_units().filter(|unit| s.unit(*unit).side == side);
        own.filter(|unit| {
            let waiting = |model: &ModelId| s.model(*model).place == Place::Waiting;
            s.unit(*unit).arrival == Arrival::Infiltrates && s.unit(*unit).models.iter().any(waiting)
        })
        .collect()
    };
    let units = Side::BOTH.map(waits);
    let has = [!units[0].is_empty(), !units[1].is_empty()];
    let Some(side) = whose(s, cx, has, next, rule!("5B-USR-009"))? else {
        s.flow = Flow::Scouts { next: None };
        return Ok(());
    };
    s.flow = Flow::Infiltrate { next: Some(side.other()) };
    let options: Vec<Choice> = units[side.index()].iter().map(|unit| Choice::Unit(*unit)).collect();
    let picked = cx.choose(s, Ask::new(side.seat(), "infiltrate", rule!("5B-USR-009")), &options)?;
    let Choice::Unit(unit) = picked else { return Ok(()) };
    s.about = Some(unit);
    if candidates::default(cx.fixed(), s, &Shape::Place(unit)).is_none() {
        arrivals::declare(s, cx, unit, Order::Outflank);
        return Ok(());
    }
    place(s, cx, side, unit, rules!["5B-USR-009"])
}

/// 5B-USR-014, D-07: scouts move before the first turn, the players in turns.
pub fn scouts(s: &mut State, cx: &mut Cx<'_>, next: Option<Side>) -> Step {
    let fixed = cx.fixed();
    let able = |side: Side| -> Vec<UnitId> {
        s.on_table(side)
            .filter(|unit| !s.unit(*unit).done && abilities::all_have(fixed, s, *unit, "scouts"))
            .collect()
    };
    let units = Side::BOTH.map(able);
    let has = [!units[0].is_empty(), !units[1].is_empty()];
    let Some(side) = whose(s, cx, has, next, rule!("5B-USR-014"))? else {
        s.flow = Flow::Seize;
        return Ok(());
    };
    s.flow = Flow::Scouts { next: Some(side.other()) };
    let mut options: Vec<Choice> =
        units[side.index()].iter().map(|unit| Choice::Order(*unit, Order::Move)).collect();
    options.extend(units[side.index()].iter().map(|unit| Choice::Order(*unit, Order::Through)));
    options.push(Choice::Word(Word::Done));
    let ask = Ask::new(side.seat(), "scout", rule!("5B-USR-014")).default(options.len() - 1);
    let Choice::Order(unit, order) = cx.choose(s, ask, &options)? else {
        for unit in &units[side.index()] {
            s.unit_mut(*unit).done = true;
        }
        return Ok(());
    };
    s.about = Some(unit);
    s.unit_mut(unit).done = true;
    let mut shape = movement::shape(cx.fixed(), s, unit, Kind::Scout, None);
    if order == Order::Through {
        shape.test = Some(movement::difficult_test(s, cx, unit, 0)?);
    }
    movement::walk(s, cx, shape)
}

/// 5B-TRA-009, 5B-TRA-015: whether a unit may be set up in a vehicle: a dedicated one carries its own unit only.
fn may_ride(fixed: &Fixed, s: &State, unit: UnitId, carrier: UnitId) -> bool {
    let Some(vehicle) = s.unit(carrier).models.first().copied() else { return false };
    let first = fixed.units.iter().position(|own| own.side == s.unit(unit).side).unwrap_or(0);
    // 5X-RUL-031: a half of a squad rides in the transport of the squad.
    let squad = fixed.first_half(unit).unwrap_or(unit);
    let owned = fixed.unit(carrier).dedicated_to.is_none_or(|place| squad.index() == first + place);
    owned && !fixed.is_vehicle(unit) && transport::no_room(fixed, s, unit, vehicle).is_none()
}

/// 5B-MIS-003, 5B-AMB-023: the second player may try to go first after all.
pub fn seize(s: &mut State, cx: &mut Cx<'_>) -> Step {
    let side = s.first.other();
    let ask = Ask::new(side.seat(), "seize", rule!("5B-MIS-003"));
    if cx.choose(s, ask, &[Word::Yes, Word::No])? == Word::Yes {
        let seize = &cx.fixed().numbers().seize;
        let face = seize.roll.roll(cx, "roll.seize", rules!["5B-MIS-003"])?;
        let seized = face >= seize.face;
        cx.emit(rules!["5B-MIS-003"], Event::Seize { side, seized });
        if seized {
            (s.first, s.active) = (side, side);
        }
    }
    s.turn = 1;
    s.flow = Flow::StartTurn;
    Ok(())
}
