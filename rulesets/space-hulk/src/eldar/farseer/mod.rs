//! The Farseer and his deck: SH-FSC, SH-TIM-005. He is off the board; what he sees is played as cards. Either side may have
//! one, with a deck, a hand and effects of its own ([`Each`]).
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

use serde::{Deserialize, Serialize, Serializer};

use self::card::{Card, Pile};
use crate::Fixed;
use crate::choice::Action;
use crate::eldar::Deed;
use crate::eldar::seers::Seer;
use crate::harlequin;
use crate::piece::PieceId;
use crate::profile::{Folk, Profile};
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
            | Action::Enter
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

/// Something for each side that has a Farseer.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "Kept<T>")]
pub struct Each<T>([Option<T>; 2]);

/// How it is kept: by side, or that of the Marine side alone. So earlier builds wrote it, and so their games are read and
/// come to the same prints.
#[derive(Deserialize)]
#[serde(untagged)]
enum Kept<T> {
    Both([Option<T>; 2]),
    First(T),
}

impl<T> From<Kept<T>> for Each<T> {
    fn from(kept: Kept<T>) -> Each<T> {
        match kept {
            Kept::Both(both) => Each(both),
            Kept::First(first) => Each([Some(first), None]),
        }
    }
}

impl<T: Serialize> Serialize for Each<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            [Some(first), None] => first.serialize(serializer),
            both => both.serialize(serializer),
        }
    }
}

impl<T: Default> Each<T> {
    /// What there is before the first turn; nothing where nobody has a Farseer.
    pub fn new(fixed: &Fixed) -> Option<Box<Each<T>>> {
        let watched = fixed.mission.farseer;
        watched.contains(&true).then(|| Box::new(Each(watched.map(|watched| watched.then(T::default)))))
    }
}

impl<T> Each<T> {
    /// That of a side.
    pub const fn of(&self, side: Side) -> Option<&T> {
        self.0[side.index()].as_ref()
    }

    /// The same, to be changed.
    pub const fn of_mut(&mut self, side: Side) -> Option<&mut T> {
        self.0[side.index()].as_mut()
    }

    /// The sides that have it.
    pub fn sides(&self) -> impl Iterator<Item = Side> {
        Side::BOTH.into_iter().filter(|side| self.of(*side).is_some())
    }
}

/// Everything about a Farseer both players may see.
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

/// What only the Farseer's own player sees.
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

/// T-36: whether a deck comes with a force that is bought: with an Exarch or a Warlock among Eldar.
pub fn comes_with<'a>(force: impl Iterator<Item = &'a Profile> + Clone) -> bool {
    let led = |profile: &Profile| profile.exarch || profile.seer == Some(Seer::Warlock);
    force.clone().any(led) && watches(force.map(|profile| profile.folk))
}

/// The squad of a model.
pub fn unit(fixed: &Fixed, index: u8) -> u8 {
    fixed.mission.squad[index as usize].unit
}

/// The models of a side's squad on the map.
pub fn members<'a>(
    fixed: &'a Fixed,
    table: &'a Table,
    side: Side,
    squad: u8,
) -> impl Iterator<Item = u8> + 'a {
    table.models_of(side).map(|(index, _)| index).filter(move |index| unit(fixed, *index) == squad)
}

/// What a side with a Farseer has: what everybody sees, and what its player alone does.
pub fn both(state: &State, side: Side) -> Option<(&Farseer, &Visions)> {
    Some((state.table.farseer_of(side)?, state.hidden.visions.as_ref()?.of(side)?))
}

/// The same, to be changed.
pub fn both_mut(state: &mut State, side: Side) -> Option<(&mut Farseer, &mut Visions)> {
    Some((state.table.farseer_of_mut(side)?, state.hidden.visions.as_mut()?.of_mut(side)?))
}

/// The cards a side can play now.
pub fn hand(state: &State, side: Side) -> Pile {
    both(state, side).map(|(farseer, visions)| visions.hand(farseer)).unwrap_or_default()
}

/// Whether a side holds a card, as everybody knows.
pub fn holds(table: &Table, side: Side) -> bool {
    table.farseer_of(side).is_some_and(Farseer::holds)
}

/// Checks that what a state says of Farseers fits the mission.
pub fn check_shape(fixed: &Fixed, state: &State) -> Result<(), String> {
    let watched = fixed.mission.farseer.contains(&true);
    if state.table.farseer.is_some() != watched || state.hidden.visions.is_some() != watched {
        return Err("the Farseer does not fit the mission".to_owned());
    }
    Side::BOTH.into_iter().try_for_each(|side| check_side(fixed, state, side))
}

fn check_side(fixed: &Fixed, state: &State, side: Side) -> Result<(), String> {
    let table = &state.table;
    let Some((farseer, visions)) = both(state, side) else {
        let none = table.farseer_of(side).is_none()
            && state.hidden.visions.as_ref().is_none_or(|visions| visions.of(side).is_none())
            && !fixed.mission.farseer[side.index()];
        return if none { Ok(()) } else { Err("the Farseer does not fit the mission".to_owned()) };
    };
    if !fixed.mission.farseer[side.index()] {
        return Err("there is no Farseer on that side in this mission".to_owned());
    }
    let counted = visions.drawn.len() == usize::from(farseer.drawn)
        && visions.kept.is_some() == farseer.kept
        && visions.extra.is_some() == farseer.extra;
    if !counted || secrets::left(fixed, farseer, visions).is_none() {
        return Err("a card of the Farseer is in two places, or in none".to_owned());
    }
    let known = |piece: &PieceId| match piece {
        PieceId::Marine(index) => (*index as usize) < table.marines.len(),
        PieceId::Stealer(index) => (*index as usize) < table.stealers.len(),
        PieceId::Blip(index) => (*index as usize) < table.blips.len(),
    };
    let own = farseer.doubled.iter().copied();
    let own = own.chain(farseer.guided.iter().map(|guided| guided.model));
    let mut own = own.chain(farseer.hastened.iter().map(|hastened| hastened.model));
    let mut enemies = farseer.doomed.iter().chain(&farseer.stilled);
    let sound = own.all(|index| known(&PieceId::Marine(index)) && fixed.side(PieceId::Marine(index)) == side)
        && enemies.all(|piece| known(piece) && fixed.side(*piece) != side)
        && farseer.blessed.iter().all(|(_, points)| *points <= 100);
    if sound { Ok(()) } else { Err("the Farseer sees what does not exist".to_owned()) }
}
