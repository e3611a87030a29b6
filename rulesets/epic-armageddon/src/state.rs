//! What changes in a game. Nothing of it is hidden.

use grognard_engine::SeatId;
use grognard_space::table::{Body, Length, Point, Pose, Table};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::air::{Flight, Sky, Sortie};
use crate::arrivals::{Arrival, Means, Sheet};
use crate::assault::{Assault, Stage};
use crate::choice::{ActionName, MoveKind, Way};
use crate::concealment::Concealed;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::land::{Laid, Land};
use crate::legal::portals::Portal;
use crate::marks::Mark;
use crate::play::together::Volley;
use crate::sites::Site;
use crate::weather::Weather;

/// The whole game as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// What comes next.
    pub flow: Flow,
    /// The turn, 0 before the first.
    pub turn: u8,
    /// EA-TRNG-003: the zone each side has, as an index into the sides of the scenario.
    pub zones: SmallVec<[u8; 4]>,
    /// EA-ACT-001: who acts after whom in this turn.
    pub order: SmallVec<[SeatId; 4]>,
    /// EA-STRT-003: who won the Strategy roll of the turn before.
    pub won: Option<SeatId>,
    /// Where objectives lie; those that players place come one after another.
    pub objectives: Vec<Objective>,
    /// EA-TRNG-005: who held each objective in the End phase before.
    pub held: Vec<Option<SeatId>>,
    /// Formations; destroyed ones stay in the list.
    pub formations: Vec<Formation>,
    /// Units; destroyed ones stay in the list.
    pub units: Vec<Unit>,
    /// The table with everything that stands on it.
    pub table: Table,
    /// What the pending question is about.
    pub about: About,
    /// EA-ASLT-002: the assault that is declared or fought.
    pub assault: Option<Box<Assault>>,
    /// EA-MOV-007: the moves still to be made of a way that was drawn for several of them.
    pub planned: Vec<Vec<Way>>,
    /// EA-TRAN-010: transports that were destroyed, and where, while their passengers have yet to be hit.
    pub wrecks: Vec<(UnitId, Pose)>,
    /// EA-AMB-118: skimmers that pop up after the last move of the action.
    pub popping: Vec<UnitId>,
    /// EA-TOUR-030: who has no more garrisons to place.
    #[serde(default)]
    pub garrisoned: SmallVec<[SeatId; 4]>,
    /// EA-INIT-009: how often in a row the initiative was retained.
    #[serde(default)]
    pub retained: u8,
    /// EA-ARMY-016: the formation that acts has shot already.
    #[serde(default)]
    pub has_shot: bool,
    /// EA-WE-018: units that got out of a war engine of another formation in the action that is carried out.
    #[serde(default)]
    pub guests: Vec<UnitId>,
    /// EA-ABIL-128: Supreme Commanders that have used a re-roll in this turn.
    pub re_rolled: SmallVec<[UnitId; 2]>,
    /// EA-END-001: the End phase of this turn has begun.
    pub ending: bool,
    /// EA-WTHR-002: the weather.
    pub weather: Option<Weather>,
    /// EA-TRNG-016: units that were carried or went off the table.
    pub exited: Vec<UnitId>,
    /// EA-TRNG-016: units that close combat destroyed.
    pub slain: Vec<UnitId>,
    /// EA-ARMY-019: the objectives that are Wraithgates.
    #[serde(default)]
    pub gates: SmallVec<[(SeatId, u8); 1]>,
    /// EA-SFL-012: who has brought a formation of the column in, in this turn, once for each.
    #[serde(default)]
    pub columns: Vec<SeatId>,
    /// EA-ARMY-020: portals that were used, with the turn.
    #[serde(default)]
    pub passages: Vec<(Portal, u8)>,
    /// EA-SAM-003: who marches after whom.
    #[serde(default)]
    pub queue: Vec<FormationId>,
    /// EA-SPF-009, EA-SSL-012: the formations that were assigned to a part of an army, and whether to the first.
    #[serde(default)]
    pub parts: Vec<(FormationId, bool)>,
    /// EA-SPF-009, EA-SSL-012: the army is divided.
    #[serde(default)]
    pub divided: bool,
    /// Terrain that was laid down in the game.
    #[serde(default)]
    pub laid: Vec<Laid>,
    /// The terrain that follows from it.
    #[serde(skip)]
    pub land: Land,
    /// EA-OBJ-001: what is special about objectives that are not plain ones.
    #[serde(default)]
    pub marks: Vec<Mark>,
    /// A formation that is set up at places of its own.
    #[serde(default)]
    pub posted: Option<Posted>,
    /// Buildings that a scenario is about.
    #[serde(default)]
    pub sites: Vec<Site>,
    /// EA-SAS-037: markers that hide formations, minefields or nothing.
    #[serde(default)]
    pub concealed: Vec<Concealed>,
    /// EA-SHR-005: the corner raiders come from.
    #[serde(default)]
    pub corner: Option<u8>,
    /// EA-SAS-038: how many minefields each side has hidden.
    #[serde(default)]
    pub mines: Vec<(SeatId, u8)>,
    /// EA-SAS-038: the markers of which it is known to their owner what they hide.
    #[serde(default)]
    pub assigned: Vec<u8>,
    /// EA-SWP-021: the tables that a blizzard sweeps over in this turn.
    #[serde(default)]
    pub swept: Vec<u8>,
    /// How far the preparations of a scenario have come.
    #[serde(default)]
    pub prepared: u8,
    /// EA-SAS-046: where the units went that moved last: their starts and stops.
    #[serde(default)]
    pub trail: Vec<(UnitId, Vec<Point>)>,
    /// EA-MULT-008: shootings that wait for friends.
    #[serde(default)]
    pub volleys: Vec<Volley>,
    /// EA-MULT-009: whom friends assault, by their team.
    #[serde(default)]
    pub stormed: Vec<(u8, FormationId)>,
    /// EA-MULT-008: who has joined the assault of a friend.
    #[serde(default)]
    pub joined: Vec<SeatId>,
}

