//! What changes in a game. Everybody sees all of it; how far things are apart is another matter (2E-GEN-011).

use grognard_space::table::{Body, Pose, Table};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::buildings::{self, Building};
use crate::cards::{Hand, Held};
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::lasting::{Ail, Marker, Wear};
use crate::laying::Laying;
use crate::vehicles::{self, Vehicle, Wreck};

/// Models of a unit, in order.
pub type Models = SmallVec<[ModelId; 12]>;

/// The whole game as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// What comes next.
    pub flow: Flow,
    /// The turn of each player, from 1; 0 before the battle.
    pub turn: u8,
    /// Whose turn it is.
    pub active: Side,
    /// Who had the first turn.
    pub first: Side,
    /// The deployment zone of each side, 0 at y = 0.
    pub zones: [u8; 2],
    /// Units; those that are gone stay in the list.
    pub units: Vec<Unit>,
    /// Models; those that are gone stay in the list.
    pub models: Vec<Model>,
    /// The table with everything that stands on it.
    pub table: Table,
    /// The unit the question is about.
    pub about: Option<UnitId>,
    /// How many shots or wounds the question is about.
    pub number: u8,
    /// 2E-TMP-001: who lays a teardrop now; before that nobody may see whom it would cover (2E-GEN-011).
    pub teardrop: Option<ModelId>,
    /// TABX-006: clouds and balls on the table, the oldest first.
    pub markers: Vec<Marker>,
    /// What changes of vehicles.
    pub vehicles: Vec<Vehicle>,
    /// 2E-AMB-152: wrecks on the table.
    pub wrecks: Vec<Wreck>,
    /// What changes of buildings.
    pub buildings: Vec<Building>,
    /// 2E-BLD-021: whether a side was asked in this phase if it attacks buildings.
    pub asked: [bool; 2],
    /// 2E-CMD-003: the commander of a side has fallen, and his friends have tested for it.
    pub mourned: [bool; 2],
    /// Who is asked first which squads begin hidden.
    pub first_hides: Side,
    /// 2E-HTH-001: who is engaged with whom, in order.
    pub contacts: Vec<Contact>,
    /// The fights of this phase that are still to be fought.
    pub fights: Vec<Fight>,
    /// 2E-VHH-001: the models that may still attack a vehicle in this phase.
    pub assaults: Vec<ModelId>,
    /// The blows that are being exchanged, for questions about them.
    pub blows: Option<Blows>,
    /// Who strikes whom, while the weapon is chosen.
    pub struck: Option<(ModelId, ModelId)>,
    /// The move that was stated and may be interrupted.
    pub path: Option<Stated>,
    /// The overwatch shot that is being fired.
    pub watch: Option<Watch>,
    /// 2E-HER-021: the wargear cards of each side.
    pub hands: [Hand; 2],
    /// 2E-MIS-001: the mission card of each side.
    pub tasks: [Option<Task>; 2],
    /// How many models each side has slain in hand-to-hand combat.
    pub slain_in_combat: [u16; 2],
    /// 2E-MIS-017: the turns of each player.
    pub turns: u8,
    /// 2E-DEP-010: whose infiltrators come first.
    pub infiltrates_first: Option<Side>,
    /// 2E-FEA-006: units that were hit by a weapon they fear and have not tested yet.
    pub frightened: Vec<UnitId>,
    /// 2E-CMD-001: the commanders that were chosen among equals.
    pub commanders: [Option<ModelId>; 2],
    /// 2E-SET-011: the table that the players lay out by turns.
    pub laying: Option<Laying>,
    /// 2E-SPC-013: who went through which narrow passage in this turn.
    pub through: Vec<(u8, ModelId)>,
}

/// A mission card that was taken.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// Its place in `missions.toml`.
    pub mission: u8,
    /// The enemy it marks.
    pub mark: Option<ModelId>,
    /// 2E-MIS-003: the other side knows it.
    pub shown: bool,
}

/// Two enemies in contact.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Contact {
    /// The model of Red.
    pub red: ModelId,
    /// The model of Blue.
    pub blue: ModelId,
    /// 2E-CHG-012: an obstacle lies between them.
    pub across: bool,
    /// They have fought each other in an earlier phase, or in this one.
    pub fought: bool,
}

