//! What equipment does: `items.toml`.

use grognard_tabletop::ruler::Inches;
use serde::Deserialize;

use super::amount::Score;
use super::troops::{Type, WeaponProfile};

/// The file of psychic powers.
#[derive(Clone, Debug, Deserialize)]
pub struct PowersFile {
    /// The powers.
    #[serde(default)]
    pub power: Vec<Power>,
}

/// A psychic power. What is not a shooting attack is not built yet.
#[derive(Clone, Debug, Deserialize)]
pub struct Power {
    /// Its id.
    pub id: String,
    /// Who has it.
    #[serde(default)]
    pub user: String,
    /// What it costs where it is bought.
    #[serde(default)]
    pub points: u16,
    /// 5B-PSY-003: its profile as a shooting attack.
    #[serde(default)]
    pub attack: Option<WeaponProfile>,
    /// 5B-PSY-007: when it is used.
    #[serde(default)]
    pub when: Moment,
    /// What it does.
    #[serde(default)]
    pub effect: Option<PowerEffect>,
}

/// When a psychic power is used.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Moment {
    /// When the own turn starts.
    OwnTurnStart,
    /// When the own Shooting phase starts.
    OwnShootingStart,
    /// As a shot, always, or when it is not built yet.
    #[default]
    #[serde(other)]
    Other,
}

/// Whom a psychic power is used on.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Whom {
    /// A friendly unit.
    Friend,
    /// An enemy unit.
    Enemy,
    /// All enemies in range.
    Enemies,
    /// The psyker's own unit.
    OwnUnit,
    /// What is not built yet.
    #[default]
    #[serde(other)]
    Other,
}

/// What a psychic power does; what it does to dice stands in the rules.
#[derive(Clone, Debug, Deserialize)]
pub struct PowerEffect {
    /// Whom it is used on.
    #[serde(default)]
    pub target: Whom,
    /// How far.
    #[serde(default)]
    pub within: Option<String>,
    /// The save it gives.
    #[serde(default)]
    pub save: Option<Score>,
    /// What it adds to a test.
    #[serde(default)]
    pub modifier: i8,
    /// Whether the psyker does not fire then.
    #[serde(default)]
    pub instead_of_firing: bool,
}

/// The file of equipment.
#[derive(Clone, Debug, Deserialize)]
pub struct ItemsFile {
    /// The items.
    #[serde(default)]
    pub item: Vec<Item>,
}

/// A piece of equipment.
#[derive(Clone, Debug, Deserialize)]
pub struct Item {
    /// Its id.
    pub id: String,
    /// What it does.
    #[serde(default)]
    pub effects: Vec<Effect>,
}

/// One thing a piece of equipment does to whoever carries it.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub enum Effect {
    Armour {
        save: Score,
    },
    Impervious {
        save: Score,
    },
    Invulnerable {
        save: Score,
    },
    Type {
        r#type: Type,
    },
    MovesAs {
        r#type: Type,
    },
    Ability {
        ability: String,
        scope: String,
    },
    Aura {
        ability: String,
        within: Inches,
    },
    Attacks {
        plus: u8,
    },
    Shots {
        plus: u8,
    },
    Bs {
        plus: u8,
    },
    Weapon {
        weapon: String,
    },
    WeaponsFired {
        weapons: u8,
    },
    FirstRoundInitiative {
        initiative: u8,
    },
    NoCoverPenalty,
    NoCoverSaves,
    IgnoresDifficultTerrain,
    PowersPerTurn {
        powers: u8,
    },
    /// What is not built, or is built by its rule.
    #[serde(other)]
    Other,
}
