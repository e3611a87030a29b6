//! Who may fire at what: SH-TGT, SH-LOS, SH-ARC, and the weapons' own conditions.

use std::ops::ControlFlow;

use grognard_engine::switch::{all_apply, applies};
use grognard_engine::target::Need;
use grognard_engine::{Rules, rule, rules};
use grognard_space::grid::{Cell, CellSet, Dir, Facing};

use super::{At, Objections};
use crate::Fixed;
use crate::eldar::exarch::in_reach;
use crate::harlequin;
use crate::piece::{Marine, Mark, PieceId};
use crate::profile::Ranged;
use crate::table::{Side, Table};
use crate::weapon::{Class, behind};

/// A Marine that is on the map, with its square.
fn shooter(table: &Table, who: PieceId) -> Option<(&Marine, Cell)> {
    let PieceId::Marine(index) = who else { return None };
    let marine = table.marines.get(index as usize)?;
    Some((marine, marine.cell()?))
}

/// The state of the weapon: jams, ammunition.
fn check_weapon<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    marine: &Marine,
    weapon: Ranged,
    who: PieceId,
    o: &mut O,
) -> ControlFlow<()> {
    if let (PieceId::Marine(index), Some(listed)) = (who, fixed.weapon(weapon)) {
        o.must(listed.aims(), rules!["SH-WPN-006", "SH-TGT-002"], At::Piece(who))?;
        return check_listed(fixed, table, index, weapon, o);
    }
    o.must(!marine.jammed, rules!["SH-JAM-004"], At::Piece(who))?;
    // SH-WHF-020: a flamer fills sections and has no shot at a single target.
    o.must(weapon != Ranged::HeavyFlamer, rules!["SH-WHF-020", "SH-WHF-001"], At::Piece(who))?;
    let empty = weapon == Ranged::AssaultCannon && marine.ammo == 0;
    o.must(!empty, rules!["SH-WAC-007"], At::Piece(who))
}

/// The state of a weapon of the charts: jams, ammunition, recharging.
pub(crate) fn check_listed<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    index: u8,
    weapon: Ranged,
    o: &mut O,
) -> ControlFlow<()> {
    let who = PieceId::Marine(index);
    let marine = &table.marines[index as usize];
    let own = fixed.profile(index).ranged == Some(weapon);
    o.must(!(own && marine.jammed), rules!["SH-JAM-004"], At::Piece(who))?;
    let Some(listed) = fixed.weapon(weapon) else { return ControlFlow::Continue(()) };
    if listed.shots.is_some() {
        let left = if own { marine.ammo } else { marine.store };
        o.must(left > 0, behind(weapon).shot, At::Piece(who))?;
    }
    // SH-WPL-001: every second turn. A heavy plasma gun recharges as a whole.
    let plasma = listed.recharges || weapon == Ranged::HeavyPlasmaRapid;
    o.must(!plasma || marine.recharge == 0, rules!["SH-WPL-001", "SH-WPL-005"], At::Piece(who))
}

/// What a mark is for the charts.
pub fn class_of(fixed: &Fixed, table: &Table, mark: Mark) -> Class {
    match mark {
        Mark::Model(piece) => fixed.class(piece),
        Mark::Door(at) if table.things.bulkheads.contains(at) => Class::Bulkhead,
        Mark::Door(_) => Class::Door,
    }
}

/// SH-DOR-020, SH-BLK-005, SH-LAD-006: what a weapon can do nothing to.
fn check_harm<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    weapon: Ranged,
    mark: Mark,
    o: &mut O,
) -> ControlFlow<()> {
    if let Some(listed) = fixed.weapon(weapon) {
        let class = class_of(fixed, table, mark);
        let harms = listed.need(class, 0) != Need::Impossible;
        let reasons = match class {
            Class::Bulkhead => rules!["SH-BLK-005", "SH-DOR-020"],
            Class::Door => rules!["SH-DOR-020"],
            _ => rules!["SH-WPN-002"],
        };
        let at = match mark {
            Mark::Door(at) => At::Cell(at),
            Mark::Model(piece) => At::Piece(piece),
        };
        return o.must(harms, reasons, at);
    }
    match mark {
        Mark::Door(at) if table.things.bulkheads.contains(at) => {
            let harms = weapon == Ranged::AssaultCannon;
            o.must(harms, rules!["SH-BLK-005", "SH-DOR-020"], At::Cell(at))
        }
        // SH-LAD-006: ladders are proof against bolters and cannon.
        Mark::Door(at) if table.things.ladders.contains(at) => {
            o.must(false, rules!["SH-LAD-006"], At::Cell(at))
        }
        _ => ControlFlow::Continue(()),
    }
}