impl Contact {
    /// Whether it is a contact of a model.
    pub fn of(&self, model: ModelId) -> bool {
        self.red == model || self.blue == model
    }

    /// The other one.
    pub fn other(&self, model: ModelId) -> ModelId {
        if self.red == model { self.blue } else { self.red }
    }
}

/// A fight of the phase: a duel, or several against one (2E-HTH-025).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fight {
    /// The one that fights alone.
    pub lone: ModelId,
    /// Its opponents.
    pub others: Models,
    /// How many of them have fought.
    pub fought: u8,
}

/// Attack dice on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blows {
    /// The two fighters.
    pub fighters: [ModelId; 2],
    /// Their dice.
    pub dice: [SmallVec<[u8; 8]>; 2],
    /// The place of the second among several against the first.
    pub number: u8,
    /// The first turns its back.
    pub turned: bool,
}

/// A move as it was stated (2E-OVW-010).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stated {
    /// Who moves.
    pub unit: UnitId,
    /// 2E-CHG-004: whom it charges.
    pub charges: Option<UnitId>,
    /// From where each model goes where.
    pub ways: Vec<(ModelId, Pose, SmallVec<[Pose; 2]>)>,
    /// 2E-AMB-013: the places where somebody on overwatch may fire.
    pub spots: Vec<Spot>,
}

/// A place of a stated move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spot {
    /// The share of the way that is behind them then.
    pub share: i32,
    /// What is special about it.
    pub why: SpotKind,
    /// Who on overwatch sees somebody there, and whether in the open.
    pub seen: Vec<(UnitId, bool)>,
}

/// What is special about a place of a stated move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SpotKind {
    /// Where the move starts.
    Start,
    /// Sight or cover is another from here on.
    Changes,
    /// Where the way bends.
    Bend,
    /// Where it ends.
    End,
}

/// An overwatch shot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Watch {
    /// Who fires.
    pub unit: UnitId,
    /// At whom.
    pub target: UnitId,
    /// 2E-OVW-009: the target charges the unit that fires.
    pub charged: bool,
    /// 2E-OVW-008: from where and to where the target's models move.
    pub moves: Vec<(ModelId, Pose, Pose)>,
}

/// The outer flow: setting up, then turns of five phases (2E-TRN-002).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields are the words of the flow")]
pub enum Flow {
    /// 2E-SET-010: the players place terrain by turns.
    Terrain,
    /// 2E-SET-014.
    Zones,
    /// 2E-MIS-001.
    Missions,
    /// 2E-MIS-012: squads of ten and their combat squads.
    Split,
    /// 2E-DEP-007.
    Infiltrate,
    /// 2E-DEP-002.
    Deploy { side: Side },
    /// 2E-DEP-011.
    FirstTurn,
    /// 2E-TRN-004.
    StartTurn,
    /// 2E-HID-020: squads that begin the game hidden.
    HideFirst { side: Side },
    /// 2E-OVW-001.
    Overwatch,
    /// 2E-CHG-002.
    Charges,
    /// 2E-AMB-013: overwatch at those who have not moved yet.
    FirstWindow,
    /// 2E-MOV-002.
    Compulsory,
    /// 2E-MOV-004.
    Chargers,
    /// 2E-MOV-001: the remaining moves.
    Moves,
    /// 2E-AMB-013: overwatch at those who have moved or stand still.
    LastWindow,
    /// 2E-HID-002.
    Hide,
    /// 2E-SHT-002.
    Shooting,
    /// 2E-BRO-001: who breaks off.
    BreakOff { side: Side },
    /// 2E-AMB-024: who fights whom.
    Pairs,
    /// 2E-HTH-003.
    HandToHand,
    /// 2E-RAL-001.
    Rally,
    /// 2E-CMD-001, 2E-PSI-002: equal commanders, and the powers of psykers.
    Muster { side: Side },
    /// 2E-PSI-003: whose psyker is next, and whether the other side has just passed.
    Psychic { side: Side, passed: bool },
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
    /// 2E-VBD-001: in or on this vehicle.
    Aboard(ModelId),
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
    /// 2E-DMG-004: wounds left.
    pub wounds: u8,
    /// How far it went in its last movement phase.
    pub far: i32,
    /// How far it went in the movement phase before that, while it has not moved in this one.
    pub before: i32,
    /// 2E-SQD-006: it is of a part that was cut off from its squad.
    pub cut_off: bool,
    /// What has become of its weapons.
    pub wear: SmallVec<[Wear; 1]>,
    /// What ails it.
    pub ails: SmallVec<[Ail; 1]>,
    /// What it has spent of its allowance in this move.
    pub spent: i32,
    /// Where it stood when its side's movement phase began, if it has moved since.
    pub from: Option<Pose>,
    /// 2E-HTH-016: it charged into combat in this turn.
    pub charged: bool,
    /// 2E-AMB-142: how it holds a weapon that can be held in two ways.
    pub grip: Option<u8>,
    /// Close combat weapons that it has used up (TABX-008).
    pub discarded: SmallVec<[u8; 1]>,
    /// 2E-STU-003: it is too stupid to fight in this phase.
    pub dazed: bool,
    /// Where it fell.
    pub fell: Option<Pose>,
    /// 2E-BLD-021: it has attacked a building in this phase.
    pub struck: bool,
    /// 2E-VEH-001: its post in the vehicle it is aboard of; none for passengers.
    pub post: Option<u8>,
    /// 2E-VEH-006: the post it will have at the end of this turn.
    pub takes_over: Option<u8>,
    /// 2E-VEH-004: the vehicle it has left.
    pub rode: Option<ModelId>,
    /// The squad it was bought in, or the combat squad it was put into.
    pub squad: UnitId,
    /// A drug makes it hate all enemies until its next turn.
    pub drugged: bool,
    /// 2E-HER-006: the squad it has joined or left in this turn.
    pub changed: Option<UnitId>,
    /// 2E-PSI-009: it teleported into contact: its next fight begins with a charge.
    pub teleported: bool,
    /// What it can do as a psyker.
    pub psyker: Psyker,
}

