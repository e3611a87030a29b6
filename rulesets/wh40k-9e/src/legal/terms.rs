//! The terms of each kind of move in one table (TAB-17): which rules it stands under and what it asks.

use grognard_engine::{RuleId, rule};

use crate::choice::MoveKind;

/// What a kind of move asks.
#[derive(Copy, Clone, Debug)]
pub struct Terms {
    /// The rule that the move stands under, for questions and refusals.
    pub rule: RuleId,
    /// In coherency at the end, or the move is not made at all.
    pub together: RuleId,
    /// The rule by which the general limits of moves hold in this one, too.
    pub limits: Option<RuleId>,
    /// The same for the distance from enemies.
    pub near: Option<RuleId>,
    /// Whether each model's own Move counts, and not the distance of the move alone.
    pub own_move: bool,
    /// 9E-AIR-002: whether those with a minimum Move have to fly so far, and on (9E-OUT-052).
    pub flight: bool,
    /// 9E-FLY-003: whether heights cost flyers nothing.
    pub soars: bool,
    /// 9E-OUT-026: whether difficult ground makes it shorter.
    pub slowed: bool,
    /// What climbing counts by.
    pub climbing: RuleId,
    /// What enemies are on the way.
    pub enemies: Enemies,
    /// What is broken within Engagement Range of an enemy, and by those who fly.
    pub too_near: [RuleId; 2],
    /// Whether it has to end out of Engagement Range of all whom it is not made against.
    pub ends_away: bool,
    /// A move that brings each model closer to the nearest enemy; 9E-COH-009: a unit may also leave everybody in place.
    pub closer: Option<Closer>,
}

/// What enemies are on the way.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Enemies {
    /// 9E-MOV-015, 9E-MOV-017, 9E-AMB-014: never within Engagement Range, unless the unit flies (9E-FLY-002).
    KeptAway,
    /// 9E-MOV-022: gone past; 9E-MOV-024: but not through.
    GonePast,
    /// 9E-OUT-003: gone through.
    GoneThrough,
    /// 9E-CHG-015, 9E-AMB-067: kept away from, but for the targets.
    Targets,
    /// 9E-FLY-009: as for those on foot.
    OnFoot,
}

/// The rules of moves towards the nearest enemy.
#[derive(Copy, Clone, Debug)]
pub struct Closer {
    /// Closer to it.
    pub rule: RuleId,
    /// Whoever touches an enemy stays.
    pub touching: Option<RuleId>,
    /// Aircraft are not looked at.
    pub but_aircraft: RuleId,
}

const NORMAL: Terms = Terms {
    rule: rule!("9E-MOV-014"),
    together: rule!("9E-MOV-013"),
    limits: None,
    near: None,
    own_move: true,
    flight: true,
    soars: true,
    slowed: true,
    climbing: rule!("9E-TER-003"),
    enemies: Enemies::KeptAway,
    too_near: [rule!("9E-MOV-015"), rule!("9E-FLY-005")],
    ends_away: true,
    closer: None,
};

/// Short moves next to the enemy: into Engagement Range of anything but an aircraft (9E-AIR-009).
const SHORT: Terms = Terms {
    own_move: false,
    flight: false,
    soars: false,
    slowed: false,
    enemies: Enemies::OnFoot,
    too_near: [rule!("9E-AIR-009"); 2],
    ends_away: false,
    ..NORMAL
};

/// The terms of a kind of move.
pub const fn terms(kind: MoveKind) -> &'static Terms {
    match kind {
        MoveKind::Normal => &NORMAL,
        MoveKind::Advance => &ADVANCE,
        MoveKind::FallBack => &FALL_BACK,
        MoveKind::Breakout => &BREAKOUT,
        MoveKind::BeforeBattle => &BEFORE_BATTLE,
        MoveKind::Charge => &CHARGE,
        MoveKind::Heroic => &HEROIC,
        MoveKind::PileIn => &PILE_IN,
        MoveKind::Consolidate => &CONSOLIDATE,
    }
}

const ADVANCE: Terms =
    Terms { rule: rule!("9E-MOV-016"), too_near: [rule!("9E-MOV-017"), rule!("9E-FLY-005")], ..NORMAL };

const FALL_BACK: Terms = Terms {
    rule: rule!("9E-MOV-022"),
    enemies: Enemies::GonePast,
    too_near: [rule!("9E-MOV-023"); 2],
    ..NORMAL
};

const BREAKOUT: Terms = Terms {
    rule: rule!("9E-OUT-003"),
    flight: false,
    enemies: Enemies::GoneThrough,
    too_near: [rule!("9E-AIR-009"); 2],
    ends_away: false,
    ..NORMAL
};

const BEFORE_BATTLE: Terms =
    Terms { rule: rule!("9E-MIS-008"), own_move: false, flight: false, slowed: false, ..NORMAL };

const CHARGE: Terms = Terms {
    rule: rule!("9E-CHG-013"),
    together: rule!("9E-CHG-012"),
    limits: Some(rule!("9E-CHG-016")),
    slowed: true,
    climbing: rule!("9E-TER-006"),
    enemies: Enemies::Targets,
    too_near: [rule!("9E-CHG-015"); 2],
    ends_away: true,
    ..SHORT
};

const HEROIC: Terms = Terms {
    rule: rule!("9E-HER-006"),
    together: rule!("9E-HER-008"),
    limits: Some(rule!("9E-HER-015")),
    // Into the range of anything but an aircraft.
    near: Some(rule!("9E-HER-011")),
    closer: Some(Closer { rule: rule!("9E-HER-007"), touching: None, but_aircraft: rule!("9E-HER-009") }),
    ..SHORT
};

const PILE_IN: Terms = Terms {
    rule: rule!("9E-FGT-009"),
    together: rule!("9E-FGT-012"),
    limits: Some(rule!("9E-FGT-035")),
    near: Some(rule!("9E-FGT-035")),
    closer: Some(Closer {
        rule: rule!("9E-FGT-010"),
        touching: Some(rule!("9E-FGT-011")),
        but_aircraft: rule!("9E-FGT-033"),
    }),
    ..SHORT
};

const CONSOLIDATE: Terms = Terms {
    rule: rule!("9E-FGT-029"),
    together: rule!("9E-FGT-032"),
    closer: Some(Closer {
        rule: rule!("9E-FGT-030"),
        touching: Some(rule!("9E-FGT-031")),
        but_aircraft: rule!("9E-FGT-033"),
    }),
    ..PILE_IN
};
