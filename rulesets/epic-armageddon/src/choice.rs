//! Every answer, the shapes of proposals, and their text forms.
//!
//! Places and ways are written as [`grognard_tabletop::answer`] says, in centimetres where the sign is behind a number:
//! `move force-a-1 force-a-1.1=30cm,12cm`.

use grognard_engine::{SeatId, near};
use grognard_space::table::{Angle, Length, Point, Pose};
pub use grognard_tabletop::answer::Way;
use grognard_tabletop::answer::{
    read_body, read_places, read_pose, read_ways, write_places, write_pose, write_ways,
};
use grognard_tabletop::armies::Named;
use serde::{Deserialize, Serialize};

use crate::abilities::Ability;
use crate::armies::RULER;
use crate::data::play::Mode;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};

/// The actions (T-04).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names of the actions")]
pub enum ActionName {
    Advance,
    Double,
    March,
    Marshal,
    SustainedFire,
    Hold,
    Engage,
    Overwatch,
    Interception,
    GroundAttack,
    Landing,
    AirAssault,
    CombatAirPatrol,
    StandDown,
    Spacecraft,
    RoadMarch,
    Raid,
}

impl ActionName {
    /// Those that are declared by their name alone.
    pub const DECLARED: [ActionName; 8] = [
        ActionName::Raid,
        ActionName::Advance,
        ActionName::Double,
        ActionName::March,
        ActionName::RoadMarch,
        ActionName::Marshal,
        ActionName::SustainedFire,
        ActionName::Overwatch,
    ];

    /// Those of aircraft that are declared by their name alone (EA-AIR-005, EA-TAIR-005).
    pub const OF_AIRCRAFT: [ActionName; 4] =
        [ActionName::GroundAttack, ActionName::CombatAirPatrol, ActionName::Landing, ActionName::Spacecraft];

    /// All that are declared by their name alone.
    pub fn named() -> impl Iterator<Item = ActionName> {
        ActionName::DECLARED.into_iter().chain(ActionName::OF_AIRCRAFT)
    }

    /// Its name in the data. EA-TAIR-005: landings and air assaults are Ground Attacks. EA-MOV-012: a road march is a March.
    pub const fn record(self) -> &'static str {
        match self {
            ActionName::Landing | ActionName::AirAssault => ActionName::GroundAttack.id(),
            ActionName::RoadMarch => ActionName::March.id(),
            ActionName::Raid => ActionName::Engage.id(),
            _ => self.id(),
        }
    }

    /// Its name in answers.
    pub const fn id(self) -> &'static str {
        match self {
            ActionName::Advance => "advance",
            ActionName::Double => "double",
            ActionName::March => "march",
            ActionName::Marshal => "marshal",
            ActionName::SustainedFire => "sustained-fire",
            ActionName::Hold => "hold",
            ActionName::Engage => "engage",
            ActionName::Overwatch => "overwatch",
            ActionName::Interception => "interception",
            ActionName::GroundAttack => "ground-attack",
            ActionName::Landing => "landing",
            ActionName::AirAssault => "air-assault",
            ActionName::CombatAirPatrol => "combat-air-patrol",
            ActionName::StandDown => "stand-down",
            ActionName::Spacecraft => "spacecraft",
            ActionName::RoadMarch => "road-march",
            ActionName::Raid => "raid",
        }
    }
}

