//! What changes in a game.

use grognard_engine::SeatId;
use serde::{Deserialize, Serialize};

use crate::data::Fixed;
use crate::hex::Hex;

/// The three crews, by seat.
pub const CREWS: [&str; 3] = ["red", "green", "blue"];

/// The seats in order.
pub fn seats() -> impl Iterator<Item = SeatId> {
    (0..3).map(SeatId)
}

/// An order of a round (EX-ORD-001).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// Move and fight as usual.
    Advance,
    /// Move less, harder to hit.
    Guard,
    /// Move more, easier to hit.
    Hasten,
}

impl Order {
    /// All of them.
    pub const ALL: [Order; 3] = [Order::Advance, Order::Guard, Order::Hasten];

    /// Its name in answers.
    pub const fn id(self) -> &'static str {
        match self {
            Order::Advance => "advance",
            Order::Guard => "guard",
            Order::Hasten => "hasten",
        }
    }
}

/// A card (EX-HND-001).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Card {
    /// Helps an attacker.
    Surge,
    /// Takes damage off.
    Shield,
    /// Spoils an attack.
    Jam,
}

impl Card {
    /// All kinds.
    pub const ALL: [Card; 3] = [Card::Surge, Card::Shield, Card::Jam];

    /// Its name in answers.
    pub const fn id(self) -> &'static str {
        match self {
            Card::Surge => "surge",
            Card::Shield => "shield",
            Card::Jam => "jam",
        }
    }
}

/// A drone by its number: three for each seat, in order of seats.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DroneId(pub u8);

impl DroneId {
    /// Whose it is.
    pub const fn owner(self) -> SeatId {
        SeatId(self.0 / 3)
    }

    /// Its name in answers: `red-1`.
    pub fn name(self) -> String {
        format!("{}-{}", CREWS[self.owner().index()], self.0 % 3 + 1)
    }

    /// All of them.
    pub fn all() -> impl Iterator<Item = DroneId> {
        (0..9).map(DroneId)
    }

    /// The drone with a name.
    pub fn named(name: &str) -> Option<DroneId> {
        DroneId::all().find(|drone| drone.name() == name)
    }
}

/// A drone on the boards.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Drone {
    /// Where it is.
    pub at: Hex,
    /// Hull points left; none means that it is gone.
    pub hull: u8,
}

/// The outer flow: which activity comes next.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Flow {
    /// The deck is shuffled and dealt.
    Deal,
    /// A round begins with cards.
    Draw,
    /// Secret orders and initiative.
    Orders,
    /// The drone with this number in the order of initiative moves.
    Drone(u8),
    /// Points are counted.
    Score,
    /// It is over.
    Over,
}

/// The state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The round, from 1.
    pub round: u8,
    /// What comes next.
    pub flow: Flow,
    /// All drones by number.
    pub drones: Vec<Drone>,
    /// The deck; the next card is the last.
    pub deck: Vec<Card>,
    /// Cards in hand by seat.
    pub hands: [Vec<Card>; 3],
    /// Cards buried face down by seat.
    pub buried: [Vec<Card>; 3],
    /// Cards played, open to all.
    pub played: Vec<Card>,
    /// This round's orders.
    pub orders: [Option<Order>; 3],
    /// Seats in order of initiative.
    pub sequence: Vec<SeatId>,
    /// Attacker and target, while they fight.
    pub fight: Option<(DroneId, DroneId)>,
    /// Points by seat.
    pub scores: [u8; 3],
    /// Who gave up.
    pub resigned: Option<SeatId>,
}

impl State {
    /// The state before the deal.
    pub fn new(fixed: &Fixed) -> State {
        let hull = fixed.numbers().drone.hull;
        let starts = fixed.map().starts.iter().flatten();
        State {
            round: 1,
            flow: Flow::Deal,
            drones: starts.map(|&at| Drone { at, hull }).collect(),
            deck: fixed.numbers().deck(),
            hands: Default::default(),
            buried: Default::default(),
            played: Vec::new(),
            orders: [None; 3],
            sequence: Vec::new(),
            fight: None,
            scores: [0; 3],
            resigned: None,
        }
    }

    /// A drone.
    pub fn drone(&self, id: DroneId) -> &Drone {
        &self.drones[id.0 as usize]
    }

    /// A drone, to be changed.
    pub fn drone_mut(&mut self, id: DroneId) -> &mut Drone {
        &mut self.drones[id.0 as usize]
    }

    /// The order a seat counts as having.
    pub fn order(&self, seat: SeatId) -> Order {
        self.orders[seat.index()].unwrap_or(Order::Advance)
    }
}

/// Drones still there.
pub fn alive(drones: &[Drone]) -> impl Iterator<Item = (DroneId, &Drone)> {
    drones.iter().enumerate().map(|(i, drone)| (DroneId(i as u8), drone)).filter(|(_, drone)| drone.hull > 0)
}

/// The drone on a hex.
pub fn drone_at(drones: &[Drone], hex: Hex) -> Option<DroneId> {
    alive(drones).find(|(_, drone)| drone.at == hex).map(|(id, _)| id)
}

/// What must hold at every question.
pub fn sound(fixed: &Fixed, state: &State) -> Result<(), String> {
    if state.drones.len() != 9 {
        return Err(format!("there are {} drones, not 9", state.drones.len()));
    }
    for (id, drone) in alive(&state.drones) {
        if !fixed.map().hexes.contains_key(&drone.at) {
            return Err(format!("{} is off the boards at {}", id.name(), drone.at));
        }
        if drone_at(&state.drones, drone.at) != Some(id) {
            return Err(format!("two drones are at {}", drone.at));
        }
    }
    let mut cards: Vec<_> = state.deck.iter().chain(&state.played).copied().collect();
    cards.extend(state.hands.iter().chain(&state.buried).flatten());
    cards.sort_unstable();
    if cards != fixed.numbers().deck() {
        return Err("cards were lost or added".to_owned());
    }
    let mut sequence = state.sequence.clone();
    sequence.sort_unstable();
    sequence.dedup();
    if sequence.len() != state.sequence.len() || sequence.iter().any(|seat| seat.index() > 2) {
        return Err(format!("{:?} is no order of seats", state.sequence));
    }
    if matches!(state.flow, Flow::Drone(_)) && sequence.len() != 3 {
        return Err("drones move, but there is no initiative".to_owned());
    }
    Ok(())
}
