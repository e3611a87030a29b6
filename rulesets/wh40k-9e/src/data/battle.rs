//! Pieces of terrain (`pieces/*.toml`), tables made of them (`tables/*.toml`), ready armies (`forces/*.toml`), powers (`powers.toml`) and
//! presets (`presets.toml`).

use serde::{Deserialize, Serialize};

use super::amount::{Amount, Inches};

/// A ready table. The x axis lies along its longer side, the origin is a corner (TAB-21).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableFile {
    /// Its name in data; display name and sentence are the texts `table.ID` and `table.ID-about`.
    pub id: String,
    /// The display name of a table that has no such text.
    #[serde(default)]
    pub name: Option<String>,
    /// Its place in lists; those without one come last.
    #[serde(default = "last")]
    pub order: u16,
    /// Length (x) and width (y).
    pub size: [Inches; 2],
    /// The terrain features.
    #[serde(default, rename = "piece")]
    pub pieces: Vec<PlacedFile>,
}

const fn last() -> u16 {
    u16::MAX
}

/// A piece of terrain, as it can lie on any table. Corners are measured from the lower left one of the box around it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceFile {
    /// Its name in data and what it is: the text `terrain.ID` names it.
    pub id: String,
    /// Its place in lists.
    pub order: u16,
    /// Its area: a convex polygon, corners in order.
    pub outline: Vec<[Inches; 2]>,
    /// The traits it has where a table says nothing else.
    #[serde(default)]
    pub traits: Vec<Trait>,
    /// What stands on the area, as in [`TerrainFile`].
    #[serde(default, rename = "part")]
    pub parts: Vec<PartFile>,
}

/// A piece where it lies on a table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacedFile {
    /// Its name on the table, such as `ruin-1`.
    pub id: String,
    /// The piece.
    pub piece: String,
    /// Where its middle lies.
    pub at: [Inches; 2],
    /// How far it is turned to the left, in degrees.
    #[serde(default)]
    pub turn: u16,
    /// Its traits, where they are not those of the piece.
    #[serde(default)]
    pub traits: Option<Vec<Trait>>,
}

/// How tables are made from a number (`layouts.toml`).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layouts {
    /// The least distance between two features.
    pub gap: Inches,
    /// The least distance of a feature from the edge.
    pub edge: Inches,
    /// Middles of features lie on a grid of this width.
    pub step: Inches,
    /// How far features may be turned, in degrees.
    pub turns: Vec<u16>,
    /// Of so many places that are free, the one farthest from everything else is taken.
    pub looks: u8,
    /// What landscapes consist of.
    #[serde(rename = "theme")]
    pub themes: Vec<Theme>,
}

/// A landscape.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Theme {
    /// Its name.
    pub id: String,
    /// The piece in the middle of a table with an odd number of features.
    pub middle: String,
    /// Pieces with their shares of all the others, in order.
    pub shares: Vec<Share>,
}

/// A piece's part of a landscape.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Share {
    /// The piece.
    pub piece: String,
    /// Its part.
    pub of: u32,
}

/// A terrain feature: an area of ground with solid parts on it.
#[derive(Clone, Debug)]
pub struct TerrainFile {
    /// Its name on the table, such as `ruin-1`.
    pub id: String,
    /// What it is: the text `terrain.KIND` names it.
    pub kind: String,
    /// Its area: a convex polygon, corners in order.
    pub outline: Vec<[Inches; 2]>,
    /// Traits, in force with the terrain pack only (9E-OUT-020 ff.).
    pub traits: Vec<Trait>,
    /// What stands on the area. Walls are thin parts; storeys are parts that hang over the ground; a window is
    /// the gap between the part below it and the part above it.
    pub parts: Vec<PartFile>,
}

/// One solid upright prism of a terrain feature. Models may stand on its top.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartFile {
    /// A convex polygon, corners in order.
    pub outline: Vec<[Inches; 2]>,
    /// Where it begins above the table.
    #[serde(default)]
    pub bottom: Inches,
    /// Where it ends.
    pub top: Inches,
    /// Models may move through it (9E-AMB-020); it still blocks sight.
    #[serde(default)]
    pub passable: bool,
}

/// Terrain traits.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names of the traits, 9E-OUT-020 to 9E-OUT-026")]
pub enum Trait {
    LightCover,
    HeavyCover,
    DenseCover,
    Obscuring,
    Breachable,
    Scalable,
    DifficultGround,
}

impl Trait {
    /// All traits with their names in data.
    pub const ALL: [(Trait, &'static str); 7] = [
        (Trait::LightCover, "light-cover"),
        (Trait::HeavyCover, "heavy-cover"),
        (Trait::DenseCover, "dense-cover"),
        (Trait::Obscuring, "obscuring"),
        (Trait::Breachable, "breachable"),
        (Trait::Scalable, "scalable"),
        (Trait::DifficultGround, "difficult-ground"),
    ];
}

/// A ready army.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForceFile {
    /// Its name in data; display name and sentence are the texts `force.ID` and `force.ID-about`.
    pub id: String,
    /// The display name of an army that has no such text.
    #[serde(default)]
    pub name: Option<String>,
    /// Its place in lists; those without one come last.
    #[serde(default = "last")]
    pub order: u16,
    /// The Power the players have agreed on (9E-ONW-001), for whoever musters it.
    #[serde(default)]
    pub power: Option<u16>,
    /// The units in order.
    #[serde(default, rename = "unit")]
    pub units: Vec<UnitFile>,
}

