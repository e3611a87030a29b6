//! The table as one viewer sees it.

use grognard_engine::client::{self, Board, Feature, Marker, Point, Scene, Track, Tray, TrayPlace, ViewBox};
use grognard_engine::message::Message;
use grognard_space::grid::{Cell, Coord, Dir};

use crate::Fixed;
use crate::choice::{piece_name, square_name};
use crate::fixed::degrees;
use crate::mission::EntryArea;
use crate::piece::{PieceId, Place};
use crate::present::names::{BOARD, Words, crosswise, door_id, seat_name, squares};
use crate::present::setup::mission_name;
use crate::present::{goals, pieces, things};
use crate::state::View;
use crate::table::{Flow, Side, Table};

/// The side of a square in the scene's units.
const SIDE: i32 = 100;

/// What the table looks like to the view's owner.
pub fn scene(fixed: &Fixed, view: &View) -> Scene {
    let mut scene = Scene {
        boards: vec![board(fixed)],
        features: features(fixed, &view.table),
        pieces: pieces::pieces(fixed, view),
        markers: flames(fixed, &view.table),
        trays: trays(fixed, &view.table),
        tracks: tracks(fixed, view),
        ..Scene::default()
    };
    crate::psychic::scene::add(fixed, view, &mut scene);
    crate::eldar::farseer::present::add(fixed, view, &mut scene);
    scene
}

/// The middle of a place on the grid, floor or not. Levels lie side by side, the lowest first.
fn middle(fixed: &Fixed, at: Coord) -> Point {
    let aside = i32::from(at.level) * level_width(fixed);
    Point((i32::from(at.x) + aside) * SIDE + SIDE / 2, i32::from(at.y) * SIDE + SIDE / 2)
}

/// How far one level lies from the next, in squares.
fn level_width(fixed: &Fixed) -> i32 {
    let grid = &fixed.mission.grid;
    let across = |cell: Cell| i32::from(grid.coord(cell).x);
    let (west, east) = (grid.cells().map(across).min(), grid.cells().map(across).max());
    // Room for entry areas on both sides, and a gap.
    east.unwrap_or(0) - west.unwrap_or(0) + 4
}

/// The middle of a square.
pub fn center(fixed: &Fixed, cell: Cell) -> Point {
    middle(fixed, fixed.mission.grid.coord(cell))
}

/// The middle of an entry area, one square off the map.
fn entry_center(fixed: &Fixed, entry: &EntryArea) -> Point {
    let at = fixed.mission.grid.coord(entry.square);
    middle(fixed, at.step(Dir::from(entry.side)).unwrap_or(at))
}

fn board(fixed: &Fixed) -> Board {
    let mission = &fixed.mission;
    let cells: Vec<_> = mission.grid.cells().map(|cell| floor(fixed, cell)).collect();
    let entries = mission.entries.iter().map(|entry| entry_center(fixed, entry));
    let middles: Vec<_> = cells.iter().map(|cell| cell.center).chain(entries).collect();
    let reach = SIDE / 2 + SIDE / 4;
    let least = |of: fn(&Point) -> i32| middles.iter().map(of).min().unwrap_or(0) - reach;
    let most = |of: fn(&Point) -> i32| middles.iter().map(of).max().unwrap_or(0) + reach;
    let (x, y) = (least(|p| p.0), least(|p| p.1));
    let view_box = ViewBox { x, y, width: most(|p| p.0) - x, height: most(|p| p.1) - y };
    Board { id: BOARD.to_owned(), name: mission_name(&fixed.data, mission), view_box, cells }
}

fn floor(fixed: &Fixed, cell: Cell) -> client::Cell {
    let mission = &fixed.mission;
    let Point(x, y) = center(fixed, cell);
    let (left, top) = (x - SIDE / 2, y - SIDE / 2);
    let section = Table::section(fixed, cell);
    let name = mission.section_names[section].clone();
    let mut tags = Vec::new();
    if mission.doors.contains(&cell) {
        tags.push("door".to_owned());
    }
    if mission.start.contains(&cell) {
        tags.push("start".to_owned());
    }
    tags.extend(goals::tags(fixed, cell, section));
    client::Cell {
        id: square_name(&mission.grid, cell),
        outline: vec![
            Point(left, top),
            Point(left + SIDE, top),
            Point(left + SIDE, top + SIDE),
            Point(left, top + SIDE),
        ],
        center: Point(x, y),
        kind: if is_room(fixed, cell) { "room" } else { "corridor" }.to_owned(),
        label: (mission.sections[section].first() == Some(cell)).then(|| name.clone()),
        section: Some(name),
        tags,
    }
}

