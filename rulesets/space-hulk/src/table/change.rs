//! The one place where things move: every change keeps sight up to date.

use grognard_engine::rule;
use grognard_engine::switch::applies;
use grognard_space::grid::{Cell, CellSet, Facing};

use super::{Side, Table};
use crate::Fixed;
use crate::guard::{self};
use crate::piece::{Mark, PieceId, Place};

impl Table {
    pub(super) fn place_mut(&mut self, id: PieceId) -> &mut Place {
        match id {
            PieceId::Marine(index) => &mut self.marines[index as usize].place,
            PieceId::Stealer(index) => &mut self.stealers[index as usize].place,
            PieceId::Blip(index) => &mut self.blips[index as usize].place,
        }
    }

    /// Puts a piece that is off the map somewhere else off the map.
    pub fn lay(&mut self, id: PieceId, to: Place) {
        debug_assert!(
            self.cell(id).is_none() && to.cell().is_none(),
            "squares are left by `lift` and taken by `put`"
        );
        *self.place_mut(id) = to;
    }

    /// Somebody new takes the place of a dead model: nothing of what that one did or suffered is his (SH-GNG-002,
    /// SH-SUS-001, SH-FSC-005, SH-FSC-006, SH-PCD-014, SH-PCD-021, SH-WGD-005).
    pub fn forget(&mut self, id: PieceId) {
        let at_him = |mark: Mark| mark == Mark::Model(id);
        for marine in &mut self.marines {
            marine.sustained = marine.sustained.filter(|(mark, _)| !at_him(*mark));
        }
        if let Some(seers) = &mut self.seers {
            seers.fight = seers.fight.filter(|(_, mark)| !at_him(*mark));
        }
        self.assaults.retain(|(attacker, defender)| *attacker != id && *defender != id);
        for side in Side::BOTH {
            let Some(farseer) = self.farseer_of_mut(side) else { continue };
            farseer.doomed.retain(|piece| *piece != id);
            farseer.stilled.retain(|piece| *piece != id);
        }
        if let Some(psychic) = &mut self.psychic {
            psychic.foresight.retain(|(piece, _)| *piece != id);
            psychic.dazed.retain(|(piece, _)| *piece != id);
            psychic.spent.retain(|piece| *piece != id);
        }
    }

    /// Something that blocks sight has come or gone on these squares: all whose sight may depend on it look anew.
    fn changed(&mut self, fixed: &Fixed, cells: &[Cell]) {
        // What is behind a viewer is in no line to what is ahead; only through holes one sees what is not.
        let ahead_only = self.things.holes.is_empty() && applies(rule!("SH-LOS-001"));
        for index in 0..self.marines.len() {
            let marine = &self.marines[index];
            let Some(from) = marine.cell() else { continue };
            let (reads, ahead) = (fixed.sight().reads(from), fixed.sight().half(from, marine.facing));
            let matters = |cell: &Cell| reads.contains(*cell) && (!ahead_only || ahead.contains(*cell));
            if cells.iter().any(matters) {
                self.look(fixed, index);
            }
        }
    }

    /// Puts a piece on an empty square.
    pub fn put(&mut self, fixed: &Fixed, id: PieceId, cell: Cell) {
        debug_assert!(self.at[cell.0 as usize].is_none(), "SH-BRD-003: one piece a square");
        *self.place_mut(id) = Place::Board(cell);
        self.at[cell.0 as usize] = Some(id);
        self.occupied.insert(cell);
        if !matches!(id, PieceId::Blip(_)) {
            self.models.insert(cell);
            self.changed(fixed, &[cell]);
        }
        if let PieceId::Marine(index) = id {
            self.marines[index as usize].came = true;
            self.look(fixed, index as usize);
        }
    }