/// The words of fixed answers.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub enum Word {
    /// `pass`: the initiative is not retained.
    Pass,
    /// `first`: the first action, or the first to rally.
    First,
    /// `second`.
    Second,
    /// `hold-fire`.
    HoldFire,
    /// `stay`: no withdrawal.
    Stay,
    /// `all-targets`: shoot at those in cover too, with the modifier.
    AllTargets,
    /// `open-targets`: shoot only at those in the open, without it.
    OpenTargets,
    /// `no-more`: nobody else is named.
    NoMore,
    /// `main-mode`: the first of two modes of a weapon.
    MainMode,
    /// `other-mode`.
    OtherMode,
    /// `all-weapons`: all barrage weapons together, with what they have in common.
    AllWeapons,
    /// `special-weapons`: only those with an ability that the others lack.
    SpecialWeapons,
    /// `stay-on-overwatch`: all who are left keep their Overwatch.
    StayOnOverwatch,
    /// `re-roll`.
    ReRoll,
    /// `accept`: no re-roll.
    Accept,
    /// `arrive`: now.
    Arrive,
    /// `wait`: not now.
    Wait,
    /// `jink`: the aircraft dodge.
    Jink,
    /// `no-jink`: they save on their armour.
    NoJink,
    /// `let-pass`: nobody intercepts.
    LetPass,
    /// `take-off`: landed aircraft disengage.
    TakeOff,
    /// `stand-down`: aircraft leave their patrol.
    StandDown,
    /// `deploy`: a formation is set up, or flies in.
    Deploy,
    /// `teleport`: it arrives by teleport.
    Teleport,
    /// `tunnel`: it tunnels.
    Tunnel,
    /// `self-planetfall`: it falls from the sky by itself.
    Planetfall,
    /// `exit`: a formation leaves the table.
    Exit,
    /// `portal`: it comes through a webway portal.
    Portal,
    /// `mines`: one minefield.
    Mines,
}

const WORDS: [(Word, &str); 29] = [
    (Word::Mines, "mines"),
    (Word::Pass, "pass"),
    (Word::First, "first"),
    (Word::Second, "second"),
    (Word::HoldFire, "hold-fire"),
    (Word::Stay, "stay"),
    (Word::AllTargets, "all-targets"),
    (Word::OpenTargets, "open-targets"),
    (Word::NoMore, "no-more"),
    (Word::MainMode, "main-mode"),
    (Word::OtherMode, "other-mode"),
    (Word::AllWeapons, "all-weapons"),
    (Word::SpecialWeapons, "special-weapons"),
    (Word::StayOnOverwatch, "stay-on-overwatch"),
    (Word::ReRoll, "re-roll"),
    (Word::Accept, "accept"),
    (Word::Arrive, "arrive"),
    (Word::Wait, "wait"),
    (Word::Jink, "jink"),
    (Word::NoJink, "no-jink"),
    (Word::LetPass, "let-pass"),
    (Word::TakeOff, "take-off"),
    (Word::StandDown, "stand-down"),
    (Word::Deploy, "deploy"),
    (Word::Teleport, "teleport"),
    (Word::Tunnel, "tunnel"),
    (Word::Planetfall, "self-planetfall"),
    (Word::Exit, "exit"),
    (Word::Portal, "portal"),
];

const MODES: [(Manner, &str); 3] =
    [(Manner::Move, "move"), (Manner::Shoot, "shoot"), (Manner::Regroup, "regroup")];

/// One of several ways to carry out an action (DEC-08, DEC-09).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[expect(missing_docs, reason = "the words of the actions")]
pub enum Manner {
    Move,
    Shoot,
    Regroup,
}

impl Manner {
    /// The same in the data.
    pub const fn mode(self) -> Mode {
        match self {
            Manner::Move => Mode::Move,
            Manner::Shoot => Mode::Shoot,
            Manner::Regroup => Mode::Regroup,
        }
    }

    /// The way of a mode.
    pub const fn of(mode: Mode) -> Manner {
        match mode {
            Mode::Move => Manner::Move,
            Mode::Shoot => Manner::Shoot,
            Mode::Regroup => Manner::Regroup,
        }
    }
}