/// SH-TGT-001: what may be fired at, seen from a square with a facing.
fn check_target<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    (from, facing, seen): (Cell, Facing, &CellSet),
    mark: Mark,
    o: &mut O,
) -> ControlFlow<()> {
    let target = match mark {
        Mark::Door(door) => {
            // SH-DOR-012: only closed doors can be fired at; SH-RUB-004: rubble cannot.
            let reasons = if table.things.rubble.contains(door) {
                rules!["SH-RUB-004", "SH-DOR-012"]
            } else {
                rules!["SH-DOR-012"]
            };
            o.must(table.thing(door).is_some(), reasons, At::Cell(door))?;
            super::assault::check_lift(fixed, table, door, o)?;
            door
        }
        Mark::Model(piece) => {
            // SH-TGT-004, SH-FAQ-001: never at another Marine.
            spares(super::endangers(table, who, piece), At::Piece(piece), o)?;
            // SH-TGT-001: at models; a counter is none, whoever's it is.
            o.must(
                !matches!(piece, PieceId::Blip(_)) && piece != who,
                rules!["SH-TGT-001"],
                At::Piece(piece),
            )?;
            let Some(cell) = table.cell(piece) else {
                return o.must(false, rules!["SH-ENP-006", "SH-ENP-007", "SH-LOS-013"], At::Piece(piece));
            };
            cell
        }
    };
    // SH-TGT-001, SH-DOR-013: in sight and arc.
    let door = matches!(mark, Mark::Door(_));
    if !applies(rule!("SH-TGT-001")) || door && !applies(rule!("SH-DOR-013")) {
        return ControlFlow::Continue(());
    }
    // SH-TGT-005: at any distance; SH-WHF-006: at the edge of a fire, too.
    o.by_where(rules!["SH-TGT-005"], At::Cell(target), || fixed.mission.grid.distance(from, target) == 1)?;
    o.by_where(rules!["SH-WHF-006"], At::Cell(target), || table.burning.contains(target))?;
    // SH-MLV-003, SH-MLV-005: down through a hole, and up.
    let level = |cell| fixed.mission.grid.coord(cell).level;
    o.by_where(rules!["SH-MLV-003"], At::Cell(target), || level(from) != level(target))?;
    o.by_where(rules!["SH-MLV-005"], At::Cell(target), || level(from) < level(target))?;
    if !seen.contains(target) {
        let reasons = if o.explains() {
            sight_reasons(fixed, table, from, facing, target)
        } else {
            rules!["SH-TGT-001"]
        };
        o.must(false, reasons, At::Cell(target))?;
    }
    o.must(
        fixed.sight().cone(from, facing).contains(target),
        rules!["SH-ARC-001", "SH-ARC-002", "SH-TGT-001", "SH-DOR-013", "SH-ACT-016"],
        At::Cell(target),
    )
}