/// What changes of a psyker.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Psyker {
    /// 2E-PSI-002: its powers, by their places in `powers.toml`.
    pub powers: SmallVec<[u8; 4]>,
    /// 2E-PSI-004: it has used one in this phase.
    pub used: bool,
    /// 2E-PSI-007: a psychic shield stands around it.
    pub shield: bool,
}

/// Whether a unit is hidden (2E-HID-001, 2E-HID-013).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Hidden {
    /// Everybody sees it.
    #[default]
    No,
    /// It is hidden.
    Yes,
    /// It is hidden, and the enemy knows where.
    Detected,
}

/// What a unit has said of its move before it was fired at (2E-AMB-013).
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Pledge {
    /// Nothing.
    #[default]
    None,
    /// It stands still.
    Stays,
    /// It goes like this, and has to say anew where, because a shot changed something.
    Again(crate::choice::Gait),
    /// It goes like this, this way.
    Goes(crate::choice::Gait, Vec<(ModelId, SmallVec<[Pose; 2]>)>),
}

/// Whether a unit holds (2E-BRK-004, 2E-SHK-001).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Nerve {
    /// It does as it is told.
    #[default]
    Steady,
    /// Space Marines that failed once.
    Shaken,
    /// It is broken.
    Broken,
}

/// How a unit moved in this turn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Moved {
    /// Not yet.
    #[default]
    NotYet,
    /// It stood or made a normal move.
    Normal,
    /// 2E-RUN-006: it ran, or tried to.
    Ran,
    /// 2E-CHG-010: it charged, or tried to.
    Charged,
}

/// A unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// Whose it is.
    pub side: Side,
    /// Its living models.
    pub models: Models,
    /// How many it started with.
    pub starting: u8,
    /// 2E-AMB-026: how many it had when the turn began.
    pub at_turn_start: u8,
    /// Whether it holds.
    pub nerve: Nerve,
    /// How it moved.
    pub moved: Moved,
    /// It has fired in this turn.
    pub fired: bool,
    /// 2E-BRK-002: it has tested for losses in this turn.
    pub tested: bool,
    /// 2E-RAL-003: it fled in this turn.
    pub fled: bool,
    /// It has tried to rally in this phase.
    pub rallied: bool,
    /// 2E-OVW-001: it is on overwatch.
    pub overwatch: bool,
    /// 2E-HID-005: it is hidden.
    pub hidden: Hidden,
    /// 2E-CHG-004: whom it has declared to charge and not charged yet.
    pub charges: Option<UnitId>,
    /// What it has said of its move.
    pub pledge: Pledge,
    /// Psychology.
    pub mind: Mind,
    /// 2E-CMD-005: it has taken a break test again in this turn.
    pub retaken: bool,
    /// 2E-AMB-061: it left a vehicle in this turn.
    pub left: bool,
    /// 2E-DEP-007: it is held back to infiltrate.
    pub held_back: bool,
    /// 2E-MIS-012: it is a combat squad.
    pub combat_squad: bool,
}

