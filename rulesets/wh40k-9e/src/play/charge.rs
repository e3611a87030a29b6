//! The Charge phase in two steps (9E-CHG-001): charges with Overwatch (9E-CHG, 9E-OVR), and Heroic Interventions (9E-HER).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::refusal::Bars;
use grognard_engine::switch::{all_apply, applies};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Length;

use crate::Nine;
use crate::candidates;
use crate::choice::{Choice, MoveKind, MoveShape, Shape, Stratagem, Word};
use crate::course::Course;
use crate::data::sheet::Ability;
use crate::event::{Event, Moving};
use crate::fixed::Fixed;
use crate::ids::UnitId;
use crate::legal::{charge, heroic, shooting as aim};
use crate::measure;
use crate::play::{begin_phase_by, fight, movement, reroll, salvo, shooting, stratagem};
use crate::state::{Flow, State};

/// The phase begins; 9E-CHG-002, 9E-AMB-065: who may charge is looked at now.
pub fn begin(s: &mut State, cx: &mut Ctx<'_, Nine>, rules: &[RuleId]) {
    begin_phase_by(s, cx, "phase.charge", Flow::Charges, rules);
    cx.emit(rules!["9E-CHG-001"], Event::Course(Course::Step { name: "step.charges" }));
    let units: Vec<UnitId> = s.on_table(s.active).collect();
    for unit in units {
        let may = charge::eligible(cx.fixed(), s, unit);
        s.unit_mut(unit).turn.may_charge = may;
    }
}

#[derive(Clone, Copy)]
enum UnitPick {
    Unit(UnitId),
    Done,
}

impl From<UnitPick> for Choice {
    fn from(pick: UnitPick) -> Choice {
        match pick {
            UnitPick::Unit(unit) => Choice::Unit(unit),
            UnitPick::Done => Choice::Word(Word::Done),
        }
    }
}

/// 9E-CHG-006, 9E-CHG-007: one charge after another, each unit at most once.
pub fn charges(s: &mut State, cx: &mut Ctx<'_, Nine>) -> Step {
    if salvo::offer(s, cx)? {
        return Ok(());
    }
    let side = s.active;
    let can = |unit: &UnitId| {
        let turn = &s.unit(*unit).turn;
        let mut bars = Bars::default();
        bars.need(&[], || turn.may_charge);
        bars.bar(rules!["9E-CHG-007"], || turn.charge_declared);
        // With somebody near enough.
        bars.need(rules!["9E-CHG-002"], || !charge::targets(cx.fixed(), s, *unit).is_empty());
        bars.open()
    };
    let mut options: Vec<UnitPick> = s.on_table(side).filter(can).map(UnitPick::Unit).collect();
    // 9E-CHG-006: nobody has to charge.
    if options.is_empty() || applies(rule!("9E-CHG-006")) {
        options.push(UnitPick::Done);
    }
    let ask = Ask::new(side.seat(), "charge-unit", rule!("9E-CHG-006")).default(options.len() - 1);
    match cx.choose(s, ask, &options)? {
        UnitPick::Done => {
            // 9E-CHG-001, 9E-CHG-017: the second step of the phase.
            if !all_apply(rules!["9E-CHG-001", "9E-CHG-017"]) {
                fight::begin(s, cx, rules!["9E-RND-003"]);
                return Ok(());
            }
            s.flow = Flow::Heroics;
            let step = Event::Course(Course::Step { name: "step.heroics" });
            cx.emit(rules!["9E-CHG-001", "9E-CHG-017"], step);
            Ok(())
        }
        UnitPick::Unit(unit) => declare(s, cx, unit),
    }
}

