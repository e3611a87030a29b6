//! How types of units move: jumps, rides and flights, and what ground does to them (T-16, JMP, BIK, BST, UTY).

use grognard_engine::{RuleId, rule};
use grognard_space::table::{Body, Length, Pose};

use crate::abilities;
use crate::buildings::roof;
use crate::choice::{Kind, MoveShape};
use crate::data::numbers::ActionRow;
use crate::data::troops::Type;
use crate::edition::Speeds;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::state::State;

/// 5V-MSM-001 and T-31: what a type of unit may do beside its move.
pub fn actions(fixed: &Fixed, kind: Type) -> Option<&ActionRow> {
    let artillery = matches!(kind, Type::ArtilleryCrew | Type::ArtilleryGun);
    let word = if artillery { "artillery" } else { kind.word() };
    fixed.numbers().actions.types.iter().find(|row| row.types.iter().any(|known| known == word))
}

/// Whether all models of a unit may take an action.
pub fn may(fixed: &Fixed, s: &State, unit: UnitId, allowed: impl Fn(&ActionRow) -> bool) -> bool {
    let models = &s.unit(unit).models;
    models.iter().all(|model| actions(fixed, fixed.kind_of(*model).kind()).is_some_and(&allowed))
}

/// 5V-MON-003, 5V-BIK-004, 5V-BST-005: the rule by which a unit never goes on station, if so.
pub fn never_waits(fixed: &Fixed, s: &State, unit: UnitId) -> Option<RuleId> {
    let of = |model: &ModelId| {
        let kind = fixed.kind_of(*model).kind();
        let row = actions(fixed, kind)?;
        match kind {
            _ if row.on_station != "no" => None,
            Type::MonstrousCreature => Some(rule!("5V-MON-003")),
            Type::Bike | Type::Jetbike => Some(rule!("5V-BIK-004")),
            Type::Beast | Type::Cavalry => Some(rule!("5V-BST-005")),
            Type::ArtilleryCrew | Type::ArtilleryGun => Some(rule!("5V-ART-005")),
            _ => None,
        }
    };
    s.unit(unit).models.iter().find_map(of)
}

/// How far a model goes in a move of a kind: 5B-MOV-001, 5V-MOV-001, 5B-JMP-001, 5B-BIK-001, 5B-USR-021. 5B-MOV-002: by the
/// base not further than the slowest of the unit.
pub fn pace(fixed: &Fixed, s: &State, shape: &MoveShape, model: ModelId) -> Length {
    let own = |model: ModelId| {
        let kind = fixed.kind_of(model);
        match shape.kind {
            Kind::Jump => kind.outfit.jumps.unwrap_or(kind.pace),
            Kind::Turbo => fixed.numbers().turbo.r#move.0,
            Kind::Walk | Kind::RunOn | Kind::Scout | Kind::ComeOn => {
                let on_foot = kind.outfit.rides.unwrap_or(kind.pace);
                // Who may jump comes on and scouts with a jump.
                let jump = kind.outfit.jumps.filter(|_| matches!(shape.kind, Kind::Scout | Kind::ComeOn));
                jump.map_or(on_foot, |jump| jump.max(on_foot))
            }
            _ => kind.pace,
        }
    };
    if fixed.edition.speeds == Speeds::Slowest {
        let models = &s.unit(shape.unit).models;
        return models.iter().map(|model| own(*model)).min().unwrap_or_default().min(own(model));
    }
    own(model)
}

/// Whether a model flies over everything in a move: 5B-JMP-001, 5B-JMP-005, 5B-BIK-003.
pub fn flies(fixed: &Fixed, kind: Kind, model: ModelId) -> bool {
    let outfit = &fixed.kind_of(model).outfit;
    match kind {
        Kind::Jump | Kind::AssaultJump => true,
        Kind::DrivenOff => outfit.jumps.is_some(),
        Kind::Walk | Kind::RunOn | Kind::Turbo => outfit.hovers,
        Kind::Scout | Kind::ComeOn => outfit.hovers || outfit.jumps.is_some(),
        _ => false,
    }
}

