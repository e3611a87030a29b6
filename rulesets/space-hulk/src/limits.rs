//! How far a variant may turn the numbers: beyond these bounds the dice, sums and tables of the game break.

use std::ops::RangeInclusive;

use crate::numbers::Numbers;
use crate::profile::Profile;

/// Dice of one roll: a parry shows four at most.
const DICE: RangeInclusive<i64> = 1..=4;
/// Numbers needed on a die with six sides; 7 is out of reach.
const NEED: RangeInclusive<i64> = 1..=7;
/// Numbers of a chart: 0 needs no die at all.
const CHART: RangeInclusive<i64> = 0..=7;
/// Points, shots and pieces: sums of several still fit a byte.
const COUNT: RangeInclusive<i64> = 0..=50;
/// Bonuses: sums of several still fit a signed byte.
const BONUS: RangeInclusive<i64> = -20..=20;
/// Sides of the command die.
const SIDES: RangeInclusive<i64> = 1..=50;
/// Squares.
const REACH: RangeInclusive<i64> = 0..=1000;
/// Seconds.
const SECONDS: RangeInclusive<i64> = 0..=86_400;
/// Cards: a hand is a list of choices, and of sets of them.
const HAND: RangeInclusive<i64> = 0..=5;
/// Mastery levels; 0 is no psyker.
const MASTERY: RangeInclusive<i64> = 0..=4;
/// Steps of a ladder of consecutive shots.
const STEPS: RangeInclusive<i64> = 1..=20;

/// Whether a number is within bounds; the error names it and says what would be right.
fn within(name: &str, value: impl Into<i64>, bounds: &RangeInclusive<i64>) -> Result<(), String> {
    let value = value.into();
    if bounds.contains(&value) {
        return Ok(());
    }
    Err(format!("`{name}` is {value}, but must be {} to {}", bounds.start(), bounds.end()))
}

macro_rules! bounded {
    ($($bounds:ident: $rule:literal $($part:ident).+ { $($field:ident),+ $(,)? })*) => {
        /// Checks every number that stands alone.
        fn single(numbers: &Numbers) -> Result<(), String> {
            $(
                let part = &numbers.$($part).+;
                $(within(concat!($rule, ".", stringify!($field)), part.$field, &$bounds)?;)+
            )*
            Ok(())
        }
    };
}

