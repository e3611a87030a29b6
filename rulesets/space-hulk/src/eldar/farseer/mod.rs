//! The Farseer and his deck: SH-FSC, SH-TIM-005. He is off the board; what he sees is played as cards.
//!
//! [`card`] is the deck, [`deck`] drawing, keeping and throwing away, [`play`] what a card may be played on and what that
//! does, [`effect`] what stays of it in shots, blows and prices.

pub mod card;
pub mod choice;
pub mod deck;
pub mod effect;
pub mod event;
pub mod play;
pub mod policy;
pub mod present;
pub mod scenario;
pub mod secrets;

use serde::{Deserialize, Serialize};

use self::card::{Card, Pile};
use crate::Fixed;
use crate::choice::Action;
use crate::eldar::Deed;
use crate::harlequin;
use crate::piece::PieceId;
use crate::profile::Folk;
use crate::state::State;
use crate::table::{Side, Table};

/// SH-FSC-009: what is done for half the price.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Haste {
    /// Moving and turning.
    Move,
    /// Shooting.
    Shoot,
    /// Close combat.
    Fight,
}

impl Haste {
    /// All of them.
    pub const ALL: [Haste; 3] = [Haste::Move, Haste::Shoot, Haste::Fight];

    /// The name in text forms.
    pub const fn name(self) -> &'static str {
        match self {
            Haste::Move => "moving",
            Haste::Shoot => "shooting",
            Haste::Fight => "fighting",
        }
    }

    /// Whether an action is of this kind. A shot on the move costs what the move costs, and is one.
    pub const fn covers(self, action: Action) -> bool {
        match action {
            Action::Move(_)
            | Action::Turn(_)
            | Action::MoveFire(..)
            | Action::TurnFire(..)
            | Action::MoveLaunch(..)
            | Action::TurnLaunch(..)
            | Action::FireMove(..)
            | Action::Climb(_)
            | Action::Jump
            | Action::MoveJump(_)
            | Action::Leap(_)
            | Action::Ride(_)
            | Action::Leave => matches!(self, Haste::Move),
            Action::Fire(..)
            | Action::Launch(..)
            | Action::Flame(_)
            | Action::FullAuto
            | Action::Aspect(Deed::Melt(_)) => matches!(self, Haste::Shoot),
            Action::Assault(_) | Action::Cut(_) | Action::Harlequin(harlequin::choice::Deed::Dance(_)) => {
                matches!(self, Haste::Fight)
            }
            _ => false,
        }
    }
}

/// SH-FSC-004: a model whose next shot is guided.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Guided {
    /// Its place in the squad.
    pub model: u8,
    /// Whether it has fired that shot, and fires no other this turn.
    pub fired: bool,
}

/// SH-FSC-009: a model in a wave of its own time.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hastened {
    /// Its place in the squad.
    pub model: u8,
    /// What it does for half the price.
    pub haste: Haste,
    /// Half a point is paid for already.
    pub half: bool,
}

/// Everything about the Farseer both players may see.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Farseer {
    /// The open pile.
    pub discard: Pile,
    /// What was last laid on it unused: everybody saw it, even where the pile has been shuffled since.
    #[serde(default)]
    pub wasted: Pile,
    /// Cards drawn this turn, of which one is going to be kept.
    pub drawn: u8,
    /// Whether a card was kept this turn and not played yet.
    pub kept: bool,
    /// SH-FSC-010: whether there is one more card for this turn.
    pub extra: bool,
    /// SH-FSC-010: whether the Crystal Seer was kept beyond its turn; everybody knows it then.
    pub retained: bool,
    /// SH-FSC-003: squads that shoot and fight better.
    pub fated: Vec<u8>,
    /// SH-FSC-004.
    pub guided: Vec<Guided>,
    /// SH-FSC-005: enemies that are easier to hurt.
    pub doomed: Vec<PieceId>,
    /// SH-FSC-006: enemies that do nothing this turn.
    pub stilled: Vec<PieceId>,
    /// SH-FSC-007: Banshees that act for two when they are activated.
    pub doubled: Vec<u8>,
    /// SH-FSC-008: squads that are hard to hit on overwatch, this turn.
    pub stalking: Vec<u8>,
    /// SH-FSC-009: this turn.
    pub hastened: Vec<Hastened>,
    /// SH-FSC-012: squads with points to act with.
    pub blessed: Vec<(u8, u8)>,
    /// SH-FSC-011: the enemy has to hurry; so many actions are left to him where there is no clock.
    pub mind_war: Option<u8>,
    /// SH-FSC-008: the dice of an overwatch shot, while one of them may have to be rolled again.
    pub stalked: Option<[u8; 4]>,
}

