//! The Movement phase in two steps (9E-MOV-001): moving units (9E-MOV) and reinforcements (9E-REI).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::{all_apply, applies};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Length;

use crate::Nine;
use crate::candidates;
use crate::choice::{Choice, Ground, MoveKind, MoveShape, MoveType, Shape, Stratagem, Word};
use crate::data::sheet::Ability;
use crate::event::{Event, Moving};
use crate::figures;
use crate::fixed::Fixed;
use crate::ids::UnitId;
use crate::keyword::Keywords;
use crate::legal::aircraft;
use crate::legal::boxed_in::boxed_in;
use crate::legal::coherency::coherent;
use crate::legal::remarks;
use crate::legal::terms::terms;
use crate::measure;
use crate::play::damage::{self, Cause};
use crate::play::{deployment, psychic, reroll, stratagem, transport};
use crate::state::{Flow, Moved, State};

#[derive(Clone, Copy)]
enum MovePick {
    Unit(UnitId),
    Disembark(UnitId),
    Breakout(UnitId),
    Done,
}

impl From<MovePick> for Choice {
    fn from(pick: MovePick) -> Choice {
        match pick {
            MovePick::Unit(unit) => Choice::Unit(unit),
            MovePick::Disembark(unit) => Choice::Disembark(unit),
            MovePick::Breakout(unit) => Choice::Stratagem(Stratagem::DesperateBreakout, Some(unit)),
            MovePick::Done => Choice::Word(Word::Done),
        }
    }
}

/// 9E-MOV-002, 9E-MOV-005, 9E-MOV-006: one unit after another, each once, as many as wished.
pub fn move_units(s: &mut State, cx: &mut Ctx<'_, Nine>) -> Step {
    let side = s.active;
    let mut options: Vec<MovePick> = Vec::new();
    let mut must_go_on = false;
    for unit in s.on_table(side) {
        if s.unit(unit).turn.moved != Moved::NotYet && applies(rule!("9E-MOV-006")) {
            continue;
        }
        options.push(MovePick::Unit(unit));
        // 9E-MOV-005: as many as wished.
        must_go_on |= !applies(rule!("9E-MOV-005"));
        // 9E-AMB-026: whoever has a minimum Move and can make it has to.
        must_go_on |= has_minimum(cx.fixed(), s, unit)
            && candidates::moves::any(cx.fixed(), s, &shape(unit, MoveKind::Normal, Length::ZERO)).is_some();
        let breaks_out = stratagem::can_use(cx.fixed(), s, side, Stratagem::DesperateBreakout)
            && measure::is_engaged(cx.fixed(), s, unit)
            && coherent(cx.fixed(), s, unit).is_ok();
        if breaks_out {
            options.push(MovePick::Breakout(unit));
        }
    }
    options.extend(transport::may_leave(s, side).into_iter().map(MovePick::Disembark));
    if !must_go_on {
        options.push(MovePick::Done);
    }
    let done = options.len() - 1;
    let ask = Ask::new(side.seat(), "move-unit", rule!("9E-MOV-005")).default(done);
    match cx.choose(s, ask, &options)? {
        MovePick::Unit(unit) => move_unit(s, cx, unit),
        MovePick::Disembark(unit) => transport::disembark(s, cx, unit),
        MovePick::Breakout(unit) => breakout(s, cx, unit),
        MovePick::Done => {
            finish_moving(s, cx);
            // 9E-MOV-001, 9E-MOV-028: the second step of the phase.
            if !all_apply(rules!["9E-MOV-001", "9E-MOV-028"]) {
                psychic::begin(s, cx);
                return Ok(());
            }
            s.flow = Flow::Reinforcements;
            cx.emit(rules!["9E-MOV-001", "9E-MOV-028"], Event::Phase { name: "phase.reinforcements" });
            Ok(())
        }
    }
}

fn shape(unit: UnitId, kind: MoveKind, distance: Length) -> MoveShape {
    MoveShape { unit, kind, distance, may_decline: false }
}

/// Whether a unit has a minimum Move.
pub fn has_minimum(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    s.unit(unit).models.iter().any(|model| figures::minimum(fixed, s, *model).is_some())
}

