//! The table: everything both players may see, and the one place where things move.

use grognard_space::grid::{Cell, CellSet, Facing};
use serde::{Deserialize, Serialize};

use crate::Fixed;
use crate::eldar::farseer::{Each, Farseer};
use crate::eldar::seers::Seers;
use crate::eldar::warrior::Warriors;
use crate::force::points::Points;
use crate::goal::{ItemPlace, MOST_GOALS, MOST_ITEMS, Progress};
use crate::guard::Guard;
use crate::harlequin::Troupe;
use crate::piece::{Blip, Marine, PieceId, Place, Stealer};
use crate::profile::Ranged;
use crate::psychic::Psychic;
use crate::things::Things;

mod change;
mod sight;

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

    /// Who has the first turn (SH-TRN-001).
    const fn first() -> Side {
        Side::Marine
    }

    /// Whether it has the first turn.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
    const fn is_first(&self) -> bool {
        matches!(self, Side::Marine)
    }

    /// Both of them, in the order of their turns.
    pub const BOTH: [Side; 2] = [Side::Marine, Side::Stealer];

    /// SH-TGT-004, SH-FAQ-001: whether who shoots for this side must spare models of a side: Marines spare Marines, the
    /// Stealer side nobody.
    pub const fn spares(self, target: Side) -> bool {
        matches!((self, target), (Side::Marine, Side::Marine))
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
    /// SH-FSC-001: the Farseer's cards: drawing, or keeping.
    Farseer {
        /// Whose; not written where it is the Marine side's, as before the other side could have one.
        #[serde(default = "Side::first", skip_serializing_if = "Side::is_first")]
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
    /// SH-FOR-005: both players write down what they would play the Marine side for.
    Bid {
        /// How often they wrote the same.
        ties: u16,
    },
    /// SH-FOR-005: it is settled who plays the Marine side, and for how much.
    Sold {
        /// The seat of whoever bid less.
        lower: Side,
        /// The lower bid.
        points: Points,
    },
}

impl Flow {
    /// The active piece.
    pub const fn active(self) -> Option<PieceId> {
        match self {
            Flow::Marines { active: Some(index) } => Some(PieceId::Marine(index)),
            Flow::Stealers { active } => active,
            _ => None,
        }
    }

    /// The side whose Action Phase it is.
    pub const fn acting(self) -> Option<Side> {
        match self {
            Flow::Marines { .. } => Some(Side::Marine),
            Flow::Stealers { .. } => Some(Side::Stealer),
            _ => None,
        }
    }
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

/// The most dice a side rolls in close assault: a Hive Tyrant's, and one for each of two whips (SH-TYR-009).
pub const MOST_DICE: usize = 5;

/// The dice of a round of close assault, for whoever may parry them.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Parrying {
    /// The total of the side that may parry.
    pub own: i8,
    /// What the enemy adds to the highest die.
    pub enemy_bonus: i8,
    /// The enemy's dice; unused places are 0.
    pub enemy: [u8; MOST_DICE],
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
    /// Warlocks and Wraithguard, where they play.
    #[serde(default)]
    pub seers: Option<Box<Seers>>,
    /// Harlequins, where they play.
    #[serde(default)]
    pub troupe: Option<Box<Troupe>>,
    /// Aspect Warriors, where they play.
    #[serde(default)]
    pub warriors: Option<Box<Warriors>>,
    /// The Farseers, where one watches over either force.
    #[serde(default)]
    pub farseer: Option<Box<Each<Farseer>>>,
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
            flow: crate::bidding::begins(fixed),
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
            seers: Seers::new(fixed),
            farseer: Each::new(fixed),
            troupe: Troupe::new(fixed),
            warriors: Warriors::new(fixed),
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

    /// Whether anything is in play that forbids or allows by rules of its own: psychics, other forces, loads.
    #[inline]
    pub fn is_special(&self) -> bool {
        self.psychic.is_some()
            | self.farseer.is_some()
            | self.seers.is_some()
            | self.guard.is_some()
            | self.troupe.is_some()
            | !self.things.loads.is_empty()
    }

    /// The Farseer of a side, where one watches over it.
    #[inline]
    pub fn farseer_of(&self, side: Side) -> Option<&Farseer> {
        self.farseer.as_ref()?.of(side)
    }

    /// The same, to be changed.
    pub fn farseer_of_mut(&mut self, side: Side) -> Option<&mut Farseer> {
        self.farseer.as_mut()?.of_mut(side)
    }

    /// Squares with any piece.
    pub const fn occupied(&self) -> CellSet {
        self.occupied
    }

    /// Squares with models.
    pub const fn models(&self) -> CellSet {
        self.models
    }

    /// The squares of the models somebody of a side may aim at: all but those it spares (SH-TGT-004).
    pub fn marks_for(&self, side: Side) -> CellSet {
        self.models.minus(&self.spared_by(side))
    }

    /// SH-TGT-004: the squares of those whom models of a side must spare when they shoot.
    pub fn spared_by(&self, side: Side) -> CellSet {
        let mut spared = CellSet::EMPTY;
        for other in Side::BOTH.into_iter().filter(|other| side.spares(*other)) {
            for (_, cell) in self.models_of(other) {
                spared.insert(cell);
            }
        }
        spared
    }

    /// Squares nothing enters: closed doors (SH-DOR-005), and crates, tanks and bulkheads (SH-MOV-004).
    #[inline]
    pub const fn shut(&self) -> &CellSet {
        &self.shut
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

    /// The living Marines on the map with their squares.
    pub fn marines_on_map(&self) -> impl Iterator<Item = (u8, Cell)> {
        let crew = &self.marines[..self.crew as usize];
        crew.iter().enumerate().filter_map(|(index, marine)| Some((index as u8, marine.cell()?)))
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

    /// The models of a side with profiles by their places in the squad, wherever they are.
    pub fn squad_of(&self, side: Side) -> std::ops::Range<u8> {
        if side == Side::Marine { 0..self.crew } else { self.crew..self.marines.len() as u8 }
    }

    /// The Genestealers on the map with their squares.
    pub fn stealers_on_map(&self) -> impl Iterator<Item = (u8, Cell)> {
        self.stealers
            .iter()
            .enumerate()
            .filter_map(|(index, stealer)| Some((index as u8, stealer.place.cell()?)))
    }

    /// The Stealer side's models on the map with their squares: Genestealers, and those with profiles.
    pub fn foes_on_map(&self) -> impl Iterator<Item = (PieceId, Cell)> {
        let stealers = self.stealers_on_map().map(|(index, cell)| (PieceId::Stealer(index), cell));
        let brood = self.brood_on_map().map(|(index, cell)| (PieceId::Marine(index), cell));
        stealers.chain(brood)
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

    /// The section of a square.
    pub fn section(fixed: &Fixed, cell: Cell) -> usize {
        fixed.mission.section[cell.0 as usize] as usize
    }
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