/// Why a square is not seen: behind the viewer, or what stands in the way.
pub fn sight_reasons(fixed: &Fixed, table: &Table, from: Cell, facing: Facing, target: Cell) -> Rules {
    if !fixed.sight().half(from, facing).contains(target) {
        return rules!["SH-LOS-001", "SH-TGT-001", "SH-DOR-013", "SH-ACT-016"];
    }
    let grid = &fixed.mission.grid;
    let hazards = &fixed.mission.hazards;
    let in_shaft = hazards.in_shafts().contains(target);
    if in_shaft != hazards.in_shafts().contains(from) && fixed.sight().line(from, target).is_none() {
        return rules!["SH-LOS-016", "SH-AIR-003", "SH-TGT-001"];
    }
    if hazards.chute_of(from).map(|chute| chute.hatch) != hazards.chute_of(target).map(|chute| chute.hatch) {
        return rules!["SH-CHU-006", "SH-TGT-001"];
    }
    let (a, b) = (grid.coord(from), grid.coord(target));
    if a.level != b.level {
        return rules!["SH-LOS-014", "SH-LOS-015", "SH-TGT-001"];
    }
    let straight = a.x == b.x || a.y == b.y;
    // Diagonal neighbours have nothing between them but a corner.
    let next_to = grid.distance(from, target) == 1;
    let Some(line) = fixed.sight().line(from, target) else {
        return if straight {
            rules!["SH-LOS-005", "SH-LOS-003", "SH-BRD-006", "SH-TGT-001"]
        } else if next_to {
            rules!["SH-LOS-007", "SH-LOS-003", "SH-BRD-006", "SH-TGT-001"]
        } else {
            rules!["SH-LOS-006", "SH-LOS-003", "SH-LOS-007", "SH-BRD-006", "SH-TGT-001"]
        };
    };
    let blocks = fixed.sight().obstacles(from, target, &table.opaque(), &table.models());
    if blocks.intersects(&table.closed) {
        return rules!["SH-DOR-006", "SH-LOS-003", "SH-TGT-001"];
    }
    if blocks.intersects(table.shut()) {
        return rules!["SH-LOS-004", "SH-CRT-001", "SH-CRY-001", "SH-BLK-001", "SH-TGT-001"];
    }
    if blocks.intersects(&table.burning) {
        return rules!["SH-WHF-005", "SH-LOS-003", "SH-LOS-008", "SH-WHF-006", "SH-TGT-001"];
    }
    if let Some(smoke) = table.things.smokes.iter().find(|smoke| smoke.cells.intersects(&blocks)) {
        return if smoke.frag {
            rules!["SH-WGR-008", "SH-LOS-003", "SH-TGT-001"]
        } else {
            rules!["SH-WGR-004", "SH-LOS-003", "SH-TGT-001"]
        };
    }
    let corner = next_to || line.pairs.iter().flatten().any(|cell| blocks.contains(*cell));
    match (straight, corner) {
        (true, _) => {
            rules!["SH-LOS-005", "SH-LOS-003", "SH-LOS-011", "SH-TGT-006", "SH-ACT-016"]
        }
        (false, false) => rules!["SH-LOS-006", "SH-LOS-003", "SH-LOS-011", "SH-TGT-006", "SH-ACT-016"],
        (false, true) => rules!["SH-LOS-007", "SH-LOS-003", "SH-LOS-011", "SH-TGT-006", "SH-ACT-016"],
    }
}

/// SH-ACT-016, SH-TGT-001: a shot from where the model stands.
pub(super) fn check_fire<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    weapon: Ranged,
    mark: Mark,
    o: &mut O,
) -> ControlFlow<()> {
    let (PieceId::Marine(index), Some((marine, cell))) = (who, shooter(table, who)) else {
        return o.must(false, rules!["SH-ACT-016"], At::Piece(who));
    };
    check_aimed(fixed, table, who, weapon, (cell, marine.facing, table.seen_by(index)), mark, o)
}

/// SH-TGT-001, SH-WPN-004: not farther than the chart says.
fn check_range<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    from: Cell,
    weapon: Ranged,
    mark: Mark,
    o: &mut O,
) -> ControlFlow<()> {
    let target = match mark {
        Mark::Door(at) => Some(at),
        Mark::Model(piece) => table.cell(piece),
    };
    match (fixed.weapon(weapon).and_then(|listed| listed.range), target) {
        (Some(range), Some(at)) => o.must(fixed.range(from, at) <= range, behind(weapon).range, At::Cell(at)),
        _ => ControlFlow::Continue(()),
    }
}