/// An answer to any question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Choice {
    /// One of the fixed words.
    Word(Word),
    /// `zone 1`: a zone of the scenario.
    Zone(u8),
    /// `formation force-a-1`.
    Formation(FormationId),
    /// `advance`, `march` and so on.
    Action(ActionName),
    /// `move`, `shoot`, `regroup`.
    Mode(Manner),
    /// `shoot force-b-1`: the target.
    Shoot(FormationId),
    /// `keep force-a-1.3`: those who hang together with this unit stay.
    Keep(UnitId),
    /// `unit force-a-1.3`.
    Unit(UnitId),
    /// `move force-a-1 force-a-1.1=X,Y>X,Y ...`; `force-a-1.1>force-a-1.7` for a unit that goes aboard a transport. A unit
    /// that is aboard gets out where its way ends.
    Paths(FormationId, Vec<Way>, Vec<Ride>),
    /// `place force-a-1 force-a-1.1=X,Y ...`; `force-a-1.1>force-a-1.7` for a unit that begins aboard.
    Place(FormationId, Vec<(UnitId, Pose)>, Vec<Ride>),
    /// `engage force-b-1`: the target of an Engage action.
    Engage(FormationId),
    /// `march force-a-1 force-a-1.1=X,Y>X,Y ...`: one way for all moves that are left, each an equal part of it.
    March(FormationId, Vec<Way>),
    /// `support force-a-2.1 ...`: those that lend supporting fire.
    Support(Vec<UnitId>),
    /// `with force-b-2 force-a-3 ...`: further formations that take part in an assault; nobody without a name.
    With(Vec<FormationId>),
    /// `firefight force-a-2.1 ...`: skimmers that use Firefight in base contact.
    Firefight(Vec<UnitId>),
    /// `shoot-indirect force-b-1`: the target of indirect fire.
    Indirect(FormationId),
    /// `objective X,Y`: where an objective is placed.
    Objective(Point),
    /// `number 3`: so many of them.
    Number(u8),
    /// `entry X,Y`: where a formation comes onto the table.
    Entry(Point),
    /// `pop-up force-a-1.1 ...`: skimmers that pop up; nobody without a name.
    PopUp(Vec<UnitId>),
    /// `template X,Y X,Y`: the middles of barrage templates, the first first.
    Templates(Vec<Point>),
    /// `intercept force-b-1`: the aircraft an Interception is flown against.
    Intercept(FormationId),
    /// `air-assault force-b-1`: the target of an Air Assault.
    AirAssault(FormationId),
    /// `fly force-a-1 force-a-1.1=X,Y>X,Y>X,Y ...`: the way of each aircraft; those that are not named fly beside the first.
    Fly(FormationId, Vec<Way>),
    /// `aboard force-a-3`: it comes aboard these aircraft.
    Aboard(FormationId),
    /// `planetfall force-a-1`: it falls from this spacecraft.
    Planetfall(FormationId),
    /// `plan X,Y ...`: places that are recorded in secret.
    Plan(Vec<Point>),
    /// `unload force-a-2.1=X,Y ...`: passengers that get out; the others stay aboard.
    Unload(Vec<(UnitId, Pose)>),
    /// `flak force-a-1.1 ...`: those that fire at aircraft, one after another.
    Flak(Vec<UnitId>),
    /// `kind blockhouse`: what an objective is, by its place in the table.
    Kind(u8),
    /// `lay X,Y@DEGREES ...`: where stands of obstacles, buildings or markers are placed.
    Lay(Vec<Pose>),
}

/// EA-TRAN-003: a unit and the transport it goes aboard.
pub type Ride = (UnitId, UnitId);

macro_rules! from {
    ($($from:ty => $variant:ident),*) => {
        $(impl From<$from> for Choice {
            fn from(value: $from) -> Choice { Choice::$variant(value) }
        })*
    };
}
from!(Word => Word, FormationId => Formation, ActionName => Action, Manner => Mode, UnitId => Unit);

/// What kind of move is made.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub enum MoveKind {
    /// EA-MOV-001: a move of an action.
    Move,
    /// EA-WDRW-003: a move of a withdrawal.
    Withdrawal,
    /// EA-ASLT-005: the charge move of an Engage action.
    Charge,
    /// EA-ASLT-018: a counter charge.
    CounterCharge,
    /// EA-ASLT-083: consolidation after an assault.
    Consolidation,
}

