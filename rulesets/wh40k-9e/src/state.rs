//! What changes in a game. Nothing in it is hidden: everybody may see and measure everything.

use grognard_engine::rule;
use grognard_engine::switch::applies;
use grognard_space::table::{Body, Pose, Table};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::data::battle::Effect;
use crate::fixed::{Fixed, Kind};
use crate::ids::{ModelId, Side, Spot, UnitId};
use crate::keyword::Keywords;
use crate::rolled::Rolled;

/// Models of a unit, in order.
pub type Models = SmallVec<[ModelId; 10]>;

/// The whole game as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// What comes next.
    pub flow: Flow,
    /// The mission, as an index into the data (9E-GEN-001).
    pub mission: u8,
    /// The battle round, 0 before the battle.
    pub round: u8,
    /// Whose turn it is.
    pub active: Side,
    /// Who has the first turn of every round (9E-RND-002).
    pub first: Side,
    /// Victory points.
    pub vp: [u16; 2],
    /// Command points.
    pub cp: [u8; 2],
    /// The deployment zone of each side, 0 or 1.
    pub zones: [u8; 2],
    /// Units; destroyed ones stay in the list.
    pub units: Vec<Unit>,
    /// Models; destroyed ones stay in the list.
    pub models: Vec<Model>,
    /// The battlefield with everything that stands on it.
    pub table: Table,
    /// The objective markers.
    pub markers: Vec<Spot>,
    /// Powers attempted in this battle round, bits by side (9E-PSY-009).
    pub attempted: [u32; 2],
    /// Attempts at Smite in this phase, by side (9E-PSY-019).
    pub smites: [u8; 2],
    /// Stratagems used in this phase, bits by side (9E-OUT-008).
    pub used: [u16; 2],
    /// Stratagems that can be used once a battle, bits by side.
    pub spent: [u16; 2],
    /// Who wants to be asked about failed rolls only in this phase, where a Command Re-roll is at hand.
    pub quiet: [bool; 2],
    /// 9E-GEN-017: who wants an open question settled.
    pub dispute: Option<Side>,
    /// What the pending question is about.
    pub about: About,
}

/// What a question is about, for those who look at it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The unit that acts.
    pub unit: Option<UnitId>,
    /// The unit it acts on.
    pub target: Option<UnitId>,
    /// The model concerned.
    pub model: Option<ModelId>,
    /// A number the question turns on: a charge roll, a psychic test, what an armour save needs.
    pub number: Option<u8>,
    /// The roll that may be rolled once more.
    #[serde(default)]
    pub roll: Option<Rolled>,
    /// The defender's casualty order for this volley, next one first; empty where each wound is asked.
    pub order: Vec<ModelId>,
    /// Whether the order has been given for this volley.
    pub ordered: bool,
    /// A charge move that works (9E-AMB-066), found when the charge was rolled.
    pub witness: Vec<(ModelId, SmallVec<[Pose; 2]>)>,
    /// Models just set up from a destroyed transport, among which the casualties are.
    pub escaped: Vec<ModelId>,
}

/// The outer flow: set-up (5.1 of the catalogue), then turns of seven phases.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields are the words of the flow")]
pub enum Flow {
    /// 9E-GEN-001, 9E-PSY-008: the mission is fixed, armies and table are made known, powers are chosen.
    Muster,
    /// 9E-ONW-012: markers are placed by turns.
    Markers { next: Side },
    /// 9E-ONW-012: the roll-off before it.
    MarkerRoll,
    /// 9E-ONW-015: the zones.
    Zones,
    /// Splits, embarked units, reserves: one question after another.
    PreDeploy { side: Side },
    /// 9E-ONW-016: units by turns.
    Deploy { next: Side },
    /// 9E-ONW-020: units that may be set up later.
    Late { next: Option<Side> },
    /// 9E-ONW-021.
    FirstTurn,
    /// 9E-MIS-008.
    PreBattle,
    /// The Command phase.
    Command,
    /// The Movement phase, step 1.
    MoveUnits,
    /// The Movement phase, step 2.
    Reinforcements,
    /// The Psychic phase; a unit that is manifesting.
    Psychic { unit: Option<UnitId>, tried: u8 },
    /// The Shooting phase.
    Shooting,
    /// The Charge phase, step 1.
    Charges,
    /// The Charge phase, step 2.
    Heroics,
    /// The Fight phase: who selects, and whether only chargers do.
    Fight { selector: Side, chargers: bool },
    /// The Morale phase, step 1.
    Morale { selector: Side },
    /// The Morale phase, step 2.
    Coherency { side: Side },
    /// The battle is over.
    Over { winner: Option<Side>, why: EndWhy },
}