/// 9E-MOV-021: whoever was not selected remained stationary; 9E-AIR-005: aircraft that could not move are gone.
fn finish_moving(s: &mut State, cx: &mut Ctx<'_, Nine>) {
    let side = s.active;
    let units: Vec<UnitId> = s.on_table(side).collect();
    let mut stayed = Vec::new();
    for unit in units {
        if s.unit(unit).turn.moved != Moved::NotYet {
            continue;
        }
        if has_minimum(cx.fixed(), s, unit) && applies(rule!("9E-AIR-005")) {
            leave_table(s, cx, unit, MoveKind::Normal);
        } else if !s.unit(unit).turn.disembarked && applies(rule!("9E-MOV-021")) {
            s.unit_mut(unit).turn.moved = Moved::Stationary;
            stayed.push(unit);
        }
    }
    if !stayed.is_empty() {
        cx.emit(rules!["9E-MOV-021"], Event::Moving(Moving::NotSelected { units: stayed }));
    }
    // 9E-TRN-011: passengers did as their transport.
    for unit in s.unit_ids().filter(|unit| s.unit(*unit).side == side).collect::<Vec<_>>() {
        if let Some(carrier) = s.transport_of(unit).filter(|_| applies(rule!("9E-TRN-011"))) {
            let moved = s.unit(s.model(carrier).unit).turn.moved;
            s.unit_mut(unit).turn.moved = moved;
            cx.emit(rules!["9E-TRN-011"], Event::Moving(Moving::AsTransport { unit, transport: carrier }));
        }
    }
}

/// 9E-AIR-005, 9E-AIR-006: removed, and everyone in it.
fn leave_table(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId, kind: MoveKind) {
    // 9E-AIR-004: it had to go further than its datasheet says.
    let further = kind == MoveKind::Advance;
    let rules: &[RuleId] = if further { rules!["9E-AIR-005", "9E-AIR-004"] } else { rules!["9E-AIR-005"] };
    cx.emit(rules, Event::LeftTheTable { unit });
    for model in s.unit(unit).models.clone() {
        for lost in s.passengers(model).collect::<Vec<_>>() {
            cx.emit(rules!["9E-AIR-006"], Event::Moving(Moving::LostAboard { unit: lost, transport: model }));
        }
        damage::remove(s, cx, model, Cause::Own);
    }
}

/// The kinds of move a unit may choose from now (DEC-21).
pub fn move_types(fixed: &Fixed, s: &State, unit: UnitId, rolled: Length) -> Vec<MoveType> {
    let engaging = measure::engaging(fixed, s, unit);
    let flown = s.has(fixed, unit, Keywords::AIRCRAFT);
    let minimum = has_minimum(fixed, s, unit);
    let can_move = s.unit(unit).models.iter().any(|model| figures::reach(fixed, s, *model).is_some());
    let mut types = Vec::new();
    let normal = shape(unit, MoveKind::Normal, rolled);
    // 9E-AIR-005, 9E-AMB-026: for aircraft there is nothing but to fly, unless it is plain that they cannot.
    if minimum && aircraft::cannot_fly(fixed, s, &normal) {
        return types;
    }
    if can_move {
        // 9E-MOV-002, 9E-MOV-003; 9E-AIR-010, 9E-AIR-011: aircraft are another matter.
        let free = engaging.is_empty()
            || !applies(rule!("9E-MOV-003"))
            || (flown && applies(rule!("9E-AIR-010")))
            || (measure::only_aircraft(fixed, s, &engaging) && applies(rule!("9E-AIR-011")));
        // A unit out of coherency moves only where it can come together (9E-COH-005): where a way is found, or where
        // nothing says that there is none.
        let possible = || candidates::moves::any(fixed, s, &normal).is_some();
        if free && (minimum || possible() || may_gather(fixed, s, unit, rolled)) {
            types.push(MoveType::Normal);
            types.push(MoveType::Advance);
        }
    }
    // 9E-AMB-026, 9E-TRN-015: not for those with a minimum Move, nor after getting out.
    let stays = applies(rule!("9E-COH-009")) || coherent(fixed, s, unit).is_ok();
    if !minimum && stays && !(s.unit(unit).turn.disembarked && applies(rule!("9E-TRN-015"))) {
        types.push(MoveType::Stationary);
    }
    // 9E-MOV-004: only out of Engagement Range. 9E-MOV-023, 9E-AMB-016: and not where it is plain that no way leads out
    // of it; where it is not, that is for its owner to show.
    let engaged = !engaging.is_empty() || !applies(rule!("9E-MOV-004"));
    if can_move && engaged && !is_boxed_in(fixed, s, unit, rolled) {
        types.push(MoveType::FallBack);
    }
    types
}