/// Whether difficult ground can slow a model in a move (T-16).
pub fn is_slowed(fixed: &Fixed, kind: Kind, model: ModelId) -> bool {
    let outfit = &fixed.kind_of(model).outfit;
    matches!(kind, Kind::Walk | Kind::RunOn | Kind::Charge(_) | Kind::Scout | Kind::ComeOn)
        && outfit.rides.is_none()
        && !outfit.ignores_difficult
        && !flies(fixed, kind, model)
}

/// 5B-USR-016, 5V-USR-012: whether a model always counts as moving through difficult ground; by the base the rule passes
/// between a character and its unit.
pub fn is_slow(fixed: &Fixed, s: &State, model: ModelId) -> bool {
    const SLOW: &str = "slow-and-purposeful";
    if fixed.edition.speeds == Speeds::Slowest {
        abilities::any_has(fixed, s, s.model(model).unit, SLOW)
    } else {
        fixed.kind_of(model).has(SLOW)
    }
}

/// How far an assault of a unit goes: 5B-ASM-001, 5V-DEC-001, 5B-BST-001, 5V-DEC-002.
pub fn assault_reach(fixed: &Fixed, s: &State, unit: UnitId) -> (Length, RuleId) {
    let numbers = fixed.numbers();
    let beast = |model: &ModelId| matches!(fixed.kind_of(*model).kind(), Type::Beast | Type::Cavalry);
    if s.unit(unit).models.iter().all(beast) {
        return (numbers.beasts.assault.0, rule!("5B-BST-001"));
    }
    match fixed.edition.charge {
        crate::edition::ChargeBonus::Attack => (numbers.assault.r#move.0, rule!("5B-ASM-001")),
        crate::edition::ChargeBonus::Reroll => (numbers.assault_too.r#move.0, rule!("5V-DEC-001")),
    }
}

/// 5V-BST-007, 5B-BST-001: how often the distance of a slowed assault counts.
pub fn assault_times(fixed: &Fixed, shape: &MoveShape, model: ModelId) -> i32 {
    let beast = matches!(fixed.kind_of(model).kind(), Type::Beast | Type::Cavalry);
    let far = shape.inches.is_some_and(|inches| inches == fixed.numbers().beasts.assault.0);
    if matches!(shape.kind, Kind::Charge(_)) && beast && far {
        i32::from(fixed.numbers().beasts_too.times)
    } else {
        1
    }
}

/// The rule by which a model takes a test for dangerous ground after a way, if it does: 5B-TER-004, 5B-JMP-002, 5B-BIK-001 to
/// 5B-BIK-003.
pub fn risk(
    fixed: &Fixed,
    s: &State,
    kind: Kind,
    model: ModelId,
    start: &Body,
    stops: &[Pose],
) -> Option<RuleId> {
    let field = &fixed.battlefield;
    let outfit = &fixed.kind_of(model).outfit;
    let end = start.moved(fixed.ground.form(fixed.form(model)), *stops.last()?);
    if flies(fixed, kind, model) {
        let bad = |outline| {
            ["difficult", "dangerous", "impassable"].iter().any(|ground| field.stands_in(ground, outline))
        };
        if roof::is_risky(fixed, s, start.pose, end.pose) {
            let variant = fixed.uses(rule!("5V-ROF-013"));
            return Some(if variant { rule!("5V-ROF-013") } else { rule!("5B-TER-006") });
        }
        let rule = if outfit.hovers { rule!("5B-BIK-003") } else { rule!("5B-JMP-002") };
        return (bad(&start.outline) || bad(&end.outline)).then_some(rule);
    }
    if s.crossed(fixed, "dangerous", start, stops) {
        return Some(rule!("5B-TER-004"));
    }
    // 5B-ART-002: guns risk all difficult ground.
    if fixed.is_gun(model) {
        return s.crossed(fixed, "difficult", start, stops).then_some(rule!("5B-ART-002"));
    }
    if outfit.rides.is_some() {
        if matches!(kind, Kind::Charge(_)) {
            let met =
                |foe: &Body| crate::state::touch(foe, &end) && field.stands_in("difficult", &foe.outline);
            let into = s.enemies(s.side_of(model)).any(|(_, foe)| met(foe));
            return (into || s.crossed(fixed, "difficult", start, stops)).then_some(rule!("5B-BIK-002"));
        }
        return s.crossed(fixed, "difficult", start, stops).then_some(rule!("5B-BIK-001"));
    }
    None
}
