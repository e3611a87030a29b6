//! What changes in a game. Everybody sees all of it; how far things are apart is another matter (5B-DIC-006).

mod contact;
mod flow;
mod model;
mod unit;

use grognard_space::table::{Body, Length, Outline, Point, Pose, Table};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

pub use contact::{LEVEL, TOUCH, stacked, touch};
pub use flow::{Call, Entry, Flow, Ladder, Leap};
pub use model::{Model, Place};
pub use unit::{Arrival, Boost, Bound, Command, Gift, Ground, Lit, Unit};

use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::vehicles::Crater;

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
    /// T-22: the quarter of each side, 0 at x = 0.
    pub quarters: [u8; 2],
    /// 5B-MIS-005: where objectives lie.
    pub objectives: Vec<Point>,
    /// 5B-MIS-017: where the unit that arrives comes from.
    pub entry: Option<Entry>,
    /// Units; those that are gone stay in the list.
    pub units: Vec<Unit>,
    /// Models; those that are gone stay in the list.
    pub models: Vec<Model>,
    /// The table with everything that stands on it.
    pub table: Table,
    /// What is left of vehicles that blew up and of buildings that fell.
    pub craters: Vec<Crater>,
    /// 5V-BLD-013: buildings that fell, by their place among the features of the table.
    pub fallen: Vec<u16>,
    /// 5B-PIL-001: units that fought each other and have not piled in yet: they are locked, whether bases touch or not.
    pub melee: Vec<[UnitId; 2]>,
    /// 5V-JAS-001: jump assaults that are not fought yet; the units in them are locked.
    pub jumps: Vec<Leap>,
    /// 5V-CHA-005: solitary characters that were too near to a friendly unit when the Movement phase began.
    pub crowded: Vec<[UnitId; 2]>,
    /// 5X-RUL-006: what became of each side's Waaagh.
    pub waaagh: [Call; 2],
    /// 5X-RUL-026: whether a side gives no further orders in this turn.
    pub silence: [bool; 2],
    /// The unit the question is about.
    pub about: Option<UnitId>,
    /// The other unit the question is about.
    pub against: Option<UnitId>,
    /// The combat that is being fought, step by step.
    #[serde(default)]
    pub ladder: Option<Box<Ladder>>,
}

impl State {
    /// The state before the first question.
    pub fn new(fixed: &Fixed) -> State {
        let mut state = State {
            flow: Flow::RollOff,
            turn: 0,
            active: Side::Red,
            first: Side::Red,
            edges: [0, 1],
            quarters: [0, 1],
            objectives: Vec::new(),
            entry: None,
            units: fixed.units.iter().map(Unit::new).collect(),
            models: (0..fixed.models.len() as u16).map(|at| Model::new(fixed, ModelId(at))).collect(),
            table: Table::new(std::sync::Arc::clone(&fixed.ground)),
            craters: Vec::new(),
            fallen: Vec::new(),
            melee: Vec::new(),
            jumps: Vec::new(),
            crowded: Vec::new(),
            waaagh: [Call::Ready; 2],
            silence: [false; 2],
            about: None,
            against: None,
            ladder: None,
        };
        for (at, spec) in fixed.units.iter().enumerate() {
            let Some(host) = spec.joins else { continue };
            for model in state.units[at].models.clone() {
                state.transfer(fixed, model, host);
            }
        }
        state
    }

    /// Makes a model one of another unit.
    pub fn transfer(&mut self, fixed: &Fixed, model: ModelId, to: UnitId) {
        let from = self.model(model).unit;
        self.unit_mut(from).models.retain(|other| *other != model);
        self.model_mut(model).unit = to;
        self.unit_mut(to).models.push(model);
        if let Some(pose) = self.pose(model) {
            self.table.put(model, fixed.form(model), to, pose);
        }
    }

    /// Whether all of a unit as mustered is out of the game, wherever its models were.
    pub fn gone(&self, fixed: &Fixed, unit: UnitId) -> bool {
        if !fixed.is_mustered(unit) {
            return false;
        }
        // 5X-RUL-031: each half for itself.
        let divided = |second: UnitId| self.unit(second).starting > 0;
        if fixed.first_half(unit).is_some() || fixed.second_half(unit).is_some_and(divided) {
            return self.half_gone(unit);
        }
        fixed
            .unit(unit)
            .models
            .iter()
            .all(|model| matches!(self.model(*model).place, Place::Gone | Place::Wreck))
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
            let here = |model: &ModelId| self.model(*model).place == Place::Waiting;
            self.unit(*id).arrival == Arrival::Deployed && self.unit(*id).models.iter().any(here)
        };
        self.all_units().filter(move |id| self.unit(*id).side == side).filter(waits)
    }

    /// The units of a side that are in reserve.
    pub fn in_reserve(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        let kept = |id: &UnitId| {
            self.unit(*id).models.iter().any(|model| self.model(*model).place == Place::Reserve)
        };
        self.all_units().filter(move |id| self.unit(*id).side == side).filter(kept)
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

    /// Whether a model lives, on the table or in a vehicle.
    pub fn lives(&self, model: ModelId) -> bool {
        matches!(self.model(model).place, Place::Table | Place::Aboard)
    }

    /// Wrecks on the table (5B-VDM-007).
    pub fn wrecks(&self) -> impl Iterator<Item = &Body> + '_ {
        let wreck = |id: &ModelId| self.model(*id).place == Place::Wreck;
        self.table.ids().filter(wreck).filter_map(|id| self.table.body(id))
    }

    /// 5B-TER-002, 5B-VDM-007, 5V-VDM-020: whether a base touches a kind of ground on its way: terrain, wrecks, craters.
    pub fn crossed(&self, fixed: &Fixed, ground: &str, start: &Body, stops: &[Pose]) -> bool {
        if fixed.battlefield.crossed(ground, start, stops) {
            return true;
        }
        let mut outline = start.outline.clone();
        let mut at = start.pose.at;
        stops.iter().filter(|stop| stop.at.in_limits()).any(|stop| {
            let step = stop.at - at;
            let swept = outline.swept(step);
            outline = outline.shifted(step);
            at = stop.at;
            self.wrecks().any(|wreck| wreck.outline.overlaps(&swept))
                || (ground == "difficult" && self.crater_areas(fixed).any(|crater| crater.overlaps(&swept)))
        })
    }

    /// The ground that exploded vehicles left.
    pub fn crater_areas<'a>(&'a self, fixed: &'a Fixed) -> impl Iterator<Item = Outline> + 'a {
        self.craters.iter().map(|crater| fixed.ground.form(crater.form).body(crater.pose).outline)
    }

    /// Whether a body stands in difficult or dangerous ground that is higher than something (5V-SKM-002).
    pub fn stands_in(&self, fixed: &Fixed, body: &Body, above: Option<Length>) -> bool {
        let bad = |feature: &&crate::terrain::Feature| {
            (feature.piece.is("difficult") || feature.piece.is("dangerous"))
                && above.is_none_or(|above| feature.piece.height.0 > above)
        };
        self.features(fixed).filter(bad).any(|feature| feature.area.overlaps(&body.outline))
            || self.wrecks().any(|wreck| wreck.outline.overlaps(&body.outline) && wreck.pose != body.pose)
            || (above.is_none() && self.crater_areas(fixed).any(|crater| crater.overlaps(&body.outline)))
    }

    /// The y of a side's table edge, as 0 or 1 (5B-MIS-019).
    pub fn edge(&self, side: Side) -> u8 {
        self.edges[side.index()]
    }
}
