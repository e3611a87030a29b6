//! Whether to strike now, and where to wait for a better moment.

use grognard_space::grid::{Cell, CellSet};

use super::{Hunt, taken_ground};
use crate::goal::Goal;
use crate::piece::{PieceId, Place};
use crate::play::conversion::room_for_stealers;
use crate::play::objective::{holds, open_goals};
use crate::play::window::covers;
use crate::policy::ways::{FAR, Steps, steps_to};

/// The chance in thousandths of living through one shot of overwatch.
const LIVES: i32 = 700;

impl Hunt<'_> {
    /// Points left to a piece, or what it would have.
    pub fn points(&self, piece: PieceId) -> u8 {
        let fresh = &self.fixed.numbers().action_points;
        match piece {
            PieceId::Stealer(index) => {
                let stealer = &self.table.stealers[index as usize];
                if stealer.activated { stealer.ap } else { fresh.genestealer }
            }
            PieceId::Blip(index) => {
                let blip = &self.table.blips[index as usize];
                if blip.activated { blip.ap } else { fresh.blip }
            }
            PieceId::Marine(index) => {
                let model = &self.table.marines[index as usize];
                if model.activated { model.ap } else { self.fixed.marine_points(index) }
            }
        }
    }

    /// Whether a piece that has not acted yet, or is acting, can attack somebody this turn.
    pub fn can_strike(&self, piece: PieceId) -> bool {
        let Some(square) = self.square(piece) else { return false };
        let entering = u8::from(matches!(self.table.place(piece), Place::Entry(_)));
        let way = self.way(square);
        let waits = match piece {
            PieceId::Stealer(index) => self.table.stealers[index as usize].lurks,
            PieceId::Blip(index) => self.table.blips[index as usize].lurks,
            PieceId::Marine(index) => self.table.marines[index as usize].lurks,
        };
        let lurks = entering == 1 && waits;
        !lurks && way != FAR && way.saturating_add(1 + entering) <= self.points(piece)
    }

    /// How many models could attack this turn, blips turned over included.
    fn wave(&self) -> i32 {
        let models = (0..self.table.stealers.len() as u8)
            .filter(|index| {
                let stealer = &self.table.stealers[*index as usize];
                (!stealer.activated || stealer.ap > 0) && self.can_strike(PieceId::Stealer(*index))
            })
            .count() as i32;
        let brood = (self.table.crew()..self.table.marines.len() as u8)
            .filter(|index| {
                let model = &self.table.marines[*index as usize];
                (!model.activated || model.ap > 0) && self.can_strike(PieceId::Marine(*index))
            })
            .count() as i32;
        let blips: i32 = (0..self.table.blips.len() as u8)
            .filter(|index| {
                !self.table.blips[*index as usize].activated && self.can_strike(PieceId::Blip(*index))
            })
            .map(|index| i32::from(self.value(index)))
            .sum();
        models + brood + blips
    }

    /// The chance of coming through to the enemy from a square, past those on overwatch.
    fn comes_through(&self, from: Cell) -> i32 {
        let grid = &self.fixed.mission.grid;
        let mut chance = 1000;
        let mut cell = from;
        let mut way = self.way(cell);
        while way > 0 && way != FAR {
            let next =
                grid.neighbours(cell).iter().filter(|to| self.way(*to) < way).min_by_key(|to| self.way(*to));
            let Some(next) = next else { break };
            cell = next;
            way = self.way(cell);
            for (index, _) in self.table.marines_on_map() {
                if covers(self.fixed, self.table, index, cell) {
                    chance = chance * LIVES / 1000;
                }
            }
        }
        chance
    }

    /// Whether striking now is better than waiting.
    pub fn strikes_now(&self, piece: PieceId) -> bool {
        if !self.can_strike(piece) {
            return false;
        }
        let Some(square) = self.square(piece) else { return false };
        let through = self.comes_through(square);
        if through >= 450 || self.seen.contains(square) {
            return true;
        }
        let at_prey = self.prey.as_ref().is_some_and(|prey| prey.at(square) < self.points(piece));
        let late = self.table.turn >= self.fixed.mission.turns || self.held().is_some();
        (at_prey && through >= 100) || self.wave() * through >= 600 || late
    }

    /// A section the Marines hold as things stand: the turn will count for them.
    pub fn held(&self) -> Option<u8> {
        open_goals(self.fixed, self.table).find_map(|goal| match goal {
            Goal::Hold { section, models, .. } => {
                holds(self.fixed, self.table, section, models).then_some(section)
            }
            _ => None,
        })
    }

    /// The way into a section the Marines hold, where a model can still get in this turn: one is enough to spoil it.
    pub fn contested(&self, piece: PieceId) -> Option<Steps> {
        let section = self.held()?;
        let own = self.table.cell(piece).filter(|_| !matches!(piece, PieceId::Blip(_)))?;
        let ground = taken_ground(self.fixed, self.table);
        let free = self.fixed.mission.sections[section as usize].minus(&ground.blocked);
        let ways = steps_to(&self.fixed.mission.grid, &ground, free.iter().map(|cell| (cell, 0)));
        (ways.at(own) <= self.points(piece)).then_some(ways)
    }

    /// Where to wait: out of sight, as near as can be, within this turn's points. Gives the way there from every
    /// square.
    pub fn lair(&self, piece: PieceId) -> Option<Steps> {
        let own = self.square(piece)?;
        let grid = &self.fixed.mission.grid;
        let mut ground = taken_ground(self.fixed, self.table);
        let shy: CellSet = self.table.closed.iter().filter(|door| self.reach(*door) <= 6).collect();
        ground.blocked |= shy | self.seen;
        ground.blocked.remove(own);
        if matches!(piece, PieceId::Blip(_)) {
            for (_, cell) in self.table.marines_on_map() {
                ground.blocked |= grid.touching(cell, self.table.shut());
            }
            // Blips break nothing.
            ground.blocked |= self.table.barred();
        }
        let mut points = self.points(piece);
        if matches!(self.table.place(piece), Place::Entry(_)) {
            points = points.saturating_sub(1);
        }
        let from_here = steps_to(grid, &ground, std::iter::once((own, 0)));
        // Sluices are held where they are; elsewhere the Marines themselves are the better mark.
        let stands = |goal: Goal| matches!(goal, Goal::Secure | Goal::Hold { .. });
        let hold = if open_goals(self.fixed, self.table).any(stands) { 3 } else { 1 };
        let score = |cell: Cell| {
            let way = i32::from(self.strike_way(cell).min(60));
            // Closer than this there is nothing to gain by waiting.
            way.max(2) * 4 + hold * i32::from(self.stake(cell).min(40)) + i32::from(from_here.at(cell))
        };
        let best = grid
            .cells()
            .filter(|cell| from_here.at(*cell) <= points && !ground.blocked.contains(*cell))
            .min_by_key(|cell| score(*cell))?;
        let still = best == own || (score(best) >= score(own) && !self.seen.contains(own));
        if still {
            return None;
        }
        Some(steps_to(grid, &ground, std::iter::once((best, 0))))
    }

    /// The way to the enemy from a square where nobody stands yet.
    fn strike_way(&self, cell: Cell) -> u8 {
        let prey = self.prey.as_ref().map_or(FAR, |prey| prey.at(cell));
        self.strike.at(cell).min(prey)
    }

    /// The ground a piece goes over when it strikes.
    pub fn onward(&self, piece: PieceId) -> &Steps {
        let points = self.points(piece);
        match (&self.prey, self.square(piece)) {
            (Some(prey), Some(square)) if prey.at(square) < points => prey,
            _ => &self.strike,
        }
    }

    /// Whether a blip may be turned over to good effect.
    pub fn turns_over(&self, blip: u8) -> bool {
        let piece = PieceId::Blip(blip);
        // What finds no room in an entry area is lost.
        let room = match self.table.place(piece) {
            Place::Entry(entry) => room_for_stealers(self.fixed, self.table, entry),
            _ => u8::MAX,
        };
        !self.table.blips[blip as usize].activated
            && room >= self.value(blip).min(2)
            && (self.strikes_now(piece) || self.shut_up(piece))
    }

    /// Whether a piece is shut up in an entry area under the Marines' eyes: a blip cannot come out there, models can.
    fn shut_up(&self, piece: PieceId) -> bool {
        let Place::Entry(entry) = self.table.place(piece) else { return false };
        let lurks = matches!(piece, PieceId::Blip(index) if self.table.blips[index as usize].lurks);
        !lurks && self.seen.contains(self.fixed.mission.entries[entry as usize].square)
    }

    /// Whether enough models wait in an entry area to rush out together.
    pub fn rushes(&self, piece: PieceId) -> bool {
        let Place::Entry(entry) = self.table.place(piece) else { return false };
        let models = self.table.pieces().filter(|other| !matches!(other, PieceId::Blip(_)));
        models.filter(|other| self.table.place(*other) == Place::Entry(entry)).count() >= 2
    }
}
