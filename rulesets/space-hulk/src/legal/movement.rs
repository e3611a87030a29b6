//! Moving and turning: SH-MOV, SH-FAC, SH-TUR.

use std::ops::ControlFlow;

use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};
use grognard_space::grid::{Cell, Dir, Facing, Side};

use super::assault::front;
use super::hazards::{check_passage, in_the_way};
use super::{At, Objections};
use crate::Fixed;
use crate::harlequin;
use crate::hazard::Thing;
use crate::piece::PieceId;
use crate::psychic;
use crate::table::Table;

/// How a step lies to a model's facing.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// To one of the three front squares.
    Forward,
    /// To one of the three rear squares.
    Backward,
    /// To the left or right.
    Sideways,
}

impl StepKind {
    /// All of them, in the order of their numbers.
    pub const ALL: [StepKind; 3] = [StepKind::Forward, StepKind::Backward, StepKind::Sideways];
}

/// How a step of a piece to an adjacent square counts; every direction is forward for a blip (SH-BLP-003).
pub fn step_kind(table: &Table, who: PieceId, dir: Dir) -> StepKind {
    let Some(facing) = table.facing(who) else { return StepKind::Forward };
    let side = Side::of(facing, dir);
    if side.is_front() {
        StepKind::Forward
    } else if side.is_rear() {
        StepKind::Backward
    } else {
        StepKind::Sideways
    }
}

/// SH-MOV-002 to SH-MOV-009, SH-BLP-004 to SH-BLP-006: one step to an adjacent square.
pub(super) fn check_move<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    to: Cell,
    o: &mut O,
) -> ControlFlow<()> {
    let grid = &fixed.mission.grid;
    let Some(from) = table.cell(who) else {
        // SH-ENP-004: pieces in entry areas step onto the board square, and nowhere else.
        return o.must(false, rules!["SH-ENP-004"], At::Piece(who));
    };
    // Thin walls part passages in the walls from what they run beside.
    let Some(dir) = grid.direction(from, to).filter(|dir| grid.step(from, *dir) == Some(to)) else {
        return o.must(false, rules!["SH-MOV-002"], At::Cell(to));
    };
    check_step(fixed, table, who, Stride { from, dir, to, kind: step_kind(table, who, dir) }, o)
}

/// A step over the border between two squares.
#[derive(Copy, Clone, Debug)]
pub(super) struct Stride {
    pub from: Cell,
    pub dir: Dir,
    pub to: Cell,
    pub kind: StepKind,
}

/// The same for a step that is known to lead to a neighbouring square.
pub(super) fn check_step<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    Stride { from, dir, to, kind }: Stride,
    o: &mut O,
) -> ControlFlow<()> {
    let grid = &fixed.mission.grid;
    // SH-ACT-009
    let sideways = kind == StepKind::Sideways
        && matches!(who, PieceId::Marine(index)
            if !fixed.profile(index).sidesteps && !harlequin::legal::agile(fixed, index));
    o.must(!sideways, rules!["SH-ACT-009", "SH-MOV-001"], At::Cell(to))?;
    o.must(
        !table.occupied().contains(to),
        rules!["SH-BRD-003", "SH-BRD-004", "SH-MOV-002", "SH-MOV-004"],
        At::Cell(to),
    )?;
    if table.shut().contains(to) {
        o.must(false, in_the_way(table, to), At::Cell(to))?;
    }
    if fixed.mission.hazards.has_passages() {
        check_passage(fixed, table, who, from, to, o)?;
    }
    // SH-PIT-011: what is nimble crosses a hole.
    o.by_where(rules!["SH-PIT-011"], At::Cell(to), || {
        table.is_pitfall(to) && !matches!(who, PieceId::Marine(_))
    })?;
    o.by_where(rules!["SH-DOR-004"], At::Cell(to), || table.open.contains(to))?;
    check_fire_at_feet(fixed, table, Some(from), to, o)?;
    if dir.is_diagonal() {
        // SH-MOV-005: at least one of the two squares beside the diagonal must be free.
        let blocked = table.occupied() | *table.shut();
        o.must(grid.corner_open(from, dir, &blocked), rules!["SH-MOV-005", "SH-ACT-007"], At::Cell(to))?;
        let corner = dir.flanks().into_iter().any(|flank| grid.step(from, flank).is_none());
        // SH-ACT-008, SH-AMB-001: backwards never around a corner.
        let backward = kind == StepKind::Backward;
        o.must(!(backward && corner), rules!["SH-ACT-008", "SH-MOV-006"], At::Cell(to))?;
        o.must(!(fixed.options.strict_corners && corner), rules!["SH-MOV-006", "SH-AMB-001"], At::Cell(to))?;
    }
    if let PieceId::Blip(index) = who {
        check_blip_square(fixed, table, index, to, o)?;
    }
    ControlFlow::Continue(())
}

