//! What comes next in a game, and what is called or entered once.

use serde::{Deserialize, Serialize};

use crate::ids::{ModelId, Side, UnitId};

/// 5B-CCB-001: who strikes at which step of a combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ladder {
    /// The step that is fought.
    pub now: u8,
    /// Each side's models by the step they strike at, the highest first.
    pub rungs: Vec<(u8, Side, Vec<ModelId>)>,
}

/// The outer flow: setting up, then player turns (5B-TRN-002).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields are the words of the flow")]
pub enum Flow {
    /// 5B-MIS-002.
    RollOff,
    /// 5B-MIS-005, 5B-MIS-006: objectives are placed; `left` are still to come.
    Objectives { side: Side, left: u8 },
    /// 5B-MIS-021.
    Deploy { side: Side },
    /// 5B-USR-009: infiltrators.
    Infiltrate { next: Option<Side> },
    /// 5B-USR-014: scouts.
    Scouts { next: Option<Side> },
    /// 5B-MIS-003.
    Seize,
    /// The start of a player turn.
    StartTurn,
    /// 5B-MOV-011.
    Movement,
    /// 5B-SHO-007.
    Shooting,
    /// 5B-ASM-014, first step.
    Assaults,
    /// 5B-ASM-014, second step.
    React,
    /// 5B-ASM-014, third step.
    Combats,
    /// 5B-USR-008: units that break out of combat.
    HitAndRun { next: Option<Side> },
    /// The end of a player turn.
    EndTurn,
    /// The battle is over.
    Over { winner: Option<Side>, resigned: bool },
}

/// 5V-JAS-001: a jump assault of a unit on another.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leap {
    /// Who comes from above.
    pub by: UnitId,
    /// Upon whom.
    pub on: UnitId,
    /// The building or ruin, by its place among the features of the table.
    pub site: u16,
}

/// 5X-RUL-006: something a side calls once in a battle.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Call {
    /// Not called yet.
    #[default]
    Ready,
    /// It holds in this turn.
    On,
    /// Used up.
    Used,
}

/// Where a unit comes on: 0 at y = 0, 1 opposite, 2 at x = 0, 3 opposite; and the test for difficult ground.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the line above says it")]
pub struct Entry {
    pub edge: u8,
    pub test: Option<i8>,
}
