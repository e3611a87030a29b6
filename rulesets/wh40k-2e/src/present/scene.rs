//! The table as it is drawn: to scale, and without a measure on it.

use std::borrow::Cow;

use grognard_engine::client::{
    Badge, Board, Feature, Group, Measure, Meter, Piece, Place, Point, Scene, Shape, Strip, StripState,
    StripStep, Track, Tray, ViewBox,
};
use grognard_engine::message::{Message, Texts};
use grognard_space::table::{Area, Length, Outline};

use super::{datafax, names, overwatch};
use crate::characters;
use crate::data::datafaxes::Motive;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::laying;
use crate::legal::placing::zone;
use crate::play::victory;
use crate::scenario::phase;
use crate::state::{Flow, Hidden, Moved, Nerve, Place as Where, State};
use crate::terrain::Battlefield;
use crate::vehicles::{self, Lasting};

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
        features: features(fixed, &lying(fixed, s)).into_iter().chain(overwatch::spots(fixed, s)).collect(),
        lines: overwatch::ways(fixed, s),
        pieces: (0..s.models.len() as u16).map(ModelId).filter_map(|id| piece(fixed, s, id)).collect(),
        shapes: shapes(fixed, s),
        trays: Side::BOTH.into_iter().flat_map(|side| trays(fixed, s, side)).collect(),
        tracks: tracks(fixed, s),
        strips: next_turn(fixed, s).into_iter().collect(),
        units: (0..s.units.len() as u16).map(|id| group(fixed, s, UnitId(id))).collect(),
        ..preview(&fixed.battlefield, fixed.data.texts.get("scene.table"), &fixed.data.texts)
    }
}

/// The table: the one that is being laid out, or that of the battle.
fn lying<'a>(fixed: &'a Fixed, s: &State) -> Cow<'a, Battlefield> {
    match &s.laying {
        Some(own) => Cow::Owned(laying::field(fixed, own)),
        None => Cow::Borrowed(&fixed.battlefield),
    }
}

/// Inches between two lines of the grid, where measuring is free.
const GRID: i32 = 12;

