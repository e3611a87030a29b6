//! Rubble in the line of fire: SH-RUB-002, SH-RUB-003.

use grognard_engine::ctx::Step;
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{rule, rules};
use grognard_space::grid::Cell;
use smallvec::SmallVec;

use super::Cx;
use crate::Fixed;
use crate::event::Event;
use crate::piece::PieceId;
use crate::profile::Ranged;
use crate::state::State;
use crate::table::Table;

/// The squares with rubble a shot passes through or into. One the line only touches at a corner counts where the
/// square across that corner is blocked (SH-RUB-003).
pub fn on_the_way(fixed: &Fixed, table: &Table, from: Cell, to: Cell) -> SmallVec<[Cell; 4]> {
    let rubble = &table.things.rubble;
    let mut crossed = SmallVec::new();
    if rubble.is_empty() {
        return crossed;
    }
    if let Some(line) = fixed.sight().line(from, to) {
        crossed.extend(line.singles.iter().copied().filter(|cell| rubble.contains(*cell)));
        let blocked = table.opaque() | table.models();
        for [a, b] in line.pairs {
            for (cell, across) in [(*a, *b), (*b, *a)] {
                let counts = blocked.contains(across) || !applies(rule!("SH-RUB-003"));
                if rubble.contains(cell) && counts {
                    crossed.push(cell);
                }
            }
        }
    }
    if rubble.contains(to) {
        crossed.push(to);
    }
    crossed
}

/// Whether rubble does anything to a weapon's shots (SH-RUB-002, SH-RUB-004).
pub fn stops(weapon: Ranged) -> bool {
    matches!(weapon, Ranged::StormBolter | Ranged::AssaultCannon)
}

/// SH-RUB-002: the Stealer player rolls for each square of rubble a hit has passed; any 5 or 6 deflects it.
pub fn deflects(state: &State, cx: &mut Cx<'_>, by: PieceId, weapon: Ranged, to: Option<Cell>) -> Step<bool> {
    let fixed = cx.fixed();
    let (Some(from), Some(to)) = (state.table.cell(by), to) else { return Ok(false) };
    if !stops(weapon) {
        return Ok(false);
    }
    let mut deflected = false;
    let need = fixed.numbers().deflection.deflects;
    for rubble in on_the_way(fixed, &state.table, from, to) {
        let target = Target::new(Need::AtLeast(need), rule!("SH-RUB-002"));
        let [face] = cx.roll_against(6, "roll.rubble", rules!["SH-RUB-002", "SH-RUB-003"], &target)?;
        if face >= need {
            deflected = true;
            cx.emit(rules!["SH-RUB-002"], Event::Deflected { rubble });
        }
    }
    Ok(deflected)
}
