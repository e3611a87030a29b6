//! What changes in a game. Everybody sees all of it; how far things are apart is another matter (5B-DIC-006).

use grognard_space::table::{Body, Length, Outline, Point, Pose, Table};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, Side, UnitId};
use crate::vehicles::transport::GotOut;
use crate::vehicles::{Crater, Hull};

/// Bases that are no further apart than this touch: a hand, or a mouse, puts them no closer.
pub const TOUCH: Length = Length::mm(1);

/// 5B-RUI-001: how high a level of a ruin is.
pub const LEVEL: Length = Length::inches(3);

/// Whether two bases touch, or count as if (5B-RUI-006).
pub fn touch(one: &Body, other: &Body) -> bool {
    let level = one.heights().gap(other.heights()) == Length::ZERO;
    (level && one.outline.within(&other.outline, TOUCH)) || stacked(one, other)
}

/// 5B-RUI-006: whether one stands directly above the other on the next level of a ruin. Nobody comes so near but in a combat.
pub fn stacked(one: &Body, other: &Body) -> bool {
    let up = Length((one.pose.z - other.pose.z).0.abs());
    one.heights().gap(other.heights()) > Length::ZERO && up <= LEVEL && one.outline.overlaps(&other.outline)
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

/// 5B-CCB-001: who strikes at which step of a combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ladder {
    /// The step that is fought.
    pub now: u8,
    /// Each side's models by the step they strike at, the highest first.
    pub rungs: Vec<(u8, Side, Vec<ModelId>)>,
}

/// The outer flow: setting up, then player turns (5B-TRN-002).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields are the words of the flow")]
pub enum Flow {
    /// 5B-MIS-002.
    RollOff,
    /// 5B-MIS-005, 5B-MIS-006: objectives are placed; `left` are still to come.
    Objectives { side: Side, left: u8 },
    /// 5B-MIS-021.
    Deploy { side: Side },
    /// 5B-USR-009: infiltrators.
    Infiltrate { next: Option<Side> },
    /// 5B-USR-014: scouts.
    Scouts { next: Option<Side> },
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
    /// 5B-USR-008: units that break out of combat.
    HitAndRun { next: Option<Side> },
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
    /// 5B-MIS-010: in reserve.
    Reserve,
    /// On the table.
    Table,
    /// 5B-TRA-003: in a vehicle.
    Aboard,
    /// 5B-VDM-007: a wreck, still on the table.
    Wreck,
    /// 5B-BLD-002: a building nobody is in.
    Empty,
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
    /// What changes of it where it is a vehicle.
    pub hull: Option<Box<Hull>>,
    /// 5B-CCW-002: it strikes last for so many player turns.
    pub stunned: u8,
    /// 5V-RNG-005: it joined or left a unit in this turn.
    pub joined: bool,
    /// 5V-MOV-010: it ran before it joined its unit.
    pub idle: bool,
    /// 5B-PSY-001: how many psychic powers it used in this player turn.
    pub powers: u8,
    /// 5B-WPN-007: weapons for one shot that it has fired.
    pub spent: SmallVec<[WeaponId; 2]>,
    /// 5X-RUL-026: how many orders it gave in this turn.
    pub orders: u8,
}

/// 5X-RUL-019: what spent markerlights give an attack on a unit.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Lit {
    /// On Ballistic Skill.
    pub bs: i8,
    /// On its cover saves.
    pub cover: i8,
    /// On its Leadership for pinning.
    pub leadership: i8,
}

/// 5V-JAS-001: a jump assault of a unit on another.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leap {
    /// Who comes from above.
    pub by: UnitId,
    /// Upon whom.
    pub on: UnitId,
    /// The building or ruin, by its place among the features of the table.
    pub site: u16,
}

/// 5X-RUL-006: something a side calls once in a battle.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Call {
    /// Not called yet.
    #[default]
    Ready,
    /// It holds in this turn.
    On,
    /// Used up.
    Used,
}

