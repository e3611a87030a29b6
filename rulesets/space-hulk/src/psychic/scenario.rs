//! Psychic combat in the set-up of rule cases, and the facts they can ask for.

use super::card::{CardSet, Kind, Suit};
use super::state::Marker;
use crate::Fixed;
use crate::state::State;
use crate::table::Side;

fn side(text: &str) -> Result<Side, String> {
    match text {
        "marine" => Ok(Side::Marine),
        "stealer" => Ok(Side::Stealer),
        _ => Err(format!("`{text}` is not a side")),
    }
}

fn cards(fixed: &Fixed, names: &[&str]) -> Result<CardSet, String> {
    let card = |name: &&str| fixed.data.deck.named(name).ok_or_else(|| format!("there is no card `{name}`"));
    names.iter().map(card).collect()
}

fn section(fixed: &Fixed, text: &str) -> Option<u8> {
    fixed.mission.section_names.iter().position(|name| name.eq_ignore_ascii_case(text)).map(|at| at as u8)
}

/// A line of a set-up; false where it is no line of psychic combat.
pub fn line(fixed: &Fixed, state: &mut State, words: &[&str]) -> Result<bool, String> {
    let Some(psychic) = &mut state.table.psychic else { return Ok(false) };
    match *words {
        ["hand", whose, ref names @ ..] => {
            let (side, cards) = (side(whose)?, cards(fixed, names)?);
            let hands = state.hidden.hands.as_mut().ok_or("a hand needs `psychic cards`")?;
            hands.held[side.index()] = cards;
            psychic.held[side.index()] = cards.len() as u8;
        }
        ["discarded", ref names @ ..] => psychic.discard = cards(fixed, names)?,
        ["deck", ref names @ ..] => {
            // Everything else is on the pile; hands come first.
            let hands = state.hidden.hands.as_ref().ok_or("a deck needs `psychic cards`")?;
            let rest = hands.deck(fixed, CardSet::EMPTY);
            psychic.discard = rest.minus(cards(fixed, names)?);
        }
        ["trump", name] => {
            let suit = Suit::ALL.into_iter().find(|suit| suit.name() == name);
            psychic.trump = suit.ok_or_else(|| format!("`{name}` is not a suit"))?;
        }
        ["effect", name, at, ref flags @ ..] => {
            let kind = Kind::ALL.iter().copied().find(|kind| kind.name() == name && kind.leaves_marker());
            let kind = kind.ok_or_else(|| format!("`{name}` leaves no marker"))?;
            let section = section(fixed, at).ok_or_else(|| format!("there is no section `{at}`"))?;
            let fresh = flags.contains(&"fresh");
            psychic.markers.push(Marker { section, kind, fresh, tried: false, card: None });
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// A fact by name.
pub fn inspect(fixed: &Fixed, state: &State, words: &[&str]) -> Option<String> {
    let psychic = state.table.psychic.as_ref()?;
    let listed = |cards: CardSet| {
        let names: Vec<_> = cards.iter().map(|card| fixed.data.deck.face(card).id.as_str()).collect();
        if names.is_empty() { "none".to_owned() } else { names.join("+") }
    };
    Some(match *words {
        ["trump"] => psychic.trump.name().to_owned(),
        ["discarded"] => listed(psychic.discard),
        ["laid"] => listed(psychic.laid()),
        ["hand", whose] => listed(state.hidden.hands.as_ref()?.held[side(whose).ok()?.index()]),
        ["seen-by", whose] => listed(state.hidden.hands.as_ref()?.peeked[side(whose).ok()?.index()]),
        ["effect", at] => {
            let marker = psychic.on(section(fixed, at)? as usize);
            marker.map_or("none", |marker| marker.kind.name()).to_owned()
        }
        _ => return None,
    })
}
