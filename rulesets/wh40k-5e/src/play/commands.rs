//! What officers and warbosses call: the Waaagh (5X-RUL-006) and orders of the guard (5X-RUL-026 to 5X-RUL-030).

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Length;

use super::{asking, morale, regroup, shooting, suffering};
use crate::Cx;
use crate::choice::{Choice, Word, command_named};
use crate::data::troops::Type;
use crate::edition::Running;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::play::suffering::Blow;
use crate::state::{Call, Command, Ground, State};

/// The armies that have these, by their ids.
const ORKS: &str = "orks";
const GUARD: &str = "imperial-guard";

/// 5X-RUL-006: whether a side may call its Waaagh now: once, not in the first game turn, while somebody who calls it lives.
pub fn can_call(fixed: &Fixed, s: &State, side: Side) -> bool {
    let caller = |model: &ModelId| fixed.kind_of(*model).has("waaagh") && s.lives(*model);
    let own = || s.all_units().filter(|unit| s.unit(*unit).side == side);
    s.waaagh[side.index()] == Call::Ready
        && s.turn >= fixed.numbers().waaagh.not_before_turn
        && own().any(|unit| s.unit(unit).models.iter().any(caller))
}

/// The side calls it.
pub fn call(s: &mut State, cx: &mut Cx<'_>, side: Side) {
    s.waaagh[side.index()] = Call::On;
    cx.emit(rules!["5X-RUL-006"], Event::Waaagh { side });
}

/// 5X-RUL-006, D-91: by the variant it is called when the own Movement phase begins.
pub fn waaagh(s: &mut State, cx: &mut Cx<'_>) -> Step {
    let side = s.active;
    let late = cx.fixed().edition.running == Running::ShootingPhase;
    if late || !can_call(cx.fixed(), s, side) {
        return Ok(());
    }
    let ask = Ask::new(side.seat(), "waaagh", rule!("5X-RUL-006"));
    if cx.choose(s, ask, &[Word::No, Word::Waaagh])? == Word::Waaagh {
        call(s, cx, side);
    }
    Ok(())
}

/// Whether the Waaagh carries a model on: ork infantry is fleet.
pub fn is_carried(fixed: &Fixed, s: &State, model: ModelId) -> bool {
    let side = s.side_of(model).index();
    s.waaagh[side] == Call::On && fixed.armies[side] == ORKS && fixed.kind_of(model).kind() == Type::Infantry
}

/// 5X-RUL-006: a kept 1 of a run hurts one model of the unit, whom its owner names.
pub fn trampled(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, kept: u8) -> Step {
    let fixed = cx.fixed();
    let models = s.unit(unit).models.to_vec();
    let carried = !models.is_empty() && models.iter().all(|model| is_carried(fixed, s, *model));
    if !carried || kept != fixed.numbers().waaagh.face {
        return Ok(());
    }
    let wounds = fixed.numbers().waaagh.wounds;
    let owner = s.unit(unit).side;
    let hurt = asking::take(s, cx, owner, rule!("5X-RUL-006"), (unit, models, wounds))?;
    for model in hurt {
        cx.emit(rules!["5X-RUL-006"], Event::Dangerous { model });
        suffering::one_wound(s, cx, &Blow { armour: false, ..Blow::wound(model) })?;
    }
    Ok(())
}

/// How many orders an officer gives in a turn, and how far.
fn office(fixed: &Fixed, model: ModelId) -> Option<(u8, Length)> {
    let (kind, numbers) = (fixed.kind_of(model), &fixed.numbers().commands);
    if !kind.leads {
        None
    } else if kind.has("orders-company") {
        Some((numbers.company_orders, numbers.company_range.0))
    } else if kind.has("orders-platoon") {
        Some((numbers.platoon_orders, numbers.platoon_range.0))
    } else {
        None
    }
}

fn has_vox(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    s.unit(unit).models.iter().any(|model| fixed.kind_of(*model).bears("vox"))
}

