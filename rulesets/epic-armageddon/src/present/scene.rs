//! The table as it is drawn.

use grognard_engine::client::{
    Badge, Board, Feature, Group, Measure, Meter, Piece, Place, Point, Scene, Shape, Strip, StripState,
    StripStep, Track, Tray, ViewBox,
};
use grognard_engine::message::{Message, Texts};
use grognard_space::table::{Length, Outline};
use grognard_tabletop::armies::Named;

use super::{looking, names};
use crate::abilities::Ability;
use crate::air::Sky;
use crate::arrivals::Sheet;
use crate::fixed::{Class, Fixed};
use crate::ids::{FormationId, UnitId};
use crate::play::markers::breaks_at;
use crate::play::victory::{self, holder};
use crate::state::{Flow, Place as Where, State};
use crate::terrain::Battlefield;

/// The board of everything that is drawn.
pub const BOARD: &str = "table";

/// Points of the table grow up, those of a scene down.
pub fn point(field: &Battlefield, x: i32, y: i32) -> Point {
    Point(x, field.size.1.0 - y)
}

/// An outline with its corners as the scene has them.
pub fn outline(field: &Battlefield, outline: &Outline) -> (Vec<Point>, Option<i32>) {
    let corners = outline.core().iter().map(|corner| point(field, corner.x, corner.y)).collect();
    let radius = outline.radius().0;
    (corners, (radius > 0).then_some(radius))
}

/// Centimetres between two lines of the grid.
const GRID: i32 = 15;

fn board(field: &Battlefield, name: &str) -> Board {
    let view_box = ViewBox { x: 0, y: 0, width: field.size.0.0, height: field.size.1.0 };
    Board { id: BOARD.to_owned(), name: name.to_owned(), view_box, cells: Vec::new() }
}

/// The table alone, before a game.
pub fn preview(field: &Battlefield, name: &str, texts: &Texts) -> Scene {
    let mut shapes = Vec::new();
    for feature in &field.features {
        let corners: Vec<Point> = feature.area.corners().iter().map(|at| point(field, at.x, at.y)).collect();
        let shape = |kind: &str, high: i32| Shape {
            kind: kind.to_owned(),
            of: Some(feature.id.clone()),
            board: BOARD.to_owned(),
            outline: corners.clone(),
            high,
            tags: vec![feature.terrain.id.clone()],
            ..Shape::default()
        };
        shapes.push(shape("terrain", 0));
    }
    let unit = texts.get("scene.centimetre").to_owned();
    let measure = Measure { unit, per_unit: Length::cm(1).0, decimals: 1, grid: GRID };
    Scene { boards: vec![board(field, name)], shapes, measure: Some(measure), ..Scene::default() }
}

/// Everything to draw.
pub fn scene(fixed: &Fixed, s: &State) -> Scene {
    let text = |key: &str| fixed.data.texts.get(key).to_owned();
    Scene {
        features: features(fixed, s),
        pieces: (0..s.units.len() as u16).map(|at| piece(fixed, s, UnitId(at))).collect(),
        shapes: shapes(fixed, s),
        trays: trays(fixed, s),
        tracks: tracks(fixed, s),
        strips: goals(fixed, s),
        units: s.formation_ids().map(|id| group(fixed, s, id)).collect(),
        ..preview(s.land(fixed), &text("scene.table"), &fixed.data.texts)
    }
}

/// EA-BM-006: Blast markers against the number that breaks the formation.
fn markers(fixed: &Fixed, s: &State, id: FormationId) -> Meter {
    Meter {
        key: "markers".to_owned(),
        label: fixed.data.texts.get("scene.markers").to_owned(),
        value: i32::from(s.formation(id).markers),
        max: Some(i32::from(breaks_at(fixed, s, id))),
    }
}

fn group(fixed: &Fixed, s: &State, id: FormationId) -> Group {
    let name = fixed.unit_name(id);
    Group {
        mark: name.rsplit('-').next().unwrap_or_default().to_owned(),
        name: names::formation(fixed, id),
        seat: Some(fixed.sides[s.owner(id).index()].id.clone()),
        pieces: s.formation(id).units.iter().map(|unit| fixed.name(*unit).to_owned()).collect(),
        strength: Some(fixed.spec(id).units.len() as u32),
        badges: badges(fixed, s, id),
        meters: vec![markers(fixed, s, id)],
        states: if s.formation(id).broken { vec!["broken".to_owned()] } else { Vec::new() },
        id: name,
        ..Group::default()
    }
}

