//! Setting the armies up: splits, transports and reserves first, then unit by unit (9E-ONW-016 to 9E-ONW-020).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::{all_apply, applies};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Length, Pose};

use crate::Nine;
use crate::choice::{Choice, Ground, PlaceShape, Shape, Word};
use crate::course::Course;
use crate::data::sheet::Ability;
use crate::event::{Event, Moving};
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::legal::{placing, setup};
use crate::play::damage::{self, Cause};
use crate::play::{roll_off, transport};
use crate::state::{Flow, Models, Place, State, ThisTurn, Unit};

#[derive(Clone, Copy)]
enum StartPick {
    Table,
    Reserve(UnitId),
    Embark(ModelId),
}

impl From<StartPick> for Choice {
    fn from(pick: StartPick) -> Choice {
        match pick {
            StartPick::Table => Choice::Word(Word::No),
            StartPick::Reserve(unit) => Choice::Reserve(unit),
            StartPick::Embark(transport) => Choice::Embark(transport),
        }
    }
}

/// Before anything is set up: one unit after another says whether it is divided (9E-DAT-031), embarked
/// (9E-TRN-003) or held back (9E-REI-001).
pub fn before(s: &mut State, cx: &mut Ctx<'_, Nine>, side: Side) -> Step {
    let next = s.unit_ids().find(|id| s.unit(*id).side == side && s.is_waiting(*id) && !s.unit(*id).asked);
    let Some(unit) = next else {
        let first = s.active;
        s.flow =
            if side == first { Flow::PreDeploy { side: side.other() } } else { Flow::Deploy { next: first } };
        return Ok(());
    };
    s.about.unit = Some(unit);
    if setup::split_size(cx.fixed(), s, unit).is_some() {
        let ask = Ask::new(side.seat(), "split", rule!("9E-DAT-031"));
        if let Choice::Split(models) = cx.propose(s, ask, Shape::Split(unit))? {
            split(s, cx, unit, &models);
        }
    }
    let mut options = vec![StartPick::Table];
    // 9E-TRN-003, 9E-ONW-028: before the transport is set up.
    if all_apply(rules!["9E-TRN-003", "9E-ONW-028"]) {
        options.extend(transport::with_room(cx.fixed(), s, unit).map(StartPick::Embark));
    }
    let held = hold_back(cx.fixed(), s, unit);
    if held.is_some() {
        options.push(StartPick::Reserve(unit));
    }
    match cx.choose(s, Ask::new(side.seat(), "start", rule!("9E-REI-001")), &options)? {
        StartPick::Table => {}
        StartPick::Embark(carrier) => {
            for model in s.unit(unit).models.clone() {
                s.lift(model, Place::Embarked(carrier));
            }
            cx.emit(rules!["9E-TRN-003", "9E-ONW-028"], Event::Embarked { unit, transport: carrier });
        }
        StartPick::Reserve(_) => {
            if held == Some(Held::Late) {
                s.unit_mut(unit).late = true;
            } else {
                for model in s.unit(unit).models.clone() {
                    s.lift(model, Place::Reserve);
                }
            }
            let rules: &[RuleId] =
                if held == Some(Held::Late) { rules!["9E-ONW-020"] } else { rules!["9E-REI-001"] };
            cx.emit(rules, Event::HeldBack { unit });
        }
    }
    s.unit_mut(unit).asked = true;
    Ok(())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    Reserve,
    Late,
}

fn hold_back(fixed: &Fixed, s: &State, unit: UnitId) -> Option<Held> {
    s.any_kind(fixed, unit)?.find(|ability| match ability {
        Ability::Reserve { .. } if applies(rule!("9E-REI-001")) => Some(Held::Reserve),
        Ability::Ambush { .. } if applies(rule!("9E-ONW-020")) => Some(Held::Late),
        _ => None,
    })
}

/// 9E-DAT-031, 9E-STR-005, 9E-AMB-103: two units with a Starting Strength of their own.
fn split(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId, models: &[ModelId]) {
    let new = UnitId(s.units.len() as u16);
    let old = s.unit_mut(unit);
    old.models.retain(|model| !models.contains(model));
    if applies(rule!("9E-STR-005")) {
        old.starting = old.models.len() as u8;
    }
    let half = Unit {
        models: models.iter().copied().collect(),
        starting: models.len() as u8,
        dead: Models::new(),
        turn: ThisTurn::default(),
        ..old.clone()
    };
    s.units.push(half);
    for model in models {
        s.model_mut(*model).unit = new;
    }
    cx.emit(rules!["9E-DAT-031", "9E-STR-005"], Event::UnitSplit { unit, new });
}

/// The units a side has yet to set up; late ones only once all others are.
fn waiting(s: &State, side: Side, late: bool) -> Vec<UnitId> {
    let waits = |id: &UnitId| s.unit(*id).side == side && s.is_waiting(*id) && s.unit(*id).late == late;
    s.unit_ids().filter(waits).collect()
}

