//! Models of the Marine side by role: what they carry and how they fight.

use grognard_engine::{RuleId, rule};
use serde::{Deserialize, Serialize};

use crate::eldar::seers::Seer;
use crate::force::points::Points;
use crate::harlequin::Rank;
use crate::weapon::Class;

macro_rules! weapons {
    ($($(#[$mark:meta])* $name:ident $text:literal)*) => {
        /// A weapon fired from a distance, or a way of firing one.
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[expect(missing_docs, reason = "the names are those of the chart")]
        pub enum Ranged { $($(#[$mark])* $name),* }

        impl Ranged {
            /// All of them.
            pub const ALL: &[Ranged] = &[$(Ranged::$name),*];

            /// The name in text forms and data.
            pub const fn name(self) -> &'static str {
                match self { $(Ranged::$name => $text),* }
            }

            /// The key of the name for people.
            pub const fn key(self) -> &'static str {
                match self { $(Ranged::$name => concat!("weapon.", $text)),* }
            }
        }
    };
}

weapons! {
    StormBolter "storm-bolter"
    #[default] HeavyFlamer "heavy-flamer"
    AssaultCannon "assault-cannon"
    Autocannon "autocannon"
    BoltPistol "bolt-pistol"
    Bolter "bolter"
    HeavyBolter "heavy-bolter"
    ConversionBeamer "conversion-beamer"
    Flamer "flamer"
    HandFlamer "hand-flamer"
    BlindGrenade "blind-grenade"
    GrenadeHarness "grenade-harness"
    CrackGrenade "crack-grenade"
    FragGrenade "frag-grenade"
    MeltaBomb "melta-bomb"
    PlasmaGrenade "plasma-grenade"
    GrenadeLauncher "grenade-launcher"
    Laspistol "laspistol"
    Lasgun "lasgun"
    LasCannon "las-cannon"
    MeltaGun "melta-gun"
    CrackMissile "crack-missile"
    PlasmaMissile "plasma-missile"
    FragMissile "frag-missile"
    PlasmaGun "plasma-gun"
    PlasmaPistol "plasma-pistol"
    HeavyPlasmaRapid "heavy-plasma-rapid"
    HeavyPlasmaMaximal "heavy-plasma-maximal"
    RipperGun "ripper-gun"
    ShurikenPistol "shuriken-pistol"
    ShurikenCannon "shuriken-cannon"
    ShurikenCatapult "shuriken-catapult"
    CycloneLauncher "cyclone-launcher"
    FleshBorer "flesh-borer"
    SpikeRifle "spike-rifle"
    Strangleweb "strangleweb"
    Flamespurt "flamespurt"
    Spinefist "spinefist"
    Deathspitter "deathspitter"
    VenomCannon "venom-cannon"
    SniperRifle "sniper-rifle"
    Wraithcannon "wraithcannon"
    DragonMelta "dragon-melta"
    SuperKrak "super-krak"
    ReaperPlasma "reaper-plasma"
    ReaperFrag "reaper-frag"
    Mandiblaster "mandiblaster"
    BrightLance "bright-lance"
    Firepike "firepike"
    WebOfSkulls "web-of-skulls"
    WarShout "war-shout"
}

impl Ranged {
    /// Whether its numbers stand with the rules of the core game instead of in the charts.
    pub const fn is_core(self) -> bool {
        matches!(self, Ranged::StormBolter | Ranged::HeavyFlamer | Ranged::AssaultCannon)
    }

    /// SH-AMB-088: whether it has a trigger, and stops working under a Jinx. What has grown, obeys a spirit or is a voice
    /// has none.
    pub const fn has_trigger(self) -> bool {
        let grown = matches!(
            self,
            Ranged::FleshBorer
                | Ranged::SpikeRifle
                | Ranged::Strangleweb
                | Ranged::Flamespurt
                | Ranged::Spinefist
                | Ranged::Deathspitter
                | Ranged::VenomCannon
        );
        !grown && !matches!(self, Ranged::Wraithcannon | Ranged::WarShout)
    }

    /// Whether it sets sections on fire.
    pub const fn is_flamer(self) -> bool {
        matches!(self, Ranged::HeavyFlamer | Ranged::Flamer | Ranged::HandFlamer)
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
    /// SH-WCS-001: a bonus, and it parries.
    Chainsword,
    /// SH-WPA-001: a bonus, and it cuts through doors and bulkheads.
    PowerAxe,
    /// SH-WFW-001: a bonus, and it parries.
    ForceWeapon,
    /// SH-WNM-001: a gun built into the blade, fired after a draw.
    Nemesis,
    /// SH-HRL-010: a great bonus, and it may stick.
    Kiss,
    /// SH-TYR-009: a bonus, and it parries.
    BoneSword,
    /// SH-TYR-009: a pair of them has a die more.
    BoneSwords,
    /// SH-TYR-009: a die and a bonus.
    LashWhip,
    /// SH-WLK-003: a bonus, a parry, and a store of psi points.
    WitchBlade,
    /// SH-EXA-004: a bonus, and it parries twice.
    Diresword,
    /// SH-EXA-014: a heavy chainsword.
    BitingSword,
    /// SH-EXA-011: thrown as well as swung.
    WebOfSkulls,
}

/// Whose kind a model is: what its rules are called by.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Folk {
    /// Terminators, Marines in power armour, the Imperial Guard.
    #[default]
    Human,
    /// SH-HYB-001.
    Hybrid,
    /// SH-TYR-001.
    Tyranid,
    /// SH-ELD-001.
    Eldar,
    /// SH-HRL-001.
    Harlequin,
}

/// The Aspect a warrior of the Eldar follows.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aspect {
    /// SH-DAV-001.
    DireAvenger,
    /// SH-SSC-001.
    StrikingScorpion,
    /// SH-HBN-001.
    HowlingBanshee,
    /// SH-FDR-001.
    FireDragon,
    /// SH-DRP-001.
    DarkReaper,
}

impl Aspect {
    /// The rule with its numbers.
    pub const fn rule(self) -> RuleId {
        match self {
            Aspect::DireAvenger => rule!("SH-DAV-001"),
            Aspect::StrikingScorpion => rule!("SH-SSC-001"),
            Aspect::HowlingBanshee => rule!("SH-HBN-001"),
            Aspect::FireDragon => rule!("SH-FDR-001"),
            Aspect::DarkReaper => rule!("SH-DRP-001"),
        }
    }

    /// The rule that says what its Exarch is armed with.
    pub const fn exarch(self) -> RuleId {
        match self {
            Aspect::DireAvenger => rule!("SH-EXA-003"),
            Aspect::StrikingScorpion => rule!("SH-EXA-012"),
            Aspect::HowlingBanshee => rule!("SH-EXA-015"),
            Aspect::FireDragon => rule!("SH-EXA-006"),
            Aspect::DarkReaper => rule!("SH-EXA-008"),
        }
    }
}

/// SH-TYR-008: how many weapons a Tyranid grows.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grows {
    /// One to shoot with or two for close assault.
    OneOrTwo,
    /// One to shoot with and two for close assault.
    OneAndTwo,
}

/// What a model on the Stealer side adds to its command roll (SH-CMD-004, SH-CMD-025).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Leads {
    /// The Patriarch.
    Patriarch,
    /// The Hive Tyrant.
    HiveTyrant,
    /// The Magus.
    Magus,
    /// A Hybrid with psychic powers.
    PsykerHybrid,
    /// Any other Hybrid.
    Hybrid,
    /// SH-FOR-006: whoever commands a force of men on that side.
    Officer,
}