bounded! {
    COUNT: "SH-ACT-003" action_points { terminator, genestealer, blip }
    COUNT: "SH-ACT-006.marine" costs.marine { forward, backward, quarter_turn, about_turn, door, assault }
    COUNT: "SH-ACT-006.genestealer" costs.genestealer {
        forward, backward, sideways, quarter_turn, about_turn, door, assault,
    }
    COUNT: "SH-ACT-006.blip" costs.blip { forward, door }
    COUNT: "SH-TUR-003" further_turns { repeated_quarter_turn }
    COUNT: "SH-ACT-018" jam { clear_jam }
    COUNT: "SH-ACT-020" set_overwatch { set_overwatch }
    COUNT: "SH-ACT-022" reload { reload }
    COUNT: "SH-ACT-023" secure { secure }
    SIDES: "SH-CMD-001" command_roll { die }
    BONUS: "SH-CMD-004" command_bonus { captain }
    BONUS: "SH-CMD-025" brood_command { patriarch, hive_tyrant, magus, psyker_hybrid, hybrid }
    CHART: "SH-WPN-010.storm_bolter" columns.storm_bolter { hybrid, power_armour, terminator, avenger, reaper, banshee }
    CHART: "SH-WPN-010.cannon_burst" columns.cannon_burst { hybrid, power_armour, terminator, avenger, reaper, banshee }
    CHART: "SH-WPN-010.full_auto" columns.full_auto { hybrid, power_armour, terminator, avenger, reaper, banshee }
    CHART: "SH-WPN-010.flamer" columns.flamer { hybrid, power_armour, terminator, avenger, reaper, banshee }
    REACH: "SH-ABU-003" ambush_place { distance }
    COUNT: "SH-ABU-004" ambush_limit { counters }
    COUNT: "SH-ABU-007" ambush_results { genestealer, nothing }
    COUNT: "SH-TYR-001" muster { parts }
    NEED: "SH-TYR-004" regeneration { need }
    COUNT: "SH-TYR-008" growth { venom_cannon, other }
    BONUS: "SH-TYR-009" tyranid_weapons { bone_sword, lash_whip }
    COUNT: "SH-TYR-009" tyranid_weapons { bone_sword_parries, bone_swords_dice, lash_whip_dice }
    SIDES: "SH-FSC-001" farseer { die }
    BONUS: "SH-FSC-003" battle_fate { bonus }
    NEED: "SH-FSC-004" guide { need }
    BONUS: "SH-FSC-005" doom { bonus }
    STEPS: "SH-FSC-007" storm { times }
    SECONDS: "SH-FSC-011" mind_war { seconds }
    COUNT: "SH-FSC-011" mind_war { actions }
    SIDES: "SH-FSC-012" asuryan { die }
    BONUS: "SH-WLK-003" witch_blade { bonus }
    COUNT: "SH-WLK-003" witch_blade { parries }
    SIDES: "SH-WLK-003" witch_blade { die }
    SIDES: "SH-WLK-004" warlock_psi { die }
    COUNT: "SH-WLK-005" orders { cost }
    REACH: "SH-WLK-005" orders { distance }
    CHART: "SH-WGD-006" wraithguard_damage { undamaged, down, destroyed }
    NEED: "SH-WGD-006" wraithguard_damage { taken_along }
    COUNT: "SH-WGD-006" wraithguard_damage { stand }
    BONUS: "SH-WGD-006" wraithguard_damage { assault }
    COUNT: "SH-DAV-003" shuriken_storm { cost }
    DICE: "SH-DAV-003" shuriken_storm { dice }
    NEED: "SH-FDR-004" dragon_pitfall { need }
    NEED: "SH-FDR-005" dragon_melts { need }
    NEED: "SH-FDR-006" dragon_armour { need }
    COUNT: "SH-DRP-004" range_finder { cost }
    COUNT: "SH-HBN-002" banshee_mask { steps, dice }
    SECONDS: "SH-TIM-003" exarch_time { exarch }
    BONUS: "SH-EXA-004" diresword { bonus }
    COUNT: "SH-PAR-005" diresword_parry { parries }
    NEED: "SH-EXA-006" exarch_armour { need }
    DICE: "SH-EXA-009" mighty_strike { dice }
    COUNT: "SH-EXA-010" exarch_cannon { cost }
    BONUS: "SH-EXA-011" web_of_skulls { bonus }
    REACH: "SH-EXA-011" web_of_skulls { reach }
    COUNT: "SH-EXA-011" web_of_skulls { kills }
    REACH: "SH-EXA-013" stealth { range }
    BONUS: "SH-EXA-014" biting_sword { bonus }
    COUNT: "SH-EXA-014" biting_sword { parries }
    BONUS: "SH-EXA-015" exarch_sword { bonus }
    COUNT: "SH-EXA-017" exarch_axe { door, bulkhead }
    COUNT: "SH-TYR-015" leap { leap }
    COUNT: "SH-TYR-016" flight { points, hole, shaft }
    STEPS: "SH-FOR-003" corridor { squares }
    COUNT: "SH-PEF-014" marker_stock { each }
    COUNT: "SH-WNM-003" nemesis_blast { cost }
    REACH: "SH-WNM-003" nemesis_blast { range }
    COUNT: "SH-HRL-001" harlequin_costs {
        forward, backward, sideways, quarter_turn, about_turn, overwatch, assault, door, stance, leap, dance,
    }
    BONUS: "SH-HRL-002" harlequin_fight { great, glove, sword }
    COUNT: "SH-HRL-003" troupe { heavy, kiss }
    COUNT: "SH-HRL-005" solo { points }
    BONUS: "SH-HRL-006" dance { bonus }
    BONUS: "SH-HRL-009" stance { bonus }
    BONUS: "SH-HRL-010" kiss { bonus }
    NEED: "SH-HRL-010" kiss { sticks }
    COUNT: "SH-HRL-010" kiss { free }
    COUNT: "SH-WSH-002" shuriken_cannon { death_jester }
    SECONDS: "SH-TIM-001" timer { base, per_leader }
    REACH: "SH-OVW-002" overwatch { range }
    COUNT: "SH-ENP-003" entry_blips { blips }
    COUNT: "SH-ENP-004" entry { enter }
    REACH: "SH-ENP-009" lurking { distance }
    COUNT: "SH-ENP-013" entry_stealers { stealers }
    NEED: "SH-DOR-016" door_assault { need }
    DICE: "SH-DOR-018" door_genestealer { genestealer_dice }
    DICE: "SH-CLA-006" assault_dice { genestealer, terminator }
    BONUS: "SH-GNG-001" ganging_up { bonus }
    BONUS: "SH-TRM-008" chaplain { bonus }
    REACH: "SH-TRM-008" chaplain { distance }
    COUNT: "SH-PAR-001" sword_parry { power_sword }
    COUNT: "SH-PAR-004" shield_parry { storm_shield, storm_shield_single }
    DICE: "SH-WSB-001" storm_bolter { dice }
    COUNT: "SH-WSB-001" storm_bolter { cost }
    NEED: "SH-WSB-001" storm_bolter { stealer, door }
    DICE: "SH-WAC-001" cannon { dice }
    COUNT: "SH-WAC-001" cannon { magazine }
    COUNT: "SH-WAC-002" cannon_burst { cost }
    COUNT: "SH-WAC-003" full_auto { cost }
    NEED: "SH-WAC-003" full_auto { stealer, stealer_full_auto_3, door }
    COUNT: "SH-WAC-005" full_auto_ammo { bursts }
    COUNT: "SH-WAC-006" cannon_reloads { reloads }
    COUNT: "SH-WAC-010" malfunction { safe_bursts }
    NEED: "SH-WAC-012" malfunction_effect { stealer, marine, door }
    COUNT: "SH-WHF-001" flamer { cost, shots }
    REACH: "SH-WHF-001" flamer { range }
    NEED: "SH-WHF-003" flame { stealer }
    COUNT: "SH-WHF-011" flame_limit { per_turn }
    COUNT: "SH-WHF-017" self_destruction { cost }
    COUNT: "SH-WCF-003" chain_fist { cost }
    DICE: "SH-WLI-001" claws { dice }
    BONUS: "SH-WLI-001" claws { bonus }
    DICE: "SH-WLI-002" claws_flank { flank_dice }
    BONUS: "SH-WTH-001" hammer { bonus }
    COUNT: "SH-WTH-002" detonation { cost }
    NEED: "SH-CRT-004" crate_fire { need }
    COUNT: "SH-RUB-001" rubble { enter }
    NEED: "SH-RUB-002" deflection { deflects }
    NEED: "SH-BLK-003" bulkhead_assault { need }
    NEED: "SH-BLK-006" bulkhead_blast { need }
    NEED: "SH-WAC-015" bulkhead_burst { need }
    COUNT: "SH-WCF-002" chain_fist_bulkhead { cost }
    COUNT: "SH-AIR-002" shaft { enter, leave }
    COUNT: "SH-TOX-001" carrier { steps }
    COUNT: "SH-TOX-003" canister { pick_up, put_down }
    COUNT: "SH-TOX-005" canister_shaft { arm, drop }
    COUNT: "SH-TUR-006" free_turns { quarter_turn, repeated_quarter_turn, about_turn }
    COUNT: "SH-IGF-006" guard { sidestep }
    COUNT: "SH-PRN-002" prone_by_type { power_armour, brood }
    NEED: "SH-PIT-016" grenade_drop { drops }
    NEED: "SH-WNM-002" nemesis { need }
    COUNT: "SH-IGF-004" kneeling { kneel, rise }
    NEED: "SH-IGF-007" backup { comes }
    COUNT: "SH-IGF-015" inspiration { points }
    NEED: "SH-IGF-019" dim { dozes }
    COUNT: "SH-IGF-020" ogryn_fire { factor }
    REACH: "SH-WGR-003" grenade_reach { nearest, farthest }
    BONUS: "SH-CMD-023" commissar { death }
    BONUS: "SH-CLA-012" pistol { bonus }
    BONUS: "SH-WCS-001" chainsword { bonus }
    COUNT: "SH-WCS-001" chainsword { parries }
    BONUS: "SH-WPA-001" power_axe { bonus }
    BONUS: "SH-WFW-001" force_weapon { bonus }
    COUNT: "SH-WFW-001" force_weapon { parries }
    COUNT: "SH-LAD-003" ladder { climb }
    NEED: "SH-PIT-005" pitfall { falls }
    COUNT: "SH-PIT-007" jump { jump }
    NEED: "SH-PIT-008" landing { stands }
    NEED: "SH-PIT-009" landing_on_enemy { dodges }
    NEED: "SH-PIT-010" landing_on_friend { survives }
    COUNT: "SH-PIT-012" pitfall_climb { climb }
    COUNT: "SH-PRN-001" prone { terminator }
    BONUS: "SH-PRN-004" prone_assault { bonus }
    COUNT: "SH-PLY-001" cast { trump, other }
    COUNT: "SH-PLY-002" cast_inactive { more }
    COUNT: "SH-PLY-003" cast_level { below }
    HAND: "SH-DRW-001" hand { marine, marine_psyker, stealer }
    HAND: "SH-DRW-004" draw { psyker }
    HAND: "SH-DRW-005" over { cards }
    HAND: "SH-DRW-006" discard { stealer }
    NEED: "SH-DSP-004" decay { need }
    COUNT: "SH-PCD-003" control { most }
    HAND: "SH-PCD-005" scan { cards }
    COUNT: "SH-PCD-007" arc_hits { hits }
    NEED: "SH-PCD-008" arc { stealer, hybrid, marine, door }
    NEED: "SH-PCD-012" vortex { moves }
    NEED: "SH-PCD-013" hellfire { blip, stealer, marine }
    COUNT: "SH-PCD-014" assail { squares, points }
    COUNT: "SH-PCD-016" blast { squares }
    BONUS: "SH-PCD-021" prescience { bonus }
    STEPS: "SH-PCD-023" warp_time { times }
}