/// A formation that is set up near places of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Posted {
    /// Which.
    pub formation: FormationId,
    /// The places.
    pub at: Vec<Point>,
    /// How near each of its units stands; none where it is enough that one is near, as for a garrison.
    pub within: Option<Length>,
}

/// What a question is about, for those who look at it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The formation that acts.
    pub formation: Option<FormationId>,
    /// The formation it acts on.
    pub target: Option<FormationId>,
    /// How many are to be picked.
    pub number: Option<u8>,
    /// The weapon that is asked about.
    pub weapon: Option<String>,
    /// The unit that is asked about.
    #[serde(default)]
    pub unit: Option<UnitId>,
    /// EA-SSL-003: the part of a position that is asked about, as the purchases have it.
    #[serde(default)]
    pub works: Option<(u8, u8)>,
}

/// The outer flow. An activation is one activity for the declaration and the test, one for each move, one for the
/// shooting and one for regrouping.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields are the words of the flow")]
pub enum Flow {
    /// EA-TRNG-003: who has which edge.
    Edges,
    /// EA-TOUR-013: objectives are placed by turns.
    Objectives { next: SeatId },
    /// EA-TOUR-017, EA-SPAC-005: reserves and secrets, before anybody is set up.
    Prepare { deploys: SeatId },
    /// EA-TOUR-030: garrisons are set up by turns.
    Garrison { next: SeatId, first: SeatId },
    /// EA-AMB-054: formations are set up by turns.
    Deploy { next: SeatId },
    /// EA-WTHR-002: weather comes after deployment.
    Weather,
    /// The start of a turn, and the Strategy phase where nobody arrives.
    Strategy,
    /// EA-TURN-005: formations arrive at the start of a turn; none before it is known who begins.
    Arrive { step: Arrival, next: Option<SeatId> },
    /// The Strategy roll after arrivals.
    Roll,
    /// EA-SAM-005, EA-SAM-006: the first turn of an ambush; so many formations of the column have marched in.
    Ambush { done: u8 },
    /// The Action phase: a formation is named, its action declared and tested.
    Activate { side: SeatId, retaining: bool },
    /// EA-MULT-006: the commander of a team says who of it acts.
    Command { commander: SeatId },
    /// Its action is carried out.
    Act(Activation),
    /// EA-ACT-008: an Engage action is carried out; [`State::assault`] knows how far it is.
    Assault(Activation),
    /// An action of aircraft is carried out.
    Air(Sortie),
    /// EA-SPAC-006: a spacecraft acts.
    Space(Activation),
    /// EA-DISG-002: aircraft leave the table; none before it is known who begins.
    Disengage { next: Option<SeatId> },
    /// The End phase: who begins to rally.
    RallyStart,
    /// The End phase: one formation rallies.
    Rally { next: SeatId },
    /// The End phase: who has won.
    Victory,
    /// The battle is over.
    Over { team: Option<u8>, why: EndWhy },
}

