//! Models and counters as the scene shows them.

use grognard_engine::client::{self, Badge, Meter, Piece};
use grognard_engine::message::Message;

use crate::Fixed;
use crate::choice::piece_name;
use crate::fixed::degrees;
use crate::piece::{Marine, PieceId, Place};
use crate::present::goals;
use crate::present::names::{BOARD, Words, seat_name, silhouette};
use crate::present::scene::{beside, center, everyone};
use crate::profile::Ranged;
use crate::state::View;
use crate::table::{Flow, Table};

/// Every piece that lies somewhere.
pub fn pieces(fixed: &Fixed, view: &View) -> Vec<Piece> {
    everyone(&view.table).filter_map(|id| piece(fixed, view, id)).collect()
}

/// One piece, if it still lies somewhere.
pub fn piece(fixed: &Fixed, view: &View, id: PieceId) -> Option<Piece> {
    let table = &view.table;
    let place = match table.place(id) {
        Place::Board(cell) => client::Place::Cell {
            board: BOARD.to_owned(),
            cell: Words::new(fixed).square(cell),
            at: center(fixed, cell),
        },
        Place::Entry(entry) => {
            client::Place::Tray { tray: fixed.mission.entries[entry as usize].name.clone() }
        }
        Place::Hand | Place::Gone => {
            client::Place::Tray { tray: format!("{}-{}", beside(table, id)?, seat_name(table.side(id))) }
        }
    };
    let standing = matches!(place, client::Place::Cell { .. });
    Some(Piece {
        id: piece_name(fixed, id),
        name: Words::new(fixed).piece(id),
        silhouette: drawing(fixed, table, id).to_owned(),
        seat: Some(seat_name(table.side(id)).to_owned()),
        place,
        facing: table.facing(id).filter(|_| standing).map(degrees),
        text: value(view, id).map(crate::blips::counter::name),
        badges: badges(fixed, table, id),
        meters: meters(fixed, table, id),
        states: states(table, id),
        parts: Vec::new(),
    })
}

/// Which drawing shows a piece.
pub fn drawing<'a>(fixed: &'a Fixed, table: &Table, id: PieceId) -> &'a str {
    match id {
        PieceId::Marine(index) => silhouette(fixed.profile(index)),
        PieceId::Stealer(_) => "genestealer",
        PieceId::Blip(index) if table.blips[index as usize].ambush => "ambush",
        PieceId::Blip(_) => "blip",
    }
}

/// What a blip stands for, where the view's owner knows it.
pub fn value(view: &View, id: PieceId) -> Option<u8> {
    match id {
        PieceId::Blip(index) if view.table.blips[index as usize].ambush => None,
        PieceId::Blip(index) => view.values.as_ref()?.get(index as usize).copied(),
        PieceId::Marine(_) | PieceId::Stealer(_) => None,
    }
}

/// The active piece.
pub const fn active(flow: Flow) -> Option<PieceId> {
    flow.active()
}

/// Whether a piece was activated, and its action points.
fn activation(table: &Table, id: PieceId) -> (bool, u8) {
    match id {
        PieceId::Marine(index) => {
            let marine = &table.marines[index as usize];
            (marine.activated || marine.lurks, marine.ap)
        }
        PieceId::Stealer(index) => {
            let stealer = &table.stealers[index as usize];
            (stealer.activated || stealer.lurks, stealer.ap)
        }
        PieceId::Blip(index) => {
            let blip = &table.blips[index as usize];
            (blip.activated || blip.lurks, blip.ap)
        }
    }
}

/// The action points a piece gets when it is activated (SH-ACT-003).
pub fn full_points(fixed: &Fixed, id: PieceId) -> u8 {
    let points = &fixed.numbers().action_points;
    match id {
        PieceId::Marine(index) => fixed.marine_points(index),
        PieceId::Stealer(_) => points.genestealer,
        PieceId::Blip(_) => points.blip,
    }
}

/// The action points a piece has or would have if it were activated now.
pub fn points(fixed: &Fixed, table: &Table, id: PieceId) -> u8 {
    let (activated, left) = activation(table, id);
    if active(table.flow) == Some(id) {
        left
    } else if activated {
        0
    } else {
        full_points(fixed, id)
    }
}

fn states(table: &Table, id: PieceId) -> Vec<String> {
    let state = if table.place(id) == Place::Gone {
        if beside(table, id) == Some("out") { "done" } else { "dead" }
    } else if active(table.flow) == Some(id) {
        "active"
    } else if table.flow.acting() != Some(table.side(id)) {
        return Vec::new();
    } else if activation(table, id).0 {
        "done"
    } else {
        "ready"
    };
    vec![state.to_owned()]
}

