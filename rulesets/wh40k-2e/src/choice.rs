//! Every answer, the shapes of proposals, and their text forms.

use grognard_engine::near;
use grognard_space::table::{Length, Point, Pose};
pub use grognard_tabletop::answer::Way;
use grognard_tabletop::answer::{
    read_body, read_places, read_pose, read_ways, write_places, write_pose, write_ways,
};
use serde::{Deserialize, Serialize};

use crate::armies::RULER;
use crate::fixed::{Fixed, MeleeId, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::laying::{self, PieceId};

/// The words of fixed answers.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub enum Word {
    /// `done`: no more of this.
    Done,
    /// `near`: the zone at the table's lower edge.
    Near,
    /// `far`: the zone at its upper edge.
    Far,
    /// `walk`: a normal move (2E-MOV-005).
    Walk,
    /// `run` (2E-RUN-001).
    Run,
    /// `hold`: it stays where it is, or does not fire.
    Hold,
    /// `struggle`: a webbed model tries to get free.
    Struggle,
    /// `fight`: everything that is left, as it is proposed.
    Fight,
    /// `keep`: the dice stand.
    Keep,
    /// `parry`: the highest die of the opponent is rolled again (2E-HTH-010).
    Parry,
    /// `parry-twice`: the two highest.
    ParryTwice,
    /// `on`: the move goes on as it was stated.
    On,
    /// `again`: the rest of the move is stated anew.
    Again,
    /// `ram`: it runs into things and over whoever is in its way (2E-COL-002).
    Ram,
    /// `pop-up` (2E-SKM-003).
    PopUp,
    /// `land` (2E-SKM-001).
    Land,
    /// `pass`: no power now (2E-PSI-003).
    Pass,
    /// `still`: a vehicle begins the game standing (2E-DEP-006).
    Still,
    /// `slow`: or at slow speed.
    Slow,
    /// `left`: to the left of a vehicle (2E-COL-009).
    Left,
    /// `right`: or to the right of it.
    Right,
}

const WORDS: [(Word, &str); 21] = [
    (Word::Done, "done"),
    (Word::Near, "near"),
    (Word::Far, "far"),
    (Word::Walk, "walk"),
    (Word::Run, "run"),
    (Word::Hold, "hold"),
    (Word::Struggle, "struggle"),
    (Word::Fight, "fight"),
    (Word::Keep, "keep"),
    (Word::Parry, "parry"),
    (Word::ParryTwice, "parry-twice"),
    (Word::On, "on"),
    (Word::Again, "again"),
    (Word::Ram, "ram"),
    (Word::PopUp, "pop-up"),
    (Word::Land, "land"),
    (Word::Pass, "pass"),
    (Word::Still, "still"),
    (Word::Slow, "slow"),
    (Word::Left, "left"),
    (Word::Right, "right"),
];

/// Which models of a squad a shot is aimed at (2E-CAS-003).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize)]
pub enum Part {
    /// All of it.
    #[default]
    All,
    /// Those in the open: `blue-2/open`.
    Open,
    /// Those in cover: `blue-2/cover`.
    Covered,
    /// 2E-CAS-008: those who fight hand-to-hand, friend or foe: `blue-2/combat`.
    Combat,
    /// 2E-BLS-002: this model: `blue-2.3`.
    Model(ModelId),
    /// 2E-GRD-001: no model, but a point of the table: `76200,45720`. The target is the unit that fires.
    Ground(Point),
    /// 2E-BLD-012: a building, `piece-1`, or a door of it, `piece-1/0`. The target is the unit that fires.
    Building(u8, Option<u8>),
}

const PARTS: [(Part, &str); 4] =
    [(Part::All, ""), (Part::Open, "/open"), (Part::Covered, "/cover"), (Part::Combat, "/combat")];

/// One shot of a declaration.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Shot {
    /// Who fires.
    pub model: ModelId,
    /// What.
    pub weapon: WeaponId,
    /// At whom.
    pub target: UnitId,
    /// And which of them.
    pub part: Part,
    /// 2E-SUS-003: with fewer sustained fire dice than the weapon has: `heavy-bolter*1`.
    pub dice: Option<u8>,
}

