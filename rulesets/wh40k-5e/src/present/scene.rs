//! The table as it is drawn: to scale, and without a measure on it.

use grognard_engine::client::{
    Badge, Board, Feature, Group, Measure, Meter, Piece, Place, Point, Scene, Shape, Strip, StripState,
    StripStep, Track, Tray, ViewBox,
};
use grognard_engine::message::{Message, Texts};
use grognard_space::table::{Area, Length, Outline};

use super::names;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::legal::placing::zone;
use crate::play::victory;
use crate::scenario::phase;
use crate::state::{Flow, Ground, Place as Where, State};
use crate::terrain::Battlefield;

/// The board of everything that is drawn.
pub const BOARD: &str = "table";

/// Points of the table grow up, those of a scene down.
pub fn point(field: &Battlefield, x: i32, y: i32) -> Point {
    Point(x, field.size.1.0 - y)
}

fn corners(field: &Battlefield, area: &Area) -> Vec<Point> {
    area.corners().iter().map(|corner| point(field, corner.x, corner.y)).collect()
}

fn shape(
    kind: &str,
    of: Option<&str>,
    seat: Option<Side>,
    outline: Vec<Point>,
    heights: (Length, Length),
) -> Shape {
    Shape {
        kind: kind.to_owned(),
        of: of.map(str::to_owned),
        board: BOARD.to_owned(),
        seat: seat.map(|side| side.id().to_owned()),
        outline,
        low: heights.0.0,
        high: heights.1.0,
        ..Shape::default()
    }
}

/// Everything to draw.
pub fn scene(fixed: &Fixed, s: &State) -> Scene {
    Scene {
        features: features(fixed, s),
        pieces: (0..s.models.len() as u16).map(ModelId).filter_map(|id| piece(fixed, s, id)).collect(),
        shapes: shapes(fixed, s),
        trays: Side::BOTH.into_iter().flat_map(|side| trays(fixed, s, side)).collect(),
        tracks: tracks(fixed, s),
        strips: ladder(fixed, s).into_iter().collect(),
        units: (0..s.units.len() as u16).map(|id| group(fixed, s, UnitId(id))).collect(),
        ..preview(&fixed.battlefield, fixed.data.texts.get("scene.table"), &fixed.data.texts)
    }
}

/// Inches between two lines of the grid, where measuring is free.
const GRID: i32 = 12;

/// The table alone, before a game.
pub fn preview(field: &Battlefield, name: &str, texts: &Texts) -> Scene {
    let mut shapes = Vec::new();
    for feature in &field.features {
        let tags = vec![kind(&feature.piece).to_owned()];
        let flat = (Length::ZERO, Length::ZERO);
        let ground = shape("terrain", Some(&feature.id), None, corners(field, &feature.area), flat);
        shapes.push(Shape { tags: tags.clone(), ..ground });
        for (area, low, high) in &feature.parts {
            let part = shape("part", Some(&feature.id), None, corners(field, area), (*low, *high));
            shapes.push(Shape { tags: tags.clone(), ..part });
        }
    }
    let (width, height) = (field.size.0.0, field.size.1.0);
    let view_box = ViewBox { x: 0, y: 0, width, height };
    let board = Board { id: BOARD.to_owned(), name: name.to_owned(), view_box, cells: Vec::new() };
    let unit = texts.get("scene.inch").to_owned();
    let measure = Measure { unit, per_unit: Length::INCH.0, decimals: 1, grid: GRID };
    Scene { boards: vec![board], shapes, measure: Some(measure), ..Scene::default() }
}

fn features(fixed: &Fixed, s: &State) -> Vec<Feature> {
    let texts = &fixed.data.texts;
    let feature = |feature: &crate::terrain::Feature| {
        let bounds = feature.area.bounds();
        let (x, y) = (bounds.low.x.midpoint(bounds.high.x), bounds.low.y.midpoint(bounds.high.y));
        let ground = if feature.piece.is("difficult") {
            texts.get("ground.difficult")
        } else {
            texts.get("ground.open")
        };
        let save = crate::cover::value(fixed, &feature.piece.cover);
        let cover = if save > 0 { format!("{} {save}+.", texts.get("scene.cover")) } else { String::new() };
        Feature {
            id: feature.id.clone(),
            kind: kind(&feature.piece).to_owned(),
            name: texts.get(&format!("piece.{}", feature.piece.id)).to_owned(),
            board: BOARD.to_owned(),
            cells: Vec::new(),
            at: point(&fixed.battlefield, x, y),
            facing: None,
            state: None,
            sentence: Some(format!("{ground} {cover}")),
        }
    };
    s.features(fixed).map(feature).collect()
}