/// A square in a hall: one of four squares of a section that touch in one corner.
fn is_room(fixed: &Fixed, cell: Cell) -> bool {
    let grid = &fixed.mission.grid;
    let own = &fixed.mission.sections[Table::section(fixed, cell)];
    let inside = |dir| grid.step(cell, dir).is_some_and(|other| own.contains(other));
    Dir::DIAGONALS.into_iter().any(|dir| inside(dir) && dir.flanks().into_iter().all(inside))
}

fn features(fixed: &Fixed, table: &Table) -> Vec<Feature> {
    let mission = &fixed.mission;
    let doors = mission.doors.iter().map(|door| door_feature(fixed, table, *door));
    let entries = (0..mission.entries.len()).map(|index| entry_feature(fixed, table, index as u8));
    doors.chain(entries).chain(goals::features(fixed, table)).chain(things::features(fixed, table)).collect()
}

fn door_feature(fixed: &Fixed, table: &Table, door: Cell) -> Feature {
    let words = Words::new(fixed);
    let (state, sentence) = if table.closed.contains(door) {
        ("closed", "door.closed")
    } else if table.open.contains(door) {
        ("open", "door.open")
    } else {
        ("destroyed", "door.destroyed")
    };
    Feature {
        id: door_id(fixed, door),
        kind: "door".to_owned(),
        name: words.say(Message::new("door.name").text("square", words.square(door))),
        board: BOARD.to_owned(),
        cells: vec![words.square(door)],
        at: center(fixed, door),
        facing: Some(if crosswise(fixed, door) { 90 } else { 0 }),
        state: Some(state.to_owned()),
        sentence: Some(words.get(sentence)),
    }
}

fn entry_feature(fixed: &Fixed, table: &Table, index: u8) -> Feature {
    let words = Words::new(fixed);
    let entry = &fixed.mission.entries[index as usize];
    let secured = table.secured[index as usize];
    let key = match (secured, entry.securable) {
        (true, _) => "entry.secured",
        (false, true) => "entry.securable",
        (false, false) => "entry.open",
    };
    let enemy = words.side(Side::Stealer);
    let message = Message::new(key).text("square", words.square(entry.square)).text("side", enemy);
    Feature {
        id: entry.name.clone(),
        kind: "entry".to_owned(),
        name: words.entry(index),
        board: BOARD.to_owned(),
        cells: Vec::new(),
        at: entry_center(fixed, entry),
        facing: Some(degrees(entry.side.back())),
        state: Some(if secured { "secured" } else { "open" }.to_owned()),
        sentence: Some(words.say(message)),
    }
}

fn flames(fixed: &Fixed, table: &Table) -> Vec<Marker> {
    let words = Words::new(fixed);
    let mut markers = Vec::new();
    for (index, section) in fixed.mission.sections.iter().enumerate() {
        let burning = *section & table.burning;
        if burning.is_empty() {
            continue;
        }
        let count: u8 = table.fires[index].markers.iter().sum();
        let name = words.section(index as u8);
        let key = if count > 1 { "flame.more" } else { "flame.one" };
        let label =
            words.say(Message::new(key).text("section", name.clone()).number("count", i64::from(count)));
        markers.push(Marker {
            id: format!("flame-{name}"),
            kind: "flame".to_owned(),
            label,
            board: BOARD.to_owned(),
            cells: squares(fixed, &burning),
        });
    }
    markers.extend(table.things.smokes.iter().enumerate().map(|(number, smoke)| Marker {
        id: format!("smoke-{}", number + 1),
        kind: "smoke".to_owned(),
        label: words.get(if smoke.frag { "smoke.frag" } else { "smoke.blind" }),
        board: BOARD.to_owned(),
        cells: squares(fixed, &smoke.cells),
    }));
    markers
}

fn trays(fixed: &Fixed, table: &Table) -> Vec<Tray> {
    let words = Words::new(fixed);
    let name = |piece| piece_name(fixed, piece);
    let mut trays = Vec::new();
    for (index, entry) in fixed.mission.entries.iter().enumerate() {
        let inside: Vec<_> = everyone(table)
            .filter(|piece| table.place(*piece) == Place::Entry(index as u8))
            .map(name)
            .collect();
        trays.push(Tray {
            id: entry.name.clone(),
            name: words.entry(index as u8),
            kind: "entry".to_owned(),
            seat: Some(seat_name(Side::Stealer).to_owned()),
            place: Some(TrayPlace {
                board: BOARD.to_owned(),
                at: entry_center(fixed, entry),
                facing: Some(degrees(entry.side.back())),
            }),
            count: inside.len() as u32,
            pieces: inside,
        });
    }
    for side in [Side::Marine, Side::Stealer] {
        for (id, kind) in [("hand", "hand"), ("dead", "dead"), ("out", "reserve")] {
            let tray = format!("{id}-{}", seat_name(side));
            let inside: Vec<_> = everyone(table)
                .filter(|piece| table.side(*piece) == side && beside(table, *piece) == Some(id))
                .map(name)
                .collect();
            if inside.is_empty() && id != "dead" {
                continue;
            }
            trays.push(Tray {
                id: tray.clone(),
                name: words.say_of(side, &format!("tray.{tray}")),
                kind: kind.to_owned(),
                seat: Some(seat_name(side).to_owned()),
                place: None,
                count: inside.len() as u32,
                pieces: inside,
            });
        }
    }
    trays
}