/// An answer to any question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Choice {
    /// One of the fixed words.
    Word(Word),
    /// `unit red-2`.
    Unit(UnitId),
    /// `face red-1 blue-2`: all models of a unit turn to an enemy unit.
    Face(UnitId, UnitId),
    /// `move red-1 red-1.1=X,Y red-1.2=X,Y>X,Y`.
    Paths(UnitId, Vec<Way>),
    /// `place red-1 red-1.1=X,Y red-1.2=X,Y`.
    Place(UnitId, Vec<(ModelId, Pose)>),
    /// `fire red-1 red-1.1:boltgun>blue-2`.
    Fire(UnitId, Vec<Shot>),
    /// `broken red-1.1 red-1.2`: the part of a squad that counts as broken (2E-AMB-121).
    CutOff(Vec<ModelId>),
    /// `hits blue-1=3 blue-2=1`: where the hits of a burst go (2E-SUS-002).
    Hits(Vec<(UnitId, u8)>),
    /// `template red-1.1 X,Y@TURN`: a teardrop as it is laid (2E-TMP-001).
    Template(ModelId, Pose),
    /// `overwatch red-1`.
    Overwatch(UnitId),
    /// `charge red-1 blue-2`.
    Charge(UnitId, UnitId),
    /// `drug red-1.1 frenzy`, or `drug red-1.1 hatred`: a bearer of Frenzon uses it.
    Drug(ModelId, Drug),
    /// `hide red-1`.
    Hide(UnitId),
    /// `watch blue-1@2`: who fires on overwatch at which place of a stated move; nobody: `watch`.
    Watch(Vec<(UnitId, u8)>),
    /// `shoot blue-1 red-2`: overwatch at a unit where it stands.
    Shoot(UnitId, UnitId),
    /// `disengage red-1`.
    Disengage(UnitId),
    /// `pair red-1.1 blue-1.2`: who fights whom.
    Pair(ModelId, ModelId),
    /// `next red-1.1`: whose fight comes next.
    Next(ModelId),
    /// `strike chainsword 2`: so many hits with this weapon; `strike fists 1` without one.
    Strike(Option<MeleeId>, u8),
    /// `grip red-1.1 power-axe/two-handed`.
    Grip(ModelId, MeleeId),
    /// `reroll 3`: all attack dice that show so much or less.
    Reroll(u8),
    /// `join red-1.1 red-2`: a character joins a squad.
    Join(ModelId, UnitId),
    /// `leave red-1.1`: a character leaves its squad.
    Leave(ModelId),
    /// `charge-alone red-1.1 blue-2`: a character leaves its squad and charges.
    ChargeAlone(ModelId, UnitId),
    /// `commander red-1.1`.
    Commander(ModelId),
    /// `take red-1.1 hellfire`: a psyker has this power.
    Take(ModelId, u8),
    /// `power red-1.1 hellfire`.
    Cast(ModelId, u8),
    /// `aim blue-1.1`, or one of a vehicle's crew: `aim blue-1.1/0`.
    Aim(ModelId, Option<u8>),
    /// `point 76200,45720`: a place on the table.
    Point(Point),
    /// `exit red-1`: a shaken squad leaves the table (2E-SHK-003).
    Exit(UnitId),
    /// `mission dawn-raid`.
    Mission(u8),
    /// `hold-back red-2`: it infiltrates.
    HoldBack(UnitId),
    /// `split red-2 red-2.1 ...`: the models of the second combat squad; nobody: `split red-2`.
    Split(UnitId, Vec<ModelId>),
    /// `alight red-2`: a unit leaves its vehicle; `alight red-2 1` on the way, at this stop of it (2E-VBD-002).
    Alight(UnitId, Option<u8>),
    /// `board red-2 red-3.1`: a unit goes into a vehicle (2E-VBD-004).
    Board(UnitId, ModelId),
    /// `man red-3-crew.2 0`: somebody aboard takes over a post (2E-VEH-006).
    Man(ModelId, u8),
    /// `slash red-2.1 blue-1.3`: a hit and run attack (2E-BIK-010).
    Slash(ModelId, ModelId),
    /// `assault red-1.1 blue-1.1 hull power-fist`: a model attacks a vehicle by hand (2E-VHH-001).
    Assault(ModelId, ModelId, u8, Tool),
    /// `climb red-1 1`: a unit goes to another level of its building (2E-BLD-003).
    Climb(UnitId, u8),
    /// `breach red-1.1 piece-1 power-fist`: a model attacks a wall, or the door `piece-1/0` (2E-BLD-021).
    Breach(ModelId, u8, Option<u8>, Tool),
    /// `lay wood`: this piece of terrain comes next (2E-SET-011).
    Lay(PieceId),
    /// `spot 76200,45720@16384`: where the middle of what was named lies.
    Spot(Pose),
}

