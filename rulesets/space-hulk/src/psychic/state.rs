//! What psychic combat adds to the state: the open part, and the hands.

use grognard_engine::rule;
use grognard_engine::switch::applies;
use grognard_space::grid::{Cell, CellSet};
use serde::{Deserialize, Serialize};

use super::card::{Card, CardSet, Kind, Suit};
use super::choice::Aim;
use super::{Mode, marine_level};
use crate::Fixed;
use crate::piece::PieceId;
use crate::table::{Side, Table};

/// SH-WNM-001: the psi points of a model that has a number of its own, whatever its level is worth to others.
pub fn own_points(fixed: &Fixed, index: usize) -> Option<u8> {
    let plain = fixed.mission.psychic == Mode::Psi && fixed.mission.squad[index].level.is_none();
    fixed.profile(index as u8).psi.filter(|_| plain && applies(rule!("SH-WNM-001")))
}

/// An effect that stays on a section (SH-PEF-008).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Marker {
    /// Where.
    pub section: u8,
    /// What.
    pub kind: Kind,
    /// SH-PEF-009: it was cast in the player turn that is played now.
    pub fresh: bool,
    /// SH-DSP-004: somebody has tried to disperse it, or to let it decay, this turn.
    pub tried: bool,
    /// SH-PEF-014: the card that lies there for want of a marker.
    #[serde(default)]
    pub card: Option<Card>,
}

/// The attack that is being resolved, for whoever is asked about it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Attack {
    /// Who casts.
    pub by: PieceId,
    /// Which card.
    pub card: Card,
    /// At what.
    pub aim: Aim,
}

/// Everything about psychic combat both players may see.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Psychic {
    /// Psi points left, by the place in the squad (SH-PSQ-002).
    pub psi: Vec<u8>,
    /// The trump suit (SH-TRP-001).
    pub trump: Suit,
    /// The open pile.
    pub discard: CardSet,
    /// How many cards each side holds.
    pub held: [u8; 2],
    /// Effects on sections.
    pub markers: Vec<Marker>,
    /// SH-PCD-021: who foresees, and at the end of how many enemy turns that is over.
    pub foresight: Vec<(PieceId, u8)>,
    /// SH-PCD-014: action points a model loses when it is activated this turn.
    pub dazed: Vec<(PieceId, u8)>,
    /// The attack that is being resolved.
    pub attack: Option<Attack>,
    /// SH-OVW-016: who has just fired from overwatch and may react, but not with a card.
    pub fired: Option<PieceId>,
    /// SH-CMD-021: who was thrown about by it.
    pub assailed: Option<PieceId>,
    /// SH-WNM-005: who has spent himself in a blast.
    #[serde(default)]
    pub spent: Vec<PieceId>,
    /// Squares under effects that hide like fire.
    #[serde(skip)]
    pub haze: CellSet,
    /// Squares under effects nothing is seen through, into or out of.
    #[serde(skip)]
    pub dark: CellSet,
}

impl Psychic {
    /// What there is before the first turn; nothing where the mission plays without psychic combat.
    pub fn new(fixed: &Fixed) -> Option<Box<Psychic>> {
        let mission = &fixed.mission;
        if mission.psychic == Mode::None {
            return None;
        }
        // SH-PSQ-001: psi points or cards, never both.
        let pointed = mission.psychic == Mode::Psi || !applies(rule!("SH-PSQ-001"));
        let points = |index: usize| match marine_level(fixed, index as u8) {
            Some(level) if pointed => fixed.numbers().psi.points[level as usize - 1],
            _ => 0,
        };
        Some(Box::new(Psychic {
            psi: (0..mission.squad.len())
                .map(|index| own_points(fixed, index).unwrap_or_else(|| points(index)))
                .collect(),
            trump: Suit::Psionic,
            discard: CardSet::EMPTY,
            held: [0, 0],
            markers: Vec::new(),
            foresight: Vec::new(),
            dazed: Vec::new(),
            attack: None,
            fired: None,
            assailed: None,
            spent: Vec::new(),
            haze: CellSet::EMPTY,
            dark: CellSet::EMPTY,
        }))
    }

    /// Derives what the markers hide.
    pub fn rebuild(&mut self, fixed: &Fixed) {
        (self.haze, self.dark) = (CellSet::EMPTY, CellSet::EMPTY);
        for marker in &self.markers {
            let cells = fixed.mission.sections[marker.section as usize];
            if !applies(marker.kind.rule()) {
                continue;
            }
            match marker.kind {
                Kind::Miasma | Kind::Hellfire => self.haze |= cells,
                Kind::Vortex | Kind::Stasis => self.dark |= cells,
                _ => {}
            }
        }
    }

    /// The marker on a section.
    pub fn on(&self, section: usize) -> Option<&Marker> {
        self.markers.iter().find(|marker| marker.section as usize == section)
    }

    /// SH-PEF-014: the cards that lie on the board in place of markers.
    pub fn laid(&self) -> CardSet {
        self.markers.iter().filter_map(|marker| marker.card).collect()
    }

    /// The cards nobody can draw or hold: those on the pile and those on the board.
    pub fn open(&self) -> CardSet {
        self.discard.or(self.laid())
    }

    /// SH-PCD-021: whether a piece foresees.
    pub fn foresees(&self, piece: PieceId) -> bool {
        self.foresight.iter().any(|(who, _)| *who == piece)
    }
}