/// SH-SMF-006, SH-SMF-007: a close assault weapon in power armour that was traded for one's own.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exchange {
    /// Which of them, where it does more than strike.
    #[serde(default)]
    pub melee: Option<Melee>,
    /// Dice.
    pub dice: u8,
    /// A bonus that always counts.
    pub skill: i8,
    /// A bonus to the front.
    pub front: i8,
    /// Enemy dice it may force to be rolled again.
    #[serde(default)]
    pub parries: u8,
    /// Whether it is a shield on the left arm, and parries there, too.
    #[serde(default)]
    pub left: bool,
    /// SH-TOX-006: whether who carries something can use neither it nor a gun.
    #[serde(default)]
    pub hampers: bool,
}

/// A role (SH-TRM-001, SH-SMF-001, SH-IGF-001).
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
    /// What else it fires or throws.
    #[serde(default)]
    pub extra: Vec<Ranged>,
    /// What it fights with.
    pub melee: Vec<Melee>,
    /// What it fights with instead of what its list says (SH-SMF-007).
    #[serde(skip)]
    pub traded: Option<Exchange>,
    /// What it costs; without, it cannot be bought (SH-FOR-001).
    #[serde(default)]
    pub price: Option<Points>,
    /// The same where psychic combat is played with cards (T-10, T-37).
    #[serde(default)]
    pub price_cards: Option<Points>,
    /// SH-FOR-007: only the entry of a squad arms it so; the role one has in its place who buys a single model (T-25).
    #[serde(default)]
    pub alone: Option<String>,
    /// How hard it is to hurt (SH-WPN-010).
    #[serde(default)]
    pub class: Class,
    /// Action points, where they are not a Terminator's.
    #[serde(default)]
    pub ap: Option<u8>,
    /// SH-TUR-006: quarter turns are free.
    #[serde(default)]
    pub free_turns: bool,
    /// SH-IGF-006: it steps sideways.
    #[serde(default)]
    pub sidesteps: bool,
    /// SH-SMF-004: what its weapon's weight does in close assault, where the list says so.
    #[serde(default)]
    pub burden: Option<i8>,
    /// SH-IGF-003: the skill is a total, to which weapons add nothing.
    #[serde(default)]
    pub total: bool,
    /// SH-IGF-009 to SH-IGF-011: an officer of the Guard.
    #[serde(default)]
    pub officer: bool,
    /// SH-IGF-012.
    #[serde(default)]
    pub commissar: bool,
    /// SH-IGF-007: it may call for backup.
    #[serde(default)]
    pub comlink: bool,
    /// SH-IGF-004: it may go on one knee.
    #[serde(default)]
    pub kneels: bool,
    /// SH-IGF-021: it may take aim.
    #[serde(default)]
    pub aims: bool,
    /// SH-IGF-016 to SH-IGF-020: an Ogryn.
    #[serde(default)]
    pub ogryn: bool,
    /// SH-IGF-019: one that is dim.
    #[serde(default)]
    pub dim: bool,
    /// SH-WSF-003: the reloads it begins with, where they are not those of its weapon.
    #[serde(default)]
    pub reloads: Option<u8>,
    /// Dice in close assault, where they are not a Terminator's (SH-IGF-018).
    #[serde(default)]
    pub dice: Option<u8>,
    /// SH-IGF-018, SH-TOX-006: what is left of a total, with one die, when its hand weapons are of no use.
    #[serde(default)]
    pub burdened: Option<i8>,
    /// SH-IGF-017: how much it takes to kill it.
    #[serde(default = "one")]
    pub wounds: u8,
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
    /// Whose kind it is.
    #[serde(default)]
    pub folk: Folk,
    /// The Aspect it follows.
    #[serde(default)]
    pub aspect: Option<Aspect>,
    /// SH-WLK-001, SH-WGD-001: a Warlock or a Wraithguard.
    #[serde(default)]
    pub seer: Option<Seer>,
    /// SH-HRL-003: what it is among Harlequins.
    #[serde(default)]
    pub rank: Option<Rank>,
    /// SH-HRL-003: it carries any two weapons of theirs.
    #[serde(default)]
    pub two_arms: bool,
    /// SH-HRL-007: it has two of its pistols.
    #[serde(skip)]
    pub pair: bool,
    /// SH-EXA-002: whether it leads those who follow it.
    #[serde(default)]
    pub exarch: bool,
    /// SH-CMD-025: what it does for the Stealer side's command roll.
    #[serde(default)]
    pub leads: Option<Leads>,
    /// Its price in twelfths of a point, where it can be had for points (SH-TYR-001, SH-FOR-008).
    #[serde(default)]
    pub cost: Option<u8>,
    /// SH-TYR-018: its price where its powers come with cards.
    #[serde(default)]
    pub cost_cards: Option<u8>,
    /// T-37: its mastery level where the players agree that it has powers.
    #[serde(default)]
    pub psyker_by_option: u8,
    /// SH-TYR-003: there is one of it in a game.
    #[serde(default)]
    pub unique: bool,
    /// SH-TYR-004: it heals.
    #[serde(default)]
    pub regenerates: bool,
    /// SH-TYR-005: it leaps once a turn.
    #[serde(default)]
    pub leaps: bool,
    /// SH-TYR-005: it flies.
    #[serde(default)]
    pub flies: bool,
    /// SH-TYR-006: from how far it can be seen.
    #[serde(default)]
    pub seen_within: Option<u16>,
    /// SH-TYR-008: which weapons it grows.
    #[serde(default)]
    pub grows: Option<Grows>,
    /// SH-TYR-008: whether its weapons were chosen with it.
    #[serde(skip)]
    pub grown: bool,
    /// SH-TYR-008: how many spinefists it has beside the one it fires.
    #[serde(skip)]
    pub more_fists: u8,
    /// SH-TYR-003: the type whose weapons they are, where they were chosen.
    #[serde(skip)]
    pub body: Option<String>,
    /// SH-TYR-010: a tag without a rule of its own.
    #[serde(default)]
    pub huge: bool,
    /// Its level as a psyker, unless the mission says otherwise (SH-PSQ-004).
    #[serde(default)]
    pub psyker: u8,
    /// Its psi points, where they do not go by its level.
    #[serde(default)]
    pub psi: Option<u8>,
    /// T-10: its skill is that of its mind, which a Miasma clouds (SH-WFW-005), and is all its force weapon adds.
    #[serde(default)]
    pub mind: bool,
    /// SH-TRM-007, SH-AMB-038: it wears an Aegis suit.
    #[serde(default)]
    pub aegis: bool,
    /// Which drawing shows it.
    #[serde(default)]
    pub drawing: Option<String>,
}