/// Checks the numbers, patches included.
pub fn check(numbers: &Numbers) -> Result<(), String> {
    single(numbers)?;
    for (name, ladder) in [
        ("SH-WSB-004.ladder", &numbers.storm_bolter_sustained.ladder),
        ("SH-WAC-002.ladder", &numbers.cannon_burst.ladder),
    ] {
        let steps = i64::try_from(ladder.len()).unwrap_or(i64::MAX);
        within(&format!("the number of steps of {name}"), steps, &STEPS)?;
        for need in ladder {
            within(name, *need, &NEED)?;
        }
    }
    // The whole deck is a die to draw with.
    numbers.farseer.copies.iter().try_for_each(|copies| within("SH-FSC-001.copies", *copies, &STEPS))?;
    numbers.psi.points.iter().try_for_each(|points| within("SH-PSQ-002.points", *points, &COUNT))
}

/// Checks a role.
pub fn check_profile(profile: &Profile) -> Result<(), String> {
    within(&format!("{}.skill", profile.name), profile.skill, &BONUS)?;
    within(&format!("{}.ap", profile.name), profile.ap.unwrap_or(0), &COUNT)?;
    within(&format!("{}.psyker", profile.name), profile.psyker, &MASTERY)?;
    within(&format!("{}.burden", profile.name), profile.burden.unwrap_or(0), &BONUS)?;
    within(&format!("{}.wounds", profile.name), profile.wounds, &(1..=50))?;
    within(&format!("{}.dice", profile.name), profile.dice.unwrap_or(1), &DICE)?;
    within(&format!("{}.psi", profile.name), profile.psi.unwrap_or(0), &COUNT)?;
    let weapons = i64::try_from(profile.melee.len()).unwrap_or(i64::MAX);
    within(&format!("the number of weapons in {}.melee", profile.name), weapons, &(0..=3))
}