/// Why a battle ended as it did.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EndWhy {
    /// 9E-ONW-025: one army is destroyed.
    Destroyed,
    /// 9E-ONW-026: victory points.
    Points,
    /// A player gave up.
    Resigned,
}

/// Where a model is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// Not set up yet.
    Waiting,
    /// 9E-REI-001: in reserve.
    Reserve,
    /// 9E-TRN-007, 9E-TRN-009: in a transport.
    Embarked(ModelId),
    /// On the battlefield; [`State::table`] knows where.
    Table,
    /// Destroyed, fled or removed.
    Gone,
}

/// A model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Model {
    /// Its unit.
    pub unit: UnitId,
    /// Where it is.
    pub place: Place,
    /// 9E-STR-009: wounds left.
    pub wounds: u8,
    /// 9E-ATK-013: an attack was allocated to it in this phase.
    pub allocated: bool,
    /// 9E-OBJ-006: the marker it counts for in this turn.
    pub counts_for: Option<u8>,
    /// An unmodified 1 was rolled with an overheating weapon: it is destroyed after shooting with it.
    pub overheated: bool,
}

/// How a unit moved in this turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Moved {
    /// Not selected yet.
    #[default]
    NotYet,
    /// 9E-MOV-020.
    Stationary,
    /// 9E-MOV-014.
    Normal,
    /// 9E-MOV-016.
    Advanced,
    /// 9E-MOV-022.
    FellBack,
    /// 9E-REI-005.
    Arrived,
}

/// What a unit did in this turn; cleared for both armies when the turn ends.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ThisTurn {
    /// How it moved.
    pub moved: Moved,
    /// 9E-TRN-016: it left a transport.
    pub disembarked: bool,
    /// It began the Movement phase embarked (9E-TRN-012).
    pub began_embarked: bool,
    /// 9E-TRN-021: it left a destroyed transport.
    pub escaped: bool,
    /// 9E-SHO-005.
    pub shot: bool,
    /// 9E-PSY-005.
    pub manifested: bool,
    /// 9E-PSY-016: denials used.
    pub denied: u8,
    /// 9E-CHG-002: it may declare a charge in this phase.
    pub may_charge: bool,
    /// 9E-CHG-007.
    pub charge_declared: bool,
    /// It made a charge move.
    pub charged: bool,
    /// The units it declared as targets of its charge.
    pub charge_targets: SmallVec<[UnitId; 4]>,
    /// An enemy unit made a charge move that had it as a target.
    pub was_charged: bool,
    /// 9E-HER-004.
    pub heroic: bool,
    /// 9E-FGT-003.
    pub fought: bool,
    /// 9E-MOR-004.
    pub tested: bool,
    /// Models destroyed, for Morale.
    pub lost: u8,
    /// 9E-SEQ-003: its order to shoot out of phase was given, or not.
    pub salvo: bool,
    /// It takes aim until the end of the phase.
    pub aimed: bool,
    /// A Desperate Breakout: it does nothing else.
    pub broke_out: bool,
    /// 9E-AMB-024: its owner placed nobody of it; it is not offered again before something has moved.
    #[serde(default)]
    pub stayed_off: bool,
}

/// Changes to a unit by psychic powers, until the next Psychic phase of the player who used them; 0 for none.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Spells {
    /// The Strength its own is replaced by (9E-CHR-003).
    pub strength: u8,
    /// What is added to its Strength.
    pub plus: u8,
    /// What its Strength is divided by.
    pub divide: u8,
    /// What is subtracted from its Strength.
    pub minus: u8,
    /// What its Advance rolls are multiplied by (9E-DIC-004).
    pub times: u8,
    /// What its Advance rolls are divided by.
    pub mire: u8,
}

impl Spells {
    /// What a power does; powers that do nothing of this kind change nothing.
    pub fn cast(&mut self, effect: &Effect) {
        match *effect {
            Effect::Might { plus } => self.plus = plus,
            Effect::Stone { strength } => self.strength = strength,
            Effect::Wither { divide } => self.divide = divide,
            Effect::Drain { minus } => self.minus = minus,
            Effect::Haste { times } => self.times = times,
            Effect::Mire { divide } => self.mire = divide,
            Effect::Smite { .. } | Effect::Ward { .. } | Effect::Recall { .. } => {}
        }
    }