/// What a drug does to its bearer.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub enum Drug {
    /// It is frenzied.
    Frenzy,
    /// It hates all enemies.
    Hatred,
}

const DRUGS: [(Drug, &str); 2] = [(Drug::Frenzy, "frenzy"), (Drug::Hatred, "hatred")];

/// What a model uses against a vehicle or a building (2E-VHH-005).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub enum Tool {
    /// Bare hands and feet.
    Fists,
    /// A close combat weapon.
    Hand(MeleeId),
    /// A grenade or another ranged weapon.
    Ranged(WeaponId),
}

impl From<Word> for Choice {
    fn from(word: Word) -> Choice {
        Choice::Word(word)
    }
}

/// A proposal to be filled in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Shape {
    /// Paths of a unit's models.
    Paths(MoveShape),
    /// Places for a unit's models in its zone.
    Place(UnitId),
    /// Targets for a unit's weapons.
    Fire(UnitId),
    /// A teardrop over a target.
    Template(TemplateShape),
    /// Who fires on overwatch at the move that was stated, and where.
    Watch,
    /// Places beside the vehicle for a unit that leaves it.
    Leave(UnitId),
    /// Where a power strikes.
    Point(PowerShape),
    /// In which direction a power strikes.
    Line(PowerShape),
    /// Where a psyker reappears.
    Land(LandShape),
    /// Places for infiltrators.
    Infiltrate(UnitId),
    /// Two combat squads of one squad.
    Split(UnitId),
    /// A place for the piece of terrain that was named.
    Spot,
}

/// A power to be aimed.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PowerShape {
    /// Who uses it.
    pub model: ModelId,
    /// Which.
    pub power: u8,
}

/// A teleport to be ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LandShape {
    /// Who teleports.
    pub model: ModelId,
    /// How far.
    pub reach: Length,
}

/// A teardrop to be laid.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TemplateShape {
    /// Who fires.
    pub model: ModelId,
    /// What.
    pub weapon: WeaponId,
    /// At whom.
    pub target: UnitId,
}

/// A move to be made.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoveShape {
    /// The unit that moves.
    pub unit: UnitId,
    /// How it goes.
    pub gait: Gait,
    /// 2E-SQD-006: no way was found to bring a scattered squad together, so it may stay apart; 2E-CHG-011: or to reach the
    /// enemy, so the charge may fail.
    pub apart: bool,
}

/// How a unit goes.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Gait {
    /// A normal move (2E-MOV-005).
    Walk,
    /// At double rate (2E-RUN-001).
    Run,
    /// Into hand-to-hand combat with a unit (2E-CHG-006).
    Charge(UnitId),
    /// A model that slew its opponents (2E-FUP-001).
    FollowUp(ModelId),
    /// Without control (2E-MOV-002).
    Wander,
    /// Into whatever is in the way (2E-COL-002).
    Ram,
    /// Straight up (2E-SKM-003).
    PopUp,
    /// Down to the ground (2E-SKM-001).
    Land,
}

impl MoveShape {
    /// A move that has to end as the rules ask.
    pub fn new(unit: UnitId, gait: Gait) -> MoveShape {
        MoveShape { unit, gait, apart: false }
    }

    /// 2E-RUN-001.
    pub fn runs(&self) -> bool {
        self.gait == Gait::Run
    }
}