/// 9E-MOV-023, 9E-AMB-016: whether a unit plainly cannot leave Engagement Range.
pub fn is_boxed_in(fixed: &Fixed, s: &State, unit: UnitId, rolled: Length) -> bool {
    applies(rule!("9E-MOV-023")) && boxed_in(fixed, s, &shape(unit, MoveKind::FallBack, rolled))
}

/// 9E-COH-009: whether a scattered unit may try to come together although no way was found for it.
fn may_gather(fixed: &Fixed, s: &State, unit: UnitId, rolled: Length) -> bool {
    coherent(fixed, s, unit).is_err()
        && candidates::moves::may_gather(fixed, s, &shape(unit, MoveKind::Normal, rolled))
}

/// Makes a Normal Move, an Advance or a Fall Back. Where no way was found its owner may show one or give up: the move
/// cannot be made then (9E-COH-005, 9E-MOV-023), the unit stays, and an aircraft, which cannot, is gone (9E-AIR-005).
fn make_or_give_up(
    s: &mut State,
    cx: &mut Ctx<'_, Nine>,
    unit: UnitId,
    kind: MoveKind,
    more: Length,
) -> Step {
    let rules = [terms(kind).rule];
    let mut wanted = shape(unit, kind, more);
    let flies_on = has_minimum(cx.fixed(), s, unit) && applies(rule!("9E-AIR-005"));
    // 9E-AIR-004: an Advance roll may have made the least it has to fly too much for this table.
    if flies_on && aircraft::cannot_fly(cx.fixed(), s, &wanted) {
        leave_table(s, cx, unit, kind);
        return Ok(());
    }
    wanted.may_decline = candidates::moves::any(cx.fixed(), s, &wanted).is_none();
    let has_a_way = !wanted.may_decline;
    if ask_and_move(s, cx, wanted, &rules)? || has_a_way {
        return Ok(());
    }
    if flies_on {
        leave_table(s, cx, unit, kind);
        return Ok(());
    }
    s.unit_mut(unit).turn.moved = Moved::Stationary;
    let rules: &[RuleId] = if kind == MoveKind::FallBack {
        rules!["9E-MOV-020", "9E-MOV-023"]
    } else {
        rules!["9E-MOV-020", "9E-COH-005", "9E-COH-009"]
    };
    cx.emit(rules, Event::Stayed { unit });
    Ok(())
}

/// 9E-CHR-005, 9E-AMB-115: a random Move is rolled once, for all; nothing for the others.
fn rolled_move(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId) -> Step<Length> {
    let amount = figures::random_move(cx.fixed(), s, unit).filter(|_| applies(rule!("9E-CHR-005")));
    let Some(amount) = amount else { return Ok(Length::ZERO) };
    let inches = reroll::sum(cx, amount.dice, amount.sides, "roll.move", rules!["9E-CHR-005"])? + amount.plus;
    s.about.number = Some(inches);
    Ok(Length(i32::from(inches) * crate::data::amount::INCH))
}

