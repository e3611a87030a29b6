//! What can happen, and its line in the log.

use grognard_engine::SeatId;
use grognard_engine::client::{Cue, Places};
use grognard_engine::message::Message;
use grognard_engine::present::LogLine;
use grognard_space::table::{BodyId, GroupId, Length, Point, Pose};
use grognard_tabletop::armies::Named;

use crate::data::Fixed;
use crate::scene::sheet;
use crate::shells::marker;
use crate::state::{SIDES, platoon_of, seat_of};

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields' names say what they are")]
pub enum Event {
    /// A round begins.
    Round { round: u8 },
    /// A platoon moved; nobody where it stayed.
    Moved { unit: GroupId, stands: Vec<BodyId> },
    /// A platoon fires a shell.
    Fired { unit: GroupId, at: Point },
    /// The shell is on target.
    OnTarget { unit: GroupId, at: Point },
    /// The shell scattered.
    Drifted { unit: GroupId, far: Length, at: Point },
    /// A stand is destroyed.
    Destroyed { stand: BodyId },
    /// A stand under the marker is not destroyed.
    Safe { stand: BodyId },
}

/// The line of an event in the log.
pub fn line(fixed: &Fixed, event: &Event) -> LogLine {
    let platoon = |key, unit: &GroupId| Message::new(key).text("platoon", fixed.unit_name(*unit));
    let stand = |key, stand: &BodyId| Message::new(key).text("stand", fixed.name(*stand));
    let names = |stands: &[BodyId]| stands.iter().map(|stand| fixed.name(*stand).to_owned()).collect();
    let mut places = Places::default();
    let mut cue = None;
    let mut mark = |at: &Point| {
        let outline = marker(fixed, Pose::at(*at)).outline;
        let (corners, radius) = sheet(fixed).outline(&outline);
        let flat = sheet(fixed).area("template", None, &[], (Length::ZERO, Length::ZERO));
        places.shapes.push(grognard_engine::client::Shape { outline: corners, radius, ..flat });
    };
    let (topic, seat, message) = match event {
        Event::Round { round } => {
            cue = Some(Cue::Turn);
            ("round", None, Message::new("event.round").number("round", *round))
        }
        Event::Moved { unit, stands } => {
            places.pieces = names(stands);
            let key = if stands.is_empty() { "event.stayed" } else { "event.moved" };
            ("moved", Some(*unit), platoon(key, unit))
        }
        Event::Fired { unit, at } => {
            mark(at);
            cue = Some(Cue::Shot);
            ("fired", Some(*unit), platoon("event.fired", unit))
        }
        Event::OnTarget { unit, at } => {
            mark(at);
            ("on-target", Some(*unit), Message::new("event.on-target"))
        }
        Event::Drifted { unit, far, at } => {
            mark(at);
            let far = fixed.ruler().write(*far);
            ("drifted", Some(*unit), Message::new("event.drifted").text("far", far))
        }
        Event::Destroyed { stand: lost } => {
            places.pieces = names(&[*lost]);
            ("destroyed", Some(platoon_of(*lost)), stand("event.destroyed", lost))
        }
        Event::Safe { stand: own } => {
            places.pieces = names(&[*own]);
            ("safe", Some(platoon_of(*own)), stand("event.safe", own))
        }
    };
    let seat: Option<SeatId> = seat.map(seat_of);
    LogLine {
        topic,
        message: Some(message),
        seat: seat.map(|seat| SIDES[seat.index()].to_owned()),
        places,
        heading: matches!(event, Event::Round { .. }),
        cue,
        ..LogLine::default()
    }
}