/// What only the Eldar player sees.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Visions {
    /// Cards drawn, before one is kept.
    pub drawn: Pile,
    /// The one that was kept.
    pub kept: Option<Card>,
    /// The one the Crystal Seer brought.
    pub extra: Option<Card>,
}

impl Farseer {
    /// What there is before the first turn; nothing for other forces.
    pub fn new(fixed: &Fixed) -> Option<Box<Farseer>> {
        fixed.mission.farseer.then(Box::default)
    }

    /// Whether a card could be played.
    pub const fn holds(&self) -> bool {
        self.kept || self.extra || self.retained
    }

    /// SH-FSC-012: the bonus points of a squad.
    pub fn blessing(&self, unit: u8) -> u8 {
        self.blessed.iter().filter(|(other, _)| *other == unit).map(|(_, points)| *points).sum()
    }
}

impl Visions {
    /// What there is before the first turn.
    pub fn new(fixed: &Fixed) -> Option<Box<Visions>> {
        fixed.mission.farseer.then(Box::default)
    }

    /// The cards that can be played.
    pub fn hand(&self, farseer: &Farseer) -> Pile {
        let mut hand: Pile = Pile::default();
        for card in self.kept.into_iter().chain(self.extra) {
            hand = hand.with(card);
        }
        if farseer.retained { hand.with(Card::CrystalSeer) } else { hand }
    }
}

/// T-36: whether a force is watched by a Farseer: of Eldar and Harlequins alone, with Eldar among them.
pub fn watches(mut folk: impl Iterator<Item = Folk> + Clone) -> bool {
    let kin = folk.clone().all(|folk| matches!(folk, Folk::Eldar | Folk::Harlequin));
    kin && folk.any(|folk| folk == Folk::Eldar)
}

/// The squad of a model.
pub fn unit(fixed: &Fixed, index: u8) -> u8 {
    fixed.mission.squad[index as usize].unit
}

/// The models of a squad on the map.
pub fn members<'a>(fixed: &'a Fixed, table: &'a Table, squad: u8) -> impl Iterator<Item = u8> + 'a {
    table.marines_on_map().map(|(index, _)| index).filter(move |index| unit(fixed, *index) == squad)
}

/// The cards a side can play now.
pub fn hand(state: &State) -> Pile {
    match (&state.table.farseer, &state.hidden.visions) {
        (Some(farseer), Some(visions)) => visions.hand(farseer),
        _ => Pile::default(),
    }
}

/// Whether a side holds a card, as everybody knows.
pub fn holds(table: &Table, side: Side) -> bool {
    side == Side::Marine && table.farseer.as_ref().is_some_and(|farseer| farseer.holds())
}

/// Checks that what a state says of the Farseer fits the mission.
pub fn check_shape(fixed: &Fixed, state: &State) -> Result<(), String> {
    let (table, mission) = (&state.table, &fixed.mission);
    let (Some(farseer), Some(visions)) = (&table.farseer, &state.hidden.visions) else {
        let none = table.farseer.is_none() && state.hidden.visions.is_none() && !mission.farseer;
        return if none { Ok(()) } else { Err("the Farseer does not fit the mission".to_owned()) };
    };
    if !mission.farseer {
        return Err("there is no Farseer in this mission".to_owned());
    }
    let counted = visions.drawn.len() == usize::from(farseer.drawn)
        && visions.kept.is_some() == farseer.kept
        && visions.extra.is_some() == farseer.extra;
    if !counted || secrets::left(fixed, farseer, visions).is_none() {
        return Err("a card of the Farseer is in two places, or in none".to_owned());
    }
    let models = table.marines.len();
    let known = |piece: &PieceId| match piece {
        PieceId::Marine(index) => (*index as usize) < models,
        PieceId::Stealer(index) => (*index as usize) < table.stealers.len(),
        PieceId::Blip(index) => (*index as usize) < table.blips.len(),
    };
    let own = farseer.doubled.iter().copied();
    let own = own.chain(farseer.guided.iter().map(|guided| guided.model));
    let mut own = own.chain(farseer.hastened.iter().map(|hastened| hastened.model));
    let sound = own.all(|index| (index as usize) < models)
        && farseer.doomed.iter().chain(&farseer.stilled).all(known)
        && farseer.blessed.iter().all(|(_, points)| *points <= 100);
    if sound { Ok(()) } else { Err("the Farseer sees what does not exist".to_owned()) }
}