fn features(fixed: &Fixed, s: &State) -> Vec<Feature> {
    let texts = &fixed.data.texts;
    let ground = s.land(fixed).features.iter().map(|feature| {
        let bounds = feature.area.bounds();
        let name = texts.get(&format!("terrain.{}", feature.terrain.id)).to_owned();
        Feature {
            id: feature.id.clone(),
            kind: feature.terrain.id.clone(),
            name,
            board: BOARD.to_owned(),
            cells: Vec::new(),
            at: point(
                &fixed.field,
                bounds.low.x.midpoint(bounds.high.x),
                bounds.low.y.midpoint(bounds.high.y),
            ),
            facing: None,
            state: None,
            sentence: None,
        }
    });
    let objectives =
        s.objectives.iter().map(|objective| objective.at).enumerate().map(|(number, at)| Feature {
            id: format!("objective-{}", number + 1),
            kind: "objective".to_owned(),
            name: texts.get("scene.objective").to_owned(),
            board: BOARD.to_owned(),
            cells: Vec::new(),
            at: point(&fixed.field, at.x, at.y),
            facing: None,
            state: holder(fixed, s, number).map(|seat| fixed.sides[seat.index()].id.clone()),
            sentence: s.held[number]
                .map(|seat| format!("{} {}", texts.get("scene.held-before"), names::side(fixed, seat))),
        });
    ground.chain(objectives).collect()
}

fn shapes(fixed: &Fixed, s: &State) -> Vec<Shape> {
    let mut all = preview(&fixed.field, "", &fixed.data.texts).shapes;
    let mut add = |kind: &str, of: Option<String>, seat: Option<String>, drawn: &Outline, high: i32| {
        let (corners, radius) = outline(&fixed.field, drawn);
        let (kind, board, tags) = (kind.to_owned(), BOARD.to_owned(), Vec::new());
        all.push(Shape { kind, of, board, seat, outline: corners, radius, high, tags, ..Shape::default() });
    };
    if matches!(s.flow, Flow::Edges | Flow::Objectives { .. } | Flow::Garrison { .. } | Flow::Deploy { .. }) {
        for (at, side) in fixed.sides.iter().enumerate() {
            let strip = fixed.strip_of(s.zones[at]);
            if let Some((low, high)) = strip {
                add("zone", None, Some(side.id.clone()), &Outline::rectangle(low, high), 0);
            } else if usize::from(s.zones[at]) >= fixed.sides.len() {
                let deep = fixed.numbers().zone_depth.depth.0;
                for strip in crate::edges::strips(fixed, s.zones[at], deep) {
                    add("zone", None, Some(side.id.clone()), &strip, 0);
                }
            }
        }
    }
    for (number, at) in s.objectives.iter().map(|objective| objective.at).enumerate() {
        let name = Some(format!("objective-{}", number + 1));
        add("marker", name.clone(), None, &Outline::disc(at, Length::CENTIMETRE), 0);
        let holder = holder(fixed, s, number).map(|seat| fixed.sides[seat.index()].id.clone());
        add("range", name, holder, &Outline::disc(at, fixed.numbers().capture.within.0), 0);
    }
    for unit in s.table.ids() {
        if let Some(body) = s.table.body(unit) {
            let seat = &fixed.sides[s.owner(s.units[unit.index()].formation).index()].id;
            add(
                "base",
                Some(fixed.name(unit).to_owned()),
                Some(seat.clone()),
                &body.outline,
                body.volume.high.0,
            );
        }
    }
    all.extend(plans(fixed, s));
    all
}

/// EA-SPAC-005: what stands on one's own sheet; those of others are sealed in the view.
fn plans(fixed: &Fixed, s: &State) -> Vec<Shape> {
    let half = fixed.numbers().templates.orbital_diameter.0.half();
    let circle = |id: FormationId, at| {
        let (corners, radius) = outline(&fixed.field, &Outline::disc(at, half));
        Shape {
            kind: "template".to_owned(),
            of: Some(fixed.unit_name(id)),
            board: BOARD.to_owned(),
            seat: Some(fixed.sides[s.formation(id).side.index()].id.clone()),
            outline: corners,
            radius,
            label: Some(names::formation(fixed, id)),
            ..Shape::default()
        }
    };
    let of = |id: FormationId| match &s.formation(id).sheet {
        Some(Sheet::Written { places, .. }) => places.clone(),
        Some(Sheet::Sealed) | None => Vec::new(),
    };
    s.formation_ids().flat_map(|id| of(id).into_iter().map(move |at| circle(id, at))).collect()
}

/// The drawing of a unit: what it is, its people and its own name, in words the drawings know.
pub fn silhouette(fixed: &Fixed, unit: UnitId) -> String {
    let kind = fixed.kind(unit);
    let has = |ability| kind.has(ability);
    let class = match kind.class {
        _ if kind.flight.is_some() => "aircraft",
        Class::Infantry if has(Ability::Mounted) => "bike",
        Class::Infantry => "trooper",
        Class::WarEngine if has(Ability::Walker) => "titan",
        Class::LightVehicle | Class::Vehicle if has(Ability::Walker) => "walker",
        _ if has(Ability::Skimmer) => "skimmer",
        Class::LightVehicle | Class::Vehicle | Class::WarEngine => "tank",
    };
    let faction = fixed.data.sheets.get(&kind.sheet).map_or("", |sheet| sheet.faction.as_str());
    format!("top-{class}-{faction}-{}", kind.sheet)
}

