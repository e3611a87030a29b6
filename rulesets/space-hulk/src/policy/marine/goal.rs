//! Where Terminators have to go: poses that finish the mission, and posts for those who cover.

use std::cell::OnceCell;

use grognard_space::grid::{Cell, CellSet, Dir, Facing, Side};
use smallvec::SmallVec;

use super::Outlook;
use crate::choice::Action;
use crate::legal::flame_extent;
use crate::mission::Objective;
use crate::piece::PieceId;
use crate::policy::ways::{FAR, March, Pose, Steps, Tread, march_to};
use crate::profile::Ranged;
use crate::table::Table;

/// Goals of a search, each with what remains to be paid there.
type Goals = SmallVec<[(Pose, u8); 64]>;

/// What a Marine is needed for, and the way there.
#[derive(Copy, Clone)]
pub struct Way<'a> {
    /// The costs.
    pub march: &'a March,
    /// What the deed costs once he is there; nothing where he only covers.
    pub deed: u8,
    /// Whether the mission hangs on this model.
    pub key: bool,
}

/// A Marine's part in the plan: the number of the march, the deed, whether the mission hangs on him.
type Part = (usize, u8, bool);

/// Who goes where, worked out once a decision; marches only where somebody asks for them.
pub struct Plan {
    marches: Vec<OnceCell<March>>,
    parts: SmallVec<[Option<Part>; 12]>,
}

