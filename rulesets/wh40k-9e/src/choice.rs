//! Every answer, the shapes of proposals, and their text forms.
//!
//! Places, ways and set-ups are written as [`grognard_tabletop::answer`] says, in inches where a quote is behind a number:
//! `7",15.5"`.

use grognard_engine::near;
use grognard_space::table::{Length, Pose};
pub use grognard_tabletop::answer::Way as Path;
use grognard_tabletop::answer::{read_body, read_places, read_pose, read_ways, write_places, write_ways};
use serde::Serialize;

use crate::armies::RULER;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, Side, Spot, UnitId};

/// What a unit does when it is selected to move (DEC-21).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub enum MoveType {
    /// `normal`.
    Normal,
    /// `advance`.
    Advance,
    /// `stay`.
    Stationary,
    /// `fall-back`.
    FallBack,
}

/// The words of fixed answers.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub enum Word {
    /// `done`: no more of this.
    Done,
    /// `yes`.
    Yes,
    /// `no`.
    No,
    /// `first`: the first turn.
    First,
    /// `second`: the second turn.
    Second,
    /// `left`: the zone at the table's left end.
    Left,
    /// `right`: the zone at its right end.
    Right,
    /// `reroll`.
    Reroll,
    /// `keep`.
    Keep,
    /// `keep-all`: and ask about failed rolls only until the phase is over.
    KeepAll,
    /// `armour`: the saving throw that AP lowers.
    Armour,
}

const WORDS: [(Word, &str); 11] = [
    (Word::Done, "done"),
    (Word::Yes, "yes"),
    (Word::No, "no"),
    (Word::First, "first"),
    (Word::Second, "second"),
    (Word::Left, "left"),
    (Word::Right, "right"),
    (Word::Reroll, "reroll"),
    (Word::Keep, "keep"),
    (Word::KeepAll, "keep-all"),
    (Word::Armour, "armour"),
];

const MOVE_TYPES: [(MoveType, &str); 4] = [
    (MoveType::Normal, "normal"),
    (MoveType::Advance, "advance"),
    (MoveType::Stationary, "stay"),
    (MoveType::FallBack, "fall-back"),
];

/// The core Stratagems (9E-OUT-001 to 9E-OUT-007) that are answers of their own.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[expect(missing_docs, reason = "the names of the Stratagems")]
pub enum Stratagem {
    CommandReroll,
    CutThemDown,
    DesperateBreakout,
    EmergencyDisembarkation,
    FireOverwatch,
    CounterOffensive,
    InsaneBravery,
    TakeAim,
}

/// One shot of a declaration: a model fires a weapon at a unit.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Shot {
    /// Who fires.
    pub model: ModelId,
    /// What.
    pub weapon: WeaponId,
    /// With which profile.
    pub profile: u8,
    /// At whom.
    pub target: UnitId,
}

/// Some close combat attacks of a declaration.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Blow {
    /// Who strikes.
    pub model: ModelId,
    /// With what.
    pub weapon: WeaponId,
    /// And which profile.
    pub profile: u8,
    /// Whom.
    pub target: UnitId,
    /// How many of its attacks.
    pub attacks: u8,
}

/// An answer to any question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Choice {
    /// One of the fixed words.
    Word(Word),
    /// `normal`, `advance`, `stay`, `fall-back`.
    Move(MoveType),
    /// `unit red-2`.
    Unit(UnitId),
    /// `model red-2.4`.
    Model(ModelId),
    /// `marker-2`: a model counts for this marker.
    Marker(u8),
    /// `marker 7",15"`, or `marker 7",15",3"` on a floor.
    PutMarker(Spot),
    /// `split red-1.6 red-1.7`: these models become a unit of their own.
    Split(Vec<ModelId>),
    /// `embark red-4`: into the unit's transport.
    Embark(ModelId),
    /// `disembark red-2`.
    Disembark(UnitId),
    /// `reserve red-3`.
    Reserve(UnitId),
    /// `move red-1 red-1.1=X,Y red-1.2=X,Y>X,Y`.
    Paths(UnitId, Vec<Path>),
    /// `place red-1 red-1.1=X,Y red-1.2=X,Y`.
    Place(UnitId, Vec<(ModelId, Pose)>),
    /// `manifest smite`.
    Manifest(u8),
    /// `deny blue-2`.
    Deny(UnitId),
    /// `fire red-1 red-1.1:heavy-bolt-pistol>blue-2`.
    Fire(UnitId, Vec<Shot>),
    /// `strike red-1 red-1.1:astartes-chainsword*3>blue-2`.
    Strike(UnitId, Vec<Blow>),
    /// `next blue-2 heavy-bolt-pistol`: the target and profile resolved next.
    Next(UnitId, WeaponId, u8),
    /// `casualties red-1.2 red-1.3`: the order in which models take wounds; none means that each wound is asked.
    Casualties(Vec<ModelId>),
    /// `invulnerable 5+`.
    Invulnerable(u8),
    /// `ignore 5+`.
    Ignore(u8),
    /// `charge blue-1 blue-2`.
    Charge(Vec<UnitId>),
    /// `overwatch red-2`, `cut-them-down` and so on: a Stratagem, for a unit.
    Stratagem(Stratagem, Option<UnitId>),
}