/// SH-ACT-010, SH-MAF-002, SH-MAF-005: a shot after a step, judged from the new square.
#[expect(clippy::too_many_arguments, reason = "an action with all its parts, and what is known of it")]
pub(super) fn check_move_fire<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    to: Cell,
    weapon: Ranged,
    mark: Mark,
    seen: Option<&CellSet>,
    o: &mut O,
) -> ControlFlow<()> {
    let (PieceId::Marine(index), Some((marine, cell))) = (who, shooter(table, who)) else {
        return o.must(false, rules!["SH-ACT-010"], At::Piece(who));
    };
    let moves = fixed.weapon(weapon).map_or(weapon != Ranged::HeavyFlamer, |listed| listed.moves);
    if !moves && !harlequin::legal::handles(fixed, index, weapon) {
        o.must(false, behind(weapon).still, At::Piece(who))?;
    }
    // SH-MAF-004: ahead or back, but not to the side, however light one is on one's feet.
    let aside = harlequin::legal::kind_of(fixed, table, who, to) == Some(super::StepKind::Sideways);
    o.must(!aside || fixed.profile(index).is_guard(), rules!["SH-MAF-004"], At::Cell(to))?;
    let seen = seen.copied().unwrap_or_else(|| table.view_after_step(fixed, cell, to, marine.facing));
    let target = match mark {
        Mark::Door(door) => Some(door),
        Mark::Model(piece) => table.cell(piece),
    };
    o.must(target.is_none_or(|target| seen.contains(target)), rules!["SH-MAF-002"], At::Cell(to))?;
    // SH-MAF-003, SH-FAQ-003: what the step brings into sight; SH-MAF-004: any step ahead or back; SH-WAC-014: a
    // cannon as well.
    let known = || target.is_some_and(|target| table.seen_by(index).contains(target));
    let ahead = || fixed.mission.grid.direction(cell, to).is_some_and(|dir| dir == Dir::from(marine.facing));
    o.by_where(rules!["SH-MAF-003", "SH-FAQ-003"], At::Cell(to), || !known())?;
    o.by_where(rules!["SH-MAF-004"], At::Cell(to), || !ahead())?;
    o.by_where(rules!["SH-WAC-014"], At::Cell(to), || weapon == Ranged::AssaultCannon)?;
    o.by(rules!["SH-ACT-010"], At::Cell(to))?;
    if let Mark::Model(PieceId::Blip(blip)) = mark {
        return check_uncovered(fixed, table, who, weapon, (to, marine.facing, seen), blip, o);
    }
    check_aimed(fixed, table, who, weapon, (to, marine.facing, seen), mark, o)
}

/// SH-ACT-014, SH-FAQ-002: a shot after a quarter turn.
#[expect(clippy::too_many_arguments, reason = "an action with all its parts, and what is known of it")]
pub(super) fn check_turn_fire<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    facing: Facing,
    weapon: Ranged,
    mark: Mark,
    seen: Option<&CellSet>,
    o: &mut O,
) -> ControlFlow<()> {
    let (PieceId::Marine(index), Some((marine, cell))) = (who, shooter(table, who)) else {
        return o.must(false, rules!["SH-ACT-014"], At::Piece(who));
    };
    o.by(rules!["SH-ACT-014"], At::Piece(who))?;
    o.must(marine.facing.turns_to(facing) == 1, rules!["SH-ACT-014", "SH-FAQ-002"], At::Piece(who))?;
    let moves = fixed.weapon(weapon).map_or(weapon != Ranged::HeavyFlamer, |listed| listed.moves);
    let moves = moves || harlequin::legal::handles(fixed, index, weapon);
    o.must(moves, rules!["SH-ACT-014", "SH-MAF-005"], At::Piece(who))?;
    let seen = seen.copied().unwrap_or_else(|| table.view_from(fixed, cell, facing));
    if let Mark::Model(PieceId::Blip(blip)) = mark {
        return check_uncovered(fixed, table, who, weapon, (cell, facing, seen), blip, o);
    }
    check_aimed(fixed, table, who, weapon, (cell, facing, seen), mark, o)
}