/// 5X-RUL-026: why a unit is given no order, if so.
fn deaf(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let own = s.unit(unit);
    own.commanded
        || own.aboard.is_some()
        || own.models.is_empty()
        || !fixed.is_mustered(unit)
        || fixed.is_vehicle(unit)
        || fixed.armies[own.side.index()] != GUARD
        || s.locked(unit)
}

/// The units an officer reaches with an order; measured from its vehicle where it rides.
fn heard_by(fixed: &Fixed, s: &State, officer: ModelId) -> Vec<UnitId> {
    let home = s.model(officer).unit;
    let own = s.unit(home);
    let Some((most, range)) = office(fixed, officer) else { return Vec::new() };
    let dumb = own.falling_back || own.ground != Ground::Up || s.locked(home) || !s.lives(officer);
    let Some(from) = s.table.body(s.eyes(officer)).filter(|_| !dumb && s.model(officer).orders < most) else {
        return Vec::new();
    };
    let vox = has_vox(fixed, s, home);
    let reach = |unit: UnitId| {
        // Vox in its own squad only: it is heard further.
        let alone = vox && !has_vox(fixed, s, unit);
        if alone { range + fixed.numbers().commands.vox_range.0 } else { range }
    };
    s.on_table(own.side)
        .filter(|unit| !deaf(fixed, s, *unit))
        .filter(|unit| *unit == home || s.bodies(*unit).any(|(_, body)| body.within(from, reach(*unit))))
        .collect()
}

/// Whether an order means anything to a unit: 5X-RUL-029 is for those who flee or lie on the ground, and only that.
fn fits(fixed: &Fixed, s: &State, unit: UnitId, command: Command) -> bool {
    let own = s.unit(unit);
    let down = own.falling_back || own.ground != Ground::Up;
    let armed = |model: &ModelId| {
        fixed.kind_of(*model).weapons.iter().any(|weapon| fixed.weapon(*weapon).weapon == LASGUN)
    };
    match command {
        Command::OnYourFeet => down,
        _ if down => false,
        Command::RankFire => own.models.iter().any(armed),
        Command::MarkTheBigOne => true,
        Command::DoubleTime => {
            fixed.edition.running == Running::MovementPhase || shooting::may_run(fixed, s, unit)
        }
    }
}

/// The weapon of rank fire.
const LASGUN: &str = "lasgun";

fn options(fixed: &Fixed, s: &State, phase: &str) -> Vec<Choice> {
    let side = s.active;
    if s.silence[side.index()] || fixed.armies[side.index()] != GUARD {
        return Vec::new();
    }
    let late = fixed.edition.running == Running::MovementPhase;
    let now: Vec<Command> = fixed
        .data
        .orders
        .iter()
        .filter(|row| if late { row.variant == phase } else { row.base == phase })
        .filter_map(|row| command_named(&row.id))
        .collect();
    let own = s.all_units().filter(|unit| s.unit(*unit).side == side);
    let officers = own.flat_map(|unit| s.unit(unit).models.to_vec());
    let officers = officers.filter(|model| office(fixed, *model).is_some());
    let mut all = Vec::new();
    for officer in officers {
        for unit in heard_by(fixed, s, officer) {
            let useful = now.iter().filter(|command| fits(fixed, s, unit, **command));
            all.extend(useful.map(|command| Choice::Command(officer, unit, *command)));
        }
    }
    all
}

/// 5X-RUL-026, D-93: officers give orders when a phase begins.
pub fn give(s: &mut State, cx: &mut Cx<'_>, phase: &'static str) -> Step {
    loop {
        let mut all = options(cx.fixed(), s, phase);
        if all.is_empty() {
            return Ok(());
        }
        all.push(Choice::Word(Word::Done));
        let ask = Ask::new(s.active.seat(), "command", rule!("5X-RUL-026")).default(all.len() - 1);
        let Choice::Command(officer, unit, command) = cx.choose(s, ask, &all)? else { return Ok(()) };
        order(s, cx, officer, unit, command)?;
    }
}

