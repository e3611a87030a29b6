//! The Genestealers' side: what is known, and the smaller questions.

mod hunt;
mod turn;

use grognard_space::grid::{Cell, CellSet, Dir, Facing, Side};
use smallvec::SmallVec;

use super::best_by_key;
use super::ways::{FAR, Ground, Steps, steps_to};
use crate::Fixed;
use crate::choice::Choice;
use crate::mission::Objective;
use crate::piece::{PieceId, Place};
use crate::profile::Ranged;
use crate::state::View;
use crate::table::Table;

/// Answers a question to the Stealer seat; none for the default.
pub fn answer(fixed: &Fixed, view: &View, kind: &str, options: &[Choice]) -> Option<Choice> {
    let hunt = Hunt::new(fixed, view);
    match kind {
        "act" => hunt.act(options),
        "put" => hunt.put(options),
        "place" => hunt.place(options),
        "face" => hunt.face(options),
        "turn-to-face" => Some(Choice::TurnToFace),
        _ => None,
    }
}

/// What the Stealer side knows and works out before it answers.
pub struct Hunt<'a> {
    /// The game's fixed facts.
    pub fixed: &'a Fixed,
    /// What is on the table.
    pub table: &'a Table,
    /// What each blip stands for.
    values: &'a [u8],
    /// What any Marine sees.
    seen: CellSet,
    /// The way from every square to one from which some Marine can be attacked.
    strike: Steps,
    /// The same for the Marine the mission hangs on, if it hangs on one.
    prey: Option<Steps>,
    /// How far each square is from the nearest Marine, pieces ignored.
    reach: Steps,
}

