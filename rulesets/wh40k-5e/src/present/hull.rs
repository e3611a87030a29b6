//! A vehicle as a drawing: its armour by side, its weapons where they are mounted, doors and fire points, and what is broken.

use grognard_engine::client::{Diagram, Harm, Part, Point, ViewBox};
use grognard_engine::message::Message;
use grognard_space::table::Side as Facing;

use crate::data::vehicles::{Access, Mounting};
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::state::State;
use crate::vehicles::{Chassis, Mount};

/// The drawing's width and height, from the middle: only proportions matter.
const HALF: (i32, i32) = (100, 150);
/// As wide as the armour is drawn.
const PLATE: i32 = 38;
/// Half as wide as a door or a fire point.
const DOOR: i32 = 18;

fn rectangle(left: i32, top: i32, right: i32, low: i32) -> Vec<Point> {
    vec![Point(left, top), Point(right, top), Point(right, low), Point(left, low)]
}

/// The armour of a side: a plate along the edge of the hull.
fn plate(side: Facing) -> Vec<Point> {
    let ((wide, long), (x, y)) = (HALF, (HALF.0 - PLATE, HALF.1 - PLATE));
    match side {
        Facing::Front => vec![Point(-wide, -long), Point(wide, -long), Point(x, -y), Point(-x, -y)],
        Facing::Rear => vec![Point(-x, y), Point(x, y), Point(wide, long), Point(-wide, long)],
        Facing::Left => vec![Point(-wide, -long), Point(-x, -y), Point(-x, y), Point(-wide, long)],
        Facing::Right => vec![Point(wide, -long), Point(wide, long), Point(x, y), Point(x, -y)],
    }
}

/// Where the weapons of a kind of mount are drawn; `at` counts those before it on the same kind.
fn mounted(mount: &Mount, at: i32) -> Vec<Point> {
    let (wide, long) = (HALF.0, HALF.1);
    match (mount.mounting, mount.side) {
        (Mounting::Turret, _) => rectangle(-34 + 20 * at, -30, 34 - 20 * at, 40),
        (Mounting::Sponson | Mounting::Arm | Mounting::SideDoor, Facing::Left) => {
            rectangle(-wide - 26, -40 + 50 * at, -wide + 4, 4 + 50 * at)
        }
        (Mounting::Sponson | Mounting::Arm | Mounting::SideDoor, _) => {
            rectangle(wide - 4, -40 + 50 * at, wide + 26, 4 + 50 * at)
        }
        (Mounting::Hull, _) => rectangle(-16 + 40 * at, -long - 22, 16 + 40 * at, -long + 8),
        (Mounting::Pintle | Mounting::BoltOn, _) => rectangle(12 - 44 * at, 52, 44 - 44 * at, 84),
    }
}

fn door(side: Facing) -> Vec<Point> {
    let (wide, long) = (HALF.0, HALF.1);
    match side {
        Facing::Front => rectangle(-DOOR, -long - 5, DOOR, -long + 7),
        Facing::Rear => rectangle(-DOOR, long - 7, DOOR, long + 5),
        Facing::Left => rectangle(-wide - 5, 60 - DOOR, -wide + 7, 60 + DOOR),
        Facing::Right => rectangle(wide - 7, 60 - DOOR, wide + 5, 60 + DOOR),
    }
}

/// The drawing of a vehicle; its front is up.
pub fn diagram(fixed: &Fixed, s: &State, model: ModelId) -> Option<Diagram> {
    let chassis: &Chassis = fixed.chassis(model)?;
    let texts = &fixed.data.texts;
    let word = |key: String| texts.get(&key).to_owned();
    let mut parts: Vec<Part> = [Facing::Front, Facing::Left, Facing::Right, Facing::Rear]
        .map(|side| Part {
            id: format!("armour-{}", side as u8),
            name: word(crate::vehicles::facing::key(side).to_owned()),
            outline: plate(side),
            armour: Some(chassis.armour(side).to_string()),
            ..Part::default()
        })
        .into();
    parts.push(drive(fixed, s, model));
    let hull = s.hull(model);
    for (at, mount) in chassis.mounts.iter().enumerate() {
        let same = |other: &&Mount| other.mounting == mount.mounting && other.side == mount.side;
        let before = chassis.mounts[..at].iter().filter(same).count() as i32;
        let lost = hull.is_some_and(|hull| hull.lost.contains(&mount.part));
        let silenced = hull.is_some_and(|hull| hull.silenced.iter().any(|(part, _)| *part == mount.part));
        let (state, harm) = match (lost, silenced) {
            (true, _) => (Some(word("badge.weapon-lost".to_owned())), Harm::Destroyed),
            (_, true) => (Some(word("hull.silenced".to_owned())), Harm::Damaged),
            _ => (None, Harm::None),
        };
        parts.push(Part {
            id: format!("mount-{at}"),
            name: word(format!("weapon.{}", mount.item)),
            outline: mounted(mount, before),
            armour: None,
            state,
            harm,
        });
    }
    for (at, access) in chassis.access.iter().enumerate() {
        let key = match access {
            Access::Front => "hull.door-front",
            Access::Left => "hull.door-left",
            Access::Right => "hull.door-right",
            Access::Rear => "hull.door-rear",
            Access::AllRound => "hull.door-any",
        };
        let outline = access.side().map(door).unwrap_or_default();
        parts.push(Part { id: format!("door-{at}"), name: word(key.to_owned()), outline, ..Part::default() });
    }
    for (at, point) in chassis.fire_points.iter().enumerate() {
        let left = -30 + 34 * at as i32;
        parts.push(Part {
            id: format!("fire-point-{at}"),
            name: texts.render(&Message::new("hull.fire-point").number("models", point.models)),
            outline: rectangle(left, 86, left + 24, 104),
            ..Part::default()
        });
    }
    let (wide, long) = (HALF.0 + 30, HALF.1 + 26);
    Some(Diagram { view_box: ViewBox { x: -wide, y: -long, width: 2 * wide, height: 2 * long }, parts })
}

/// What moves it.
fn drive(fixed: &Fixed, s: &State, model: ModelId) -> Part {
    let word = |key: &str| fixed.data.texts.get(key).to_owned();
    let hull = s.hull(model);
    let (state, harm) = match hull {
        Some(hull) if hull.immobilised => (Some(word("badge.immobilised")), Harm::Destroyed),
        Some(hull) if hull.drive > 0 => (Some(word("badge.drive-damaged")), Harm::Damaged),
        _ => (None, Harm::None),
    };
    Part { id: "drive".to_owned(), name: word("hull.drive"), outline: Vec::new(), armour: None, state, harm }
}