/// A proposal to be filled in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Shape {
    /// Ways of a formation's units, and how many such moves are left. Withdrawals, counter charges and consolidations
    /// may be declined.
    Paths(FormationId, MoveKind, u8),
    /// Places for a formation in its zone.
    Place(FormationId),
    /// EA-OVER-003: the ways units of a formation turn on the spot.
    Pivot(FormationId),
    /// EA-ASLT-053: some of these units lend supporting fire.
    Support(Vec<UnitId>),
    /// EA-MING-002, EA-ABIL-015: which of these enemies are engaged as well, and which of these friends come along.
    With(Vec<FormationId>, Vec<FormationId>),
    /// EA-ABIL-113: some of these skimmers in base contact use Firefight.
    Firefight(Vec<UnitId>),
    /// EA-TRAN-019: places for the survivors of a transport that was destroyed.
    Survivors(UnitId, Vec<UnitId>),
    /// EA-TRNG-009: an entry point for a formation.
    Entry(FormationId),
    /// EA-ABIL-114: some of these skimmers pop up.
    PopUp(Vec<UnitId>),
    /// EA-TOUR-013: the place of an objective of a side, by its number in the scenario.
    Objective(SeatId, u8),
    /// Templates of a barrage.
    Templates(Barrage),
    /// EA-AIR-028, EA-DISG-002: a flight of aircraft.
    Flight(FormationId, Mission),
    /// EA-FLAK-002: some of these units fire at a formation of aircraft.
    Flak(FormationId, Vec<UnitId>),
    /// EA-TAIR-007: passengers of landed aircraft get out, into an assault on the second formation (EA-TAIR-026).
    Unload(FormationId, Option<FormationId>),
    /// EA-ABIL-134, EA-ABIL-150, EA-PLAN-003: a formation arrives.
    Arrive(FormationId),
    /// EA-ARMY-012: where a Drop Pod is meant to fall.
    Pod(FormationId),
    /// EA-SPAC-005: what is recorded of a formation.
    Plan(FormationId),
    /// EA-ORB-004: so many further orbital templates.
    Orbital(u8),
    /// A place for something of a scenario.
    Spot(Spot),
    /// Places for several things of a scenario.
    Lay(Lay),
}

/// What a place is for.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Spot {
    /// EA-OBJ-023, EA-OBJ-024: an objective walks so far at the most.
    Walk(u8, Length),
    /// EA-OBJ-051: an objective shifts with its garrison.
    Shift(u8, FormationId),
}

/// What is placed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Lay {
    /// Whose it is.
    pub side: SeatId,
    /// What it is.
    pub what: Laying,
    /// How many.
    pub count: u8,
}

/// Things that are placed.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Laying {
    /// EA-SAS-005, EA-SSL-003: stands that were bought, as an index into the stock, a part of it, and which of several kinds.
    Stock(u8, u8, u8),
    /// EA-SHR-003: installations.
    Installations,
    /// EA-SAS-040: markers that hide something.
    Markers,
    /// EA-SAS-047: a minefield that was hidden by this marker.
    Mines(u8),
    /// EA-SWP-013: the whole plant.
    Plant,
}

/// What a flight is for.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Mission {
    /// EA-AIR-015: to shoot at this formation in flight.
    Intercept(FormationId),
    /// EA-AIR-016: to shoot at the ground.
    Attack,
    /// EA-TAIR-006: to land.
    Land,
    /// EA-TAIR-012: to land and assault this formation.
    Assault(FormationId),
    /// EA-DISG-001: to leave the table.
    Leave,
}

impl MoveKind {
    /// Whether it may be declined as a whole.
    pub const fn may_decline(self) -> bool {
        matches!(self, MoveKind::Withdrawal | MoveKind::CounterCharge | MoveKind::Consolidation)
    }
}