/// What psychology makes of a unit.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Mind {
    /// 2E-TER-001: it has tested for terror in this battle.
    pub terror_tested: bool,
    /// 2E-FEA-004: it is afraid of a unit that charged it in this turn.
    pub afraid: Option<UnitId>,
    /// 2E-STU-002: it is stupid until its next turn.
    pub stupid: bool,
    /// 2E-STU-004: and wanders about in this turn.
    pub wanders: bool,
    /// 2E-FRZ-001: it is frenzied.
    pub frenzied: bool,
    /// 2E-FRZ-008: it is never frenzied again.
    pub calm: bool,
}

impl State {
    /// A game before its set-up.
    pub fn new(fixed: &Fixed) -> State {
        let unit = |spec: &crate::fixed::UnitSpec| Unit {
            side: spec.side,
            models: spec.models.iter().copied().collect(),
            starting: spec.models.len() as u8,
            at_turn_start: spec.models.len() as u8,
            nerve: Nerve::Steady,
            moved: Moved::NotYet,
            fired: false,
            tested: false,
            fled: false,
            rallied: false,
            overwatch: false,
            hidden: Hidden::No,
            charges: None,
            pledge: Pledge::None,
            mind: Mind::default(),
            retaken: false,
            left: false,
            held_back: false,
            combat_squad: false,
        };
        let model = |spec: &crate::fixed::ModelSpec| Model {
            unit: spec.unit,
            place: spec
                .crew_of
                .map(|(vehicle, _)| vehicle)
                .or(fixed.units[spec.unit.index()].rides_in)
                .map_or(Place::Waiting, Place::Aboard),
            wounds: fixed.kinds[spec.kind].values.w,
            far: 0,
            before: 0,
            cut_off: false,
            wear: SmallVec::new(),
            ails: SmallVec::new(),
            spent: 0,
            from: None,
            charged: false,
            discarded: SmallVec::new(),
            grip: None,
            dazed: false,
            fell: None,
            struck: false,
            post: spec.crew_of.map(|(_, post)| post),
            takes_over: None,
            rode: None,
            squad: spec.unit,
            drugged: false,
            changed: None,
            teleported: false,
            psyker: Psyker { powers: spec.powers.iter().copied().collect(), ..Psyker::default() },
        };
        let vehicle = |model: ModelId| Some(Vehicle::new(model, vehicles::datafax(fixed, model)?));
        let mut state = State {
            flow: if fixed.options.by_turns { Flow::Terrain } else { Flow::Muster { side: Side::Red } },
            turn: 0,
            active: Side::Red,
            first: Side::Red,
            zones: [0, 1],
            units: fixed.units.iter().map(unit).collect(),
            models: fixed.models.iter().map(model).collect(),
            table: Table::new(std::sync::Arc::clone(&fixed.ground)),
            about: None,
            number: 0,
            teardrop: None,
            markers: Vec::new(),
            vehicles: (0..fixed.models.len() as u16).map(ModelId).filter_map(vehicle).collect(),
            wrecks: Vec::new(),
            buildings: buildings::all(fixed),
            asked: [false; 2],
            mourned: [false; 2],
            first_hides: Side::Red,
            contacts: Vec::new(),
            fights: Vec::new(),
            assaults: Vec::new(),
            blows: None,
            struck: None,
            path: None,
            watch: None,
            hands: Side::BOTH.map(|side| Hand {
                held: fixed
                    .cards
                    .iter()
                    .filter(|(model, _)| fixed.unit(fixed.models[model.index()].unit).side == side)
                    .map(|(model, card)| Held { model: *model, card: *card, shown: false, uses: 0 })
                    .collect(),
                sealed: 0,
            }),
            tasks: [None; 2],
            slain_in_combat: [0; 2],
            turns: fixed.turns,
            infiltrates_first: None,
            frightened: Vec::new(),
            commanders: fixed.commanders,
            laying: None,
            through: Vec::new(),
        };
        // 2E-HER-004: some characters begin with a squad.
        for (model, squad) in &fixed.begins_with {
            state.transfer(fixed, *model, *squad);
        }
        state
    }