/// 5X-RUL-007, 5X-RUL-035: what binds a unit in this turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Bound {
    /// Nothing.
    #[default]
    Free,
    /// It moves only into cover, and shoots at the nearest enemy.
    Lurks,
    /// It stands still, and shoots at the nearest enemy.
    Still,
}

/// 5X-RUL-027, 5X-RUL-028, 5X-RUL-030: an order of an officer that holds in this turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Command {
    /// 5X-RUL-027.
    RankFire,
    /// 5X-RUL-028.
    MarkTheBigOne,
    /// 5X-RUL-029; it is over at once.
    OnYourFeet,
    /// 5X-RUL-030.
    DoubleTime,
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

/// 5B-USR-021: whether a unit turbo-boosted in its last turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Boost {
    /// It did not.
    #[default]
    None,
    /// It did, but ended near where it began.
    Near,
    /// It did, and is hard to hit.
    Far,
}

/// 5B-MIS-010: how a unit comes into the battle.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Arrival {
    /// It is set up before the battle.
    #[default]
    Deployed,
    /// 5B-USR-009: it is set up after the others.
    Infiltrates,
    /// 5B-MIS-015: it moves on in the first turn.
    FirstTurn,
    /// 5B-MIS-017: it moves on from the own edge.
    Edge,
    /// 5B-MIS-011: it moves on from a side.
    Outflanks,
    /// 5B-MIS-012.
    DeepStrikes,
}

