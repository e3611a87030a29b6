//! The table: everything both players may see, and the one place where things move.

use grognard_engine::switch::applies;
use grognard_engine::{RuleId, Rules, rule, rules};
use grognard_space::grid::{Cell, CellSet, Facing};
use grognard_space::sight::Window;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::Fixed;
use crate::goal::{ItemPlace, MOST_GOALS, MOST_ITEMS, Progress};
use crate::guard::{self, Guard};
use crate::harlequin::Troupe;
use crate::piece::{Blip, Marine, PieceId, Place, Stealer};
use crate::profile::Ranged;
use crate::psychic::Psychic;
use crate::things::Things;

/// The rules by which lines of sight are judged.
const LINES: Rules = rules!["SH-LOS-002", "SH-LOS-005", "SH-LOS-006", "SH-LOS-007"];

/// The two sides.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Side {
    /// Terminators; they move first (SH-TRN-001).
    Marine,
    /// Genestealers.
    Stealer,
}

impl Side {
    /// The other one.
    pub const fn other(self) -> Side {
        match self {
            Side::Marine => Side::Stealer,
            Side::Stealer => Side::Marine,
        }
    }

    /// The side as an index.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Why a mission ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum EndWhy {
    /// The goal was reached.
    Goal,
    /// The goal can no longer be reached.
    OutOfReach,
    /// The last turn is over.
    TurnLimit,
    /// A side gave up.
    Resigned,
}

/// The outer flow (SH-TRN-002, SH-TRN-003).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Flow {
    /// Marines are put on their start squares.
    Deploy,
    /// SH-TRN-005: a psychic cards phase: drawing, or discarding.
    Cards {
        /// Whose.
        side: Side,
        /// Which half.
        draws: bool,
    },
    /// Marine Command Phase.
    Command,
    /// Marine Action Phase.
    Marines {
        /// The active model.
        active: Option<u8>,
    },
    /// Marine Endphase.
    MarineEnd,
    /// Reinforcement Phase: blips are drawn.
    Draw,
    /// Reinforcement Phase: blips are put into entry areas.
    Distribute,
    /// Stealer Action Phase.
    Stealers {
        /// The active piece.
        active: Option<PieceId>,
    },
    /// Stealer Endphase.
    StealerEnd,
    /// The mission is over.
    Over {
        /// Who won.
        winner: Side,
        /// Why.
        why: EndWhy,
        /// The goal that decided it, where one did.
        #[serde(default)]
        goal: Option<u8>,
    },
}

/// Fire in one section.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Fire {
    /// Markers by the side in whose turn they were placed (SH-END-002).
    pub markers: [u8; 2],
    /// Shots at it in the current player turn (SH-WHF-011).
    pub shots: u8,
    /// What set it on fire.
    #[serde(default)]
    pub weapon: Ranged,
}

/// The dice of a round of close assault, for whoever may parry them.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Parrying {
    /// The total of the side that may parry.
    pub own: i8,
    /// What the enemy adds to the highest die.
    pub enemy_bonus: i8,
    /// The enemy's dice; unused places are 0.
    pub enemy: [u8; 4],
}

