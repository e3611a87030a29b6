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

/// A piece of terrain.
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
    #[serde(default)]
    pub building: Option<BuildingSheet>,
    #[serde(default)]
    pub roof: Option<RoofSheet>,
    #[serde(default)]
    pub access: Vec<Door>,
    #[serde(default)]
    pub fire_points: Vec<Opening>,
    #[serde(default)]
    pub levels: Vec<Level>,
}

/// 5B-BLD-002: what makes a piece a building that can be occupied.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct BuildingSheet {
    pub armour: u8,
    pub capacity: u8,
    pub storeys: u8,
    pub fortified: bool,
    pub small: bool,
    pub jump_assault: bool,
    pub weapons: Vec<String>,
    pub ruin: String,
}

/// 5V-ROF-001: the roof of a building.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct RoofSheet {
    pub height: Inches,
    pub outline: Vec<[Inches; 2]>,
    pub parapet: Parapet,
    pub access: bool,
}

/// 5V-ROF-020: what stands around a roof.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the rule")]
pub enum Parapet {
    None,
    Parapet,
    Battlement,
}

/// An access point of a building.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Door {
    pub id: String,
    pub at: [Inches; 2],
}

/// 5B-BLD-011: a fire point of a building.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Opening {
    pub id: String,
    pub level: u8,
    pub at: [Inches; 2],
    pub models: u8,
    pub kind: crate::data::vehicles::Exposure,
}

/// 5B-RUI-001: a level of a ruin.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Level {
    pub level: u8,
    pub floor: Inches,
    pub outline: Vec<[Inches; 2]>,
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
    /// What games of the scripted player against itself say of the chances of either side.
    #[serde(default)]
    pub balance: Option<Measured>,
}

/// How often either side won of some games by the battle's own rules; the others were drawn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// Games played.
    pub games: u32,
    /// Games won by the first army.
    pub red: u32,
    /// Games won by the second army.
    pub blue: u32,
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
    pub part: Part22,
    pub clear_of: ClearOf,
    pub distance: Inches,
    #[serde(default)]
    pub limits: Vec<SlotLimit>,
    pub rest: String,
    #[serde(default)]
    pub night_turns: Vec<u8>,
}

/// T-22: the part of the table that is a zone.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part22 {
    /// A half along a long edge.
    LongHalf,
    /// A quarter of it.
    Quarter,
}

/// T-22: what a zone keeps away from.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClearOf {
    /// The line between the halves.
    CentreLine,
    /// The middle of the table.
    Centre,
    /// Enemies.
    Enemies,
}

/// T-22: at most so many units of a slot are set up.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct SlotLimit {
    pub slot: String,
    pub most: u8,
}

/// The file of missions.
#[derive(Clone, Debug, Deserialize)]
pub struct MissionsFile {
    /// The missions.
    pub mission: Vec<Mission>,
}

/// T-21: a mission.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Mission {
    pub id: String,
    pub objectives: Objectives,
}

/// T-21: which objectives a mission has.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Objectives {
    /// 5B-MIS-007: none, kill points count.
    None,
    /// 5B-MIS-005: a rolled number anywhere.
    Rolled,
    /// 5B-MIS-006: one for each player, in its zone.
    OneEach,
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