/// SH-MOV-009, SH-WHF-005: only what is inside a burning section may step onto its burning squares.
pub(crate) fn check_fire_at_feet<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    from: Option<Cell>,
    to: Cell,
    o: &mut O,
) -> ControlFlow<()> {
    if table.psychic.is_some() {
        psychic::legal::check_entry(fixed, table, from, to, o)?;
    }
    let inside = from.is_some_and(|from| {
        table.burning.contains(from) && Table::section(fixed, from) == Table::section(fixed, to)
    });
    let enters_fire = table.burning.contains(to) && !inside;
    o.must(!enters_fire, rules!["SH-MOV-009", "SH-WHF-005", "SH-WHF-010", "SH-MOV-004"], At::Cell(to))
}

/// SH-BLP-004 to SH-BLP-006: a blip goes neither into sight nor next to a Marine.
pub(super) fn check_blip_square<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    index: u8,
    to: Cell,
    o: &mut O,
) -> ControlFlow<()> {
    // SH-ABU-005: an ambush counter goes where it likes.
    if table.blips[index as usize].ambush && applies(rule!("SH-ABU-005")) {
        return ControlFlow::Continue(());
    }
    // SH-BLP-005: every single square of its way is judged.
    o.must_by_all(!table.is_seen(to), rules!["SH-BLP-004", "SH-BLP-005"], At::Cell(to))?;
    let grid = &fixed.mission.grid;
    // SH-AMB-015: next to, but not around a corner both of whose squares are shut.
    let near = |(_, cell): (u8, Cell)| {
        grid.neighbours(to).contains(cell) && grid.touching(cell, table.shut()).contains(to)
    };
    o.must(!table.marines_on_map().any(near), rules!["SH-BLP-006"], At::Cell(to))
}

/// SH-TUR-001, SH-TUR-002: turning on the spot.
pub(super) fn check_turn<O: Objections>(
    table: &Table,
    who: PieceId,
    to: Facing,
    o: &mut O,
) -> ControlFlow<()> {
    o.must(table.cell(who).is_some(), rules!["SH-ENP-004"], At::Piece(who))?;
    o.must(table.facing(who) != Some(to), rules!["SH-TUR-001"], At::Piece(who))
}

/// SH-HRL-004, SH-TYR-005, SH-TYR-015: straight ahead over a square with an obstacle to the free square behind it; creatures
/// over a model of their own side as well, but once a turn.
pub(super) fn check_leap<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    to: Cell,
    o: &mut O,
) -> ControlFlow<()> {
    let dancer = harlequin::harlequin(fixed, who).is_some();
    let leaper = matches!(who, PieceId::Marine(index) if fixed.profile(index).leaps);
    let leap = if dancer { rules!["SH-HRL-004"] } else { rules!["SH-TYR-015", "SH-TYR-005"] };
    o.must(leaper, leap, At::Piece(who))?;
    o.by(if dancer { leap } else { &leap[1..] }, At::Piece(who))?;
    let over = front(fixed, table, who);
    let behind =
        over.zip(table.facing(who)).and_then(|(over, facing)| fixed.mission.grid.step(over, facing.into()));
    o.must(behind == Some(to), &leap[..1], At::Cell(to))?;
    let (Some(over), PieceId::Marine(index)) = (over, who) else { return ControlFlow::Continue(()) };
    let thing = matches!(table.thing(over), Some(Thing::Crate | Thing::Tank));
    let obstacle = thing || table.things.rubble.contains(over) || table.things.holes.contains(over);
    let own = table.piece_at(over).is_some_and(|piece| !table.enemies(who, piece));
    let enemy = table.piece_at(over).is_some_and(|piece| table.enemies(who, piece));
    let passable = thing || !table.shut().contains(over);
    o.must((obstacle || own && !dancer) && !enemy && passable, &leap[..1], At::Cell(over))?;
    let free = if dancer { rules!["SH-HRL-004", "SH-BRD-003"] } else { rules!["SH-TYR-015", "SH-BRD-003"] };
    o.must(!table.occupied().contains(to), free, At::Cell(to))?;
    if table.shut().contains(to) {
        o.must(false, in_the_way(table, to), At::Cell(to))?;
    }
    check_fire_at_feet(fixed, table, table.cell(who), to, o)?;
    // SH-TYR-005: once a turn.
    let leapt = table.marines[index as usize].leapt && !dancer;
    o.must(!leapt, rules!["SH-TYR-005", "SH-TYR-015"], At::Piece(who))
}
