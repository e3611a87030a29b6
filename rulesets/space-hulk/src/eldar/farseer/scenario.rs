//! The Farseer in the set-up of rule cases, and the facts they can ask for.

use super::card::{Card, Pile};
use crate::Fixed;
use crate::state::State;

fn cards(names: &[&str]) -> Result<Pile, String> {
    names.iter().try_fold(Pile::default(), |pile, name| {
        Card::named(name).map(|card| pile.with(card)).ok_or_else(|| format!("there is no card `{name}`"))
    })
}

/// A line of a set-up after the word `farseer`: nothing, `kept CARD`, `retained`, or `deck CARD...` for what is left to draw.
pub fn line(fixed: &Fixed, state: &mut State, words: &[&str]) -> Result<(), String> {
    let (Some(farseer), Some(visions)) = (&mut state.table.farseer, &mut state.hidden.visions) else {
        return Err("there is no Farseer".to_owned());
    };
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
    let (farseer, visions) = (state.table.farseer.as_ref()?, state.hidden.visions.as_ref()?);
    let listed = |pile: Pile| {
        let names: Vec<_> =
            pile.kinds().flat_map(|card| std::iter::repeat_n(card.name(), pile.count(card).into())).collect();
        if names.is_empty() { "none".to_owned() } else { names.join("+") }
    };
    Some(match *words {
        ["visions"] => listed(visions.hand(farseer)),
        ["visions", "drawn"] => listed(visions.drawn),
        ["visions", "discarded"] => listed(farseer.discard),
        ["visions", "left"] => super::secrets::left(fixed, farseer, visions)?.len().to_string(),
        _ => return None,
    })
}