/// SH-MAF-003: a shot at a blip that the first part of the action brings into sight: it is converted before the shot
/// (SH-CNV-003), and the target is named then.
fn check_uncovered<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    weapon: Ranged,
    (from, facing, seen): (Cell, Facing, CellSet),
    blip: u8,
    o: &mut O,
) -> ControlFlow<()> {
    let piece = PieceId::Blip(blip);
    let Some(cell) = table.cell(piece) else {
        return o.must(false, rules!["SH-ENP-006", "SH-ENP-007", "SH-LOS-013"], At::Piece(piece));
    };
    // SH-TGT-001: at models; a counter is none, unless it is turned over first.
    let turned_over = table.side(who) == Side::Marine && seen.contains(cell);
    o.must(turned_over, rules!["SH-TGT-001"], At::Piece(piece))?;
    o.by(rules!["SH-CNV-003"], At::Piece(piece))?;
    o.must(fixed.sight().cone(from, facing).contains(cell), rules!["SH-TGT-001"], At::Cell(cell))?;
    match shooter(table, who) {
        Some((marine, _)) => check_weapon(fixed, table, marine, weapon, who, o),
        None => ControlFlow::Continue(()),
    }
}

/// A shot from a square, with a facing and what is seen from there: the weapon works, and the target may be hit.
fn check_aimed<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    weapon: Ranged,
    (from, facing, seen): (Cell, Facing, CellSet),
    mark: Mark,
    o: &mut O,
) -> ControlFlow<()> {
    if let Some((marine, _)) = shooter(table, who) {
        check_weapon(fixed, table, marine, weapon, who, o)?;
        check_harm(fixed, table, weapon, mark, o)?;
    }
    check_target(fixed, table, who, (from, facing, &seen), mark, o)?;
    if let Mark::Model(piece) = mark {
        check_hidden(fixed, table, from, piece, o)?;
        // SH-EXA-013: nobody finds him from afar.
        let near = table.cell(piece).is_none_or(|at| in_reach(fixed, from, piece, at));
        o.must(near, rules!["SH-EXA-013"], At::Piece(piece))?;
    }
    check_range(fixed, table, from, weapon, mark, o)
}

/// SH-TYR-006: some creatures are not to be made out from afar.
fn check_hidden<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    from: Cell,
    piece: PieceId,
    o: &mut O,
) -> ControlFlow<()> {
    let hidden = table.cell(piece).is_some_and(|at| !fixed.discernible(from, piece, at));
    o.must(!hidden, rules!["SH-TYR-006"], At::Piece(piece))
}

/// SH-DOR-021, SH-WHF-008: the squares a flamer shot at this square sets on fire.
pub fn flame_extent(fixed: &Fixed, table: &Table, start: Cell) -> CellSet {
    // SH-BRD-002: a section at a time.
    if !applies(rule!("SH-BRD-002")) {
        return CellSet::from(start);
    }
    let number = Table::section(fixed, start);
    let section = fixed.mission.sections[number];
    let stops = all_apply(rules!["SH-DOR-007", "SH-WHF-008"]);
    let shut = if stops { table.fire_stops() } else { CellSet::EMPTY };
    if fixed.is_joined(number) && !shut.intersects(&section) {
        return section;
    }
    fixed.mission.grid.filled(start, &section, &shut)
}

