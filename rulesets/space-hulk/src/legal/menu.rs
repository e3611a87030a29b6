//! Listing what a piece can do: candidates from the board, each put to the checks.

use grognard_engine::rule;
use grognard_engine::switch::{applies, some_off};
use grognard_engine::target::Need;
use grognard_space::grid::{Cell, CellSet, Dir, Facing};
use smallvec::SmallVec;

use super::assault::front;
use super::cost::Doer;
use super::entry::check_enter;
use super::fire::check_move_fire;
use super::launch::{Before, check_launch};
use super::movement::{StepKind, Stride, check_step, step_kind};
use super::{Quick, allowed, allowed_seeing, check_doer, same_blast};
use crate::Fixed;
use crate::choice::Action;
use crate::event::Shot;
use crate::goal::ItemPlace;
use crate::guard::choice::Deed;
use crate::harlequin;
use crate::piece::{Mark, PieceId, Place};
use crate::play::shooting;
use crate::profile::{Melee, Ranged};
use crate::table::{Side, Table};
use crate::weapon::{Area, Weapon};

/// A list of actions, long enough for nearly every model without an allocation.
pub type Actions = SmallVec<[Action; 48]>;

/// Whether activating a piece could be of use: false for what has to lurk.
fn can_act(fixed: &Fixed, table: &Table, who: PieceId) -> bool {
    // SH-FSC-006: time stands still for it.
    if crate::eldar::farseer::effect::stilled(table, who) {
        return false;
    }
    match table.place(who) {
        Place::Board(_) => true,
        Place::Entry(entry) => {
            let square = fixed.mission.entries[entry as usize].square;
            // Points do not matter here, and every blip and Genestealer may enter: it hangs on the square alone.
            let enters = match who {
                PieceId::Marine(_) => allowed(fixed, table, who, Action::Enter, u8::MAX),
                _ => check_enter(fixed, table, who, &mut Quick).is_continue(),
            };
            enters
                || table.piece_at(square).is_some_and(|target| {
                    table.enemies(who, target)
                        && allowed(fixed, table, who, Action::Assault(Mark::Model(target)), u8::MAX)
                })
        }
        Place::Hand | Place::Gone => false,
    }
}

/// The squares before entry areas: all who wait in one ask the same of them, so each is looked at once.
pub struct Doorways<'a> {
    fixed: &'a Fixed,
    table: &'a Table,
    /// By entry area, whether a blip and whether a Genestealer could do anything from there.
    known: SmallVec<[[Option<bool>; 2]; 16]>,
}

impl<'a> Doorways<'a> {
    /// As the table stands.
    pub fn new(fixed: &'a Fixed, table: &'a Table) -> Doorways<'a> {
        Doorways { fixed, table, known: SmallVec::from_elem([None; 2], fixed.mission.entries.len()) }
    }

    /// Whether activating a piece could be of use: false for what has to lurk.
    #[inline]
    pub fn can_act(&mut self, who: PieceId) -> bool {
        let Doorways { fixed, table, .. } = *self;
        let Place::Entry(entry) = table.place(who) else {
            return table.place(who).cell().is_some() && can_act(fixed, table, who);
        };
        let kind = match who {
            PieceId::Blip(index) => {
                let blip = &table.blips[index as usize];
                (!blip.lurks && !blip.ambush).then_some(0)
            }
            PieceId::Stealer(index) => (!table.stealers[index as usize].lurks).then_some(1),
            PieceId::Marine(_) => None,
        };
        match kind {
            Some(kind) => *self.known[entry as usize][kind].get_or_insert_with(|| can_act(fixed, table, who)),
            None => can_act(fixed, table, who),
        }
    }
}

/// Everything a piece can do with so many points to pay with.
pub fn menu(fixed: &Fixed, table: &Table, who: PieceId, points: u8) -> Actions {
    let mut actions = Actions::new();
    list(fixed, table, who, points, &mut actions);
    actions
}

/// The same into an empty list of the caller's: it is long, and better not moved about.
pub fn list(fixed: &Fixed, table: &Table, who: PieceId, points: u8, actions: &mut Actions) {
    let mut lister = Lister { fixed, table, who, points, actions, steps: Steps::default() };
    match (who, table.place(who)) {
        (_, Place::Entry(entry)) => lister.entry_area(entry),
        (PieceId::Marine(index), Place::Board(cell)) => lister.marine(index, cell),
        (PieceId::Stealer(_), Place::Board(cell)) => lister.stealer(cell),
        (PieceId::Blip(_), Place::Board(cell)) => lister.blip(cell),
        _ => {}
    }
    // SH-CLA-003: an enemy ahead obliges nobody.
    if !applies(rule!("SH-CLA-003"))
        && lister.actions.iter().any(|action| matches!(action, Action::Assault(Mark::Model(_))))
    {
        lister.actions.retain(|action| matches!(action, Action::Assault(_)));
    }
}

