//! Hazards of the board: passages in the walls and canisters. SH-AIR, SH-CHU, SH-TOX.

use std::ops::ControlFlow;

use grognard_engine::{Rules, rules};
use grognard_space::grid::Cell;

use super::{At, Objections};
use crate::Fixed;
use crate::choice::Action;
use crate::hazard::{Opening, Thing};
use crate::piece::PieceId;
use crate::table::{Side, Table};

/// Why a square cannot be entered: what stands there.
pub fn in_the_way(table: &Table, cell: Cell) -> Rules {
    if table.things.sealed.contains(cell) {
        return rules!["SH-PIT-015", "SH-MOV-004"];
    }
    match table.thing(cell) {
        Some(Thing::Crate) => rules!["SH-CRT-001", "SH-MOV-004"],
        Some(Thing::Tank) => rules!["SH-CRY-001", "SH-MOV-004"],
        Some(Thing::Bulkhead) => rules!["SH-BLK-001", "SH-MOV-004"],
        Some(Thing::Hatch) => rules!["SH-CHU-001", "SH-MOV-004"],
        _ => rules!["SH-DOR-005", "SH-MOV-004"],
    }
}

/// SH-AIR-001, SH-CHU-003: who may go into a passage in the walls.
pub(super) fn check_passage<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    from: Cell,
    to: Cell,
    o: &mut O,
) -> ControlFlow<()> {
    let hazards = &fixed.mission.hazards;
    if !hazards.shafts.is_empty() {
        let crawls = fixed.climbs(who) || !hazards.in_shafts().contains(to);
        o.must(crawls, rules!["SH-AIR-001"], At::Cell(to))?;
    }
    if hazards.chutes.is_empty() {
        return ControlFlow::Continue(());
    }
    let Some(chute) = hazards.chute_of(to).filter(|chute| !chute.squares.contains(from)) else {
        return ControlFlow::Continue(());
    };
    match who {
        PieceId::Marine(_) if table.side(who) == Side::Marine => ControlFlow::Continue(()),
        // Blips are not led into it: what goes in is a Genestealer that follows a Marine.
        PieceId::Blip(_) => o.must(false, rules!["SH-CHU-003"], At::Cell(to)),
        PieceId::Stealer(_) | PieceId::Marine(_) => {
            let mut others = table.stealers_on_map().chain(table.brood_on_map());
            let another = others.any(|(_, cell)| chute.squares.contains(cell));
            o.must(!another, rules!["SH-CHU-003"], At::Cell(to))
        }
    }
}

/// Whether an action uses a weapon other than to strike with.
fn uses_weapon(action: Action) -> bool {
    action.fires()
        || matches!(
            action,
            Action::Aspect(_)
                | Action::Harlequin(_)
                | Action::Blast(_)
                | Action::Overwatch
                | Action::SelfDestruct
                | Action::Detonate
        )
}

/// SH-TOX-006: who has traded his weapons and carries something uses neither gun nor hammer.
pub(super) fn check_arms_full<O: Objections>(
    table: &Table,
    index: u8,
    action: Action,
    o: &mut O,
) -> ControlFlow<()> {
    let free = !uses_weapon(action) || table.carried_by(index).is_none();
    o.must(free, rules!["SH-TOX-006", "SH-SMF-007"], At::Piece(PieceId::Marine(index)))
}

/// SH-TOX-001, SH-TOX-002, SH-TOX-006: what a Marine with a canister in his arms cannot do.
pub(super) fn check_load<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    action: Action,
    o: &mut O,
) -> ControlFlow<()> {
    let PieceId::Marine(index) = who else { return ControlFlow::Continue(()) };
    if table.load_of(index).is_none() {
        return ControlFlow::Continue(());
    }
    match action {
        _ if uses_weapon(action) => o.must(false, rules!["SH-TOX-002", "SH-TOX-006"], At::Piece(who)),
        Action::Assault(_) | Action::Cut(_) => {
            o.must(false, rules!["SH-TOX-006", "SH-TOX-002"], At::Piece(who))
        }
        // SH-TOX-001: a few steps, up and down as well, and no leaps.
        Action::Leap(_) => o.must(false, rules!["SH-TOX-001"], At::Piece(who)),
        Action::Move(_) | Action::MoveJump(_) | Action::Climb(_) | Action::Jump => {
            let left = table.hauled(index) < fixed.numbers().carrier.steps;
            o.must(left, rules!["SH-TOX-001"], At::Piece(who))
        }
        _ => ControlFlow::Continue(()),
    }
}

/// SH-TOX-003, SH-TOX-006, SH-WLI-003: a canister on the Marine's own square, and hands to take it.
pub(super) fn check_pick_up<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    o: &mut O,
) -> ControlFlow<()> {
    let (PieceId::Marine(index), Some(cell)) = (who, table.cell(who)) else {
        return o.must(false, rules!["SH-TOX-003"], At::Piece(who));
    };
    check_hands(fixed, index, o)?;
    let free = table.load_of(index).is_none() && table.load_on(cell).is_some();
    o.must(free, rules!["SH-TOX-003"], At::Cell(cell))
}

/// SH-TOX-006, SH-WLI-003: whether a Marine has a hand for anything but his weapons.
pub(super) fn check_hands<O: Objections>(fixed: &Fixed, index: u8, o: &mut O) -> ControlFlow<()> {
    let profile = fixed.profile(index);
    let reasons = if profile.has(crate::profile::Melee::LightningClaws) {
        rules!["SH-WLI-003", "SH-TOX-006"]
    } else {
        rules!["SH-TOX-006"]
    };
    o.must(profile.picks_up, reasons, At::Piece(PieceId::Marine(index)))
}

/// SH-TOX-003: onto his own square, where none lies yet.
pub(super) fn check_put_down<O: Objections>(table: &Table, who: PieceId, o: &mut O) -> ControlFlow<()> {
    let (PieceId::Marine(index), Some(cell)) = (who, table.cell(who)) else {
        return o.must(false, rules!["SH-TOX-003"], At::Piece(who));
    };
    let room = table.load_of(index).is_some() && table.load_on(cell).is_none();
    o.must(room, rules!["SH-TOX-003"], At::Cell(cell))
}

/// The opening of an air shaft on a square.
pub fn at_opening(fixed: &Fixed, cell: Cell) -> Option<&Opening> {
    let openings = fixed.mission.hazards.shafts.iter().flat_map(|shaft| &shaft.openings);
    openings.into_iter().find(|opening| opening.outside == cell)
}

/// SH-TOX-005: at an air shaft, with a canister that is not armed yet.
pub(super) fn check_arm<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    o: &mut O,
) -> ControlFlow<()> {
    check_at_shaft(fixed, table, who, false, o)
}

/// SH-TOX-005: at an air shaft, with a canister that is armed.
pub(super) fn check_drop<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    o: &mut O,
) -> ControlFlow<()> {
    check_at_shaft(fixed, table, who, true, o)
}

fn check_at_shaft<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    armed: bool,
    o: &mut O,
) -> ControlFlow<()> {
    let (PieceId::Marine(index), Some(cell)) = (who, table.cell(who)) else {
        return o.must(false, rules!["SH-TOX-005"], At::Piece(who));
    };
    let ready = table.load_of(index).is_some_and(|load| table.things.loads[load].armed == armed);
    o.must(ready, rules!["SH-TOX-005"], At::Piece(who))?;
    o.must(at_opening(fixed, cell).is_some(), rules!["SH-TOX-005"], At::Cell(cell))
}
