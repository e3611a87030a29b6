//! Mission cards (MIS): how they come to the players, and what they score (TABX-001).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::{Ask, Decision};
use grognard_engine::{Audience, RuleId, rule, rules};
use grognard_space::table::{Body, Length, Point};

use super::{command, victory};
use crate::Second;
use crate::characters::{is_alone, is_character};
use crate::choice::Choice;
use crate::data::missions::{Bonus, Mark, Mission, MissionSetup, Needs, When};
use crate::event::Event;
use crate::fixed::{Fixed, MissionMethod};
use crate::ids::{ModelId, Side, UnitId};
use crate::legal::placing::in_zone;
use crate::state::{Flow, Nerve, Place, State, Task};
use crate::vehicles::{damage, is_vehicle};

/// A mission card.
pub fn mission(fixed: &Fixed, number: u8) -> &Mission {
    &fixed.data.missions[usize::from(number)]
}

/// Whether a side may have a card: what it needs exists, and the option about Orks does not forbid it.
pub fn possible(fixed: &Fixed, s: &State, side: Side, number: u8) -> bool {
    let card = mission(fixed, number);
    let enemies = || (0..fixed.models.len() as u16).map(ModelId).filter(|model| s.side_of(*model) != side);
    let exists = match card.needs {
        Needs::Nothing => true,
        Needs::EnemyCharacter => enemies().any(|model| is_character(fixed, model)),
        Needs::EnemyPsyker => enemies().any(|model| fixed.kind_of(model).mastery > 0),
    };
    let barred = fixed.options.ork_mission_limit && card.not_for.contains(&fixed.armies[side.index()]);
    let bunker = !matches!(card.setup, MissionSetup::Place { .. }) || bunker(fixed, s, side).is_some();
    exists && !barred && bunker
}

fn deck(fixed: &Fixed, s: &State, side: Side) -> Vec<u8> {
    (0..fixed.data.missions.len() as u8).filter(|number| possible(fixed, s, side, *number)).collect()
}

/// 2E-MIS-001, 2E-AMB-005: after the zones and before deployment each player takes a card; 2E-MIS-002: how is agreed before.
pub fn take(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    let fixed = cx.fixed();
    let decks = Side::BOTH.map(|side| deck(fixed, s, side));
    let taken: [Option<u8>; 2] = match fixed.options.mission_method {
        MissionMethod::Fixed => fixed.missions,
        MissionMethod::Dealt => {
            let red = cx.draw(decks[0].len(), "roll.mission")?;
            let blue = cx.draw(decks[1].len(), "roll.mission")?;
            [decks[0].get(red).copied(), decks[1].get(blue).copied()]
        }
        MissionMethod::Rolled => {
            let mut found = [None; 2];
            for side in Side::BOTH {
                let own = &decks[side.index()];
                let [face] = cx.roll::<1>(own.len() as u8, "roll.mission", rules!["2E-MIS-002"])?;
                found[side.index()] = own.get(usize::from(face) - 1).copied();
            }
            found
        }
        MissionMethod::Picked => {
            let decision = |side: Side| {
                let options: Vec<Choice> =
                    decks[side.index()].iter().map(|card| Choice::Mission(*card)).collect();
                Decision::options(Ask::new(side.seat(), "mission", rule!("2E-MIS-002")), &options)
            };
            let picked = cx.sealed(s, &Side::BOTH.map(decision))?;
            let card = |at: usize| match picked.get(at) {
                Some(Choice::Mission(card)) => Some(*card),
                _ => None,
            };
            [card(0), card(1)]
        }
    };
    let secret = fixed.options.secret_missions;
    for side in Side::BOTH {
        let Some(number) = taken[side.index()] else { continue };
        let mark = marked(s, cx, side, number)?;
        s.tasks[side.index()] = Some(Task { mission: number, mark, shown: !secret });
        let rules: &[RuleId] = if secret {
            rules!["2E-MIS-001", "2E-MIS-002", "2E-MIS-003", "2E-MIS-004", "2E-SPC-002"]
        } else {
            rules!["2E-MIS-001", "2E-MIS-002", "2E-MIS-003", "2E-MIS-004"]
        };
        let to = if secret { Audience::only(side.seat()) } else { Audience::ALL };
        cx.emit_to(to, rules, Event::Mission { side, mission: number });
    }
    s.flow = Flow::Split;
    Ok(())
}