/// EA-BARR-001: a barrage before its templates are placed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Barrage {
    /// Whose it is.
    pub formation: FormationId,
    /// The target.
    pub target: FormationId,
    /// EA-ABIL-054: whether it is indirect.
    pub indirect: bool,
    /// The units whose barrage weapons may fire.
    pub units: Vec<UnitId>,
    /// Lines of weapons that do not fire.
    pub without: Vec<(UnitId, u8)>,
    /// EA-BARR-018: only weapons with this ability fire.
    pub only: Option<Ability>,
    /// EA-BARR-008: how many templates are placed.
    pub count: u8,
}

/// The canonical text.
pub fn write(fixed: &Fixed, choice: &Choice) -> String {
    let join = |head: String, parts: Vec<String>| {
        if parts.is_empty() { head } else { format!("{head} {}", parts.join(" ")) }
    };
    let known = |id: &FormationId| fixed.unit_name(*id);
    match choice {
        Choice::Word(word) => {
            WORDS.iter().find(|(known, _)| known == word).map_or("", |(_, text)| text).to_owned()
        }
        Choice::Mode(mode) => {
            MODES.iter().find(|(known, _)| known == mode).map_or("", |(_, text)| text).to_owned()
        }
        Choice::Zone(zone) => format!("zone {}", zone + 1),
        Choice::Formation(id) => format!("formation {}", known(id)),
        Choice::Action(action) => action.id().to_owned(),
        Choice::Shoot(id) => format!("shoot {}", known(id)),
        Choice::Keep(id) => format!("keep {}", fixed.name(*id)),
        Choice::Unit(id) => format!("unit {}", fixed.name(*id)),
        Choice::Paths(id, ways, rides) => {
            join(format!("move {}", known(id)), [write_ways(fixed, ways), write_rides(fixed, rides)].concat())
        }
        Choice::Place(id, places, rides) => {
            let words = [write_places(fixed, places), write_rides(fixed, rides)].concat();
            join(format!("place {}", known(id)), words)
        }
        Choice::Engage(id) => format!("engage {}", known(id)),
        Choice::March(id, ways) => join(format!("march {}", known(id)), write_ways(fixed, ways)),
        Choice::Support(units) => {
            join("support".to_owned(), units.iter().map(|unit| fixed.name(*unit).to_owned()).collect())
        }
        Choice::With(formations) => {
            join("with".to_owned(), formations.iter().map(|id| known(id).clone()).collect())
        }
        Choice::Firefight(units) => {
            join("firefight".to_owned(), units.iter().map(|unit| fixed.name(*unit).to_owned()).collect())
        }
        Choice::Indirect(id) => format!("shoot-indirect {}", known(id)),
        Choice::Objective(at) => format!("objective {}", write_pose(Pose::at(*at))),
        Choice::Number(number) => format!("number {number}"),
        Choice::Entry(at) => format!("entry {}", write_pose(Pose::at(*at))),
        Choice::PopUp(units) => {
            join("pop-up".to_owned(), units.iter().map(|unit| fixed.name(*unit).to_owned()).collect())
        }
        Choice::Templates(places) => {
            let place = |at: &Point| write_pose(Pose::at(*at));
            join("template".to_owned(), places.iter().map(place).collect())
        }
        Choice::Intercept(id) => format!("intercept {}", known(id)),
        Choice::AirAssault(id) => format!("air-assault {}", known(id)),
        Choice::Aboard(id) => format!("aboard {}", known(id)),
        Choice::Planetfall(id) => format!("planetfall {}", known(id)),
        Choice::Plan(places) => {
            join("plan".to_owned(), places.iter().map(|at| write_pose(Pose::at(*at))).collect())
        }
        Choice::Unload(places) => join("unload".to_owned(), write_places(fixed, places)),
        Choice::Fly(id, ways) => join(format!("fly {}", known(id)), write_ways(fixed, ways)),
        Choice::Kind(kind) => {
            let known = fixed.data.alternative_objectives.get(usize::from(*kind));
            format!("kind {}", known.map_or("", |known| known.id.as_str()))
        }
        Choice::Lay(places) => join("lay".to_owned(), places.iter().map(|at| write_pose(*at)).collect()),
        Choice::Flak(units) => {
            join("flak".to_owned(), units.iter().map(|unit| fixed.name(*unit).to_owned()).collect())
        }
    }
}