/// A unit of an army.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitFile {
    /// The datasheet's id.
    pub sheet: String,
    /// How many models; the kind of model with room takes what is above the minimum.
    pub models: u8,
    /// Wargear options taken.
    #[serde(default)]
    pub options: Vec<String>,
    /// Whether the Warlord is one of its models.
    #[serde(default)]
    pub warlord: bool,
    /// Which one, counted from 1; where nothing is said the last, which is the sergeant or hero.
    #[serde(default)]
    pub warlord_model: Option<u8>,
    /// The kinds of model that an understrength unit lacks, one a model; where nothing is said those listed first.
    #[serde(default)]
    pub without: Vec<String>,
    /// Starts embarked in the unit with this number, counted from 1.
    #[serde(default)]
    pub embarked_in: Option<u8>,
    /// The value of its keyword in angle brackets; the datasheet has a default.
    #[serde(default)]
    pub value: Option<String>,
}

/// A psychic power.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Power {
    /// Its name in data and answers; the display name is the text `power.ID`.
    pub id: String,
    /// The rule or table it comes from.
    pub source: String,
    /// The warp charge.
    pub warp_charge: u8,
    /// How far it reaches.
    pub range: Inches,
    /// What it does.
    pub effect: Effect,
}

/// Effects of powers.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", deny_unknown_fields, rename_all = "kebab-case")]
pub enum Effect {
    /// Mortal wounds on the nearest visible enemy unit (9E-PSY-020, 9E-PSY-021).
    Smite {
        /// Mortal wounds.
        mortal: Amount,
        /// Mortal wounds of a great result.
        great: Amount,
        /// The result it takes.
        great_at: u8,
    },
    /// A friendly unit adds to its saving throws.
    Ward {
        /// What is added.
        bonus: u8,
    },
    /// A friendly unit's Strength is increased (9E-CHR-001).
    Might {
        /// What is added.
        plus: u8,
    },
    /// A friendly unit's Strength is replaced by a value (9E-CHR-003).
    Stone {
        /// The value.
        strength: u8,
    },
    /// An enemy unit's Strength is divided (9E-CHR-002).
    Wither {
        /// By what.
        divide: u8,
    },
    /// An enemy unit's Strength is lowered (9E-CHR-004).
    Drain {
        /// What is subtracted.
        minus: u8,
    },
    /// A friendly unit's Advance rolls are multiplied (9E-DIC-004).
    Haste {
        /// By what.
        times: u8,
    },
    /// An enemy unit's Advance rolls are divided (9E-DIC-004).
    Mire {
        /// By what.
        divide: u8,
    },
    /// A destroyed model of a friendly unit of this datasheet returns.
    Recall {
        /// The datasheet's id.
        sheet: String,
    },
}

/// A mission (9E-GEN-001): what it settles otherwise than Only War, whose numbers stand in `numbers.toml`. Display name
/// and sentence are the texts `mission.ID` and `mission.ID-about`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mission {
    /// Its name in data.
    pub id: String,
    /// How many battle rounds it has, where not as many as Only War.
    pub rounds: Option<u8>,
}

/// A named set of packs; display name and sentence are the texts `preset.ID` and `preset.ID-about`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// Its name in data: `as-printed`, `as-played`.
    pub id: String,
    /// What is switched on.
    pub packs: Packs,
}

/// Optional rules that are switched on or off.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Packs {
    /// 9E-OUT-001 to 9E-OUT-008: the core Stratagems.
    pub stratagems: bool,
    /// A Stratagem of our own that is bound to the Shooting phase (9E-SEQ-004).
    pub levy_stratagems: bool,
    /// 9E-OUT-009 and 9E-CMD-001: armies are Battle-forged and start with Command points.
    pub battle_forged: bool,
    /// 9E-OUT-020 to 9E-OUT-026: terrain traits.
    pub terrain_traits: bool,
    /// 9E-OUT-040 to 9E-OUT-043: Angels of Death.
    pub angels_of_death: bool,
    /// 9E-AMB-027: FLY units may charge aircraft.
    pub fly_can_charge_aircraft: bool,
    /// 9E-OUT-050 to 9E-OUT-052: the usual abilities of aircraft.
    pub aircraft_abilities: bool,
    /// 9E-AMB-044: other units' models do not block sight.
    pub models_do_not_block_sight: bool,
    /// 9E-AMB-019: steps of at most the free height cost nothing, on high features too.
    pub low_steps_are_free: bool,
}