/// An action that is carried out.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Activation {
    /// Who acts.
    pub formation: FormationId,
    /// What it does.
    pub action: ActionName,
    /// In which of its ways, once chosen: an index into the actions.
    pub mode: Option<u8>,
    /// How many parts of it are done.
    pub done: u8,
    /// EA-INIT-005: whether the Action test was passed.
    pub passed: bool,
    /// EA-INIT-009: whether the initiative was retained for it.
    pub retained: bool,
}

/// Why a battle ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EndWhy {
    /// EA-TRNG-005: the objective was held.
    Objective,
    /// Nobody is left to take it from the winner.
    Alone,
    /// EA-TURN-001: the turns agreed on are over.
    Turns,
    /// A player gave up.
    Resigned,
    /// EA-TRNG-010: what the scenario is about was destroyed.
    Destroyed,
    /// EA-VICT-002: more goals were claimed.
    Goals,
    /// EA-VICT-005: the points of the tie-break.
    TieBreak,
    /// EA-BATL-004: nobody else has a formation that is not Broken.
    Unbroken,
}

/// An objective on the table.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Objective {
    /// Its number in the scenario.
    pub number: u8,
    /// Where it lies.
    pub at: Point,
    /// EA-TOUR-014: on whose table edge, if on one.
    pub edge: Option<SeatId>,
}

/// Where a unit is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// Not set up yet.
    Waiting,
    /// On the table; [`State::table`] knows where.
    Table,
    /// EA-TRAN-003: aboard this transport.
    Aboard(UnitId),
    /// Destroyed.
    Gone,
}

/// EA-UNIT-001: a unit is one piece on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// EA-FORM-001: its formation, the same from the set-up to the end.
    pub formation: FormationId,
    /// Where it is.
    pub place: Place,
    /// EA-WE-001: damage points a war engine has taken.
    pub damage: u8,
    /// EA-VOID-001: void shields that are up.
    pub shields: u8,
    /// EA-PFLD-001: power fields that are left.
    pub fields: u8,
    /// EA-WE-030: critical effects it suffers from, by how often.
    pub criticals: u8,
    /// EA-ABIL-111, EA-ABIL-168: lines of weapons that fired, with the turn.
    pub fired: SmallVec<[(u8, u8); 2]>,
    /// EA-ABIL-169: shots of slow weapons that were kept, by the line of the weapon.
    #[serde(default)]
    pub kept: SmallVec<[(u8, u8); 1]>,
    /// EA-ABIL-114: a skimmer that popped up.
    pub popped: bool,
}

/// A formation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Formation {
    /// Whose it is.
    pub side: SeatId,
    /// Who are its friends.
    pub team: u8,
    /// Its units that are left.
    pub units: SmallVec<[UnitId; 12]>,
    /// EA-BM-001: its Blast markers; none while it is Broken.
    pub markers: u8,
    /// EA-BM-006.
    pub broken: bool,
    /// EA-ACT-004: it has taken its action in this turn.
    pub acted: bool,
    /// EA-ACT-010: it has marched in this turn.
    pub marched: bool,
    /// EA-RALY-009: it has tried to rally in this End phase.
    pub rallied: bool,
    /// EA-VICT-011: it was Broken and has rallied in this End phase.
    pub recovered: bool,
    /// EA-OVER-004: it is on Overwatch.
    pub overwatch: bool,
    /// EA-TOUR-029: it is a garrison.
    #[serde(default)]
    pub garrison: bool,
    /// EA-TRNG-009: where it comes onto the table from the reserve.
    pub entry: Option<Point>,
    /// EA-FLAK-008, EA-AMB-070: it has taken an action with a move in this turn.
    pub moved: bool,
    /// Aircraft and spacecraft: where they are.
    pub flight: Flight,
    /// EA-TOUR-021: how it comes into play from the reserve.
    pub means: Option<Means>,
    /// EA-SPAC-005: what its owner has recorded in secret.
    pub sheet: Option<Sheet>,
    /// EA-SPAC-004: the turn of a spacecraft, known to everybody.
    pub arrives: Option<u8>,
    /// EA-SPAC-007: it arrives without a test.
    pub sure: bool,
    /// EA-SPF-012: the edge on which it comes in, where chance decides it.
    #[serde(default)]
    pub edge: Option<u8>,
    /// EA-SFL-012: the turn in which it came in out of a column.
    #[serde(default)]
    pub came_in: Option<u8>,
    /// EA-SAS-004: it is dug in.
    #[serde(default)]
    pub entrenched: bool,
    /// EA-SAS-038: it was hidden behind a marker, and has not been shown.
    #[serde(default)]
    pub hidden: bool,
}