fn shapes(fixed: &Fixed, s: &State) -> Vec<Shape> {
    let field = &fixed.battlefield;
    let mut all = preview(field, "", &fixed.data.texts).shapes;
    let flat = (Length::ZERO, Length::ZERO);
    let open = s.flow == Flow::RollOff;
    if open || matches!(s.flow, Flow::Deploy { .. } | Flow::Objectives { .. }) {
        for side in Side::BOTH {
            let number = if open { side.index() as u8 } else { s.edge(side) };
            let (low, high) = zone(fixed, number, s.quarters[side.index()]);
            let rectangle = Outline::rectangle(low, high);
            let outline = rectangle.core().iter().map(|corner| point(field, corner.x, corner.y)).collect();
            all.push(shape("zone", None, (!open).then_some(side), outline, flat));
        }
    }
    for id in s.table.ids() {
        let Some(body) = s.table.body(id) else { continue };
        let outline = body.outline.core().iter().map(|corner| point(field, corner.x, corner.y)).collect();
        let radius = body.outline.radius().0;
        let heights = (body.volume.low, body.volume.high);
        let base = shape("base", Some(fixed.name(id)), Some(s.side_of(id)), outline, heights);
        all.push(Shape { radius: (radius > 0).then_some(radius), ..base });
    }
    all.sort_by_key(|shape| shape.low);
    all
}

fn group(fixed: &Fixed, s: &State, id: UnitId) -> Group {
    let own = fixed.unit(id);
    Group {
        mark: own.name.split_once('-').map_or("", |(_, number)| number).to_owned(),
        name: names::unit(fixed, id),
        seat: Some(own.side.id().to_owned()),
        pieces: s.unit(id).models.iter().map(|model| fixed.name(*model).to_owned()).collect(),
        strength: Some(u32::from(s.unit(id).starting)),
        id: own.name.clone(),
        ..Group::default()
    }
}

/// What a piece is drawn as.
fn kind(piece: &crate::data::ground::Piece) -> &str {
    use crate::data::ground::Class;
    match (piece.class, piece.cover.as_str()) {
        (_, "woods") => "wood",
        (Class::Ruin, _) => "ruin",
        (Class::Hill, _) => "hill",
        (Class::Building, _) => "building",
        (Class::Linear, "hedges") => "hedge",
        (Class::Linear, _) => "wall",
        (Class::Road, _) => "road",
        _ => &piece.id,
    }
}

/// The drawing of a model, by what it is.
pub fn silhouette(fixed: &Fixed, id: ModelId) -> String {
    if let Some(vehicle) = super::vehicles::silhouette(fixed, id) {
        return vehicle.to_owned();
    }
    let class = if fixed.kind_of(id).leads { "leader" } else { "trooper" };
    let side = fixed.unit(fixed.models[id.index()].unit).side;
    let army = match fixed.armies[side.index()].as_str() {
        "space-marines" => "marines",
        "imperial-guard" => "guard",
        army => army,
    };
    format!("top-{class}-{army}")
}

fn piece(fixed: &Fixed, s: &State, id: ModelId) -> Option<Piece> {
    let model = s.model(id);
    let side = s.side_of(id);
    let place = match model.place {
        Where::Table | Where::Wreck => {
            let at = s.pose(id)?.at;
            Place::Free { board: BOARD.to_owned(), at: point(&fixed.battlefield, at.x, at.y) }
        }
        Where::Waiting | Where::Reserve => Place::Tray { tray: format!("{}-waiting", side.id()) },
        Where::Aboard => Place::Tray { tray: format!("{}-aboard", side.id()) },
        Where::Empty => return None,
        Where::Gone if fixed.building(id).is_some() => return None,
        Where::Gone => Place::Tray { tray: format!("{}-dead", side.id()) },
    };
    // From 1/65536 of a turn to the left of x to degrees to the right of north.
    let facing = s.pose(id).map(|pose| (90 - i32::from(pose.facing.0) * 360 / 65_536).rem_euclid(360));
    let mut states = Vec::new();
    if s.about == Some(model.unit) {
        states.push("active".to_owned());
    }
    if matches!(model.place, Where::Gone | Where::Wreck) {
        states.push("dead".to_owned());
    }
    Some(Piece {
        id: fixed.name(id).to_owned(),
        name: names::model(fixed, id),
        silhouette: silhouette(fixed, id),
        seat: Some(side.id().to_owned()),
        place,
        facing,
        text: None,
        badges: badges(fixed, s, id),
        meters: wounds(fixed, s, id).into_iter().collect(),
        states,
        parts: Vec::new(),
    })
}

/// The wounds of a model; a vehicle has none.
pub fn wounds(fixed: &Fixed, s: &State, id: ModelId) -> Option<Meter> {
    fixed.chassis(id).is_none().then(|| Meter {
        key: "wounds".to_owned(),
        label: fixed.data.texts.get("scene.wounds").to_owned(),
        value: i32::from(s.model(id).wounds),
        max: Some(i32::from(fixed.kind_of(id).values.w)),
    })
}

