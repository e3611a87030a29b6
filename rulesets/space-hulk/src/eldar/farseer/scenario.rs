//! The Farseer in the set-up of rule cases, and the facts they can ask for.

use super::card::{Card, Pile};
use super::{both, both_mut};
use crate::Fixed;
use crate::state::State;
use crate::table::Side;

fn cards(names: &[&str]) -> Result<Pile, String> {
    names.iter().try_fold(Pile::default(), |pile, name| {
        Card::named(name).map(|card| pile.with(card)).ok_or_else(|| format!("there is no card `{name}`"))
    })
}

/// A line of a set-up after the word `farseer`, or `brood-farseer` for the Stealer side: nothing, `kept CARD`, `retained`, or
/// `deck CARD...` for what is left to draw.
pub fn line(fixed: &Fixed, state: &mut State, side: Side, words: &[&str]) -> Result<(), String> {
    let (farseer, visions) = both_mut(state, side).ok_or("there is no Farseer")?;
    match *words {
        [] => {}
        ["kept", name] => {
            visions.kept = cards(&[name])?.kinds().next();
            farseer.kept = true;
        }
        ["retained"] => farseer.retained = true,
        ["deck", ref names @ ..] => {
            // Everything else is on the pile; what is held comes first.
            let held = visions.hand(farseer).and(cards(names)?);
            farseer.discard = Pile::full(fixed).minus(held).ok_or("there are not so many of that card")?;
        }
        _ => return Err("a Farseer has `kept CARD`, `retained` or `deck CARD...`".to_owned()),
    }
    Ok(())
}

/// A fact by name.
pub fn inspect(fixed: &Fixed, state: &State, words: &[&str]) -> Option<String> {
    let side = match *words.first()? {
        "visions" => Side::Marine,
        "brood-visions" => Side::Stealer,
        _ => return None,
    };
    let (farseer, visions) = both(state, side)?;
    let listed = |pile: Pile| {
        let names: Vec<_> =
            pile.kinds().flat_map(|card| std::iter::repeat_n(card.name(), pile.count(card).into())).collect();
        if names.is_empty() { "none".to_owned() } else { names.join("+") }
    };
    Some(match words[1..] {
        [] => listed(visions.hand(farseer)),
        ["drawn"] => listed(visions.drawn),
        ["discarded"] => listed(farseer.discard),
        ["left"] => super::secrets::left(fixed, farseer, visions)?.len().to_string(),
        _ => return None,
    })
}
