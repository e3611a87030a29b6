//! How fast vehicles go, and what their speed allows: T-38 of the base, T-07 and T-27 of the variant.

use grognard_engine::{RuleId, rule};
use grognard_space::table::Length;

use super::Chassis;
use crate::data::vehicles::{Some8, VehicleType};
use crate::edition::SpeedBands;
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::state::State;

/// How many weapons a vehicle may fire.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Arms {
    /// Main weapons; `None` for all.
    pub main: Option<u8>,
    /// Whether defensive weapons are fired.
    pub defensive: bool,
    /// Whether one ordnance weapon may be fired instead.
    pub ordnance: bool,
    /// Whether that may be a barrage.
    pub barrage: bool,
    /// The rule that says so.
    pub rule: RuleId,
}

/// What a speed band of the variant allows.
struct Row {
    main: Some8,
    defensive: bool,
    ordnance: u8,
    difficulty: Some8,
    rule: RuleId,
}

/// 5V-VEH-007 to 5V-VEH-013.
fn row(fixed: &Fixed, band: usize) -> Row {
    let own = fixed.vehicles();
    macro_rules! of {
        ($field:ident, $rule:literal) => {{
            let row = &own.$field;
            Row {
                main: row.main,
                defensive: row.defensive,
                ordnance: row.ordnance,
                difficulty: row.ad,
                rule: rule!($rule),
            }
        }};
    }
    match band {
        0 => of!(stationary, "5V-VEH-007"),
        1 => of!(slow, "5V-VEH-008"),
        2 => of!(combat, "5V-VEH-009"),
        3 => of!(tactical, "5V-VEH-010"),
        4 => of!(cruising, "5V-VEH-011"),
        5 => of!(fast, "5V-VEH-012"),
        _ => of!(very_fast, "5V-VEH-013"),
    }
}

/// Where a band of the variant stands in its table.
pub fn named(fixed: &Fixed, id: &str) -> usize {
    fixed.vehicles().bands.bands.iter().position(|band| band.id == id).unwrap_or(0)
}

/// 5V-TNK-001, 5V-PON-002, 5V-SKM-001, 5V-FST-001, 5V-AMB-042 against 5B-VMV-003, 5B-FST-001: the highest band of a type,
/// and the rule behind it.
pub fn highest(fixed: &Fixed, chassis: &Chassis) -> (usize, RuleId) {
    let own = fixed.vehicles();
    let (fast, skimmer) = (chassis.is(VehicleType::Fast), chassis.is(VehicleType::Skimmer));
    match fixed.edition.bands {
        SpeedBands::Classes => {
            let rows = &own.speeds.speeds;
            let at = rows.iter().rposition(|row| fast || !row.fast_only).unwrap_or(0);
            (at, if fast { rule!("5B-FST-001") } else { rule!("5B-VMV-003") })
        }
        SpeedBands::Bands => {
            let (id, rule) = if chassis.is(VehicleType::Ponderous) {
                (&own.ponderous.highest, rule!("5V-PON-002"))
            } else if fast && skimmer {
                (&own.skimmer.fast_highest, rule!("5V-SKM-001"))
            } else if fast {
                (&own.fast_bands.highest, rule!("5V-FST-001"))
            } else if skimmer {
                (&own.skimmer.highest, rule!("5V-SKM-001"))
            } else {
                (&own.tank.highest, rule!("5V-TNK-001"))
            };
            (named(fixed, id), rule)
        }
    }
}

