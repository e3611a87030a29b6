//! Every answer, the shapes of proposals, and their text forms.

use grognard_engine::near;
use grognard_space::table::{Length, Pose};
pub use grognard_tabletop::answer::Way;
use grognard_tabletop::answer::{
    read_body, read_places, read_pose, read_ways, write_places, write_pose, write_ways,
};
use serde::Serialize;

use crate::fixed::{BladeId, Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};

macro_rules! words {
    ($($(#[$doc:meta])* $word:ident = $text:literal),* $(,)?) => {
        /// The words of fixed answers.
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
        pub enum Word { $($(#[$doc])* $word),* }

        const WORDS: &[(Word, &str)] = &[$((Word::$word, $text)),*];
    };
}

words! {
    /// No more of this.
    Done = "done",
    /// It goes first.
    First = "first",
    /// It goes second.
    Second = "second",
    /// The table edge at y = 0.
    Near = "near",
    /// The other edge.
    Far = "far",
    /// Yes.
    Yes = "yes",
    /// No.
    No = "no",
    /// Nothing more.
    Stay = "stay",
    /// 5V-MOV-009: it runs.
    Run = "run",
    /// The same, through difficult ground.
    RunThrough = "run-through",
    /// 5V-MOV-012: it goes on station.
    Station = "on-station",
}

impl Word {
    /// Its text.
    pub fn text(self) -> &'static str {
        WORDS.iter().find(|(known, _)| *known == self).map_or("", |(_, text)| text)
    }
}

macro_rules! orders {
    ($($(#[$doc:meta])* $order:ident = $text:literal),* $(,)?) => {
        /// What a unit is told to do.
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
        pub enum Order { $($(#[$doc])* $order),* }

        const ORDERS: &[(Order, &str)] = &[$((Order::$order, $text)),*];
    };
}

orders! {
    /// It moves on open ground.
    Move = "move",
    /// It moves and takes a test for difficult ground first.
    Through = "through",
    /// It runs.
    Run = "run",
    /// It runs and takes a test for difficult ground first.
    RunThrough = "run-through",
    /// 5V-MOV-016.
    Overwatch = "overwatch",
    /// 5V-MOV-012.
    Station = "on-station",
    /// It tries to regroup.
    Regroup = "regroup",
    /// It falls back.
    FallBack = "fall-back",
}

impl Order {
    /// Its text.
    pub fn text(self) -> &'static str {
        ORDERS.iter().find(|(known, _)| *known == self).map_or("", |(_, text)| text)
    }
}

/// One model's fire in a declaration.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Shot {
    /// Who fires.
    pub model: ModelId,
    /// What.
    pub weapon: WeaponId,
    /// At whom.
    pub target: UnitId,
    /// 5V-AMB-117: one shot of a rapid fire weapon although two could be fired.
    pub single: bool,
}

/// What is allotted: hits or wounds of one kind.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub enum Source {
    /// Of a weapon that was fired.
    Weapon(WeaponId),
    /// Of a close combat weapon, with the Strength of its users.
    Blade(BladeId, u8),
    /// 5V-FCC-015: of grenades thrown at a charge.
    Thrown(u8),
    /// 5V-SWP-003, 5B-MOR-007: of a lost combat.
    Lost,
}

/// Hits or wounds of one kind that go at some models.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Parcel {
    /// What they are of.
    pub source: Source,
    /// Their AP, where it is not that of the weapon: rending.
    pub ap: Option<u8>,
    /// How many.
    pub count: u16,
    /// 5V-TGT-001: the cover save of the target group; 0 in the open.
    pub level: u8,
    /// The models that may have them.
    pub models: Vec<ModelId>,
}

/// An answer to any question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Choice {
    /// One of the fixed words.
    Word(Word),
    /// `unit red-2`.
    Unit(UnitId),
    /// `order red-1 run`.
    Order(UnitId, Order),
    /// `move red-1 red-1.1=X,Y red-1.2=X,Y>X,Y`.
    Paths(UnitId, Vec<Way>),
    /// `place red-1 red-1.1=X,Y red-1.2=X,Y`.
    Place(UnitId, Vec<(ModelId, Pose)>),
    /// `fire red-1 red-1.1:boltgun>blue-2 red-1.2:plasma-gun>blue-2/single`.
    Fire(UnitId, Vec<Shot>),
    /// `aim red-1.1>open red-1.2>4+`: 5V-TGN-001.
    Aim(Vec<(ModelId, u8)>),
    /// `allot 1:blue-1.3 1:blue-1.4 2:blue-1.1`: the parcels by their numbers, in order.
    Allot(Vec<(u8, ModelId)>),
    /// `take blue-1.3 blue-1.4`: the models that fall or are hurt.
    Take(Vec<ModelId>),
    /// `lay X,Y@FACING`: a marker or template.
    Lay(Pose),
    /// `charge red-1 blue-2`: 5B-ASM-001.
    Charge(UnitId, UnitId),
    /// `strike red-1.1:power-weapon>blue-2`: 5V-FCC-006, 5B-CCB-016.
    Strike(Vec<Blows>),
}

/// A model's attacks in a combat.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Blows {
    /// Who strikes.
    pub model: ModelId,
    /// With what.
    pub blade: BladeId,
    /// At whom.
    pub target: UnitId,
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
    /// Target groups for models.
    Aim(AimShape),
    /// Models for hits or wounds.
    Allot(AllotShape),
    /// Some of these models.
    Take(TakeShape),
    /// A place for a marker or template.
    Lay(LayShape),
    /// Weapons and targets of models in combat.
    Strike(StrikeShape),
}

/// Why models move.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Kind {
    /// In the Movement phase, with a run where one was declared at once.
    Walk,
    /// 5V-MOV-023: the run that was declared after the move.
    RunOn,
    /// 5B-MOV-009: instead of shooting.
    RunInstead,
    /// 5B-REG-002: after regrouping.
    Regrouped,
    /// 5B-ASM-003 to 5B-ASM-007: an assault.
    Charge(UnitId),
    /// 5B-ASM-009: defenders react.
    React,
    /// 5B-PIL-001.
    PileIn,
    /// 5B-CON-001.
    Consolidate,
}

/// A move to be made.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoveShape {
    /// The unit that moves.
    pub unit: UnitId,
    /// Why.
    pub kind: Kind,
    /// How far each model may go; `None` where each goes its own pace.
    pub inches: Option<Length>,
    /// What a run adds.
    pub run: Length,
    /// 5B-TER-003: the highest die; 5V-TER-004: the modifier. `None` where no test was taken.
    pub test: Option<i8>,
    /// 5B-COH-002: no way was found to bring a scattered unit together, so it may stay apart.
    pub apart: bool,
}

/// 5V-TGN-003: where each model of a firing unit aims.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AimShape {
    /// The unit that fires.
    pub unit: UnitId,
    /// At whom.
    pub target: UnitId,
    /// The models that have a choice, and the target groups of their weapon group.
    pub rows: Vec<(ModelId, Vec<u8>)>,
}

