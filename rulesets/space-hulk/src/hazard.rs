//! What a mission puts on the board beside doors: SH-CRT, SH-RUB, SH-BLK, SH-AIR, SH-CHU, SH-LFT, SH-TOX, SH-CRY,
//! SH-LAD, SH-PIT.

use std::cell::RefCell;

use grognard_engine::{RuleId, rule};
use grognard_space::grid::{Cell, CellSet, Coord, Dir, Facing, Grid};
use serde::{Deserialize, Serialize};

use crate::fault::Fault;

/// What can stand on a square and be attacked there.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Thing {
    /// SH-DOR-001.
    Door,
    /// SH-CRT-001.
    Crate,
    /// SH-CRY-001.
    Tank,
    /// SH-BLK-001.
    Bulkhead,
    /// The outer door of a disposal chute (SH-CHU-001).
    Hatch,
    /// A ladder, by the square of its hole (SH-LAD-006).
    Ladder,
    /// A lift, by a square of its car (SH-LFT-001).
    Lift,
}

impl Thing {
    /// All of them.
    pub const ALL: [Thing; 7] =
        [Thing::Door, Thing::Crate, Thing::Tank, Thing::Bulkhead, Thing::Hatch, Thing::Ladder, Thing::Lift];

    /// Whether nothing passes it: ladders and lifts are stood on.
    pub const fn blocks(self) -> bool {
        !matches!(self, Thing::Ladder | Thing::Lift)
    }

    /// The name in text forms and data.
    pub const fn name(self) -> &'static str {
        match self {
            Thing::Door => "door",
            Thing::Crate => "crate",
            Thing::Tank => "tank",
            Thing::Bulkhead => "bulkhead",
            Thing::Hatch => "hatch",
            Thing::Ladder => "ladder",
            Thing::Lift => "lift",
        }
    }
}

/// A way between a passage in the walls and the square it opens on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The ordinary square.
    pub outside: Cell,
    /// The first square of the passage.
    pub inside: Cell,
    /// The way out.
    pub out: Facing,
}

/// An air shaft (SH-AIR-001).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shaft {
    /// Its squares.
    pub squares: CellSet,
    /// Where one gets in and out.
    pub openings: Vec<Opening>,
}

/// A disposal chute (SH-CHU-006).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chute {
    /// Its squares, the outer door's among them.
    pub squares: CellSet,
    /// Where one gets in.
    pub mouth: Opening,
    /// The square of the outer door.
    pub hatch: Cell,
}

/// A lift: its car's square on each level it serves, and the door before each (SH-LFT-001).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lift {
    /// The car's squares.
    pub cars: Vec<Cell>,
    /// The doors, in the same order.
    pub doors: Vec<Cell>,
    /// What a ride costs (SH-AMB-012).
    pub cost: u8,
}

/// Everything of this kind a mission begins with.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hazards {
    /// Squares with crates.
    pub crates: CellSet,
    /// Squares with rubble.
    pub rubble: CellSet,
    /// Squares with bulkheads.
    pub bulkheads: CellSet,
    /// Cryogenic tanks, each with its squares.
    pub tanks: Vec<CellSet>,
    /// Air shafts.
    pub shafts: Vec<Shaft>,
    /// Disposal chutes.
    pub chutes: Vec<Chute>,
    /// Where toxin canisters lie.
    pub canisters: Vec<Cell>,
    /// Squares with the upper end of a ladder.
    pub ladders: CellSet,
    /// Squares with pitfalls.
    pub pitfalls: CellSet,
    /// Lifts.
    pub lifts: Vec<Lift>,
}

impl Hazards {
    /// Whether there are ways that not everybody may go: air shafts and chutes.
    pub const fn has_passages(&self) -> bool {
        !self.shafts.is_empty() || !self.chutes.is_empty()
    }

    /// What stands on a square to begin with; a door is the mission's own affair.
    pub fn thing(&self, cell: Cell) -> Option<Thing> {
        if self.crates.contains(cell) {
            Some(Thing::Crate)
        } else if self.bulkheads.contains(cell) {
            Some(Thing::Bulkhead)
        } else if self.tanks.iter().any(|tank| tank.contains(cell)) {
            Some(Thing::Tank)
        } else if self.chutes.iter().any(|chute| chute.hatch == cell) {
            Some(Thing::Hatch)
        } else if self.ladders.contains(cell) {
            Some(Thing::Ladder)
        } else if self.lift_of(cell).is_some() {
            Some(Thing::Lift)
        } else {
            None
        }
    }

