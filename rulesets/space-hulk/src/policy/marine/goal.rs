//! Where Terminators have to go: poses that finish the mission, and posts for those who cover.

use std::cell::OnceCell;

use grognard_space::grid::{Cell, CellSet, Dir, Facing, Side};
use smallvec::SmallVec;

use super::Outlook;
use crate::choice::Action;
use crate::goal::{Goal, ItemPlace};
use crate::piece::PieceId;
use crate::play::objective::{is_burner, open_goals};
use crate::policy::is_key;
use crate::policy::ways::{FAR, March, Pose, Steps, Tread, march_to};
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
    /// What remains to be done after the deed, in points.
    pub rest: u8,
    /// Whether the mission hangs on this model.
    pub key: bool,
}

/// Where a march leads.
#[derive(Copy, Clone)]
enum Aim {
    /// Where this section can be set on fire.
    Burn(u8),
    /// Around the end of a Marine's way.
    Cover(u8),
    /// Where this entry area can be secured.
    Entry(u8),
    /// Off the map.
    Out,
    /// Onto this square.
    Square(Cell),
    /// Into this section, away from its doors and borders while there is room.
    Into(u8),
}

/// A Marine's part in the plan.
#[derive(Copy, Clone)]
struct Part {
    /// The number of his march.
    march: usize,
    deed: u8,
    rest: u8,
    key: bool,
}

/// Who goes where, worked out once a decision; marches only where somebody asks for them.
pub struct Plan {
    marches: SmallVec<[(Aim, OnceCell<March>); 4]>,
    parts: SmallVec<[Option<Part>; 12]>,
}

impl Plan {
    /// Gives a Marine his part.
    fn assign(&mut self, marine: u8, march: usize, deed: u8, rest: u8, key: bool) {
        self.parts[marine as usize] = Some(Part { march, deed, rest, key });
    }

