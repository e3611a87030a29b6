//! The table as it is drawn: a board without cells, pieces on it, outlines with heights.

use grognard_engine::client::{
    Badge, Feature, Group, Measure, Meter, Piece, Place, Point, Scene, Shape, Track, Tray,
};
use grognard_engine::message::Texts;
use grognard_space::table::{self, Body, Footprint, Length, Outline};
use grognard_tabletop::scene::Sheet;

use super::{names, terrain};
use crate::choice::unit_name;
use crate::data::amount::{INCH, Inches};
use crate::data::sheet::WeaponKind;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::keyword::Keywords;
use crate::measure;
use crate::play::command::control;
use crate::scenario::phase;
use crate::state::{Flow, Moved, Place as Where, State};

/// The board of everything that is drawn.
pub const BOARD: &str = "table";

/// Inches between two lines of the grid.
const GRID: i32 = 6;

/// The table as a board.
pub fn sheet(fixed: &Fixed) -> Sheet {
    Sheet::of(BOARD, &fixed.ground)
}

/// A point of the table as the scene has it.
pub fn point(fixed: &Fixed, x: i32, y: i32) -> Point {
    sheet(fixed).point(table::Point { x, y })
}

/// An outline with its corners as the scene has them.
pub fn outline(fixed: &Fixed, outline: &Outline) -> (Vec<Point>, Option<i32>) {
    sheet(fixed).outline(outline)
}

/// Everything to draw.
pub fn scene(fixed: &Fixed, s: &State) -> Scene {
    Scene {
        boards: vec![sheet(fixed).board(fixed.data.texts.get("scene.table").to_owned())],
        features: features(fixed, s),
        pieces: (0..s.models.len() as u16).map(ModelId).filter_map(|id| piece(fixed, s, id)).collect(),
        shapes: shapes(fixed, s),
        trays: Side::BOTH.into_iter().flat_map(|side| trays(fixed, s, side)).collect(),
        tracks: tracks(fixed, s),
        units: (0..s.units.len() as u16).map(UnitId).map(|id| group(fixed, s, id)).collect(),
        measure: Some(measured(&fixed.data.texts)),
        ..Scene::default()
    }
}

/// How lengths are told to people: in inches, to a tenth.
fn measured(texts: &Texts) -> Measure {
    Measure { unit: texts.get("scene.inch").to_owned(), per_unit: INCH, decimals: 1, grid: GRID }
}

/// The table alone, before a game.
pub fn preview(field: &crate::terrain::Battlefield, name: &str, texts: &Texts) -> Scene {
    let sheet = Sheet::new(BOARD, Length(field.size.0), Length(field.size.1));
    let (boards, shapes) = (vec![sheet.board(name.to_owned())], ground(field, &sheet));
    Scene { boards, shapes, measure: Some(measured(texts)), ..Scene::default() }
}

/// Terrain, the ground before what stands on it.
fn ground(field: &crate::terrain::Battlefield, sheet: &Sheet) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for file in &field.terrain {
        let shape = |kind: &str, outline: &[[Inches; 2]], heights: (Length, Length)| {
            let corners: Vec<_> = outline.iter().map(|[x, y]| table::Point::new(x.0, y.0)).collect();
            let tags = vec![file.kind.clone()];
            Shape { tags, ..sheet.area(kind, Some(file.id.clone()), &corners, heights) }
        };
        shapes.push(shape("terrain", &file.outline, (Length::ZERO, Length::ZERO)));
        for part in &file.parts {
            let mut drawn = shape("part", &part.outline, (part.bottom.0, part.top.0));
            // 9E-AMB-020: nobody stands on growth; whoever is dragged onto anything else comes to stand on it.
            if !part.passable {
                drawn.tags.push("solid".to_owned());
            }
            shapes.push(drawn);
        }
    }
    shapes
}

