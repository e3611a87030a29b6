//! Army lists, ready forces, presets and ready battles.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::amount::{Part, Score};
use super::unit::{Matches, MostOf, Origin};

macro_rules! record {
    ($($(#[$doc:meta])* $name:ident { $($(#[$attr:meta])* $field:ident: $type:ty),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, Deserialize)]
        #[serde(deny_unknown_fields, rename_all = "kebab-case")]
        #[expect(missing_docs, reason = "`data/README.md` says what the fields are")]
        pub struct $name { $($(#[$attr])* pub $field: $type),* }
    )*};
}
pub(super) use record;

record! {
    /// So many of a unit.
    Count { unit: String, count: u8 }
    /// An army list.
    Army {
        id: String, order: u16, source: String, origin: Origin, factions: Vec<String>, strategy: u8, rules: Vec<String>,
        group: Vec<Group>, formation: Vec<ListFormation>, upgrade: Vec<Upgrade>,
    }
    /// Formations under one limit.
    Group {
        id: String, source: String, limit: String, count: Option<u8>, share: Option<Part>,
        #[serde(default)] per: Vec<String>, upgrades_most: Option<u8>,
    }
    /// A formation of a list.
    ListFormation {
        id: String, source: String, origin: Origin, group: String, points: u16, initiative: Score, units: Vec<Count>,
        #[serde(default)] characters: Vec<String>, infantry_most: Option<u8>, most: Option<u8>, most_per: Option<MostOf>,
        most_together: Option<String>, #[serde(default)] objective: bool, #[serde(default)] pick: Vec<Pick>,
        plus_transport: Option<PlusTransport>, #[serde(default)] sizes: Vec<Size>, #[serde(default)] swap: Vec<Swap>,
        upgrades: Vec<String>, when: Option<String>,
    }
    /// Units picked out of several.
    Pick { count: u8, from: Vec<String>, #[serde(default)] same: bool }
    /// Transports that come along.
    PlusTransport { unit: String, most: Option<u8> }
    /// A multiple of the core.
    Size { id: String, points: u16, times: u8 }
    /// A free exchange.
    Swap {
        from: String, #[serde(default)] to: Vec<String>, #[serde(default)] choose: Vec<Count>, #[serde(default)] all: bool,
        most: Option<u8>, points: u16, when: Option<String>,
    }
    /// An upgrade.
    Upgrade {
        id: String, source: String, origin: Origin, points: u16, per: String, pair_points: Option<u16>,
        #[serde(default)] add: Vec<Added>, add_pick: Option<Pick>, #[serde(default)] character: Vec<String>,
        #[serde(default)] character_points: Vec<CharacterPoints>, chimeras: Option<Chimeras>,
        #[serde(default)] excludes: Vec<String>, formation_of_its_own: Option<OwnFormation>, free_with: Option<FreeWith>,
        #[serde(default)] give: Vec<Given>, #[serde(default)] host: Vec<Matches>, limit: Option<String>, most: Option<u8>,
        #[serde(default)] most_in_army: Vec<MostOf>, mount: Option<FillMount>, #[serde(default)] only_with: Vec<String>,
        #[serde(default)] replace: Vec<Replace>, replaces: Option<String>, #[serde(default)] scales: bool,
        #[serde(default)] swap: Vec<Swap>,
    }
    /// Units an upgrade adds.
    Added { unit: String, least: Option<u8>, most: Option<u8> }
    /// A character that costs something else.
    CharacterPoints { unit: String, points: u16 }
    /// Carriers for added units.
    Chimeras { unit: String, per_added: u8, points: u16 }
    /// An upgrade that is a formation of its own.
    OwnFormation { unit: String, initiative: Score }
    /// Units that come free with others.
    FreeWith { unit: String, each: String, most: u8 }
    /// An ability given to some units.
    Given { ability: String, unit: String, most: u8 }
    /// What fills a mount.
    FillMount { fill: String, kinds: Vec<String> }
    /// Units exchanged for others.
    Replace { from: String, to: Vec<String>, most: Option<u8> }
    /// A ready list.
    Force {
        id: String, name: Option<String>, #[serde(default = "last")] order: u16, #[serde(default)] source: String,
        #[serde(default)] origin: Origin, army: String, #[serde(default)] size: String, agreed: u16,
        #[serde(default)] points: u16, formation: Vec<ForceFormation>, #[serde(default)] character: Vec<ForceCharacter>,
        #[serde(default)] scenario: String, #[serde(default)] purchase: Vec<Bought>,
    }
    /// Something bought for a scenario.
    Bought { id: String, #[serde(default = "one")] count: u8, fit: Option<String> }
    /// A formation of a ready list.
    ForceFormation {
        id: String, formation: String, #[serde(default)] points: u16, #[serde(default)] units: Vec<Count>, size: Option<String>, entry: Option<String>,
        #[serde(default)] entrenched: bool,
        #[serde(default)] fits: Vec<ChosenFit>, #[serde(default)] mounts: Vec<ChosenMount>,
        #[serde(default)] upgrades: Vec<ChosenUpgrade>,
    }
    /// A fit that was chosen.
    ChosenFit { unit: String, fit: String }
    /// A mount that was filled.
    ChosenMount { mount: String, upgrade: String, titan: Option<u8> }
    /// An upgrade that was bought.
    ChosenUpgrade { upgrade: String, count: u8 }
    /// A character with its host.
    ForceCharacter { formation: String, host: String, unit: String }
    /// A match option.
    MatchOption { id: String, source: String, rule: String, values: Vec<String> }
    /// A preset of options.
    Preset { id: String, source: String, options: BTreeMap<String, String> }
    /// A ready battle.
    Battle {
        id: String, order: u16, source: String, origin: Origin, scenario: String, table: String, preset: String,
        forces: Vec<String>, edges: Vec<String>,
    }
}

/// One, where nobody wrote how many.
fn one() -> u8 {
    1
}

/// What people wrote stands last in lists.
fn last() -> u16 {
    u16::MAX
}
