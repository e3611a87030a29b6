//! Every answer, the shapes of proposals, and their text forms.

use grognard_engine::near;
use grognard_space::table::{Point, Pose};
pub use grognard_tabletop::answer::Way;
use grognard_tabletop::answer::{
    read_body, read_places, read_pose, read_ways, write_places, write_pose, write_ways,
};
use serde::Serialize;

use crate::armies::RULER;
use crate::fixed::{Fixed, WeaponId};
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
}

const WORDS: [(Word, &str); 7] = [
    (Word::Done, "done"),
    (Word::Near, "near"),
    (Word::Far, "far"),
    (Word::Walk, "walk"),
    (Word::Run, "run"),
    (Word::Hold, "hold"),
    (Word::Struggle, "struggle"),
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
    /// 2E-RUN-001: at double rate.
    pub run: bool,
    /// 2E-SQD-006: no way was found to bring a scattered squad together, so it may stay apart.
    pub apart: bool,
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
    }
}

const FORMS: [&str; 8] = [
    "unit UNIT",
    "face UNIT UNIT",
    "move UNIT MODEL=X,Y>X,Y...",
    "place UNIT MODEL=X,Y...",
    "fire UNIT MODEL:WEAPON>UNIT...",
    "broken MODEL...",
    "hits UNIT=NUMBER...",
    "template MODEL X,Y@TURN",
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
        (verb, []) if WORDS.iter().any(|(_, known)| *known == verb) => {
            let word = WORDS.iter().find(|(_, known)| *known == verb).map_or(Word::Done, |(word, _)| *word);
            Ok(Choice::Word(word))
        }
        _ => Err(near::no_answer(text, FORMS.into_iter().chain(WORDS.iter().map(|(_, word)| *word)))),
    }
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