/// The canonical text.
pub fn write(fixed: &Fixed, choice: &Choice) -> String {
    let unit = |id: &UnitId| fixed.unit(*id).name.clone();
    let join = |head: String, parts: Vec<String>| {
        if parts.is_empty() { head } else { format!("{head} {}", parts.join(" ")) }
    };
    match choice {
        Choice::Word(word) => {
            WORDS.iter().find(|(known, _)| known == word).map_or("", |(_, text)| text).to_owned()
        }
        Choice::Unit(id) => format!("unit {}", unit(id)),
        Choice::Face(id, enemy) => format!("face {} {}", unit(id), unit(enemy)),
        Choice::Paths(id, ways) => join(format!("move {}", unit(id)), write_ways(fixed, ways)),
        Choice::Place(id, places) => join(format!("place {}", unit(id)), write_places(fixed, places)),
        Choice::Fire(id, shots) => {
            let shot = |shot: &Shot| {
                let part = PARTS.iter().find(|(part, _)| *part == shot.part).map_or("", |(_, text)| text);
                let (model, weapon) = (fixed.name(shot.model), &fixed.weapon(shot.weapon).id);
                let dice = shot.dice.map_or_else(String::new, |dice| format!("*{dice}"));
                let target = match shot.part {
                    Part::Model(model) => fixed.name(model).to_owned(),
                    Part::Ground(at) => write_pose(Pose::at(at)),
                    Part::Building(feature, door) => write_building(fixed, feature, door),
                    _ => format!("{}{part}", unit(&shot.target)),
                };
                format!("{model}:{weapon}{dice}>{target}")
            };
            join(format!("fire {}", unit(id)), shots.iter().map(shot).collect())
        }
        Choice::CutOff(models) => {
            join("broken".to_owned(), models.iter().map(|model| fixed.name(*model).to_owned()).collect())
        }
        Choice::Hits(hits) => {
            let hits = hits.iter().map(|(id, number)| format!("{}={number}", unit(id)));
            join("hits".to_owned(), hits.collect())
        }
        Choice::Template(model, pose) => format!("template {} {}", fixed.name(*model), write_pose(*pose)),
        Choice::Overwatch(id) => format!("overwatch {}", unit(id)),
        Choice::Charge(id, enemy) => format!("charge {} {}", unit(id), unit(enemy)),
        Choice::Drug(model, how) => {
            let how = DRUGS.iter().find(|(known, _)| known == how).map_or("", |(_, text)| text);
            format!("drug {} {how}", fixed.name(*model))
        }
        Choice::Hide(id) => format!("hide {}", unit(id)),
        Choice::Watch(orders) => {
            let order = |(watcher, spot): &(UnitId, u8)| format!("{}@{spot}", unit(watcher));
            join("watch".to_owned(), orders.iter().map(order).collect())
        }
        Choice::Shoot(id, enemy) => format!("shoot {} {}", unit(id), unit(enemy)),
        Choice::Disengage(id) => format!("disengage {}", unit(id)),
        Choice::Pair(one, other) => format!("pair {} {}", fixed.name(*one), fixed.name(*other)),
        Choice::Next(model) => format!("next {}", fixed.name(*model)),
        Choice::Strike(weapon, hits) => {
            format!("strike {} {hits}", weapon.map_or(FISTS, |weapon| &fixed.melee(weapon).id))
        }
        Choice::Reroll(face) => format!("reroll {face}"),
        Choice::Alight(id, None) => format!("alight {}", unit(id)),
        Choice::Alight(id, Some(stop)) => format!("alight {} {stop}", unit(id)),
        Choice::Board(id, vehicle) => format!("board {} {}", unit(id), fixed.name(*vehicle)),
        Choice::Man(model, post) => format!("man {} {post}", fixed.name(*model)),
        Choice::Slash(model, enemy) => format!("slash {} {}", fixed.name(*model), fixed.name(*enemy)),
        Choice::Assault(model, vehicle, location, tool) => {
            let place = crate::vehicles::datafax(fixed, *vehicle)
                .and_then(|own| own.location.get(usize::from(*location)))
                .map_or("", |location| location.id.as_str());
            let (model, vehicle) = (fixed.name(*model), fixed.name(*vehicle));
            format!("assault {model} {vehicle} {place} {}", write_tool(fixed, *tool))
        }
        Choice::Climb(id, level) => format!("climb {} {level}", unit(id)),
        Choice::Breach(model, feature, door, tool) => {
            let place = write_building(fixed, *feature, *door);
            format!("breach {} {place} {}", fixed.name(*model), write_tool(fixed, *tool))
        }
        Choice::Grip(model, weapon) => format!("grip {} {}", fixed.name(*model), fixed.melee(*weapon).id),
        Choice::Join(model, squad) => format!("join {} {}", fixed.name(*model), unit(squad)),
        Choice::Leave(model) => format!("leave {}", fixed.name(*model)),
        Choice::ChargeAlone(model, enemy) => format!("charge-alone {} {}", fixed.name(*model), unit(enemy)),
        Choice::Commander(model) => format!("commander {}", fixed.name(*model)),
        Choice::Take(model, power) => format!("take {} {}", fixed.name(*model), power_id(fixed, *power)),
        Choice::Cast(model, power) => format!("power {} {}", fixed.name(*model), power_id(fixed, *power)),
        Choice::Aim(model, None) => format!("aim {}", fixed.name(*model)),
        Choice::Aim(model, Some(post)) => format!("aim {}/{post}", fixed.name(*model)),
        Choice::Point(at) => format!("point {}", write_pose(Pose::at(*at))),
        Choice::Exit(id) => format!("exit {}", unit(id)),
        Choice::Mission(card) => {
            format!("mission {}", fixed.data.missions.get(usize::from(*card)).map_or("", |card| &card.id))
        }
        Choice::HoldBack(id) => format!("hold-back {}", unit(id)),
        Choice::Lay(id) => {
            format!("lay {}", laying::piece(&fixed.data, *id).map_or("", |piece| piece.id.as_str()))
        }
        Choice::Spot(pose) => format!("spot {}", write_pose(*pose)),
        Choice::Split(id, models) => {
            let names = models.iter().map(|model| fixed.name(*model).to_owned()).collect();
            join(format!("split {}", unit(id)), names)
        }
    }
}

