//! The Genestealers' side: what is known, and the smaller questions.

mod hunt;
mod shoot;
mod soldier;
mod turn;

use std::cell::OnceCell;

use grognard_space::grid::{Cell, CellSet, Dir, Facing, Side};
use smallvec::SmallVec;

use super::ways::{FAR, Ground, Steps, steps_to, steps_to_marines};
use super::{best_by_key, chances, goal_squares, is_key};
use crate::Fixed;
use crate::choice::Choice;
use crate::piece::{PieceId, Place};
use crate::state::View;
use crate::table::Table;

/// The least chance of a kill, in thousandths, an attack is made for.
const HOPE: i32 = 180;

/// Answers a question to the Stealer seat; none for the default.
pub fn answer(fixed: &Fixed, view: &View, kind: &str, options: &[Choice]) -> Option<Choice> {
    let hunt = Hunt::new(fixed, view);
    match kind {
        "act" => Some(hunt.act(options)),
        "put" => hunt.put(options),
        "place" => hunt.place(options),
        "face" => hunt.face(options),
        "turn-to-face" => Some(Choice::TurnToFace),
        "react" => options.iter().copied().find(|option| matches!(option, Choice::React(_))),
        "command" | "reaction" => hunt.ordered(options),
        "parry" => hunt.parry(options),
        "muster" | "first" => dearest(fixed, options),
        "lose" => cheapest(fixed, options),
        "lie-in-wait" => hunt.place(options),
        "ambush" => Some(Choice::TakeAmbush),
        _ => None,
    }
}

/// What a creature is worth; a Genestealer more than small fry, a Hybrid more than any.
fn worth(fixed: &Fixed, option: Choice) -> Option<u8> {
    match option {
        Choice::MusterGenestealer | Choice::Lose(None) | Choice::First(None) => {
            Some(fixed.numbers().muster.parts + 1)
        }
        Choice::Lose(Some(PieceId::Marine(index))) | Choice::First(Some(PieceId::Marine(index))) => {
            Some(fixed.profile(index).cost.unwrap_or(u8::MAX))
        }
        Choice::Muster(breed) => fixed.data.profiles[fixed.mission.breeds[breed as usize].profile].cost,
        _ => None,
    }
}

/// The dearest creature there is to be had.
pub(super) fn dearest(fixed: &Fixed, options: &[Choice]) -> Option<Choice> {
    best_by_key(options, |option| worth(fixed, option))
}

/// The one that is missed least.
fn cheapest(fixed: &Fixed, options: &[Choice]) -> Option<Choice> {
    best_by_key(options, |option| worth(fixed, option).map(|worth| u8::MAX - worth))
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
    reach: OnceCell<Steps>,
    stake: OnceCell<Steps>,
}

