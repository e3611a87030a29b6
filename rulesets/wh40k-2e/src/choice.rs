//! Every answer, the shapes of proposals, and their text forms.

use grognard_engine::near;
use grognard_space::table::{Point, Pose};
pub use grognard_tabletop::answer::Way;
use grognard_tabletop::answer::{
    read_body, read_places, read_pose, read_ways, write_places, write_pose, write_ways,
};
use serde::Serialize;

use crate::armies::RULER;
use crate::fixed::{Fixed, MeleeId, WeaponId};
use crate::ids::{ModelId, UnitId};

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
}

const WORDS: [(Word, &str); 13] = [
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
    /// 2E-BLS-002: this model: `blue-2.3`.
    Model(ModelId),
    /// 2E-GRD-001: no model, but a point of the table: `76200,45720`. The target is the unit that fires.
    Ground(Point),
}

const PARTS: [(Part, &str); 3] = [(Part::All, ""), (Part::Open, "/open"), (Part::Covered, "/cover")];

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
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
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
        Choice::Grip(model, weapon) => format!("grip {} {}", fixed.name(*model), fixed.melee(*weapon).id),
    }
}

/// No weapon at all.
const FISTS: &str = "fists";

const FORMS: [&str; 19] = [
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
    "hide UNIT",
    "watch UNIT@PLACE...",
    "shoot UNIT UNIT",
    "disengage UNIT",
    "pair MODEL MODEL",
    "next MODEL",
    "strike WEAPON HITS",
    "grip MODEL WEAPON",
    "reroll FACE",
];

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
        ("overwatch", [name]) => Ok(Choice::Overwatch(unit(name)?)),
        ("charge", [name, enemy]) => Ok(Choice::Charge(unit(name)?, unit(enemy)?)),
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
        (verb, []) if WORDS.iter().any(|(_, known)| *known == verb) => {
            let word = WORDS.iter().find(|(_, known)| *known == verb).map_or(Word::Done, |(word, _)| *word);
            Ok(Choice::Word(word))
        }
        _ => Err(near::no_answer(text, FORMS.into_iter().chain(WORDS.iter().map(|(_, word)| *word)))),
    }
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
