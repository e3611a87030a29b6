//! The numbers of Aspect Warriors and Exarchs, each under the id of its rule.

use serde::Deserialize;

use crate::numbers::numbers;

numbers! {
    /// SH-DAV-003: what a shuriken storm costs, and the dice it adds.
    ShurikenStorm { cost: u8, dice: u8 }
    /// SH-FDR-004, SH-FDR-005, SH-FDR-006, SH-EXA-006: a number on a die.
    Needs { need: u8 }
    /// SH-DRP-004: what setting the launcher on overwatch costs.
    RangeFinder { cost: u8 }
    /// SH-HBN-002: squares to have moved, and the dice a scream takes.
    BansheeMask { steps: u8, dice: u8 }
    /// SH-TIM-003: seconds.
    ExarchTime { exarch: u32 }
    /// SH-EXA-004, SH-EXA-015: what a blade adds.
    Blade { bonus: i8 }
    /// SH-EXA-014: what a blade adds, and how often it parries.
    ParryingBlade { bonus: i8, parries: u8 }
    /// SH-PAR-005.
    Parries { parries: u8 }
    /// SH-EXA-009.
    Strike { dice: u8 }
    /// SH-EXA-010.
    CannonCost { cost: u8 }
    /// SH-EXA-011: what it adds in close assault, how far it leaps, how many it kills.
    WebOfSkulls { bonus: i8, reach: u16, kills: u8 }
    /// SH-EXA-013.
    Stealth { range: u16 }
    /// SH-EXA-017.
    AxeCosts { door: u8, bulkhead: u8 }
}