impl<'a> Hunt<'a> {
    fn new(fixed: &'a Fixed, view: &'a View) -> Hunt<'a> {
        let table = &view.table;
        let grid = &fixed.mission.grid;
        let ground = taken_ground(table);
        let keys: SmallVec<[(u8, Cell); 4]> =
            table.marines_on_map().filter(|(index, _)| is_key(fixed, table, *index)).collect();
        let prey = (!keys.is_empty()).then(|| {
            steps_to(grid, &ground, keys.iter().flat_map(|(_, cell)| around(fixed, *cell)).map(|at| (at, 0)))
        });
        let all = table.marines_on_map().flat_map(|(_, cell)| around(fixed, cell)).map(|at| (at, 0));
        let strike = steps_to(grid, &ground, all);
        let open = Ground { blocked: CellSet::EMPTY, doors: table.closed, corners: CellSet::EMPTY };
        let reach = steps_to(grid, &open, table.marines_on_map().map(|(_, cell)| (cell, 0)));
        Hunt {
            fixed,
            table,
            values: view.values.as_deref().unwrap_or(&[]),
            seen: table.seen(),
            strike,
            prey,
            reach,
        }
    }

    /// What a blip stands for.
    fn value(&self, blip: u8) -> u8 {
        self.values.get(blip as usize).copied().unwrap_or(1)
    }

    /// Where a piece comes into play or is.
    fn square(&self, piece: PieceId) -> Option<Cell> {
        match self.table.place(piece) {
            Place::Board(cell) => Some(cell),
            Place::Entry(entry) => Some(self.fixed.mission.entries[entry as usize].square),
            _ => None,
        }
    }

    /// The way to the squares the Marines are after, and to those they need.
    fn stake(&self) -> Steps {
        let mission = &self.fixed.mission;
        let mut squares: SmallVec<[(Cell, u8); 32]> = SmallVec::new();
        match &mission.objective {
            Objective::Burn(section) => {
                let doors = mission.sections[*section as usize];
                squares.extend(doors.iter().map(|cell| (cell, 0)));
            }
            Objective::Exit { squares: exits, .. } => squares.extend(exits.iter().map(|cell| (cell, 0))),
            Objective::Secure => {
                let open = mission.entries.iter().zip(&self.table.secured);
                squares.extend(
                    open.filter(|(entry, secured)| entry.securable && !**secured)
                        .map(|(entry, _)| (entry.square, 0)),
                );
            }
            Objective::Open => squares.extend(self.table.marines_on_map().map(|(_, cell)| (cell, 0))),
        }
        let open = Ground { blocked: CellSet::EMPTY, doors: self.table.closed, corners: CellSet::EMPTY };
        steps_to(&mission.grid, &open, squares.into_iter())
    }

    /// Reinforcements come near the Marines, but not under their eyes.
    fn put(&self, options: &[Choice]) -> Option<Choice> {
        let near = self.fixed.numbers().lurking.distance;
        let stake = self.stake();
        best_by_key(options, |option| match option {
            Choice::Put(entry) => {
                let square = self.fixed.mission.entries[entry as usize].square;
                let way = i32::from(self.reach.at(square).min(40));
                let crowd =
                    self.table.blips.iter().filter(|blip| blip.place == Place::Entry(entry)).count() as i32;
                let lurks = way <= i32::from(near);
                let watched = self.seen.contains(square);
                // Between the Marines and what they are after is best.
                let score = -(way * 2 + i32::from(stake.at(square).min(40)))
                    - 6 * i32::from(lurks)
                    - 12 * i32::from(watched)
                    - 5 * crowd;
                Some(score)
            }
            _ => None,
        })
    }

    /// Models of a blip turned over by its owner stand where the way to the enemy is shortest.
    fn place(&self, options: &[Choice]) -> Option<Choice> {
        best_by_key(options, |option| match option {
            Choice::Place(cell) => Some(std::cmp::Reverse(self.way(cell))),
            _ => None,
        })
    }

    /// The way of what stands on a square, to the best prey within reach.
    fn way(&self, cell: Cell) -> u8 {
        let points = self.fixed.numbers().action_points.genestealer;
        match &self.prey {
            Some(prey) if prey.at(cell) < points => prey.at(cell),
            _ => self.strike.at(cell),
        }
    }

    /// A model faces the way it is going to go.
    fn face(&self, options: &[Choice]) -> Option<Choice> {
        let cell = self.table.subject.and_then(|piece| self.table.cell(piece))?;
        best_by_key(options, |option| match option {
            Choice::Face(facing) => Some(std::cmp::Reverse(self.ahead(cell, facing))),
            _ => None,
        })
    }

    /// How short the way is that begins in one of the front squares.
    fn ahead(&self, cell: Cell, facing: Facing) -> u8 {
        let grid = &self.fixed.mission.grid;
        if let Some(front) = grid.step(cell, facing.into())
            && matches!(self.table.piece_at(front), Some(PieceId::Marine(_)))
        {
            return 0;
        }
        [Side::Front, Side::FrontLeft, Side::FrontRight]
            .into_iter()
            .filter_map(|side| {
                let dir: Dir = side.dir(facing);
                let to = grid.step(cell, dir)?;
                let free = !self.table.occupied().contains(to)
                    && grid.corner_open(cell, dir, &(self.table.occupied() | self.table.closed));
                free.then(|| self.way(to).saturating_add(1))
            })
            .min()
            .unwrap_or(FAR)
    }
}

/// The squares from which a model on a square can be attacked.
fn around(fixed: &Fixed, cell: Cell) -> impl Iterator<Item = Cell> {
    Facing::ALL.into_iter().filter_map(move |facing| fixed.mission.grid.step(cell, facing.into()))
}

/// Whether the mission hangs on a Marine.
fn is_key(fixed: &Fixed, table: &Table, index: u8) -> bool {
    let marine = &table.marines[index as usize];
    matches!(fixed.mission.objective, Objective::Burn(_))
        && fixed.profile(index).ranged == Some(Ranged::HeavyFlamer)
        && marine.ammo + marine.reloads > 0
}

/// Floor, doors to be opened, pieces and fire in the way.
fn taken_ground(table: &Table) -> Ground {
    Ground {
        blocked: table.occupied() | table.burning,
        doors: table.closed,
        corners: table.occupied() | table.closed,
    }
}
