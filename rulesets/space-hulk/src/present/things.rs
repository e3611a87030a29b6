//! Hazards of the board, and what leads to other levels, as the scene shows them.

use grognard_engine::client::{Feature, Point};
use grognard_engine::message::Message;
use grognard_space::grid::{Cell, CellSet};

use crate::Fixed;
use crate::fixed::degrees;
use crate::hazard::Thing;
use crate::present::names::{BOARD, Words, crosswise, door_id, squares};
use crate::present::scene::center;
use crate::table::Table;
use crate::things::Canister;

/// Crates, tanks, bulkheads, outer doors, rubble, openings in the walls and canisters.
pub fn features(fixed: &Fixed, table: &Table) -> Vec<Feature> {
    let hazards = &fixed.mission.hazards;
    let things = &table.things;
    let mut all = Vec::new();
    for cell in hazards.crates & things.crates {
        all.push(thing(fixed, table, Thing::Crate, &CellSet::from(cell)));
    }
    for tank in hazards.tanks.iter().filter(|tank| tank.intersects(&things.tanks)) {
        all.push(thing(fixed, table, Thing::Tank, tank));
    }
    for cell in hazards.bulkheads {
        all.push(thing(fixed, table, Thing::Bulkhead, &CellSet::from(cell)));
    }
    for chute in &hazards.chutes {
        all.push(thing(fixed, table, Thing::Hatch, &CellSet::from(chute.hatch)));
        let facing = Some(degrees(chute.mouth.out));
        all.push(spot(fixed, Spot::Chute, chute.mouth.inside, facing, None));
    }
    for opening in hazards.shafts.iter().flat_map(|shaft| &shaft.openings) {
        all.push(spot(fixed, Spot::Shaft, opening.inside, Some(degrees(opening.out)), None));
    }
    all.extend(things.rubble.iter().map(|cell| spot(fixed, Spot::Rubble, cell, None, None)));
    for cell in things.ladders {
        all.push(thing(fixed, table, Thing::Ladder, &CellSet::from(cell)));
        all.extend(fixed.mission.below(cell).map(|foot| spot(fixed, Spot::Foot, foot, None, None)));
    }
    let pitfalls = things.holes.minus(&things.ladders);
    all.extend(pitfalls.iter().map(|cell| spot(fixed, Spot::Pitfall, cell, None, None)));
    all.extend(things.sealed.iter().map(|cell| spot(fixed, Spot::Glow, cell, None, None)));
    for car in hazards.lifts.iter().flat_map(|lift| &lift.cars) {
        all.push(thing(fixed, table, Thing::Lift, &CellSet::from(*car)));
    }
    for load in &things.loads {
        let state = if load.armed { "armed" } else { "safe" };
        if let Canister::On(cell) = load.place {
            all.push(spot(fixed, Spot::Canister, cell, None, Some(state)));
        }
    }
    all
}

/// Something that can be attacked.
fn thing(fixed: &Fixed, table: &Table, kind: Thing, cells: &CellSet) -> Feature {
    let words = Words::new(fixed);
    let first = cells.first().unwrap_or(Cell(0));
    let intact = table.thing(first).is_some();
    let state = if intact { "intact" } else { "destroyed" };
    let middles: Vec<Point> = cells.iter().map(|cell| center(fixed, cell)).collect();
    let count = middles.len().max(1) as i32;
    let at = Point(
        middles.iter().map(|p| p.0).sum::<i32>() / count,
        middles.iter().map(|p| p.1).sum::<i32>() / count,
    );
    let (name, about) = match kind {
        Thing::Door => ("door.name", "door.closed"),
        Thing::Crate => ("thing.crate.name", "thing.crate.sentence"),
        Thing::Tank => ("thing.tank.name", "thing.tank.sentence"),
        Thing::Bulkhead => ("thing.bulkhead.name", "thing.bulkhead.sentence"),
        Thing::Hatch => ("thing.hatch.name", "thing.hatch.sentence"),
        Thing::Ladder => ("thing.ladder.name", "thing.ladder.sentence"),
        Thing::Lift => ("thing.lift.name", "thing.lift.sentence"),
    };
    let sentence = if intact { about } else { "door.destroyed" };
    Feature {
        id: door_id(fixed, first),
        kind: kind.name().to_owned(),
        name: words.say(Message::new(name).text("square", words.square(first))),
        board: BOARD.to_owned(),
        cells: squares(fixed, cells),
        at,
        facing: Some(if crosswise(fixed, first) { 90 } else { 0 }),
        state: Some(state.to_owned()),
        sentence: Some(words.get(sentence)),
    }
}

/// What is only there, and cannot be attacked.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Spot {
    Rubble,
    Shaft,
    Chute,
    Canister,
    Pitfall,
    Glow,
    Foot,
}

/// Something that is only there.
fn spot(fixed: &Fixed, kind: Spot, cell: Cell, facing: Option<i32>, state: Option<&str>) -> Feature {
    let words = Words::new(fixed);
    let (kind, name, sentence) = match kind {
        Spot::Rubble => ("rubble", "thing.rubble.name", "thing.rubble.sentence"),
        Spot::Shaft => ("shaft", "thing.shaft.name", "thing.shaft.sentence"),
        Spot::Chute => ("chute", "thing.chute.name", "thing.chute.sentence"),
        Spot::Canister => ("canister", "thing.canister.name", "thing.canister.sentence"),
        Spot::Pitfall => ("pitfall", "thing.pitfall.name", "thing.pitfall.sentence"),
        Spot::Glow => ("melta-pit", "thing.melta-pit.name", "thing.melta-pit.sentence"),
        Spot::Foot => ("ladder-foot", "thing.ladder-foot.name", "thing.ladder-foot.sentence"),
    };
    let name = Message::new(name).text("square", words.square(cell));
    Feature {
        id: format!("{kind}-{}", words.square(cell)),
        kind: kind.to_owned(),
        name: words.say(name),
        board: BOARD.to_owned(),
        cells: vec![words.square(cell)],
        at: center(fixed, cell),
        facing,
        state: state.map(str::to_owned),
        sentence: Some(words.get(sentence)),
    }
}
