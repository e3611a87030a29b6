//! Every answer, the shapes of proposals, and their text forms.

use grognard_engine::near;
use grognard_space::table::Pose;
pub use grognard_tabletop::answer::Way;
use grognard_tabletop::answer::{read_body, read_places, read_ways, write_places, write_ways};
use serde::Serialize;

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
}

const WORDS: [(Word, &str); 6] = [
    (Word::Done, "done"),
    (Word::Near, "near"),
    (Word::Far, "far"),
    (Word::Walk, "walk"),
    (Word::Run, "run"),
    (Word::Hold, "hold"),
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
                format!("{model}:{weapon}>{}{part}", unit(&shot.target))
            };
            join(format!("fire {}", unit(id)), shots.iter().map(shot).collect())
        }
        Choice::CutOff(models) => {
            join("broken".to_owned(), models.iter().map(|model| fixed.name(*model).to_owned()).collect())
        }
    }
}

const FORMS: [&str; 6] = [
    "unit UNIT",
    "face UNIT UNIT",
    "move UNIT MODEL=X,Y>X,Y...",
    "place UNIT MODEL=X,Y...",
    "fire UNIT MODEL:WEAPON>UNIT...",
    "broken MODEL...",
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
    let (target, part) = match target.split_once('/') {
        Some((target, part)) => {
            let found = PARTS.iter().find(|(_, known)| known.strip_prefix('/') == Some(part));
            (target, found.ok_or_else(wrong)?.0)
        }
        None => (target, Part::All),
    };
    let at = fixed.weapons.iter().position(|known| known.id == weapon).ok_or_else(wrong)?;
    let target = fixed.unit_named(target).ok_or_else(wrong)?;
    Ok(Shot { model: read_body(fixed, model)?, weapon: at as WeaponId, target, part })
}