/// 9E-ONW-016 to 9E-ONW-019: one unit each by turns; who has none left is passed over (9E-ONW-018).
pub fn deploy(s: &mut State, cx: &mut Ctx<'_, Nine>, side: Side) -> Step {
    let units = waiting(s, side, false);
    if units.is_empty() {
        let other = !waiting(s, side.other(), false).is_empty();
        if other && applies(rule!("9E-ONW-018")) {
            s.flow = Flow::Deploy { next: side.other() };
        } else {
            cx.emit(rules!["9E-ONW-019"], Event::Course(Course::Deployed));
            s.flow = Flow::Late { next: None };
        }
        return Ok(());
    }
    // 9E-ONW-018: the other has set everything up.
    let alone = waiting(s, side.other(), false).is_empty();
    let unit = cx.choose(s, Ask::new(side.seat(), "deploy", rule!("9E-ONW-016")), &units)?;
    let rules: &[RuleId] = if alone {
        rules!["9E-ONW-016", "9E-ONW-017", "9E-ONW-018"]
    } else {
        rules!["9E-ONW-016", "9E-ONW-017"]
    };
    set_up(s, cx, unit, Ground::Zone, rules)?;
    s.flow = Flow::Deploy { next: side.other() };
    Ok(())
}

/// 9E-ONW-020: units that may come after all others; a roll-off where both have some.
pub fn late(s: &mut State, cx: &mut Ctx<'_, Nine>, next: Option<Side>) -> Step {
    let [red, blue] = Side::BOTH.map(|side| waiting(s, side, true));
    let side = match (next, red.is_empty(), blue.is_empty()) {
        (_, true, true) => {
            s.flow = Flow::FirstTurn;
            return Ok(());
        }
        (_, false, true) => Side::Red,
        (_, true, false) => Side::Blue,
        (Some(side), ..) => side,
        (None, ..) => roll_off(cx, "roll-off.late", rules!["9E-ONW-020", "9E-DIC-013"])?,
    };
    let units = waiting(s, side, true);
    let unit = cx.choose(s, Ask::new(side.seat(), "deploy-late", rule!("9E-ONW-020")), &units)?;
    let distance = s.any_kind(cx.fixed(), unit).and_then(|kind| {
        kind.find(|ability| match ability {
            Ability::Ambush { distance, .. } => Some(distance.0),
            _ => None,
        })
    });
    set_up(s, cx, unit, Ground::Ambush(distance.unwrap_or(Length::ZERO)), rules!["9E-ONW-020"])?;
    s.flow = Flow::Late { next: Some(side.other()) };
    Ok(())
}

/// Has a unit's owner set it up, and puts it there. Says which models were placed.
pub fn set_up(
    s: &mut State,
    cx: &mut Ctx<'_, Nine>,
    unit: UnitId,
    ground: Ground,
    rules: &[RuleId],
) -> Step<Vec<ModelId>> {
    let places = ask_places(s, cx, unit, ground, true)?.unwrap_or_default();
    Ok(put_down(s, cx, unit, places, rules))
}

/// Asks a unit's owner where it is set up. 9E-AMB-024: unless that is forced it may stay where it is, and then it is not
/// offered again before something has moved.
pub fn ask_places(
    s: &mut State,
    cx: &mut Ctx<'_, Nine>,
    unit: UnitId,
    ground: Ground,
    forced: bool,
) -> Step<Option<Vec<(ModelId, Pose)>>> {
    let shape = PlaceShape { unit, ground, models: s.unit(unit).models.to_vec(), forced };
    s.about.unit = Some(unit);
    let may_stay = shape.may_stay();
    let ask = Ask::new(s.unit(unit).side.seat(), "place", placing::rule_of(ground));
    let Choice::Place(_, places) = cx.propose(s, ask, Shape::Place(shape))? else {
        return cx.broken("places were answered with something else");
    };
    if places.is_empty() && may_stay {
        s.unit_mut(unit).turn.stayed_off = true;
        let rules: &[RuleId] =
            if matches!(ground, Ground::Reserve(_)) { rules!["9E-REI-003"] } else { rules!["9E-TRN-012"] };
        cx.emit(rules, Event::Moving(Moving::StayedOff { unit }));
        return Ok(None);
    }
    Ok(Some(places))
}

/// Puts models where their owner said; 9E-COH-007: those without a place are destroyed. Says which were placed.
pub fn put_down(
    s: &mut State,
    cx: &mut Ctx<'_, Nine>,
    unit: UnitId,
    places: Vec<(ModelId, Pose)>,
    rules: &[RuleId],
) -> Vec<ModelId> {
    for (model, pose) in &places {
        s.put(cx.fixed(), *model, *pose);
    }
    s.stir();
    let placed: Vec<ModelId> = places.iter().map(|(model, _)| *model).collect();
    cx.emit(rules, Event::SetUp { unit, models: places });
    let lost: Vec<ModelId> =
        s.unit(unit).models.iter().copied().filter(|model| !placed.contains(model)).collect();
    if !lost.is_empty() {
        // 9E-TRN-023: the same out of a destroyed transport.
        let wreck = rules.contains(&rule!("9E-TRN-019"));
        let rules: &[RuleId] = if wreck { rules!["9E-COH-007", "9E-TRN-023"] } else { rules!["9E-COH-007"] };
        cx.emit(rules, Event::NoRoom { unit, models: lost.clone() });
        for model in lost {
            damage::remove(s, cx, model, Cause::Own);
        }
    }
    placed
}