/// One unit is selected, chooses how to move, and moves.
fn move_unit(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId) -> Step {
    let side = s.unit(unit).side;
    s.about.unit = Some(unit);
    // 9E-AMB-115: before the kind of move is chosen.
    let rolled = rolled_move(s, cx, unit)?;
    let types = move_types(cx.fixed(), s, unit, rolled);
    if types.is_empty() {
        // 9E-AIR-005, 9E-AMB-026; whoever else cannot move after getting out stays as it is.
        if has_minimum(cx.fixed(), s, unit) && applies(rule!("9E-AIR-005")) {
            leave_table(s, cx, unit, MoveKind::Normal);
        } else {
            s.unit_mut(unit).turn.moved = Moved::Normal;
        }
        return Ok(());
    }
    let kind = cx.choose(s, Ask::new(side.seat(), "move-type", rule!("9E-MOV-002")), &types)?;
    match kind {
        MoveType::Stationary => {
            // 9E-MOV-020: not for the rest of the phase either.
            let still = applies(rule!("9E-MOV-020"));
            s.unit_mut(unit).turn.moved = if still { Moved::Stationary } else { Moved::NotYet };
            // 9E-COH-009: a scattered unit may stay as it is; 9E-DAT-006: some cannot do anything else.
            let mut rules = rules!["9E-MOV-020"].to_vec();
            if coherent(cx.fixed(), s, unit).is_err() {
                rules.push(rule!("9E-COH-009"));
            }
            if s.standing(unit).all(|(model, _)| figures::reach(cx.fixed(), s, model).is_none()) {
                rules.push(rule!("9E-DAT-006"));
            } else if !types.contains(&MoveType::FallBack) && is_boxed_in(cx.fixed(), s, unit, rolled) {
                // 9E-AMB-016: nothing else was left to it.
                rules.push(rule!("9E-MOV-023"));
            }
            cx.emit(&rules, Event::Stayed { unit });
            return Ok(());
        }
        MoveType::Normal => {
            s.unit_mut(unit).turn.moved = Moved::Normal;
            make_or_give_up(s, cx, unit, MoveKind::Normal, rolled)?;
        }
        MoveType::Advance => {
            s.unit_mut(unit).turn.moved = Moved::Advanced;
            let more = advance_roll(s, cx, unit)?;
            make_or_give_up(s, cx, unit, MoveKind::Advance, rolled + more)?;
        }
        MoveType::FallBack => {
            s.unit_mut(unit).turn.moved = Moved::FellBack;
            cut_them_down(s, cx, unit)?;
            if !s.is_on_table(unit) {
                return Ok(());
            }
            make_or_give_up(s, cx, unit, MoveKind::FallBack, rolled)?;
        }
    }
    // 9E-TRN-004: only after a move; its owner may have given it up.
    if s.unit(unit).turn.moved == Moved::Stationary {
        return Ok(());
    }
    transport::offer_embarking(s, cx, unit)
}

/// 9E-MOV-016: one die for the unit; 9E-DAT-033: or a fixed distance in its place.
fn advance_roll(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId) -> Step<Length> {
    let side = s.unit(unit).side;
    let boost = s.any_kind(cx.fixed(), unit).and_then(|kind| {
        kind.find(|ability| match ability {
            Ability::TurboBoost { distance } => Some(distance.0),
            _ => None,
        })
    });
    if let Some(distance) = boost.filter(|_| applies(rule!("9E-DAT-033"))) {
        let total = (distance.0 / crate::data::amount::INCH) as u8;
        cx.emit(rules!["9E-DAT-033"], Event::Moving(Moving::AdvanceRoll { unit, rolled: 0, total }));
        return Ok(distance);
    }
    let amount = cx.fixed().numbers().advance.roll;
    let rolled =
        reroll::amount(s, cx, side, amount.dice, amount.sides, "roll.advance", rules!["9E-MOV-016"])?;
    let rolled = rolled + amount.plus;
    let total = advance_total(s, cx, unit, rolled);
    s.about.number = Some(total);
    Ok(Length(i32::from(total) * crate::data::amount::INCH))
}

/// 9E-DIC-004 to 9E-DIC-006: an Advance roll with all its modifiers: divided, multiplied, added to, rounded up once at
/// the end, and no die's faces bound it.
fn advance_total(s: &State, cx: &mut Ctx<'_, Nine>, unit: UnitId, rolled: u8) -> u8 {
    let unit_now = s.unit(unit);
    let (divide, times) = (unit_now.spells.mire.max(1), unit_now.spells.times.max(1));
    let total = if !applies(rule!("9E-DIC-004")) {
        figures::modified(rolled + unit_now.drilled, divide, times, 0, 0)
    } else if !applies(rule!("9E-DIC-005")) {
        rolled * times / divide + unit_now.drilled
    } else {
        figures::modified(rolled, divide, times, unit_now.drilled, 0)
    };
    let total = if applies(rule!("9E-DIC-006")) { total } else { total.min(6) };
    let mut rules: Vec<RuleId> = Vec::new();
    if [divide > 1, times > 1, unit_now.drilled > 0].into_iter().filter(|holds| *holds).count() > 1 {
        rules.push(rule!("9E-DIC-004"));
    }
    if (u16::from(rolled) * u16::from(times)) % u16::from(divide) != 0 {
        rules.push(rule!("9E-DIC-005"));
    }
    if total > cx.fixed().numbers().advance.roll.sides * cx.fixed().numbers().advance.roll.dice {
        rules.push(rule!("9E-DIC-006"));
    }
    if total == rolled {
        rules.push(rule!("9E-MOV-016"));
    }
    cx.emit(&rules, Event::Moving(Moving::AdvanceRoll { unit, rolled, total }));
    total
}