/// The signs on a piece.
pub fn badges(fixed: &Fixed, table: &Table, id: PieceId) -> Vec<Badge> {
    let words = Words::new(fixed);
    let badge = |key: &str, label: String, rule: &str| Badge {
        key: key.to_owned(),
        label,
        rule: Some(rule.to_owned()),
        aside: None,
    };
    let mut badges = Vec::new();
    if table.is_prone(id) {
        badges.push(badge("prone", words.get("badge.prone"), "SH-PRN-003"));
    }
    let lurks = match id {
        PieceId::Marine(index) => {
            let marine = &table.marines[index as usize];
            if marine.overwatch {
                // SH-OVW-017: it may stand down at any time.
                let aside = Some(format!("drop-overwatch {}", piece_name(fixed, id)));
                let overwatch = badge("overwatch", words.get("badge.overwatch"), "SH-OVW-001");
                badges.push(Badge { aside, ..overwatch });
            }
            if marine.recharge > 0 {
                badges.push(badge("recharging", words.get("badge.recharging"), "SH-WPL-001"));
            }
            if marine.jammed {
                badges.push(badge("jammed", words.get("badge.jammed"), "SH-JAM-004"));
            }
            if table.load_of(index).is_some() {
                badges.push(badge("canister", words.get("badge.canister"), "SH-TOX-002"));
            }
            let sustains = fixed.profile(index).arms().any(|weapon| fixed.sustains(weapon));
            if let Some((mark, shots)) = marine.sustained.filter(|_| sustains) {
                let label = Message::new("badge.sustained").text("target", words.mark(mark));
                badges.push(badge("sustained", words.say(label.number("n", i64::from(shots))), "SH-SUS-001"));
            }
            badges.extend(goals::badges(fixed, table, index));
            marine.lurks
        }
        PieceId::Stealer(index) => table.stealers[index as usize].lurks,
        PieceId::Blip(index) => table.blips[index as usize].lurks,
    };
    badges.extend(crate::harlequin::present::badges(fixed, table, id));
    badges.extend(crate::psychic::scene::badges(fixed, table, id));
    badges.extend(crate::eldar::seers::present::badges(fixed, table, id));
    badges.extend(crate::eldar::farseer::present::badges(fixed, table, id));
    badges.extend(crate::eldar::present::badges(fixed, table, id));
    if lurks {
        badges.push(badge("lurking", words.get("badge.lurking"), "SH-ENP-009"));
    }
    badges
}

/// What is counted on a piece: its points while its side acts, ammunition, reloads.
pub fn meters(fixed: &Fixed, table: &Table, id: PieceId) -> Vec<Meter> {
    let words = Words::new(fixed);
    let meter = |key: &str, value: u8, max: Option<u8>| Meter {
        key: key.to_owned(),
        label: words.get(&format!("meter.{key}")),
        value: value.into(),
        max: max.map(i32::from),
    };
    let mut meters = Vec::new();
    if table.place(id) == Place::Gone {
        return meters;
    }
    if table.flow.acting() == Some(table.side(id)) {
        meters.push(meter("ap", points(fixed, table, id), Some(full_points(fixed, id))));
    }
    if let PieceId::Marine(index) = id {
        let Marine { ammo, reloads, .. } = table.marines[index as usize];
        let numbers = fixed.numbers();
        let magazine = match fixed.profile(index).ranged {
            Some(Ranged::HeavyFlamer) => Some(numbers.flamer.shots),
            Some(Ranged::AssaultCannon) => Some(numbers.cannon.magazine),
            Some(weapon) => fixed.weapon(weapon).and_then(|listed| listed.shots),
            None => None,
        };
        if table.marines[index as usize].wounds > 1 {
            meters.push(meter("wounds", table.marines[index as usize].wounds, None));
        }
        let stored =
            fixed.profile(index).extra.iter().filter_map(|weapon| fixed.weapon(*weapon)?.shots).max();
        if let Some(most) = stored {
            meters.push(meter("store", table.marines[index as usize].store, Some(most)));
        }
        if let Some(magazine) = magazine {
            meters.push(meter("ammo", ammo, Some(magazine)));
            if reloads > 0 {
                meters.push(meter("reloads", reloads, None));
            }
        }
    }
    meters.extend(crate::psychic::present::meters(fixed, table, id));
    meters.extend(crate::eldar::seers::present::meters(fixed, table, id));
    meters
}
