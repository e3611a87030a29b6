//! The numbers of the rules (`numbers.toml`, `numbers-forces.toml`, `numbers-games.toml`), each under the id of its rule;
//! patches lie over them. Those of rules that are not built yet wait in [`Numbers::later`].

use std::collections::BTreeMap;

use serde::Deserialize;

use super::amount::{Amount, Cm, Figure, Part, Rounding};

macro_rules! numbers {
    ($($(#[$doc:meta])* $field:ident = $id:literal: $name:ident { $($key:ident: $type:ty),* $(,)? })*) => {
        /// Every number of the rules.
        #[derive(Clone, Debug, Deserialize)]
        pub struct Numbers {
            $($(#[$doc])* #[serde(rename = $id)] pub $field: $name,)*
            /// Numbers of rules that are not built yet, by rule.
            #[serde(flatten)]
            pub later: BTreeMap<String, BTreeMap<String, Figure>>,
        }
        $(
            $(#[$doc])*
            #[derive(Clone, Debug, Deserialize)]
            #[serde(deny_unknown_fields, rename_all = "kebab-case")]
            #[expect(missing_docs, reason = "the fields are the words of the rule")]
            pub struct $name { $(pub $key: $type),* }
        )*
    };
}

numbers! {
    /// The roll-off of players who are tied.
    roll_off = "EA-GEN-010": RollOff { roll: Amount }
    /// How many dice a shot is.
    shots = "EA-WPN-005": Shots { roll: Amount, shots: u8 }
    /// How near the units of a formation stay to each other.
    coherency = "EA-FORM-002": CoherencyOf { coherency: Cm }
    /// Blast markers for each unit left at which a formation is Broken.
    breaking = "EA-BM-006": Breaking { markers_per_unit: u8 }
    /// The Strategy roll.
    strategy_roll = "EA-STRT-002": StrategyRoll { roll: Amount }
    /// The Action test.
    action_test = "EA-INIT-002": ActionTest { roll: Amount }
    /// Blast markers of a failed Action test.
    failed_test = "EA-INIT-006": FailedTest { markers: u8 }
    /// How often in a row the initiative is retained.
    retaining = "EA-INIT-009": Retaining { retain: u8 }
    /// Zones of control.
    zone_of_control = "EA-ZOC-001": ZoneOfControl { zone: Cm }
    /// Blast markers for each unit lost out of coherency.
    out_of_coherency = "EA-COH-002": OutOfCoherency { markers: u8 }
    /// How deep a feature is looked into or out of.
    through = "EA-LOF-003": Through { depth: Cm }
    /// Units suppressed by each Blast marker.
    suppression = "EA-SUPP-001": Suppression { units: u8 }
    /// Blast markers for coming under fire.
    under_fire = "EA-SHOT-005": UnderFire { markers: u8 }
    /// Blast markers for each casualty.
    casualties = "EA-SHOT-008": Casualties { markers: u8 }
    /// The roll to hit.
    to_hit = "EA-HIT-001": ToHit { roll: Amount }
    /// The face that always misses.
    always_misses = "EA-HIT-002": AlwaysMisses { misses_on: u8 }
    /// The saving throw.
    save = "EA-SAVE-002": Save { roll: Amount }
    /// Regrouping.
    regroup = "EA-RGRP-001": Regroup { dice: u8, keep: u8 }
    /// Units of a Broken formation destroyed by each Blast marker.
    broken_hits = "EA-BRKN-005": BrokenHits { units: u8 }
    /// Moves of a withdrawal.
    withdrawal = "EA-WDRW-003": Withdrawal { moves: u8 }
    /// How near the enemy withdrawn units are destroyed.
    too_near = "EA-WDRW-005": TooNear { within: Cm }
    /// Rally tests in an End phase.
    rally_tests = "EA-RALY-001": RallyTests { tests: u8 }
    /// The Rally test, and how near an enemy hampers it.
    rally = "EA-RALY-003": Rally { roll: Amount, within: Cm }
    /// Blast markers of a formation that was Broken and rallied, for each unit.
    rallied = "EA-RALY-005": Rallied { markers: u8 }
    /// What rallying removes.
    rally_removes = "EA-RALY-006": RallyRemoves { removed: Part, rounding: Rounding }
    /// Space Marines: Blast markers to suppress one unit.
    marine_suppression = "EA-ARMY-001": MarineSuppression { markers: u8, units: u8 }
    /// Space Marines: Blast markers for each unit at which they break.
    marine_breaking = "EA-ARMY-002": MarineBreaking { markers_per_unit: u8 }
    /// Space Marines: Blast markers that destroy one unit of a Broken formation.
    marine_hits = "EA-ARMY-003": MarineHits { markers: u8, units: u8 }
    /// Space Marines: Blast markers for each unit of a formation that was Broken and rallied.
    marine_rallied = "EA-ARMY-006": MarineRallied { markers: u8 }
    /// How near an objective is captured.
    capture = "EA-TRNG-007": Capture { within: Cm }
}