/// Everything both players may see.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Table {
    /// The outer flow.
    pub flow: Flow,
    /// The game turn, from 1.
    pub turn: u8,
    /// Models with profiles, in the squad's order: the Marine side, then what the Stealer side may bring into play.
    pub marines: Vec<Marine>,
    /// Genestealers, in order of appearance.
    pub stealers: Vec<Stealer>,
    /// Blips, in order of drawing.
    pub blips: Vec<Blip>,
    /// Closed doors.
    pub closed: CellSet,
    /// Open doors; a destroyed one is in neither set.
    pub open: CellSet,
    /// What stands and lies about beside doors.
    #[serde(default)]
    pub things: Things,
    /// Burning squares.
    pub burning: CellSet,
    /// Fire by section.
    pub fires: Vec<Fire>,
    /// Secured entry areas.
    pub secured: Vec<bool>,
    /// Who close assaulted whom this player turn (SH-GNG-001).
    pub assaults: Vec<(PieceId, PieceId)>,
    /// Command points lost at the end of the last turn, shown to all (SH-END-007).
    pub expired: u8,
    /// Genestealers lost for want of room (SH-CNV-009).
    pub lost: u16,
    /// How far each goal of the mission is.
    #[serde(default)]
    pub goals: [Progress; MOST_GOALS],
    /// Where each item of the mission is.
    #[serde(default)]
    pub items: [ItemPlace; MOST_ITEMS],
    /// Whether somebody leads the Stealer side this turn, so that it rolled for command points (SH-TRN-006).
    #[serde(default)]
    pub led: bool,
    /// SH-ABU-002: an ambush counter was taken and waits to be put down.
    #[serde(default)]
    pub lies_in_wait: bool,
    /// The piece a question in the middle of an activity is about.
    pub subject: Option<PieceId>,
    /// The dice on the table while a parry is asked for (SH-PAR-001).
    #[serde(default)]
    pub parrying: Option<Parrying>,
    /// How many of the models belong to the Marine side.
    #[serde(skip)]
    crew: u8,
    /// The Imperial Guard, where it plays.
    #[serde(default)]
    pub guard: Option<Box<Guard>>,
    /// Harlequins, where they play.
    #[serde(default)]
    pub troupe: Option<Box<Troupe>>,
    /// Psychic combat, where the mission plays with it.
    #[serde(default)]
    pub psychic: Option<Box<Psychic>>,
    /// Closed doors and everything else nothing passes.
    #[serde(skip)]
    shut: CellSet,
    /// The piece on each square.
    #[serde(skip)]
    at: Vec<Option<PieceId>>,
    /// Squares with models: they block sight where they are seen (SH-LOS-003, SH-LOS-010).
    #[serde(skip)]
    models: CellSet,
    /// Squares with any piece.
    #[serde(skip)]
    occupied: CellSet,
    /// What each Marine sees, facing included.
    #[serde(skip)]
    sight: Vec<CellSet>,
}

impl Table {
    /// The table before deployment.
    pub fn new(fixed: &Fixed) -> Table {
        let mission = &fixed.mission;
        let marines = (0..mission.squad.len()).map(|index| fixed.fresh_marine(index)).collect();
        let closed =
            mission.doors.iter().copied().filter(|door| !mission.open_doors.contains(*door)).collect();
        let mut table = Table {
            flow: Flow::Deploy,
            turn: 1,
            marines,
            stealers: Vec::new(),
            blips: Vec::new(),
            closed,
            open: mission.open_doors,
            things: Things::new(&mission.hazards),
            burning: CellSet::EMPTY,
            fires: vec![Fire::default(); mission.sections.len()],
            secured: vec![false; mission.entries.len()],
            assaults: Vec::new(),
            expired: 0,
            lost: 0,
            goals: [Progress::default(); MOST_GOALS],
            items: std::array::from_fn(|item| {
                mission.items.get(item).map_or(ItemPlace::Absent, |item| ItemPlace::Lies(item.square))
            }),
            led: false,
            lies_in_wait: false,
            subject: None,
            parrying: None,
            crew: 0,
            guard: Guard::new(fixed),
            troupe: Troupe::new(fixed),
            psychic: Psychic::new(fixed),
            shut: CellSet::EMPTY,
            at: Vec::new(),
            models: CellSet::EMPTY,
            occupied: CellSet::EMPTY,
            sight: Vec::new(),
        };
        table.rebuild(fixed);
        table
    }

    /// Derives who stands where and who sees what, after loading or setting up.
    pub fn rebuild(&mut self, fixed: &Fixed) {
        if let Some(psychic) = &mut self.psychic {
            psychic.rebuild(fixed);
        }
        self.crew = fixed.mission.crew;
        self.shut = self.closed | self.things.blocking();
        self.at = vec![None; fixed.mission.grid.len()];
        self.models = CellSet::EMPTY;
        self.occupied = CellSet::EMPTY;
        self.sight = vec![CellSet::EMPTY; self.marines.len()];
        let ids: Vec<_> = self.pieces().collect();
        for id in ids {
            if let Some(cell) = self.cell(id) {
                self.at[cell.0 as usize] = Some(id);
                self.occupied.insert(cell);
                if !matches!(id, PieceId::Blip(_)) {
                    self.models.insert(cell);
                }
            }
        }
        for index in 0..self.marines.len() {
            self.look(fixed, index);
        }
    }

    /// Every piece that is in the game.
    pub fn pieces(&self) -> impl Iterator<Item = PieceId> {
        let marines = self.marines.iter().enumerate().map(|(i, m)| (PieceId::Marine(i as u8), m.place));
        let stealers = self.stealers.iter().enumerate().map(|(i, s)| (PieceId::Stealer(i as u8), s.place));
        let blips = self.blips.iter().enumerate().map(|(i, b)| (PieceId::Blip(i as u8), b.place));
        marines.chain(stealers).chain(blips).filter(|(_, place)| *place != Place::Gone).map(|(id, _)| id)
    }

