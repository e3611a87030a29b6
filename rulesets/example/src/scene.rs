//! The picture: two boards, nine drones, three hands.

use grognard_engine::client::{
    Badge, Board, Cell, Feature, Meter, Piece, Place, Point, Scene, Track, Tray, ViewBox,
};

use crate::data::Fixed;
use crate::event::{CREW_KEYS, card_key, order_key};
use crate::hex::{Ground, Hex, Map, board_id};
use crate::prompt::moving;
use crate::state::{CREWS, alive, seats};
use crate::view::View;

/// The corners of a hex around its middle, in hundredths of its width.
const CORNERS: [(i32, i32); 6] = [(0, -58), (50, -29), (50, 29), (0, 58), (-50, 29), (-50, -29)];
const COLUMN: i32 = 100;
const ROW: i32 = 87;

fn center(hex: Hex) -> Point {
    let half = if hex.row & 1 == 1 { COLUMN / 2 } else { 0 };
    Point(i32::from(hex.col) * COLUMN + half, i32::from(hex.row) * ROW)
}

fn outline(hex: Hex) -> Vec<Point> {
    let Point(x, y) = center(hex);
    CORNERS.iter().map(|(dx, dy)| Point(x + dx, y + dy)).collect()
}

/// The boards without anything on them.
pub fn boards(map: &Map) -> Vec<Board> {
    let mut boards = Vec::new();
    for (index, name) in map.boards.iter().enumerate() {
        let on_board = || map.hexes.iter().filter(move |(hex, _)| usize::from(hex.board) == index);
        let (width, height) =
            on_board().map(|(hex, _)| center(*hex)).fold((0, 0), |(w, h), Point(x, y)| (w.max(x), h.max(y)));
        let cells = on_board().map(|(hex, ground)| Cell {
            id: hex.to_string(),
            outline: outline(*hex),
            center: center(*hex),
            kind: kind(*ground).to_owned(),
            label: None,
            section: None,
            tags: Vec::new(),
        });
        boards.push(Board {
            id: board_id(index as u8),
            name: name.clone(),
            view_box: ViewBox { x: -COLUMN, y: -ROW, width: width + 2 * COLUMN, height: height + 2 * ROW },
            cells: cells.collect(),
        });
    }
    boards
}

const fn kind(ground: Ground) -> &'static str {
    match ground {
        Ground::Floor => "floor",
        Ground::Salvage => "salvage",
        Ground::Hatch => "hatch",
    }
}

/// What lies on the boards for the whole game.
pub fn features(fixed: &Fixed) -> Vec<Feature> {
    let special = fixed.map().hexes.iter().filter(|(_, ground)| **ground != Ground::Floor);
    special
        .map(|(hex, ground)| Feature {
            id: format!("{}-{hex}", kind(*ground)),
            kind: if *ground == Ground::Salvage { "objective" } else { "ladder" }.to_owned(),
            name: fixed.data.texts.get(&format!("ground.{}", kind(*ground))).to_owned(),
            board: board_id(hex.board),
            cells: vec![hex.to_string()],
            at: center(*hex),
            facing: None,
            state: None,
            sentence: None,
        })
        .collect()
}

/// The whole scene for a view.
pub fn scene(fixed: &Fixed, view: &View) -> Scene {
    let texts = &fixed.data.texts;
    let mut scene = Scene { boards: boards(fixed.map()), features: features(fixed), ..Scene::default() };
    for (id, drone) in alive(&view.drones) {
        let order = view.orders[id.owner().index()];
        scene.pieces.push(Piece {
            id: id.name(),
            name: id.name(),
            silhouette: "drone".to_owned(),
            seat: Some(CREWS[id.owner().index()].to_owned()),
            place: Place::Cell {
                board: board_id(drone.at.board),
                cell: drone.at.to_string(),
                at: center(drone.at),
            },
            facing: None,
            text: None,
            badges: order
                .map(|order| Badge {
                    key: order.id().to_owned(),
                    label: texts.get(order_key(order)).to_owned(),
                    rule: Some("EX-ORD-001".to_owned()),
                    aside: None,
                })
                .into_iter()
                .collect(),
            meters: vec![Meter {
                key: "hull".to_owned(),
                label: texts.get("meter.hull").to_owned(),
                value: i32::from(drone.hull),
                max: Some(i32::from(fixed.numbers().drone.hull)),
            }],
            states: (moving(view) == Some(id)).then(|| "active".to_owned()).into_iter().collect(),
            parts: Vec::new(),
        });
    }
    trays(fixed, view, &mut scene);
    let number = |id: &str, value: i32, max: Option<i32>, seat: Option<&str>, rule: &str| Track {
        id: seat.map_or_else(|| id.to_owned(), |seat| format!("{id}-{seat}")),
        label: texts.get(&format!("track.{id}")).to_owned(),
        value: value.to_string(),
        number: Some(value),
        max,
        seat: seat.map(str::to_owned),
        rule: Some(rule.to_owned()),
    };
    let rounds = Some(i32::from(fixed.rounds));
    scene.tracks.push(number("turn", i32::from(view.round), rounds, None, "EX-RND-001"));
    scene.tracks.push(number("deck", view.deck as i32, None, None, "EX-HND-001"));
    for seat in seats() {
        let points = i32::from(view.scores[seat.index()]);
        scene.tracks.push(number("score", points, None, Some(CREWS[seat.index()]), "EX-RND-002"));
    }
    scene
}

/// A hand a seat: its owner sees the cards, the others how many there are.
fn trays(fixed: &Fixed, view: &View, scene: &mut Scene) {
    let texts = &fixed.data.texts;
    for seat in seats() {
        let (crew, tray) = (CREWS[seat.index()], format!("hand-{}", CREWS[seat.index()]));
        let known = if view.seat == Some(seat) { &view.hand[..] } else { &[] };
        let mut pieces = Vec::new();
        for (index, card) in known.iter().enumerate() {
            let id = format!("card-{}", index + 1);
            pieces.push(id.clone());
            scene.pieces.push(Piece {
                id,
                name: texts.get(card_key(*card)).to_owned(),
                silhouette: format!("card-{}", card.id()),
                seat: Some(crew.to_owned()),
                place: Place::Tray { tray: tray.clone() },
                facing: None,
                text: None,
                badges: Vec::new(),
                meters: Vec::new(),
                states: Vec::new(),
                parts: Vec::new(),
            });
        }
        scene.trays.push(Tray {
            id: tray,
            name: texts.get(CREW_KEYS[seat.index()]).to_owned(),
            kind: "hand".to_owned(),
            seat: Some(crew.to_owned()),
            place: None,
            pieces,
            count: view.held[seat.index()] as u32,
        });
    }
}
