//! Who sees what, from the tables of sight kept up to date.

use grognard_engine::switch::{all_apply, applies};
use grognard_engine::{RuleId, Rules, rule, rules};
use grognard_space::grid::{Cell, CellSet, Facing};
use grognard_space::sight::Window;
use smallvec::SmallVec;

use super::{Side, Table};
use crate::Fixed;
use crate::guard::{self};
use crate::piece::PieceId;

/// The rules by which lines of sight are judged.
const LINES: Rules = rules!["SH-LOS-002", "SH-LOS-005", "SH-LOS-006", "SH-LOS-007"];

impl Table {
    /// What always blocks sight: closed doors and what is like them, and fire (SH-DOR-006, SH-LOS-004, SH-WHF-005).
    pub fn opaque(&self) -> CellSet {
        let shut = if applies(rule!("SH-DOR-006")) { self.shut } else { self.shut.minus(&self.closed) };
        let fire = if applies(rule!("SH-WHF-005")) { self.burning } else { CellSet::EMPTY };
        if !applies(rule!("SH-LOS-003")) {
            return CellSet::EMPTY;
        }
        // SH-PIT-002: holes are seen across.
        if !applies(rule!("SH-PIT-002")) {
            return shut | fire | self.things.holes.minus(&self.things.ladders);
        }
        let haze = self.psychic_haze();
        if self.things.smokes.is_empty() {
            shut | fire | haze
        } else {
            shut | fire | haze | self.things.smoke()
        }
    }

    /// What a Marine sees, facing included; nothing while it is off the map.
    pub fn seen_by(&self, marine: u8) -> CellSet {
        self.sight[marine as usize]
    }

    /// What any Marine sees.
    pub fn seen(&self) -> CellSet {
        self.sight.iter().take(self.crew as usize).fold(CellSet::EMPTY, |all, seen| all | *seen)
    }

    /// Whether two pieces are enemies.
    pub fn enemies(&self, a: PieceId, b: PieceId) -> bool {
        self.side(a) != self.side(b)
    }

    /// SH-PRN-003: whether a model lies on the ground.
    pub fn is_prone(&self, model: PieceId) -> bool {
        match model {
            PieceId::Marine(index) => self.marines[index as usize].prone,
            PieceId::Stealer(index) => self.stealers[index as usize].prone,
            PieceId::Blip(_) => false,
        }
    }

    /// Whether any Marine sees a square.
    pub fn is_seen(&self, cell: Cell) -> bool {
        self.sight[..self.crew as usize].iter().any(|seen| seen.contains(cell))
    }

    /// The field of view of one Marine, computed anew.
    pub(super) fn look(&mut self, fixed: &Fixed, index: usize) {
        let marine = &self.marines[index];
        self.sight[index] = match marine.cell() {
            // SH-PRN-003, SH-LOS-012: who lies on the ground sees nothing.
            Some(_) if marine.prone && all_apply(rules!["SH-LOS-012", "SH-PRN-003"]) => CellSet::EMPTY,
            Some(cell) => self.view_from(fixed, cell, marine.facing),
            None => CellSet::EMPTY,
        };
    }

    /// SH-LOS-001: what a model would see from a square, with this facing, as things stand.
    pub fn view_from(&self, fixed: &Fixed, cell: Cell, facing: Facing) -> CellSet {
        self.field(fixed, cell, &self.standing_before(fixed, cell, cell, self.models), facing)
    }

    /// What an enemy would see from a square, with this facing; it looks over nobody's shoulder (SH-AMB-071).
    pub fn enemy_view(&self, fixed: &Fixed, cell: Cell, facing: Facing) -> CellSet {
        self.field(fixed, cell, &self.models, facing)
    }

    /// SH-IGF-004: the models that block sight from a square: all but those who kneel directly before it, if they are friends
    /// of whoever stands on `own`; who only thinks of standing there is taken for the Marine side's.
    fn standing_before(&self, fixed: &Fixed, own: Cell, cell: Cell, models: CellSet) -> CellSet {
        if self.guard.is_some() {
            let side = self.piece_at(own).map_or(Side::Marine, |piece| self.side(piece));
            models.minus(&guard::shoulders(fixed, self, side, cell))
        } else {
            models
        }
    }

    /// The same, for a model that has stepped here from another square.
    pub fn view_after_step(&self, fixed: &Fixed, from: Cell, to: Cell, facing: Facing) -> CellSet {
        self.field(fixed, to, &self.standing_before(fixed, from, to, self.models.without(from)), facing)
    }