macro_rules! from {
    ($($from:ty => $variant:ident),*) => {
        $(impl From<$from> for Choice {
            fn from(value: $from) -> Choice { Choice::$variant(value) }
        })*
    };
}
from!(Word => Word, MoveType => Move, UnitId => Unit, ModelId => Model);

/// A proposal to be filled in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Shape {
    /// A marker's place (DEC-09).
    Marker,
    /// Half of a unit (DEC-11).
    Split(UnitId),
    /// Paths of a unit's models.
    Paths(MoveShape),
    /// Places for a unit's models.
    Place(PlaceShape),
    /// Targets for a unit's weapons; with the charging unit in Overwatch.
    Fire(UnitId, Option<UnitId>),
    /// Targets and weapons for a unit's close combat attacks, with the attacks each model has.
    Strike(UnitId, Vec<(ModelId, u8)>),
    /// Targets of a charge.
    Charge(UnitId),
    /// The casualty order of a unit for one volley.
    Casualties(UnitId),
}

/// A move to be made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoveShape {
    /// The unit that moves.
    pub unit: UnitId,
    /// How.
    pub kind: MoveKind,
    /// What is added to each model's Move, or the whole distance where Move does not count.
    pub distance: Length,
    /// Whether the move may be declined by moving nobody although the rules ask for more.
    pub may_decline: bool,
}

/// Kinds of moves (TAB-17).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[expect(missing_docs, reason = "the names of the moves")]
pub enum MoveKind {
    Normal,
    Advance,
    FallBack,
    Breakout,
    Charge,
    Heroic,
    PileIn,
    Consolidate,
    BeforeBattle,
}

/// A unit to be set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlaceShape {
    /// The unit.
    pub unit: UnitId,
    /// Where it may be.
    pub ground: Ground,
    /// Its models, all of which have to be placed unless there is no room.
    pub models: Vec<ModelId>,
    /// Whether models for which there is no room are left out.
    pub forced: bool,
}

impl PlaceShape {
    /// 9E-AMB-024: nobody has to get out of a transport or out of reserve; placing nobody leaves the unit there.
    pub fn may_stay(&self) -> bool {
        !self.forced && matches!(self.ground, Ground::Near(..) | Ground::Reserve(_))
    }
}

/// Where a unit may be set up.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Ground {
    /// 9E-ONW-017: wholly within the own zone.
    Zone,
    /// Anywhere more than so far from enemy models and the enemy zone.
    Ambush(Length),
    /// Anywhere more than so far from enemy models.
    Reserve(Length),
    /// 9E-TRN-014: wholly within so far of a model.
    Near(ModelId, Length),
    /// 9E-COH-006: in coherency with its unit.
    Returned,
}

/// A unit's name in answers.
pub fn unit_name(fixed: &Fixed, unit: UnitId) -> String {
    // A unit made by a split has the number after the last one mustered.
    let (side, number) = match fixed.units.get(unit.index()) {
        Some(spec) => {
            let before = fixed.units[..unit.index()].iter().filter(|other| other.side == spec.side).count();
            (spec.side.id(), before + 1)
        }
        None => ("split", unit.index() - fixed.units.len() + 1),
    };
    format!("{side}-{number}")
}