    /// What another unit that becomes one with it brings along.
    pub fn join(&mut self, other: Spells) {
        let Spells { strength, plus, divide, minus, times, mire } = other;
        self.strength = self.strength.max(strength);
        self.plus = self.plus.max(plus);
        self.divide = self.divide.max(divide);
        self.minus = self.minus.max(minus);
        self.times = self.times.max(times);
        self.mire = self.mire.max(mire);
    }

    /// What the unit's own side did to it, or what the other side did, is over.
    pub fn end(&mut self, of_own_side: bool) {
        if of_own_side {
            *self = Spells { divide: self.divide, minus: self.minus, mire: self.mire, ..Spells::default() };
        } else {
            (self.divide, self.minus, self.mire) = (0, 0, 0);
        }
    }
}

/// A unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// Whose it is.
    pub side: Side,
    /// Its datasheet, as an index (9E-GEN-014).
    pub sheet: u8,
    /// Its living models, on the battlefield or off it.
    pub models: Models,
    /// 9E-STR-001: how many it started with.
    pub starting: u8,
    /// Models of it that were destroyed, latest last.
    pub dead: Models,
    /// What it did in this turn.
    pub turn: ThisTurn,
    /// Who destroyed it (9E-STR-007).
    pub destroyed_by: Option<Side>,
    /// It adds to its Advance and charge rolls until its owner's next Command phase.
    pub drilled: u8,
    /// It adds to its saving throws until its owner's next Psychic phase.
    pub warded: u8,
    /// What powers do to it.
    pub spells: Spells,
    /// Powers chosen before the battle, bits by power (9E-PSY-008).
    pub learned: u32,
    /// It is set up after both armies have deployed (9E-ONW-020).
    pub late: bool,
    /// It has been asked before the deployment how it starts.
    pub asked: bool,
}

impl State {
    /// A game before its set-up.
    pub fn new(fixed: &Fixed) -> State {
        let units: Vec<Unit> = fixed
            .units
            .iter()
            .map(|spec| Unit {
                side: spec.side,
                sheet: spec.sheet,
                models: spec.models.iter().copied().collect(),
                // 9E-STR-001: as many as were mustered.
                starting: if applies(rule!("9E-STR-001")) { spec.models.len() as u8 } else { 0 },
                dead: Models::new(),
                turn: ThisTurn::default(),
                destroyed_by: None,
                drilled: 0,
                warded: 0,
                spells: Spells::default(),
                learned: 0,
                late: false,
                asked: false,
            })
            .collect();
        let mut models: Vec<Model> = fixed
            .models
            .iter()
            .map(|spec| Model {
                unit: spec.unit,
                place: Place::Waiting,
                wounds: if applies(rule!("9E-STR-009")) { fixed.kinds[spec.kind].profile.w } else { 1 },
                allocated: false,
                counts_for: None,
                overheated: false,
            })
            .collect();
        for spec in &fixed.units {
            if let Some(transport) = spec.embarked_in {
                for model in &spec.models {
                    models[model.index()].place = Place::Embarked(transport);
                }
            }
        }
        let points = if fixed.packs.battle_forged { fixed.starting_points() } else { 0 };
        State {
            flow: Flow::Muster,
            mission: fixed.missions[0],
            round: 0,
            active: Side::Red,
            first: Side::Red,
            vp: [0; 2],
            cp: [points; 2],
            zones: [0, 1],
            units,
            models,
            table: Table::new(std::sync::Arc::clone(&fixed.ground)),
            markers: Vec::new(),
            attempted: [0; 2],
            smites: [0; 2],
            used: [0; 2],
            spent: [0; 2],
            quiet: [false; 2],
            dispute: None,
            about: About::default(),
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

    /// Whether there is such a model; answers may name any.
    pub fn model_exists(&self, id: ModelId) -> bool {
        id.index() < self.models.len()
    }

    /// Whether there is such a unit; answers may name any.
    pub fn unit_exists(&self, id: UnitId) -> bool {
        id.index() < self.units.len()
    }

    /// A model, to be changed.
    pub fn model_mut(&mut self, id: ModelId) -> &mut Model {
        &mut self.models[id.index()]
    }

    /// All units with their ids.
    pub fn unit_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u16).map(UnitId)
    }

    /// The units of a side that have a model on the battlefield. Embarked ones have none: they do nothing, nothing
    /// is done to them and nothing counts them (9E-TRN-008 to 9E-TRN-010).
    pub fn on_table(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.unit_ids().filter(move |id| self.unit(*id).side == side && self.is_on_table(*id))
    }

    /// Whether a unit has a model on the battlefield.
    pub fn is_on_table(&self, id: UnitId) -> bool {
        self.unit(id).models.iter().any(|model| self.model(*model).place == Place::Table)
    }

