//! Mission cards: `missions.toml`.

use grognard_tabletop::ruler::Inches;
use serde::Deserialize;

use super::troops::Origin;

/// The file of missions.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MissionsFile {
    /// The missions.
    pub mission: Vec<Mission>,
}

/// A mission card (TABX-001).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Mission {
    pub id: String,
    pub source: String,
    pub origin: Origin,
    /// 2E-MIS-004: whether the bonus is the primary or the secondary objective.
    pub bonus_is: String,
    pub needs: Needs,
    pub not_for: Vec<String>,
    pub setup: MissionSetup,
    pub bonus: Vec<Bonus>,
    pub best_only: bool,
}

/// What has to exist for a card.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the data files")]
pub enum Needs {
    #[serde(rename = "-")]
    Nothing,
    EnemyCharacter,
    EnemyPsyker,
}

/// What is done when a card is taken.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub enum MissionSetup {
    None,
    Mark { who: Mark },
    Place { piece: String, by: String, r#in: String },
    Point { from_own_edge: Inches, from_left_edge: Inches, centre_below: [Inches; 2] },
}

/// Who is marked.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the data files")]
pub enum Mark {
    Commander,
    Psyker,
}

/// A bonus of a card.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Bonus {
    pub when: When,
    pub points: u16,
    #[serde(default)]
    pub lost_below_percent: u16,
    #[serde(default)]
    pub inside_above_percent: u16,
    #[serde(default)]
    pub models: u16,
    #[serde(default)]
    pub within: Option<Inches>,
}

/// When a bonus is scored.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the data files")]
pub enum When {
    MarkSlain,
    MarkWounded,
    BunkerCollapsedOrHeld,
    SquadOrVehicleInEnemyZone,
    EachSquadWipedOut,
    EachVehicleDestroyed,
    EachCharacterSlain,
    EachSlainInCombat,
    EachVehicleNearOwnEdge,
    NoEnemyNearOwnEdge,
    NearestToPoint,
}

impl When {
    /// Whether it is counted as the game goes on.
    pub const fn runs(self) -> bool {
        matches!(
            self,
            When::EachSquadWipedOut
                | When::EachVehicleDestroyed
                | When::EachCharacterSlain
                | When::EachSlainInCombat
                | When::EachVehicleNearOwnEdge
        )
    }

    /// Its key in the texts.
    pub const fn key(self) -> &'static str {
        match self {
            When::MarkSlain => "bonus.mark-slain",
            When::MarkWounded => "bonus.mark-wounded",
            When::BunkerCollapsedOrHeld => "bonus.bunker",
            When::SquadOrVehicleInEnemyZone => "bonus.in-enemy-zone",
            When::EachSquadWipedOut => "bonus.squad",
            When::EachVehicleDestroyed => "bonus.vehicle",
            When::EachCharacterSlain => "bonus.character",
            When::EachSlainInCombat => "bonus.slain-in-combat",
            When::EachVehicleNearOwnEdge => "bonus.vehicle-near-edge",
            When::NoEnemyNearOwnEdge => "bonus.line-held",
            When::NearestToPoint => "bonus.point-held",
        }
    }
}
