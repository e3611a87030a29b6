//! The Terminators' side: what is known, and the smaller questions.

mod fight;
mod goal;
mod harlequin;
mod react;
mod turn;

use std::cell::OnceCell;

use grognard_space::grid::{Cell, CellSet};

use super::ways::{FAR, Ground, Steps, steps_to, steps_to_marines};
use super::{best_by_key, chances, goal_squares};
use crate::Fixed;
use crate::choice::Choice;
use crate::piece::{PieceId, Place};
use crate::profile::{Melee, Ranged};
use crate::state::View;
use crate::table::{Side, Table};

/// Answers a question to the Marine seat; none for the default.
pub fn answer(fixed: &Fixed, view: &View, kind: &str, options: &[Choice]) -> Option<Choice> {
    let table = &view.table;
    match kind {
        "parry" => table.parrying.and_then(chances::parry).map(Choice::Parry).or(Some(Choice::Pass)),
        "turn-to-face" => Some(Choice::TurnToFace),
        "defend" => Some(defend(fixed, table)),
        "lose" => super::stealer::dearest(fixed, options),
        _ => {
            let outlook = Outlook::new(fixed, table, view.cp.unwrap_or(0));
            match kind {
                "deploy" => outlook.deploy(options),
                "act" => outlook.act(options),
                "command" => outlook.commanded(options),
                "react" => outlook.react(options),
                "reaction" => outlook.reaction(options),
                "place" => outlook.place(options),
                "shoot" => outlook.shoot(options),
                "aim" => outlook.aim(options),
                _ => None,
            }
        }
    }
}

/// A hammer is set off only by a lonely bearer who takes several enemies along.
fn defend(fixed: &Fixed, table: &Table) -> Choice {
    let Some(cell) = table.subject.and_then(|subject| table.cell(subject)) else { return Choice::Defend };
    let section = fixed.mission.sections[Table::section(fixed, cell)];
    let friends = table.marines_on_map().filter(|(_, other)| section.contains(*other)).count();
    let enemies = table.foes_on_map().filter(|(_, other)| section.contains(*other)).count();
    if friends == 1 && enemies >= 4 { Choice::DetonateInstead } else { Choice::Defend }
}

/// What the Marine side knows and works out before it answers.
pub struct Outlook<'a> {
    /// The game's fixed facts.
    pub fixed: &'a Fixed,
    /// What is on the table.
    pub table: &'a Table,
    /// Command points left.
    pub cp: u8,
    arrival: OnceCell<Steps>,
    reach: OnceCell<Steps>,
    plan: OnceCell<goal::Plan>,
}

/// Steps until reinforcements come out of an entry area nobody waits in.
const FRESH: u8 = 8;