/// The enemy a card marks: the commander, or the psyker of the highest level; of equals the one that cost more, then as its
/// owner likes.
fn marked(s: &mut State, cx: &mut Ctx<'_, Second>, side: Side, number: u8) -> Step<Option<ModelId>> {
    let fixed = cx.fixed();
    match mission(fixed, number).setup {
        MissionSetup::Mark { who: Mark::Commander } => Ok(command::commander(fixed, s, side.other())),
        MissionSetup::Mark { who: Mark::Psyker } => {
            let all = (0..fixed.models.len() as u16).map(ModelId);
            let worth = |model: &ModelId| {
                (fixed.kind_of(*model).mastery, fixed.unit(fixed.models[model.index()].unit).points)
            };
            let psykers: Vec<ModelId> =
                all.filter(|model| s.side_of(*model) != side && fixed.kind_of(*model).mastery > 0).collect();
            let most = psykers.iter().map(worth).max();
            let equal: Vec<ModelId> =
                psykers.into_iter().filter(|model| Some(worth(model)) == most).collect();
            if equal.len() < 2 {
                return Ok(equal.first().copied());
            }
            let options: Vec<Choice> = equal.into_iter().map(|model| Choice::Aim(model, None)).collect();
            // Who is asked for a mark has the card: where that is secret, the question is.
            let secret = fixed.options.secret_missions;
            let to = if secret { Audience::only(side.seat()) } else { Audience::ALL };
            let ask = Ask::new(side.seat(), "mark", rule!("2E-MIS-013")).known_to(to);
            match cx.choose(s, ask, &options)? {
                Choice::Aim(model, _) => Ok(Some(model)),
                _ => cx.broken("a mark was answered with something else"),
            }
        }
        _ => Ok(None),
    }
}

/// The bunker in the enemy's zone, as a place among the features of the table.
pub fn bunker(fixed: &Fixed, s: &State, side: Side) -> Option<usize> {
    let (low, high) = crate::legal::placing::zone(fixed, s.zones[side.other().index()]);
    fixed.battlefield.features.iter().position(|feature| {
        let bounds = feature.area.bounds();
        feature.piece.id == "bunker" && bounds.low.y >= low.y && bounds.high.y <= high.y
    })
}

/// How far a body is from a side's own long edge.
fn from_edge(fixed: &Fixed, s: &State, side: Side, body: &Body) -> Length {
    let bounds = body.outline.bounds();
    if s.zones[side.index()] == 0 {
        Length(bounds.low.y)
    } else {
        Length(fixed.battlefield.size.1.0 - bounds.high.y)
    }
}

/// The point of Take and Hold for a side.
pub fn point(fixed: &Fixed, s: &State, side: Side, setup: &MissionSetup) -> Option<Point> {
    let MissionSetup::Point { from_own_edge, from_left_edge, centre_below } = setup else { return None };
    let (long, wide) = fixed.battlefield.size;
    if long < centre_below[0].0 || wide < centre_below[1].0 {
        return Some(Point { x: long.0 / 2, y: wide.0 / 2 });
    }
    let near = s.zones[side.index()] == 0;
    // Seen from the far edge the left is where x is largest.
    let x = if near { from_left_edge.0.0 } else { long.0 - from_left_edge.0.0 };
    let y = if near { from_own_edge.0.0 } else { wide.0 - from_own_edge.0.0 };
    Some(Point { x, y })
}

