//! Every number of the core game matters: changed by one, it turns some case red.

use grognard_engine::prove;
use grognard_space_hulk::SpaceHulk;

/// Numbers no case depends on yet: mostly columns of the tables of targets that few weapons have met.
const UNNOTICED: &[&str] = &[
    "SH-CMD-025.hive_tyrant",
    "SH-CMD-025.psyker_hybrid",
    "SH-PCD-012.moves",
    "SH-TYR-008.other",
    "SH-TYR-008.venom_cannon",
    "SH-TYR-009.lash_whip",
    "SH-WPN-010.cannon_burst.avenger",
    "SH-WPN-010.cannon_burst.banshee",
    "SH-WPN-010.cannon_burst.hybrid",
    "SH-WPN-010.cannon_burst.power_armour",
    "SH-WPN-010.cannon_burst.reaper",
    "SH-WPN-010.cannon_burst.terminator",
    "SH-WPN-010.flamer.avenger",
    "SH-WPN-010.flamer.banshee",
    "SH-WPN-010.full_auto.avenger",
    "SH-WPN-010.full_auto.banshee",
    "SH-WPN-010.full_auto.hybrid",
    "SH-WPN-010.full_auto.reaper",
    "SH-WPN-010.storm_bolter.avenger",
    "SH-WPN-010.storm_bolter.power_armour",
    "SH-WPN-010.storm_bolter.reaper",
    "SH-WPN-010.storm_bolter.terminator",
];

#[test]
fn every_number_matters_to_some_case() {
    prove::numbers_matter::<SpaceHulk>(UNNOTICED);
}