    /// A model is of another unit from now on: a character joins a squad (2E-HER-005), or goes back to its own.
    pub fn transfer(&mut self, fixed: &Fixed, model: ModelId, to: UnitId) {
        let from = self.model(model).unit;
        let home = self.model(model).squad;
        if from == to {
            return;
        }
        for (unit, plus) in [(from, false), (to, true)] {
            let own = self.unit_mut(unit);
            own.models.retain(|other| *other != model);
            if plus {
                own.models.push(model);
            }
            // 2E-HER-012: while it is with a squad it counts with it.
            if unit != home {
                let count = |number: u8| if plus { number + 1 } else { number.saturating_sub(1) };
                (own.starting, own.at_turn_start) = (count(own.starting), count(own.at_turn_start));
            }
        }
        if to == home {
            self.unit_mut(home).at_turn_start = self.unit(home).models.len() as u8;
        }
        self.model_mut(model).unit = to;
        if let Some(pose) = self.pose(model) {
            self.table.put(model, fixed.form(model), to, pose);
        }
    }

    /// 2E-HTH-001: the enemies a model is engaged with.
    pub fn opponents(&self, model: ModelId) -> impl Iterator<Item = ModelId> + '_ {
        self.contacts.iter().filter(move |contact| contact.of(model)).map(move |contact| contact.other(model))
    }

    /// Whether a model is engaged.
    pub fn is_engaged(&self, model: ModelId) -> bool {
        self.contacts.iter().any(|contact| contact.of(model))
    }

    /// Whether some model of a unit is engaged.
    pub fn in_combat(&self, unit: UnitId) -> bool {
        self.unit(unit).models.iter().any(|model| self.is_engaged(*model))
    }

    /// Two enemies are engaged from now on.
    pub fn engage(&mut self, one: ModelId, other: ModelId, across: bool) {
        let (red, blue) = if self.side_of(one) == Side::Red { (one, other) } else { (other, one) };
        if !self.contacts.iter().any(|contact| contact.red == red && contact.blue == blue) {
            self.contacts.push(Contact { red, blue, across, fought: false });
            self.contacts.sort_unstable();
        }
    }

    /// A model is engaged with nobody any more.
    pub fn disengage(&mut self, model: ModelId) {
        self.contacts.retain(|contact| !contact.of(model));
        self.fights.retain_mut(|fight| {
            fight.others.retain(|other| *other != model);
            fight.lone != model && !fight.others.is_empty()
        });
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

    /// The units of a side with a model on the table.
    pub fn on_table(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        let all = (0..self.units.len() as u16).map(UnitId);
        all.filter(move |id| self.unit(*id).side == side && self.bodies(*id).next().is_some())
    }

    /// The units of a side that wait to be set up.
    pub fn waiting(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        let waits = |id: &UnitId| {
            self.unit(*id).models.iter().any(|model| self.model(*model).place == Place::Waiting)
        };
        (0..self.units.len() as u16).map(UnitId).filter(move |id| self.unit(*id).side == side).filter(waits)
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
        // Whoever dies aboard falls where its vehicle stands, or stood.
        let aboard = match self.model(model).place {
            Place::Aboard(vehicle) => self.pose(vehicle).or(self.model(vehicle).fell),
            _ => None,
        };
        self.model_mut(model).fell = self.pose(model).or(aboard);
        self.table.take(model);
        // Whoever is still aboard goes down with a vehicle.
        if self.vehicle(model).is_some() {
            let lost: Vec<ModelId> = vehicles::crew::aboard(self, model).collect();
            for other in lost {
                self.remove(other);
            }
        }
        self.disengage(model);
        let unit = self.model(model).unit;
        let gone = self.model_mut(model);
        (gone.place, gone.wounds, gone.cut_off) = (Place::Gone, 0, false);
        gone.ails.clear();
        self.unit_mut(unit).models.retain(|other| *other != model);
    }

    /// Whether a model is broken: its squad is, or the part of it that was cut off.
    pub fn is_broken(&self, model: ModelId) -> bool {
        self.model(model).cut_off || self.unit(self.model(model).unit).nerve == Nerve::Broken
    }
}
