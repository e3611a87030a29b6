//! What stands and lies about on the table beside doors, and what becomes of it.

use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule};
use grognard_space::grid::{Cell, CellSet};
use serde::{Deserialize, Serialize};

use crate::Fixed;
use crate::hazard::{Hazards, Thing};
use crate::piece::PieceId;
use crate::table::{Side, Table};

/// Where a toxin canister is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Canister {
    /// It lies on a square.
    On(Cell),
    /// A Marine carries it.
    With(u8),
    /// It was dropped into an air shaft (SH-TOX-005).
    Dropped,
    /// It left the map with its bearer.
    Gone,
}

/// A toxin canister. Nothing destroys it (SH-TOX-004).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Load {
    /// Where it is.
    pub place: Canister,
    /// SH-TOX-005.
    pub armed: bool,
}

/// A marker that blocks sight: SH-WGR-004, SH-WGR-008.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Smoke {
    /// The squares.
    pub cells: CellSet,
    /// Whether it is of a frag grenade.
    pub frag: bool,
    /// The side in whose turn it was placed; of frag, the side that threw it.
    pub side: Side,
}

/// What stands and lies about.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Things {
    /// Squares with crates.
    pub crates: CellSet,
    /// Squares with cryogenic tanks.
    pub tanks: CellSet,
    /// Squares with bulkheads.
    pub bulkheads: CellSet,
    /// Squares with outer doors of chutes.
    pub hatches: CellSet,
    /// Squares with rubble.
    pub rubble: CellSet,
    /// Toxin canisters.
    pub loads: Vec<Load>,
    /// Marines who have carried one this turn, with the squares they have gone under it (SH-TOX-001).
    pub hauls: Vec<(u8, u8)>,
    /// Squares with a hole in the floor: pitfalls and the upper ends of ladders.
    pub holes: CellSet,
    /// Those of them with a ladder.
    pub ladders: CellSet,
    /// Car squares of lifts that work.
    pub lifts: CellSet,
    /// Smoke of grenades, by section.
    pub smokes: Vec<Smoke>,
    /// Pitfalls to be: melta-bombs that still glow (SH-PIT-015).
    pub sealed: CellSet,
    /// Lift doors that are open, with the side at the end of whose turn they close (SH-LFT-003).
    pub lift_doors: Vec<(Cell, Side)>,
}

impl Things {
    /// What a mission begins with.
    pub fn new(hazards: &Hazards) -> Things {
        let lying = |cell: &Cell| Load { place: Canister::On(*cell), armed: false };
        Things {
            crates: hazards.crates,
            tanks: hazards.tanks.iter().fold(CellSet::EMPTY, |all, tank| all | *tank),
            bulkheads: hazards.bulkheads,
            hatches: hazards.chutes.iter().map(|chute| chute.hatch).collect(),
            rubble: hazards.rubble,
            loads: hazards.canisters.iter().map(lying).collect(),
            hauls: Vec::new(),
            holes: hazards.ladders | hazards.pitfalls,
            ladders: hazards.ladders,
            lifts: hazards.lifts.iter().flat_map(|lift| &lift.cars).copied().collect(),
            smokes: Vec::new(),
            sealed: CellSet::EMPTY,
            lift_doors: Vec::new(),
        }
    }

    /// Squares nothing enters and nothing is seen through (SH-CRT-001, SH-BLK-001, SH-CRY-001).
    pub fn blocking(&self) -> CellSet {
        let of = |rule: RuleId, set: CellSet| if applies(rule) { set } else { CellSet::EMPTY };
        of(rule!("SH-CRT-001"), self.crates)
            | of(rule!("SH-CRY-001"), self.tanks)
            | of(rule!("SH-BLK-001"), self.bulkheads)
            | self.hatches
            | of(rule!("SH-PIT-015"), self.sealed)
    }

    /// Squares full of smoke.
    pub fn smoke(&self) -> CellSet {
        self.smokes.iter().fold(CellSet::EMPTY, |all, smoke| all | smoke.cells)
    }
}

impl Table {
    /// What stands on a square and can be attacked: a closed door, a crate, a tank, a bulkhead, an outer door.
    pub fn thing(&self, cell: Cell) -> Option<Thing> {
        let things = &self.things;
        if self.closed.contains(cell) {
            Some(Thing::Door)
        } else if things.crates.contains(cell) {
            Some(Thing::Crate)
        } else if things.tanks.contains(cell) {
            Some(Thing::Tank)
        } else if things.bulkheads.contains(cell) {
            Some(Thing::Bulkhead)
        } else if things.hatches.contains(cell) {
            Some(Thing::Hatch)
        } else if things.ladders.contains(cell) {
            Some(Thing::Ladder)
        } else if things.lifts.contains(cell) {
            Some(Thing::Lift)
        } else {
            None
        }
    }

