//! What a seat may not know, made up: for bots that search, and for the proof that views keep secrets.

use grognard_engine::Viewer;
use grognard_engine::prove::Hidden;
use grognard_engine::rng::SplitMix;

use grognard_space::table::Length;

use crate::Second;
use crate::cards::Held;
use crate::data::wargear::{Card, Who};
use crate::fixed::{Fixed, is_built};
use crate::ids::{ModelId, Side};
use crate::play::missions;
use crate::state::{Place, State, Task};

/// Whether a model may take a card.
pub fn may_take(fixed: &Fixed, model: ModelId, card: &Card) -> bool {
    let kind = fixed.kind_of(model);
    is_built(&card.effect)
        && match card.who {
            Who::Anyone | Who::OnFoot => true,
            Who::OnFootNoPsyker => kind.mastery == 0,
            Who::Psyker => kind.mastery > 0,
            Who::RangedWeapon => kind.weapons.iter().any(|weapon| !fixed.weapon(*weapon).thrown),
        }
}

/// Any card that a model may take.
pub fn any_card(fixed: &Fixed, model: ModelId, rng: &mut SplitMix) -> Option<u8> {
    let fits: Vec<u8> = (0..fixed.data.cards.len() as u8)
        .filter(|number| may_take(fixed, model, &fixed.data.cards[usize::from(*number)]))
        .collect();
    (!fits.is_empty()).then(|| fits[rng.below(fits.len())])
}

/// Deals what is sealed in a view: cards to the living bearers of that side, and a mission.
pub fn deal(fixed: &Fixed, s: &mut State, rng: &mut SplitMix) {
    for side in Side::BOTH {
        let bearers: Vec<ModelId> = fixed
            .cards
            .iter()
            .map(|(model, _)| *model)
            .filter(|model| s.side_of(*model) == side)
            .filter(|model| !s.hands[side.index()].held.iter().any(|held| held.model == *model))
            .collect();
        let sealed = std::mem::take(&mut s.hands[side.index()].sealed);
        for number in 0..usize::from(sealed) {
            let Some(model) = bearers.get(number % bearers.len().max(1)).copied() else { continue };
            if let Some(card) = any_card(fixed, model, rng) {
                s.hands[side.index()].held.push(Held { model, card, shown: false, uses: 0 });
            }
        }
        if s.tasks[side.index()].is_none() && s.tasks[side.other().index()].is_some() {
            let deck: Vec<u8> = (0..fixed.data.missions.len() as u8)
                .filter(|number| missions::possible(fixed, s, side, *number))
                .collect();
            if !deck.is_empty() {
                let mission = deck[rng.below(deck.len())];
                s.tasks[side.index()] = Some(Task { mission, mark: None, shown: false });
            }
        }
    }
}

/// Changes what a viewer may not know: other cards in hidden hands, another mission.
pub fn reshuffle(fixed: &Fixed, s: &mut State, hidden: &[Side], rng: &mut SplitMix) {
    for side in hidden.iter().copied() {
        for at in 0..s.hands[side.index()].held.len() {
            let held = s.hands[side.index()].held[at];
            let lives = s.model(held.model).place != Place::Gone;
            if !held.shown
                && lives
                && let Some(card) = any_card(fixed, held.model, rng)
            {
                s.hands[side.index()].held[at].card = card;
            }
        }
    }
    // 2E-WPN-019: a poisoned area may be larger or smaller.
    let radius = fixed.data.effects.radiation.radius.most();
    for marker in &mut s.markers {
        if marker.secret_from.is_some_and(|side| hidden.contains(&side.other())) {
            marker.radius = Length::inches(1 + rng.below(usize::from(radius)) as i32);
        }
    }
}

impl Hidden for Second {
    fn reshuffle_hidden(fixed: &Fixed, state: &mut State, viewer: Viewer, rng: &mut SplitMix) {
        let hidden: Vec<Side> =
            Side::BOTH.into_iter().filter(|side| viewer != Viewer::Seat(side.seat())).collect();
        reshuffle(fixed, state, &hidden, rng);
    }
}