/// The table alone, before a game.
pub fn preview(field: &Battlefield, name: &str, texts: &Texts) -> Scene {
    let mut shapes = Vec::new();
    for feature in &field.features {
        let tags = vec![feature.piece.kind.clone()];
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

fn features(fixed: &Fixed, field: &Battlefield) -> Vec<Feature> {
    let texts = &fixed.data.texts;
    let feature = |feature: &crate::terrain::Feature| {
        let bounds = feature.area.bounds();
        let (x, y) = (bounds.low.x.midpoint(bounds.high.x), bounds.low.y.midpoint(bounds.high.y));
        let word = |kind: &str, value: String| texts.get(&format!("{kind}.{value}")).to_owned();
        let ground = word("ground", format!("{:?}", feature.piece.ground).to_lowercase());
        let cover = word("cover", format!("{:?}", feature.piece.cover).to_lowercase());
        Feature {
            id: feature.id.clone(),
            kind: feature.piece.kind.clone(),
            name: texts.get(&format!("piece.{}", feature.piece.id)).to_owned(),
            board: BOARD.to_owned(),
            cells: Vec::new(),
            at: point(field, x, y),
            facing: None,
            state: None,
            sentence: Some(format!("{ground} {cover}")),
        }
    };
    field.features.iter().map(feature).collect()
}

fn shapes(fixed: &Fixed, s: &State) -> Vec<Shape> {
    let lying = lying(fixed, s);
    let field = &*lying;
    let mut all = preview(field, "", &fixed.data.texts).shapes;
    let flat = (Length::ZERO, Length::ZERO);
    // 2E-SET-005: the zones are marked before terrain is placed.
    let open = matches!(s.flow, Flow::Zones | Flow::Terrain);
    if open || matches!(s.flow, Flow::Deploy { .. }) {
        for side in Side::BOTH {
            let number = if open { side.index() as u8 } else { s.zones[side.index()] };
            let (low, high) = zone(fixed, number);
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
    for wreck in &s.wrecks {
        let body = wreck.body(fixed);
        let outline = body.outline.core().iter().map(|corner| point(field, corner.x, corner.y)).collect();
        let heights = if wreck.stands { (body.volume.low, body.volume.high) } else { flat };
        let heap = shape("terrain", None, None, outline, heights);
        let radius = body.outline.radius().0;
        let tags = vec![if wreck.stands { "wreck" } else { "difficult" }.to_owned()];
        all.push(Shape { radius: (radius > 0).then_some(radius), tags, ..heap });
    }
    for marker in &s.markers {
        let middle = vec![point(field, marker.at.x, marker.at.y)];
        let cloud = shape("marker", None, None, middle, flat);
        let tags = vec![marker.id(fixed).to_owned()];
        all.push(Shape { radius: Some(marker.radius.0), tags, ..cloud });
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

/// The drawing of a model: what it is, its army and its own name, in words the drawings know.
pub fn silhouette(fixed: &Fixed, id: ModelId) -> String {
    let kind = fixed.kind_of(id);
    let unit = fixed.unit(fixed.models[id.index()].unit);
    let class = match vehicles::datafax(fixed, id) {
        Some(own) => match own.motive {
            Motive::Walker => "walker",
            _ if own.places > 0 => "transport",
            _ => "tank",
        },
        None if kind.mastery > 0 => "psyker",
        None if characters::is_character(fixed, id) => "hero",
        None if unit.leader == kind.id => "leader",
        None if kind.encumbered => "gunner",
        None => "trooper",
    };
    format!("top-{class}-{}-{}", unit.army, kind.id)
}

fn piece(fixed: &Fixed, s: &State, id: ModelId) -> Option<Piece> {
    let model = s.model(id);
    let side = s.side_of(id);
    let place = match model.place {
        Where::Table => {
            let at = s.pose(id)?.at;
            Place::Free { board: BOARD.to_owned(), at: point(&fixed.battlefield, at.x, at.y) }
        }
        Where::Waiting => Place::Tray { tray: format!("{}-waiting", side.id()) },
        Where::Aboard(_) => Place::Tray { tray: format!("{}-aboard", side.id()) },
        Where::Gone => Place::Tray { tray: format!("{}-dead", side.id()) },
    };
    // From 1/65536 of a turn to the left of x to degrees to the right of north.
    let facing = s.pose(id).map(|pose| (90 - i32::from(pose.facing.0) * 360 / 65_536).rem_euclid(360));
    let mut states = Vec::new();
    if s.about == Some(model.unit) {
        states.push("active".to_owned());
    }
    if model.place == Where::Gone {
        states.push("dead".to_owned());
    }
    let wounds = Meter {
        key: "wounds".to_owned(),
        label: fixed.data.texts.get("scene.wounds").to_owned(),
        value: i32::from(model.wounds),
        max: Some(i32::from(fixed.kind_of(id).values.w)),
    };
    Some(Piece {
        id: fixed.name(id).to_owned(),
        name: names::model(fixed, id),
        silhouette: silhouette(fixed, id),
        seat: Some(side.id().to_owned()),
        place,
        facing,
        text: None,
        badges: badges(fixed, s, id),
        meters: [wounds].into_iter().chain(jams(fixed, s, id)).collect(),
        states,
        parts: datafax::parts(fixed, s, id),
    })
}

/// 2E-SUS-004: the jam counters of a model's weapons.
fn jams(fixed: &Fixed, s: &State, id: ModelId) -> Option<Meter> {
    let jams: i32 = s.model(id).wear.iter().map(|wear| i32::from(wear.jams)).sum();
    let label = fixed.data.texts.get("badge.jammed").to_owned();
    (jams > 0).then(|| Meter { key: "jams".to_owned(), label, value: jams, max: None })
}

/// What is going to happen at the start of the next turn: fires that may blow up, vehicles that nobody steers.
fn next_turn(fixed: &Fixed, s: &State) -> Option<Strip> {
    let texts = &fixed.data.texts;
    let mut steps = Vec::new();
    for vehicle in s.vehicles.iter().filter(|vehicle| s.table.body(vehicle.model).is_some()) {
        let mut add = |key: &'static str, rule: &str| {
            let message = Message::new(key).text("model", names::model(fixed, vehicle.model));
            steps.push(StripStep {
                label: texts.render(&message),
                state: StripState::Danger,
                about: Some(texts.get(&format!("{key}-about")).to_owned()),
                seat: Some(s.side_of(vehicle.model).id().to_owned()),
                pieces: vec![fixed.name(vehicle.model).to_owned()],
                rule: Some(rule.to_owned()),
            });
        };
        if vehicle.damage.iter().any(|damage| matches!(damage, Lasting::Burns(..))) {
            add("strip.burns", "2E-PEN-005");
        }
        if vehicle.out_of_control > 0 {
            add("strip.out-of-control", "2E-OOC-004");
        }
    }
    let label = texts.get("strip.next-turn").to_owned();
    (!steps.is_empty()).then(|| Strip { id: "next-turn".to_owned(), label, seat: None, steps })
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
    add(unit.moved == Moved::Ran, "ran", "2E-RUN-006");
    add(unit.moved == Moved::Charged, "charged", "2E-CHG-010");
    add(unit.charges.is_some(), "charges", "2E-CHG-004");
    add(unit.mind.frenzied, "frenzied", "2E-FRZ-001");
    add(unit.mind.stupid, "stupid", "2E-STU-002");
    add(unit.mind.afraid.is_some(), "afraid", "2E-FEA-004");
    add(s.model(id).psyker.shield, "shield", "2E-PSI-007");
    add(unit.overwatch, "overwatch", "2E-OVW-001");
    add(unit.hidden == Hidden::Yes, "hidden", "2E-HID-005");
    add(unit.hidden == Hidden::Detected, "detected", "2E-HID-013");
    add(s.is_engaged(id), "engaged", "2E-HTH-001");
    add(unit.nerve == Nerve::Shaken, "shaken", "2E-SHK-001");
    add(s.is_broken(id), "broken", "2E-BRK-004");
    let wear = &s.model(id).wear;
    add(wear.iter().any(|wear| wear.jams > 0), "jammed", "2E-SUS-005");
    add(wear.iter().any(|wear| wear.recharging > 0), "recharging", "2E-WPN-004");
    add(wear.iter().any(|wear| wear.lost), "weapon-lost", "2E-BLS-009");
    if let Some(vehicle) = s.vehicle(id) {
        let has = |wanted: fn(&Lasting) -> bool| vehicle.damage.iter().any(wanted);
        add(has(|one| matches!(one, Lasting::Burns(..))), "vehicle-burns", "2E-PEN-005");
        add(vehicle.out_of_control > 0, "out-of-control", "2E-OOC-004");
        add(has(|one| matches!(one, Lasting::Halted | Lasting::NoMove)), "immobilised", "2E-PEN-005");
        let disarmed = has(|one| matches!(one, Lasting::Disarmed(_) | Lasting::MountLost(_)));
        add(disarmed, "disarmed", "2E-PEN-005");
    }
    for ail in &s.model(id).ails {
        add(true, ail.key(), if s.burns(id) { "2E-WPN-006" } else { "2E-WPN-020" });
    }
    all
}

fn trays(fixed: &Fixed, s: &State, side: Side) -> Vec<Tray> {
    let tray = |id: &str, kind: &str, is_there: fn(Where) -> bool| {
        let all = (0..s.models.len() as u16).map(ModelId);
        let here = all.filter(|id| s.side_of(*id) == side && is_there(s.model(*id).place));
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
    let mut all = vec![
        tray("waiting", "reserve", |place| place == Where::Waiting),
        tray("dead", "dead", |place| place == Where::Gone),
    ];
    // A side without vehicles has nobody aboard.
    let aboard = tray("aboard", "reserve", |place| matches!(place, Where::Aboard(_)));
    if aboard.count > 0 {
        all.insert(1, aboard);
    }
    all
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
        Track { max: Some(i32::from(fixed.turns)), ..turn },
        track("turn", "track.whose", whose, None, Some(s.active)),
        track("phase", "track.phase", text(&format!("phase.{}", phase(s))), None, None),
    ];
    // 2E-MIS-014: the running total is public.
    for side in Side::BOTH {
        let points = i32::from(victory::total(fixed, s, side, matches!(s.flow, Flow::Over { .. })));
        all.push(track(
            &format!("vp-{}", side.id()),
            "track.vp",
            points.to_string(),
            Some(points),
            Some(side),
        ));
    }
    all
}