/// A charge: targets, Overwatch, roll, move.
fn declare(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId) -> Step {
    let side = s.unit(unit).side;
    s.about.unit = Some(unit);
    s.unit_mut(unit).turn.charge_declared = true;
    let ask = Ask::new(side.seat(), "charge", rule!("9E-CHG-008"));
    let Choice::Charge(targets) = cx.propose(s, ask, Shape::Charge(unit))? else {
        return cx.broken("targets were answered with something else");
    };
    s.unit_mut(unit).turn.charge_targets = targets.iter().copied().collect();
    cx.emit(rules!["9E-CHG-008"], Event::ChargeDeclared { unit, targets: targets.clone() });
    let before = s.standing(unit).count();
    // 9E-CHG-010, 9E-OVR-002: each target that may fires before the roll.
    for target in &targets {
        if s.is_on_table(unit) && applies(rule!("9E-CHG-010")) {
            overwatch(s, cx, *target, unit)?;
        }
    }
    // 9E-OVR-009: with nobody left there is no charge; survivors go on.
    if !s.is_on_table(unit) {
        cx.emit(rules!["9E-OVR-009"], Event::Course(Course::ChargeEnds { unit }));
        return Ok(());
    }
    s.about.unit = Some(unit);
    s.about.target = None;
    let fewer = s.standing(unit).count() < before;
    if fewer && !applies(rule!("9E-OVR-009")) {
        return Ok(());
    }
    let rules: &[RuleId] = if fewer { rules!["9E-CHG-011", "9E-OVR-009"] } else { rules!["9E-CHG-011"] };
    targets_left(s, cx, unit);
    let roll = charge_roll(s, cx, unit, rules)?;
    if roll > 0 {
        cx.emit(rules, Event::Moving(Moving::ChargeRoll { unit, total: roll }));
    }
    s.about.number = Some(roll);
    move_or_fail(s, cx, unit, roll)
}

/// 9E-CHG-011: two dice and what a drill adds; Sure Aim lets its bearer roll again.
fn charge_roll(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId, rules: &[RuleId]) -> Step<u8> {
    let side = s.unit(unit).side;
    let amount = cx.fixed().numbers().charge_roll.roll;
    let again = s.any_kind(cx.fixed(), unit).is_some_and(|kind| kind.has(&Ability::SureAim));
    let sum = reroll::sum_or_again(s, cx, side, amount.dice, amount.sides, "roll.charge", rules, again)?;
    Ok(sum + amount.plus + s.unit(unit).drilled)
}

/// 9E-CHG-012 to 9E-CHG-014, 9E-AMB-066: with a way to all targets the charge is made; where none is found its owner
/// may still show one, unless the targets are plainly out of reach.
fn move_or_fail(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId, roll: u8) -> Step {
    let distance = Length::inches(i32::from(roll));
    let mut shape = MoveShape { unit, kind: MoveKind::Charge, distance, may_decline: false };
    s.about.witness.clear();
    match candidates::moves::charge_witness(cx.fixed(), s, &shape) {
        Some(witness) => s.about.witness = witness,
        None => shape.may_decline = true,
    }
    let nobody = s.unit(unit).turn.charge_targets.is_empty();
    let vain = nobody || out_of_reach(cx.fixed(), s, unit, distance);
    if shape.may_decline && vain && applies(rule!("9E-CHG-014")) {
        s.unit_mut(unit).turn.charge_targets.clear();
        cx.emit(rules!["9E-CHG-014"], Event::ChargeFailed { unit, roll });
        return Ok(());
    }
    let rules: &[RuleId] = rules!["9E-CHG-012", "9E-CHG-013"];
    if movement::make(s, cx, shape, rules)? || already_there(cx.fixed(), s, unit) {
        s.unit_mut(unit).turn.charged = true;
        for target in s.unit(unit).turn.charge_targets.clone() {
            s.unit_mut(target).turn.was_charged = true;
        }
    } else {
        s.unit_mut(unit).turn.charge_targets.clear();
        cx.emit(rules!["9E-CHG-014"], Event::ChargeFailed { unit, roll });
    }
    s.about.witness.clear();
    Ok(())
}

/// 9E-CHG-012: whoever blew himself up in answering a charge can no longer be reached, and the charge is at those who
/// are left; with nobody left it fails.
fn targets_left(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId) {
    let (left, gone): (Vec<UnitId>, Vec<UnitId>) =
        s.unit(unit).turn.charge_targets.iter().partition(|target| s.is_on_table(**target));
    let go_on = !left.is_empty();
    s.unit_mut(unit).turn.charge_targets = left.into_iter().collect();
    if go_on && !gone.is_empty() {
        cx.emit(rules!["9E-CHG-012"], Event::Course(Course::TargetsGone { unit, targets: gone }));
    }
}