/// SH-WHF-002 to SH-WHF-011, SH-WPN-008: a flamer shot at the section around a square.
pub(super) fn check_flame<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    (cell, facing, view): (Cell, Facing, CellSet),
    at: Cell,
    o: &mut O,
) -> ControlFlow<()> {
    let (PieceId::Marine(index), Some((marine, stands))) = (who, shooter(table, who)) else {
        return o.must(false, rules!["SH-WHF-001"], At::Piece(who));
    };
    o.by(rules!["SH-WHF-001"], At::Piece(who))?;
    o.must(marine.ammo > 0, rules!["SH-WHF-001", "SH-WHF-013"], At::Piece(who))?;
    let section = Table::section(fixed, at);
    let own = section == Table::section(fixed, cell) && applies(rule!("SH-WPN-008"));
    o.must(!own, rules!["SH-WHF-004", "SH-WPN-008"], At::Cell(at))?;
    // SH-BLK-007: nor can a bulkhead be flamed.
    let reasons = if table.things.bulkheads.contains(at) {
        rules!["SH-BLK-007", "SH-BLK-001", "SH-WPN-008"]
    } else {
        rules!["SH-WHF-007", "SH-DOR-014", "SH-WPN-008"]
    };
    o.must(!table.fire_stops().contains(at), reasons, At::Cell(at))?;
    let seen = view.contains(at) && fixed.sight().cone(cell, facing).contains(at);
    if !seen {
        let mut reasons = rules!["SH-TGT-002", "SH-WHF-002"];
        if o.explains() && !view.contains(at) {
            reasons = sight_reasons(fixed, table, cell, facing, at);
        }
        o.must(false, reasons, At::Cell(at))?;
    }
    let listed = fixed.profile(index).ranged.and_then(|weapon| fixed.weapon(weapon));
    let range = listed.and_then(|listed| listed.range).unwrap_or(fixed.numbers().flamer.range);
    let within = |other| fixed.range(cell, other) <= range;
    let near = within(at) || fixed.mission.sections[section].iter().any(within);
    o.must(near, rules!["SH-WHF-002", "SH-TGT-002"], At::Cell(at))?;
    let shots = table.fires[section].shots;
    o.must(shots < fixed.numbers().flame_limit.per_turn, rules!["SH-WHF-011"], At::Cell(at))?;
    if !fixed.options.friendly_fire && table.models().intersects(&fixed.mission.sections[section]) {
        let mut spared = table.spared_by(table.side(who));
        if stands != cell {
            // Who has stepped out of it is not in it.
            spared.remove(stands);
        }
        let friend = spared.intersects(&fixed.mission.sections[section])
            && flame_extent(fixed, table, at).intersects(&spared);
        spares(friend, At::Cell(at), o)?;
    }
    ControlFlow::Continue(())
}

/// Everything full auto would be rolled for (SH-WAC-003).
pub fn full_auto_targets(fixed: &Fixed, table: &Table, index: u8) -> Vec<Mark> {
    let marine = &table.marines[index as usize];
    let Some(cell) = marine.cell() else { return Vec::new() };
    let swept = table.seen_by(index) & *fixed.sight().cone(cell, marine.facing);
    let stealers = table.stealers_on_map().map(|(i, cell)| (PieceId::Stealer(i), cell));
    let profiled = table.models_of(Side::Stealer).chain(table.models_of(Side::Marine));
    let mut marks: Vec<_> = stealers
        .chain(profiled.map(|(i, cell)| (PieceId::Marine(i), cell)))
        .filter(|(id, at)| swept.contains(*at) && fixed.discernible(cell, *id, *at))
        .filter(|(id, at)| in_reach(fixed, cell, *id, *at))
        .map(|(id, _)| Mark::Model(id))
        .collect();
    // SH-BLK-005: full auto does nothing to bulkheads.
    // SH-LAD-006: nor to ladders.
    let things = table.targets(fixed).minus(&table.things.ladders);
    let things = if applies(rule!("SH-BLK-005")) { things.minus(&table.things.bulkheads) } else { things };
    marks.extend(fixed.mission.hazards.one_of_each(swept & things).iter().map(Mark::Door));
    marks
}

/// SH-WAC-003, SH-WAC-005: full auto.
pub(super) fn check_full_auto<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    o: &mut O,
) -> ControlFlow<()> {
    let (PieceId::Marine(index), Some((marine, _))) = (who, shooter(table, who)) else {
        return o.must(false, rules!["SH-WAC-003"], At::Piece(who));
    };
    o.must(marine.ammo >= fixed.numbers().full_auto_ammo.bursts, rules!["SH-WAC-005"], At::Piece(who))?;
    let targets = full_auto_targets(fixed, table, index);
    o.must(!targets.is_empty(), rules!["SH-WAC-003"], At::Piece(who))?;
    let friend =
        targets.iter().any(|mark| matches!(mark, Mark::Model(piece) if super::endangers(table, who, *piece)));
    spares(friend && !fixed.options.friendly_fire, At::Piece(who), o)
}