/// Hits or wounds to be allotted evenly.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AllotShape {
    /// The unit that has them.
    pub target: UnitId,
    /// The parcels.
    pub parcels: Vec<Parcel>,
    /// 5V-WCH-007: what models have already.
    pub had: Vec<(ModelId, u8)>,
}

/// Some models to be named.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TakeShape {
    /// Whose they are.
    pub unit: UnitId,
    /// Among these.
    pub from: Vec<ModelId>,
    /// So many.
    pub count: u8,
}

/// A marker or template to be laid.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LayShape {
    /// Who fires.
    pub model: ModelId,
    /// What.
    pub weapon: WeaponId,
    /// At whom.
    pub target: UnitId,
}

/// Models that strike at one Initiative step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StrikeShape {
    /// The unit.
    pub unit: UnitId,
    /// The models with their weapons and the units they may strike.
    pub rows: Vec<(ModelId, Vec<BladeId>, Vec<UnitId>)>,
}

/// A target group in words: `open`, `4+`.
pub fn level_text(level: u8) -> String {
    if level == 0 { "open".to_owned() } else { format!("{level}+") }
}

fn read_level(text: &str) -> Option<u8> {
    if text == "open" { Some(0) } else { text.strip_suffix('+')?.parse().ok().filter(|level| *level <= 6) }
}