/// No weapon at all.
const FISTS: &str = "fists";

const FORMS: [&str; 41] = [
    "unit UNIT",
    "face UNIT UNIT",
    "move UNIT MODEL=X,Y>X,Y...",
    "place UNIT MODEL=X,Y...",
    "fire UNIT MODEL:WEAPON>UNIT...",
    "broken MODEL...",
    "hits UNIT=NUMBER...",
    "template MODEL X,Y@TURN",
    "overwatch UNIT",
    "charge UNIT UNIT",
    "drug MODEL frenzy",
    "hide UNIT",
    "watch UNIT@PLACE...",
    "shoot UNIT UNIT",
    "disengage UNIT",
    "pair MODEL MODEL",
    "next MODEL",
    "strike WEAPON HITS",
    "grip MODEL WEAPON",
    "reroll FACE",
    "alight UNIT",
    "board UNIT MODEL",
    "man MODEL POST",
    "slash MODEL MODEL",
    "assault MODEL MODEL LOCATION WEAPON",
    "climb UNIT LEVEL",
    "breach MODEL PIECE WEAPON",
    "join MODEL UNIT",
    "leave MODEL",
    "charge-alone MODEL UNIT",
    "commander MODEL",
    "take MODEL POWER",
    "power MODEL POWER",
    "aim MODEL",
    "point X,Y",
    "exit UNIT",
    "mission MISSION",
    "hold-back UNIT",
    "split UNIT MODEL...",
    "lay PIECE",
    "spot X,Y@TURN",
];

fn write_building(fixed: &Fixed, feature: u8, door: Option<u8>) -> String {
    let id = fixed.battlefield.features.get(usize::from(feature)).map_or("", |feature| feature.id.as_str());
    door.map_or_else(|| id.to_owned(), |door| format!("{id}/{door}"))
}

