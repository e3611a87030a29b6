//! Terminators by role: what they carry and how they fight.

use serde::{Deserialize, Serialize};

/// A weapon fired from a distance.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ranged {
    /// SH-WSB-001.
    StormBolter,
    /// SH-WHF-001.
    HeavyFlamer,
    /// SH-WAC-001.
    AssaultCannon,
}

impl Ranged {
    /// All of them.
    pub const ALL: [Ranged; 3] = [Ranged::StormBolter, Ranged::HeavyFlamer, Ranged::AssaultCannon];

    /// The name in text forms and data.
    pub const fn name(self) -> &'static str {
        match self {
            Ranged::StormBolter => "storm-bolter",
            Ranged::HeavyFlamer => "heavy-flamer",
            Ranged::AssaultCannon => "assault-cannon",
        }
    }
}

/// A weapon of close assault.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Melee {
    /// SH-WPG-001: one die, no bonus, no parry.
    PowerGlove,
    /// SH-WPS-001: parries.
    PowerSword,
    /// SH-WCF-001: cuts doors.
    ChainFist,
    /// SH-WLI-001: two dice and a bonus.
    LightningClaws,
    /// SH-WTH-001: a bonus in front, and it can be blown up.
    ThunderHammer,
    /// SH-WSS-001: parries.
    StormShield,
}

/// A role of Terminator (SH-TRM-001).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The role's name in data: filled in from its table.
    #[serde(skip)]
    pub name: String,
    /// Bonus in close assault that always counts (SH-CLA-011).
    pub skill: i8,
    /// What it fires, if anything.
    pub ranged: Option<Ranged>,
    /// What it fights with.
    pub melee: Vec<Melee>,
    /// SH-TRM-004: adds to command rolls.
    #[serde(default)]
    pub command: bool,
    /// SH-TRM-008: friends nearby fight better.
    #[serde(default)]
    pub inspires: bool,
    /// SH-TOX-006: whether it has a hand free for objects.
    #[serde(default = "yes")]
    pub picks_up: bool,
    /// Adds to the clock (SH-TIM-001, SH-AMB-051).
    #[serde(default)]
    pub leader: bool,
}

const fn yes() -> bool {
    true
}

impl Profile {
    /// Whether it carries a close assault weapon.
    pub fn has(&self, weapon: Melee) -> bool {
        self.melee.contains(&weapon)
    }
}