    fn field(&self, fixed: &Fixed, cell: Cell, models: &CellSet, facing: Facing) -> CellSet {
        let models = &models.minus(&self.indiscernible(fixed, cell));
        // SH-LOS-010, SH-LOS-011, SH-TGT-006, SH-FAQ-016: a model blocks where it is seen itself.
        let unseen_pass = all_apply(rules!["SH-LOS-010", "SH-FAQ-016"]);
        let block = all_apply(rules!["SH-LOS-011", "SH-TGT-006"]);
        let always = if unseen_pass { CellSet::EMPTY } else { *models };
        let models = if block { *models } else { CellSet::EMPTY };
        // SH-LOS-001: the front half and the row to both sides.
        let look = |opaque: &CellSet| {
            if applies(rule!("SH-LOS-001")) {
                fixed.sight().ahead(cell, facing, opaque, &models)
            } else {
                fixed.sight().field(cell, opaque, &models)
            }
        };
        let mut field = look(&(self.opaque() | always));
        if !self.things.holes.is_empty() && applies(rule!("SH-LOS-014")) {
            // SH-LOS-014, SH-LOS-015: through holes to another level.
            let opaque = self.opaque() | always;
            // SH-LOS-015: past the edge of a hole as well as straight through it.
            let counts = |window: &&Window| applies(rule!("SH-LOS-015")) || !is_aslant(fixed, window);
            for window in fixed.sight().windows(cell).iter().filter(counts) {
                if window.is_clear(&self.things.holes, &opaque, &models) {
                    field.insert(window.to);
                }
            }
        }
        let hazards = &fixed.mission.hazards;
        // SH-AIR-003, SH-CHU-006: the mouth of a shaft is seen, and what is in one's own chute.
        if !applies(rule!("SH-AIR-003")) && !hazards.in_shafts().contains(cell) {
            field = field.minus(&hazards.in_shafts());
        }
        if !applies(rule!("SH-CHU-006")) && hazards.chute_of(cell).is_some() {
            field = CellSet::EMPTY;
        }
        let near = self.next_to_in_fire(fixed, cell);
        if !near.is_empty() && applies(rule!("SH-LOS-009")) {
            field |= look(&self.shut) & near;
        }
        // SH-LOS-002, SH-LOS-005 to SH-LOS-007: what a check has switched off shows no squares of its kind.
        if !all_apply(LINES) {
            let seen = |to: &Cell| Table::line_rules(fixed, cell, *to).iter().all(|rule| applies(*rule));
            field = field.iter().filter(seen).collect();
        }
        if !applies(rule!("SH-LOS-008")) {
            field = field.minus(&self.burning.minus(&near));
        }
        if let Some(psychic) = &self.psychic
            && !psychic.dark.is_empty()
        {
            // SH-PCD-011, SH-PCD-022: nothing is seen there, and nothing from there.
            field = if psychic.dark.contains(cell) { CellSet::EMPTY } else { field.minus(&psychic.dark) };
        }
        // SH-ARC-002: what is beside the arc is seen all the same.
        if !applies(rule!("SH-ARC-002")) {
            field &= *fixed.sight().cone(cell, facing);
        }
        if applies(rule!("SH-LOS-001")) { field & *fixed.sight().half(cell, facing) } else { field }
    }

    /// SH-LOS-010, SH-TYR-006: squares of models that nobody can make out from a square; they hide nothing behind them.
    fn indiscernible(&self, fixed: &Fixed, from: Cell) -> CellSet {
        // Only creatures of the Stealer side are so hard to see.
        if self.marines.len() == self.crew as usize || !applies(rule!("SH-LOS-010")) {
            return CellSet::EMPTY;
        }
        self.brood_on_map()
            .filter(|(index, at)| !fixed.discernible(from, PieceId::Marine(*index), *at))
            .map(|(_, at)| at)
            .collect()
    }

    /// The rules by which the line between two squares is judged.
    pub fn line_rules(fixed: &Fixed, from: Cell, to: Cell) -> SmallVec<[RuleId; 4]> {
        let grid = &fixed.mission.grid;
        let mut rules = SmallVec::new();
        if grid.distance(from, to) > fixed.numbers().overwatch.range {
            // Farther than anything the rules give a range.
            rules.push(rule!("SH-LOS-002"));
        }
        let (a, b) = (grid.coord(from), grid.coord(to));
        let (dx, dy) = (a.x.abs_diff(b.x), a.y.abs_diff(b.y));
        if dx == 0 || dy == 0 {
            rules.push(rule!("SH-LOS-005"));
            return rules;
        }
        if dx.max(dy) > 1 {
            rules.push(rule!("SH-LOS-006"));
        }
        // A line between centres runs through corners if it has the same power of two both ways.
        if dx.trailing_zeros() == dy.trailing_zeros() {
            rules.push(rule!("SH-LOS-007"));
        }
        rules
    }

    /// SH-LOS-009: the squares next to a burning one in its own section, between which no fire lies.
    pub fn next_to_in_fire(&self, fixed: &Fixed, cell: Cell) -> CellSet {
        // SH-WGR-004, SH-AMB-072: smoke hides like fire.
        let smoky = !self.things.smokes.is_empty() && self.things.smoke().contains(cell);
        // SH-PCD-004, SH-PCD-013: and so do some psychic effects.
        let haze = self.psychic.as_ref().map_or(CellSet::EMPTY, |psychic| psychic.haze);
        if !smoky && !self.burning.contains(cell) && !haze.contains(cell) {
            return CellSet::EMPTY;
        }
        let hidden = if smoky { self.burning | self.things.smoke() } else { self.burning } | haze;
        let section = fixed.mission.sections[Table::section(fixed, cell)];
        fixed.mission.grid.touching(cell, &self.shut) & section & hidden
    }

    /// Smoke has come or gone: everybody looks anew.
    pub fn look_again(&mut self, fixed: &Fixed) {
        for index in 0..self.marines.len() {
            self.look(fixed, index);
        }
    }
}

/// Whether a line to another level leads to a square that lies aslant from its beginning.
fn is_aslant(fixed: &Fixed, window: &Window) -> bool {
    let (a, b) = (fixed.mission.grid.coord(window.from), fixed.mission.grid.coord(window.to));
    a.x != b.x && a.y != b.y
}
