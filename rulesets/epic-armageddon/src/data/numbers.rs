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
    /// Zones of control of Scouts.
    scout_zone = "EA-ABIL-103": ScoutZone { zone: Cm }
    /// How near a charge has to bring somebody.
    charge = "EA-ASLT-006": Charged { within: Cm }
    /// Chargers that may touch one unit.
    charged = "EA-ASLT-010": Chargers { chargers: u8 }
    /// Counter chargers that may touch one unit.
    counter_charged = "EA-ASLT-025": CounterChargers { counter_chargers: u8 }
    /// How near a firefight is.
    firefight = "EA-ASLT-036": Firefight { within: Cm }
    /// Attacks in an assault.
    attack = "EA-ASLT-038": AttackRoll { roll: Amount, dice: u8 }
    /// How near supporting fire is.
    support = "EA-ASLT-053": Supporting { within: Cm }
    /// The roll for the result.
    result = "EA-ASLT-059": ResultRoll { dice: u8, keep: u8 }
    /// Blast markers for those who stood by a lost assault.
    bystanders = "EA-ASLT-079": Bystanders { within: Cm, markers: u8 }
    /// Blast markers of the winner, for each casualty.
    won_casualties = "EA-ASLT-080": WonCasualties { markers: u8 }
    /// Consolidation.
    consolidation = "EA-ASLT-083": Consolidating { r#move: Cm }
    /// How near each other formations are intermingled.
    intermingled = "EA-MING-001": Intermingled { within: Cm }
    /// Commanders.
    commander = "EA-ABIL-015": Commanding { followers: u8, within: Cm }
    /// Infiltrators.
    infiltrator = "EA-ABIL-060": Infiltrating { times: u8 }
    /// Space Marines: Blast markers that count in an assault.
    marine_result = "EA-ARMY-004": MarineResult { count: Part, rounding: Rounding, least_if_any: u8, broken_per_unit: u8 }
    /// Space Marines: hits of a lost assault.
    marine_lost = "EA-ARMY-005": MarineLost { count: Part, rounding: Rounding }
    /// How long a line of crossfire may be.
    crossfire = "EA-XFIR-001": CrossfireLine { line: Cm }
    /// Blast markers for the first casualty of a crossfire.
    crossfire_first = "EA-XFIR-007": CrossfireFirst { first_casualty_markers: u8 }
    /// How near its transport a unit gets out.
    disembarking = "EA-TRAN-007": Disembarking { within: Cm }
    /// Enemies that trap the passengers of a transport.
    trapped = "EA-TRAN-009": Trapped { enemies: u8 }
    /// Hits on passengers of a destroyed transport.
    wrecked = "EA-TRAN-010": Wrecked { hits: u8, cover_save: super::amount::Score }
    /// The Dangerous Terrain test.
    dangerous = "EA-TERR-009": Dangerous { roll: Amount, fails_on: u8 }
    /// Cautious movement.
    cautious = "EA-TERR-010": Cautious { speed: Cm }
    /// The bonus on roads.
    road = "EA-MOV-011": Road { bonus: Cm }
}