    /// The lift whose car a square is.
    pub fn lift_of(&self, cell: Cell) -> Option<&Lift> {
        self.lifts.iter().find(|lift| lift.cars.contains(&cell))
    }

    /// SH-CRY-002: some squares with one of each tank: it is attacked once, however many squares it stands on.
    pub fn one_of_each(&self, cells: CellSet) -> CellSet {
        self.tanks.iter().fold(cells, |left, tank| match (left & *tank).first() {
            Some(first) => left.minus(tank).with(first),
            None => left,
        })
    }

    /// Whether a door belongs to a lift (SH-LFT-003).
    pub fn is_lift_door(&self, door: Cell) -> bool {
        self.lifts.iter().any(|lift| lift.doors.contains(&door))
    }

    /// The opening between two squares, if a step between them leads into or out of a shaft.
    pub fn shaft_opening(&self, a: Cell, b: Cell) -> Option<&Opening> {
        let between = |o: &&Opening| (o.outside, o.inside) == (a, b) || (o.outside, o.inside) == (b, a);
        self.shafts.iter().flat_map(|shaft| &shaft.openings).find(between)
    }

    /// All squares of air shafts.
    pub fn in_shafts(&self) -> CellSet {
        self.shafts.iter().fold(CellSet::EMPTY, |all, shaft| all | shaft.squares)
    }

    /// All squares of chutes.
    pub fn in_chutes(&self) -> CellSet {
        self.chutes.iter().fold(CellSet::EMPTY, |all, chute| all | chute.squares)
    }

    /// The chute a square belongs to.
    pub fn chute_of(&self, cell: Cell) -> Option<&Chute> {
        self.chutes.iter().find(|chute| chute.squares.contains(cell))
    }

    /// The passages in the walls, each by its squares.
    fn passages(&self) -> impl Iterator<Item = (CellSet, &[Opening])> {
        let shafts = self.shafts.iter().map(|shaft| (shaft.squares, shaft.openings.as_slice()));
        let chutes = self.chutes.iter().map(|chute| (chute.squares, &[][..]));
        shafts.chain(chutes)
    }

    /// SH-AIR-003, SH-LOS-016, SH-CHU-006: which lines of sight there are where passages run through the walls.
    pub fn keeps(&self, a: Cell, b: Cell, on_the_way: &[Cell]) -> bool {
        if self.shafts.is_empty() && self.chutes.is_empty() {
            return true;
        }
        let passage = |cell: Cell| self.passages().position(|(squares, _)| squares.contains(cell));
        let first = |cell: Cell| {
            self.passages().any(|(_, openings)| openings.iter().any(|opening| opening.inside == cell))
        };
        let outside_only = || on_the_way.iter().all(|cell| passage(*cell).is_none());
        match (passage(a), passage(b)) {
            (None, None) => outside_only(),
            (Some(x), Some(y)) => x == y && on_the_way.iter().all(|cell| passage(*cell) == Some(x)),
            (Some(_), None) => first(a) && outside_only(),
            (None, Some(_)) => first(b) && outside_only(),
        }
    }
}

/// The hazards of a mission file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HazardsFile {
    pub(crate) crates: Vec<String>,
    pub(crate) rubble: Vec<String>,
    pub(crate) bulkheads: Vec<String>,
    pub(crate) tanks: Vec<Vec<String>>,
    pub(crate) canisters: Vec<String>,
    pub(crate) ladders: Vec<String>,
    pub(crate) pitfalls: Vec<String>,
    pub(crate) lift: Vec<LiftFile>,
    pub(crate) shaft: Vec<ShaftFile>,
    pub(crate) chute: Vec<ChuteFile>,
}

/// An air shaft: a section of the map, and the squares it opens on.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShaftFile {
    pub(crate) section: String,
    pub(crate) openings: Vec<String>,
}

/// A lift: the car's square on each level, the doors in the same order, and the price of a ride.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LiftFile {
    pub(crate) cars: Vec<String>,
    pub(crate) doors: Vec<String>,
    pub(crate) cost: u8,
}

/// A disposal chute: a section of the map, the square it opens on, and where its outer door is.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChuteFile {
    pub(crate) section: String,
    pub(crate) mouth: String,
    pub(crate) hatch: String,
}

impl HazardsFile {
    /// The sections that are passages in the walls, with the squares they open on.
    fn passages(&self) -> impl Iterator<Item = (&str, Vec<&str>)> {
        let shafts = self
            .shaft
            .iter()
            .map(|shaft| (shaft.section.as_str(), shaft.openings.iter().map(String::as_str).collect()));
        let chutes = self.chute.iter().map(|chute| (chute.section.as_str(), vec![chute.mouth.as_str()]));
        shafts.chain(chutes)
    }

