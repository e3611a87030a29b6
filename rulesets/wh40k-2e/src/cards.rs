//! Wargear cards (HER, TABX-012): who holds which, what they change, and who knows of them.

use serde::{Deserialize, Serialize};

use crate::data::wargear::{Card, CardEffect};
use crate::fixed::{Fixed, MeleeId, WeaponId};
use crate::ids::{ModelId, Side};
use crate::state::{Place, State};

/// A card that a character carries.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// Who carries it.
    pub model: ModelId,
    /// Its place in `cards.toml`.
    pub card: u8,
    /// The other side has seen it.
    pub shown: bool,
    /// How often it was used.
    pub uses: u8,
}

/// The cards of a side.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Hand {
    /// Those that are known to whoever looks.
    pub held: Vec<Held>,
    /// How many others there are: none in a game, those of the other side in a view.
    pub sealed: u8,
}

impl Hand {
    /// What the other side knows of a hand: the cards it has seen, and how many others there are.
    pub fn seen_by_others(&self) -> Hand {
        let held: Vec<Held> = self.held.iter().copied().filter(|held| held.shown).collect();
        let sealed = self.sealed + (self.held.len() - held.len()) as u8;
        Hand { held, sealed }
    }
}

/// A card of `cards.toml`.
pub fn card(fixed: &Fixed, number: u8) -> &Card {
    &fixed.data.cards[usize::from(number)]
}

/// 2E-HER-022: the cards of a model; they are gone with it.
pub fn of(s: &State, model: ModelId) -> impl Iterator<Item = &Held> + '_ {
    let lives = s.model(model).place != Place::Gone;
    let hands = if s.hands.iter().all(|hand| hand.held.is_empty()) {
        &[][..]
    } else {
        &s.hands[s.side_of(model).index()].held
    };
    hands.iter().filter(move |held| lives && held.model == model)
}

/// The effects that work on a model by its cards and by what it carries of the same kind.
pub fn effects<'f>(fixed: &'f Fixed, s: &State, model: ModelId) -> Vec<(Option<u8>, &'f CardEffect)> {
    let mut found: Vec<(Option<u8>, &CardEffect)> =
        of(s, model).map(|held| (Some(held.card), &card(fixed, held.card).effect)).collect();
    found.extend(fixed.kind_of(model).equipment.iter().filter_map(|item| {
        let as_card = fixed.data.as_cards.get(item)?;
        Some((None, &fixed.data.cards.iter().find(|card| card.id == *as_card)?.effect))
    }));
    found
}

/// Everything a model can fire: what it carries, and what its cards give it.
pub fn weapons(fixed: &Fixed, s: &State, model: ModelId) -> Vec<WeaponId> {
    let mut all = fixed.kind_of(model).weapons.clone();
    for held in of(s, model) {
        all.extend(
            fixed
                .card_weapons
                .iter()
                .filter(|given| given.card == held.card && given.is_for(model))
                .flat_map(|given| &given.weapons),
        );
    }
    all
}

/// Everything a model can strike with.
pub fn melee(fixed: &Fixed, s: &State, model: ModelId) -> Vec<MeleeId> {
    let mut all = fixed.kind_of(model).melee.clone();
    for held in of(s, model) {
        all.extend(
            fixed
                .card_weapons
                .iter()
                .filter(|given| given.card == held.card && given.is_for(model))
                .flat_map(|given| &given.melee),
        );
    }
    all
}

/// What a card gives.
#[derive(Clone, Debug, Default)]
pub struct Given {
    /// The card.
    pub card: u8,
    /// To this model alone, where it depends on what the model carries.
    pub only: Option<ModelId>,
    /// What can be fired.
    pub weapons: Vec<WeaponId>,
    /// What can be struck with.
    pub melee: Vec<MeleeId>,
}

impl Given {
    fn is_for(&self, model: ModelId) -> bool {
        self.only.is_none_or(|only| only == model)
    }
}

/// The card that gives a model a weapon, if one does.
pub fn behind(fixed: &Fixed, s: &State, model: ModelId, weapon: WeaponId) -> Option<u8> {
    if fixed.kind_of(model).weapons.contains(&weapon) {
        return None;
    }
    let gives = |held: &&Held| {
        fixed.card_weapons.iter().any(|given| given.card == held.card && given.weapons.contains(&weapon))
    };
    of(s, model).find(gives).map(|held| held.card)
}

/// What a bionic arm adds to Strength and Initiative in hand-to-hand combat.
pub fn arm(fixed: &Fixed, s: &State, model: ModelId) -> (u8, u8) {
    effects(fixed, s, model)
        .into_iter()
        .find_map(|(_, effect)| match effect {
            CardEffect::BionicArm { strength, initiative } => Some((*strength, *initiative)),
            _ => None,
        })
        .unwrap_or_default()
}

/// The card by which a model has a bionic arm.
pub fn arm_card(fixed: &Fixed, s: &State, model: ModelId) -> Option<u8> {
    of(s, model)
        .map(|held| held.card)
        .find(|number| matches!(card(fixed, *number).effect, CardEffect::BionicArm { .. }))
}

/// What a bionic eye adds to the to-hit roll, and how far it detects.
pub fn eye(fixed: &Fixed, s: &State, model: ModelId) -> Option<(i8, grognard_space::table::Length)> {
    effects(fixed, s, model).into_iter().find_map(|(_, effect)| match effect {
        CardEffect::BionicEye { to_hit, detects } => Some((*to_hit, detects.0)),
        _ => None,
    })
}

/// The card by which a model has a bionic eye.
pub fn eye_card(fixed: &Fixed, s: &State, model: ModelId) -> Option<u8> {
    of(s, model)
        .map(|held| held.card)
        .find(|number| matches!(card(fixed, *number).effect, CardEffect::BionicEye { .. }))
}

/// Whether a field encumbers its bearer, and whether it keeps it from hiding.
pub fn hampered(fixed: &Fixed, s: &State, model: ModelId) -> (bool, bool) {
    let mut found = (false, false);
    for (_, effect) in effects(fixed, s, model) {
        if let CardEffect::Field { can_hide, encumbered, .. } = effect {
            found = (found.0 || *encumbered, found.1 || !can_hide);
        }
    }
    found
}

impl State {
    /// The hand of a side as a viewer knows it.
    pub fn hand_for(&self, side: Side, own: bool) -> Hand {
        let hand = &self.hands[side.index()];
        if own { hand.clone() } else { hand.seen_by_others() }
    }

    /// A card is seen by everybody from now on: whether it was new to the other side.
    pub fn show(&mut self, model: ModelId, card: u8) -> bool {
        let side = self.side_of(model);
        let held =
            self.hands[side.index()].held.iter_mut().find(|held| held.model == model && held.card == card);
        held.is_some_and(|held| !std::mem::replace(&mut held.shown, true))
    }
}
