//! Wargear cards and psychic powers: `cards.toml`, `powers.toml`.

use grognard_tabletop::ruler::Inches;
use serde::Deserialize;

use super::amount::Amount;
use super::troops::Origin;

/// The file of powers.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PowersFile {
    /// The powers.
    pub power: Vec<Power>,
}

/// A psychic power.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Power {
    pub id: String,
    pub source: String,
    /// 2E-PSI-005: what a die and the bonus have to reach.
    pub needs: u8,
    pub range: String,
    /// The units whose psykers alone may have it.
    pub only: Vec<String>,
    pub effect: PowerEffect,
}

/// What a power does.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub enum PowerEffect {
    PsychicShield { save: u8, against_psychic: u8 },
    Teleport,
    Blast { radius: Inches, strength: u8, damage: Amount, save: i8, penetration: String },
    DestroyMind { test: Amount },
    PurgePsyker { roll: Amount, wounds_per_point: u8, double: u8, back: Amount },
    Line { line: String, strength: u8, damage: Amount, save: i8, penetration: String },
}

/// The file of cards.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardsFile {
    /// The cards.
    pub card: Vec<Card>,
}

/// A wargear card.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Card {
    pub id: String,
    pub source: String,
    pub origin: Origin,
    pub deck: String,
    pub points: u16,
    pub copies: u8,
    pub who: Who,
    pub effect: CardEffect,
}

/// Who may take a card.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the data files")]
pub enum Who {
    Anyone,
    OnFoot,
    OnFootNoPsyker,
    Psyker,
    RangedWeapon,
}

/// What a field is good against.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the words of the data files")]
pub enum Against {
    Shooting,
    HandToHand,
}

/// What a card does.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub enum CardEffect {
    Field { save: u8, against: Vec<Against>, can_hide: bool, encumbered: bool },
    ConversionField { save: u8, against: Vec<Against>, blinded_from: u8, weapon_skill: u8 },
    DisplacerField { save: u8, against: Vec<Against>, shift: Amount, not_against: Vec<String> },
    BionicArm { strength: u8, initiative: u8 },
    BionicEye { to_hit: i8, detects: Inches },
    Weapon { weapon: String },
    Equipment { equipment: String },
    ArmourPiercingAmmo { shots: u8, save: i8, penetration: Vec<Bonus> },
    Frenzon { safe_uses: u8, harmed_to: u8, wounds: Amount },
    None,
}

/// A further penetration die from a Strength on.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the README of the data says what the fields are")]
pub struct Bonus {
    pub strength: u8,
    pub bonus: Amount,
}