    /// Whether a thin wall parts two neighbouring squares: passages are entered through their openings alone.
    pub(crate) fn wall(&self, section_of: impl Fn(Coord) -> Option<String>, a: Coord, b: Coord) -> bool {
        if self.shaft.is_empty() && self.chute.is_empty() {
            return false;
        }
        let (Some(here), Some(there)) = (section_of(a), section_of(b)) else { return false };
        let passage = |section: &str| self.passages().any(|(name, _)| name == section);
        if here == there || !passage(&here) && !passage(&there) {
            return false;
        }
        let opens = |section: &str, on: Coord, inside: Coord| {
            let named = |at: &&str| crate::mission::parse_coord(at) == Some(on);
            on.step(Dir::N)
                .into_iter()
                .chain(on.step(Dir::E))
                .chain(on.step(Dir::S))
                .chain(on.step(Dir::W))
                .any(|next| next == inside)
                && self.passages().any(|(name, openings)| name == section && openings.iter().any(named))
        };
        !(passage(&there) && opens(&there, a, b) || passage(&here) && opens(&here, b, a))
    }

    /// The hazards as squares of the map, or everything that is wrong with them; `section` finds the squares of one by
    /// its letter.
    pub(crate) fn read(
        &self,
        grid: &Grid,
        section: impl Fn(&str) -> Option<CellSet>,
    ) -> Result<Hazards, Vec<Fault>> {
        let reader = Reader { grid, faults: RefCell::default() };
        let list =
            |names: &[String], key: &str, rule: RuleId| reader.list(names, &format!("hazards.{key}"), rule);
        let set = |names: &[String], key: &str, rule: RuleId| {
            list(names, key, rule).into_iter().collect::<CellSet>()
        };
        let passage = |name: &str, place: &str, rule: RuleId| {
            let found = section(name);
            if found.is_none() {
                reader.note(place, rule, format!("there is no section `{name}` for a passage"));
            }
            found
        };
        let mut hazards = Hazards {
            crates: set(&self.crates, "crates", rule!("SH-CRT-001")),
            rubble: set(&self.rubble, "rubble", rule!("SH-RUB-001")),
            bulkheads: set(&self.bulkheads, "bulkheads", rule!("SH-BLK-001")),
            canisters: list(&self.canisters, "canisters", rule!("SH-TOX-001")),
            ladders: set(&self.ladders, "ladders", rule!("SH-LAD-001")),
            pitfalls: set(&self.pitfalls, "pitfalls", rule!("SH-PIT-001")),
            ..Hazards::default()
        };
        for (index, tank) in self.tanks.iter().enumerate() {
            hazards.tanks.push(set(tank, &format!("tanks.{index}"), rule!("SH-CRY-001")));
        }
        for (index, lift) in self.lift.iter().enumerate() {
            let rule = rule!("SH-LFT-001");
            let cars = list(&lift.cars, &format!("lift.{index}.cars"), rule);
            let doors = list(&lift.doors, &format!("lift.{index}.doors"), rule);
            if lift.cars.len() != lift.doors.len() || lift.cars.len() < 2 {
                let message = "a lift has a car square and a door on each of two or more levels";
                reader.note(&format!("hazards.lift.{index}"), rule, message.to_owned());
            }
            hazards.lifts.push(Lift { cars, doors, cost: lift.cost });
        }
        for (key, rule, holes) in [
            ("ladders", rule!("SH-LAD-001"), hazards.ladders),
            ("pitfalls", rule!("SH-PIT-001"), hazards.pitfalls),
        ] {
            for hole in holes.iter().filter(|hole| crate::mission::below(grid, *hole).is_none()) {
                let at = grid.coord(hole);
                let message = format!("hazards: there is no square below the hole at {at}");
                reader.faults.borrow_mut().push(Fault::new(format!("hazards.{key}"), rule, message).on(at));
            }
        }
        for (index, shaft) in self.shaft.iter().enumerate() {
            let (place, rule) = (format!("hazards.shaft.{index}"), rule!("SH-AIR-001"));
            let Some(squares) = passage(&shaft.section, &place, rule) else { continue };
            let openings: Vec<_> =
                shaft.openings.iter().filter_map(|at| reader.opening(at, &squares, &place, rule)).collect();
            if shaft.openings.is_empty() {
                reader.note(&place, rule, format!("the air shaft `{}` has no opening", shaft.section));
            }
            hazards.shafts.push(Shaft { squares, openings });
        }
        for (index, chute) in self.chute.iter().enumerate() {
            let (place, rule) = (format!("hazards.chute.{index}"), rule!("SH-CHU-006"));
            let Some(squares) = passage(&chute.section, &place, rule) else { continue };
            let mouth = reader.opening(&chute.mouth, &squares, &place, rule);
            let hatch = reader.square(&chute.hatch, &place, rule);
            let (Some(mouth), Some(hatch)) = (mouth, hatch) else { continue };
            if !squares.contains(hatch) || hatch == mouth.inside {
                let (hatch, section) = (&chute.hatch, &chute.section);
                let message = format!("the outer door `{hatch}` belongs at the far end of chute `{section}`");
                reader.note(&place, rule, message);
            }
            hazards.chutes.push(Chute { squares, mouth, hatch });
        }
        hazards.check(&reader);
        let faults = reader.faults.into_inner();
        if faults.is_empty() { Ok(hazards) } else { Err(faults) }
    }
}

