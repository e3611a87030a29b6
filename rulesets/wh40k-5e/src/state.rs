//! What changes in a game. Everybody sees all of it; how far things are apart is another matter (5B-DIC-006).

use grognard_space::table::{Body, Length, Pose, Table};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};

/// Bases that are no further apart than this touch: a hand, or a mouse, puts them no closer.
pub const TOUCH: Length = Length::mm(1);

/// Whether two bases touch.
pub fn touch(one: &Body, other: &Body) -> bool {
    one.heights().gap(other.heights()) == Length::ZERO && one.outline.within(&other.outline, TOUCH)
}

/// Models of a unit, in order.
pub type Models = SmallVec<[ModelId; 12]>;

/// The whole game as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// What comes next.
    pub flow: Flow,
    /// The game turn, from 1; 0 before the battle.
    pub turn: u8,
    /// Whose turn it is.
    pub active: Side,
    /// Who had the first turn.
    pub first: Side,
    /// The table edge of each side, 0 at y = 0 (5B-MIS-019).
    pub edges: [u8; 2],
    /// Units; those that are gone stay in the list.
    pub units: Vec<Unit>,
    /// Models; those that are gone stay in the list.
    pub models: Vec<Model>,
    /// The table with everything that stands on it.
    pub table: Table,
    /// The unit the question is about.
    pub about: Option<UnitId>,
    /// The other unit the question is about.
    pub against: Option<UnitId>,
}

/// The outer flow: setting up, then player turns (5B-TRN-002).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields are the words of the flow")]
pub enum Flow {
    /// 5B-MIS-002.
    RollOff,
    /// 5B-MIS-021.
    Deploy { side: Side },
    /// 5B-MIS-003.
    Seize,
    /// The start of a player turn.
    StartTurn,
    /// 5B-MOV-011.
    Movement,
    /// 5B-SHO-007.
    Shooting,
    /// 5B-ASM-014, first step.
    Assaults,
    /// 5B-ASM-014, second step.
    React,
    /// 5B-ASM-014, third step.
    Combats,
    /// The end of a player turn.
    EndTurn,
    /// The battle is over.
    Over { winner: Option<Side>, resigned: bool },
}

/// Where a model is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// Not set up yet.
    Waiting,
    /// On the table.
    Table,
    /// A casualty, or fled.
    Gone,
}

/// A model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Model {
    /// Its unit.
    pub unit: UnitId,
    /// Where it is.
    pub place: Place,
    /// Wounds left.
    pub wounds: u8,
    /// How far it went in this Movement phase.
    pub far: i32,
    /// 5V-TER-011: it went through difficult ground in this Movement phase.
    pub slowed: bool,
    /// 5B-CCB-007, 5V-FCC-010: it charged through difficult or dangerous ground.
    pub through_cover: bool,
}

/// Whether a unit has gone to ground (5B-GTG-003, 5V-WCH-016).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Ground {
    /// It stands.
    #[default]
    Up,
    /// It went to ground of its own will.
    Down,
    /// It is pinned.
    Pinned,
}

/// A unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// Whose it is.
    pub side: Side,
    /// Its living models, in order.
    pub models: Models,
    /// 5V-REG-009: how many it began with.
    pub starting: u8,
    /// 5B-MOR-004: how many it had when the phase began.
    pub at_phase_start: u8,
    /// 5B-MOR-001: it falls back.
    pub falling_back: bool,
    /// It has gone to ground.
    pub ground: Ground,
    /// Its move in this Movement phase is over.
    pub done: bool,
    /// 5B-SHO-010: some model of it moved.
    pub moved: bool,
    /// 5B-FAL-006, 5B-REG-002: all of it counts as having moved.
    pub all_moved: bool,
    /// It ran.
    pub ran: bool,
    /// 5V-MOV-012.
    pub on_station: bool,
    /// 5V-MOV-016.
    pub overwatch: bool,
    /// 5B-SHO-007: it has shot.
    pub fired: bool,
    /// 5B-ASM-013: whom it shot at.
    pub fired_at: SmallVec<[UnitId; 2]>,
    /// 5B-ASM-012: it fired a weapon that forbids assaults.
    pub bound: bool,
    /// It launched an assault in this turn.
    pub charged: bool,
    /// Whom it charged.
    pub charging: Option<UnitId>,
    /// It was locked when this Assault phase began.
    pub was_locked: bool,
    /// 5V-FCC-003: it was assaulted on station.
    pub caught_waiting: bool,
    /// 5V-FCC-017: its grenades are used in this phase.
    pub grenades: bool,
    /// 5B-ASM-009: its reaction is over.
    pub reacted: bool,
    /// Its combat of this phase is over.
    pub fought: bool,
}