fn group(fixed: &Fixed, s: &State, id: UnitId) -> Group {
    let name = unit_name(fixed, id);
    Group {
        mark: names::mark(fixed, id),
        name: names::unit_in(fixed, s, id),
        seat: Some(s.unit(id).side.id().to_owned()),
        pieces: s.unit(id).models.iter().map(|model| fixed.name(*model).to_owned()).collect(),
        strength: Some(u32::from(s.unit(id).starting)),
        id: name,
        ..Group::default()
    }
}

fn features(fixed: &Fixed, s: &State) -> Vec<Feature> {
    let texts = &fixed.data.texts;
    let ground = fixed.battlefield.terrain.iter().map(|file| {
        let count = file.outline.len().max(1) as i32;
        let x: i32 = file.outline.iter().map(|[x, _]| x.0.0).sum::<i32>() / count;
        let y: i32 = file.outline.iter().map(|[_, y]| y.0.0).sum::<i32>() / count;
        Feature {
            id: file.id.clone(),
            kind: file.kind.clone(),
            name: texts.get(&format!("terrain.{}", file.kind)).to_owned(),
            board: BOARD.to_owned(),
            cells: Vec::new(),
            at: point(fixed, x, y),
            facing: None,
            state: None,
            sentence: Some(terrain::sentence(fixed, file)),
        }
    });
    let markers = s.markers.iter().enumerate().map(|(number, spot)| Feature {
        id: format!("marker-{}", number + 1),
        kind: "objective".to_owned(),
        name: format!("{} {}", texts.get("scene.marker"), number + 1),
        board: BOARD.to_owned(),
        cells: Vec::new(),
        at: point(fixed, spot.0, spot.1),
        facing: None,
        state: control(fixed, s, number).map(|side| side.id().to_owned()),
        sentence: Some(holders(fixed, s, number)),
    });
    ground.chain(markers).collect()
}

/// How many models of each side are near a marker.
fn holders(fixed: &Fixed, s: &State, number: usize) -> String {
    let near = |side: Side| {
        let models = s.on_table(side).flat_map(|unit| s.standing(unit));
        models.filter(|(model, _)| measure::in_marker_range(fixed, s, *model, s.markers[number])).count()
            as i64
    };
    let message = grognard_engine::message::Message::new("scene.holds");
    fixed.data.texts.render(&message.number("red", near(Side::Red)).number("blue", near(Side::Blue)))
}

/// The drawing of a model, by what it is.
pub fn silhouette(fixed: &Fixed, id: ModelId) -> &'static str {
    let keywords = fixed.kind(id).keywords;
    let kinds = [
        (Keywords::AIRCRAFT, "top-jet"),
        (Keywords::TITANIC, "top-walker"),
        (Keywords::BUILDING, "top-bunker"),
        (Keywords::TRANSPORT, "top-transport"),
        (Keywords::VEHICLE, "top-tank"),
        (Keywords::MONSTER, "top-monster"),
        (Keywords::BIKER, "top-bike"),
        (Keywords::BEAST.and(Keywords::SWARM), "top-beast"),
        (Keywords::PSYKER, "top-psyker"),
        (Keywords::CHARACTER, "top-leader"),
    ];
    let known = kinds.iter().find(|(keyword, _)| keywords.any(*keyword)).map(|(_, drawing)| *drawing);
    let heavy = || {
        let weapons = fixed.spec(id).weapons.iter().flat_map(|weapon| &fixed.weapon(*weapon).profiles);
        weapons.map(|arm| arm.profile.kind).any(|kind| kind == WeaponKind::Heavy)
    };
    known.unwrap_or_else(|| if heavy() { "top-gunner" } else { "top-trooper" })
}

