//! What can happen, and its line in the log.

use grognard_engine::SeatId;
use grognard_engine::client::{Cue, Places};
use grognard_engine::message::{Message, Texts};
use grognard_engine::present::LogLine;

use crate::hex::Hex;
use crate::state::{CREWS, Card, DroneId, Order};

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields' names say what they are")]
pub enum Event {
    /// The deck was shuffled.
    Shuffled,
    /// A round begins.
    Round { round: u8 },
    /// A crew drew a card; others do not see which.
    Drew { seat: SeatId, card: Option<Card> },
    /// A crew buried a card; others do not see which.
    Buried { seat: SeatId, card: Option<Card> },
    /// An order was opened.
    Ordered { seat: SeatId, order: Order },
    /// A crew dropped its guard.
    GuardDropped { seat: SeatId },
    /// Who moves first.
    Initiative { sequence: Vec<SeatId> },
    /// A drone moved.
    Moved { drone: DroneId, from: Hex, path: Vec<Hex> },
    /// A drone attacks.
    Attacked { attacker: DroneId, target: DroneId },
    /// A card was opened, or none had been laid.
    Laid { seat: SeatId, card: Option<Card> },
    /// The attack missed.
    Missed { attacker: DroneId, target: DroneId },
    /// The attack hit.
    Hit { attacker: DroneId, target: DroneId, damage: u8, hull: u8 },
    /// A drone is gone.
    Destroyed { attacker: DroneId, target: DroneId, points: u8 },
    /// A drone was pushed.
    Pushed { target: DroneId, to: Hex },
    /// A crew scored.
    Scored { seat: SeatId, points: u8 },
}

/// What others may know of an event that is not for them.
pub fn redact(event: &Event) -> Option<Event> {
    match *event {
        Event::Drew { seat, .. } => Some(Event::Drew { seat, card: None }),
        Event::Buried { seat, .. } => Some(Event::Buried { seat, card: None }),
        _ => None,
    }
}

/// The line of an event in the log.
pub fn line(texts: &Texts, event: &Event) -> LogLine {
    let crew = |seat: SeatId| texts.get(CREW_KEYS[seat.index()]).to_owned();
    let card = |card: Option<Card>| card.map_or("card.unseen", card_key);
    let hexes = |hexes: &[Hex]| hexes.iter().map(Hex::to_string).collect::<Vec<_>>();
    let (mut cells, mut pieces) = (Vec::new(), Vec::new());
    let (topic, seat, message) = match event {
        Event::Shuffled => ("shuffled", None, Message::new("event.shuffled")),
        Event::Round { round } => ("round", None, Message::new("event.round").number("round", *round)),
        Event::Drew { seat, card: drawn } => (
            "drew",
            Some(*seat),
            Message::new("event.drew").text("crew", crew(*seat)).key("card", card(*drawn)),
        ),
        Event::Buried { seat, card: gone } => (
            "buried",
            Some(*seat),
            Message::new("event.buried").text("crew", crew(*seat)).key("card", card(*gone)),
        ),
        Event::Ordered { seat, order } => (
            "ordered",
            Some(*seat),
            Message::new("event.ordered").text("crew", crew(*seat)).key("order", order_key(*order)),
        ),
        Event::GuardDropped { seat } => {
            ("guard-dropped", Some(*seat), Message::new("event.guard-dropped").text("crew", crew(*seat)))
        }
        Event::Initiative { sequence } => {
            let crews: Vec<_> = sequence.iter().map(|seat| crew(*seat)).collect();
            ("initiative", None, Message::new("event.initiative").text("crews", crews.join(", ")))
        }
        Event::Moved { drone, path, .. } => {
            cells = hexes(path);
            pieces = vec![drone.name()];
            let to = path.last().map(Hex::to_string).unwrap_or_default();
            let message = Message::new("event.moved").text("drone", drone.name()).text("hex", to);
            ("moved", Some(drone.owner()), message)
        }
        Event::Attacked { attacker, target } => {
            pieces = vec![attacker.name(), target.name()];
            ("attacked", Some(attacker.owner()), duel("event.attacked", *attacker, *target))
        }
        Event::Laid { seat, card: Some(card) } => {
            let message = Message::new("event.laid").text("crew", crew(*seat)).key("card", card_key(*card));
            ("laid", Some(*seat), message)
        }
        Event::Laid { seat, card: None } => {
            ("laid", Some(*seat), Message::new("event.laid-nothing").text("crew", crew(*seat)))
        }
        Event::Missed { attacker, target } => {
            pieces = vec![attacker.name(), target.name()];
            ("missed", Some(attacker.owner()), duel("event.missed", *attacker, *target))
        }
        Event::Hit { attacker, target, damage, hull } => {
            pieces = vec![attacker.name(), target.name()];
            let message =
                duel("event.hit", *attacker, *target).number("damage", *damage).number("hull", *hull);
            ("hit", Some(attacker.owner()), message)
        }
        Event::Destroyed { attacker, target, points } => {
            pieces = vec![target.name()];
            let message = duel("event.destroyed", *attacker, *target).number("points", *points);
            ("destroyed", Some(attacker.owner()), message)
        }
        Event::Pushed { target, to } => {
            cells = hexes(&[*to]);
            pieces = vec![target.name()];
            let message =
                Message::new("event.pushed").text("target", target.name()).text("hex", to.to_string());
            ("pushed", None, message)
        }
        Event::Scored { seat, points } => {
            let message = Message::new("event.scored").text("crew", crew(*seat)).number("points", *points);
            ("scored", Some(*seat), message)
        }
    };
    LogLine {
        topic,
        message: Some(message),
        seat: seat.map(|seat| CREWS[seat.index()].to_owned()),
        places: Places { cells, pieces, ..Places::default() },
        interrupts: matches!(event, Event::Attacked { .. }),
        heading: matches!(event, Event::Round { .. }),
        cue: cue(event),
        ..LogLine::default()
    }
}

/// How it looks and sounds.
const fn cue(event: &Event) -> Option<Cue> {
    match event {
        Event::Round { .. } => Some(Cue::Turn),
        Event::Attacked { .. } => Some(Cue::Shot),
        Event::Scored { .. } => Some(Cue::Goal),
        _ => None,
    }
}

fn duel(key: &'static str, attacker: DroneId, target: DroneId) -> Message {
    Message::new(key).text("attacker", attacker.name()).text("target", target.name())
}

/// The text keys of the crews' names.
pub const CREW_KEYS: [&str; 3] = ["crew.red", "crew.green", "crew.blue"];

/// The text key of a card's name.
pub const fn card_key(card: Card) -> &'static str {
    match card {
        Card::Surge => "card.surge",
        Card::Shield => "card.shield",
        Card::Jam => "card.jam",
    }
}

/// The text key of an order's name.
pub const fn order_key(order: Order) -> &'static str {
    match order {
        Order::Advance => "order.advance",
        Order::Guard => "order.guard",
        Order::Hasten => "order.hasten",
    }
}