/// The canonical text.
pub fn write(fixed: &Fixed, choice: &Choice) -> String {
    let unit = |id: &UnitId| fixed.unit(*id).name.clone();
    let name = |id: &ModelId| fixed.name(*id).to_owned();
    let join = |head: String, parts: Vec<String>| {
        if parts.is_empty() { head } else { format!("{head} {}", parts.join(" ")) }
    };
    match choice {
        Choice::Word(word) => word.text().to_owned(),
        Choice::Unit(id) => format!("unit {}", unit(id)),
        Choice::Order(id, order) => format!("order {} {}", unit(id), order.text()),
        Choice::Paths(id, ways) => join(format!("move {}", unit(id)), write_ways(fixed, ways)),
        Choice::Place(id, places) => join(format!("place {}", unit(id)), write_places(fixed, places)),
        Choice::Fire(id, shots) => {
            let shot = |shot: &Shot| {
                let (weapon, single) =
                    (&fixed.weapon(shot.weapon).id, if shot.single { "/single" } else { "" });
                format!("{}:{weapon}>{}{single}", name(&shot.model), unit(&shot.target))
            };
            join(format!("fire {}", unit(id)), shots.iter().map(shot).collect())
        }
        Choice::Aim(all) => {
            let one = |(model, level): &(ModelId, u8)| format!("{}>{}", name(model), level_text(*level));
            join("aim".to_owned(), all.iter().map(one).collect())
        }
        Choice::Allot(all) => {
            let one = |(parcel, model): &(u8, ModelId)| format!("{parcel}:{}", name(model));
            join("allot".to_owned(), all.iter().map(one).collect())
        }
        Choice::Take(models) => join("take".to_owned(), models.iter().map(name).collect()),
        Choice::Lay(pose) => format!("lay {}", write_pose(*pose)),
        Choice::Charge(id, target) => format!("charge {} {}", unit(id), unit(target)),
        Choice::Strike(all) => {
            let one = |blows: &Blows| {
                let blade = &fixed.blade_of(blows.blade).id;
                format!("{}:{blade}>{}", name(&blows.model), unit(&blows.target))
            };
            join("strike".to_owned(), all.iter().map(one).collect())
        }
    }
}

const FORMS: [&str; 11] = [
    "unit UNIT",
    "order UNIT ORDER",
    "move UNIT MODEL=X,Y>X,Y...",
    "place UNIT MODEL=X,Y...",
    "fire UNIT MODEL:WEAPON>UNIT...",
    "aim MODEL>GROUP...",
    "allot NUMBER:MODEL...",
    "take MODEL...",
    "lay X,Y",
    "charge UNIT UNIT",
    "strike MODEL:WEAPON>UNIT...",
];