/// The unit of a name.
pub fn unit_named(fixed: &Fixed, name: &str) -> Option<UnitId> {
    let (side, number) = name.split_once('-')?;
    let number: usize = number.parse().ok().filter(|number| *number > 0 && *number < 200)?;
    if side == "split" {
        let at = fixed.units.len() + number - 1;
        return u16::try_from(at).ok().map(UnitId);
    }
    let side = Side::named(side)?;
    let of_side = fixed.units.iter().enumerate().filter(|(_, spec)| spec.side == side);
    of_side.map(|(at, _)| UnitId(at as u16)).nth(number - 1)
}

/// The text of a weapon profile: `plasma-pistol` or `plasma-pistol/standard`.
pub fn arm_name(fixed: &Fixed, weapon: WeaponId, profile: u8) -> String {
    let found = fixed.weapon(weapon);
    match found.profiles.get(profile as usize) {
        Some(arm) if !arm.profile.id.is_empty() => format!("{}/{}", found.id, arm.profile.id),
        _ => found.id.clone(),
    }
}

fn read_arm(fixed: &Fixed, text: &str) -> Option<(WeaponId, u8)> {
    let (weapon, profile) = text.split_once('/').unwrap_or((text, ""));
    let at = fixed.weapons.iter().position(|known| known.id == weapon)?;
    let which = fixed.weapons[at].profiles.iter().position(|arm| arm.profile.id == profile)?;
    Some((at as WeaponId, which as u8))
}

fn stratagem_name(stratagem: Stratagem) -> &'static str {
    match stratagem {
        Stratagem::CommandReroll => "command-reroll",
        Stratagem::CutThemDown => "cut-them-down",
        Stratagem::DesperateBreakout => "desperate-breakout",
        Stratagem::EmergencyDisembarkation => "emergency-disembarkation",
        Stratagem::FireOverwatch => "fire-overwatch",
        Stratagem::CounterOffensive => "counter-offensive",
        Stratagem::InsaneBravery => "insane-bravery",
        Stratagem::TakeAim => "take-aim",
    }
}

const STRATAGEMS: [Stratagem; 8] = [
    Stratagem::CommandReroll,
    Stratagem::CutThemDown,
    Stratagem::DesperateBreakout,
    Stratagem::EmergencyDisembarkation,
    Stratagem::FireOverwatch,
    Stratagem::CounterOffensive,
    Stratagem::InsaneBravery,
    Stratagem::TakeAim,
];

/// The canonical text.
pub fn write(fixed: &Fixed, choice: &Choice) -> String {
    let unit = |id: &UnitId| unit_name(fixed, *id);
    let model = |id: &ModelId| fixed.name(*id).to_owned();
    let join = |head: String, parts: Vec<String>| {
        if parts.is_empty() { head } else { format!("{head} {}", parts.join(" ")) }
    };
    match choice {
        Choice::Word(word) => {
            WORDS.iter().find(|(known, _)| known == word).map_or("", |(_, text)| text).to_owned()
        }
        Choice::Move(kind) => {
            MOVE_TYPES.iter().find(|(known, _)| known == kind).map_or("", |(_, text)| text).to_owned()
        }
        Choice::Unit(id) => format!("unit {}", unit(id)),
        Choice::Model(id) => format!("model {}", model(id)),
        Choice::Marker(number) => format!("marker-{}", number + 1),
        Choice::PutMarker(Spot(x, y, 0)) => format!("marker {x},{y}"),
        Choice::PutMarker(Spot(x, y, z)) => format!("marker {x},{y},{z}"),
        Choice::Split(models) => join("split".to_owned(), models.iter().map(model).collect()),
        Choice::Embark(id) => format!("embark {}", model(id)),
        Choice::Disembark(id) => format!("disembark {}", unit(id)),
        Choice::Reserve(id) => format!("reserve {}", unit(id)),
        Choice::Paths(id, paths) => join(format!("move {}", unit(id)), write_ways(fixed, paths)),
        Choice::Place(id, places) => join(format!("place {}", unit(id)), write_places(fixed, places)),
        Choice::Manifest(power) => {
            format!("manifest {}", fixed.data.powers.get(*power as usize).map_or("", |power| &power.id))
        }
        Choice::Deny(id) => format!("deny {}", unit(id)),
        Choice::Fire(id, shots) => {
            let shot = |shot: &Shot| {
                let arm = arm_name(fixed, shot.weapon, shot.profile);
                format!("{}:{arm}>{}", model(&shot.model), unit(&shot.target))
            };
            join(format!("fire {}", unit(id)), shots.iter().map(shot).collect())
        }
        Choice::Strike(id, blows) => {
            let blow = |blow: &Blow| {
                let arm = arm_name(fixed, blow.weapon, blow.profile);
                format!("{}:{arm}*{}>{}", model(&blow.model), blow.attacks, unit(&blow.target))
            };
            join(format!("strike {}", unit(id)), blows.iter().map(blow).collect())
        }
        Choice::Next(id, weapon, profile) => {
            format!("next {} {}", unit(id), arm_name(fixed, *weapon, *profile))
        }
        Choice::Casualties(models) if models.is_empty() => "casualties ask".to_owned(),
        Choice::Casualties(models) => join("casualties".to_owned(), models.iter().map(model).collect()),
        Choice::Invulnerable(need) => format!("invulnerable {need}+"),
        Choice::Ignore(need) => format!("ignore {need}+"),
        Choice::Charge(units) => join("charge".to_owned(), units.iter().map(unit).collect()),
        Choice::Stratagem(stratagem, id) => {
            let name = stratagem_name(*stratagem).to_owned();
            join(name, id.iter().map(unit).collect())
        }
    }
}