/// A building of the table, and a door of it.
fn read_building(fixed: &Fixed, text: &str) -> Option<(u8, Option<u8>)> {
    let (id, door) = text.split_once('/').map_or((text, None), |(id, door)| (id, Some(door)));
    let features = &fixed.battlefield.features;
    let at = features.iter().position(|feature| feature.id == id && feature.piece.building.is_some())?;
    let door = match door {
        Some(door) => Some(door.parse().ok().filter(|door| usize::from(*door) < features[at].gaps.len())?),
        None => None,
    };
    Some((at as u8, door))
}

/// The text of what is used against a vehicle.
pub fn write_tool(fixed: &Fixed, tool: Tool) -> &str {
    match tool {
        Tool::Fists => FISTS,
        Tool::Hand(weapon) => &fixed.melee(weapon).id,
        Tool::Ranged(weapon) => &fixed.weapon(weapon).id,
    }
}

/// Close combat weapons come first where something is both.
fn read_tool(fixed: &Fixed, text: &str) -> Result<Tool, String> {
    let hand = fixed.melee.iter().position(|weapon| weapon.id == text).map(|at| Tool::Hand(at as MeleeId));
    let ranged = || {
        let at = fixed.weapons.iter().position(|weapon| weapon.id == text);
        at.map(|at| Tool::Ranged(at as WeaponId))
    };
    let fists = (text == FISTS).then_some(Tool::Fists);
    fists.or(hand).or_else(ranged).ok_or_else(|| format!("nobody carries `{text}`"))
}

