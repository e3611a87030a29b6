//! A small scene for tests: a corridor with a door, a corner in flames, two models and an entry area.

use grognard_engine::client::{
    Badge, Board, Cell, Feature, Marker, Meter, Piece, Place, Point, Scene, Track, Tray, TrayPlace, ViewBox,
};

fn cell(x: i32, y: i32) -> Cell {
    let (left, top) = (x * 100, y * 100);
    let outline =
        [(0, 0), (100, 0), (100, 100), (0, 100)].map(|(dx, dy)| Point(left + dx, top + dy)).to_vec();
    Cell {
        id: format!("{x},{y}"),
        outline,
        center: Point(left + 50, top + 50),
        kind: "corridor".into(),
        label: None,
        section: Some(if x < 11 { "a" } else { "b" }.into()),
        tags: vec![],
    }
}

fn piece(id: &str, name: &str, silhouette: &str, seat: &str, at: (i32, i32), facing: i32) -> Piece {
    Piece {
        id: id.into(),
        name: name.into(),
        silhouette: silhouette.into(),
        seat: Some(seat.into()),
        place: Place::Cell {
            board: "ship".into(),
            cell: format!("{},{}", at.0, at.1),
            at: Point(at.0 * 100 + 50, at.1 * 100 + 50),
        },
        facing: Some(facing),
        text: None,
        badges: vec![],
        meters: vec![],
        states: vec![],
        parts: Vec::new(),
    }
}

/// The scene.
pub fn corridor() -> Scene {
    let mut sergeant = piece("sergeant", "Sergeant", "terminator", "marine", (9, 4), 0);
    sergeant.badges =
        vec![Badge { key: "overwatch".into(), label: "overwatch".into(), rule: None, aside: None }];
    sergeant.meters = vec![Meter { key: "ap".into(), label: "action points".into(), value: 3, max: Some(4) }];
    let entry = Feature {
        id: "N1".into(),
        kind: "entry".into(),
        name: "Entry area north".into(),
        board: "ship".into(),
        cells: vec![],
        at: Point(1250, 350),
        facing: Some(180),
        state: None,
        sentence: None,
    };
    let door = Feature {
        id: "door-11,4".into(),
        kind: "door".into(),
        name: "Door".into(),
        cells: vec!["11,4".into()],
        at: Point(1150, 450),
        facing: Some(90),
        state: Some("closed".into()),
        ..entry.clone()
    };
    Scene {
        boards: vec![Board {
            id: "ship".into(),
            name: "Ship".into(),
            view_box: ViewBox { x: 900, y: 300, width: 400, height: 300 },
            cells: vec![cell(9, 4), cell(10, 4), cell(11, 4), cell(12, 4), cell(11, 5)],
        }],
        features: vec![door, entry],
        pieces: vec![sergeant, piece("stealer-1", "Stealer 1", "genestealer", "stealer", (12, 4), 270)],
        markers: vec![Marker {
            id: "flame-1".into(),
            kind: "flame".into(),
            label: "Flames".into(),
            board: "ship".into(),
            cells: vec!["11,5".into()],
        }],
        trays: vec![Tray {
            id: "N1".into(),
            name: "Entry area north".into(),
            kind: "entry".into(),
            seat: Some("stealer".into()),
            place: Some(TrayPlace { board: "ship".into(), at: Point(1250, 350), facing: Some(180) }),
            pieces: vec![],
            count: 3,
        }],
        tracks: vec![Track {
            id: "turn".into(),
            label: "Turn".into(),
            value: "2".into(),
            number: Some(2),
            max: Some(8),
            seat: None,
            rule: None,
        }],
        ..Scene::default()
    }
}