fn shapes(fixed: &Fixed, s: &State) -> Vec<Shape> {
    let sheet = sheet(fixed);
    let mut all = ground(&fixed.battlefield, &sheet);
    let shape = |kind: &str, of: Option<String>, seat: Option<Side>, body: &Body| {
        sheet.body(kind, of, seat.map(Side::id), body)
    };
    let set_up = matches!(s.flow, Flow::PreDeploy { .. } | Flow::Deploy { .. } | Flow::Late { .. });
    // Before they are chosen the zones are nobody's, but everybody sees where they are.
    let open = matches!(s.flow, Flow::Markers { .. } | Flow::Zones);
    for side in Side::BOTH.into_iter().filter(|_| set_up || open) {
        let number = if open { side.index() as u8 } else { s.zones[side.index()] };
        let (low, high) = measure::zone(fixed, number);
        let corners = [low, table::Point { x: high.x, ..low }, high, table::Point { x: low.x, ..high }];
        let zone = sheet.area("zone", None, &corners, (Length::ZERO, Length::ZERO));
        all.push(Shape { seat: set_up.then(|| side.id().to_owned()), ..zone });
    }
    for (number, at) in s.markers.iter().enumerate() {
        let name = format!("marker-{}", number + 1);
        let mut marker = measure::marker(fixed, *at);
        all.push(shape("marker", Some(name.clone()), None, &marker));
        marker.outline = marker.outline.grown(fixed.numbers().marker_range.horizontal.0);
        all.push(shape("range", Some(name), control(fixed, s, number), &marker));
    }
    for id in (0..s.models.len() as u16).map(ModelId) {
        if let Some(body) = s.body(id) {
            let hull = fixed.kind(id).profile.base.is_hull();
            let kind = if hull { "hull" } else { "base" };
            all.push(shape(kind, Some(fixed.name(id).to_owned()), Some(s.side_of(id)), body));
            // 9E-MOV-011: where the part looks that its owner turns by itself.
            let form = s.table.ground().form(fixed.form(id));
            if let (Footprint::Turret { part, .. }, Some(pose)) = (&form.footprint, s.pose(id)) {
                let around = pose.facing + pose.turret;
                let corners = part.iter().map(|corner| pose.at + around.turn(*corner));
                let corners = corners.map(|corner| point(fixed, corner.x, corner.y)).collect();
                let whole = shape("turret", Some(fixed.name(id).to_owned()), Some(s.side_of(id)), body);
                all.push(Shape { outline: corners, radius: None, ..whole });
            }
        }
    }
    all.sort_by_key(|shape| shape.low);
    all
}

fn piece(fixed: &Fixed, s: &State, id: ModelId) -> Option<Piece> {
    let model = s.model(id);
    let kind = fixed.kind(id);
    let side = s.side_of(id);
    let place = match model.place {
        Where::Table => {
            let at = s.pose(id)?.at;
            Place::Free { board: BOARD.to_owned(), at: point(fixed, at.x, at.y) }
        }
        Where::Waiting => Place::Tray { tray: format!("{}-waiting", side.id()) },
        Where::Reserve => Place::Tray { tray: format!("{}-reserve", side.id()) },
        Where::Embarked(carrier) => Place::Tray { tray: format!("in-{}", fixed.name(carrier)) },
        Where::Gone => Place::Tray { tray: format!("{}-dead", side.id()) },
    };
    let facing = s.pose(id).map(|pose| {
        // From 1/65536 of a turn to the left of x to degrees to the right of north.
        (90 - i32::from(pose.facing.0) * 360 / 65_536).rem_euclid(360)
    });
    let mut states = Vec::new();
    if s.about.unit == Some(model.unit) || s.about.model == Some(id) {
        states.push("active".to_owned());
    }
    if model.place == Where::Gone {
        states.push("dead".to_owned());
    }
    Some(Piece {
        id: fixed.name(id).to_owned(),
        name: names::model_in(fixed, id),
        silhouette: silhouette(fixed, id).to_owned(),
        seat: Some(side.id().to_owned()),
        place,
        facing,
        text: None,
        badges: badges(fixed, s, id),
        meters: vec![Meter {
            key: "wounds".to_owned(),
            label: fixed.data.texts.get("scene.wounds").to_owned(),
            value: i32::from(model.wounds),
            max: Some(i32::from(kind.profile.w)),
        }],
        states,
        parts: Vec::new(),
    })
}