/// SH-TGT-004, SH-FAQ-001: never at one's own.
fn spares<O: Objections>(friend: bool, at: At, o: &mut O) -> ControlFlow<()> {
    o.must_by_all(!friend, rules!["SH-TGT-004", "SH-FAQ-001"], at)
}

/// SH-OVW-001, SH-WHF-019: setting overwatch.
pub(super) fn check_overwatch<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    o: &mut O,
) -> ControlFlow<()> {
    let (PieceId::Marine(index), Some((marine, _))) = (who, shooter(table, who)) else {
        return o.must(false, rules!["SH-OVW-001"], At::Piece(who));
    };
    let ranged = fixed.profile(index).ranged;
    if let Some((weapon, listed)) = ranged.and_then(|weapon| Some((weapon, fixed.weapon(weapon)?))) {
        o.must(listed.overwatch.is_some(), behind(weapon).blind, At::Piece(who))?;
        // SH-DRP-004: what the launcher is loaded with has to be said.
        o.must(!listed.finder, rules!["SH-DRP-004"], At::Piece(who))?;
        o.must(!marine.jammed, rules!["SH-OVW-001"], At::Piece(who))?;
        return o.must(!marine.overwatch, rules!["SH-OVW-001"], At::Piece(who));
    }
    let flamer = ranged == Some(Ranged::HeavyFlamer);
    o.must(!flamer, rules!["SH-WHF-019", "SH-OVW-001", "SH-ACT-020"], At::Piece(who))?;
    o.must(ranged.is_some(), rules!["SH-OVW-001", "SH-ACT-020"], At::Piece(who))?;
    let empty = ranged == Some(Ranged::AssaultCannon) && marine.ammo == 0;
    o.must(!empty, rules!["SH-WAC-007", "SH-OVW-001"], At::Piece(who))?;
    o.by_where(rules!["SH-WAC-009"], At::Piece(who), || ranged == Some(Ranged::AssaultCannon))?;
    o.must(!marine.jammed, rules!["SH-OVW-001"], At::Piece(who))?;
    o.must(!marine.overwatch, rules!["SH-OVW-001"], At::Piece(who))
}

/// SH-ACT-018: clearing a jam.
pub(super) fn check_clear_jam<O: Objections>(table: &Table, who: PieceId, o: &mut O) -> ControlFlow<()> {
    let jammed = shooter(table, who).is_some_and(|(marine, _)| marine.jammed);
    o.by(rules!["SH-ACT-018"], At::Piece(who))?;
    o.must(jammed, rules!["SH-ACT-018", "SH-JAM-005"], At::Piece(who))
}

/// SH-ACT-022: reloading.
pub(super) fn check_reload<O: Objections>(
    fixed: &Fixed,
    table: &Table,
    who: PieceId,
    o: &mut O,
) -> ControlFlow<()> {
    let (PieceId::Marine(index), Some((marine, _))) = (who, shooter(table, who)) else {
        return o.must(false, rules!["SH-ACT-022"], At::Piece(who));
    };
    let reasons = match fixed.profile(index).ranged {
        Some(Ranged::HeavyFlamer) => rules!["SH-WHF-014", "SH-ACT-022"],
        Some(Ranged::AssaultCannon) => rules!["SH-WAC-006", "SH-ACT-022"],
        Some(Ranged::Flamer | Ranged::HandFlamer) => rules!["SH-WSF-003", "SH-ACT-022"],
        Some(Ranged::DragonMelta) => rules!["SH-FDR-002", "SH-ACT-022"],
        Some(Ranged::Firepike) => rules!["SH-EXA-007", "SH-ACT-022"],
        _ => return o.must(false, rules!["SH-ACT-022"], At::Piece(who)),
    };
    o.must(marine.reloads > 0, reasons, At::Piece(who))
}

/// SH-WHF-017: blowing up the flamer needs fuel.
pub(super) fn check_self_destruct<O: Objections>(table: &Table, who: PieceId, o: &mut O) -> ControlFlow<()> {
    let fuel = shooter(table, who).is_some_and(|(marine, _)| marine.ammo > 0);
    o.must(fuel, rules!["SH-WHF-017"], At::Piece(who))
}