fn piece(fixed: &Fixed, s: &State, id: UnitId) -> Piece {
    let formation = s.units[id.index()].formation;
    let seat = fixed.sides[s.owner(formation).index()].id.clone();
    let standing = s.table.standing(id);
    let place = match (s.units[id.index()].place, standing) {
        (Where::Table, Some(standing)) => {
            let at = standing.pose.at;
            Place::Free { board: BOARD.to_owned(), at: point(&fixed.field, at.x, at.y) }
        }
        // EA-TRAN-011: those aboard are drawn with their transport.
        (Where::Aboard(transport), _) => Place::Tray { tray: format!("{}-aboard", fixed.name(transport)) },
        (Where::Waiting, _) => Place::Tray { tray: format!("{seat}-waiting") },
        _ => Place::Tray { tray: format!("{seat}-dead") },
    };
    let mut states = Vec::new();
    if s.about.formation == Some(formation) {
        states.push("active".to_owned());
    }
    if s.units[id.index()].place == Where::Gone {
        states.push("dead".to_owned());
    }
    Piece {
        id: fixed.name(id).to_owned(),
        name: names::unit(fixed, id),
        silhouette: silhouette(fixed, id),
        seat: Some(seat),
        place,
        facing: standing
            .map(|standing| (90 - i32::from(standing.pose.facing.0) * 360 / 65_536).rem_euclid(360)),
        text: None,
        badges: badges(fixed, s, formation),
        meters: endurance(fixed, s, id),
        states,
        parts: Vec::new(),
    }
}

/// The states of a formation.
pub fn badges(fixed: &Fixed, s: &State, id: FormationId) -> Vec<Badge> {
    let own = s.formation(id);
    let badge = |(key, rule): (&str, &str)| Badge {
        key: key.to_owned(),
        label: fixed.data.texts.get(&format!("badge.{key}")).to_owned(),
        rule: Some(rule.to_owned()),
        aside: None,
    };
    let states = [
        (own.broken, ("broken", "EA-BRKN-003")),
        (own.acted, ("acted", "EA-ACT-004")),
        (own.marched, ("marched", "EA-ACT-010")),
        (own.overwatch, ("overwatch", "EA-OVER-004")),
        (own.flight.sky == Sky::Flight, ("in-flight", "EA-AIR-002")),
        (own.flight.sky == Sky::Patrol, ("patrol", "EA-AIR-019")),
        (own.flight.jinked, ("jinked", "EA-AA-009")),
        (own.flight.landed.is_some(), ("landed", "EA-TAIR-013")),
    ];
    let mut all: Vec<Badge> =
        states.into_iter().filter(|(holds, _)| *holds).map(|(_, known)| badge(known)).collect();
    // EA-SUPP-001: the farthest units do not shoot.
    let quiet = looking::quiet(fixed, s, id);
    if quiet > 0 && !own.broken {
        let message = Message::new("badge.suppressed").number("units", quiet as i64);
        let label = fixed.data.texts.render(&message);
        all.push(Badge { label, ..badge(("suppressed", "EA-SUPP-001")) });
    }
    all
}

fn trays(fixed: &Fixed, s: &State) -> Vec<Tray> {
    let mut all = Vec::new();
    for (at, side) in fixed.sides.iter().enumerate() {
        for (place, key, kind) in [(Where::Waiting, "waiting", "reserve"), (Where::Gone, "dead", "dead")] {
            let of = |id: &UnitId| {
                let unit = &s.units[id.index()];
                unit.place == place && s.owner(unit.formation).index() == at
            };
            let pieces: Vec<String> = (0..s.units.len() as u16)
                .map(UnitId)
                .filter(of)
                .map(|id| fixed.name(id).to_owned())
                .collect();
            all.push(Tray {
                id: format!("{}-{key}", side.id),
                name: fixed.data.texts.get(&format!("tray.{key}")).to_owned(),
                kind: kind.to_owned(),
                seat: Some(side.id.clone()),
                place: None,
                count: pieces.len() as u32,
                pieces,
            });
        }
    }
    // EA-TAIR-003: passengers of aircraft in reserve are aboard, too.
    for transport in (0..s.units.len() as u16).map(UnitId) {
        let pieces: Vec<String> = s.aboard(transport).map(|unit| fixed.name(unit).to_owned()).collect();
        if pieces.is_empty() {
            continue;
        }
        all.push(Tray {
            id: format!("{}-aboard", fixed.name(transport)),
            name: format!("{} {}", fixed.data.texts.get("tray.aboard"), names::unit(fixed, transport)),
            kind: "passengers".to_owned(),
            seat: Some(fixed.sides[s.owner(s.units[transport.index()].formation).index()].id.clone()),
            place: None,
            count: pieces.len() as u32,
            pieces,
        });
    }
    all
}