/// Has a unit's owner say how its models move, and moves them. Says whether any did.
pub fn make(s: &mut State, cx: &mut Ctx<'_, Nine>, shape: MoveShape, rules: &[RuleId]) -> Step<bool> {
    // A unit whose casualties left it no legal move stays where it is.
    if !shape.may_decline && candidates::moves::any(cx.fixed(), s, &shape).is_none() {
        return Ok(false);
    }
    ask_and_move(s, cx, shape, rules)
}

fn ask_and_move(s: &mut State, cx: &mut Ctx<'_, Nine>, shape: MoveShape, rules: &[RuleId]) -> Step<bool> {
    let (unit, kind) = (shape.unit, shape.kind);
    s.about.unit = Some(unit);
    let ask = Ask::new(s.unit(unit).side.seat(), "paths", terms(kind).rule);
    let Choice::Paths(_, paths) = cx.propose(s, ask, Shape::Paths(shape.clone()))? else {
        return cx.broken("paths were answered with something else");
    };
    // 9E-COH-009: those who may stay in these have made their move by staying; anybody else has made none.
    if paths.is_empty() && shape.may_decline && terms(kind).closer.is_none() {
        return Ok(false);
    }
    let mut rules = rules.to_vec();
    if cx.logging() {
        rules.extend(remarks::remarks(cx.fixed(), s, &shape, &paths));
    }
    let far = if cx.logging() { grognard_tabletop::measure::farthest(s, &paths) } else { Length::ZERO };
    for (model, stops) in &paths {
        if let Some(end) = stops.last() {
            s.put(cx.fixed(), *model, *end);
        }
    }
    let moved = !paths.is_empty();
    if moved {
        s.stir();
    }
    cx.emit(&rules, Event::Moved { unit, kind, paths, far });
    Ok(moved)
}

/// 9E-OUT-002: Cut Them Down, as an enemy unit falls back and before it moves.
fn cut_them_down(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId) -> Step {
    let enemy = s.unit(unit).side.other();
    if !stratagem::can_use(cx.fixed(), s, enemy, Stratagem::CutThemDown) {
        return Ok(());
    }
    let near = s
        .on_table(enemy)
        .flat_map(|other| s.standing(other))
        .filter(|(model, _)| measure::model_engaged(cx.fixed(), s, *model, unit))
        .count();
    let options = [Choice::Word(Word::No), Choice::Stratagem(Stratagem::CutThemDown, Some(unit))];
    let ask = Ask::new(enemy.seat(), "cut-them-down", rule!("9E-OUT-002"));
    if near == 0 || cx.choose(s, ask, &options)? == options[0] {
        return Ok(());
    }
    stratagem::pay(s, cx, enemy, Stratagem::CutThemDown, Some(unit));
    let mut wounds = 0;
    let mut left = near;
    while left > 0 {
        let now = left.min(40);
        let dice = cx.roll_many(now, 6, "roll.cut-them-down", rules!["9E-OUT-002"], None)?;
        let from = cx.fixed().numbers().cut_them_down.from;
        wounds += dice.iter().map(|face| u8::from(*face >= from)).sum::<u8>();
        left -= now;
    }
    if wounds > 0 {
        damage::mortal_wounds_of_rule(s, cx, unit, wounds, Cause::Mortal(enemy), rules!["9E-OUT-002"])?;
    }
    Ok(())
}

