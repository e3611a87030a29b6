//! The datafax as a card: its locations with armour and damage, its crew, its speeds.

use grognard_engine::client::{CardCell, CardLine, CardTable, Diagram, Harm, Part, Point, ViewBox};
use grognard_engine::message::Message;

use super::names;
use crate::armies::RULER;
use crate::data::datafaxes::Datafax;
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::state::State;
use crate::vehicles::{Lasting, Vehicle};

/// What has happened to a location, in words, and how bad it is.
fn state_of(fixed: &Fixed, own: &Datafax, vehicle: &Vehicle, at: usize) -> (Option<String>, Harm) {
    let text = |key: &str| Some(fixed.data.texts.get(&format!("datafax.{key}")).to_owned());
    let tracks = own.location[at].table == "track" || own.location[at].table == "walker-legs";
    for damage in &vehicle.damage {
        match damage {
            Lasting::Disarmed(location) if usize::from(*location) == at => {
                return (text("destroyed"), Harm::Destroyed);
            }
            Lasting::FiresOn(location, _) if usize::from(*location) == at => {
                return (text("fires-on"), Harm::Damaged);
            }
            Lasting::Jammed(location) if usize::from(*location) == at => {
                return (text("jammed"), Harm::Damaged);
            }
            Lasting::Halted | Lasting::NoMove if tracks => return (text("halted"), Harm::Destroyed),
            Lasting::SlowOnly | Lasting::Limps if tracks => return (text("slow-only"), Harm::Damaged),
            _ => {}
        }
    }
    (None, Harm::None)
}

/// The locations of a vehicle as parts of a drawing; its front points up.
pub fn parts(fixed: &Fixed, s: &State, model: ModelId) -> Vec<Part> {
    let (Some(own), Some(vehicle)) = (crate::vehicles::datafax(fixed, model), s.vehicle(model)) else {
        return Vec::new();
    };
    let part = |at: usize| {
        let location = &own.location[at];
        let [x, y, far, up] = location.area.map(|beside| beside.0.0);
        let (state, harm) = state_of(fixed, own, vehicle, at);
        Part {
            id: location.id.clone(),
            name: names::location(fixed, model, at as u8),
            outline: vec![Point(-y, -x), Point(-y, -far), Point(-up, -far), Point(-up, -x)],
            armour: Some(format!("{} / {}", location.front, location.side_rear)),
            state,
            harm,
        }
    };
    (0..own.location.len()).map(part).collect()
}

/// The drawing of a datafax.
pub fn diagram(fixed: &Fixed, s: &State, model: ModelId) -> Option<Diagram> {
    let parts = parts(fixed, s, model);
    let corners = || parts.iter().flat_map(|part| part.outline.iter());
    let (low_x, low_y) = (corners().map(|corner| corner.0).min()?, corners().map(|corner| corner.1).min()?);
    let (high_x, high_y) = (corners().map(|corner| corner.0).max()?, corners().map(|corner| corner.1).max()?);
    let view_box = ViewBox { x: low_x, y: low_y, width: high_x - low_x, height: high_y - low_y };
    Some(Diagram { view_box, parts })
}

/// The table of locations: die, armour from the front and from elsewhere.
pub fn table(fixed: &Fixed, s: &State, model: ModelId) -> Option<CardTable> {
    let own = crate::vehicles::datafax(fixed, model)?;
    let texts = &fixed.data.texts;
    let cell = |text: String| CardCell { text, ..CardCell::default() };
    let heads = ["location", "roll", "front", "side-rear", "state"];
    let row = |at: usize, part: Part| {
        let location = &own.location[at];
        let [low, high] = location.roll;
        let roll = if low == high { low.to_string() } else { format!("{low}-{high}") };
        let cells = [
            part.name,
            roll,
            location.front.to_string(),
            location.side_rear.to_string(),
            part.state.unwrap_or_default(),
        ];
        cells.map(cell).into()
    };
    Some(CardTable {
        heads: heads.map(|key| cell(texts.get(&format!("datafax.{key}")).to_owned())).into(),
        rows: parts(fixed, s, model).into_iter().enumerate().map(|(at, part)| row(at, part)).collect(),
    })
}

/// Speeds, crew, ram value.
pub fn lines(fixed: &Fixed, s: &State, model: ModelId) -> Vec<CardLine> {
    let (Some(own), Some(vehicle)) = (crate::vehicles::datafax(fixed, model), s.vehicle(model)) else {
        return Vec::new();
    };
    let texts = &fixed.data.texts;
    let line = |key: &str, value: String, rule: &str| CardLine {
        label: texts.get(&format!("datafax.{key}")).to_owned(),
        value,
        rule: Some(rule.to_owned()),
        tabled: false,
    };
    let mut lines = Vec::new();
    if let Some(speeds) = own.speeds {
        let all = [speeds.slow, speeds.combat, speeds.fast].map(|speed| RULER.write(speed.0));
        lines.push(line("speeds", all.join(" / "), "2E-VMV-002"));
        let speed = texts.get(&format!("datafax.{}", vehicle.speed.key())).to_owned();
        lines.push(line("speed", speed, "2E-VMV-003"));
    }
    let crew: Vec<String> = own
        .crew
        .iter()
        .enumerate()
        .map(|(at, post)| {
            let left = crate::vehicles::crew::at_post(s, model, at as u8).count() as i64;
            let message = Message::new("datafax.post").text("post", post.post.clone());
            texts.render(&message.number("left", left).number("all", post.count))
        })
        .collect();
    lines.push(line("crew", crew.join(", "), "2E-VEH-001"));
    let ram = format!("S{} {} {}", own.ram.strength, own.ram.damage, own.ram.save);
    lines.push(line("ram", ram, "2E-VEH-001"));
    if vehicle.out_of_control > 0 {
        lines.push(line("control", texts.get("datafax.out-of-control").to_owned(), "2E-OOC-004"));
    }
    lines
}