/// The upper end of a band, and its lower one.
fn ends(fixed: &Fixed, chassis: &Chassis, band: usize) -> (Length, Length) {
    let own = fixed.vehicles();
    match fixed.edition.bands {
        SpeedBands::Classes => {
            let row = &own.speeds.speeds[band];
            let flat_out = row.fast_only && chassis.is(VehicleType::Skimmer);
            (if flat_out { own.flat_out.r#move.0 } else { row.upto.0 }, row.over.0.unwrap_or(Length::ZERO))
        }
        SpeedBands::Bands => {
            let row = &own.bands.bands[band];
            (row.upto.0, row.over.0.unwrap_or(Length::ZERO))
        }
    }
}

/// The band of a distance for a vehicle: no faster than its type goes, as a road lengthens its highest band.
pub fn band_of(fixed: &Fixed, chassis: &Chassis, far: Length) -> usize {
    let most = highest(fixed, chassis).0;
    (0..most).find(|band| far <= ends(fixed, chassis, *band).0).unwrap_or(most)
}

/// The band a vehicle moved in; 5V-VEH-014: combat speed before its first Movement phase.
pub fn band(fixed: &Fixed, s: &State, model: ModelId) -> usize {
    let Some(chassis) = fixed.chassis(model) else { return 0 };
    let begun = s.hull(model).is_some_and(|hull| hull.begun);
    if !begun && fixed.edition.bands == SpeedBands::Bands && !chassis.walks() {
        return named(fixed, &fixed.vehicles().at_start.band);
    }
    band_of(fixed, chassis, s.driven(model))
}

/// The name of a band.
pub fn name(fixed: &Fixed, band: usize) -> &str {
    match fixed.edition.bands {
        SpeedBands::Classes => &fixed.vehicles().speeds.speeds[band].id,
        SpeedBands::Bands => &fixed.vehicles().bands.bands[band].id,
    }
}

/// What damage takes off a vehicle's move: 5V-VDM-010, 5V-VDM-011, 5V-AMB-109.
pub fn slowed_by(fixed: &Fixed, s: &State, model: ModelId) -> Length {
    let Some(hull) = s.hull(model) else { return Length::ZERO };
    if fixed.edition.bands == SpeedBands::Classes {
        return Length::ZERO;
    }
    let own = fixed.vehicles();
    Length(own.shaken.r#move.0.0 * hull.shaken.len() as i32 + own.drive.r#move.0.0 * i32::from(hull.drive))
}

/// How far a vehicle may go this turn; `None` where it is immobilised. `on_road` is for moves along a road alone.
pub fn most(fixed: &Fixed, s: &State, model: ModelId, on_road: bool) -> Option<Length> {
    let chassis = fixed.chassis(model)?;
    let hull = s.hull(model)?;
    if hull.immobilised {
        return None;
    }
    if fixed.edition.bands == SpeedBands::Classes && hull.stunned > 0 {
        return Some(Length::ZERO);
    }
    let top = highest(fixed, chassis).0;
    let (upto, over) = ends(fixed, chassis, top);
    let left = Length((upto.0 - slowed_by(fixed, s, model).0).max(0));
    let far = if on_road && gains_by_road(fixed, chassis, top) && left > over {
        left + match fixed.edition.bands {
            SpeedBands::Classes => fixed.vehicles().road.further.0,
            SpeedBands::Bands => fixed.vehicles().road_too.further.0,
        }
    } else {
        left
    };
    // 5V-AMB-112: nobody goes fast once somebody got in or out.
    let held = hull.boarded && fixed.edition.bands == SpeedBands::Bands;
    Some(if held { far.min(ends(fixed, chassis, named(fixed, "cruising").min(top)).0) } else { far })
}

/// 5B-VMV-006, 5V-VEH-015, 5V-AMB-042: neither skimmers nor the slowest gain anything by roads.
fn gains_by_road(fixed: &Fixed, chassis: &Chassis, top: usize) -> bool {
    if chassis.is(VehicleType::Skimmer) || chassis.walks() {
        return false;
    }
    match fixed.edition.bands {
        SpeedBands::Classes => !chassis.is(VehicleType::Fast),
        SpeedBands::Bands => top >= named(fixed, "cruising"),
    }
}

/// What a vehicle may fire: 5B-VSH-001, 5V-VEH-007 to 5V-VEH-013; 5V-FST-003: fast ones a band slower; 5V-PON-003: ponderous
/// ones as if they stood; 5B-WLK-002: walkers too.
pub fn arms(fixed: &Fixed, s: &State, model: ModelId) -> Arms {
    let nothing =
        Arms { main: Some(0), defensive: false, ordnance: false, barrage: false, rule: rule!("5B-VSH-001") };
    let Some(chassis) = fixed.chassis(model) else { return nothing };
    let band = if chassis.walks() { 0 } else { band_of(fixed, chassis, s.driven(model)) };
    let fast = chassis.is(VehicleType::Fast);
    match fixed.edition.bands {
        SpeedBands::Classes => {
            let row = &fixed.vehicles().speeds.speeds[band];
            let rule = if fast && band > 0 { rule!("5B-FST-001") } else { rule!("5B-VSH-001") };
            if fast {
                let (main, defensive) = (row.fast_main.0, row.fast_defensive);
                Arms { main, defensive, ordnance: row.fast_ordnance > 0, barrage: row.fast_barrage, rule }
            } else {
                let (main, defensive) = (row.main.0, row.defensive);
                Arms { main, defensive, ordnance: row.ordnance > 0, barrage: row.barrage, rule }
            }
        }
        SpeedBands::Bands => {
            let ponderous = chassis.is(VehicleType::Ponderous);
            let (at, why) = if ponderous && band > 0 {
                (0, Some(rule!("5V-PON-003")))
            } else if fast && band > 0 {
                (band.saturating_sub(fixed.vehicles().fast_fire.slower), Some(rule!("5V-FST-003")))
            } else {
                (band, None)
            };
            let row = row(fixed, at);
            let (main, defensive, ordnance) = (row.main.0, row.defensive, row.ordnance > 0);
            // 5V-AMB-067: a barrage needs the row of those who stand.
            Arms { main, defensive, ordnance, barrage: at == 0, rule: why.unwrap_or(row.rule) }
        }
    }
}

/// 5V-VEH-007 to 5V-VEH-013, T-34: the assault difficulty of a vehicle with its upgrades, `None` where it is hit without a
/// roll; and the rules behind it.
pub fn difficulty(fixed: &Fixed, s: &State, model: ModelId) -> (Option<u8>, Vec<RuleId>) {
    let own = fixed.vehicles();
    let stands = s.immobilised(model);
    let band = if stands { 0 } else { band(fixed, s, model) };
    let row = row(fixed, band);
    let mut rules = vec![row.rule];
    if band == 0 {
        rules.push(rule!("5V-VAS-002"));
    }
    let begun = s.hull(model).is_some_and(|hull| hull.begun);
    if !begun && !stands {
        rules.push(rule!("5V-VEH-014"));
    }
    let kind = fixed.kind_of(model);
    let id = name(fixed, band);
    let mut value = row.difficulty.0;
    if kind.bears("electro-hull") {
        if band == 0 {
            value = Some(value.unwrap_or(0) + own.electro_stands.stationary);
            rules.push(rule!("5V-UPG-013"));
        } else if own.electro_moves.bands.iter().any(|band| band == id) {
            value = value.map(|value| value + own.electro_moves.ad);
            rules.push(rule!("5V-UPG-014"));
        } else {
            rules.push(rule!("5V-UPG-015"));
        }
    }
    if kind.bears("hull-spikes") {
        if band == 0 {
            value = Some(value.unwrap_or(0) + own.spikes_stand.stationary);
            rules.push(rule!("5V-UPG-017"));
        } else {
            value = value.map(|value| (value + own.spikes.ad).min(own.spikes.most));
            rules.push(rule!("5V-UPG-016"));
        }
    }
    if band == 0 && value.is_some() {
        rules.push(rule!("5V-UPG-018"));
    }
    let hit = s.hull(model).is_some_and(|hull| !hull.shaken.is_empty() || hull.drive > 0);
    if hit && !stands {
        rules.push(rule!("5V-VAS-003"));
    }
    if fixed.chassis(model).is_some_and(|chassis| chassis.is(VehicleType::Fast)) {
        rules.push(rule!("5V-FST-004"));
    }
    (value, rules)
}

/// 5B-VAS-002: what hits a vehicle of the base in close combat; `None` without a roll.
pub fn base_score(fixed: &Fixed, s: &State, model: ModelId) -> Option<u8> {
    let chassis = fixed.chassis(model)?;
    if s.immobilised(model) {
        return None;
    }
    fixed.vehicles().speeds.speeds[band_of(fixed, chassis, s.driven(model))].hit.0
}

/// How far a vehicle of a type goes without damage and off the road.
pub fn top(fixed: &Fixed, chassis: &Chassis) -> Length {
    ends(fixed, chassis, highest(fixed, chassis).0).0
}

/// 5B-MIS-012: how far a vehicle that came from above counts as having gone: cruising speed, or the fastest it knows.
pub fn landed(fixed: &Fixed, chassis: &Chassis) -> Length {
    let top = highest(fixed, chassis).0;
    let cruising = match fixed.edition.bands {
        SpeedBands::Classes => {
            let rows = &fixed.vehicles().speeds.speeds;
            rows.iter().position(|row| row.id == "cruising").unwrap_or(top)
        }
        SpeedBands::Bands => named(fixed, "cruising"),
    };
    ends(fixed, chassis, cruising.min(top)).0
}

/// A band for a card: its name, how far it goes, main weapons, and what hits the vehicle in close combat.
pub fn row_text(fixed: &Fixed, chassis: &Chassis, band: usize) -> [String; 4] {
    let upto = crate::armies::RULER.write(ends(fixed, chassis, band).0);
    let count = |main: Option<u8>| main.map_or_else(|| "all".to_owned(), |main| main.to_string());
    let fast = chassis.is(VehicleType::Fast);
    let (main, hit) = match fixed.edition.bands {
        SpeedBands::Classes => {
            let row = &fixed.vehicles().speeds.speeds[band];
            let main = if fast { row.fast_main } else { row.main };
            (count(main.0), row.hit.0.map_or_else(|| "auto".to_owned(), |hit| format!("{hit}+")))
        }
        SpeedBands::Bands => {
            let slower = if fast { fixed.vehicles().fast_fire.slower } else { 0 };
            let at = if chassis.is(VehicleType::Ponderous) { 0 } else { band.saturating_sub(slower) };
            let difficulty = row(fixed, band).difficulty.0;
            (count(row(fixed, at).main.0), difficulty.map_or_else(|| "auto".to_owned(), |ad| ad.to_string()))
        }
    };
    [name(fixed, band).to_owned(), upto, main, hit]
}