fn write_rides(fixed: &Fixed, rides: &[Ride]) -> Vec<String> {
    let ride = |(unit, transport): &Ride| format!("{}>{}", fixed.name(*unit), fixed.name(*transport));
    rides.iter().map(ride).collect()
}

/// The words that take a unit aboard, and the others.
fn read_rides<'a>(fixed: &Fixed, words: &[&'a str]) -> Result<(Vec<&'a str>, Vec<Ride>), String> {
    let (mut ways, mut rides) = (Vec::new(), Vec::new());
    for word in words {
        match word.split_once('>') {
            Some((unit, transport)) if !word.contains('=') => {
                rides.push((read_body(fixed, unit)?, read_body(fixed, transport)?));
            }
            _ => ways.push(*word),
        }
    }
    Ok((ways, rides))
}

/// The forms of answers that are more than a word, for whoever mistypes one.
const FORMS: [&str; 28] = [
    "kind OBJECTIVE",
    "lay X,Y...",
    "with FORMATION...",
    "firefight UNIT...",
    "zone NUMBER",
    "formation FORMATION",
    "shoot FORMATION",
    "keep UNIT",
    "unit UNIT",
    "move FORMATION UNIT=X,Y>X,Y...",
    "place FORMATION UNIT=X,Y...",
    "engage FORMATION",
    "march FORMATION UNIT=X,Y>X,Y...",
    "support UNIT...",
    "shoot-indirect FORMATION",
    "objective X,Y",
    "number N",
    "template X,Y...",
    "entry X,Y",
    "pop-up UNIT...",
    "intercept FORMATION",
    "air-assault FORMATION",
    "fly FORMATION UNIT=X,Y>X,Y...",
    "flak UNIT...",
    "unload UNIT=X,Y...",
    "aboard FORMATION",
    "planetfall FORMATION",
    "plan X,Y...",
];

