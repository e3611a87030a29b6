//! Zones, deployment, infiltration and the first turn (SET, DEP).

use std::cmp::Ordering;

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Pose;

use super::{command, hiding, joining};
use crate::Second;
use crate::choice::{Choice, Shape, Word};
use crate::data::troops::Origin;
use crate::event::Event;
use crate::fixed::{Fixed, GameLength};
use crate::ids::{ModelId, Side, UnitId};
use crate::legal::placing::zone;
use crate::roster::NAMED;
use crate::state::{Flow, Place, State};
use crate::vehicles::{Speed, is_vehicle, is_walker};

/// 2E-AMB-003: both roll until one has more.
pub fn roll_off(cx: &mut Ctx<'_, Second>, plus: [u8; 2], rules: &[RuleId]) -> Step<Side> {
    loop {
        let [red, blue] = cx.roll::<2>(6, "roll.roll-off", rules)?;
        let [red, blue] = [red + plus[0], blue + plus[1]];
        if red != blue {
            return Ok(if red > blue { Side::Red } else { Side::Blue });
        }
    }
}

/// What comes after the characters of a side are settled.
pub fn after_muster(side: Side) -> Flow {
    match side {
        Side::Red => Flow::Muster { side: Side::Blue },
        Side::Blue => Flow::Zones,
    }
}

/// 2E-DEP-001: the strategy rating of a unit's army; 2E-SPC-003: a scenario may set its own for a side.
fn rating(fixed: &Fixed, unit: UnitId) -> u8 {
    let own = fixed.unit(unit);
    let listed = fixed.data.armies.get(&own.army).map_or(0, |army| army.strategy);
    fixed.strategy[own.side.index()].unwrap_or(listed)
}

/// The rating of a side: the lowest of its contingents, or of the one its commander belongs to (2E-AMB-007).
fn rating_of(fixed: &Fixed, s: &State, side: Side, commander: bool) -> u8 {
    let led = command::commander(fixed, s, side).filter(|_| commander);
    if let Some(model) = led {
        return rating(fixed, s.model(model).squad);
    }
    let units = (0..fixed.units.len() as u16).map(UnitId).filter(|unit| fixed.unit(*unit).side == side);
    units.map(|unit| rating(fixed, unit)).min().unwrap_or(0)
}

/// Zones: 2E-SET-014: the higher score chooses; 2E-SET-004: where one player has laid out the table, the other does; some
/// battles say who has which.
pub fn zones(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    let fixed = cx.fixed();
    agreed(cx);
    let (side, zone, rules): (Side, u8, &[RuleId]) = match (fixed.zones, fixed.options.one_lays_out) {
        (Some(zone), _) => (Side::Red, zone, rules!["2E-SET-002", "2E-SET-006"]),
        (None, true) => {
            let rules = rules!["2E-SET-004", "2E-SPC-015"];
            (Side::Blue, ask_zone(s, cx, Side::Blue, rule!("2E-SET-004"))?, rules)
        }
        (None, false) => {
            let side = roll_off(cx, [0, 0], rules!["2E-SET-014"])?;
            let rules = rules!["2E-SET-014", "2E-SET-003", "2E-SET-006", "2E-SET-005", "2E-SET-007"];
            (side, ask_zone(s, cx, side, rule!("2E-SET-014"))?, rules)
        }
    };
    s.zones[side.index()] = zone;
    s.zones[side.other().index()] = 1 - zone;
    // 2E-SET-016: what both have agreed to shift.
    for building in fixed.shifted.iter().copied() {
        cx.emit(rules!["2E-SET-016"], Event::Building { what: "event.shifted", building, number: 0 });
    }
    cx.emit(rules, Event::ZoneChosen { side, zone });
    // 2E-DEP-002: the lowest strategy rating deploys first; 2E-AMB-118: of equals the lower roll.
    let [red, blue] = Side::BOTH.map(|side| rating_of(fixed, s, side, false));
    s.active = match red.cmp(&blue) {
        Ordering::Equal => roll_off(cx, [0, 0], rules!["2E-DEP-002"])?.other(),
        Ordering::Less => Side::Red,
        Ordering::Greater => Side::Blue,
    };
    s.flow = Flow::Missions;
    Ok(())
}