/// EA-AIR-003, EA-SPAC-010: aircraft and spacecraft begin off the table.
fn sky(fixed: &Fixed, spec: &crate::fixed::FormationSpec) -> Sky {
    let any = |of: fn(&crate::kind::Kind) -> bool| spec.units.iter().any(|unit| of(fixed.kind(*unit)));
    match (any(|kind| kind.spacecraft), any(|kind| kind.flight.is_some())) {
        (true, _) => Sky::Orbit,
        (false, true) => Sky::Reserve,
        (false, false) => Sky::Ground,
    }
}

impl State {
    /// A game before its set-up.
    pub fn new(fixed: &Fixed) -> State {
        let formation = |spec: &crate::fixed::FormationSpec| Formation {
            side: spec.side,
            team: fixed.sides[spec.side.index()].team,
            units: spec.units.iter().copied().collect(),
            markers: 0,
            broken: false,
            acted: false,
            marched: false,
            rallied: false,
            recovered: false,
            overwatch: false,
            garrison: false,
            entry: None,
            moved: false,
            flight: Flight { sky: sky(fixed, spec), ..Flight::default() },
            means: None,
            sheet: None,
            arrives: None,
            sure: false,
            came_in: None,
            entrenched: spec.entrenched,
            hidden: false,
            edge: None,
        };
        let unit = |spec: &crate::fixed::UnitSpec| Unit {
            formation: spec.formation,
            place: Place::Waiting,
            damage: 0,
            shields: fixed.kinds[spec.kind].void_shields,
            fields: fixed.kinds[spec.kind].shadowfields,
            criticals: 0,
            fired: SmallVec::new(),
            kept: SmallVec::new(),
            popped: false,
        };
        // EA-OBJ-025: stands for outposts wait until one is placed.
        let spare = |spec: &crate::fixed::FormationSpec| spec.id == crate::play::marks::OUTPOST;
        let formation = |spec: &crate::fixed::FormationSpec| {
            let own = formation(spec);
            if spare(spec) { Formation { units: SmallVec::new(), ..own } } else { own }
        };
        let unit = |spec: &crate::fixed::UnitSpec| {
            let own = unit(spec);
            if spare(fixed.spec(spec.formation)) { Unit { place: Place::Gone, ..own } } else { own }
        };
        State {
            flow: Flow::Edges,
            turn: 0,
            zones: (0..fixed.sides.len() as u8).collect(),
            order: fixed.seats().collect(),
            won: None,
            objectives: fixed.objectives.clone(),
            held: vec![None; fixed.objectives.len()],
            formations: fixed.formations.iter().map(formation).collect(),
            units: fixed.units.iter().map(unit).collect(),
            table: Table::new(std::sync::Arc::clone(&fixed.ground)),
            about: About::default(),
            assault: None,
            planned: Vec::new(),
            wrecks: Vec::new(),
            popping: Vec::new(),
            garrisoned: SmallVec::new(),
            retained: 0,
            has_shot: false,
            guests: Vec::new(),
            re_rolled: SmallVec::new(),
            ending: false,
            weather: None,
            exited: Vec::new(),
            slain: Vec::new(),
            gates: SmallVec::new(),
            columns: Vec::new(),
            passages: Vec::new(),
            queue: Vec::new(),
            parts: Vec::new(),
            divided: false,
            laid: Vec::new(),
            land: Land::default(),
            marks: Vec::new(),
            posted: None,
            sites: Vec::new(),
            concealed: Vec::new(),
            corner: None,
            mines: Vec::new(),
            assigned: Vec::new(),
            swept: Vec::new(),
            prepared: 0,
            trail: Vec::new(),
            volleys: Vec::new(),
            stormed: Vec::new(),
            joined: Vec::new(),
        }
    }

    /// A formation.
    pub fn formation(&self, id: FormationId) -> &Formation {
        &self.formations[id.index()]
    }

