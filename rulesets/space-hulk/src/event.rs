//! What can happen. Events carry facts; sentences are made when somebody reads them.

use grognard_space::grid::{Cell, CellSet, Facing};

use crate::blips::event::BroodEvent;
use crate::piece::{Mark, PieceId};
use crate::profile::Ranged;
use crate::psychic;
use crate::table::{EndWhy, Side};

/// How a shot came about.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Shot {
    /// An action of its own.
    Plain,
    /// After a step.
    Moving,
    /// After a quarter turn.
    Turning,
    /// On overwatch.
    Overwatch,
    /// Full auto.
    FullAuto,
    /// After taking aim for so many points (SH-IGF-021).
    Aimed(u8),
}

/// What killed a piece or broke a door.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// A shot.
    Shot(Ranged),
    /// Flames.
    Flames,
    /// Close assault.
    Assault,
    /// A self-destructing flamer.
    SelfDestruction,
    /// A thunder hammer set off.
    Detonation,
    /// An assault cannon bursting.
    Malfunction,
    /// Its entry area was secured.
    Secured,
    /// A chain fist.
    ChainFist,
    /// A power axe.
    PowerAxe,
    /// Lost in a disposal chute.
    Chute,
    /// Killed with a canister in his arms.
    Burdened,
    /// Fallen out of the lowest level.
    Fall,
    /// A psychic attack.
    Psychic(psychic::card::Kind),
    /// SH-WGD-006: taken along by a spirit stone.
    Warp,
    /// Crushed by a lift's door, or by somebody coming down.
    Crushed,
    /// The psychic blast of a Nemesis weapon (SH-WNM-003).
    Blast,
}

/// What is done with a canister.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Handling {
    /// It was taken up.
    PickedUp,
    /// It was put down.
    PutDown,
    /// It was armed.
    Armed,
    /// It was dropped into an air shaft.
    Dropped,
}

/// The result of a round of close assault.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum RoundResult {
    /// The attacker won: the defender is dead.
    DefenderDead,
    /// The defender won and faced the attacker: the attacker is dead.
    AttackerDead,
    /// The defender won, but did not face the attacker.
    Survived,
    /// Nobody won.
    Tie,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