/// The forms of answers that are more than a word, for whoever mistypes one.
const FORMS: [&str; 20] = [
    "unit UNIT",
    "model MODEL",
    "marker X,Y",
    "marker-NUMBER",
    "split MODEL...",
    "embark MODEL",
    "disembark UNIT",
    "reserve UNIT",
    "move UNIT MODEL=X,Y>X,Y...",
    "place UNIT MODEL=X,Y...",
    "manifest POWER",
    "deny UNIT",
    "fire UNIT MODEL:WEAPON>UNIT...",
    "strike UNIT MODEL:WEAPON*ATTACKS>UNIT...",
    "next UNIT WEAPON",
    "casualties MODEL...",
    "casualties ask",
    "invulnerable 5+",
    "ignore 5+",
    "charge UNIT...",
];

/// Reads an answer, allowed now or not.
pub fn parse(fixed: &Fixed, text: &str) -> Result<Choice, String> {
    let words: Vec<_> = text.split_whitespace().collect();
    let no_unit = |name: &str| format!("`{name}` is no unit, such as `red-1`");
    let unit = |name: &str| unit_named(fixed, name).ok_or_else(|| no_unit(name));
    let model = |name: &str| read_body(fixed, name);
    let need = |text: &str| {
        let need = text.strip_suffix('+').and_then(|need| need.parse().ok());
        need.filter(|need| (2..=6).contains(need))
            .ok_or_else(|| format!("`{text}` is no number such as `5+`"))
    };
    let [verb, rest @ ..] = &words[..] else { return Err("there is no answer in it".to_owned()) };
    if rest.is_empty() {
        if let Some((word, _)) = WORDS.iter().find(|(_, known)| known == verb) {
            return Ok(Choice::Word(*word));
        }
        if let Some((kind, _)) = MOVE_TYPES.iter().find(|(_, known)| known == verb) {
            return Ok(Choice::Move(*kind));
        }
        if let Some(number) = verb.strip_prefix("marker-") {
            let number: Option<u8> = number.parse().ok().filter(|number| (1..=20).contains(number));
            let number = number.ok_or_else(|| format!("`{verb}` is no marker, such as `marker-2`"))?;
            return Ok(Choice::Marker(number - 1));
        }
    }
    if let Some(stratagem) = STRATAGEMS.into_iter().find(|known| stratagem_name(*known) == *verb) {
        return match rest {
            [] => Ok(Choice::Stratagem(stratagem, None)),
            [name] => Ok(Choice::Stratagem(stratagem, Some(unit(name)?))),
            _ => Err(format!("`{verb}` is for one unit")),
        };
    }
    match (*verb, rest) {
        ("unit", [name]) => Ok(Choice::Unit(unit(name)?)),
        ("model", [name]) => Ok(Choice::Model(model(name)?)),
        ("marker", [x, y]) => Err(format!(
            "a place is two numbers with a comma between them and no space, in inches: `marker {}\",{}\"`",
            x.trim_matches(['"', ',']),
            y.trim_matches('"')
        )),
        ("marker", [place]) => match read_pose(RULER, place) {
            Some(pose) if pose == Pose::at(pose.at).raised(pose.z) => {
                Ok(Choice::PutMarker(Spot(pose.at.x, pose.at.y, pose.z.0)))
            }
            _ => Err(format!("`{place}` is no place, such as `7\",15\"`")),
        },
        ("split", names) if !names.is_empty() => {
            Ok(Choice::Split(names.iter().map(|name| model(name)).collect::<Result<_, _>>()?))
        }
        ("embark", [name]) => Ok(Choice::Embark(model(name)?)),
        ("disembark", [name]) => Ok(Choice::Disembark(unit(name)?)),
        ("reserve", [name]) => Ok(Choice::Reserve(unit(name)?)),
        ("move", [name, paths @ ..]) => Ok(Choice::Paths(unit(name)?, read_ways(fixed, paths)?)),
        ("place", [name, places @ ..]) => Ok(Choice::Place(unit(name)?, read_places(fixed, places)?)),
        ("manifest", [name]) => {
            let at = fixed.data.powers.iter().position(|power| power.id == *name);
            at.map(|at| Choice::Manifest(at as u8)).ok_or_else(|| format!("`{name}` is no power"))
        }
        ("deny", [name]) => Ok(Choice::Deny(unit(name)?)),
        ("fire", [name, shots @ ..]) => {
            let shot = |text: &&str| {
                let wrong = || format!("`{text}` is no shot, such as `red-1.1:heavy-bolt-pistol>blue-2`");
                let (name, rest) = text.split_once(':').ok_or_else(wrong)?;
                let (arm, target) = rest.split_once('>').ok_or_else(wrong)?;
                let (weapon, profile) = read_arm(fixed, arm).ok_or_else(wrong)?;
                Ok::<_, String>(Shot { model: model(name)?, weapon, profile, target: unit(target)? })
            };
            Ok(Choice::Fire(unit(name)?, shots.iter().map(shot).collect::<Result<_, _>>()?))
        }
        ("strike", [name, blows @ ..]) => {
            let blow = |text: &&str| {
                let wrong = || format!("`{text}` is no blow, such as `red-1.1:astartes-chainsword*3>blue-2`");
                let (name, rest) = text.split_once(':').ok_or_else(wrong)?;
                let (arm, rest) = rest.split_once('*').ok_or_else(wrong)?;
                let (attacks, target) = rest.split_once('>').ok_or_else(wrong)?;
                let (weapon, profile) = read_arm(fixed, arm).ok_or_else(wrong)?;
                let attacks = attacks.parse().map_err(|_| wrong())?;
                Ok::<_, String>(Blow { model: model(name)?, weapon, profile, target: unit(target)?, attacks })
            };
            Ok(Choice::Strike(unit(name)?, blows.iter().map(blow).collect::<Result<_, _>>()?))
        }
        ("next", [name, arm]) => {
            let (weapon, profile) = read_arm(fixed, arm).ok_or_else(|| format!("`{arm}` is no weapon"))?;
            Ok(Choice::Next(unit(name)?, weapon, profile))
        }
        ("casualties", ["ask"]) => Ok(Choice::Casualties(Vec::new())),
        ("casualties", names) if !names.is_empty() => {
            Ok(Choice::Casualties(names.iter().map(|name| model(name)).collect::<Result<_, _>>()?))
        }
        ("invulnerable", [number]) => Ok(Choice::Invulnerable(need(number)?)),
        ("ignore", [number]) => Ok(Choice::Ignore(need(number)?)),
        ("charge", names) => {
            Ok(Choice::Charge(names.iter().map(|name| unit(name)).collect::<Result<_, _>>()?))
        }
        _ => {
            let words = WORDS.iter().map(|(_, word)| *word).chain(MOVE_TYPES.iter().map(|(_, word)| *word));
            let stratagems = STRATAGEMS.into_iter().map(stratagem_name);
            Err(near::no_answer(text, FORMS.into_iter().chain(words).chain(stratagems)))
        }
    }
}