    /// Whether a square has a hole and no ladder (SH-PIT-001, SH-LAD-009).
    pub fn is_pitfall(&self, cell: Cell) -> bool {
        self.things.holes.contains(cell) && !self.things.ladders.contains(cell)
    }

    /// What can be aimed at beside models: closed doors and what stands in the way, ladders (SH-LAD-006), and lifts whose
    /// door is out of the way (SH-LFT-001). SH-PIT-015: a glowing floor is in the way, but is nothing to break.
    pub fn targets(&self, fixed: &Fixed) -> CellSet {
        self.breakable() | self.things.ladders | self.bare_lifts(fixed)
    }

    /// SH-LFT-001: the cars of lifts whose door is out of the way.
    pub fn bare_lifts(&self, fixed: &Fixed) -> CellSet {
        self.things.lifts.iter().filter(|car| self.lift_is_bare(fixed, *car)).collect()
    }

    /// What stands in the way and can be broken (SH-PIT-015).
    pub fn breakable(&self) -> CellSet {
        self.shut().minus(&self.things.sealed)
    }

    /// SH-LFT-001: whether the door before a lift's car is open or gone.
    pub fn lift_is_bare(&self, fixed: &Fixed, car: Cell) -> bool {
        let lift = fixed.mission.hazards.lift_of(car);
        let door = lift.and_then(|lift| {
            let place = lift.cars.iter().position(|own| *own == car)?;
            lift.doors.get(place)
        });
        door.is_none_or(|door| !self.closed.contains(*door))
    }

    /// Squares where something stands that does not open and has to be broken.
    pub fn barred(&self) -> CellSet {
        self.shut().minus(&self.closed)
    }

    /// What fire does not pass: closed doors and what is like one (SH-DOR-007, SH-BLK-001). It goes round crates.
    pub fn fire_stops(&self) -> CellSet {
        self.closed | self.things.bulkheads | self.things.hatches
    }

    /// Takes a thing away and says on which squares it stood; rubble is left where it leaves some (SH-CRT-003,
    /// SH-CRY-002).
    pub fn destroy_thing(&mut self, fixed: &Fixed, cell: Cell, rubble: bool) -> CellSet {
        let one = CellSet::from(cell);
        let things = &mut self.things;
        let squares = if things.tanks.contains(cell) {
            let tank = fixed.mission.hazards.tanks.iter().find(|tank| tank.contains(cell));
            tank.copied().unwrap_or(one)
        } else if let Some(lift) = fixed.mission.hazards.lift_of(cell) {
            lift.cars.iter().copied().collect()
        } else {
            one
        };
        let leaves = rubble && (things.crates.contains(cell) || things.tanks.contains(cell));
        let all = [
            &mut things.crates,
            &mut things.tanks,
            &mut things.bulkheads,
            &mut things.hatches,
            // SH-LAD-009: the hole stays.
            &mut things.ladders,
            &mut things.lifts,
        ];
        for set in all {
            *set = set.minus(&squares);
        }
        if leaves {
            things.rubble |= squares;
        }
        self.closed.remove(cell);
        self.open.remove(cell);
        self.reshape(fixed, squares);
        squares
    }

    /// The canister a Marine carries.
    pub fn load_of(&self, marine: u8) -> Option<usize> {
        self.things.loads.iter().position(|load| load.place == Canister::With(marine))
    }

    /// SH-TOX-001: how many squares a Marine has gone under a canister this turn, whichever it was.
    pub fn hauled(&self, marine: u8) -> u8 {
        self.things.hauls.iter().find(|(bearer, _)| *bearer == marine).map_or(0, |(_, squares)| *squares)
    }

    /// Whether a piece carries a canister.
    pub fn is_loaded(&self, piece: PieceId) -> bool {
        matches!(piece, PieceId::Marine(index) if self.load_of(index).is_some())
    }

    /// The canister that lies on a square.
    pub fn load_on(&self, cell: Cell) -> Option<usize> {
        self.things.loads.iter().position(|load| load.place == Canister::On(cell))
    }
}