const fn yes() -> bool {
    true
}

const fn one() -> u8 {
    1
}

impl Profile {
    /// The type it belongs to: its name, without weapons that were chosen (SH-TYR-003).
    pub fn kind(&self) -> &str {
        self.body.as_deref().unwrap_or(&self.name)
    }

    /// The rule with its action points and dice, for a warrior of an Aspect.
    pub fn warrior(&self) -> Option<RuleId> {
        if self.exarch { Some(rule!("SH-EXA-002")) } else { self.aspect.map(Aspect::rule) }
    }

    /// The Aspect of an Exarch.
    pub fn exarch_of(&self) -> Option<Aspect> {
        self.aspect.filter(|_| self.exarch)
    }

    /// Whether it carries a weapon for shooting or throwing.
    pub fn carries(&self, weapon: Ranged) -> bool {
        self.ranged == Some(weapon) || self.extra.contains(&weapon)
    }

    /// Everything it fires or throws.
    pub fn arms(&self) -> impl Iterator<Item = Ranged> {
        self.ranged.iter().chain(&self.extra).copied()
    }

    /// SH-SMF-007: it has another close assault weapon now, and perhaps nothing else in its hands.
    pub fn exchange(&mut self, weapon: &Exchange, disarms: bool, both_hands: bool) {
        self.melee = weapon.melee.into_iter().collect();
        self.traded = Some(weapon.clone());
        if disarms {
            // And with what he fired goes what it weighed.
            self.ranged = None;
            self.extra.clear();
            self.burden = None;
            self.free_turns = true;
            self.picks_up = true;
        }
        self.picks_up &= !both_hands;
    }

    /// Whether it wears Terminator armour.
    pub fn is_terminator(&self) -> bool {
        self.class == Class::Terminator
    }

    /// SH-SMF-007: whether it wears the armour in which close assault weapons are traded.
    pub fn trades_weapons(&self) -> bool {
        self.class == Class::PowerArmour && !self.ogryn
    }

    /// Whether it belongs to the Imperial Guard (SH-IGF-002).
    pub fn is_guard(&self) -> bool {
        self.class == Class::Hybrid && self.folk == Folk::Human
    }

    /// Whether it goes about holes, pits and shafts as Genestealers do (SH-TYR-017).
    pub fn climbs(&self) -> bool {
        self.folk == Folk::Tyranid
    }

    /// Whether it carries a close assault weapon.
    pub fn has(&self, weapon: Melee) -> bool {
        self.melee.contains(&weapon)
    }
}