    /// Where a piece is; gone where there is none of that name.
    pub fn place(&self, id: PieceId) -> Place {
        match id {
            PieceId::Marine(index) => self.marines.get(index as usize).map_or(Place::Gone, |m| m.place),
            PieceId::Stealer(index) => self.stealers.get(index as usize).map_or(Place::Gone, |s| s.place),
            PieceId::Blip(index) => self.blips.get(index as usize).map_or(Place::Gone, |b| b.place),
        }
    }

    fn place_mut(&mut self, id: PieceId) -> &mut Place {
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

    /// The square a piece stands on.
    pub fn cell(&self, id: PieceId) -> Option<Cell> {
        self.place(id).cell()
    }

    /// How a model faces; blips do not (SH-BRD-005).
    pub fn facing(&self, id: PieceId) -> Option<Facing> {
        match id {
            PieceId::Marine(index) => self.marines.get(index as usize).map(|m| m.facing),
            PieceId::Stealer(index) => self.stealers.get(index as usize).map(|s| s.facing),
            PieceId::Blip(_) => None,
        }
    }

    /// The piece on a square.
    pub fn piece_at(&self, cell: Cell) -> Option<PieceId> {
        self.at[cell.0 as usize]
    }

    /// Squares with any piece.
    pub const fn occupied(&self) -> CellSet {
        self.occupied
    }

    /// Squares with models.
    pub const fn models(&self) -> CellSet {
        self.models
    }

    /// Squares nothing enters: closed doors (SH-DOR-005), and crates, tanks and bulkheads (SH-MOV-004).
    #[inline]
    pub const fn shut(&self) -> &CellSet {
        &self.shut
    }

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

    /// How many of the models belong to the Marine side; they come first.
    pub const fn crew(&self) -> u8 {
        self.crew
    }

    /// Whose a piece is.
    pub const fn side(&self, piece: PieceId) -> Side {
        match piece {
            PieceId::Marine(index) if index < self.crew => Side::Marine,
            _ => Side::Stealer,
        }
    }

    /// Whether two pieces are enemies.
    pub fn enemies(&self, a: PieceId, b: PieceId) -> bool {
        self.side(a) != self.side(b)
    }

    /// Whether any Marine sees a square.
    pub fn is_seen(&self, cell: Cell) -> bool {
        self.sight.iter().take(self.crew as usize).any(|seen| seen.contains(cell))
    }

    /// The living Marines on the map with their squares.
    pub fn marines_on_map(&self) -> impl Iterator<Item = (u8, Cell)> {
        let crew = self.marines.iter().take(self.crew as usize);
        crew.enumerate().filter_map(|(index, marine)| Some((index as u8, marine.cell()?)))
    }

    /// The Stealer side's models with profiles, Hybrids and Tyranids, on the map with their squares.
    pub fn brood_on_map(&self) -> impl Iterator<Item = (u8, Cell)> {
        let brood = self.marines.iter().enumerate().skip(self.crew as usize);
        brood.filter_map(|(index, model)| Some((index as u8, model.cell()?)))
    }

    /// The models of a side with profiles on the map, with their squares.
    pub fn models_of(&self, side: Side) -> impl Iterator<Item = (u8, Cell)> {
        let crew = self.crew as usize;
        let own = if side == Side::Marine { 0..crew } else { crew..self.marines.len() };
        own.filter_map(|index| Some((index as u8, self.marines[index].cell()?)))
    }

    /// The Genestealers on the map with their squares.
    pub fn stealers_on_map(&self) -> impl Iterator<Item = (u8, Cell)> {
        self.stealers
            .iter()
            .enumerate()
            .filter_map(|(index, stealer)| Some((index as u8, stealer.place.cell()?)))
    }

    /// The blips on the map with their squares.
    pub fn blips_on_map(&self) -> impl Iterator<Item = (u8, Cell)> {
        self.blips.iter().enumerate().filter_map(|(index, blip)| Some((index as u8, blip.place.cell()?)))
    }

    /// The item a Marine carries.
    pub fn carried_by(&self, marine: u8) -> Option<u8> {
        let place = ItemPlace::Carried(marine);
        self.items.iter().position(|item| *item == place).map(|item| item as u8)
    }

    /// The field of view of one Marine, computed anew.
    fn look(&mut self, fixed: &Fixed, index: usize) {
        let marine = &self.marines[index];
        self.sight[index] = match marine.cell() {
            // SH-PRN-003, SH-LOS-012: who lies on the ground sees nothing.
            Some(_) if marine.prone && applies(rule!("SH-LOS-012")) && applies(rule!("SH-PRN-003")) => {
                CellSet::EMPTY
            }
            Some(cell) => self.view_from(fixed, cell, marine.facing),
            None => CellSet::EMPTY,
        };
    }

    /// SH-LOS-001: what a model would see from a square, with this facing, as things stand.
    pub fn view_from(&self, fixed: &Fixed, cell: Cell, facing: Facing) -> CellSet {
        self.field(fixed, cell, &self.standing_before(fixed, cell, self.models), facing)
    }

    /// What an enemy would see from a square, with this facing; it looks over nobody's shoulder (SH-AMB-071).
    pub fn enemy_view(&self, fixed: &Fixed, cell: Cell, facing: Facing) -> CellSet {
        self.field(fixed, cell, &self.models, facing)
    }

    /// SH-IGF-004: the models that block sight from a square: all but those who kneel directly before it.
    fn standing_before(&self, fixed: &Fixed, cell: Cell, models: CellSet) -> CellSet {
        if self.guard.is_some() && applies(rule!("SH-IGF-004")) {
            models.minus(&guard::shoulders(fixed, self, cell))
        } else {
            models
        }
    }

    /// The same, for a model that has stepped here from another square.
    pub fn view_after_step(&self, fixed: &Fixed, from: Cell, to: Cell, facing: Facing) -> CellSet {
        self.field(fixed, to, &self.standing_before(fixed, to, self.models.without(from)), facing)
    }

    fn field(&self, fixed: &Fixed, cell: Cell, models: &CellSet, facing: Facing) -> CellSet {
        let models = &models.minus(&self.indiscernible(fixed, cell));
        // SH-LOS-010, SH-LOS-011, SH-TGT-006, SH-FAQ-016: a model blocks where it is seen itself.
        let unseen_pass = applies(rule!("SH-LOS-010")) && applies(rule!("SH-FAQ-016"));
        let block = applies(rule!("SH-LOS-011")) && applies(rule!("SH-TGT-006"));
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
        if !LINES.iter().all(|rule| applies(*rule)) {
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

    /// A Marine goes down, or gets up again.
    pub fn set_prone(&mut self, fixed: &Fixed, index: u8, prone: bool) {
        self.marines[index as usize].prone = prone;
        self.look(fixed, index as usize);
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

    /// Smoke has come or gone: everybody looks anew.
    pub fn look_again(&mut self, fixed: &Fixed) {
        for index in 0..self.marines.len() {
            self.look(fixed, index);
        }
    }

    /// Sets squares on fire, or puts them out.
    pub fn set_burning(&mut self, fixed: &Fixed, burning: CellSet) {
        self.burning = burning;
        for index in 0..self.marines.len() {
            self.look(fixed, index);
        }
    }

    /// The section of a square.
    pub fn section(fixed: &Fixed, cell: Cell) -> usize {
        fixed.mission.section[cell.0 as usize] as usize
    }
}

/// Whether a line to another level leads to a square that lies aslant from its beginning.
fn is_aslant(fixed: &Fixed, window: &Window) -> bool {
    let (a, b) = (fixed.mission.grid.coord(window.from), fixed.mission.grid.coord(window.to));
    a.x != b.x && a.y != b.y
}

impl Table {
    /// The bytes of a clone's lists, for measurements.
    pub(crate) fn list_bytes(&self) -> usize {
        size_of_val(&*self.marines)
            + size_of_val(&*self.stealers)
            + size_of_val(&*self.blips)
            + size_of_val(&*self.fires)
            + size_of_val(&*self.secured)
            + size_of_val(&*self.assaults)
            + size_of_val(&*self.at)
            + size_of_val(&*self.sight)
    }

    /// Whether what is derived agrees with another table's, for checks.
    pub(crate) fn same_derived(&self, other: &Table) -> bool {
        self.at == other.at
            && self.shut == other.shut
            && self.models == other.models
            && self.occupied == other.occupied
            && self.sight == other.sight
    }
}