fn badges(fixed: &Fixed, s: &State, id: ModelId) -> Vec<Badge> {
    let unit = s.unit(s.model(id).unit);
    let mut all = Vec::new();
    let mut add = |key: &str, rule: &str| {
        all.push(Badge {
            key: key.to_owned(),
            label: fixed.data.texts.get(&format!("badge.{key}")).to_owned(),
            rule: Some(rule.to_owned()),
            aside: None,
        });
    };
    match unit.turn.moved {
        Moved::Advanced => add("advanced", "9E-MOV-016"),
        Moved::FellBack => add("fell-back", "9E-MOV-022"),
        Moved::Arrived => add("arrived", "9E-REI-005"),
        _ => {}
    }
    if unit.turn.charged {
        add("charged", "9E-CHG-013");
    }
    if unit.turn.heroic {
        add("heroic", "9E-HER-001");
    }
    if fixed.warlords.contains(&Some(id)) {
        add("warlord", "9E-ONW-003");
    }
    if unit.warded > 0 {
        add("warded", "9E-PSY-017");
    }
    if fixed.kind(id).keywords.any(Keywords::CHARACTER) {
        add("character", "9E-SHO-028");
    }
    all
}

fn trays(fixed: &Fixed, s: &State, side: Side) -> Vec<Tray> {
    let of = |place: Where| -> Vec<String> {
        let all = (0..s.models.len() as u16).map(ModelId);
        all.filter(|id| s.side_of(*id) == side && s.model(*id).place == place)
            .map(|id| fixed.name(id).to_owned())
            .collect()
    };
    let tray = |id: String, kind: &str, name: String, pieces: Vec<String>| Tray {
        id,
        name,
        kind: kind.to_owned(),
        seat: Some(side.id().to_owned()),
        place: None,
        count: pieces.len() as u32,
        pieces,
    };
    let text = |key: &str| fixed.data.texts.get(key).to_owned();
    let mut all = vec![
        tray(format!("{}-waiting", side.id()), "reserve", text("tray.waiting"), of(Where::Waiting)),
        tray(format!("{}-reserve", side.id()), "reserve", text("tray.reserve"), of(Where::Reserve)),
        tray(format!("{}-dead", side.id()), "dead", text("tray.dead"), of(Where::Gone)),
    ];
    for carrier in (0..s.models.len() as u16).map(ModelId) {
        if s.side_of(carrier) == side && fixed.kind(carrier).transport.is_some() {
            let pieces = of(Where::Embarked(carrier));
            let name = format!("{} {}", text("tray.passengers"), names::model_in(fixed, carrier));
            all.push(tray(format!("in-{}", fixed.name(carrier)), "passengers", name, pieces));
        }
    }
    all
}

fn tracks(fixed: &Fixed, s: &State) -> Vec<Track> {
    let text = |key: &str| fixed.data.texts.get(key).to_owned();
    let track = |id: &str, label: String, value: String, number: Option<i32>, seat: Option<Side>| Track {
        id: id.to_owned(),
        label,
        value,
        number,
        max: None,
        seat: seat.map(|side| side.id().to_owned()),
        rule: None,
    };
    let rounds = i32::from(fixed.rounds(s.mission));
    let mut all = vec![
        Track {
            max: Some(rounds),
            ..track("round", text("track.round"), s.round.to_string(), Some(i32::from(s.round)), None)
        },
        // Before the battle nobody has the turn: who is asked changes from question to question.
        Track {
            value: if s.round > 0 { names::side(fixed, s.active) } else { String::new() },
            ..track("turn", text("track.turn"), String::new(), None, Some(s.active))
        },
        track("phase", text("track.phase"), text(&format!("phase.{}", phase(s))), None, None),
    ];
    for side in Side::BOTH {
        let points = i32::from(s.vp[side.index()]);
        all.push(track(
            &format!("vp-{}", side.id()),
            text("track.vp"),
            points.to_string(),
            Some(points),
            Some(side),
        ));
        if fixed.packs.battle_forged || fixed.packs.stratagems {
            let points = i32::from(s.cp[side.index()]);
            all.push(track(
                &format!("cp-{}", side.id()),
                text("track.cp"),
                points.to_string(),
                Some(points),
                Some(side),
            ));
        }
    }
    all
}