/// What stands when the battle begins: 2E-SET-001: what both forces are worth; 2E-SET-019: how full a table is that was
/// made from a number; 2E-SPC-016: whether players made troops themselves.
fn agreed(cx: &mut Ctx<'_, Second>) {
    let fixed = cx.fixed();
    let [red, blue] = Side::BOTH.map(|side| {
        let own = fixed.units.iter().filter(|unit| unit.side == side);
        own.map(|unit| unit.points).sum::<u16>()
    });
    if red > 0 && blue > 0 {
        cx.emit(rules!["2E-SET-001"], Event::Forces { red, blue });
    }
    if let Some(percent) = fixed.covered {
        cx.emit(rules!["2E-SET-019"], Event::Covered { percent });
    }
    if fixed.kinds.iter().any(|kind| kind.origin == Origin::HomeMade) {
        cx.emit(rules!["2E-SPC-016"], Event::Agreed { what: "event.home-made" });
    }
    // 2E-HER-024: named characters have profiles and rules of their own, which everybody may know.
    for (at, unit) in fixed.units.iter().enumerate() {
        if unit.models.iter().any(|model| fixed.kind_of(*model).has(NAMED)) {
            cx.emit(rules!["2E-HER-024"], Event::Present { unit: UnitId(at as u16) });
        }
    }
}

fn ask_zone(s: &State, cx: &mut Ctx<'_, Second>, side: Side, rule: RuleId) -> Step<u8> {
    let ask = Ask::new(side.seat(), "zone", rule);
    Ok(u8::from(cx.choose(s, ask, &[Word::Near, Word::Far])? == Word::Far))
}

/// 2E-MIS-012, 2E-AMB-138: before deployment the owner of a squad of ten says whether it fights as two combat squads.
pub fn split(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    let fixed = cx.fixed();
    for (unit, other) in fixed.twins.iter().copied() {
        let side = s.unit(unit).side;
        s.about = Some(unit);
        let ask = Ask::new(side.seat(), "split", rule!("2E-MIS-012"));
        let Choice::Split(_, models) = cx.propose(s, ask, Shape::Split(unit))? else {
            return cx.broken("a split was answered with something else");
        };
        if models.is_empty() {
            continue;
        }
        for model in &models {
            s.model_mut(*model).unit = other;
            s.model_mut(*model).squad = other;
            s.unit_mut(unit).models.retain(|own| own != model);
            s.unit_mut(other).models.push(*model);
        }
        for half in [unit, other] {
            let number = s.unit(half).models.len() as u8;
            let own = s.unit_mut(half);
            (own.starting, own.at_turn_start, own.combat_squad) = (number, number, true);
        }
        cx.emit(rules!["2E-MIS-012"], Event::SplitUp { unit, other });
    }
    s.flow = Flow::Deploy { side: next_side(fixed, s).unwrap_or(s.active) };
    Ok(())
}

/// 2E-DEP-002, 2E-DEP-003: the units whose contingent is the next to deploy: those of the lowest rating that wait.
fn contingent(fixed: &Fixed, s: &State) -> Vec<UnitId> {
    let waiting: Vec<UnitId> = Side::BOTH
        .into_iter()
        .flat_map(|side| s.waiting(side))
        .filter(|unit| !s.unit(*unit).held_back)
        .collect();
    let key = |unit: &UnitId| (rating(fixed, *unit), s.unit(*unit).side != s.active);
    let next = waiting.iter().map(key).min();
    waiting.into_iter().filter(|unit| Some(key(unit)) == next).collect()
}

/// Whose contingent is the next to deploy.
pub fn next_side(fixed: &Fixed, s: &State) -> Option<Side> {
    contingent(fixed, s).first().map(|unit| s.unit(*unit).side)
}

/// 2E-DEP-007: whether a squad may be held back until the enemy stands.
fn infiltrates(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    if !applies(rule!("2E-DEP-007")) {
        return false;
    }
    let models = &s.unit(unit).models;
    !models.is_empty() && models.iter().all(|model| fixed.kind_of(*model).has("infiltrate"))
}

