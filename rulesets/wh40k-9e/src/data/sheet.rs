//! Datasheets (`datasheets/*.toml`) and weapons (`weapons.toml`).

use serde::Deserialize;

use super::amount::{Amount, Inches, Move, Plus, Range, Stat, Strength};

/// One datasheet: what a unit is made of.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Sheet {
    /// Its name in data and answers: the file's name. Its display name is the text `sheet.ID`.
    pub id: String,
    /// Its place in lists.
    pub order: u16,
    /// The table of the catalogue its figures come from.
    pub source: String,
    /// The Battlefield Role (9E-DAT-002).
    pub role: Role,
    /// Power Ratings by size (9E-DAT-004): the last step whose `from` is not above the unit's models counts.
    pub power: Vec<PowerStep>,
    /// Faction keywords; `<NAME>` is a variable (9E-GEN-010).
    pub faction: Vec<String>,
    /// The value a keyword in angle brackets has where the army list gives none.
    #[serde(default)]
    pub value: Option<String>,
    /// Other keywords that every model of the unit has.
    #[serde(default)]
    pub keywords: Vec<String>,
    /// Abilities of the unit, and of every model in it.
    #[serde(default)]
    pub abilities: Vec<Ability>,
    /// The kinds of models.
    #[serde(rename = "model")]
    pub models: Vec<Model>,
    /// Wargear options (9E-DAT-029).
    #[serde(default, rename = "option")]
    pub options: Vec<Swap>,
}

/// A Power Rating from a size on.
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PowerStep {
    /// The smallest number of models it holds for.
    pub from: u8,
    /// The rating.
    pub rating: u16,
}

/// The Battlefield Roles.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names of the roles")]
pub enum Role {
    Hq,
    Troops,
    Elites,
    FastAttack,
    HeavySupport,
    DedicatedTransport,
    Flyers,
    LordsOfWar,
    Fortifications,
}

/// A kind of model on a datasheet: its profile, what it stands on, what it carries.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Model {
    /// Its name in data; the display name is the text `model.SHEET.ID`.
    pub id: String,
    /// How many a unit has at least (9E-DAT-005).
    pub min: u8,
    /// And at most.
    pub max: u8,
    /// Move.
    pub m: Move,
    /// Weapon Skill.
    pub ws: Stat<Plus>,
    /// Ballistic Skill.
    pub bs: Stat<Plus>,
    /// Strength.
    pub s: Stat<u8>,
    /// Toughness.
    pub t: u8,
    /// Wounds.
    pub w: u8,
    /// Attacks.
    pub a: Stat<Amount>,
    /// Leadership.
    pub ld: Stat<u8>,
    /// Save.
    pub sv: Plus,
    /// The base or hull.
    pub base: Base,
    /// The top of the model's volume above its base.
    pub height: Inches,
    /// The bottom of the volume above its base, for models on a stem.
    #[serde(default)]
    pub lift: Inches,
    /// Keywords that only these models of the unit have (9E-GEN-013).
    #[serde(default)]
    pub keywords: Vec<String>,
    /// Abilities that only these models have.
    #[serde(default)]
    pub abilities: Vec<Ability>,
    /// Ids of the weapons each one carries.
    #[serde(default)]
    pub weapons: Vec<String>,
    /// The damage table (9E-DAT-015), for characteristics given as `*`.
    #[serde(default, rename = "bracket")]
    pub brackets: Vec<Bracket>,
}

/// What a model stands on: millimetres for bases, inches for hulls (measured to the hull, 9E-MEA-002).
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Base {
    /// `{ round = 32 }`: the diameter.
    Round(u16),
    /// `{ oval = [90, 52] }`: length and width.
    Oval([u16; 2]),
    /// `{ hull = ["4.5", "3"] }`: length and width of a rectangle.
    Hull([Inches; 2]),
    /// `{ turreted = { hull = ["4.5", "3"], turret = ["2.2", "0.2"] } }`: a hull with a part that turns on its own
    /// (9E-MOV-011), which reaches so far from the middle and is so wide.
    Turreted {
        /// Length and width of a rectangle.
        hull: [Inches; 2],
        /// From the middle to its end, and its width.
        turret: [Inches; 2],
    },
}

impl Base {
    /// 9E-MEA-002: whether distances are measured to the hull.
    pub const fn is_hull(&self) -> bool {
        matches!(self, Self::Hull(_) | Self::Turreted { .. })
    }
}

/// A row of a damage table.
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bracket {
    /// Remaining wounds, at least.
    pub from: u8,
    /// And at most.
    pub to: u8,
    /// Move in this row.
    pub m: Option<Move>,
    /// Weapon Skill in this row.
    pub ws: Option<Plus>,
    /// Ballistic Skill in this row.
    pub bs: Option<Plus>,
    /// Attacks in this row.
    pub a: Option<Amount>,
}

/// A wargear option: some models of a kind have one weapon in place of another.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Swap {
    /// Its name in data and lists; the display name is the text `option.SHEET.ID`.
    pub id: String,
    /// The kind of model.
    pub model: String,
    /// How many models may have it.
    pub most: u8,
    /// The weapon it loses.
    pub lose: String,
    /// The weapon it has instead.
    pub gain: String,
    /// The rule it comes from, where the catalogue has one for it.
    #[serde(default)]
    pub rule: Option<String>,
}