impl Outlook<'_> {
    /// What a Terminator pays for going, as things stand.
    fn tread(&self) -> Tread<'_> {
        let costs = &self.fixed.numbers().costs.marine;
        let hazards = &self.fixed.mission.hazards;
        let friends: CellSet = self.table.marines_on_map().map(|(_, cell)| cell).collect();
        Tread {
            forward: costs.forward,
            backward: costs.backward,
            turn: costs.quarter_turn,
            door: costs.door,
            doors: self.table.closed,
            blocked: hazards.in_shafts() | hazards.in_chutes(),
            broken: self.table.barred(),
            rubble: self.table.things.rubble,
            links: &self.fixed.ground.links,
            friends,
            enemies: self.table.occupied().minus(&friends),
            fire: self.table.burning,
            strict: self.fixed.options.strict_corners,
        }
    }

    fn march(&self, goals: impl Iterator<Item = (Pose, u8)>) -> March {
        march_to(&self.fixed.mission.grid, &self.tread(), goals)
    }

    /// Whether a Marine is one the mission cannot do without.
    pub fn is_key(&self, index: u8) -> bool {
        match self.fixed.mission.objective {
            Objective::Burn(_) => {
                let marine = &self.table.marines[index as usize];
                self.fixed.profile(index).ranged.is_some_and(Ranged::is_flamer)
                    && marine.ammo + marine.reloads > 0
            }
            _ => false,
        }
    }

    /// The way of a Marine to where he is needed, if he is needed anywhere.
    pub fn way(&self, index: u8) -> Option<Way<'_>> {
        let plan = self.plan.get_or_init(|| self.make_plan());
        let (march, deed, key) = plan.parts[index as usize]?;
        Some(Way { march: self.planned(plan, march), deed, key })
    }

    /// A march of the plan.
    fn planned<'p>(&self, plan: &'p Plan, number: usize) -> &'p March {
        plan.marches[number].get_or_init(|| match &self.fixed.mission.objective {
            Objective::Burn(section) if number == 0 => self.flamer_march(*section),
            Objective::Burn(_) => {
                let key =
                    self.table.marines_on_map().map(|(index, _)| index).find(|index| self.is_key(*index));
                let posts = key.map(|key| self.posts(key, self.planned(plan, 0))).unwrap_or_default();
                self.march(posts.iter().flat_map(any_facing))
            }
            Objective::Secure => self.entry_march(number as u8),
            Objective::Exit { squares, .. } => self.march(squares.iter().flat_map(any_facing)),
            Objective::Open => self.march(std::iter::empty()),
        })
    }

    /// Who has which part. The marches are: the flamer's and his cover's, or one an entry area, or the one out.
    fn make_plan(&self) -> Plan {
        let numbers = self.fixed.numbers();
        let mut plan = Plan { marches: Vec::new(), parts: SmallVec::new() };
        plan.parts.resize(self.table.marines.len(), None);
        match &self.fixed.mission.objective {
            Objective::Burn(_) => {
                plan.marches.resize_with(2, OnceCell::new);
                if self.table.marines_on_map().any(|(index, _)| self.is_key(index)) {
                    for (index, _) in self.table.marines_on_map() {
                        let flamer = (0, numbers.flamer.cost, true);
                        let part = if self.is_key(index) { flamer } else { (1, 0, false) };
                        plan.parts[index as usize] = Some(part);
                    }
                }
            }
            Objective::Secure => {
                plan.marches.resize_with(self.fixed.mission.entries.len(), OnceCell::new);
                for (index, entry) in self.assignments() {
                    plan.parts[index as usize] = Some((entry as usize, numbers.secure.secure, false));
                }
            }
            Objective::Exit { .. } => {
                plan.marches.resize_with(1, OnceCell::new);
                plan.parts.fill(Some((0, numbers.costs.marine.forward, false)));
            }
            Objective::Open => {}
        }
        plan
    }

    /// Poses from which the section can be set on fire, those with a door to open first included.
    fn flamer_march(&self, section: u8) -> March {
        let (fixed, table) = (self.fixed, self.table);
        let grid = &fixed.mission.grid;
        let target = fixed.mission.sections[section as usize];
        let door = fixed.numbers().costs.marine.door;
        let mut goals = Goals::new();
        for cell in grid.cells() {
            if target.contains(cell) {
                // Inside, blowing up the flamer does it, but only when nothing better is in reach.
                goals.extend(any_facing(cell).map(|(pose, _)| (pose, 6)));
                continue;
            }
            if !fixed.sight().open(cell).intersects(&target) {
                continue;
            }
            for facing in Facing::ALL {
                let cone = *fixed.sight().cone(cell, facing) & target;
                if cone.is_empty() || !fixed.sight().open(cell).intersects(&cone) {
                    continue;
                }
                let sees = |closed: CellSet| {
                    let opaque = closed | table.burning;
                    fixed.sight().field(cell, &opaque, &CellSet::EMPTY).intersects(&cone.minus(&closed))
                };
                if sees(*table.shut()) {
                    goals.push((Pose { cell, facing }, 0));
                } else {
                    let near = front_squares(self, cell, facing) & table.closed;
                    if !near.is_empty() && sees(table.shut().minus(&near)) {
                        goals.push((Pose { cell, facing }, door));
                    }
                }
            }
        }
        self.march(goals.into_iter())
    }

    /// The squares a Marine will cross, following a march from where he is; corners he cuts included.
    pub fn path(&self, index: u8, march: &March) -> (CellSet, Option<Cell>) {
        let grid = &self.fixed.mission.grid;
        let marine = &self.table.marines[index as usize];
        let Some(mut cell) = marine.cell() else { return (CellSet::EMPTY, None) };
        let mut facing = marine.facing;
        let mut path = CellSet::EMPTY;
        for _ in 0..64 {
            let here = march.at(cell, facing);
            if here == FAR {
                return (path, None);
            }
            let mut next: Option<(u8, Cell, Facing, Option<Dir>)> = None;
            let mut offer = |cost: u8, to: Cell, face: Facing, dir: Option<Dir>| {
                if cost < here && next.is_none_or(|(best, ..)| cost < best) {
                    next = Some((cost, to, face, dir));
                }
            };
            for side in [Side::Front, Side::FrontLeft, Side::FrontRight] {
                let dir = side.dir(facing);
                if let Some(to) = grid.step(cell, dir)
                    && grid.corner_open(cell, dir, self.table.shut())
                {
                    offer(march.at(to, facing), to, facing, Some(dir));
                }
            }
            for turned in [facing.left(), facing.right()] {
                offer(march.at(cell, turned), cell, turned, None);
            }
            let Some((_, to, face, dir)) = next else { break };
            if let Some(dir) = dir
                && dir.is_diagonal()
            {
                path.extend(dir.flanks().into_iter().filter_map(|flank| grid.step(cell, flank)));
            }
            path.insert(to);
            (cell, facing) = (to, face);
        }
        (path, Some(cell))
    }

    /// Squares near the end of the flamer's way, out of his way, from which he can be covered.
    fn posts(&self, key: u8, march: &March) -> CellSet {
        let grid = &self.fixed.mission.grid;
        let (path, end) = self.path(key, march);
        let Some(end) = end else { return CellSet::EMPTY };
        let objective = match self.fixed.mission.objective {
            Objective::Burn(section) => self.fixed.mission.sections[section as usize],
            _ => CellSet::EMPTY,
        };
        let routes = self.steps_from(end);
        grid.cells()
            .filter(|cell| routes.at(*cell) <= 3 && !path.contains(*cell) && !objective.contains(*cell))
            .collect()
    }

    /// Poses from which an entry area can be secured.
    fn entry_march(&self, entry: u8) -> March {
        let grid = &self.fixed.mission.grid;
        let square = self.fixed.mission.entries[entry as usize].square;
        let mut goals: Goals = any_facing(square).collect();
        for cell in grid.touching(square, self.table.shut()) {
            for facing in Facing::ALL {
                if self.fixed.sight().half(cell, facing).contains(square) {
                    goals.push((Pose { cell, facing }, 0));
                }
            }
        }
        self.march(goals.into_iter())
    }

    /// Which Marine goes to which entry area: every area gets the nearest who is still free, the farthest area
    /// first, and who is left over goes along in the same way.
    fn assignments(&self) -> SmallVec<[(u8, u8); 12]> {
        let mission = &self.fixed.mission;
        let all: SmallVec<[(u8, Steps); 4]> = (0..mission.entries.len() as u8)
            .filter(|entry| {
                mission.entries[*entry as usize].securable && !self.table.secured[*entry as usize]
            })
            .map(|entry| (entry, self.steps_from(mission.entries[entry as usize].square)))
            .collect();
        let mut assigned = SmallVec::new();
        let mut free: SmallVec<[(u8, Cell); 12]> = self.table.marines_on_map().collect();
        let mut open: SmallVec<[usize; 4]> = SmallVec::new();
        while !free.is_empty() && !all.is_empty() {
            if open.is_empty() {
                open.extend(0..all.len());
            }
            // The entry area whose nearest free Marine is farthest away chooses first.
            let nearest = |at: usize| {
                let cost = |(_, cell): &(u8, Cell)| all[at].1.at(*cell);
                free.iter().enumerate().map(|(place, marine)| (cost(marine), place)).min()
            };
            let chosen = (0..open.len())
                .filter_map(|place| Some((place, nearest(open[place])?)))
                .max_by_key(|(place, (cost, _))| (*cost, std::cmp::Reverse(*place)));
            let Some((place, (_, marine))) = chosen else { break };
            let entry = all[open.remove(place)].0;
            assigned.push((free.remove(marine).0, entry));
        }
        assigned
    }

    /// What finishes the mission, or a part of it, at once.
    pub fn finish(&self, index: u8, actions: &[Action]) -> Option<Action> {
        let objective = &self.fixed.mission.objective;
        actions.iter().copied().find(|action| match (objective, action) {
            (Objective::Burn(section), Action::Flame(at)) => {
                Table::section(self.fixed, *at) == *section as usize
            }
            (Objective::Burn(section), Action::SelfDestruct) => {
                let cell = self.table.cell(PieceId::Marine(index));
                cell.is_some_and(|cell| Table::section(self.fixed, cell) == *section as usize)
            }
            (Objective::Secure, Action::Secure(_)) | (Objective::Exit { .. }, Action::Leave) => true,
            _ => false,
        })
    }

    /// What a flamer shot at a square would catch: enemies, blips counted as two.
    pub fn caught(&self, at: Cell) -> i32 {
        let extent = flame_extent(self.fixed, self.table, at);
        let models = self.table.stealers_on_map().filter(|(_, cell)| extent.contains(*cell)).count();
        let blips = self.table.blips_on_map().filter(|(_, cell)| extent.contains(*cell)).count();
        (models + 2 * blips) as i32
    }
}

/// A square as a goal, however one faces.
fn any_facing(cell: Cell) -> impl Iterator<Item = (Pose, u8)> {
    Facing::ALL.into_iter().map(move |facing| (Pose { cell, facing }, 0))
}

/// The front squares of a pose.
fn front_squares(outlook: &Outlook<'_>, cell: Cell, facing: Facing) -> CellSet {
    [Side::FrontLeft, Side::Front, Side::FrontRight]
        .into_iter()
        .filter_map(|side| outlook.fixed.mission.grid.step(cell, side.dir(facing)))
        .collect()
}