/// 2E-DEP-002: a force deploys all its models, then the next.
pub fn deploy(s: &mut State, cx: &mut Ctx<'_, Second>, side: Side) -> Step {
    let fixed = cx.fixed();
    let waiting = contingent(fixed, s);
    let Some(first) = waiting.first().copied() else {
        s.flow = Flow::Infiltrate;
        return Ok(());
    };
    let side = if s.unit(first).side == side { side } else { s.unit(first).side };
    let mut options: Vec<Choice> = waiting.iter().map(|unit| Choice::Unit(*unit)).collect();
    let held = waiting.iter().filter(|unit| infiltrates(fixed, s, **unit));
    options.extend(held.map(|unit| Choice::HoldBack(*unit)));
    let allied = fixed.units.iter().any(|unit| unit.side == side && unit.army != fixed.unit(first).army);
    let rule = if allied { rule!("2E-DEP-003") } else { rule!("2E-DEP-002") };
    let picked = cx.choose(s, Ask::new(side.seat(), "deploy", rule), &options)?;
    let unit = match picked {
        Choice::HoldBack(unit) => {
            s.unit_mut(unit).held_back = true;
            cx.emit(rules!["2E-DEP-007"], Event::HeldBack { unit });
            return Ok(());
        }
        Choice::Unit(unit) => unit,
        _ => first,
    };
    s.about = Some(unit);
    let ask = Ask::new(side.seat(), "place", rule!("2E-DEP-004"));
    let Choice::Place(_, places) = cx.propose(s, ask, Shape::Place(unit))? else {
        return cx.broken("places were answered with something else");
    };
    let mut rules = rules!["2E-DEP-002", "2E-DEP-004"].to_vec();
    // 2E-SQD-001: a squad stands and moves as one.
    if places.len() > 1 {
        rules.push(rule!("2E-SQD-001"));
    }
    if allied {
        rules.push(rule!("2E-DEP-003"));
    }
    stand(s, cx, unit, places, &rules);
    starting_speed(s, cx, unit)?;
    joining::offer(s, cx, unit)
}

fn stand(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    unit: UnitId,
    places: Vec<(ModelId, Pose)>,
    rules: &[RuleId],
) {
    for (model, pose) in &places {
        s.put(cx.fixed(), *model, *pose);
    }
    cx.emit(rules, Event::SetUp { unit, models: places });
}

