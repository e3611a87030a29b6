//! A stated move as it is drawn for the units on overwatch: its ways, and its places in order (2E-AMB-013).

use grognard_engine::client::{Feature, Line, Point};
use grognard_engine::message::Message;
use grognard_space::table::Pose;

use super::{names, scene};
use crate::fixed::Fixed;
use crate::play::{overwatch, path};
use crate::state::{State, Stated};

fn point(fixed: &Fixed, at: grognard_space::table::Point) -> Point {
    scene::point(&fixed.battlefield, at.x, at.y)
}

/// The way of each model that moves.
pub fn ways(fixed: &Fixed, s: &State) -> Vec<Line> {
    let Some(stated) = &s.path else { return Vec::new() };
    let seat = fixed.unit(stated.unit).side.id();
    let line = |start: &Pose, stops: &[Pose]| {
        let (end, between) = stops.split_last()?;
        Some(Line {
            kind: "way".to_owned(),
            board: scene::BOARD.to_owned(),
            from: point(fixed, start.at),
            to: point(fixed, end.at),
            points: between.iter().map(|stop| point(fixed, stop.at)).collect(),
            seat: Some(seat.to_owned()),
            label: None,
        })
    };
    stated.ways.iter().filter_map(|(_, start, stops)| line(start, stops)).collect()
}

/// The name of a place in the scene.
pub fn spot_id(number: u8) -> String {
    format!("spot-{number}")
}

/// The places of the move at which somebody on overwatch may fire: sight and cover, no range.
pub fn spots(fixed: &Fixed, s: &State) -> Vec<Feature> {
    let Some(stated) = &s.path else { return Vec::new() };
    let spots = 1..=stated.spots.len() as u8;
    spots.filter_map(|number| spot(fixed, stated, number)).collect()
}

fn spot(fixed: &Fixed, stated: &Stated, number: u8) -> Option<Feature> {
    let spot = stated.spots.get(usize::from(number) - 1)?;
    let leads = stated.ways.iter().find(|(_, _, stops)| !stops.is_empty()).or(stated.ways.first());
    let (_, start, stops) = leads?;
    let texts = &fixed.data.texts;
    let seen = |(unit, open): &(crate::ids::UnitId, bool)| {
        let key = if *open { "spot.sees-open" } else { "spot.sees-cover" };
        texts.render(&Message::new(key).text("unit", names::unit(fixed, *unit)))
    };
    let who: Vec<String> = spot.seen.iter().map(seen).collect();
    let name = texts
        .render(&Message::new("spot.name").number("place", number).key("spot", overwatch::name(spot.why)));
    Some(Feature {
        id: spot_id(number),
        kind: "spot".to_owned(),
        board: scene::BOARD.to_owned(),
        cells: Vec::new(),
        at: point(fixed, path::at(*start, stops, spot.share).at),
        facing: None,
        state: spot.seen.iter().any(|(_, open)| *open).then(|| "open".to_owned()),
        sentence: Some(format!("{name}: {}", who.join(", "))),
        name,
    })
}
