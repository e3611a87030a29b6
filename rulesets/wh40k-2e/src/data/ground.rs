//! The table: `pieces/`, `tables/`, `battles.toml`, `options.toml`, `presets.toml`.

use std::collections::BTreeMap;

use grognard_tabletop::ruler::Inches;
use serde::Deserialize;

use super::troops::Origin;

/// A file of pieces.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PiecesFile {
    /// The pieces.
    pub piece: Vec<Piece>,
}

/// 2E-MOV-010 to 2E-MOV-013: what ground costs.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the classes of the rules")]
pub enum Class {
    Open,
    Difficult,
    VeryDifficult,
    Impassable,
}

impl Class {
    /// Every class with its word in the data.
    pub const ALL: [(Class, &str); 4] = [
        (Class::Open, "open"),
        (Class::Difficult, "difficult"),
        (Class::VeryDifficult, "very-difficult"),
        (Class::Impassable, "impassable"),
    ];
}

/// 2E-COV-001: what a piece is as cover.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the rules")]
pub enum Cover {
    None,
    Soft,
    Hard,
}

/// What a piece does to sight.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the README of the data says what the words mean")]
pub enum SightKind {
    Open,
    Solid,
    Wood,
    SeeThrough,
}

/// A piece of terrain.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Piece {
    pub id: String,
    pub order: u16,
    pub source: String,
    pub set: String,
    pub kind: String,
    pub ground: Class,
    pub cover: Cover,
    pub cover_inside: bool,
    pub sight: SightKind,
    pub hides: bool,
    pub vegetation: bool,
    pub water: String,
    pub bog: bool,
    pub obstacle: bool,
    pub outline: Vec<[Inches; 2]>,
    #[serde(default)]
    pub parts: Vec<Part>,
    #[serde(default)]
    pub building: Option<Building>,
    /// 2E-SET-017: gates in a wall or hedge.
    #[serde(default)]
    pub gates: Vec<Vec<[Inches; 2]>>,
}

/// A solid part of a piece.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Part {
    pub outline: Vec<[Inches; 2]>,
    pub bottom: Inches,
    pub top: Inches,
}

/// What makes a piece a building.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Building {
    pub material: String,
    pub armour: u8,
    pub door: u8,
    pub floors: u8,
    pub floor_height: Inches,
    pub closed: bool,
    /// 2E-SPC-009: one very large open space.
    #[serde(default)]
    pub hall: bool,
    pub openings: Vec<Opening>,
}

/// An opening in an outer wall.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Opening {
    pub kind: OpeningKind,
    pub from: [Inches; 2],
    pub to: [Inches; 2],
    pub floor: u8,
    pub bottom: Inches,
    pub top: Inches,
    pub locked: bool,
    /// It leads from one section of a building to the next (2E-BLD-016).
    #[serde(default)]
    pub inner: bool,
}

/// What an opening is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the data")]
pub enum OpeningKind {
    Door,
    Window,
    Slit,
}

/// A ready table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct TableFile {
    pub id: String,
    pub order: u16,
    pub source: String,
    pub origin: Origin,
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

/// A ready battle (2E-SET-002).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Battle {
    pub id: String,
    pub source: String,
    pub origin: Origin,
    pub limit: u16,
    pub table: String,
    pub turns: u8,
    pub preset: String,
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    pub sides: [BattleSide; 2],
    /// Whether all rules it needs are built.
    #[serde(default)]
    pub offered: bool,
    /// How often each side won between scripted players.
    #[serde(default)]
    pub balance: Option<Measured>,
}

/// Games between two scripted players, and how many each side won.
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the words of the data")]
pub struct Measured {
    pub games: u32,
    pub red: u32,
    pub blue: u32,
}

/// A side of a ready battle.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct BattleSide {
    pub army: String,
    pub force: String,
    pub mission: String,
    pub zone: String,
    #[serde(default)]
    pub commander: Option<String>,
    /// 2E-SPC-003: a strategy rating of its own.
    #[serde(default)]
    pub strategy: Option<u8>,
}

/// The file of layouts: how tables are made, and landscapes.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct LayoutsFile {
    pub made: Made,
    pub placement: Vec<Placement>,
    pub landscape: Vec<Landscape>,
}

/// What a made table keeps.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Made {
    pub gap: Inches,
    pub edge: Inches,
    pub tall_from: Inches,
    pub tall_from_edge: Inches,
    pub turns: Vec<i32>,
}

/// 2E-SET-015: what counts as one piece.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Placement {
    pub id: String,
    pub count: [u8; 2],
    pub from: Vec<String>,
}

/// A landscape: the piece in the middle, and the shares of others.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Landscape {
    pub id: String,
    pub middle: String,
    pub shares: Vec<Share>,
}

/// A share of a landscape.
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Share {
    pub piece: String,
    pub of: u8,
}

/// The file of options.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionsFile {
    /// The options.
    pub option: Vec<GameOption>,
}

/// An option of a game (DEC-042).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct GameOption {
    pub id: String,
    pub source: String,
    pub kind: String,
    pub values: Vec<String>,
    /// The values whose rules are not built yet.
    #[serde(default)]
    pub unbuilt: Vec<String>,
}

/// The file of presets.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PresetsFile {
    /// The presets.
    pub preset: Vec<Preset>,
}

/// A named set of options (TABX-029).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Preset {
    pub id: String,
    pub source: String,
    pub origin: Origin,
    pub options: BTreeMap<String, String>,
}