/// The name of the phase, as a key.
pub const fn phase(s: &State) -> &'static str {
    match s.flow {
        Flow::Edges
        | Flow::Objectives { .. }
        | Flow::Prepare { .. }
        | Flow::Garrison { .. }
        | Flow::Deploy { .. }
        | Flow::Weather => "phase.set-up",
        Flow::Strategy | Flow::Arrive { .. } | Flow::Roll => "phase.strategy",
        Flow::Command { .. }
        | Flow::Activate { .. }
        | Flow::Act(_)
        | Flow::Assault(_)
        | Flow::Air(_)
        | Flow::Ambush { .. }
        | Flow::Space(_) => "phase.action",
        Flow::Disengage { .. } | Flow::RallyStart | Flow::Rally { .. } | Flow::Victory => "phase.end",
        Flow::Over { .. } => "phase.over",
    }
}

fn tracks(fixed: &Fixed, s: &State) -> Vec<Track> {
    let text = |key: &str| fixed.data.texts.get(key).to_owned();
    let track = |id: String,
                 label: &str,
                 value: String,
                 number: Option<i32>,
                 max: Option<i32>,
                 seat: Option<String>| {
        Track { id, label: text(label), value, number, max, seat, rule: None }
    };
    let turns = (fixed.turns > 0).then_some(i32::from(fixed.turns));
    let mut all = vec![
        track("round".to_owned(), "track.turn", s.turn.to_string(), Some(i32::from(s.turn)), turns, None),
        track("phase".to_owned(), "track.phase", text(phase(s)), None, None, None),
    ];
    if let Some(known) = crate::weather::now(fixed, s) {
        let value = text(&format!("condition.{}", known.id));
        all.push(track("weather".to_owned(), "track.weather", value, None, None, None));
    }
    for seat in fixed.seats() {
        // What each side has left to activate.
        let left = crate::legal::actions::to_act(fixed, s, seat).len() as i32;
        let most = s.of_side(seat).count() as i32;
        let id = fixed.sides[seat.index()].id.clone();
        all.push(track(
            format!("left-{id}"),
            "track.left",
            left.to_string(),
            Some(left),
            Some(most),
            Some(id.clone()),
        ));
    }
    all
}

/// EA-VICT-001: the goals of each side, and which of them it would claim if the turn ended now.
fn goals(fixed: &Fixed, s: &State) -> Vec<Strip> {
    if fixed.scenario.kind != crate::data::scenario::Kind::Tournament || s.turn == 0 {
        return Vec::new();
    }
    let text = |key: String| fixed.data.texts.get(&key).to_owned();
    // EA-VICT-001: the first turn after which goals are counted.
    let first = fixed.numbers().goal_turns.turns.iter().min().copied().unwrap_or_default();
    let strip = |seat: grognard_engine::SeatId| {
        let step = |goal: &crate::data::play::Goal| StripStep {
            label: text(format!("goal.{}", goal.id)),
            state: if victory::claims(fixed, s, seat, goal) { StripState::Done } else { StripState::Open },
            about: Some(text(format!("about.goal.{}", goal.id))),
            rule: Some(goal.rule.clone()),
            ..StripStep::default()
        };
        let id = fixed.sides[seat.index()].id.clone();
        Strip {
            id: format!("goals-{id}"),
            label: fixed.data.texts.render(&Message::new("strip.goals").number("turn", first)),
            seat: Some(id),
            steps: fixed.data.goals.iter().map(step).collect(),
        }
    };
    fixed.seats().map(strip).collect()
}

/// What a war engine can still take: damage points and shields. Other units fall to one hit.
pub fn endurance(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<Meter> {
    let (kind, own) = (fixed.kind(unit), &s.units[unit.index()]);
    let meter = |key: &str, label: &str, value: u8, max: u8| Meter {
        key: key.to_owned(),
        label: fixed.data.texts.get(label).to_owned(),
        value: i32::from(value),
        max: Some(i32::from(max)),
    };
    let mut all = Vec::new();
    if kind.is_war_engine() {
        // EA-WE-001.
        all.push(meter("wounds", "card.damage", crate::play::damage::left(fixed, s, unit), kind.dc));
    }
    if kind.void_shields > 0 {
        // EA-VOID-001.
        all.push(meter("shields", "card.shields", own.shields, kind.void_shields));
    }
    if let Some(most) = kind.power_fields {
        // EA-PFLD-001.
        all.push(meter("fields", "card.fields", own.fields, most.plus.max(own.fields)));
    }
    all
}