impl State {
    /// The state before the first question.
    pub fn new(fixed: &Fixed) -> State {
        let unit = |spec: &crate::fixed::UnitSpec| Unit {
            side: spec.side,
            models: spec.models.iter().copied().collect(),
            starting: spec.models.len() as u8,
            at_phase_start: spec.models.len() as u8,
            falling_back: false,
            ground: Ground::Up,
            done: false,
            moved: false,
            all_moved: false,
            ran: false,
            on_station: false,
            overwatch: false,
            fired: false,
            fired_at: SmallVec::new(),
            bound: false,
            charged: false,
            charging: None,
            was_locked: false,
            caught_waiting: false,
            grenades: true,
            reacted: false,
            fought: false,
        };
        let model = |(at, spec): (usize, &crate::fixed::ModelSpec)| Model {
            unit: spec.unit,
            place: Place::Waiting,
            wounds: fixed.kind_of(ModelId(at as u16)).values.w,
            far: 0,
            slowed: false,
            through_cover: false,
        };
        State {
            flow: Flow::RollOff,
            turn: 0,
            active: Side::Red,
            first: Side::Red,
            edges: [0, 1],
            units: fixed.units.iter().map(unit).collect(),
            models: fixed.models.iter().enumerate().map(model).collect(),
            table: Table::new(std::sync::Arc::clone(&fixed.ground)),
            about: None,
            against: None,
        }
    }

    /// A unit.
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }

    /// A unit, to be changed.
    pub fn unit_mut(&mut self, id: UnitId) -> &mut Unit {
        &mut self.units[id.index()]
    }

    /// A model.
    pub fn model(&self, id: ModelId) -> &Model {
        &self.models[id.index()]
    }

    /// A model, to be changed.
    pub fn model_mut(&mut self, id: ModelId) -> &mut Model {
        &mut self.models[id.index()]
    }

    /// The side of a model.
    pub fn side_of(&self, model: ModelId) -> Side {
        self.unit(self.model(model).unit).side
    }

    /// All units.
    pub fn all_units(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u16).map(UnitId)
    }

    /// The units of a side with a model on the table.
    pub fn on_table(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.all_units().filter(move |id| self.unit(*id).side == side && self.bodies(*id).next().is_some())
    }

    /// The units of a side that wait to be set up.
    pub fn waiting(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        let waits = |id: &UnitId| {
            self.unit(*id).models.iter().any(|model| self.model(*model).place == Place::Waiting)
        };
        self.all_units().filter(move |id| self.unit(*id).side == side).filter(waits)
    }

    /// The models of a unit on the table.
    pub fn bodies(&self, id: UnitId) -> impl Iterator<Item = (ModelId, &Body)> + '_ {
        self.unit(id).models.iter().filter_map(|model| Some((*model, self.table.body(*model)?)))
    }

    /// All enemy models of a side on the table.
    pub fn enemies(&self, side: Side) -> impl Iterator<Item = (ModelId, &Body)> + '_ {
        self.on_table(side.other()).flat_map(|unit| self.bodies(unit))
    }

    /// Where a model stands.
    pub fn pose(&self, model: ModelId) -> Option<Pose> {
        self.table.body(model).map(|body| body.pose)
    }

    /// Puts a model on the table, or elsewhere on it.
    pub fn put(&mut self, fixed: &Fixed, model: ModelId, pose: Pose) {
        let group = self.model(model).unit;
        self.table.put(model, fixed.form(model), group, pose);
        self.model_mut(model).place = Place::Table;
    }

    /// Removes a model from the game.
    pub fn remove(&mut self, model: ModelId) {
        self.table.take(model);
        let unit = self.model(model).unit;
        let gone = self.model_mut(model);
        (gone.place, gone.wounds) = (Place::Gone, 0);
        self.unit_mut(unit).models.retain(|other| *other != model);
    }

    /// Whether a model is on the table.
    pub fn stands(&self, model: ModelId) -> bool {
        self.model(model).place == Place::Table
    }

    /// 5B-ASM-008: the enemy units a unit is locked in combat with.
    pub fn locked_with(&self, unit: UnitId) -> Vec<UnitId> {
        let side = self.unit(unit).side;
        let touches = |enemy: &UnitId| {
            self.bodies(unit).any(|(_, own)| self.bodies(*enemy).any(|(_, other)| touch(own, other)))
        };
        self.on_table(side.other()).filter(touches).collect()
    }

    /// 5B-ASM-008: whether a unit is locked in combat.
    pub fn locked(&self, unit: UnitId) -> bool {
        let side = self.unit(unit).side;
        self.bodies(unit).any(|(_, own)| {
            let near = self.table.ids_within(&own.outline, TOUCH);
            near.iter().any(|id| {
                self.side_of(*id) != side && self.table.body(*id).is_some_and(|other| touch(own, other))
            })
        })
    }

    /// The enemy models a model is in contact with.
    pub fn touching(&self, model: ModelId) -> Vec<ModelId> {
        let Some(own) = self.table.body(model) else { return Vec::new() };
        self.enemies(self.side_of(model)).filter(|(_, other)| touch(own, other)).map(|(id, _)| id).collect()
    }

    /// The y of a side's table edge, as 0 or 1 (5B-MIS-019).
    pub fn edge(&self, side: Side) -> u8 {
        self.edges[side.index()]
    }
}