    /// A formation, to be changed.
    pub fn formation_mut(&mut self, id: FormationId) -> &mut Formation {
        &mut self.formations[id.index()]
    }

    /// Whether there is such a formation; answers may name any.
    pub fn exists(&self, id: FormationId) -> bool {
        id.index() < self.formations.len()
    }

    /// All formations.
    pub fn formation_ids(&self) -> impl Iterator<Item = FormationId> + use<> {
        (0..self.formations.len() as u16).map(FormationId)
    }

    /// The formations of a side that have a unit on the ground of the table.
    pub fn of_side(&self, side: SeatId) -> impl Iterator<Item = FormationId> + '_ {
        self.formation_ids().filter(move |id| self.formation(*id).side == side && self.is_on_ground(*id))
    }

    /// The formations on the ground that are enemies of one. EA-AIR-002: aircraft in flight are not among them.
    pub fn enemies(&self, of: FormationId) -> impl Iterator<Item = FormationId> + '_ {
        let team = self.formation(of).team;
        self.formation_ids().filter(move |id| self.formation(*id).team != team && self.is_on_ground(*id))
    }

    /// The units of all enemies of a formation.
    pub fn enemy_units(&self, of: FormationId) -> impl Iterator<Item = (UnitId, &Body)> + '_ {
        self.enemies(of).flat_map(|enemy| self.standing(enemy))
    }

    /// Whether a formation has a unit on the table.
    pub fn is_on_table(&self, id: FormationId) -> bool {
        self.standing(id).next().is_some()
    }

    /// Whether a formation has a unit on the table that is not in flight.
    pub fn is_on_ground(&self, id: FormationId) -> bool {
        !self.is_flying(id) && self.is_on_table(id)
    }

    /// The units of a formation on the table.
    pub fn standing(&self, id: FormationId) -> impl Iterator<Item = (UnitId, &Body)> + '_ {
        self.formation(id).units.iter().filter_map(|unit| Some((*unit, self.table.body(*unit)?)))
    }

    /// Puts a unit on the table, or elsewhere on it.
    pub fn put(&mut self, fixed: &Fixed, unit: UnitId, pose: Pose) {
        let formation = self.units[unit.index()].formation;
        self.table.put(unit, fixed.form(unit), formation, pose);
        self.units[unit.index()].place = Place::Table;
    }

    /// Takes a unit out of the game. Passengers are left in its wreck.
    pub fn remove(&mut self, unit: UnitId) {
        let pose = self.table.body(unit).map(|body| body.pose);
        if let Some(pose) = pose.filter(|_| self.aboard(unit).next().is_some()) {
            self.wrecks.push((unit, pose));
        }
        self.table.take(unit);
        self.units[unit.index()].place = Place::Gone;
        let formation = self.units[unit.index()].formation;
        self.formation_mut(formation).units.retain(|other| *other != unit);
    }

    /// The units aboard a transport.
    pub fn aboard(&self, transport: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let all = (0..self.units.len() as u16).map(UnitId);
        all.filter(move |unit| self.units[unit.index()].place == Place::Aboard(transport))
    }

    /// The transport a unit is aboard of.
    pub fn transport_of(&self, unit: UnitId) -> Option<UnitId> {
        match self.units[unit.index()].place {
            Place::Aboard(transport) => Some(transport),
            _ => None,
        }
    }

    /// EA-TRAN-003: takes a unit off the table and aboard.
    pub fn embark(&mut self, unit: UnitId, transport: UnitId) {
        self.table.take(unit);
        self.units[unit.index()].place = Place::Aboard(transport);
    }

    /// The kind of move an assault waits for.
    pub fn about_kind(&self) -> Option<MoveKind> {
        Some(match self.assault.as_ref()?.stage {
            Stage::Charge(_) => MoveKind::Charge,
            Stage::Counter(..) => MoveKind::CounterCharge,
            Stage::Winner(..) => MoveKind::Consolidation,
            _ => return None,
        })
    }

    /// EA-TRNG-009: whether a formation waits in reserve at its entry point.
    pub fn in_reserve(&self, id: FormationId) -> bool {
        let own = self.formation(id);
        own.entry.is_some() && own.units.iter().any(|unit| self.units[unit.index()].place == Place::Waiting)
    }

    /// The owner of a formation.
    pub fn owner(&self, id: FormationId) -> SeatId {
        self.formation(id).side
    }
}