fn already_there(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let targets = &s.unit(unit).turn.charge_targets;
    !targets.is_empty() && targets.iter().all(|target| measure::engaged(fixed, s, unit, *target))
}

/// Whether some target is further away in plan than the roll and Engagement Range together.
fn out_of_reach(fixed: &Fixed, s: &State, unit: UnitId, distance: Length) -> bool {
    let reach = distance + fixed.numbers().engagement.horizontal.0;
    s.unit(unit).turn.charge_targets.iter().any(|target| {
        let near = |(own, _): (crate::ids::ModelId, _)| {
            s.standing(*target).any(|(enemy, _)| {
                matches!((s.body(own), s.body(enemy)), (Some(a), Some(b)) if a.horizontal(b) <= reach)
            })
        };
        !s.standing(unit).any(near)
    })
}

/// 9E-OVR-001 to 9E-OVR-003: a target with the permission, or a Command point for it (9E-OUT-005), may fire at the
/// charging unit.
fn overwatch(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId, charger: UnitId) -> Step {
    let side = s.unit(unit).side;
    if !s.is_on_table(unit) {
        return Ok(());
    }
    let free = s.unit(unit).models.iter().any(|model| cx.fixed().kind(*model).has(&Ability::CanOverwatch));
    let paid = !free && stratagem::can_use(cx.fixed(), s, side, Stratagem::FireOverwatch);
    if (free || paid) && applies(rule!("9E-OVR-003")) && measure::is_engaged(cx.fixed(), s, unit) {
        cx.emit(rules!["9E-OVR-003"], Event::Course(Course::NoOverwatch { unit, at: charger }));
        return Ok(());
    }
    if !(free || paid)
        || !all_apply(rules!["9E-OVR-001", "9E-OVR-002"])
        || !aim::Aim::new(cx.fixed(), s, unit, Some(charger)).can_shoot()
    {
        return Ok(());
    }
    s.about.unit = Some(unit);
    s.about.target = Some(charger);
    let fire =
        if free { Choice::Word(Word::Yes) } else { Choice::Stratagem(Stratagem::FireOverwatch, Some(unit)) };
    let options = [Choice::Word(Word::No), fire];
    let rule = if free { rule!("9E-OVR-002") } else { rule!("9E-OUT-005") };
    if cx.choose(s, Ask::new(side.seat(), "overwatch", rule), &options)? == options[0] {
        return Ok(());
    }
    if paid {
        stratagem::pay(s, cx, side, Stratagem::FireOverwatch, Some(unit));
    }
    cx.emit(rules!["9E-OVR-002"], Event::Overwatch { unit, at: charger });
    shooting::shoot(s, cx, unit, Some(charger))
}

/// 9E-HER-003, 9E-HER-005, 9E-HER-013: the reactive player's characters, one after another, as many as wished.
pub fn heroics(s: &mut State, cx: &mut Ctx<'_, Nine>) -> Step {
    let side = s.active.other();
    // 9E-HER-003: one after another.
    let more = applies(rule!("9E-HER-003")) || !s.on_table(side).any(|unit| s.unit(unit).turn.heroic);
    let mut options = vec![UnitPick::Done];
    options.extend(
        s.on_table(side)
            .filter(|_| more)
            .filter(|unit| heroic::faults(cx.fixed(), s, side, *unit).is_empty())
            .map(UnitPick::Unit),
    );
    match cx.choose(s, Ask::new(side.seat(), "heroic", rule!("9E-HER-001")), &options)? {
        // 9E-HER-013: whether there was anybody or not, after charges or without.
        UnitPick::Done => fight::begin(s, cx, rules!["9E-RND-003", "9E-HER-013"]),
        UnitPick::Unit(unit) => {
            s.unit_mut(unit).turn.heroic = true;
            let distance = cx.fixed().numbers().heroic_move.distance.0;
            let shape = MoveShape { unit, kind: MoveKind::Heroic, distance, may_decline: true };
            movement::make(s, cx, shape, rules!["9E-HER-001", "9E-HER-006"])?;
            // 9E-HER-011: into Engagement Range or not.
            if measure::is_engaged(cx.fixed(), s, unit) {
                cx.emit(rules!["9E-HER-011"], Event::Course(Course::DrawnIn { unit }));
            }
        }
    }
    Ok(())
}
