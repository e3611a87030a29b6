//! The abilities of units and weapons as a set (EA-ABIL-001). EA-ABIL-004: having one twice is having it once.

use serde::{Deserialize, Serialize};

macro_rules! abilities {
    ($($name:ident = $id:literal),* $(,)?) => {
        /// An ability by name.
        #[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
        #[expect(missing_docs, reason = "the words of the rules")]
        pub enum Ability { $($name),* }

        impl Ability {
            /// All of them.
            pub const ALL: &'static [Ability] = &[$(Ability::$name),*];

            /// Its name in the data.
            pub const fn id(self) -> &'static str {
                match self { $(Ability::$name => $id),* }
            }
        }
    };
}

abilities! {
    Commander = "commander", Expendable = "expendable", Farsight = "farsight", Fearless = "fearless",
    Infiltrator = "infiltrator", Inspiring = "inspiring", InvulnerableSave = "invulnerable-save",
    JumpPacks = "jump-packs", Leader = "leader", Mounted = "mounted", Planetfall = "planetfall",
    ReinforcedArmour = "reinforced-armour", Scout = "scout", SelfPlanetfall = "self-planetfall",
    Skimmer = "skimmer", SlowAndSteady = "slow-and-steady", SupportCraft = "support-craft",
    SupremeCommander = "supreme-commander", Teleport = "teleport", ThickRearArmour = "thick-rear-armour",
    Tunneller = "tunneller", Walker = "walker", Engineer = "engineer", Immobile = "immobile",
    StepOver = "step-over", NoEntry = "no-entry", NoActions = "no-actions",
    HampersSpacecraft = "hampers-spacecraft", StaysLanded = "stays-landed", Bunker = "bunker",
    Pillbox = "pillbox", PlantLocation = "plant-location", Installation = "installation",
    Automaton = "automaton", Avatar = "avatar", DropPod = "drop-pod", Grotz = "grotz", Holofield = "holofield",
    OneAutocannonInTwo = "one-autocannon-in-two", PassengersShoot = "passengers-shoot",
    WebwayPortal = "webway-portal", LandingPad = "landing-pad", OneMissileATurn = "one-missile-a-turn",
    ReRollOneToHit = "re-roll-one-to-hit", Disrupt = "disrupt", IgnoreCover = "ignore-cover",
    IndirectFire = "indirect-fire", Lance = "lance", MacroWeapon = "macro-weapon", SingleShot = "single-shot",
    SlowFiring = "slow-firing", IgnoresShields = "ignores-shields", FirstStrike = "first-strike",
    Sniper = "sniper",
}

/// A set of abilities.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Abilities(u64);

impl Abilities {
    /// The set of some names of the data; unknown ones are told.
    pub fn read<'a>(names: impl IntoIterator<Item = &'a String>) -> Result<Abilities, String> {
        let mut all = Abilities::default();
        for name in names {
            let known = Ability::ALL.iter().find(|ability| ability.id() == name);
            all = all.with(*known.ok_or_else(|| format!("the ability `{name}` is not known"))?);
        }
        // EA-ABIL-129: a Supreme Commander is a Commander and a Leader, too.
        if all.has(Ability::SupremeCommander) {
            all = all.with(Ability::Commander).with(Ability::Leader);
        }
        Ok(all)
    }

    /// The set with one more.
    #[must_use]
    pub const fn with(self, ability: Ability) -> Abilities {
        Abilities(self.0 | 1 << ability as u64)
    }

    /// Whether it holds one.
    pub const fn has(self, ability: Ability) -> bool {
        self.0 >> ability as u64 & 1 == 1
    }

    /// Both together (EA-ABIL-010).
    #[must_use]
    pub const fn and(self, other: Abilities) -> Abilities {
        Abilities(self.0 | other.0)
    }

    /// What both have (EA-ABIL-002).
    #[must_use]
    pub const fn common(self, other: Abilities) -> Abilities {
        Abilities(self.0 & other.0)
    }

    /// Those in the set.
    pub fn iter(self) -> impl Iterator<Item = Ability> {
        Ability::ALL.iter().copied().filter(move |ability| self.has(*ability))
    }
}