#[expect(missing_docs, reason = "the fields are the words of the event")]
pub enum Event {
    /// A game turn begins.
    Turn { turn: u8 },
    /// A phase begins: a message key.
    Phase { side: Side, phase: &'static str },
    /// A Marine was put on a start square.
    Deployed { marine: PieceId, at: Cell },
    /// SH-CMD-001: the command points of this turn; others do not see them when they are secret.
    CommandPoints { points: u8, bonus: i8 },
    /// SH-CMD-011: the roll is made in secret.
    SecretCommandPoints,
    /// SH-CMD-007: command points were spent.
    Spent { model: PieceId, points: u8 },
    /// SH-CMD-002: what is left is lost.
    Expired { points: u8 },
    /// A piece was activated.
    Activated { piece: PieceId, ap: u8 },
    /// A piece moved.
    Moved { piece: PieceId, from: Cell, to: Cell },
    /// A model turned.
    Turned { piece: PieceId, to: Facing },
    /// A door was opened.
    DoorOpened { by: PieceId, door: Cell },
    /// A door was closed.
    DoorClosed { by: PieceId, door: Cell },
    /// A door was destroyed.
    DoorDestroyed { door: Cell, cause: Cause },
    /// A shot was fired; its dice come before it in the log.
    Fired { by: PieceId, weapon: Ranged, at: Mark, shot: Shot, hit: bool },
    /// A piece was killed.
    Killed { piece: PieceId, at: Option<Cell>, cause: Cause },
    /// A piece went through the flames alive.
    Survived { piece: PieceId, at: Cell },
    /// SH-JAM-001.
    Jammed { marine: PieceId },
    /// SH-JAM-005.
    JamCleared { marine: PieceId },
    /// A Marine went on overwatch.
    OverwatchSet { marine: PieceId },
    /// A Marine is no longer on overwatch: a message key says why.
    OverwatchEnded { marine: PieceId, why: &'static str },
    /// SH-OVW-005, SH-OVW-007: a Marine on overwatch does not fire at what has just acted: a message key says why.
    HeldFire { marine: PieceId, target: PieceId, why: &'static str },
    /// SH-SUS-002: a series of shots is over and its bonus lost.
    AimLost { marine: PieceId },
    /// A weapon was reloaded.
    Reloaded { marine: PieceId, ammo: u8 },
    /// Full auto begins.
    FullAuto { by: PieceId },
    /// SH-WAC-012.
    Malfunction { marine: PieceId },
    /// A section was set on fire.
    Flamed { by: PieceId, section: u8, cells: CellSet },
    /// SH-WHF-009: fire went through a door.
    FireSpread { section: u8, cells: CellSet },
    /// A flame marker was taken away.
    FlameRemoved { section: u8, left: u8 },
    /// SH-WHF-017.
    SelfDestructed { marine: PieceId, section: u8 },
    /// SH-WTH-002.
    Detonated { marine: PieceId, section: u8 },
    /// A round of close assault begins.
    Assaulted { attacker: PieceId, defender: PieceId, ganging: i8 },
    /// A die was rolled again.
    Parried { by: PieceId, die: u8, old: u8, new: u8 },
    /// A round of close assault is decided: totals and result.
    Round { attacker: PieceId, defender: PieceId, attack: i8, defence: i8, result: RoundResult },
    /// SH-CLA-007.
    TurnedToFace { model: PieceId, to: Facing },
    /// A door was close assaulted.
    DoorAssaulted { by: PieceId, door: Cell, total: i8, broken: bool },
    /// A blip came into sight, or its owner turned it over: what it was is open now.
    Converted { blip: PieceId, value: u8, voluntary: bool },
    /// A Genestealer was put down.
    Placed { stealer: PieceId, at: Option<Cell> },
    /// SH-CNV-009: there was no room for so many.
    Lost { models: u8 },
    /// A Genestealer was faced after conversion or entry.
    Faced { stealer: PieceId, to: Facing },
    /// Blips were drawn; only their owner knows what they are.
    Drawn { blips: u8 },
    /// SH-ENP-018: there was nothing to draw, or no room for it.
    NoneDrawn,
    /// The owner looks at a drawn blip.
    Looked { blip: PieceId, value: u8 },
    /// A blip was put into an entry area.
    PutIn { blip: PieceId, entry: u8, lurks: bool },
    /// A piece stepped onto the map.
    Entered { piece: PieceId, entry: u8, at: Cell },
    /// SH-SEC-003.
    Secured { by: PieceId, entry: u8 },
    /// A Marine left the map over an exit.
    Escaped { marine: PieceId },
    /// A section weapon was fired, or a grenade thrown.
    Launched { by: PieceId, weapon: Ranged, at: Cell },
    /// SH-PIT-016: a grenade dropped down a hole.
    GrenadeDropped { from: Cell, to: Option<Cell> },
    /// SH-WGR-004, SH-WGR-008: smoke hides these squares.
    Smoke { cells: CellSet },
    /// It has cleared.
    SmokeCleared { cells: CellSet },
    /// SH-WGR-009: a melta-bomb eats into the floor.
    Glows { at: Cell },
    /// SH-END-004: it has burnt through.
    BurntThrough { at: Cell },
    /// SH-WPL-001: a plasma weapon recharges.
    Recharging { marine: PieceId },
    /// SH-CLA-016: a model lost a wound and lives.
    Wounded { piece: PieceId, left: u8 },
    /// A piece climbed to another level.
    Climbed { piece: PieceId, from: Cell, to: Cell },
    /// A piece jumped down a hole.
    Jumped { piece: PieceId, from: Cell, to: Cell },
    /// SH-PIT-005: a Marine fell.
    Fell { marine: PieceId, from: Cell, to: Cell },
    /// T-04: a Marine is down, on his feet or not; or another was knocked down.
    Landed { marine: PieceId, at: Cell, prone: bool },
    /// SH-PRN-001.
    StoodUp { marine: PieceId, to: Facing },
    /// A piece rode a lift.
    Rode { piece: PieceId, from: Cell, to: Cell },
    /// SH-LFT-003: a lift's door closed by itself.
    LiftShut { door: Cell },
    /// SH-RUB-002: rubble deflected a hit.
    Deflected { rubble: Cell },
    /// SH-TOX-003, SH-TOX-005: something was done with a canister.
    Canister { by: PieceId, what: Handling, at: Cell },
    /// The clock ran out.
    TimeUp,
    /// A goal of several is reached.
    GoalReached { goal: u8 },
    /// At the end of a turn: whether a section was held, how often by now, and how often it takes.
    Held { section: u8, held: bool, turns: u8, of: u8 },
    /// A Marine took an item up.
    Taken { marine: PieceId, item: u8 },
    /// A Marine put an item down.
    LaidDown { marine: PieceId, item: u8, at: Cell },
    /// An item's bearer fell: it lies where he stood.
    Dropped { item: u8, at: Cell },
    /// An item left the map with its bearer.
    CarriedOut { marine: PieceId, item: u8 },
    /// Something about Hybrids, Tyranids or ambush counters.
    Brood(BroodEvent),
    /// Something of psychic combat.
    Psychic(psychic::event::Event),
    /// SH-FOR-001: the force was bought for so many points.
    Mustered { points: crate::force::points::Points },
    /// Something of Aspect Warriors.
    Aspect(crate::eldar::event::Event),
    /// Something of the Guard.
    Guard(crate::guard::event::Event),
    /// Something of a side's Farseer.
    Farseer(Side, crate::eldar::farseer::event::Event),
    /// SH-FOR-005: both bids were laid open, the Marine seat's first.
    Bids {
        /// What was bid.
        bids: [crate::force::points::Points; 2],
    },
    /// Something of Warlocks and Wraithguard.
    Seer(crate::eldar::seers::event::Event),
    /// Something of Harlequins.
    Harlequin(crate::harlequin::event::Event),
    /// The mission is over; the goal that decided it, where one did.
    Over { winner: Side, why: EndWhy, goal: Option<u8> },
}
