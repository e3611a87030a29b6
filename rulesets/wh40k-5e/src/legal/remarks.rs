//! Which rules a legal move shows at work, for the log.

use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Body, Length, Moved};

use super::moves::{Move, is_slowed, rule_of};
use crate::buildings::ruins;
use crate::choice::{Kind, MoveShape, Way};
use crate::edition::Difficult;
use crate::fixed::Fixed;
use crate::gait;
use crate::ids::ModelId;
use crate::state::State;

/// How near to the edge of difficult ground a model stands that went up to it.
const EDGE: Length = Length(Length::INCH.0 / 4);

/// The rules a move that was made shows at work, for the log.
pub fn remarks(fixed: &Fixed, s: &State, shape: &MoveShape, ways: &[Way]) -> Vec<RuleId> {
    let mut found = vec![rule_of(fixed, shape.kind)];
    if fixed.walks(shape.unit) && shape.kind == Kind::Walk {
        found.push(rule!("5B-WLK-001"));
        if fixed.edition.difficult == Difficult::Modifier {
            found.push(rule!("5V-WLK-001"));
        }
    }
    let mut add = |holds: bool, rules: &[RuleId]| {
        if holds {
            found.extend(rules.iter().copied().filter(|rule| !found.contains(rule)).collect::<Vec<_>>());
        }
    };
    let made = Move::new(fixed, s, shape);
    let mut moved = Moved::new(&s.table);
    let mut free = false;
    let mut through = false;
    let (mut crossed, mut slope, mut above, mut at_edge) = (false, false, false, false);
    for way in ways {
        through |= is_slowed(shape.kind) && made.crosses(&moved, way);
        free |= !is_slowed(shape.kind) && made.crosses(&moved, way);
        let met = |start: &Body| {
            let swept = start.outline.swept(way.1.last().map_or(start.pose.at, |end| end.at) - start.pose.at);
            s.crater_areas(fixed).any(|crater| crater.overlaps(&swept))
        };
        add(moved.body(way.0).is_some_and(met), rules!["5B-TER-009"]);
        add(way.1.len() > 1, rules!["5B-MOV-005"]);
        if let Some(start) = moved.body(way.0) {
            crossed |= s.crossed(fixed, "difficult", start, &way.1);
            let ends = way.1.last().map(|end| start.moved(fixed.ground.form(fixed.form(way.0)), *end));
            slope |= ends.as_ref().is_some_and(|end| {
                let flat = ruins::ruin(fixed, start).is_none() && ruins::ruin(fixed, end).is_none();
                flat && end.pose.z != start.pose.z && !gait::flies(fixed, shape.kind, way.0)
            });
            let fights = matches!(shape.kind, Kind::Charge(_) | Kind::React | Kind::PileIn);
            above |= fights
                && ends.is_some_and(|end| {
                    s.enemies(s.unit(shape.unit).side).any(|(_, foe)| crate::state::stacked(&end, foe))
                });
            add(true, &ruins::remarks(fixed, shape.kind, start, way));
        }
        // 5V-TER-012: up to the edge of ground it does not enter.
        at_edge |= shape.test.is_some()
            && way.1.last().zip(moved.body(way.0)).is_some_and(|(end, start)| {
                let last = start.moved(fixed.ground.form(fixed.form(way.0)), *end);
                let near = |feature: &crate::terrain::Feature| feature.area.within(&last.outline, EDGE);
                let difficult = s.features(fixed).filter(|feature| feature.piece.is("difficult"));
                !made.crosses(&moved, way) && difficult.into_iter().any(near)
            });
        if let Some(end) = way.1.last() {
            // 5V-BLD-001, 5V-RAS-003: who flies may come down on a roof over the heads of the enemy.
            let over = fixed.buildings.iter().filter(|own| s.is_up(own.feature)).any(|own| {
                let feature = fixed.feature_of(own);
                let held = s.occupier(own).is_some_and(|unit| s.unit(unit).side != s.unit(shape.unit).side);
                held && end.z == feature.roof_height() && feature.area.contains(end.at)
            });
            let lands = over && fixed.uses(rule!("5V-BLD-001")) && gait::flies(fixed, shape.kind, way.0);
            add(lands, rules!["5V-BLD-001", "5V-RAS-003"]);
            // 5V-ROF-017: others stand on that roof.
            let shared = fixed.buildings.iter().filter(|own| s.is_up(own.feature)).any(|own| {
                let feature = fixed.feature_of(own);
                let there = end.z == feature.roof_height() && feature.area.contains(end.at);
                there && s.on_roof(fixed, own).into_iter().any(|other| s.model(other).unit != shape.unit)
            });
            add(shared && fixed.uses(rule!("5V-ROF-017")), rules!["5V-ROF-017"]);
            moved.move_to(way.0, *end);
        }
    }
    add(!ways.is_empty() && s.unit(shape.unit).models.len() > 1, rules!["5B-COH-001"]);
    add(free, rules!["5B-TER-012"]);
    add(through || free, rules!["5B-TER-002"]);
    add(crossed, rules!["5B-TER-007"]);
    add(slope, rules!["5B-TER-013"]);
    let heights = || s.unit(shape.unit).models.iter().filter_map(|model| Some(moved.body(*model)?.pose.z));
    let apart = heights().max().zip(heights().min()).is_some_and(|(high, low)| high - low > Length::INCH);
    add(apart, rules!["5B-COH-003"]);
    add(above, rules!["5B-RUI-006"]);
    let angry: &[RuleId] = if fixed.uses(rule!("5V-USR-011")) {
        rules!["5B-USR-012", "5V-USR-011"]
    } else {
        rules!["5B-USR-012"]
    };
    add(shape.towards.is_some(), angry);
    add(shape.clear_of.is_some(), rules!["5V-CHA-005"]);
    let guests = |way: &Way| crate::abilities::is_independent(fixed, way.0);
    let joins = matches!(shape.kind, Kind::React | Kind::PileIn) && s.unit(shape.unit).models.len() > 1;
    add(joins && ways.iter().any(guests), rules!["5B-CHA-013"]);
    let own_pace = fixed.edition.pace == crate::edition::Pace::Movement;
    // 5X-RUL-001: bikes are slower there.
    let rides = ways.iter().any(|way| fixed.kind_of(way.0).outfit.rides.is_some());
    add(own_pace && rides && matches!(shape.kind, Kind::React | Kind::PileIn), rules!["5X-RUL-001"]);
    add(own_pace && shape.kind == Kind::React, rules!["5V-DEF-001", "5V-ASS-002"]);
    add(own_pace && shape.kind == Kind::PileIn, rules!["5V-PIL-001", "5V-ASS-008"]);
    add(own_pace && matches!(shape.kind, Kind::Charge(_)), rules!["5V-AMV-001", "5V-ASS-001"]);
    match fixed.edition.difficult {
        Difficult::HighestDie => add(through, rules!["5B-TER-003"]),
        Difficult::Modifier => {
            add(through, rules!["5V-TER-011"]);
            let pace = |model: &ModelId| fixed.kind_of(*model).pace;
            let models = &s.unit(shape.unit).models;
            add(through && models.iter().any(|model| pace(model) != pace(&models[0])), rules!["5V-TER-009"]);
            add(
                shape.test.is_some() && ways.iter().any(|way| !made.crosses(&Moved::new(&s.table), way)),
                rules!["5V-TER-010"],
            );
            add(through && shape.run > Length::ZERO, rules!["5V-MOV-011"]);
            add(at_edge, rules!["5V-TER-012"]);
        }
    }
    if shape.kind == Kind::Walk {
        add(ways.len() < s.unit(shape.unit).models.len() && shape.run == Length::ZERO, rules!["5B-MOV-011"]);
        add(shape.run > Length::ZERO, rules!["5V-MOV-023"]);
        if fixed.edition.speeds == crate::edition::Speeds::Own {
            let own = |model: &ModelId| fixed.kind_of(*model).pace;
            let models = &s.unit(shape.unit).models;
            add(models.iter().any(|model| own(model) != own(&models[0])), rules!["5V-MOV-003", "5V-MOV-005"]);
        }
    }
    found
}