/// 9E-OUT-003: Desperate Breakout: ones destroy models, the rest move across the enemy; who ends next to one is
/// destroyed, and the unit does nothing else.
fn breakout(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId) -> Step {
    let side = s.unit(unit).side;
    stratagem::pay(s, cx, side, Stratagem::DesperateBreakout, Some(unit));
    s.unit_mut(unit).turn.moved = Moved::FellBack;
    s.unit_mut(unit).turn.broke_out = true;
    let count = s.standing(unit).count().min(40);
    let dice = cx.roll_many(count, 6, "roll.breakout", rules!["9E-OUT-003"], None)?;
    let upto = cx.fixed().numbers().breakout.upto;
    for _ in 0..dice.iter().map(|face| usize::from(*face <= upto)).sum::<usize>() {
        let models: Vec<_> = s.standing(unit).map(|(model, _)| model).collect();
        s.about.unit = Some(unit);
        let model = cx.choose(s, Ask::new(side.seat(), "lose-model", rule!("9E-OUT-003")), &models)?;
        damage::destroy(s, cx, model, Cause::Own)?;
    }
    if s.is_on_table(unit) {
        // 9E-OUT-002: it falls back, and the enemy may have something to say to that.
        cut_them_down(s, cx, unit)?;
    }
    if !s.is_on_table(unit) {
        return Ok(());
    }
    s.about.unit = Some(unit);
    let rolled = rolled_move(s, cx, unit)?;
    make(s, cx, shape(unit, MoveKind::Breakout, rolled), rules!["9E-OUT-003"])?;
    let caught: Vec<_> = s
        .standing(unit)
        .map(|(model, _)| model)
        .filter(|model| {
            s.on_table(side.other()).any(|enemy| measure::model_engaged(cx.fixed(), s, *model, enemy))
        })
        .collect();
    for model in caught {
        damage::destroy(s, cx, model, Cause::Own)?;
    }
    Ok(())
}

#[derive(Clone, Copy)]
enum ArrivePick {
    Unit(UnitId),
    Done,
}

impl From<ArrivePick> for Choice {
    fn from(pick: ArrivePick) -> Choice {
        match pick {
            ArrivePick::Unit(unit) => Choice::Unit(unit),
            ArrivePick::Done => Choice::Word(Word::Done),
        }
    }
}

/// How far from the enemy a unit in reserve must arrive, if it may now.
fn arrival(fixed: &Fixed, s: &State, unit: UnitId) -> Option<Length> {
    let (round, distance) = s.any_kind(fixed, unit)?.find(|ability| match ability {
        Ability::Reserve { round, distance } => Some((*round, distance.0)),
        _ => None,
    })?;
    (s.in_reserve(unit) && s.round >= round).then_some(distance)
}

/// 9E-REI-002, 9E-REI-003: units in reserve arrive one at a time, as their owner likes.
pub fn reinforcements(s: &mut State, cx: &mut Ctx<'_, Nine>) -> Step {
    let side = s.active;
    let mut options = vec![ArrivePick::Done];
    for unit in s.unit_ids().filter(|unit| s.unit(*unit).side == side) {
        // 9E-AMB-024: whether there is room for all of it is for its owner to show.
        if arrival(cx.fixed(), s, unit).is_some() && !s.unit(unit).turn.stayed_off {
            options.push(ArrivePick::Unit(unit));
        }
    }
    match cx.choose(s, Ask::new(side.seat(), "reinforcements", rule!("9E-REI-003")), &options)? {
        // 9E-REI-010.
        ArrivePick::Done => psychic::begin(s, cx),
        ArrivePick::Unit(unit) => {
            let distance = arrival(cx.fixed(), s, unit).unwrap_or(Length::ZERO);
            let Some(places) = deployment::ask_places(s, cx, unit, Ground::Reserve(distance), false)? else {
                return Ok(());
            };
            deployment::put_down(s, cx, unit, places, rules!["9E-REI-002", "9E-REI-004"]);
            // 9E-REI-005 to 9E-REI-007: no move in this turn, yet it counts as having moved and acts otherwise.
            if applies(rule!("9E-REI-005")) {
                s.unit_mut(unit).turn.moved = Moved::Arrived;
            }
            // 9E-REI-008: with a minimum Move, it is the maximum that counts.
            let counts = s.standing(unit).filter_map(|(model, _)| figures::reach(cx.fixed(), s, model)).max();
            let rules: &[RuleId] = if has_minimum(cx.fixed(), s, unit) {
                rules!["9E-REI-005", "9E-REI-006", "9E-REI-008"]
            } else {
                rules!["9E-REI-005", "9E-REI-006", "9E-REI-007"]
            };
            cx.emit(rules, Event::Arrived { unit, counts: (counts.unwrap_or(Length::ZERO)).0 });
        }
    }
    Ok(())
}