/// The signs of a model.
pub fn badges(fixed: &Fixed, s: &State, id: ModelId) -> Vec<Badge> {
    let unit = s.unit(s.model(id).unit);
    let mut all = Vec::new();
    let mut add = |holds: bool, key: &str, rule: &str| {
        if holds {
            let label = fixed.data.texts.get(&format!("badge.{key}")).to_owned();
            all.push(Badge { key: key.to_owned(), label, rule: Some(rule.to_owned()), aside: None });
        }
    };
    add(unit.ran, "ran", "5B-SHO-002");
    add(unit.overwatch, "overwatch", "5V-MOV-016");
    add(unit.on_station && !unit.overwatch, "on-station", "5V-MOV-012");
    add(unit.ground == Ground::Down, "down", "5B-GTG-003");
    add(unit.ground == Ground::Pinned, "pinned", "5B-WCH-009");
    add(unit.falling_back, "falling-back", "5B-FAL-006");
    add(!s.touching(id).is_empty(), "locked", "5B-ASM-008");
    if let Some(hull) = s.hull(id) {
        add(hull.immobilised, "immobilised", "5B-VDM-010");
        add(!hull.shaken.is_empty(), "shaken", "5B-VDM-010");
        add(hull.stunned > 0 || !hull.silenced.is_empty(), "stunned", "5B-VDM-010");
        add(!hull.lost.is_empty(), "weapon-lost", "5B-VDM-009");
        add(hull.drive > 0, "drive-damaged", "5V-VDM-011");
        add(hull.smoke == crate::vehicles::Smoke::Burning, "smoke", "5B-VDM-006");
        add(hull.hatch, "hatch", "5V-TRA-002");
        add(s.passengers(id).next().is_some(), "passengers", "5B-TRA-001");
    }
    all
}

fn trays(fixed: &Fixed, s: &State, side: Side) -> Vec<Tray> {
    let tray = |id: &str, kind: &str, place: Where| {
        let all = (0..s.models.len() as u16).map(ModelId);
        let here = all.filter(|id| s.side_of(*id) == side && s.model(*id).place == place);
        let pieces: Vec<String> = here.map(|id| fixed.name(id).to_owned()).collect();
        Tray {
            id: format!("{}-{id}", side.id()),
            name: fixed.data.texts.get(&format!("tray.{id}")).to_owned(),
            kind: kind.to_owned(),
            seat: Some(side.id().to_owned()),
            place: None,
            count: pieces.len() as u32,
            pieces,
        }
    };
    vec![
        tray("waiting", "reserve", Where::Waiting),
        tray("aboard", "reserve", Where::Aboard),
        tray("dead", "dead", Where::Gone),
    ]
}

fn tracks(fixed: &Fixed, s: &State) -> Vec<Track> {
    let text = |key: &str| fixed.data.texts.get(key).to_owned();
    let track = |id: &str, label: &str, value: String, number: Option<i32>, seat: Option<Side>| Track {
        id: id.to_owned(),
        label: text(label),
        value,
        number,
        max: None,
        seat: seat.map(|side| side.id().to_owned()),
        rule: None,
    };
    let turn = track("round", "track.turn", s.turn.to_string(), Some(i32::from(s.turn)), None);
    let whose = if s.turn > 0 { names::side(fixed, s.active) } else { String::new() };
    let mut all = vec![
        turn,
        track("turn", "track.whose", whose, None, Some(s.active)),
        track("phase", "track.phase", text(&format!("phase.{}", phase(s))), None, None),
    ];
    all.push(track("rules", "track.rules", text(&format!("rules.{}", fixed.played.word())), None, None));
    for side in Side::BOTH {
        let points = i32::from(victory::total(fixed, s, side));
        all.push(track(
            &format!("vp-{}", side.id()),
            "track.kp",
            points.to_string(),
            Some(points),
            Some(side),
        ));
    }
    all
}

/// 5B-CCB-001: the steps of the combat that is being fought, with who strikes at each.
fn ladder(fixed: &Fixed, s: &State) -> Option<Strip> {
    let own = s.ladder.as_ref()?;
    let texts = &fixed.data.texts;
    let step = |(initiative, side, models): &(u8, Side, Vec<ModelId>)| {
        let mut units: Vec<String> =
            models.iter().map(|model| names::unit(fixed, s.model(*model).unit)).collect();
        units.dedup();
        let message = Message::new("strip.rung").number("initiative", *initiative);
        StripStep {
            label: texts.render(&message.number("models", models.len() as i64)),
            state: match initiative.cmp(&own.now) {
                std::cmp::Ordering::Greater => StripState::Done,
                std::cmp::Ordering::Equal => StripState::Now,
                std::cmp::Ordering::Less => StripState::Open,
            },
            about: Some(units.join(", ")),
            seat: Some(side.id().to_owned()),
            pieces: models.iter().map(|model| fixed.name(*model).to_owned()).collect(),
            rule: Some("5B-CCB-001".to_owned()),
        }
    };
    Some(Strip {
        id: "initiative".to_owned(),
        label: texts.get("strip.initiative").to_owned(),
        seat: None,
        steps: own.rungs.iter().map(step).collect(),
    })
}