/// Reads an answer, allowed now or not.
pub fn parse(fixed: &Fixed, text: &str) -> Result<Choice, String> {
    let words: Vec<_> = text.split_whitespace().collect();
    let [verb, rest @ ..] = &words[..] else { return Err("there is no answer in it".to_owned()) };
    let formation = |name: &str| {
        let example = fixed.formations.first().map_or("", |formation| &formation.name);
        fixed.unit(name).ok_or_else(|| format!("`{name}` is no formation, such as `{example}`"))
    };
    match (*verb, rest) {
        ("zone", [number]) => {
            let number: Option<u8> = number
                .parse()
                .ok()
                .filter(|number| (1..=(fixed.sides.len() as u8).max(crate::edges::ALL)).contains(number));
            number
                .map(|number| Choice::Zone(number - 1))
                .ok_or_else(|| format!("`{text}` names no zone, such as `zone 1`"))
        }
        ("formation", [name]) => formation(name).map(Choice::Formation),
        ("shoot", [name]) => formation(name).map(Choice::Shoot),
        ("keep", [name]) => read_body(fixed, name).map(Choice::Keep),
        ("unit", [name]) => read_body(fixed, name).map(Choice::Unit),
        ("move", [name, words @ ..]) => {
            let (ways, rides) = read_rides(fixed, words)?;
            Ok(Choice::Paths(formation(name)?, read_ways(fixed, &ways)?, rides))
        }
        ("place", [name, words @ ..]) => {
            let (places, rides) = read_rides(fixed, words)?;
            Ok(Choice::Place(formation(name)?, read_places(fixed, &places)?, rides))
        }
        ("engage", [name]) => formation(name).map(Choice::Engage),
        ("march", [name, ways @ ..]) => Ok(Choice::March(formation(name)?, read_ways(fixed, ways)?)),
        ("support", names) => {
            names.iter().map(|name| read_body(fixed, name)).collect::<Result<_, _>>().map(Choice::Support)
        }
        // A unit stands for its formation.
        ("with", names) => names
            .iter()
            .map(|name| {
                fixed
                    .body(name)
                    .map_or_else(|| formation(name), |unit| Ok(fixed.units[unit.index()].formation))
            })
            .collect::<Result<_, _>>()
            .map(Choice::With),
        ("firefight", names) => {
            names.iter().map(|name| read_body(fixed, name)).collect::<Result<_, _>>().map(Choice::Firefight)
        }
        ("shoot-indirect", [name]) => formation(name).map(Choice::Indirect),
        ("objective", [place]) => {
            let pose = read_pose(RULER, place).filter(|pose| *pose == Pose::at(pose.at));
            let wrong = || format!("`{place}` is no place, such as `12cm,30cm`");
            pose.map(|pose| Choice::Objective(pose.at)).ok_or_else(wrong)
        }
        ("number", [number]) => {
            number.parse().map(Choice::Number).map_err(|_| format!("`{number}` is no number"))
        }
        ("template", places @ [_, ..]) => {
            places.iter().map(|text| read_point(text)).collect::<Result<_, _>>().map(Choice::Templates)
        }
        ("entry", [text]) => read_point(text).map(Choice::Entry),
        ("pop-up", names) => {
            names.iter().map(|name| read_body(fixed, name)).collect::<Result<_, _>>().map(Choice::PopUp)
        }
        ("intercept", [name]) => formation(name).map(Choice::Intercept),
        ("air-assault", [name]) => formation(name).map(Choice::AirAssault),
        ("fly", [name, ways @ ..]) => Ok(Choice::Fly(formation(name)?, read_ways(fixed, ways)?)),
        ("aboard", [name]) => formation(name).map(Choice::Aboard),
        ("planetfall", [name]) => formation(name).map(Choice::Planetfall),
        ("plan", places) => {
            places.iter().map(|text| read_point(text)).collect::<Result<_, _>>().map(Choice::Plan)
        }
        ("unload", places) => read_places(fixed, places).map(Choice::Unload),
        ("flak", names) => {
            names.iter().map(|name| read_body(fixed, name)).collect::<Result<_, _>>().map(Choice::Flak)
        }
        ("kind", [name]) => {
            let all = &fixed.data.alternative_objectives;
            let known = all.iter().position(|known| known.id == *name);
            known
                .map(|at| Choice::Kind(at as u8))
                .ok_or_else(|| format!("`{name}` is no kind of objective, such as `blockhouse`"))
        }
        ("lay", places) => {
            let place = |text: &&str| {
                read_pose(RULER, text).ok_or_else(|| format!("`{text}` is no place, such as `12cm,30cm`"))
            };
            places.iter().map(place).collect::<Result<_, _>>().map(Choice::Lay)
        }
        (word, []) => {
            let fixed_word =
                WORDS.iter().find(|(_, known)| *known == word).map(|(word, _)| Choice::Word(*word));
            let mode = || MODES.iter().find(|(_, known)| *known == word).map(|(mode, _)| Choice::Mode(*mode));
            let action = || ActionName::named().find(|action| action.id() == word).map(Choice::Action);
            fixed_word.or_else(mode).or_else(action).ok_or_else(|| unknown(text))
        }
        _ => Err(unknown(text)),
    }
}

fn read_point(text: &str) -> Result<Point, String> {
    let pose = read_pose(RULER, text).filter(|pose| pose.facing == Angle::default());
    pose.map(|pose| pose.at).ok_or_else(|| format!("`{text}` is no place, such as `12cm,30cm`"))
}

fn unknown(text: &str) -> String {
    let words = WORDS.iter().map(|(_, word)| *word).chain(MODES.iter().map(|(_, word)| *word));
    let all: Vec<&str> = words.chain(ActionName::named().map(ActionName::id)).chain(FORMS).collect();
    let near = near::names(text, all.iter().copied());
    let meant = near.first().map_or(String::new(), |near| format!(" (did you mean `{near}`?)"));
    format!("`{text}` is no answer{meant}; answers are: {}", all.join(", "))
}