/// The rule of an order.
const fn rule_of(command: Command) -> RuleId {
    match command {
        Command::RankFire => rule!("5X-RUL-027"),
        Command::MarkTheBigOne => rule!("5X-RUL-028"),
        Command::OnYourFeet => rule!("5X-RUL-029"),
        Command::DoubleTime => rule!("5X-RUL-030"),
    }
}

/// 5X-RUL-026: a test on Leadership; vox in both squads rolls a failure again, a double 6 is the end of all orders.
fn order(s: &mut State, cx: &mut Cx<'_>, officer: ModelId, unit: UnitId, command: Command) -> Step {
    s.about = Some(unit);
    s.model_mut(officer).orders += 1;
    s.unit_mut(unit).commanded = true;
    let rules = [rule!("5X-RUL-026"), rule_of(command)];
    let vox = has_vox(cx.fixed(), s, s.model(officer).unit) && has_vox(cx.fixed(), s, unit);
    let need =
        Target::new(Need::AtMost(morale::leadership(cx.fixed(), s, unit)), rule!("5B-CHR-005")).summed();
    let mut faces = cx.roll_against::<2>(6, "roll.leadership", &rules, &need)?;
    let mut obeyed = need.met_by_roll(&faces.map(u16::from));
    if !obeyed && vox {
        faces = cx.roll_against::<2>(6, "roll.again", &rules, &need)?;
        obeyed = need.met_by_roll(&faces.map(u16::from));
    }
    cx.emit(&rules, Event::Commanded { model: officer, unit, command, obeyed });
    if faces == [cx.fixed().numbers().commands.no_more_on; 2] {
        s.silence[s.active.index()] = true;
    }
    if !obeyed {
        return Ok(());
    }
    s.unit_mut(unit).command = Some(command);
    match command {
        Command::OnYourFeet => on_your_feet(s, cx, unit),
        // 5X-RUL-030: by the base it runs at once.
        Command::DoubleTime if cx.fixed().edition.running == Running::ShootingPhase => {
            shooting::run(s, cx, unit)
        }
        _ => Ok(()),
    }
}

/// 5X-RUL-029: a unit regroups whatever stands against it, or stands up.
fn on_your_feet(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    if s.unit(unit).ground != Ground::Up {
        s.unit_mut(unit).ground = Ground::Up;
        cx.emit(rules!["5X-RUL-029"], Event::StandsUp { unit });
    }
    if s.unit(unit).falling_back {
        regroup::regroup(s, cx, unit, rules!["5X-RUL-029"])?;
    }
    Ok(())
}

/// 5X-RUL-027: how many shots more a weapon fires.
pub fn more_shots(fixed: &Fixed, s: &State, model: ModelId, weapon: u8) -> u8 {
    let ordered = s.unit(s.model(model).unit).command == Some(Command::RankFire);
    if ordered && fixed.weapon(weapon).weapon == LASGUN { fixed.numbers().rank_fire.shots } else { 0 }
}

/// Whether a unit is a vehicle or monstrous creature.
pub fn is_big(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let large = |model: &ModelId| fixed.kind_of(*model).kind() == Type::MonstrousCreature;
    let models = &s.unit(unit).models;
    fixed.is_vehicle(unit) || (!models.is_empty() && models.iter().all(large))
}

/// 5X-RUL-028: whether the fire of a unit at a target is twin-linked: at the first big one it fires at.
pub fn marks(fixed: &Fixed, s: &State, unit: UnitId, target: UnitId) -> bool {
    let own = s.unit(unit);
    own.command == Some(Command::MarkTheBigOne)
        && own.fired_at.iter().find(|at| is_big(fixed, s, **at)) == Some(&target)
}