/// Where a unit comes on: 0 at y = 0, 1 opposite, 2 at x = 0, 3 opposite; and the test for difficult ground.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the line above says it")]
pub struct Entry {
    pub edge: u8,
    pub test: Option<i8>,
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
    /// 5B-VAS-005: it struck at vehicles in this phase.
    pub struck: bool,
    /// 5B-TRA-003: the vehicle it is in.
    pub aboard: Option<ModelId>,
    /// 5V-ROF-018: the unit of which it is the part on the roof.
    pub party_of: Option<UnitId>,
    /// 5B-TRA-003: it got in this turn.
    pub boarded: bool,
    /// 5B-TRA-005: it got out this turn.
    pub got_out: GotOut,
    /// 5B-TRA-005: a vehicle that moved or turned in this Movement phase.
    pub turned: bool,
    /// 5B-USR-021.
    pub boost: Boost,
    /// 5B-USR-002: it passed its test when it was assaulted in this phase.
    pub countered: bool,
    /// 5B-JMP-005, 5B-USR-008: it made its move of the Assault phase, or was asked about it.
    pub leapt: bool,
    /// 5B-MIS-010: how it comes into the battle.
    pub arrival: Arrival,
    /// 5B-MIS-022: it arrives in this Movement phase.
    pub arriving: bool,
    /// 5B-MIS-012: it came by deep strike in this turn.
    pub landed: bool,
    /// 5V-CHA-010: its unit was shot away from around it in this phase.
    pub bereaved: bool,
    /// 5X-RUL-019: markerlights that are on it in this phase.
    pub marks: u8,
    /// 5X-RUL-019: what was spent on it in the attack that is resolved.
    pub lit: Lit,
    /// 5B-USR-012: it rages in this turn, whatever its own rules.
    pub raging: bool,
    /// 5V-EQP-005: it stands in smoke.
    pub smoke: bool,
    /// 5V-EQP-004: its smoke grenades are thrown.
    pub smoke_used: bool,
    /// 5V-UPG-009: a searchlight lies on it in this turn.
    pub lit_up: bool,
    /// 5V-UPG-011: it used its searchlight, and is seen at night until its next turn.
    pub shines: bool,
    /// 5X-RUL-007, 5X-RUL-035: what binds it in this turn.
    pub bound_by: Bound,
    /// 5X-RUL-026: it was given an order in this turn.
    pub commanded: bool,
    /// The order that holds.
    pub command: Option<Command>,
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
            struck: false,
            aboard: None,
            party_of: None,
            boarded: false,
            got_out: GotOut::No,
            turned: false,
            boost: Boost::None,
            countered: false,
            leapt: false,
            arrival: Arrival::Deployed,
            arriving: false,
            landed: false,
            bereaved: false,
            marks: 0,
            lit: Lit::default(),
            raging: false,
            smoke: false,
            smoke_used: false,
            lit_up: false,
            shines: false,
            bound_by: Bound::Free,
            commanded: false,
            command: None,
        };
        let model = |(at, spec): (usize, &crate::fixed::ModelSpec)| Model {
            unit: spec.unit,
            place: match fixed.building(ModelId(at as u16)) {
                Some(_) => Place::Empty,
                None => Place::Waiting,
            },
            wounds: fixed.kind_of(ModelId(at as u16)).values.w,
            far: 0,
            slowed: false,
            through_cover: false,
            hull: fixed.kind_of(ModelId(at as u16)).chassis.as_ref().map(|chassis| {
                let open = chassis.is(crate::data::vehicles::VehicleType::OpenTopped);
                let exposes = open && fixed.edition.bands == crate::edition::SpeedBands::Bands;
                Box::new(Hull { walks: chassis.walks(), exposes, ..Hull::default() })
            }),
            stunned: 0,
            joined: false,
            idle: false,
            powers: 0,
            spent: SmallVec::new(),
            orders: 0,
        };
        let mut state = State {
            flow: Flow::RollOff,
            turn: 0,
            active: Side::Red,
            first: Side::Red,
            edges: [0, 1],
            quarters: [0, 1],
            objectives: Vec::new(),
            entry: None,
            units: fixed.units.iter().map(unit).collect(),
            models: fixed.models.iter().enumerate().map(model).collect(),
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

    /// 5B-ASM-008: the enemy units a unit is locked in combat with.
    pub fn locked_with(&self, unit: UnitId) -> Vec<UnitId> {
        let side = self.unit(unit).side;
        let touches = |enemy: &UnitId| {
            self.melee.contains(&[unit, *enemy])
                || self.leap_of(unit, *enemy).is_some()
                || self.bodies(unit).any(|(own_id, own)| {
                    !self.is_driven(own_id)
                        && self.bodies(*enemy).any(|(id, other)| !self.is_driven(id) && touch(own, other))
                })
        };
        self.on_table(side.other()).filter(touches).collect()
    }

    /// 5B-ASM-008: whether a unit is locked in combat.
    pub fn locked(&self, unit: UnitId) -> bool {
        if self.jumps.iter().any(|leap| leap.by == unit || leap.on == unit) {
            return true;
        }
        self.in_contact(unit)
    }

    /// The same without jump assaults: whether a unit touches an enemy.
    pub fn in_contact(&self, unit: UnitId) -> bool {
        let side = self.unit(unit).side;
        self.bodies(unit).filter(|(id, _)| !self.is_driven(*id)).any(|(_, own)| {
            let near = self.table.ids_within(&own.outline, TOUCH);
            near.iter().any(|id| {
                self.side_of(*id) != side
                    && self.stands(*id)
                    && !self.is_driven(*id)
                    && self.table.body(*id).is_some_and(|other| touch(own, other))
            })
        })
    }

    /// 5V-JAS-001: the jump assault of one of two units on the other.
    pub fn leap_of(&self, one: UnitId, other: UnitId) -> Option<Leap> {
        let both = |leap: &Leap| (leap.by, leap.on) == (one, other) || (leap.by, leap.on) == (other, one);
        self.jumps.iter().copied().find(both)
    }

    /// The jump assault a unit makes.
    pub fn leaps(&self, unit: UnitId) -> Option<Leap> {
        self.jumps.iter().copied().find(|leap| leap.by == unit)
    }

    /// The enemy models a model is in contact with.
    pub fn touching(&self, model: ModelId) -> Vec<ModelId> {
        let Some(own) = self.table.body(model).filter(|_| !self.is_driven(model)) else { return Vec::new() };
        self.enemies(self.side_of(model))
            .filter(|(id, other)| !self.is_driven(*id) && touch(own, other))
            .map(|(id, _)| id)
            .collect()
    }

    /// The y of a side's table edge, as 0 or 1 (5B-MIS-019).
    pub fn edge(&self, side: Side) -> u8 {
        self.edges[side.index()]
    }
}