impl<'a> Hunt<'a> {
    fn new(fixed: &'a Fixed, view: &'a View) -> Hunt<'a> {
        let table = &view.table;
        let grid = &fixed.mission.grid;
        let ground = taken_ground(fixed, table);
        let keys: SmallVec<[(u8, Cell); 4]> =
            table.marines_on_map().filter(|(index, _)| is_key(fixed, table, *index)).collect();
        let prey = (!keys.is_empty()).then(|| {
            steps_to(grid, &ground, keys.iter().flat_map(|(key, cell)| around(fixed, table, *key, *cell)))
        });
        let all = table.marines_on_map().flat_map(|(index, cell)| around(fixed, table, index, cell));
        let strike = steps_to(grid, &ground, all);
        let (reach, stake) = (OnceCell::new(), OnceCell::new());
        let values = view.values.as_deref().unwrap_or(&[]);
        Hunt { fixed, table, values, seen: table.seen(), strike, prey, reach, stake }
    }

    /// How far a square is from the nearest Marine, pieces ignored.
    fn reach(&self, cell: Cell) -> u8 {
        self.reach.get_or_init(|| steps_to_marines(self.fixed, self.table)).at(cell)
    }

    /// Floor and doors, pieces ignored.
    fn open_ground(&self) -> Ground<'_> {
        let ground = Ground::open(self.fixed, self.table);
        Ground { blocked: ground.blocked | self.fixed.mission.hazards.in_chutes(), ..ground }
    }

    /// Makes the enemy roll its best die again where that could help.
    fn parry(&self, options: &[Choice]) -> Option<Choice> {
        let dice = self.table.parrying?;
        let (place, best) = dice.enemy.iter().enumerate().max_by_key(|(_, face)| **face)?;
        let enemy = *best as i8 + dice.enemy_bonus;
        let again = Choice::Parry(place as u8 + 1);
        (enemy >= dice.own && *best > 1 && options.contains(&again)).then_some(again).or(Some(Choice::Pass))
    }

    /// What a blip stands for.
    fn value(&self, blip: u8) -> u8 {
        crate::blips::counter::models(self.values.get(blip as usize).copied().unwrap_or(1))
    }

    /// Where a piece comes into play or is.
    fn square(&self, piece: PieceId) -> Option<Cell> {
        match self.table.place(piece) {
            Place::Board(cell) => Some(cell),
            Place::Entry(entry) => Some(self.fixed.mission.entries[entry as usize].square),
            _ => None,
        }
    }

    /// How far a square is from what the Marines are after.
    fn stake(&self, cell: Cell) -> u8 {
        self.stake.get_or_init(|| self.stakes()).at(cell)
    }

    fn stakes(&self) -> Steps {
        let mission = &self.fixed.mission;
        let mut squares = goal_squares(self.fixed, self.table);
        if squares.is_empty() {
            // Nothing on the board to deny them but their lives.
            squares = self.table.marines_on_map().map(|(_, cell)| cell).collect();
        }
        steps_to(&mission.grid, &self.open_ground(), squares.iter().map(|cell| (cell, 0)))
    }

    /// Reinforcements come near the Marines, but not under their eyes.
    fn put(&self, options: &[Choice]) -> Option<Choice> {
        let near = self.fixed.numbers().lurking.distance;
        best_by_key(options, |option| match option {
            Choice::Put(entry) => {
                let square = self.fixed.mission.entries[entry as usize].square;
                let way = i32::from(self.reach(square).min(40));
                let waits = |piece: &PieceId| {
                    !matches!(piece, PieceId::Stealer(_)) && self.table.place(*piece) == Place::Entry(entry)
                };
                let crowd = self.table.pieces().filter(waits).count() as i32;
                let lurks = way <= i32::from(near);
                let watched = self.seen.contains(square);
                // Between the Marines and what they are after is best.
                let score = -(way * 2 + i32::from(self.stake(square).min(40)))
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
            Choice::Face(facing) => {
                // Where all ways are taken, towards the enemy all the same.
                let soldier = self.table.subject.and_then(|piece| self.soldier(piece));
                let beyond = soldier.map_or(0, |_| self.beyond(cell, facing));
                Some(std::cmp::Reverse((self.ahead(cell, facing), beyond)))
            }
            _ => None,
        })
    }

    /// How short the way is that begins in one of the front squares.
    fn ahead(&self, cell: Cell, facing: Facing) -> u8 {
        let grid = &self.fixed.mission.grid;
        if let Some(front) = grid.step(cell, facing.into())
            && self
                .table
                .piece_at(front)
                .is_some_and(|piece| self.table.side(piece) == crate::table::Side::Marine)
        {
            return 0;
        }
        [Side::Front, Side::FrontLeft, Side::FrontRight]
            .into_iter()
            .filter_map(|side| {
                let dir: Dir = side.dir(facing);
                let to = grid.step(cell, dir)?;
                let free = !self.table.occupied().contains(to)
                    && grid.corner_open(cell, dir, &(self.table.occupied() | *self.table.shut()));
                free.then(|| self.way(to).saturating_add(1))
            })
            .min()
            .unwrap_or(FAR)
    }
}

/// The squares from which a Marine can be attacked with some hope.
fn around(fixed: &Fixed, table: &Table, marine: u8, cell: Cell) -> impl Iterator<Item = (Cell, u8)> {
    Facing::ALL.into_iter().filter_map(move |facing| {
        let at = fixed.mission.grid.step(cell, facing.into())?;
        let hope = chances::against(fixed, table, marine, facing.into()).win >= HOPE;
        hope.then_some((at, 0))
    })
}

/// Floor, doors to be opened, pieces and fire in the way.
fn taken_ground<'a>(fixed: &'a Fixed, table: &Table) -> Ground<'a> {
    Ground {
        blocked: table.occupied() | table.burning | fixed.mission.hazards.in_chutes(),
        doors: table.closed | table.things.rubble,
        broken: table.barred(),
        corners: table.occupied() | *table.shut(),
        links: &fixed.ground.links,
        strict: fixed.options.strict_corners,
    }
}