    /// Adds a march.
    fn lead(&mut self, aim: Aim) -> usize {
        self.marches.push((aim, OnceCell::new()));
        self.marches.len() - 1
    }
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
        is_key(self.fixed, self.table, index)
    }

    /// The way of a Marine to where he is needed, if he is needed anywhere.
    pub fn way(&self, index: u8) -> Option<Way<'_>> {
        let plan = self.plan.get_or_init(|| self.make_plan());
        let Part { march, deed, rest, key } = plan.parts[index as usize]?;
        Some(Way { march: self.planned(plan, march), deed, rest, key })
    }

    /// A march of the plan.
    fn planned<'p>(&self, plan: &'p Plan, number: usize) -> &'p March {
        let (aim, march) = &plan.marches[number];
        march.get_or_init(|| match *aim {
            Aim::Burn(section) => self.flamer_march(section),
            Aim::Cover(leader) => {
                let way = plan.parts[leader as usize].map(|part| self.planned(plan, part.march));
                let posts = way.map(|way| self.posts(leader, way)).unwrap_or_default();
                self.march(posts.iter().flat_map(any_facing))
            }
            Aim::Entry(entry) => self.entry_march(entry),
            Aim::Out => self.march(self.fixed.mission.exits.iter().flat_map(any_facing)),
            Aim::Square(square) => self.march(any_facing(square)),
            Aim::Into(section) => self.march(self.inside(section)),
        })
    }

    /// Who has which part: those the mission hangs on go for it and the others go with them; without such, the first
    /// open goal of the mission's list is everybody's.
    fn make_plan(&self) -> Plan {
        let mut plan = Plan { marches: SmallVec::new(), parts: SmallVec::new() };
        plan.parts.resize(self.table.crew() as usize, None);
        for goal in open_goals(self.fixed, self.table) {
            self.give_key_parts(&mut plan, goal);
        }
        let leader = plan.parts.iter().position(Option::is_some);
        match leader {
            Some(leader) => self.follow(&mut plan, leader as u8),
            None => {
                if let Some(goal) = open_goals(self.fixed, self.table).next() {
                    self.share_out(&mut plan, goal);
                }
            }
        }
        plan
    }

    /// The parts of those on whom a goal hangs.
    fn give_key_parts(&self, plan: &mut Plan, goal: Goal) {
        let numbers = self.fixed.numbers();
        let (aim, deed) = match goal {
            Goal::Burn(section) => (Aim::Burn(section), numbers.flamer.cost),
            Goal::Carry { .. } | Goal::Escort { .. } => (Aim::Out, numbers.costs.marine.forward),
            Goal::Secure | Goal::Exit { .. } | Goal::Hold { .. } | Goal::Survive { .. } => return,
        };
        let hangs_on = |index: u8| match goal {
            Goal::Burn(_) => is_burner(self.fixed, self.table, index),
            Goal::Carry { item } => self.table.items[item as usize] == ItemPlace::Carried(index),
            Goal::Escort { model } => model == index,
            _ => false,
        };
        let mut march = None;
        for (index, _) in self.table.marines_on_map() {
            if hangs_on(index) && plan.parts[index as usize].is_none() {
                let march = *march.get_or_insert_with(|| plan.lead(aim));
                plan.assign(index, march, deed, 0, true);
            }
        }
    }

    /// Everybody who has no part goes with the one the mission hangs on: on the same way where it leads off the map,
    /// around its end elsewhere.
    fn follow(&self, plan: &mut Plan, leader: u8) {
        let Some(Part { march, .. }) = plan.parts[leader as usize] else { return };
        let march = match plan.marches[march].0 {
            Aim::Out => march,
            _ => plan.lead(Aim::Cover(leader)),
        };
        for (index, _) in self.table.marines_on_map() {
            if plan.parts[index as usize].is_none() {
                plan.assign(index, march, 0, 0, false);
            }
        }
    }

    /// The parts in a goal that hangs on nobody in particular.
    fn share_out(&self, plan: &mut Plan, goal: Goal) {
        let numbers = self.fixed.numbers();
        match goal {
            Goal::Secure => {
                let entries = self.fixed.mission.entries.len();
                plan.marches.extend((0..entries).map(|entry| (Aim::Entry(entry as u8), OnceCell::new())));
                for (index, entry) in self.assignments() {
                    plan.assign(index, entry as usize, numbers.secure.secure, 0, false);
                }
            }
            Goal::Exit { .. } => {
                let march = plan.lead(Aim::Out);
                for (index, _) in self.table.marines_on_map() {
                    plan.assign(index, march, numbers.costs.marine.forward, 0, false);
                }
            }
            Goal::Carry { item } => {
                let ItemPlace::Lies(at) = self.table.items[item as usize] else { return };
                let way = self.steps_from(at);
                // Who has no hand for it had better not stand on it.
                let able = |(index, _): &(u8, Cell)| self.fixed.profile(*index).picks_up;
                let nearest = self.table.marines_on_map().filter(able).min_by_key(|(_, cell)| way.at(*cell));
                let Some((fetcher, _)) = nearest else { return };
                let march = plan.lead(Aim::Square(at));
                let out = self.fixed.mission.exits.iter().map(|exit| way.at(exit)).min().unwrap_or(0);
                let cost = self.fixed.mission.items[item as usize].cost;
                plan.assign(fetcher, march, cost, out.min(100), false);
                self.follow(plan, fetcher);
            }
            Goal::Hold { section, turns, .. } => {
                let march = plan.lead(Aim::Into(section));
                let goals = self.fixed.mission.goals.iter().zip(&self.table.goals);
                let held =
                    goals.filter(|(known, _)| **known == goal).map(|(_, progress)| progress.turns).max();
                let left = turns.saturating_sub(held.unwrap_or(0));
                for (index, _) in self.table.marines_on_map() {
                    plan.assign(index, march, 0, left.min(50) * 2, false);
                }
            }
            Goal::Burn(_) | Goal::Survive { .. } | Goal::Escort { .. } => {}
        }
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
        let nest = open_goals(self.fixed, self.table).fold(CellSet::EMPTY, |nest, goal| match goal {
            Goal::Burn(section) => nest | self.fixed.mission.sections[section as usize],
            _ => nest,
        });
        let routes = self.steps_from(end);
        let near = |cell: &Cell| routes.at(*cell) <= 3 && *cell != end && !nest.contains(*cell);
        let posts: CellSet = grid.cells().filter(near).filter(|cell| !path.contains(*cell)).collect();
        // In a corridor there is no room beside his way.
        if posts.is_empty() { grid.cells().filter(near).collect() } else { posts }
    }

    /// Places in a section to be held; who stands in a doorway keeps the others out.
    fn inside(&self, section: u8) -> impl Iterator<Item = (Pose, u8)> {
        let mission = &self.fixed.mission;
        let doors: CellSet = mission.doors.iter().copied().collect();
        let area = mission.sections[section as usize].minus(&doors);
        let within = move |cell: Cell| mission.grid.neighbours(cell).minus(&area).is_empty();
        area.iter().flat_map(move |cell| {
            let edge = if within(cell) { 0 } else { 2 };
            any_facing(cell).map(move |(pose, _)| (pose, edge))
        })
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
        let goals = || open_goals(self.fixed, self.table);
        actions.iter().copied().find(|action| match *action {
            Action::Flame(at) => {
                let section = Table::section(self.fixed, at) as u8;
                goals().any(|goal| goal == Goal::Burn(section))
            }
            Action::SelfDestruct => {
                let cell = self.table.cell(PieceId::Marine(index));
                let section = cell.map(|cell| Table::section(self.fixed, cell) as u8);
                section.is_some_and(|section| goals().any(|goal| goal == Goal::Burn(section)))
            }
            Action::Secure(_) => goals().any(|goal| goal == Goal::Secure),
            Action::Take(item) => goals().any(|goal| goal == Goal::Carry { item }),
            Action::Leave => self.may_leave(index),
            _ => false,
        })
    }

    /// Whether a Marine on an exit does right to leave: the mission hangs on him, only leaving is left to do, or the
    /// one it hangs on is on his way out behind him.
    fn may_leave(&self, index: u8) -> bool {
        let only_leaving = open_goals(self.fixed, self.table).all(|goal| matches!(goal, Goal::Exit { .. }));
        let ahead_of_key = || {
            self.way(index).is_some_and(|way| way.deed == 0)
                && self.table.marines_on_map().any(|(key, _)| {
                    self.is_key(key)
                        && self.way(key).is_some_and(|way| way.key && self.far_out(key, way) <= 4)
                })
        };
        self.is_key(index) || only_leaving || ahead_of_key()
    }

    /// What a Marine still has to pay on his way.
    pub fn far_out(&self, index: u8, way: Way<'_>) -> u8 {
        let marine = &self.table.marines[index as usize];
        marine.cell().map_or(FAR, |cell| way.march.at(cell, marine.facing))
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
        .map(|side| side.dir(facing))
        .filter(|dir| outlook.fixed.mission.grid.corner_open(cell, *dir, &CellSet::EMPTY))
        .filter_map(|dir| outlook.fixed.mission.grid.step(cell, dir))
        .collect()
}