/// Reads an answer, allowed now or not.
pub fn parse(fixed: &Fixed, text: &str) -> Result<Choice, String> {
    let words: Vec<_> = text.split_whitespace().collect();
    let unit =
        |name: &str| fixed.unit_named(name).ok_or_else(|| format!("`{name}` is no unit, such as `red-1`"));
    let [verb, rest @ ..] = &words[..] else { return Err("there is no answer in it".to_owned()) };
    match (*verb, rest) {
        ("unit", [name]) => Ok(Choice::Unit(unit(name)?)),
        ("order", [name, order]) => {
            let found = ORDERS.iter().find(|(_, known)| known == order);
            let (order, _) = found.ok_or_else(|| format!("`{order}` is no order, such as `run`"))?;
            Ok(Choice::Order(unit(name)?, *order))
        }
        ("move", [name, ways @ ..]) => Ok(Choice::Paths(unit(name)?, read_ways(fixed, ways)?)),
        ("place", [name, places @ ..]) => Ok(Choice::Place(unit(name)?, read_places(fixed, places)?)),
        ("fire", [name, shots @ ..]) => {
            Ok(Choice::Fire(unit(name)?, all(shots, |word| read_shot(fixed, word))?))
        }
        ("aim", rows) => Ok(Choice::Aim(all(rows, |word| {
            let wrong = || format!("`{word}` is no aim, such as `red-1.1>open`");
            let (model, level) = word.split_once('>').ok_or_else(wrong)?;
            Ok((read_body(fixed, model)?, read_level(level).ok_or_else(wrong)?))
        })?)),
        ("allot", rows) => Ok(Choice::Allot(all(rows, |word| {
            let wrong = || format!("`{word}` is no hit, such as `1:blue-1.3`");
            let (parcel, model) = word.split_once(':').ok_or_else(wrong)?;
            Ok((parcel.parse().map_err(|_| wrong())?, read_body(fixed, model)?))
        })?)),
        ("take", names) => Ok(Choice::Take(all(names, |name| read_body(fixed, name))?)),
        ("lay", [pose]) => read_pose(crate::armies::RULER, pose)
            .map(Choice::Lay)
            .ok_or_else(|| format!("`{pose}` is no place, such as `7\",15\"`")),
        ("charge", [name, target]) => Ok(Choice::Charge(unit(name)?, unit(target)?)),
        ("strike", rows) => Ok(Choice::Strike(all(rows, |word| read_blows(fixed, word))?)),
        (verb, []) if WORDS.iter().any(|(_, known)| *known == verb) => {
            let word = WORDS.iter().find(|(_, known)| *known == verb).map_or(Word::Done, |(word, _)| *word);
            Ok(Choice::Word(word))
        }
        _ => Err(near::no_answer(text, FORMS.into_iter().chain(WORDS.iter().map(|(_, word)| *word)))),
    }
}

fn all<T>(words: &[&str], read: impl Fn(&str) -> Result<T, String>) -> Result<Vec<T>, String> {
    words.iter().map(|word| read(word)).collect()
}

fn read_shot(fixed: &Fixed, text: &str) -> Result<Shot, String> {
    let wrong = || format!("`{text}` is no shot, such as `red-1.1:boltgun>blue-2`");
    let (model, rest) = text.split_once(':').ok_or_else(wrong)?;
    let (weapon, target) = rest.split_once('>').ok_or_else(wrong)?;
    let (target, single) = match target.strip_suffix("/single") {
        Some(target) => (target, true),
        None => (target, false),
    };
    let at = fixed.weapons.iter().position(|known| known.id == weapon).ok_or_else(wrong)?;
    let target = fixed.unit_named(target).ok_or_else(wrong)?;
    Ok(Shot { model: read_body(fixed, model)?, weapon: at as WeaponId, target, single })
}

fn read_blows(fixed: &Fixed, text: &str) -> Result<Blows, String> {
    let wrong = || format!("`{text}` is no attack, such as `red-1.1:power-weapon>blue-2`");
    let (model, rest) = text.split_once(':').ok_or_else(wrong)?;
    let (blade, target) = rest.split_once('>').ok_or_else(wrong)?;
    let model = read_body(fixed, model)?;
    let own = &fixed.kind_of(model).blades;
    let found = own.iter().find(|id| fixed.blade_of(**id).id == blade).ok_or_else(wrong)?;
    Ok(Blows { model, blade: *found, target: fixed.unit_named(target).ok_or_else(wrong)? })
}