/// What a side's card has scored: each reason with its points. `ended` where the game is over.
pub fn scored(fixed: &Fixed, s: &State, side: Side, ended: bool) -> Vec<(&'static str, u16)> {
    let Some(task) = s.tasks[side.index()] else { return Vec::new() };
    let card = mission(fixed, task.mission);
    let counted = card.bonus.iter().filter(|bonus| ended || (bonus.when.runs() && task.shown));
    let mut found: Vec<(&'static str, u16)> = counted
        .map(|bonus| (bonus.when.key(), bonus.points * times(fixed, s, side, task, card, bonus, ended)))
        .filter(|(_, points)| *points > 0)
        .collect();
    if card.best_only {
        found.sort_by_key(|(_, points)| std::cmp::Reverse(*points));
        found.truncate(1);
    }
    found
}

fn times(
    fixed: &Fixed,
    s: &State,
    side: Side,
    task: Task,
    card: &Mission,
    bonus: &Bonus,
    ended: bool,
) -> u16 {
    let enemies = || (0..s.units.len() as u16).map(UnitId).filter(|unit| s.unit(*unit).side != side);
    let gone = |unit: &UnitId| victory::is_gone(fixed, s, *unit, ended);
    let count = |number: usize| number as u16;
    let within = bonus.within.map_or(Length::ZERO, |within| within.0);
    match bonus.when {
        When::MarkSlain => u16::from(task.mark.is_some_and(|mark| s.model(mark).place == Place::Gone)),
        When::MarkWounded => {
            u16::from(task.mark.is_some_and(|mark| s.model(mark).wounds < fixed.kind_of(mark).values.w))
        }
        When::EachSquadWipedOut => {
            count(enemies().filter(|unit| is_squad(fixed, s, *unit)).filter(gone).count())
        }
        When::EachVehicleDestroyed => {
            count(enemies().filter(|unit| is_vehicle(fixed, *unit)).filter(gone).count())
        }
        When::EachCharacterSlain => {
            let slain = |model: &ModelId| {
                s.model(*model).place == Place::Gone && victory::scores_alone(fixed, *model)
            };
            let all = (0..fixed.models.len() as u16).map(ModelId);
            count(all.filter(|model| s.side_of(*model) != side).filter(slain).count())
        }
        When::EachSlainInCombat => s.slain_in_combat[side.index()] / bonus.models.max(1),
        When::EachVehicleNearOwnEdge => {
            let near = |unit: &UnitId| {
                let Some(model) = fixed.unit(*unit).models.first().copied() else { return false };
                let lost = s.model(model).place == Place::Gone || damage::is_disabled(fixed, s, model);
                let pose = s.pose(model).or(s.model(model).fell);
                let body = pose.map(|pose| fixed.ground.form(fixed.form(model)).body(pose));
                lost && body.is_some_and(|body| from_edge(fixed, s, side, &body) <= within)
            };
            count(enemies().filter(|unit| is_vehicle(fixed, *unit)).filter(near).count())
        }
        When::NoEnemyNearOwnEdge => u16::from(!s.on_table(side.other()).any(|unit| {
            let counts = if is_vehicle(fixed, unit) {
                s.unit(unit).models.iter().all(|model| !damage::is_disabled(fixed, s, *model))
            } else {
                s.unit(unit).nerve != Nerve::Broken && is_squad(fixed, s, unit)
            };
            counts && s.bodies(unit).any(|(_, body)| from_edge(fixed, s, side, body) <= within)
        })),
        When::NearestToPoint => u16::from(holds_point(fixed, s, side, card, within)),
        When::SquadOrVehicleInEnemyZone => {
            u16::from(s.on_table(side).any(|unit| raids(fixed, s, unit, bonus)))
        }
        When::BunkerCollapsedOrHeld => u16::from(holds_bunker(fixed, s, side)),
    }
}

/// Missions count squads: no vehicles, no characters alone, and not the crew of a vehicle (2E-MIS-013).
fn is_squad(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    !is_vehicle(fixed, unit) && !is_alone(fixed, s, unit) && fixed.unit(unit).crew_of.is_none()
}

/// Take and Hold: the model nearest to the point is its own, and near enough; broken ones do not count.
fn holds_point(fixed: &Fixed, s: &State, side: Side, card: &Mission, within: Length) -> bool {
    let Some(at) = point(fixed, s, side, &card.setup) else { return false };
    let spot = Body::point(at, Length::ZERO);
    let all = Side::BOTH.into_iter().flat_map(|side| s.on_table(side)).flat_map(|unit| s.bodies(unit));
    let stands =
        all.filter(|(model, _)| !s.is_broken(*model)).map(|(model, body)| (body.distance(&spot), model));
    stands.min().is_some_and(|(far, model)| s.side_of(model) == side && far <= within)
}

/// Dawn Raid: a squad that is not broken and has lost less than half stands in the enemy's zone with more than half of its
/// models, or a vehicle that was never pierced.
fn raids(fixed: &Fixed, s: &State, unit: UnitId, bonus: &Bonus) -> bool {
    let enemy = s.unit(unit).side.other();
    let inside = s.bodies(unit).filter(|(_, body)| in_zone(fixed, s, enemy, body)).count() as u16;
    let (left, all) = (s.unit(unit).models.len() as u16, u16::from(s.unit(unit).starting));
    if is_vehicle(fixed, unit) {
        let whole = |model: &ModelId| s.vehicle(*model).is_some_and(|vehicle| !vehicle.damaged);
        return inside > 0 && s.unit(unit).models.iter().all(whole);
    }
    let lost = all.saturating_sub(left);
    s.unit(unit).nerve != Nerve::Broken
        && is_squad(fixed, s, unit)
        && lost * 100 < all * bonus.lost_below_percent
        && inside * 100 > left * bonus.inside_above_percent
}

/// Bunker Assault: it has collapsed, or an own model that is not broken stands in it, and no enemy.
fn holds_bunker(fixed: &Fixed, s: &State, side: Side) -> bool {
    let Some(at) = bunker(fixed, s, side) else { return false };
    if s.building(at).is_some_and(|own| own.collapsed) {
        return true;
    }
    let feature = &fixed.battlefield.features[at];
    let inside = |side: Side| {
        let units = s.on_table(side).filter(|unit| !is_vehicle(fixed, *unit)).collect::<Vec<_>>();
        let models: Vec<ModelId> = units.into_iter().flat_map(|unit| s.unit(unit).models.to_vec()).collect();
        models
            .into_iter()
            .filter(|model| s.pose(*model).is_some_and(|pose| feature.area.contains(pose.at)))
            .collect::<Vec<_>>()
    };
    let own = inside(side);
    own.iter().any(|model| !s.is_broken(*model)) && inside(side.other()).is_empty()
}