    /// Takes a piece off its square, or out of its entry area, to somewhere else.
    pub fn lift(&mut self, fixed: &Fixed, id: PieceId, to: Place) {
        let cell = self.cell(id);
        *self.place_mut(id) = to;
        if let Some(cell) = cell {
            self.at[cell.0 as usize] = None;
            self.occupied.remove(cell);
            if !matches!(id, PieceId::Blip(_)) {
                self.models.remove(cell);
                self.changed(fixed, &[cell]);
            }
        }
        if let PieceId::Marine(index) = id {
            self.sight[index as usize] = CellSet::EMPTY;
        }
    }

    /// Moves a piece from square to square.
    pub fn shift(&mut self, fixed: &Fixed, id: PieceId, to: Cell) {
        debug_assert!(self.at[to.0 as usize].is_none(), "SH-BRD-003: one piece a square");
        let Some(from) = self.cell(id) else { return self.put(fixed, id, to) };
        *self.place_mut(id) = Place::Board(to);
        self.at[from.0 as usize] = None;
        self.at[to.0 as usize] = Some(id);
        self.occupied.remove(from);
        self.occupied.insert(to);
        if !matches!(id, PieceId::Blip(_)) {
            self.models.remove(from);
            self.models.insert(to);
            self.changed(fixed, &[from, to]);
        }
        if let PieceId::Marine(index) = id {
            self.look(fixed, index as usize);
        }
    }

    /// Turns a model.
    pub fn turn_to(&mut self, fixed: &Fixed, id: PieceId, facing: Facing) {
        match id {
            PieceId::Marine(index) => {
                self.marines[index as usize].facing = facing;
                self.look(fixed, index as usize);
                if guard::kneels(self, index) {
                    // SH-IGF-004: others may look over his shoulder now, or no longer.
                    self.look_again(fixed);
                }
            }
            PieceId::Stealer(index) => self.stealers[index as usize].facing = facing,
            PieceId::Blip(_) => {}
        }
    }

    /// SH-IGF-004: a Guardsman goes on one knee, or gets up again.
    pub fn set_kneeling(&mut self, fixed: &Fixed, index: u8, kneels: bool) {
        if let Some(guard) = &mut self.guard {
            guard.troopers[index as usize].kneels = kneels;
        }
        self.look_again(fixed);
    }

    /// A model goes down, or gets up again.
    pub fn set_prone(&mut self, fixed: &Fixed, model: PieceId, prone: bool) {
        match model {
            PieceId::Marine(index) => {
                self.marines[index as usize].prone = prone;
                if prone && guard::kneels(self, index) {
                    // SH-PRN-006: who lies on the ground is on no knee, and nobody looks over him.
                    self.set_kneeling(fixed, index, false);
                }
                self.look(fixed, index as usize);
            }
            PieceId::Stealer(index) => self.stealers[index as usize].prone = prone,
            PieceId::Blip(_) => {}
        }
    }

    /// SH-DOR-004: the door of this square is open now.
    pub fn open_door(&mut self, fixed: &Fixed, door: Cell) {
        self.closed.remove(door);
        self.shut.remove(door);
        self.open.insert(door);
        self.changed(fixed, &[door]);
    }

    /// The door of this square is closed now.
    pub fn close_door(&mut self, fixed: &Fixed, door: Cell) {
        self.open.remove(door);
        self.closed.insert(door);
        self.shut.insert(door);
        self.changed(fixed, &[door]);
    }

    /// SH-DOR-019: a destroyed door is gone for good.
    pub fn destroy_door(&mut self, fixed: &Fixed, door: Cell) {
        self.closed.remove(door);
        self.open.remove(door);
        self.shut.remove(door);
        if !applies(rule!("SH-DOR-019")) {
            self.open.insert(door);
        }
        self.changed(fixed, &[door]);
    }

    /// What stood on these squares has come or gone.
    pub(crate) fn reshape(&mut self, fixed: &Fixed, squares: CellSet) {
        self.shut = self.closed | self.things.blocking();
        for cell in squares {
            self.changed(fixed, &[cell]);
        }
    }

    /// Sets squares on fire, or puts them out.
    pub fn set_burning(&mut self, fixed: &Fixed, burning: CellSet) {
        self.burning = burning;
        for index in 0..self.marines.len() {
            self.look(fixed, index);
        }
    }
}
