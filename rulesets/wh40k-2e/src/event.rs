//! What can happen.

use grognard_space::table::{Length, Pose};

use crate::choice::Way;
use crate::fixed::{MeleeId, WeaponId};
use crate::ids::{ModelId, Side, UnitId};

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields' names say what they are")]
pub enum Event {
    /// The players begin to place terrain by turns.
    Laying { side: Side, least: u8 },
    /// A player placed a piece of terrain, or a part of one.
    PieceLaid { side: Side, piece: u16, inside: bool },
    /// A player places no more terrain.
    LaysNoMore { side: Side },
    /// The table is laid out.
    TableLaid { pieces: u8 },
    /// A player took a deployment zone.
    ZoneChosen { side: Side, zone: u8 },
    /// A unit was set up.
    SetUp { unit: UnitId, models: Vec<(ModelId, Pose)> },
    /// Who has the first turn.
    FirstTurn { side: Side },
    /// A turn begins.
    Turn { side: Side, turn: u8 },
    /// A phase begins.
    Phase { name: &'static str },
    /// A unit moved.
    Moved { unit: UnitId, ways: Vec<Way> },
    /// A unit turned to another.
    Faced { unit: UnitId, enemy: UnitId },
    /// A unit declared that it runs.
    RunDeclared { unit: UnitId },
    /// Enemies are too near for it: it walks and counts as having run.
    RunRefused { unit: UnitId },
    /// A running unit came near the enemy and stopped.
    RunHalted { unit: UnitId },
    /// A part of a squad was cut off and is broken.
    CutOff { unit: UnitId, models: Vec<ModelId> },
    /// A squad is together again.
    Together { unit: UnitId },
    /// A unit fires.
    Fired { unit: UnitId, target: UnitId, weapon: WeaponId, shots: u8 },
    /// How far a target is, once it is named.
    Range {
        unit: UnitId,
        target: UnitId,
        weapon: WeaponId,
        least: Length,
        most: Length,
        short: u8,
        long: u8,
        out: u8,
    },
    /// Shots that need more than any die can show.
    CannotHit { shots: u8 },
    /// What the shots came to.
    Hits { unit: UnitId, target: UnitId, hits: u8 },
    /// What the hits came to.
    Wounds { target: UnitId, wounds: u8 },
    /// The weapon cannot harm them.
    NoHarm { model: ModelId },
    /// They have no save against it.
    NoSave { model: ModelId },
    /// Wounds were saved.
    Saved { model: ModelId, saved: u8 },
    /// Which of several models that are equally near it is.
    Counted { model: ModelId },
    /// A model lost wounds and stands.
    Hurt { model: ModelId, left: u8 },
    /// A casualty.
    Casualty { model: ModelId },
    /// Wounds for which nobody in sight and range is left.
    Lost { target: UnitId, wounds: u8 },
    /// A test on Leadership.
    Tested { unit: UnitId, what: &'static str, total: u8, leadership: u8, passed: bool },
    /// A unit is shaken.
    Shaken { unit: UnitId },
    /// A unit is broken.
    Broken { unit: UnitId },
    /// A broken unit stays where it is in cover.
    StaysInCover { unit: UnitId },
    /// A unit flees.
    Fled { unit: UnitId, ways: Vec<Way>, inches: u8 },
    /// A unit fled off the table, is too small to rally, or runs away.
    Removed { unit: UnitId, models: Vec<ModelId>, why: &'static str },
    /// A unit rallied.
    Rallied { unit: UnitId },
    /// A unit takes a turn at once.
    Brave { unit: UnitId },
    /// A unit is on overwatch.
    Overwatch { unit: UnitId },
    /// A unit is on overwatch no more.
    OverwatchLost { unit: UnitId, why: &'static str },
    /// A unit fires on overwatch.
    OverwatchFire { unit: UnitId, target: UnitId, spot: &'static str },
    /// A unit says how it will move before it is fired at.
    Pledged { unit: UnitId, stays: bool },
    /// A unit charges another.
    ChargeDeclared { unit: UnitId, enemy: UnitId },
    /// How far a charge has to go, once all are declared.
    ChargeMeasured { unit: UnitId, enemy: UnitId, far: Length, rate: Length },
    /// A unit charged.
    Charged { unit: UnitId, enemy: UnitId, ways: Vec<Way> },
    /// A charge that did not reach the enemy.
    ChargeFailed { unit: UnitId, enemy: UnitId },
    /// Two models are engaged.
    Engaged { model: ModelId, enemy: ModelId, across: bool },
    /// A unit hides.
    Hides { unit: UnitId },
    /// A unit that was hidden moves and stays hidden.
    StaysHidden { unit: UnitId },
    /// A unit is hidden no more.
    Revealed { unit: UnitId },
    /// The enemy knows where a hidden unit is.
    Detected { unit: UnitId, by: ModelId },
    /// A unit breaks off hand-to-hand combat.
    BreaksOff { unit: UnitId },
    /// Two models fight.
    Fight { model: ModelId, enemy: ModelId, number: u8 },
    /// Both can parry: nobody does.
    ParriesCancel { model: ModelId, enemy: ModelId },
    /// A model parries.
    Parried { model: ModelId, enemy: ModelId, dice: u8 },
    /// A Combat Score with what it is made of.
    Score { model: ModelId, die: u8, skill: u8, total: i8, reasons: Vec<(i8, &'static str)> },
    /// A fight is won.
    Won { model: ModelId, enemy: ModelId, hits: u8, by_initiative: bool },
    /// Nobody wins a fight.
    StandOff { model: ModelId, enemy: ModelId },
    /// Hits with a weapon.
    Struck { model: ModelId, enemy: ModelId, weapon: Option<MeleeId>, hits: u8 },
    /// The commander of a side has fallen.
    CommanderSlain { model: ModelId },
    /// A charge under the eyes of overwatch.
    UnderWatch { unit: UnitId },
    /// A unit is afraid of another.
    Afraid { unit: UnitId, enemy: UnitId },
    /// A unit is stupid for a turn.
    Stupid { unit: UnitId },
    /// A stupid unit wanders about.
    Wanders { unit: UnitId },
    /// Stupid creatures do nothing.
    Dazed { unit: UnitId },
    /// A unit is frenzied.
    Frenzied { unit: UnitId },
    /// A model follows up.
    FollowedUp { model: ModelId, ways: Vec<Way> },
    /// Victory points at the end.
    Scored { side: Side, unit: UnitId, points: u16, why: &'static str },
    /// The battle is over.
    Over { winner: Option<Side>, red: u16, blue: u16, margin: &'static str },
    /// A weapon that needs no roll at this range.
    HitsAlways { model: ModelId },
    /// A weapon whose hits wound without a roll.
    WoundsAlways { model: ModelId },
    /// What the sustained fire dice of a burst came to.
    Burst { model: ModelId, weapon: WeaponId, hits: u8, jams: u8 },
    /// The further hits of a burst go elsewhere.
    Spread { unit: UnitId, target: UnitId, hits: u8 },
    /// A weapon is jammed.
    Jammed { model: ModelId, weapon: WeaponId, counters: u8 },
    /// A jam counter was removed.
    JamCleared { model: ModelId, weapon: WeaponId, counters: u8 },
    /// A jammed weapon cannot fire its second shot.
    NoSecondShot { model: ModelId, weapon: WeaponId },
    /// A weapon blew up.
    BlewUp { model: ModelId, weapon: WeaponId },
    /// A shot that is lost: out of range, or a miss that does not scatter.
    ShotLost { model: ModelId, weapon: WeaponId },
    /// A shot scattered so far.
    Scattered { model: ModelId, weapon: WeaponId, far: Length },
    /// A dud.
    Dud { model: ModelId, weapon: WeaponId },
    /// A misfire: the marker lies on the firer.
    Misfire { model: ModelId, weapon: WeaponId },
    /// A marker or teardrop on the table, with those under it.
    Laid { model: ModelId, weapon: WeaponId, at: Pose, wholly: Vec<ModelId>, partly: Vec<ModelId> },
    /// A teardrop that reaches nobody of its target.
    OutOfReach { model: ModelId, weapon: WeaponId },
    /// Something ails a model now.
    Afflicted { model: ModelId, what: &'static str },
    /// It does so no longer.
    Recovered { model: ModelId, what: &'static str },
    /// A model runs about in flames.
    RanBurning { model: ModelId },
    /// A model was pushed.
    Pushed { model: ModelId },
    /// A marker stays on the table.
    MarkerLeft { kind: u8 },
    /// What became of a marker at the start of a turn.
    MarkerRolled { kind: u8, what: &'static str },
    /// The location of a vehicle that is hit.
    Located { model: ModelId, location: u8 },
    /// A hit went through the armour.
    Pierced { model: ModelId, location: u8, total: u8, armour: u8 },
    /// It did not.
    Bounced { model: ModelId, location: u8, total: u8, armour: u8 },
    /// A roll on a damage table.
    Damaged { model: ModelId, location: u8, table: u8, row: u8 },
    /// What is damaged so already.
    NoFurtherDamage { model: ModelId },
    /// Crew died.
    CrewKilled { model: ModelId, dead: u8 },
    /// A vehicle will move out of control.
    OutOfControl { model: ModelId },
    /// It did.
    RanOutOfControl { model: ModelId, far: Length },
    /// A walker staggered.
    Staggered { model: ModelId, far: Length },
    /// A vehicle blew up.
    VehicleExploded { model: ModelId },
    /// A vehicle is destroyed; perhaps a wreck stays.
    VehicleDestroyed { model: ModelId, wreck: bool },
    /// A character joined a squad.
    Joined { model: ModelId, squad: UnitId },
    /// A character left its squad.
    Left { model: ModelId, squad: UnitId },
    /// How hits were shared out in a squad with characters.
    Allotted { target: UnitId, ordinary: u8, characters: u8 },
    /// Who commands.
    Commander { model: ModelId },
    /// A psyker has a power.
    PowerTaken { model: ModelId, power: u8 },
    /// A power is named with its target.
    PowerNamed { model: ModelId, power: u8, target: Option<ModelId> },
    /// A power whose target is too far.
    PowerLost { model: ModelId, power: u8, far: Length },
    /// Whether a power works.
    PowerRolled { model: ModelId, power: u8, works: bool },
    /// A psychic shield stands.
    Shielded { model: ModelId },
    /// A psychic shield negated wounds.
    ShieldHeld { model: ModelId, negated: u8 },
    /// A psychic shield was used against a psychic attack.
    ShieldGone { model: ModelId, negated: bool },
    /// A power struck these.
    Struckdown { model: ModelId, power: u8, struck: Vec<ModelId> },
    /// A mind is destroyed.
    MindDestroyed { model: ModelId },
    /// Two psykers measured their strength.
    Purged { model: ModelId, enemy: ModelId, own: u8, other: u8 },
    /// A psyker teleported.
    Teleported { model: ModelId, inches: u8 },
    /// A weapon stays jammed, for its bearer watches.
    StillJammed { model: ModelId },
    /// A squad leaves the table of its own will.
    LeftTable { unit: UnitId },
    /// Crews feel nothing of this.
    Unmoved { unit: UnitId },
    /// A wargear card is seen.
    CardShown { model: ModelId, card: u8 },
    /// A field turned hits aside.
    FieldHeld { model: ModelId, saved: u8 },
    /// Wargear was destroyed with its bearer.
    WargearLost { model: ModelId },
    /// A drug makes a model hate.
    Hates { model: ModelId },
    /// A side has a mission.
    Mission { side: Side, mission: u8 },
    /// What a mission gave.
    Bonus { side: Side, mission: u8, points: u16, why: &'static str },
    /// A squad is held back to infiltrate.
    HeldBack { unit: UnitId },
    /// How a vehicle begins.
    Begins { unit: UnitId, how: &'static str },
    /// How long the game will be.
    GameLength { turns: u8 },
    /// What both forces are worth.
    Forces { red: u16, blue: u16 },
    /// A named character is in the battle.
    Present { unit: UnitId },
    /// How much of the table is covered, in percent.
    Covered { percent: u8 },
    /// The players have agreed on something.
    Agreed { what: &'static str },
    /// The game is played without something.
    Without { what: &'static str },
    /// A side has enough points.
    SuddenDeath { points: u16 },
    /// A squad is two combat squads.
    SplitUp { unit: UnitId, other: UnitId },
    /// A damaged weapon did not fire.
    FailedToFire { model: ModelId, weapon: WeaponId },
    /// A crewman has taken over a post.
    TookOver { model: ModelId, post: u8 },
    /// Something happened to a vehicle, or because of it; the sentence has this key.
    Happened { what: &'static str, model: ModelId, other: Option<ModelId> },
    /// Models of a unit went into a vehicle or out of it.
    Boarding { what: &'static str, unit: UnitId, vehicle: ModelId, models: u8 },
    /// A unit did something in a building.
    UnitIn { what: &'static str, unit: UnitId, building: u8, number: u8 },
    /// Something happened to a building.
    Building { what: &'static str, building: u8, number: i16 },
}