impl<'a> Outlook<'a> {
    fn new(fixed: &'a Fixed, table: &'a Table, cp: u8) -> Outlook<'a> {
        let (arrival, reach, plan) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Outlook { fixed, table, cp, arrival, reach, plan }
    }

    /// How soon an enemy could be on a square.
    fn arrival(&self, cell: Cell) -> u8 {
        self.arrival.get_or_init(|| self.arrivals()).at(cell)
    }

    fn arrivals(&self) -> Steps {
        let (fixed, table) = (self.fixed, self.table);
        let mut waits = [FRESH; 32];
        for id in table.pieces() {
            if let Place::Entry(entry) = table.place(id) {
                waits[entry as usize % 32] = 1;
            }
        }
        let models = table.foes_on_map().map(|(_, cell)| (cell, 0));
        let blips = table.blips_on_map().map(|(_, cell)| (cell, 0));
        let entries = fixed
            .mission
            .entries
            .iter()
            .enumerate()
            .filter(|(entry, _)| !table.secured[*entry])
            .map(|(entry, area)| (area.square, waits[entry % 32]));
        steps_to(&fixed.mission.grid, &self.open_ground(), models.chain(blips).chain(entries))
    }

    /// How far a square is from the nearest Marine.
    fn reach(&self, cell: Cell) -> u8 {
        self.reach.get_or_init(|| steps_to_marines(self.fixed, self.table)).at(cell)
    }

    /// Floor and doors, pieces ignored.
    fn open_ground(&self) -> Ground<'_> {
        Ground::open(self.fixed, self.table)
    }

    /// The way from every square to one, doors to be opened, pieces ignored.
    fn steps_from(&self, cell: Cell) -> Steps {
        steps_to(&self.fixed.mission.grid, &self.open_ground(), std::iter::once((cell, 0)))
    }

    /// Turns that remain, this one included.
    fn turns_left(&self) -> i32 {
        i32::from(self.fixed.mission.turns) - i32::from(self.table.turn) + 1
    }

    /// Each model in its place of the column: those who clear the way in front, the flamer behind the first.
    fn deploy(&self, options: &[Choice]) -> Option<Choice> {
        let fixed = self.fixed;
        let index = self.table.marines.iter().position(|marine| marine.place == Place::Hand)?;
        let order = |marine: usize| (column_order(fixed, marine), marine);
        let rank = (0..self.table.crew() as usize).filter(|other| order(*other) < order(index)).count();
        let aims = goal_squares(fixed, self.table);
        let steps = steps_to(&fixed.mission.grid, &self.open_ground(), aims.iter().map(|cell| (cell, 0)));
        let mut squares = fixed.mission.start.clone();
        squares.sort_by_key(|cell| steps.at(*cell));
        let wanted = squares.get(rank).copied();
        let free = |option: &Choice| matches!(option, Choice::Place(cell) if Some(*cell) == wanted);
        options.iter().copied().find(free).or_else(|| {
            best_by_key(options, |option| match option {
                Choice::Place(cell) => Some(std::cmp::Reverse(steps.at(cell))),
                _ => None,
            })
        })
    }

    /// Models of a blip in sight go where they are seen and far from anybody.
    fn place(&self, options: &[Choice]) -> Option<Choice> {
        let mut swept = CellSet::EMPTY;
        for (index, cell) in self.table.marines_on_map() {
            if self.fixed.profile(index).ranged.is_some() {
                let facing = self.table.marines[index as usize].facing;
                swept |= self.table.seen_by(index) & *self.fixed.sight().cone(cell, facing);
            }
        }
        best_by_key(options, |option| match option {
            Choice::Place(cell) => {
                let way = self.reach(cell).min(20);
                Some(i32::from(way) * 2 + 3 * i32::from(swept.contains(cell)))
            }
            _ => None,
        })
    }

    /// Full auto: the most dangerous first.
    /// The target of a shot after what has come into sight was converted.
    fn aim(&self, options: &[Choice]) -> Option<Choice> {
        let Some(PieceId::Marine(index)) = self.table.subject else { return None };
        best_by_key(options, |option| match option {
            Choice::Do(action) => Some(self.kill_value(index, action)),
            _ => Some(0),
        })
    }

    fn shoot(&self, options: &[Choice]) -> Option<Choice> {
        best_by_key(options, |option| match option {
            Choice::Shoot(mark) => Some(self.worth(mark)),
            _ => None,
        })
    }
}

/// Who goes in front in a narrow corridor: lower first.
fn column_order(fixed: &Fixed, marine: usize) -> u8 {
    let profile = fixed.profile(marine as u8);
    match profile.ranged {
        Some(Ranged::AssaultCannon) => 0,
        Some(Ranged::StormBolter) if !profile.leader && !profile.inspires => {
            // One leads, the others follow the flamer.
            let first = (0..marine).all(|other| {
                let other = fixed.profile(other as u8);
                other.ranged != Some(Ranged::StormBolter) || other.leader || other.inspires
            });
            if first { 1 } else { 5 }
        }
        Some(Ranged::HeavyFlamer) => 3,
        _ if profile.has(Melee::LightningClaws) || profile.has(Melee::ThunderHammer) => 2,
        _ => 4,
    }
}

/// A model of the other side.
fn stealer_cell(table: &Table, id: PieceId) -> Option<Cell> {
    match id {
        PieceId::Stealer(_) => table.cell(id),
        PieceId::Marine(_) if table.side(id) == Side::Stealer => table.cell(id),
        _ => None,
    }
}

/// Whether a way leads somewhere.
const fn known(steps: u8) -> bool {
    steps != FAR
}