/// Reads squares and goes on after a fault.
struct Reader<'a> {
    grid: &'a Grid,
    faults: RefCell<Vec<Fault>>,
}

impl Reader<'_> {
    fn note(&self, place: &str, rule: RuleId, message: String) {
        let fault = Fault::new(place, rule, format!("hazards: {message}")).near("[hazards]");
        self.faults.borrow_mut().push(fault);
    }

    fn square(&self, at: &str, place: &str, rule: RuleId) -> Option<Cell> {
        let found = crate::mission::parse_square(self.grid, at);
        if found.is_none() {
            let message = format!("hazards: `{at}` is not a square of the map");
            self.faults.borrow_mut().push(Fault::new(place, rule, message).on(at).near("[hazards]"));
        }
        found
    }

    fn list(&self, names: &[String], place: &str, rule: RuleId) -> Vec<Cell> {
        let square = |(index, at): (usize, &String)| self.square(at, &format!("{place}.{index}"), rule);
        names.iter().enumerate().filter_map(square).collect()
    }

    /// Where a passage opens on an ordinary square.
    fn opening(&self, at: &str, inside: &CellSet, place: &str, rule: RuleId) -> Option<Opening> {
        let outside = self.square(at, place, rule)?;
        let mut ways = Facing::ALL.into_iter().filter_map(|out| {
            let first = self.grid.step(outside, Dir::from(out.back()))?;
            inside.contains(first).then_some(Opening { outside, inside: first, out })
        });
        let message = match (ways.next(), ways.next()) {
            (Some(way), None) => return Some(way),
            (None, _) => format!("no square of the passage lies beside its opening `{at}`"),
            (Some(_), Some(_)) => {
                format!("the opening `{at}` lies beside more than one square of its passage")
            }
        };
        self.note(place, rule, message);
        None
    }
}

impl Hazards {
    /// Nothing stands on anything else.
    fn check(&self, reader: &Reader<'_>) {
        let mut taken = CellSet::EMPTY;
        let hatches: CellSet = self.chutes.iter().map(|chute| chute.hatch).collect();
        let tanks = self.tanks.iter().fold(CellSet::EMPTY, |all, tank| all | *tank);
        let double = |place: &str, rule: RuleId, cell: Cell, message: String| {
            let at = reader.grid.coord(cell);
            let fault = Fault::new(place, rule, format!("hazards: {message} {at}")).on(at).near("[hazards]");
            reader.faults.borrow_mut().push(fault);
        };
        for (place, rule, set) in [
            ("hazards.crates", rule!("SH-CRT-001"), self.crates),
            ("hazards.bulkheads", rule!("SH-BLK-001"), self.bulkheads),
            ("hazards.rubble", rule!("SH-RUB-001"), self.rubble),
            ("hazards.chute", rule!("SH-CHU-006"), hatches),
            ("hazards.ladders", rule!("SH-LAD-001"), self.ladders),
            ("hazards.pitfalls", rule!("SH-PIT-001"), self.pitfalls),
            ("hazards.tanks", rule!("SH-CRY-001"), tanks),
        ] {
            for cell in set & taken {
                double(place, rule, cell, "two things stand on".to_owned());
            }
            taken |= set;
        }
        let count: usize = self.tanks.iter().map(CellSet::len).sum();
        if count != tanks.len() {
            reader.note("hazards.tanks", rule!("SH-CRY-001"), "two tanks share a square".to_owned());
        }
        let shut = taken.minus(&self.rubble).minus(&self.ladders).minus(&self.pitfalls);
        for cell in self.canisters.iter().filter(|cell| shut.contains(**cell)) {
            double(
                "hazards.canisters",
                rule!("SH-TOX-001"),
                *cell,
                "a canister lies where something stands, on".into(),
            );
        }
    }
}
