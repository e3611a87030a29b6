//! Psychic combat in the scene: hands as trays, effects as markers, trumps and deck as tracks.

use grognard_engine::client::{Badge, Marker, Piece, Place, Scene, Track, Tray};
use grognard_engine::message::Message;

use super::Mode;
use super::card::CardSet;
use super::present::{card_id, card_name, kind_name, printed, suit_name};
use crate::Fixed;
use crate::piece::PieceId;
use crate::present::names::{BOARD, Words, seat_name, squares};
use crate::state::{View, seat};
use crate::table::{Side, Table};

/// Adds what there is of psychic combat.
pub fn add(fixed: &Fixed, view: &View, scene: &mut Scene) {
    let Some(psychic) = &view.table.psychic else { return };
    let words = Words::new(fixed);
    for marker in &psychic.markers {
        let name = kind_name(words, marker.kind);
        let label =
            Message::new("psychic.marker").text("card", name).text("section", words.section(marker.section));
        scene.markers.push(Marker {
            id: format!("{}-{}", marker.kind.name(), words.section(marker.section)),
            kind: marker.kind.name().to_owned(),
            label: words.say(label),
            board: BOARD.to_owned(),
            cells: squares(fixed, &fixed.mission.sections[marker.section as usize]),
        });
    }
    if fixed.mission.psychic != Mode::Cards {
        return;
    }
    for side in [Side::Marine, Side::Stealer] {
        let own = view.seat == Some(seat(side));
        // SH-PCD-005: what one has seen of the other hand one may look at again.
        let known = match view.seat {
            Some(_) if own => view.hand,
            Some(_) => view.peeked,
            None => CardSet::EMPTY,
        };
        tray(fixed, side, known, psychic.held[side.index()], scene);
    }
    let track = |id: &str, value: String, number: Option<i32>| Track {
        id: id.to_owned(),
        label: words.get(&format!("track.{id}")),
        value,
        number,
        max: None,
        seat: None,
        rule: Some("SH-TRP-001".to_owned()),
    };
    scene.tracks.push(track("trump", suit_name(words, psychic.trump), None));
    let away = psychic.discard.len() + psychic.held.iter().map(|held| usize::from(*held)).sum::<usize>();
    let left = fixed.data.deck.faces.len().saturating_sub(away) as i32;
    scene.tracks.push(track("deck", left.to_string(), Some(left)));
}

/// A hand: its owner sees the cards, the others how many there are.
fn tray(fixed: &Fixed, side: Side, known: CardSet, held: u8, scene: &mut Scene) {
    let words = Words::new(fixed);
    let (owner, id) = (seat_name(side), format!("cards-{}", seat_name(side)));
    let mut pieces = Vec::new();
    for card in known.iter() {
        pieces.push(card_id(fixed, card));
        let face = fixed.data.deck.face(card);
        scene.pieces.push(Piece {
            id: card_id(fixed, card),
            name: card_name(words, card),
            silhouette: format!("card-{}", face.suit.name()),
            seat: Some(owner.to_owned()),
            place: Place::Tray { tray: id.clone() },
            facing: None,
            text: (face.bonus > 0).then(|| format!("+{}", face.bonus)),
            badges: vec![Badge {
                key: face.suit.name().to_owned(),
                label: printed(words, card),
                rule: Some(face.kind.rule().as_str().to_owned()),
                aside: None,
            }],
            meters: Vec::new(),
            states: Vec::new(),
            parts: Vec::new(),
        });
    }
    scene.trays.push(Tray {
        name: words.say_of(side, &format!("tray.{id}")),
        id,
        kind: "hand".to_owned(),
        seat: Some(owner.to_owned()),
        place: None,
        count: u32::from(held),
        pieces,
    });
}

/// The signs of psychic combat on a model.
pub fn badges(fixed: &Fixed, table: &Table, id: PieceId) -> Vec<Badge> {
    let Some(psychic) = &table.psychic else { return Vec::new() };
    let words = Words::new(fixed);
    let mut badges = Vec::new();
    if psychic.foresees(id) {
        badges.push(Badge {
            key: "prescience".to_owned(),
            label: words.get("badge.prescience"),
            rule: Some("SH-PCD-021".to_owned()),
            aside: None,
        });
    }
    badges
}