    /// The models of a unit on the battlefield, with where they stand.
    pub fn standing(&self, id: UnitId) -> impl Iterator<Item = (ModelId, Pose)> + '_ {
        self.unit(id).models.iter().filter_map(|model| Some((*model, self.pose(*model)?)))
    }

    /// Where a model stands, if it is on the battlefield.
    pub fn pose(&self, model: ModelId) -> Option<Pose> {
        self.body(model).map(|body| body.pose)
    }

    /// A model as a thing in space, if it is on the battlefield.
    pub fn body(&self, model: ModelId) -> Option<&Body> {
        self.table.body(model)
    }

    /// Puts a model on the battlefield, or elsewhere on it.
    pub fn put(&mut self, fixed: &Fixed, model: ModelId, pose: Pose) {
        let group = self.model(model).unit;
        self.table.put(model, fixed.form(model), group, pose);
        self.model_mut(model).place = Place::Table;
    }

    /// Takes a model off the battlefield.
    pub fn lift(&mut self, model: ModelId, to: Place) {
        self.table.take(model);
        self.model_mut(model).place = to;
    }

    /// Something has moved: whoever found no place to stand is asked again.
    pub fn stir(&mut self) {
        self.units.iter_mut().for_each(|unit| unit.turn.stayed_off = false);
    }

    /// The side of a model.
    pub fn side_of(&self, model: ModelId) -> Side {
        self.unit(self.model(model).unit).side
    }

    /// Whether all models of a unit wait to be set up.
    pub fn is_waiting(&self, id: UnitId) -> bool {
        let unit = self.unit(id);
        !unit.models.is_empty() && unit.models.iter().all(|model| self.model(*model).place == Place::Waiting)
    }

    /// Whether a unit is in reserve.
    pub fn in_reserve(&self, id: UnitId) -> bool {
        self.unit(id).models.first().is_some_and(|model| self.model(*model).place == Place::Reserve)
    }

    /// The transport a unit is embarked in.
    pub fn transport_of(&self, id: UnitId) -> Option<ModelId> {
        match self.model(*self.unit(id).models.first()?).place {
            Place::Embarked(transport) => Some(transport),
            _ => None,
        }
    }

    /// The units embarked in a transport.
    pub fn passengers(&self, transport: ModelId) -> impl Iterator<Item = UnitId> + '_ {
        self.unit_ids().filter(move |id| self.transport_of(*id) == Some(transport))
    }

    /// 9E-GEN-012: a unit has the keywords of all its models.
    pub fn keywords(&self, fixed: &Fixed, id: UnitId) -> Keywords {
        self.unit(id)
            .models
            .iter()
            .fold(Keywords::default(), |all, model| all.and(fixed.kind(*model).keywords))
    }

    /// Whether a unit has a keyword.
    pub fn has(&self, fixed: &Fixed, id: UnitId, keyword: Keywords) -> bool {
        let models = &self.unit(id).models;
        if !applies(rule!("9E-GEN-012")) {
            return models.first().is_some_and(|model| fixed.kind(*model).keywords.any(keyword));
        }
        models.iter().any(|model| fixed.kind(*model).keywords.any(keyword))
    }

    /// 9E-STR-003: strictly fewer than half of the models it started with.
    pub fn below_half(&self, id: UnitId) -> bool {
        applies(rule!("9E-STR-003")) && 2 * self.unit(id).models.len() < self.unit(id).starting as usize
    }

    /// Whether an army has no models left anywhere (9E-AMB-092).
    pub fn is_destroyed(&self, side: Side) -> bool {
        self.units.iter().all(|unit| unit.side != side || unit.models.is_empty())
    }

    /// The first living model's kind, for facts that all models of a unit share.
    pub fn any_kind<'a>(&self, fixed: &'a Fixed, id: UnitId) -> Option<&'a Kind> {
        self.unit(id).models.first().map(|model| fixed.kind(*model))
    }

    /// 9E-WPN-005: whether a unit counts as having moved in this turn.
    pub fn has_moved(&self, id: UnitId) -> bool {
        let turn = &self.unit(id).turn;
        // 9E-WPN-005: other moves than those of the Movement phase count, too.
        let by_other = applies(rule!("9E-WPN-005"));
        let arrived = turn.moved == Moved::Arrived && !(applies(rule!("9E-REI-007")) && by_other);
        (turn.disembarked && applies(rule!("9E-TRN-016")) && by_other)
            || !(arrived || matches!(turn.moved, Moved::NotYet | Moved::Stationary))
    }
}