/// Every piece that ever was, gone ones too.
pub fn everyone(table: &Table) -> impl Iterator<Item = PieceId> {
    // Models of the Stealer side that have not come into play are nowhere.
    let known = |index: &u8| {
        let model = &table.marines[*index as usize];
        *index < table.crew() || model.came || model.place != Place::Gone
    };
    let marines = (0..table.marines.len() as u8).filter(known).map(PieceId::Marine);
    let stealers = (0..table.stealers.len()).map(|index| PieceId::Stealer(index as u8));
    let blips = (0..table.blips.len()).map(|index| PieceId::Blip(index as u8));
    marines.chain(stealers).chain(blips)
}

/// The kind of tray beside the board a piece lies in. A blip that is gone was turned over: it lies nowhere.
pub fn beside(table: &Table, piece: PieceId) -> Option<&'static str> {
    match (table.place(piece), piece) {
        (Place::Hand, _) => Some("hand"),
        (Place::Gone, PieceId::Marine(index)) if table.marines[index as usize].escaped => Some("out"),
        (Place::Gone, PieceId::Marine(_) | PieceId::Stealer(_)) => Some("dead"),
        _ => None,
    }
}

/// The key of the phase's name.
pub const fn phase_key(flow: Flow) -> &'static str {
    match flow {
        Flow::Deploy => "phase.deploy",
        Flow::Cards { side: Side::Marine, .. } => "phase.marine-cards",
        Flow::Cards { side: Side::Stealer, .. } => "phase.stealer-cards",
        Flow::Farseer { side: Side::Marine, .. } => "phase.marine-farseer",
        Flow::Farseer { side: Side::Stealer, .. } => "phase.stealer-farseer",
        Flow::Command => "phase.marine-command",
        Flow::Marines { .. } => "phase.marine-action",
        Flow::MarineEnd => "phase.marine-end",
        Flow::Draw | Flow::Distribute => "phase.stealer-reinforcement",
        Flow::Stealers { .. } => "phase.stealer-action",
        Flow::StealerEnd => "phase.stealer-end",
        Flow::Over { .. } => "phase.over",
        Flow::Bid { .. } | Flow::Sold { .. } => "phase.bid",
    }
}

fn tracks(fixed: &Fixed, view: &View) -> Vec<Track> {
    let words = Words::new(fixed);
    let table = &view.table;
    let track = |id: &str, value: String, number: Option<i32>, max: Option<i32>| Track {
        id: id.to_owned(),
        label: words.get(&format!("track.{id}")),
        value,
        number,
        max,
        seat: None,
        rule: None,
    };
    let (turn, turns) = (i32::from(table.turn), i32::from(fixed.mission.turns));
    let of = |done: i32, all: i32| words.say(Message::new("track.of").number("n", done).number("of", all));
    let points = match view.cp {
        Some(points) => track("command-points", points.to_string(), Some(points.into()), None),
        None => track("command-points", words.get("track.hidden"), None, None),
    };
    // The other side has some where it fights as a force, or is led.
    let other = match view.brood_cp {
        Some(0) | None if fixed.enemy.is_none() => None,
        Some(points) => Some((points.to_string(), Some(points.into()))),
        None => Some((words.get("track.hidden"), None)),
    };
    let other = other.map(|(value, number)| Track {
        id: "command-points-stealer".to_owned(),
        seat: Some(seat_name(Side::Stealer).to_owned()),
        rule: Some("SH-CMD-001".to_owned()),
        ..track("command-points", value, number, None)
    });
    let (aim, count) = goals::progress(fixed, table);
    let phase = phase_key(table.flow);
    let acting = if phase.starts_with("phase.stealer-") { Side::Stealer } else { Side::Marine };
    let mut tracks = vec![
        Track {
            rule: Some("SH-TRN-010".to_owned()),
            ..track("turn", of(turn, turns), Some(turn), Some(turns))
        },
        track("phase", words.say_of(acting, phase), None, None),
        Track {
            seat: Some(seat_name(Side::Marine).to_owned()),
            rule: Some("SH-CMD-001".to_owned()),
            ..points
        },
        track("objective", aim, count.map(|(done, _)| done), count.map(|(_, all)| all)),
    ];
    tracks.extend(other);
    tracks
}