/// Reads an answer, allowed now or not.
pub fn parse(fixed: &Fixed, text: &str) -> Result<Choice, String> {
    let words: Vec<_> = text.split_whitespace().collect();
    let unit =
        |name: &str| fixed.unit_named(name).ok_or_else(|| format!("`{name}` is no unit, such as `red-1`"));
    let [verb, rest @ ..] = &words[..] else { return Err("there is no answer in it".to_owned()) };
    match (*verb, rest) {
        ("unit", [name]) => Ok(Choice::Unit(unit(name)?)),
        ("face", [name, enemy]) => Ok(Choice::Face(unit(name)?, unit(enemy)?)),
        ("move", [name, ways @ ..]) => Ok(Choice::Paths(unit(name)?, read_ways(fixed, ways)?)),
        ("place", [name, places @ ..]) => Ok(Choice::Place(unit(name)?, read_places(fixed, places)?)),
        ("fire", [name, shots @ ..]) => {
            let shots = shots.iter().map(|word| read_shot(fixed, word)).collect::<Result<_, _>>()?;
            Ok(Choice::Fire(unit(name)?, shots))
        }
        ("broken", names) if !names.is_empty() => {
            Ok(Choice::CutOff(names.iter().map(|name| read_body(fixed, name)).collect::<Result<_, _>>()?))
        }
        ("hits", hits) if !hits.is_empty() => {
            let share = |word: &&str| {
                let wrong = || format!("`{word}` is no share of hits, such as `blue-1=2`");
                let (name, number) = word.split_once('=').ok_or_else(wrong)?;
                Ok::<_, String>((unit(name)?, number.parse().map_err(|_| wrong())?))
            };
            Ok(Choice::Hits(hits.iter().map(share).collect::<Result<_, _>>()?))
        }
        ("template", [name, place]) => {
            let wrong = || format!("`{place}` is no place of a template, such as `17780,38100@16384`");
            Ok(Choice::Template(read_body(fixed, name)?, read_pose(RULER, place).ok_or_else(wrong)?))
        }
        ("alight", [name]) => Ok(Choice::Alight(unit(name)?, None)),
        ("alight", [name, stop]) => {
            let stop = stop.parse().map_err(|_| format!("`{stop}` is no stop of a way, such as `1`"))?;
            Ok(Choice::Alight(unit(name)?, Some(stop)))
        }
        ("board", [name, vehicle]) => Ok(Choice::Board(unit(name)?, read_body(fixed, vehicle)?)),
        ("man", [name, post]) => {
            let post = post.parse().map_err(|_| format!("`{post}` is no post, such as `0`"))?;
            Ok(Choice::Man(read_body(fixed, name)?, post))
        }
        ("slash", [name, enemy]) => Ok(Choice::Slash(read_body(fixed, name)?, read_body(fixed, enemy)?)),
        ("assault", [name, vehicle, location, tool]) => {
            let vehicle = read_body(fixed, vehicle)?;
            let own = crate::vehicles::datafax(fixed, vehicle);
            let at = own.and_then(|own| own.location.iter().position(|known| known.id == *location));
            let at = at.ok_or_else(|| format!("there is no location `{location}`"))?;
            let tool = read_tool(fixed, tool)?;
            Ok(Choice::Assault(read_body(fixed, name)?, vehicle, at as u8, tool))
        }
        ("climb", [name, level]) => {
            let level = level.parse().map_err(|_| format!("`{level}` is no level, such as `1`"))?;
            Ok(Choice::Climb(unit(name)?, level))
        }
        ("breach", [name, place, tool]) => {
            let found = read_building(fixed, place);
            let (feature, door) = found.ok_or_else(|| format!("there is no building `{place}`"))?;
            Ok(Choice::Breach(read_body(fixed, name)?, feature, door, read_tool(fixed, tool)?))
        }
        ("overwatch", [name]) => Ok(Choice::Overwatch(unit(name)?)),
        ("charge", [name, enemy]) => Ok(Choice::Charge(unit(name)?, unit(enemy)?)),
        ("drug", [name, how]) => {
            let found = DRUGS.iter().find(|(_, text)| text == how).map(|(drug, _)| *drug);
            let how = found.ok_or_else(|| format!("`{how}` is neither `frenzy` nor `hatred`"))?;
            Ok(Choice::Drug(read_body(fixed, name)?, how))
        }
        ("hide", [name]) => Ok(Choice::Hide(unit(name)?)),
        ("watch", orders) => {
            let order = |word: &&str| -> Result<(UnitId, u8), String> {
                let wrong = || format!("`{word}` is no order, such as `blue-1@2`");
                let (name, spot) = word.split_once('@').ok_or_else(wrong)?;
                Ok((unit(name)?, spot.parse().map_err(|_| wrong())?))
            };
            Ok(Choice::Watch(orders.iter().map(order).collect::<Result<_, _>>()?))
        }
        ("shoot", [name, enemy]) => Ok(Choice::Shoot(unit(name)?, unit(enemy)?)),
        ("disengage", [name]) => Ok(Choice::Disengage(unit(name)?)),
        ("pair", [one, other]) => Ok(Choice::Pair(read_body(fixed, one)?, read_body(fixed, other)?)),
        ("next", [name]) => Ok(Choice::Next(read_body(fixed, name)?)),
        ("strike", [weapon, hits]) => {
            let hits = hits.parse().map_err(|_| format!("`{hits}` is no number of hits"))?;
            let weapon = if *weapon == FISTS { None } else { Some(read_melee(fixed, weapon)?) };
            Ok(Choice::Strike(weapon, hits))
        }
        ("reroll", [face]) => {
            Ok(Choice::Reroll(face.parse().map_err(|_| format!("`{face}` is no face of a die"))?))
        }
        ("grip", [name, weapon]) => Ok(Choice::Grip(read_body(fixed, name)?, read_melee(fixed, weapon)?)),
        ("join", [name, squad]) => Ok(Choice::Join(read_body(fixed, name)?, unit(squad)?)),
        ("leave", [name]) => Ok(Choice::Leave(read_body(fixed, name)?)),
        ("charge-alone", [name, enemy]) => Ok(Choice::ChargeAlone(read_body(fixed, name)?, unit(enemy)?)),
        ("commander", [name]) => Ok(Choice::Commander(read_body(fixed, name)?)),
        ("take", [name, power]) => Ok(Choice::Take(read_body(fixed, name)?, read_power(fixed, power)?)),
        ("power", [name, power]) => Ok(Choice::Cast(read_body(fixed, name)?, read_power(fixed, power)?)),
        ("aim", [name]) => match name.split_once('/') {
            Some((name, post)) => {
                let post = post.parse().map_err(|_| format!("`{post}` is no number of a post"))?;
                Ok(Choice::Aim(read_body(fixed, name)?, Some(post)))
            }
            None => Ok(Choice::Aim(read_body(fixed, name)?, None)),
        },
        ("mission", [name]) => {
            let at = fixed.data.missions.iter().position(|mission| mission.id == *name);
            Ok(Choice::Mission(at.ok_or_else(|| format!("`{name}` is no mission"))? as u8))
        }
        ("lay", [name]) => Ok(Choice::Lay(laying::named(&fixed.data, name)?)),
        ("spot", [place]) => {
            let wrong = || format!("`{place}` is no place of a piece, such as `76200,45720@16384`");
            Ok(Choice::Spot(read_pose(RULER, place).ok_or_else(wrong)?))
        }
        ("exit", [name]) => Ok(Choice::Exit(unit(name)?)),
        ("hold-back", [name]) => Ok(Choice::HoldBack(unit(name)?)),
        ("split", [name, models @ ..]) => {
            let models = models.iter().map(|name| read_body(fixed, name)).collect::<Result<_, _>>()?;
            Ok(Choice::Split(unit(name)?, models))
        }
        ("point", [place]) => {
            let wrong = || format!("`{place}` is no place, such as `76200,45720`");
            Ok(Choice::Point(read_pose(RULER, place).ok_or_else(wrong)?.at))
        }
        (verb, []) if WORDS.iter().any(|(_, known)| *known == verb) => {
            let word = WORDS.iter().find(|(_, known)| *known == verb).map_or(Word::Done, |(word, _)| *word);
            Ok(Choice::Word(word))
        }
        _ => Err(near::no_answer(text, FORMS.into_iter().chain(WORDS.iter().map(|(_, word)| *word)))),
    }
}