/// The cards not everybody sees.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hands {
    /// The hand of each side.
    pub held: [CardSet; 2],
    /// SH-PCD-005: what each side has seen of the other's hand.
    pub peeked: [CardSet; 2],
}

impl Hands {
    /// The hands before the deal.
    pub fn new(fixed: &Fixed) -> Option<Box<Hands>> {
        (fixed.mission.psychic == Mode::Cards).then(Box::default)
    }

    /// What is left in the deck: everything in no hand, and not open to everybody.
    pub fn deck(&self, fixed: &Fixed, open: CardSet) -> CardSet {
        fixed.data.deck.all().minus(open).minus(self.held[0]).minus(self.held[1])
    }
}

impl Table {
    /// The effect on a square's section.
    pub fn effect_at(&self, fixed: &Fixed, cell: Cell) -> Option<Kind> {
        let kind = self.psychic.as_ref()?.on(Table::section(fixed, cell))?.kind;
        applies(kind.rule()).then_some(kind)
    }

    /// Whether a piece stands in the section of an effect of this kind.
    pub fn is_under(&self, fixed: &Fixed, piece: PieceId, kind: Kind) -> bool {
        self.psychic.is_some()
            && self.cell(piece).is_some_and(|cell| self.effect_at(fixed, cell) == Some(kind))
    }

    /// Squares under effects that block sight.
    pub fn psychic_haze(&self) -> CellSet {
        self.psychic.as_ref().map_or(CellSet::EMPTY, |psychic| psychic.haze | psychic.dark)
    }

    /// Puts a marker down, or takes one away.
    pub fn set_markers(&mut self, fixed: &Fixed, change: impl FnOnce(&mut Vec<Marker>)) {
        let Some(psychic) = &mut self.psychic else { return };
        change(&mut psychic.markers);
        psychic.rebuild(fixed);
        self.look_again(fixed);
    }

    /// SH-PCD-004: whether a psyker may play an Aura where it stands.
    pub fn may_shield(&self, fixed: &Fixed, piece: PieceId) -> bool {
        let here = self.cell(piece).and_then(|cell| self.effect_at(fixed, cell));
        !matches!(here, Some(Kind::Miasma | Kind::Stasis))
    }

    /// SH-PCD-011: the same for anything but an Aura, which is all that can be played in a Vortex.
    pub fn may_play(&self, fixed: &Fixed, piece: PieceId) -> bool {
        self.may_shield(fixed, piece) && !self.is_under(fixed, piece, Kind::Vortex)
    }
}

/// Checks that what a state says of psychic combat fits the mission.
pub fn check_shape(fixed: &Fixed, state: &crate::state::State) -> Result<(), String> {
    let mission = &fixed.mission;
    let hands = &state.hidden.hands;
    let Some(psychic) = &state.table.psychic else {
        let fits = mission.psychic == Mode::None && hands.is_none();
        return if fits { Ok(()) } else { Err("psychic combat is missing".to_owned()) };
    };
    let fits = mission.psychic != Mode::None
        && psychic.psi.len() == mission.squad.len()
        && hands.is_some() == (mission.psychic == Mode::Cards);
    if !fits {
        return Err("psychic combat does not fit the mission".to_owned());
    }
    let known = |piece: PieceId| match piece {
        PieceId::Marine(index) => (index as usize) < state.table.marines.len(),
        PieceId::Stealer(index) => (index as usize) < state.table.stealers.len(),
        PieceId::Blip(index) => (index as usize) < state.table.blips.len(),
    };
    let aimed = psychic.attack.map(|attack| match attack.aim {
        Aim::Own => true,
        Aim::Model(piece) => known(piece),
        Aim::Thing(cell) => mission.grid.all().contains(cell),
        Aim::Section(section) => (section as usize) < mission.sections.len(),
    });
    let pieces = psychic.foresight.iter().chain(&psychic.dazed).map(|(piece, _)| *piece);
    let pieces =
        pieces.chain(psychic.attack.map(|attack| attack.by)).chain(psychic.assailed).chain(psychic.fired);
    let pieces = pieces.chain(psychic.spent.iter().copied());
    if !pieces.into_iter().all(known) || aimed == Some(false) {
        return Err("psychic combat speaks of a piece that does not exist".to_owned());
    }
    let all = fixed.data.deck.all();
    if psychic.attack.is_some_and(|attack| !all.contains(attack.card)) || !psychic.discard.is_subset(all) {
        return Err("there is no such card".to_owned());
    }
    for (at, marker) in psychic.markers.iter().enumerate() {
        let twice = psychic.markers[..at].iter().any(|other| other.section == marker.section);
        if twice || marker.section as usize >= mission.sections.len() || !marker.kind.leaves_marker() {
            return Err("a psychic marker is where it cannot be".to_owned());
        }
    }
    let Some(hands) = hands else { return Ok(()) };
    let [marine, stealer] = hands.held;
    let apart = marine.and(stealer).is_empty()
        && marine.or(stealer).and(psychic.open()).is_empty()
        && psychic.laid().and(psychic.discard).is_empty()
        && psychic.laid().is_subset(all)
        && marine.or(stealer).is_subset(all)
        && hands.peeked[Side::Marine.index()].is_subset(stealer)
        && hands.peeked[Side::Stealer.index()].is_subset(marine);
    let counted = [marine, stealer].map(|hand| hand.len() as u8) == psychic.held;
    if apart && counted { Ok(()) } else { Err("a card is in two places, or in none".to_owned()) }
}