/// A named ability; the sentence is the text `ability.KIND`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", deny_unknown_fields, rename_all = "kebab-case")]
pub enum Ability {
    /// 9E-DAT-037: no text in the source; has an effect only with the pack of that name.
    AngelsOfDeath,
    /// 9E-DAT-031: a unit of `size` may be divided into two halves before anything is set up.
    CombatSquads {
        /// The number of models it needs.
        size: u8,
    },
    /// 9E-DAT-032: more attacks after a charge move.
    DevastatingCharge {
        /// How many more.
        attacks: u8,
    },
    /// 9E-DAT-033: a fixed distance in place of the Advance roll.
    TurboBoost {
        /// The distance.
        distance: Inches,
    },
    /// Mortal wounds around a model destroyed by damage (9E-TRN-017).
    Explodes {
        /// The number needed.
        on: Plus,
        /// How far it reaches.
        range: Inches,
        /// Mortal wounds for each unit.
        mortal: Amount,
    },
    /// May start off the table (9E-REI-001).
    Reserve {
        /// The first battle round in which it may arrive.
        round: u8,
        /// More than so far from every enemy model.
        distance: Inches,
    },
    /// May be set up after both armies have deployed, and may move before the first round (9E-ONW-020).
    Ambush {
        /// More than so far from enemy models and the enemy zone.
        distance: Inches,
        /// The move before the battle.
        before: Inches,
    },
    /// In the own Command phase one friendly unit adds to Advance and charge rolls.
    Drill {
        /// How far it reaches.
        range: Inches,
        /// What is added.
        bonus: u8,
    },
    /// Own hit rolls of 1 and own charge rolls may be re-rolled.
    SureAim,
    /// Aura (9E-DAT-019): friendly units add to hit rolls.
    Keen {
        /// How far it reaches.
        range: Inches,
        /// What is added.
        bonus: u8,
    },
    /// Wound rolls against the unit are worse.
    Resilient {
        /// By how much.
        penalty: u8,
    },
    /// Aura (9E-DAT-019): wound rolls against friendly units are worse.
    Shroud {
        /// How far it reaches.
        range: Inches,
        /// By how much.
        penalty: u8,
    },
    /// The weapons of the model have more Damage (9E-ATK-029: the mortal wounds they inflict do not).
    Deadly {
        /// How much more.
        damage: u8,
    },
    /// 9E-OBJ-009.
    ObjectiveSecured,
    /// 9E-OVR-001.
    CanOverwatch,
    /// An invulnerable save (9E-ATK-020).
    Invulnerable {
        /// The number needed.
        save: Plus,
        /// Only against close combat attacks.
        #[serde(default)]
        melee_only: bool,
    },
    /// Each wound lost is ignored on this number (9E-ATK-030).
    IgnoreWounds {
        /// The number needed.
        on: Plus,
    },
    /// At the start of the own Charge phase one friendly unit shoots as if it were the Shooting phase (9E-SEQ-003).
    Salvo {
        /// How far it reaches.
        range: Inches,
    },
    /// The owner may re-roll results of 1 on the D3 of its Smite (9E-DIC-010).
    Focused,
    /// In the own Command phase it may become one unit with another of its datasheet nearby (9E-STR-006).
    Join {
        /// How near.
        range: Inches,
    },
    /// A psyker (9E-PSY-004, 9E-PSY-016).
    Psyker {
        /// Ids of the powers known: Smite where nothing is said (9E-PSY-007).
        #[serde(default = "smite")]
        knows: Vec<String>,
        /// How many more are chosen before the battle (9E-PSY-008).
        #[serde(default)]
        chooses: u8,
        /// Out of which.
        #[serde(default)]
        discipline: Vec<String>,
        /// Powers a Psychic phase.
        manifest: u8,
        /// Denials a Psychic phase, where they are not as usual (9E-PSY-016).
        deny: Option<u8>,
    },
    /// A transport (9E-TRN-001).
    Transport {
        /// How many models.
        capacity: u8,
        /// Which ones: units with this keyword.
        keyword: String,
    },
}

/// 9E-PSY-007: what every psyker knows by default.
fn smite() -> Vec<String> {
    vec!["smite".to_owned()]
}

/// One weapon with its profiles.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// Its name in data and answers; the display name is the text `weapon.ID`.
    pub id: String,
    /// The table of the catalogue its figures come from.
    pub source: String,
    /// Its profiles; most have one.
    #[serde(rename = "profile")]
    pub profiles: Vec<Profile>,
}

/// One profile of a weapon.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Its name where there are several, otherwise empty; the display name is the text `weapon.WEAPON-ID`.
    #[serde(default)]
    pub id: String,
    /// The Range.
    pub range: Range,
    /// The Type (9E-DAT-023).
    #[serde(rename = "type")]
    pub kind: WeaponKind,
    /// How many attacks; left out for melee weapons.
    #[serde(default)]
    pub attacks: Option<Amount>,
    /// Strength.
    pub strength: Strength,
    /// Armour Penetration, zero or negative.
    pub ap: i8,
    /// Damage.
    pub damage: Amount,
    /// What else it does.
    #[serde(default)]
    pub abilities: Vec<WeaponAbility>,
}

/// Weapon types (9E-WPN-001).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "the names of the types")]
pub enum WeaponKind {
    Assault,
    Heavy,
    RapidFire,
    Grenade,
    Pistol,
    Melee,
}

/// Abilities of weapon profiles.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WeaponAbility {
    /// 9E-WPN-012.
    Blast,
    /// 9E-ATK-004: no hit roll.
    AutoHit,
    /// 9E-DAT-034: one more attack with it each time the bearer fights.
    ExtraAttack,
    /// 9E-DAT-035: an unmodified 1 to hit destroys the bearer afterwards.
    Overheat,
    /// An unmodified wound roll of 6 inflicts one mortal wound in addition (9E-ATK-027).
    Barbed,
    /// Failed wound rolls may be re-rolled.
    RerollWounds,
    /// One less to hit.
    Unwieldy,
    /// One more to wound.
    Envenomed,
}
