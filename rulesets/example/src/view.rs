//! What one seat may know, and games that fit it.

use grognard_engine::log::{Entry, Logged};
use grognard_engine::prove::Hidden;
use grognard_engine::rng::SplitMix;
use grognard_engine::{SeatId, Viewer};
use serde::Serialize;

use crate::Example;
use crate::data::Fixed;
use crate::event::Event;
use crate::rounds::take;
use crate::state::{Card, Drone, DroneId, Flow, Order, State, seats};

/// A viewer's knowledge. Everything in it is named here: what is not, nobody sees.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// Whose view it is; none for a spectator.
    pub seat: Option<SeatId>,
    /// The round.
    pub round: u8,
    /// What goes on.
    pub flow: Flow,
    /// All drones.
    pub drones: Vec<Drone>,
    /// How many cards the deck has.
    pub deck: usize,
    /// How many cards each seat holds.
    pub held: [usize; 3],
    /// The viewer's own hand.
    pub hand: Vec<Card>,
    /// How many cards each seat has buried.
    pub buried: [usize; 3],
    /// Which ones the viewer has buried.
    pub own_buried: Vec<Card>,
    /// Cards played.
    pub played: Vec<Card>,
    /// Open orders.
    pub orders: [Option<Order>; 3],
    /// Who moves when.
    pub sequence: Vec<SeatId>,
    /// Who fights whom.
    pub fight: Option<(DroneId, DroneId)>,
    /// Points.
    pub scores: [u8; 3],
    /// Who gave up.
    pub resigned: Option<SeatId>,
}

impl View {
    /// What a viewer may know of a state.
    pub fn new(state: &State, viewer: Viewer) -> View {
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        };
        let own = |piles: &[Vec<Card>; 3]| seat.map_or_else(Vec::new, |seat| piles[seat.index()].clone());
        View {
            seat,
            round: state.round,
            flow: state.flow,
            drones: state.drones.clone(),
            deck: state.deck.len(),
            held: [0, 1, 2].map(|i| state.hands[i].len()),
            hand: own(&state.hands),
            buried: [0, 1, 2].map(|i| state.buried[i].len()),
            own_buried: own(&state.buried),
            played: state.played.clone(),
            orders: state.orders,
            sequence: state.sequence.clone(),
            fight: state.fight,
            scores: state.scores,
            resigned: state.resigned,
        }
    }

    /// The order a seat counts as having.
    pub fn order(&self, seat: SeatId) -> Order {
        self.orders[seat.index()].unwrap_or(Order::Advance)
    }
}

/// A state that fits what a seat knew at an activity's start and has seen since: the cards it cannot see are dealt
/// anew, but those that were shown since lie where they were shown.
pub fn determinize(
    fixed: &Fixed,
    start: &View,
    seen: &[Logged<Example>],
    rng: &mut SplitMix,
) -> Option<State> {
    let own = start.seat?;
    let mut unknown = fixed.numbers().deck();
    for card in start.hand.iter().chain(&start.own_buried).chain(&start.played) {
        take(&mut unknown, *card);
    }
    let mut hands: [Vec<Card>; 3] = Default::default();
    hands[own.index()].clone_from(&start.hand);
    // The next cards of the deck, where they are known: `None` where another seat drew.
    let mut next = Vec::new();
    for logged in seen {
        match &logged.entry {
            Entry::Event(Event::Drew { card, .. }) => {
                next.push(*card);
                if let Some(card) = card {
                    take(&mut unknown, *card);
                }
            }
            Entry::Event(Event::Laid { seat, card: Some(card) }) if *seat != own => {
                hands[seat.index()].push(*card);
                take(&mut unknown, *card);
            }
            _ => {}
        }
    }
    rng.shuffle(&mut unknown);
    let mut buried: [Vec<Card>; 3] = Default::default();
    buried[own.index()].clone_from(&start.own_buried);
    for seat in seats().filter(|seat| *seat != own) {
        while hands[seat.index()].len() < start.held[seat.index()] {
            hands[seat.index()].push(unknown.pop()?);
        }
        hands[seat.index()].sort_unstable();
        while buried[seat.index()].len() < start.buried[seat.index()] {
            buried[seat.index()].push(unknown.pop()?);
        }
    }
    let mut deck = Vec::new();
    for card in next {
        deck.push(match card {
            Some(card) => card,
            None => unknown.pop()?,
        });
    }
    deck.append(&mut unknown);
    deck.reverse();
    (deck.len() == start.deck).then(|| State {
        round: start.round,
        flow: start.flow,
        drones: start.drones.clone(),
        deck,
        hands,
        buried,
        played: start.played.clone(),
        orders: start.orders,
        sequence: start.sequence.clone(),
        fight: start.fight,
        scores: start.scores,
        resigned: start.resigned,
    })
}

impl Hidden for Example {
    fn reshuffle_hidden(_fixed: &Fixed, state: &mut State, viewer: Viewer, rng: &mut SplitMix) {
        let foreign = |seat: &SeatId| viewer != Viewer::Seat(*seat);
        let mut unknown = std::mem::take(&mut state.deck);
        for seat in seats().filter(foreign) {
            unknown.append(&mut state.hands[seat.index()].clone());
            unknown.append(&mut state.buried[seat.index()].clone());
        }
        rng.shuffle(&mut unknown);
        for seat in seats().filter(foreign) {
            for pile in [&mut state.hands[seat.index()], &mut state.buried[seat.index()]] {
                let kept = unknown.len() - pile.len();
                *pile = unknown.split_off(kept);
            }
            state.hands[seat.index()].sort_unstable();
        }
        state.deck = unknown;
    }
}
