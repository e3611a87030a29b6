//! The whole state, and what one seat may know of it.

use grognard_engine::{SeatId, Viewer};
use serde::{Deserialize, Serialize};

use crate::Fixed;
use crate::blips::counter::LETTERS;
use crate::eldar::farseer::{Each, Visions};
use crate::piece::{Blip, PieceId, Place};
use crate::psychic::Hands;
use crate::psychic::card::CardSet;
use crate::table::{Side, Table};

/// The Marine seat.
pub const MARINE: SeatId = SeatId(0);
/// The Stealer seat.
pub const STEALER: SeatId = SeatId(1);

/// How many blips, and how many Genestealers, have numbers of their own.
pub const MOST_OF_A_KIND: usize = 1 << u8::BITS;

/// The seat of a side.
pub const fn seat(side: Side) -> SeatId {
    match side {
        Side::Marine => MARINE,
        Side::Stealer => STEALER,
    }
}

/// The side of a seat.
pub const fn side(seat: SeatId) -> Option<Side> {
    match seat {
        MARINE => Some(Side::Marine),
        STEALER => Some(Side::Stealer),
        _ => None,
    }
}

/// What not everybody may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hidden {
    /// How many Genestealers each blip stands for, by the blip's number (SH-BLP-007).
    pub values: Vec<u8>,
    /// Counters left in the pool, by value.
    pub pool: [u8; 7],
    /// Hybrid blips left in the pool, by letter (SH-HBL-001).
    #[serde(default)]
    pub letters: [u8; LETTERS as usize],
    /// The Marines' command points; secret by agreement (SH-CMD-011).
    pub cp: u8,
    /// The hands of psychic cards, where the mission plays with them (SH-PSY-001).
    #[serde(default)]
    pub hands: Option<Box<Hands>>,
    /// The Farseers' cards, where one watches over either force (SH-FSC-001).
    #[serde(default)]
    pub visions: Option<Box<Each<Visions>>>,
    /// The Stealer side's command points, where somebody leads it; secret by the same agreement (SH-CMD-025).
    #[serde(default)]
    pub brood_cp: u8,
}

/// The whole state of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct State {
    /// What everybody sees.
    pub table: Table,
    /// What not everybody sees.
    pub hidden: Hidden,
}

impl State {
    /// The state before deployment.
    pub fn new(fixed: &Fixed) -> State {
        let mission = &fixed.mission;
        let hidden = Hidden {
            values: Vec::new(),
            pool: mission.pool,
            letters: mission.letters,
            cp: 0,
            brood_cp: 0,
            hands: Hands::new(fixed),
            visions: Each::new(fixed),
        };
        State { table: Table::new(fixed), hidden }
    }

    /// How many bytes a clone takes, lists included.
    pub fn cloned_bytes(&self) -> usize {
        size_of::<State>() + self.table.list_bytes() + size_of_val(&*self.hidden.values)
    }

    /// The command points of a side.
    pub const fn cp(&self, side: Side) -> u8 {
        match side {
            Side::Marine => self.hidden.cp,
            Side::Stealer => self.hidden.brood_cp,
        }
    }

    /// The command points of a side, to spend or lose.
    pub const fn cp_mut(&mut self, side: Side) -> &mut u8 {
        match side {
            Side::Marine => &mut self.hidden.cp,
            Side::Stealer => &mut self.hidden.brood_cp,
        }
    }

    /// A blip that has just been drawn, with its value.
    pub fn add_blip(&mut self, value: u8, place: Place) -> PieceId {
        let blip = Blip { place, activated: false, ap: 0, lurks: false, shown: None, ambush: false };
        if self.table.blips.len() >= MOST_OF_A_KIND
            && let Some(index) = self.table.blips.iter().position(|blip| blip.place == Place::Gone)
        {
            // A very long game runs out of numbers: the first counter that is out of the game lends its own.
            self.table.blips[index] = blip;
            self.hidden.values[index] = value;
            return PieceId::Blip(index as u8);
        }
        self.table.blips.push(blip);
        self.hidden.values.push(value);
        PieceId::Blip((self.table.blips.len() - 1) as u8)
    }
}

/// What one viewer may know.
#[derive(Clone, Debug, Serialize)]
pub struct View {
    /// Whose view it is; none for a spectator.
    pub seat: Option<SeatId>,
    /// What everybody sees.
    pub table: Table,
    /// The values of blips, where the viewer knows them.
    pub values: Option<Vec<u8>>,
    /// The Marines' command points, where the viewer knows them.
    pub cp: Option<u8>,
    /// The viewer's own psychic cards.
    pub hand: CardSet,
    /// What the viewer has seen of the other hand (SH-PCD-005).
    pub peeked: CardSet,
    /// The Stealer side's command points, where the viewer knows them.
    pub brood_cp: Option<u8>,
    /// The cards of the viewer's own Farseer.
    pub visions: Option<Visions>,
}

impl View {
    /// The command points of a side, where the viewer knows them.
    pub const fn points(&self, side: Side) -> Option<u8> {
        match side {
            Side::Marine => self.cp,
            Side::Stealer => self.brood_cp,
        }
    }

    /// The side of the viewer; none for a spectator.
    pub fn side(&self) -> Option<Side> {
        self.seat.and_then(side)
    }

    /// The view of a viewer, by allow-list.
    pub fn of(fixed: &Fixed, state: &State, viewer: Viewer) -> View {
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Spectator => None,
        };
        // SH-PSY-001: a hand is its owner's secret.
        let own = |cards: fn(&Hands) -> [CardSet; 2]| match (&state.hidden.hands, seat) {
            (Some(hands), Some(seat)) => cards(hands).get(seat.0 as usize).copied().unwrap_or_default(),
            _ => CardSet::EMPTY,
        };
        // SH-FSC-012: a Farseer's bonus points are rolled and spent before everybody's eyes.
        let open = |of: Side| {
            let own = seat == Some(self::seat(of));
            own || !fixed.options.secret_command_points || state.table.farseer_of(of).is_some()
        };
        View {
            seat,
            table: state.table.clone(),
            values: (seat == Some(STEALER)).then(|| state.hidden.values.clone()),
            cp: open(Side::Marine).then_some(state.hidden.cp),
            brood_cp: open(Side::Stealer).then_some(state.hidden.brood_cp),
            hand: own(|hands| hands.held),
            peeked: own(|hands| hands.peeked),
            // SH-FSC-001: kept face down.
            visions: state.hidden.visions.as_ref().and_then(|all| all.of(seat.and_then(side)?)).copied(),
        }
    }
}