fn power_id(fixed: &Fixed, power: u8) -> &str {
    fixed.data.powers.get(usize::from(power)).map_or("", |power| &power.id)
}

fn read_power(fixed: &Fixed, text: &str) -> Result<u8, String> {
    let at = fixed.data.powers.iter().position(|power| power.id == text);
    at.map(|at| at as u8).ok_or_else(|| format!("`{text}` is no power"))
}

fn read_melee(fixed: &Fixed, text: &str) -> Result<MeleeId, String> {
    let at = fixed.melee.iter().position(|known| known.id == text);
    let at = at.ok_or_else(|| format!("`{text}` is no weapon for hand-to-hand combat"))?;
    Ok(at as MeleeId)
}

fn read_shot(fixed: &Fixed, text: &str) -> Result<Shot, String> {
    let wrong = || format!("`{text}` is no shot, such as `red-1.1:boltgun>blue-2`");
    let (model, rest) = text.split_once(':').ok_or_else(wrong)?;
    let (weapon, target) = rest.split_once('>').ok_or_else(wrong)?;
    let (weapon, dice) = match weapon.split_once('*') {
        Some((weapon, dice)) => (weapon, Some(dice.parse().map_err(|_| wrong())?)),
        None => (weapon, None),
    };
    let model = read_body(fixed, model)?;
    let own = fixed.models[model.index()].unit;
    let (target, part) = if let Some(aimed) = fixed.model_named(target) {
        (fixed.models[aimed.index()].unit, Part::Model(aimed))
    } else if let Some((feature, door)) = read_building(fixed, target) {
        (own, Part::Building(feature, door))
    } else if target.contains(',') {
        (own, Part::Ground(read_pose(RULER, target).ok_or_else(wrong)?.at))
    } else {
        let (name, part) = match target.split_once('/') {
            Some((name, part)) => {
                let found = PARTS.iter().find(|(_, known)| known.strip_prefix('/') == Some(part));
                (name, found.ok_or_else(wrong)?.0)
            }
            None => (target, Part::All),
        };
        (fixed.unit_named(name).ok_or_else(wrong)?, part)
    };
    let at = fixed.weapons.iter().position(|known| known.id == weapon).ok_or_else(wrong)?;
    Ok(Shot { model, weapon: at as WeaponId, target, part, dice })
}