/// Squares worth a shot.
struct Aims {
    models: CellSet,
    things: CellSet,
    all: CellSet,
    /// Blips nobody sees yet.
    blips: CellSet,
}

/// The squares that mean the same shot of a weapon. The same parts of sections are in sight after most steps, and a square that a
/// fire reaches is reached by the same fire wherever it starts: so each is looked for once.
struct Blasts<'a> {
    fixed: &'a Fixed,
    table: &'a Table,
    weapon: Ranged,
    known: SmallVec<[CellSet; 4]>,
}

impl<'a> Blasts<'a> {
    fn new(fixed: &'a Fixed, table: &'a Table, weapon: Ranged) -> Blasts<'a> {
        Blasts { fixed, table, weapon, known: SmallVec::new() }
    }

    fn around(&mut self, at: Cell) -> CellSet {
        if let Some(known) = self.known.iter().find(|known| known.contains(at)) {
            return *known;
        }
        let blast = same_blast(self.fixed, self.table, self.weapon, at);
        self.known.push(blast);
        blast
    }
}

/// The directions in which a plain step is on the list.
#[derive(Copy, Clone, Default)]
struct Steps(u8);

impl Steps {
    fn insert(&mut self, dir: Dir) {
        self.0 |= 1 << dir as u8;
    }

    fn contains(self, dir: Dir) -> bool {
        self.0 >> dir as u8 & 1 == 1
    }
}

struct Lister<'a> {
    fixed: &'a Fixed,
    table: &'a Table,
    who: PieceId,
    points: u8,
    actions: &'a mut Actions,
    steps: Steps,
}

/// What only some forces and boards have is marked cold: it costs those nothing, and the plain game's menus stay together in the
/// processor's instruction cache.
impl<'a> Lister<'a> {
    fn offer(&mut self, action: Action) {
        if allowed(self.fixed, self.table, self.who, action, self.points) {
            self.actions.push(action);
        }
    }

    fn offer_seeing(&mut self, action: Action, seen: &CellSet) {
        if allowed_seeing(self.fixed, self.table, self.who, action, self.points, seen) {
            self.actions.push(action);
        }
    }

    fn entry_area(&mut self, entry: u8) {
        self.offer(Action::Enter);
        let square = self.fixed.mission.entries[entry as usize].square;
        if let Some(target) = self.table.piece_at(square).filter(|other| self.table.enemies(self.who, *other))
        {
            self.offer(Action::Assault(Mark::Model(target)));
        }
    }

