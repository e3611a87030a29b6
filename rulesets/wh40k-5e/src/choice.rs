//! Every answer, the shapes of proposals, and their text forms.

mod text;

use grognard_space::table::{Length, Pose};
pub use grognard_tabletop::answer::Way;
use serde::Serialize;

pub use text::{command_named, command_text, parse, write};

use crate::fixed::{BladeId, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::state::Command;

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
    /// The left side.
    Left = "left",
    /// The right side.
    Right = "right",
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
    /// 5V-AMB-048: it goes on overwatch.
    Overwatch = "overwatch",
    /// 5V-SAV-006: invulnerable saves first.
    Invulnerable = "invulnerable-first",
    /// 5V-SAV-006: armour saves first.
    Armour = "armour-first",
    /// 5X-RUL-019: a marker for the aim.
    MarkAim = "mark-aim",
    /// 5X-RUL-019: a marker against cover.
    MarkCover = "mark-cover",
    /// 5X-RUL-019: a marker for pinning.
    MarkPinning = "mark-pinning",
    /// 5V-RAS-010: into the building below.
    Enter = "enter",
    /// 5X-RUL-006: the Waaagh is called.
    Waaagh = "waaagh",
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
    /// 5B-JMP-001: it jumps.
    Jump = "jump",
    /// 5B-USR-021: it turbo-boosts.
    Turbo = "turbo-boost",
    /// 5B-MIS-010: it is kept in reserve.
    Reserve = "reserve",
    /// 5B-MIS-011: it will outflank.
    Outflank = "outflank",
    /// 5B-MIS-012: it will deep strike.
    DeepStrike = "deep-strike",
    /// 5B-USR-009: it infiltrates.
    Infiltrate = "infiltrate",
    /// 5B-MIS-022: it arrives.
    Arrive = "arrive",
    /// It arrives through difficult ground.
    ArriveThrough = "arrive-through",
    /// It tries to regroup.
    Regroup = "regroup",
    /// It falls back.
    FallBack = "fall-back",
    /// 5B-TNK-001, 5V-TNK-002.
    TankShock = "tank-shock",
    /// 5B-TNK-003.
    Ram = "ram",
    /// 5V-SQD-003: immobilised members are given up.
    Abandon = "abandon",
    /// 5B-TRA-004: it gets out.
    Disembark = "disembark",
    /// 5B-CHA-014: it gets out, and its character stays aboard.
    DisembarkWithout = "disembark-without",
    /// 5V-ROF-003: it says who is on the roof.
    Roof = "roof",
    /// 5X-RUL-031: it is divided into combat squads.
    Divide = "divide",
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
    /// Which weapon of a vehicle it is.
    pub mount: Option<u8>,
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
    /// 5X-RUL-033: of a deff rolla.
    Rolla(u8),
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
    /// `strike red-1.1:power-weapon>blue-2`: 5V-FCC-006, 5B-CCB-016; `>blue-2/1 ...>blue-3/2` where attacks are split.
    Strike(Vec<Blows>),
    /// `embark red-1 red-2`: 5B-TRA-003.
    Embark(UnitId, UnitId),
    /// `mark red-1.1>blue-1.2 red-2.1#1>blue-1.1`: 5V-SVQ-002.
    Mark(Vec<Marked>),
    /// `part blue-1.1 2`: a weapon that is destroyed (5B-VDM-010).
    Part(ModelId, u8),
    /// `glory red-1.3 meltagun`: death or glory (5B-TNK-005, 5V-TNK-013).
    Glory(ModelId, Arm),
    /// `jump-assault red-1 piece-1-roof`: 5V-JAS-001.
    Leap(UnitId, UnitId),
    /// `command red-1.1 red-2 rank-fire`: 5X-RUL-026.
    Command(ModelId, UnitId, Command),
    /// `power red-1.1 doom blue-2`: a psychic power on a unit (5B-PSY-007).
    Cast(ModelId, String, UnitId),
    /// `aside blue-1.3 left`: the side to which a model goes, where both ways are as short (5B-FAL-003, 5B-TNK-006).
    Aside(ModelId, Word),
}

/// Who fires at which vehicle of a squadron, with which of its weapons.
pub type Marked = (ModelId, Option<u8>, ModelId);

/// What a model attacks a tank with.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub enum Arm {
    /// One shot.
    Shot(WeaponId),
    /// One blow.
    Blow(BladeId),
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
    /// 5V-FCC-005, 5B-CCB-016: so many of its attacks; all of them where it strikes at one unit.
    pub share: Option<u8>,
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
    /// A spot on the table.
    Spot(Spot),
    /// Vehicles of a squadron for shots.
    Mark(MarkShape),
    /// Places around a vehicle.
    GetOut(GetOutShape),
    /// Places on a roof.
    Roof(RoofShape),
    /// Places for a unit that comes down from a jump assault.
    Alight(AlightShape),
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
    /// 5B-JMP-001: a jump in the Movement phase.
    Jump,
    /// 5B-USR-021.
    Turbo,
    /// 5B-USR-014: before the first turn.
    Scout,
    /// 5B-MIS-017: from a table edge.
    ComeOn,
    /// 5B-JMP-005, 5X-RUL-017: in the Assault phase, without an assault.
    AssaultJump,
    /// 5B-USR-008.
    HitAndRun,
    /// 5V-JAS-016, 5V-JAS-017: driven off after a jump assault.
    DrivenOff,
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
    /// 5B-TNK-005, 5V-TNK-002: a tank shock.
    TankShock,
    /// 5B-TNK-003: a ram.
    Ram,
}

