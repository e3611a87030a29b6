//! The table: `pieces/`, `tables/`, `battles.toml`, `deployments.toml`.

use grognard_tabletop::ruler::Inches;
use serde::Deserialize;

/// What a piece is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the classes of the data")]
pub enum Class {
    Area,
    Linear,
    Ruin,
    Building,
    Hill,
    Road,
    Impassable,
}

/// A piece of terrain. What makes it a building is not looked at yet.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Piece {
    pub id: String,
    pub order: u16,
    pub class: Class,
    pub cover: String,
    pub ground: Vec<String>,
    pub height: Inches,
    pub outline: Vec<[Inches; 2]>,
    #[serde(default)]
    pub crossable: Option<bool>,
    #[serde(default)]
    pub part: Vec<Part>,
}

impl Piece {
    /// Whether its ground is of a kind.
    pub fn is(&self, ground: &str) -> bool {
        self.ground.iter().any(|own| own == ground)
    }
}

/// A solid part of a piece.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Part {
    pub outline: Vec<[Inches; 2]>,
    #[serde(default)]
    pub bottom: Option<Inches>,
    pub top: Inches,
    #[serde(default)]
    pub passable: bool,
}

/// A ready table.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct TableFile {
    pub id: String,
    pub order: u16,
    pub size: [Inches; 2],
    #[serde(default)]
    pub piece: Vec<Placed>,
}

/// A piece on a table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placed {
    /// Its name on this table.
    pub id: String,
    /// Which piece.
    pub piece: String,
    /// Its middle.
    pub at: [Inches; 2],
    /// How far it is turned to the left, in degrees.
    #[serde(default)]
    pub turn: i32,
}

/// The file of ready battles.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattlesFile {
    /// The battles.
    pub battle: Vec<Battle>,
}

/// A ready battle.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Battle {
    pub id: String,
    pub source: String,
    pub order: u16,
    pub rules: String,
    pub preset: String,
    pub table: String,
    pub mission: String,
    pub deployment: String,
    pub sides: [BattleSide; 2],
    /// Whether the rules it needs are built, but for the units that stay away.
    #[serde(default)]
    pub offered: bool,
    /// Units of the lists whose rules are not built yet.
    #[serde(default)]
    pub stay_away: Vec<String>,
}

/// A side of a ready battle.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct BattleSide {
    pub force: String,
    pub points: u16,
}

/// The file of deployments.
#[derive(Clone, Debug, Deserialize)]
pub struct DeploymentsFile {
    /// The deployments.
    pub deployment: Vec<Deployment>,
}

/// How armies are set up.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Deployment {
    pub id: String,
    pub part: String,
    pub distance: Inches,
}

/// The file of presets.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PresetsFile {
    /// The presets.
    pub preset: Vec<Preset>,
}

/// A named set of options.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Preset {
    pub id: String,
    pub source: String,
    pub rules: String,
    pub options: std::collections::BTreeMap<String, String>,
}