    /// Whether nothing but the way and the price can keep the piece from walking and turning: it is on its feet, has no wings,
    /// and nothing is in play that has rules of its own.
    fn walks(&self) -> Option<Doer<'a>> {
        let Lister { fixed, table, who, .. } = *self;
        let flies = matches!(who, PieceId::Marine(index) if fixed.profile(index).flies);
        let plain = !table.is_special() && !table.is_prone(who) && !flies;
        plain.then_some(Doer { fixed, table, who })
    }

    /// SH-ACT-004: whether a price can be paid; what has none is for others to refuse.
    fn affords(&self, price: Option<u8>) -> bool {
        price.is_none_or(|price| price <= self.points)
    }

    fn steps(&mut self, cell: Cell) {
        let Lister { fixed, table, who, .. } = *self;
        let grid = &fixed.mission.grid;
        // Air shafts have prices of their own.
        let even = fixed.mission.hazards.shafts.is_empty();
        let Some(doer) = self.walks().filter(|_| even) else {
            self.steps_one_by_one(cell);
            return;
        };
        let paces = StepKind::ALL.map(|kind| doer.pace(kind));
        for dir in Dir::ALL {
            let Some(to) = grid.step(cell, dir) else { continue };
            let kind = step_kind(table, who, dir);
            let price = paces[kind as usize].map(|points| points + doer.rubble(to));
            let stride = Stride { from: cell, dir, to, kind };
            if self.affords(price) && check_step(fixed, table, who, stride, &mut Quick).is_continue() {
                self.steps.insert(dir);
                self.actions.push(Action::Move(to));
            }
        }
    }

    /// The same with every rule there is.
    #[cold]
    fn steps_one_by_one(&mut self, cell: Cell) {
        let Lister { fixed, table, who, points, .. } = *self;
        for dir in Dir::ALL {
            let Some(to) = fixed.mission.grid.step(cell, dir) else { continue };
            if allowed(fixed, table, who, Action::Move(to), points) {
                self.steps.insert(dir);
                self.actions.push(Action::Move(to));
            }
        }
    }

    /// SH-PRN-001, SH-PRN-002: up from the ground.
    fn stands(&mut self) {
        if self.table.is_prone(self.who) {
            for facing in Facing::ALL {
                self.offer(Action::Stand(facing));
            }
        }
    }

    fn turns(&mut self) {
        let Some(now) = self.table.facing(self.who) else { return };
        let walks = self.walks();
        let Lister { fixed, table, who, points, .. } = *self;
        let turns = |to: Facing| match &walks {
            Some(doer) => self.affords(doer.turn(to)),
            None => allowed(fixed, table, who, Action::Turn(to), points),
        };
        // To the left and to the right alike.
        let (quarter, about) = (turns(now.left()), turns(now.back()));
        let none = some_off() && allowed(fixed, table, who, Action::Turn(now), points);
        for facing in Facing::ALL {
            let offered = match now.turns_to(facing) {
                0 => none,
                1 => quarter,
                _ => about,
            };
            if offered {
                self.actions.push(Action::Turn(facing));
            }
        }
    }

    fn doors(&mut self, cell: Cell) {
        let (closed, open) = (self.table.closed, self.table.open);
        let near = *self.fixed.mission.grid.neighbours(cell) & (closed | open);
        if near.is_empty() {
            return;
        }
        for door in near & closed {
            self.offer(Action::Open(door));
        }
        for door in near & open {
            self.offer(Action::Close(door));
        }
    }

    fn assaults(&mut self) {
        let Some(ahead) = front(self.fixed, self.table, self.who) else { return };
        if let Some(target) = self.table.piece_at(ahead) {
            self.offer(Action::Assault(Mark::Model(target)));
        }
        if let Some(cell) = self.table.cell(self.who).filter(|_| some_off()) {
            for near in self.fixed.mission.grid.neighbours(cell).without(ahead) & self.table.models() {
                if let Some(target) = self.table.piece_at(near) {
                    self.offer(Action::Assault(Mark::Model(target)));
                }
            }
        }
        // SH-RUB-004: rubble is nothing to attack.
        let rubble = some_off() && self.table.things.rubble.contains(ahead);
        if self.table.thing(ahead).is_some() || rubble {
            self.offer(Action::Assault(Mark::Door(ahead)));
        }
    }

    /// Ladders, holes and lifts.
    fn levels(&mut self, cell: Cell) {
        let (mission, things) = (&self.fixed.mission, &self.table.things);
        if !things.holes.is_empty() {
            let above = mission.above(cell).filter(|above| things.holes.contains(*above));
            let below = mission.below(cell).filter(|_| things.holes.contains(cell));
            for to in above.into_iter().chain(below) {
                self.offer(Action::Climb(to));
            }
            if below.is_some() {
                self.offer(Action::Jump);
            }
            for to in *mission.grid.neighbours(cell) & things.holes {
                self.offer(Action::MoveJump(to));
            }
        }
        if let Some(lift) = mission.hazards.lift_of(cell) {
            for to in &lift.cars {
                self.offer(Action::Ride(*to));
            }
        }
    }

    fn blip(&mut self, cell: Cell) {
        self.steps(cell);
        self.doors(cell);
        self.levels(cell);
    }

    fn stealer(&mut self, cell: Cell) {
        self.stands();
        self.steps(cell);
        self.turns();
        self.doors(cell);
        self.assaults();
        self.levels(cell);
        self.through_holes(cell);
    }

    #[cold]
    fn through_holes(&mut self, cell: Cell) {
        if !self.table.things.holes.is_empty() {
            // SH-MLV-001: up or down through a hole.
            let near = [self.fixed.mission.above(cell), self.fixed.mission.below(cell)];
            for target in near.into_iter().flatten().filter_map(|at| self.table.piece_at(at)) {
                if self.table.enemies(self.who, target) {
                    self.offer(Action::Assault(Mark::Model(target)));
                }
            }
        }
    }

    fn marine(&mut self, index: u8, cell: Cell) {
        let profile = self.fixed.profile(index);
        let marine = &self.table.marines[index as usize];
        self.stands();
        self.steps(cell);
        self.turns();
        self.doors(cell);
        self.assaults();
        self.levels(cell);
        if let Some(ahead) = front(self.fixed, self.table, self.who)
            && (profile.has(Melee::ChainFist) || profile.has(Melee::PowerAxe))
            && self.table.thing(ahead).is_some()
        {
            self.offer(Action::Cut(ahead));
        }
        for weapon in profile.arms() {
            match self.fixed.weapon(weapon) {
                _ if weapon.is_flamer() => self.flames(weapon, index, cell),
                Some(listed) if listed.launches() => self.launches(weapon, index, cell),
                _ => self.shots(weapon, index, cell),
            }
        }
        if self.table.guard.is_some() {
            self.guard(index);
        }
        if profile.seer.is_some() {
            for command in crate::eldar::seers::orders::commands(self.fixed, self.table, index) {
                self.offer(command.into());
            }
        }
        if self.table.troupe.is_some() {
            self.harlequin(index);
        }
        if self.table.warriors.is_some() {
            for deed in crate::eldar::legal::candidates(self.fixed, self.table, index) {
                self.offer(deed.into());
            }
        }
        if profile.has(Melee::ThunderHammer) {
            self.offer(Action::Detonate);
        }
        if marine.jammed {
            self.offer(Action::ClearJam);
        }
        let melts = |weapon| self.fixed.weapon(weapon).is_some_and(|listed| listed.melts);
        if profile
            .ranged
            .is_some_and(|weapon| weapon.is_flamer() || weapon == Ranged::AssaultCannon || melts(weapon))
        {
            self.offer(Action::Reload);
        }
        if profile.ranged.is_some() {
            self.offer(Action::Overwatch);
        }
        if profile.leaps
            && let Some(over) = front(self.fixed, self.table, self.who)
            && let Some(to) = self.fixed.mission.grid.step(over, marine.facing.into())
        {
            self.offer(Action::Leap(to));
        }
        if self.table.side(self.who) == Side::Stealer {
            if profile.climbs() {
                self.through_holes(cell);
            }
            return;
        }
        let neighbours = self.fixed.mission.grid.neighbours(cell);
        for (entry, area) in self.fixed.mission.entries.iter().enumerate() {
            let near = area.square == cell || neighbours.contains(area.square);
            if near && (area.securable || some_off()) {
                self.offer(Action::Secure(entry as u8));
            }
        }
        if self.fixed.mission.exits.contains(cell) {
            self.offer(Action::Leave);
        }
        for item in 0..self.fixed.mission.items.len() as u8 {
            match self.table.items[item as usize] {
                ItemPlace::Lies(at) if at == cell => self.offer(Action::Take(item)),
                ItemPlace::Carried(bearer) if bearer == index => self.offer(Action::LayDown(item)),
                _ => {}
            }
        }
        if !self.table.things.loads.is_empty() {
            for action in [Action::PickUp, Action::PutDown, Action::Arm, Action::Drop] {
                self.offer(action);
            }
        }
    }

    /// SH-IGF-004, SH-IGF-015: what only the Guard does.
    #[cold]
    fn guard(&mut self, index: u8) {
        let profile = self.fixed.profile(index);
        if profile.kneels {
            self.offer(Deed::Kneel.into());
            self.offer(Deed::Rise.into());
        }
        if profile.commissar {
            for (victim, _) in self.table.models_of(self.table.side(self.who)) {
                self.offer(Deed::Inspire(victim).into());
            }
        }
    }

    /// SH-HRL-006, SH-HRL-009, SH-HRL-010: what only Harlequins do.
    #[cold]
    fn harlequin(&mut self, index: u8) {
        if !harlequin::is_one(self.fixed, index) {
            return;
        }
        for target in harlequin::dance::targets(self.fixed, self.table, self.who) {
            self.offer(harlequin::choice::Deed::Dance(target).into());
        }
        self.offer(harlequin::choice::Deed::Stance.into());
        self.offer(harlequin::choice::Deed::FreeKiss.into());
    }

    /// SH-IGF-021: as much aim as helps and is to be had.
    #[cold]
    fn aimed(&mut self, index: u8, weapon: Ranged, mark: Mark) {
        let plan = shooting::plan(self.fixed, self.table, PieceId::Marine(index), weapon, mark, Shot::Plain);
        let Need::AtLeast(need) = plan.target.need() else { return };
        for points in 1..=need.saturating_sub(2) {
            self.offer(Deed::Aim(points, weapon, mark).into());
        }
    }

    /// What there is to aim at: models, closed doors and other things in the way.
    fn aims(&self) -> Aims {
        let mut things = self.table.targets(self.fixed);
        if some_off() {
            things |= self.table.open;
        }
        let side = self.table.side(self.who);
        let models = self.table.marks_for(side);
        // SH-MAF-003: blips that come into sight by a step or a turn are converted before the shot.
        let mut blips = CellSet::EMPTY;
        if side == Side::Marine {
            for (_, cell) in self.table.blips_on_map() {
                blips.insert(cell);
            }
        }
        Aims { things, all: models | things, models, blips }
    }

    /// Marks on some squares.
    fn marks(&self, aims: &Aims, squares: CellSet) -> SmallVec<[Mark; 8]> {
        let mut marks = SmallVec::new();
        for cell in squares & aims.all {
            if aims.models.contains(cell) {
                marks.extend(self.table.piece_at(cell).map(Mark::Model));
            }
            if aims.things.contains(cell) {
                marks.push(Mark::Door(cell));
            }
        }
        marks
    }

    /// Blips on some squares, as marks.
    fn blips(&self, aims: &Aims, squares: CellSet) -> SmallVec<[Mark; 8]> {
        (squares & aims.blips).iter().filter_map(|cell| self.table.piece_at(cell)).map(Mark::Model).collect()
    }

    fn shots(&mut self, weapon: Ranged, index: u8, cell: Cell) {
        let (fixed, table) = (self.fixed, self.table);
        let facing = table.marines[index as usize].facing;
        let aims = self.aims();
        let mut swept = table.seen_by(index) & *fixed.sight().cone(cell, facing);
        if some_off() {
            swept = aims.all;
        }
        let guard = fixed.profile(index).is_guard();
        for mark in self.marks(&aims, swept) {
            self.offer(Action::Fire(weapon, mark));
            if fixed.profile(index).aims {
                self.aimed(index, weapon, mark);
            }
            if guard {
                // SH-IGF-005: fire first, then step.
                for dir in Dir::ALL {
                    if let Some(to) = fixed.mission.grid.step(cell, dir) {
                        self.offer(Action::FireMove(weapon, mark, to));
                    }
                }
            }
        }
        let handled = harlequin::legal::handles(fixed, index, weapon);
        if fixed.weapon(weapon).is_some_and(|listed| !listed.moves) && !handled {
            return;
        }
        if weapon == Ranged::AssaultCannon {
            self.offer(Action::FullAuto);
        }
        for facing in [facing.left(), facing.right()] {
            // Nothing to aim at that way even with nothing in between: no need to look closer.
            let reach = *fixed.sight().open(cell) & *fixed.sight().cone(cell, facing);
            if reach.intersects(&(aims.all | aims.blips)) {
                let seen = table.view_from(fixed, cell, facing);
                let swept = seen & *fixed.sight().cone(cell, facing);
                for mark in self.marks(&aims, swept).into_iter().chain(self.blips(&aims, swept)) {
                    self.offer_seeing(Action::TurnFire(facing, weapon, mark), &seen);
                }
            }
        }
        let plain = !table.is_special();
        // Whoever steps away leaves nobody behind, but perhaps a ladder.
        let beyond = aims.models.without(cell) | aims.things | aims.blips;
        for dir in Dir::ALL {
            // The plain steps are on the list already.
            let Some(to) = fixed.mission.grid.step(cell, dir).filter(|_| self.steps.contains(dir)) else {
                continue;
            };
            let reach = *fixed.sight().open(to) & *fixed.sight().cone(to, facing);
            if !reach.intersects(&beyond) {
                continue;
            }
            let seen = table.view_after_step(fixed, cell, to, facing);
            let mut payable = None;
            let swept = seen & *fixed.sight().cone(to, facing);
            for mark in self.marks(&aims, swept).into_iter().chain(self.blips(&aims, swept)) {
                let action = Action::MoveFire(to, weapon, mark);
                if !plain {
                    self.offer_seeing(action, &seen);
                    continue;
                }
                // The step is allowed, and what is aimed at costs nothing: it is the shot alone that differs.
                let doer =
                    || check_doer(fixed, table, self.who, action, self.points, &mut Quick).is_continue();
                let shot =
                    || check_move_fire(fixed, table, self.who, to, weapon, mark, Some(&seen), &mut Quick);
                if *payable.get_or_insert_with(doer) && shot().is_continue() {
                    self.actions.push(action);
                }
            }
        }
    }

    /// One shot for each part of a section in sight, and for each square worth a single grenade.
    #[cold]
    fn launches(&mut self, weapon: Ranged, index: u8, cell: Cell) {
        let (fixed, table) = (self.fixed, self.table);
        // SH-FSC-009: what it costs this model now, not what the chart says.
        let pays = |listed: &&Weapon| {
            let cost = super::cost(fixed, table, self.who, Action::Launch(weapon, cell));
            listed.moves || cost.is_some_and(|cost| cost <= self.points)
        };
        let Some(listed) = fixed.weapon(weapon).filter(pays) else { return };
        let facing = table.marines[index as usize].facing;
        let moves = listed.moves;
        let mut left = table.seen_by(index) & *fixed.sight().cone(cell, facing);
        if listed.area != Area::Square {
            left = left.minus(&table.fire_stops());
        }
        let mut blasts = Blasts::new(fixed, table, weapon);
        while let Some(at) = left.first() {
            self.offer(Action::Launch(weapon, at));
            left = left.minus(&blasts.around(at));
        }
        if moves {
            self.launches_on_the_move(facing, cell, blasts);
        }
    }

    /// SH-ACT-014, SH-WGR-012, SH-WCX-002: the same after a step or a quarter turn, for what fills a section.
    #[cold]
    fn launches_on_the_move(&mut self, facing: Facing, cell: Cell, mut blasts: Blasts<'_>) {
        let (fixed, table, weapon) = (self.fixed, self.table, blasts.weapon);
        let plain = !table.is_special();
        let steps = self.steps;
        let stepping = Dir::ALL.into_iter().filter(|dir| steps.contains(*dir));
        let stepping = stepping.filter_map(|dir| fixed.mission.grid.step(cell, dir)).map(Before::Step);
        for before in stepping.chain([facing.left(), facing.right()].map(Before::Turn)) {
            let action = |at: Cell| match before {
                Before::Nothing => Action::Launch(weapon, at),
                Before::Step(to) => Action::MoveLaunch(to, weapon, at),
                Before::Turn(to) => Action::TurnLaunch(to, weapon, at),
            };
            // What is aimed at costs nothing, and looking costs most of all.
            if plain && check_doer(fixed, table, self.who, action(cell), self.points, &mut Quick).is_break() {
                continue;
            }
            let (from, ahead, seen) = match before {
                Before::Step(to) => (to, facing, table.view_after_step(fixed, cell, to, facing)),
                Before::Turn(to) => (cell, to, table.view_from(fixed, cell, to)),
                Before::Nothing => continue,
            };
            let mut left = (seen & *fixed.sight().cone(from, ahead)).minus(&table.fire_stops());
            while let Some(at) = left.first() {
                let launch =
                    || check_launch(fixed, table, self.who, before, weapon, at, Some(&seen), &mut Quick);
                if !plain {
                    self.offer_seeing(action(at), &seen);
                } else if launch().is_continue() {
                    self.actions.push(action(at));
                }
                left = left.minus(&blasts.around(at));
            }
        }
    }

    /// One shot for each part of a section that can be set on fire, named by its first square in sight.
    fn flames(&mut self, weapon: Ranged, index: u8, cell: Cell) {
        let marine = &self.table.marines[index as usize];
        self.offer(Action::SelfDestruct);
        if marine.ammo == 0 {
            return;
        }
        let mut left = self.table.seen_by(index) & *self.fixed.sight().cone(cell, marine.facing);
        if !applies(rule!("SH-TGT-002")) {
            left = self.fixed.mission.sections.iter().fold(CellSet::EMPTY, |all, section| all | *section);
        }
        left = left.minus(&self.table.fire_stops());
        let mut blasts = Blasts::new(self.fixed, self.table, weapon);
        while let Some(at) = left.first() {
            self.offer(Action::Flame(at));
            left = left.minus(&blasts.around(at));
        }
        if self.fixed.weapon(weapon).is_some_and(|listed| listed.moves) {
            self.launches_on_the_move(marine.facing, cell, blasts);
        }
    }
}