/// 2E-DEP-006: a vehicle begins the game standing or at slow speed.
fn starting_speed(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId) -> Step {
    if !applies(rule!("2E-DEP-006")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    let driven = s
        .unit(unit)
        .models
        .first()
        .copied()
        .filter(|model| is_vehicle(fixed, unit) && !is_walker(fixed, *model));
    if driven.is_none() {
        return Ok(());
    }
    let ask = Ask::new(s.unit(unit).side.seat(), "starting-speed", rule!("2E-DEP-006"));
    let speed = if cx.choose(s, ask, &[Word::Still, Word::Slow])? == Word::Slow {
        Speed::Slow
    } else {
        Speed::Stationary
    };
    // A squad of bikes begins together.
    for model in s.unit(unit).models.clone() {
        if let Some(vehicle) = s.vehicle_mut(model) {
            vehicle.speed = speed;
        }
    }
    let key = if speed == Speed::Slow { "event.begins-slow" } else { "event.begins-still" };
    cx.emit(rules!["2E-DEP-006"], Event::Begins { unit, how: key });
    Ok(())
}

/// 2E-DEP-007, 2E-DEP-008: those held back come last, out of the enemy's sight; 2E-DEP-010: where both have some, the lower
/// die comes first.
pub fn infiltrate(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    let fixed = cx.fixed();
    let held = |s: &State, side: Side| -> Vec<UnitId> {
        s.waiting(side).filter(|unit| s.unit(*unit).held_back).collect()
    };
    let both = Side::BOTH.into_iter().all(|side| !held(s, side).is_empty());
    if both && s.infiltrates_first.is_none() {
        s.infiltrates_first = Some(roll_off(cx, [0, 0], rules!["2E-DEP-010"])?.other());
    }
    let first = s.infiltrates_first.unwrap_or(Side::Red);
    let Some(side) = [first, first.other()].into_iter().find(|side| !held(s, *side).is_empty()) else {
        s.first_hides = s.active.other();
        s.flow = Flow::HideFirst { side: s.first_hides };
        return Ok(());
    };
    let options: Vec<Choice> = held(s, side).into_iter().map(Choice::Unit).collect();
    let Choice::Unit(unit) = cx.choose(s, Ask::new(side.seat(), "deploy", rule!("2E-DEP-007")), &options)?
    else {
        return cx.broken("a unit was answered with something else");
    };
    s.about = Some(unit);
    let ask = Ask::new(side.seat(), "place", rule!("2E-DEP-008"));
    let Choice::Place(_, places) = cx.propose(s, ask, Shape::Infiltrate(unit))? else {
        return cx.broken("places were answered with something else");
    };
    let rules: &[RuleId] = if both {
        rules!["2E-DEP-007", "2E-DEP-008", "2E-DEP-010"]
    } else {
        rules!["2E-DEP-007", "2E-DEP-008"]
    };
    stand(s, cx, unit, places, rules);
    // 2E-DEP-009: in or behind something that conceals it, it may begin hidden.
    if fixed.options.hiding && hiding::barred(fixed, s, unit).is_none() {
        let ask = Ask::new(side.seat(), "hide", rule!("2E-DEP-009")).default(1);
        if cx.choose(s, ask, &[Choice::Hide(unit), Choice::Word(Word::Done)])? == Choice::Hide(unit) {
            hiding::hide(s, cx, unit, rules!["2E-DEP-009", "2E-HID-020"]);
        }
    }
    s.unit_mut(unit).held_back = false;
    Ok(())
}

/// 2E-DEP-011: a die each and the strategy rating; 2E-MIS-020: a game of variable length rolls for it now.
pub fn first_turn(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    // 2E-BLD-017: a building in its zone is defended by a side.
    for at in 0..s.buildings.len() {
        let feature = usize::from(s.buildings[at].feature);
        let area = &cx.fixed().battlefield.features[feature].area;
        let middle = grognard_space::table::Point {
            x: area.bounds().low.x.midpoint(area.bounds().high.x),
            y: area.bounds().low.y.midpoint(area.bounds().high.y),
        };
        s.buildings[at].defender = Side::BOTH.into_iter().find(|side| {
            let (low, high) = zone(cx.fixed(), s.zones[side.index()]);
            (low.x..=high.x).contains(&middle.x) && (low.y..=high.y).contains(&middle.y)
        });
    }
    let fixed = cx.fixed();
    let plus = Side::BOTH.map(|side| rating_of(fixed, s, side, true));
    let own = fixed.strategy.iter().any(Option::is_some);
    let rules: &[RuleId] = if own {
        rules!["2E-DEP-011", "2E-DEP-001", "2E-SPC-003"]
    } else {
        rules!["2E-DEP-011", "2E-DEP-001"]
    };
    let side = roll_off(cx, plus, rules)?;
    (s.first, s.active, s.turn) = (side, side, 1);
    cx.emit(rules!["2E-DEP-011", "2E-GEN-001"], Event::FirstTurn { side });
    if fixed.options.length == GameLength::Variable {
        let numbers = &fixed.numbers().variable;
        let face = numbers.roll.roll(cx, "roll.length", rules!["2E-MIS-020"])?;
        s.turns = numbers.turns.get(usize::from(face).saturating_sub(1)).copied().unwrap_or(s.turns);
        cx.emit(rules!["2E-MIS-018", "2E-MIS-020"], Event::GameLength { turns: s.turns });
    }
    // 2E-SPC-014: what the game is played without.
    for (on, what) in [
        (fixed.options.hiding, "without.hiding"),
        (fixed.options.overwatch, "without.overwatch"),
        (fixed.options.vehicles, "without.vehicles"),
    ] {
        if !on {
            cx.emit(rules!["2E-SPC-014"], Event::Without { what });
        }
    }
    s.flow = Flow::StartTurn;
    Ok(())
}

/// Whether a unit waits to be set up.
pub fn waits(s: &State, unit: UnitId) -> bool {
    s.unit(unit).models.iter().any(|model| s.model(*model).place == Place::Waiting)
}