/// 5B-USR-012: the enemy a raging unit goes for.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Prey {
    /// The model that is nearest.
    pub foe: ModelId,
    /// How near the foremost model comes to it when the unit goes as fast as it can together.
    pub near: Length,
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
    /// 5B-USR-012: the enemy a raging unit goes for.
    pub towards: Option<Prey>,
    /// 5V-CHA-005: the unit it has to end clear of.
    pub clear_of: Option<UnitId>,
}

impl MoveShape {
    /// A move at the own pace.
    pub const fn plain(unit: UnitId, kind: Kind) -> MoveShape {
        MoveShape {
            unit,
            kind,
            inches: None,
            run: Length::ZERO,
            test: None,
            apart: false,
            towards: None,
            clear_of: None,
        }
    }
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

/// What a spot on the table is for.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Spot {
    /// 5B-MIS-005, 5B-MIS-006: an objective of a side's placing.
    Objective(crate::ids::Side),
    /// 5B-MIS-012: the first model of a unit that deep strikes.
    Drop(UnitId),
    /// 5B-MIS-013: a unit that was misplaced.
    Misplaced(UnitId),
    /// 5B-WCH-008: a further marker of a salvo.
    Salvo(Salvo),
}

/// A further marker of a salvo, to be laid beside the first.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Salvo {
    /// Who fires.
    pub model: ModelId,
    /// What.
    pub weapon: WeaponId,
    /// At whom.
    pub target: UnitId,
    /// Where the first lies.
    pub beside: grognard_space::table::Point,
}

/// Models that strike at one Initiative step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StrikeShape {
    /// The unit.
    pub unit: UnitId,
    /// The models with their weapons and the units they may strike.
    pub rows: Vec<(ModelId, Vec<BladeId>, Vec<UnitId>)>,
}

/// 5V-SVQ-002: which vehicle of a squadron each shot goes at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MarkShape {
    /// The unit that fires.
    pub unit: UnitId,
    /// The squadron.
    pub target: UnitId,
    /// The shots, with the vehicles each may go at.
    pub rows: Vec<(ModelId, Option<u8>, Vec<ModelId>)>,
}

/// 5B-TRA-004: a unit that gets out of a vehicle.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GetOutShape {
    /// Who gets out.
    pub unit: UnitId,
    /// Of which vehicle.
    pub vehicle: ModelId,
    /// Why and where.
    pub exit: crate::vehicles::transport::Exit,
    /// Where the vehicle stands, or stood.
    pub pose: Pose,
}

/// 5V-ROF-003: who of a unit stands on a roof; the others are inside.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RoofShape {
    /// The unit.
    pub unit: UnitId,
    /// Of which building.
    pub building: ModelId,
    /// Why they go up or down.
    pub why: crate::buildings::roof::Climb,
}

/// 5V-JAS-013, 5V-JAS-014, 5V-RUI-011, 5V-RUI-012: where a unit comes down after a jump assault.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AlightShape {
    /// Who comes down.
    pub unit: UnitId,
    /// The building or ruin, by its place among the features of the table.
    pub site: u16,
    /// Whether it goes on fighting there.
    pub fights: bool,
}

/// A target group: a level of cover on a storey (5V-TGT-001, 5V-RUI-006).
pub const fn group_of(level: u8, storey: u8) -> u8 {
    level | (storey << STOREY)
}

/// The cover save of a target group; 0 in the open.
pub const fn cover_of(group: u8) -> u8 {
    group & ((1 << STOREY) - 1)
}

/// Where the storey is written in a target group.
const STOREY: u32 = 4;

/// A target group in words: `open`, `4+`, `4+/2` on the second storey.
pub fn level_text(group: u8) -> String {
    let level = cover_of(group);
    let cover = if level == 0 { "open".to_owned() } else { format!("{level}+") };
    match group >> STOREY {
        0 => cover,
        storey => format!("{cover}/{storey}"),
    }
}

fn read_level(text: &str) -> Option<u8> {
    let (text, storey) = match text.split_once('/') {
        Some((text, storey)) => (text, storey.parse::<u8>().ok().filter(|storey| *storey < 16)?),
        None => (text, 0),
    };
    let level =
        if text == "open" { 0 } else { text.strip_suffix('+')?.parse().ok().filter(|level| *level <= 6)? };
    Some(group_of(level, storey))
}
