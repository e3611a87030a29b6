//! The Fight phase (9E-FGT): units fight by turns, chargers first.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::refusal::Bars;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Length;

use crate::Nine;
use crate::choice::{Blow, Choice, MoveKind, MoveShape, Shape, Stratagem, Word};
use crate::course::Course;
use crate::event::Event;
use crate::figures;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::legal::fighting;
use crate::measure;
use crate::play::attack::{self, Mode};
use crate::play::{begin_phase_by, morale, movement, reroll, stratagem};
use crate::state::{Flow, State};

/// The phase begins: the reactive player selects first (9E-FGT-001), but only chargers while there are some
/// (9E-FGT-007).
pub fn begin(s: &mut State, cx: &mut Ctx<'_, Nine>, rules: &[RuleId]) {
    let flow = Flow::Fight { selector: first(s), chargers: true };
    begin_phase_by(s, cx, "phase.fight", flow, rules);
}

/// 9E-FGT-001: who selects first.
fn first(s: &State) -> Side {
    if applies(rule!("9E-FGT-001")) { s.active.other() } else { s.active }
}

/// 9E-FGT-002, 9E-FGT-036: whether a unit may be selected now; 9E-FGT-005: looked at anew after every fight.
/// 9E-HER-014: an intervention is no charge.
fn selectable(fixed: &Fixed, s: &State, unit: UnitId, chargers: bool) -> bool {
    let turn = &s.unit(unit).turn;
    // 9E-FGT-007: while chargers wait, nobody else.
    let first = turn.charged || (turn.heroic && !applies(rule!("9E-HER-014")));
    let mut bars = Bars::default();
    // 9E-OUT-003: whoever broke out does nothing else in this turn.
    bars.bar(rules!["9E-OUT-003"], || turn.broke_out);
    bars.bar(rules!["9E-FGT-003"], || turn.fought);
    bars.need(rules!["9E-FGT-007"], || first == chargers);
    bars.need(rules!["9E-FGT-002"], || turn.charged || measure::is_engaged(fixed, s, unit));
    bars.open()
}

/// 9E-FGT-001, 9E-FGT-004 to 9E-FGT-006: by turns; who has nobody is passed over; the phase ends with nobody left.
pub fn phase(s: &mut State, cx: &mut Ctx<'_, Nine>, selector: Side, chargers: bool) -> Step {
    let of = |side: Side| -> Vec<UnitId> {
        s.on_table(side).filter(|unit| selectable(cx.fixed(), s, *unit, chargers)).collect()
    };
    let (own, theirs) = (of(selector), of(selector.other()));
    let (side, units) = match (own.is_empty(), theirs.is_empty()) {
        (false, _) => (selector, own),
        (true, false) if applies(rule!("9E-FGT-004")) => (selector.other(), theirs),
        (true, _) => {
            if chargers {
                // 9E-AMB-075: then the others, the reactive player first.
                s.flow = Flow::Fight { selector: first(s), chargers: false };
            } else {
                // 9E-FGT-006.
                morale::begin(s, cx, rules!["9E-RND-003", "9E-FGT-006"]);
            }
            return Ok(());
        }
    };
    // 9E-FGT-004: the other has nobody left to select.
    let alone = side != selector;
    let rule = if alone { rule!("9E-FGT-004") } else { rule!("9E-FGT-001") };
    let unit = cx.choose(s, Ask::new(side.seat(), "fight", rule), &units)?;
    let mut rules = vec![rule!("9E-FGT-008")];
    if alone {
        rules.push(rule!("9E-FGT-004"));
    }
    // 9E-HER-014: who intervened had to wait for those who charged.
    if s.unit(unit).turn.heroic && s.units.iter().any(|other| other.turn.charged) {
        rules.push(rule!("9E-HER-014"));
    }
    fight(s, cx, unit, &rules)?;
    s.flow = Flow::Fight { selector: side.other(), chargers };
    counter_offensive(s, cx, side)
}

/// 9E-OUT-006: after an enemy unit has fought, one of one's own fights next, out of turn.
fn counter_offensive(s: &mut State, cx: &mut Ctx<'_, Nine>, fought: Side) -> Step {
    let side = fought.other();
    if !stratagem::can_use(cx.fixed(), s, side, Stratagem::CounterOffensive) {
        return Ok(());
    }
    // Only where it changes something: while chargers of the enemy would go first.
    let Flow::Fight { chargers: true, .. } = s.flow else { return Ok(()) };
    let waiting = s.on_table(fought).any(|unit| selectable(cx.fixed(), s, unit, true));
    let able = |unit: &UnitId| {
        let turn = &s.unit(*unit).turn;
        !turn.fought && !turn.charged && measure::is_engaged(cx.fixed(), s, *unit)
    };
    let units: Vec<UnitId> = s.on_table(side).filter(able).collect();
    if !waiting || units.is_empty() {
        return Ok(());
    }
    let mut options = vec![Choice::Word(Word::No)];
    options.extend(units.iter().map(|unit| Choice::Stratagem(Stratagem::CounterOffensive, Some(*unit))));
    let ask = Ask::new(side.seat(), "counter-offensive", rule!("9E-OUT-006"));
    if let Choice::Stratagem(_, Some(unit)) = cx.choose(s, ask, &options)? {
        stratagem::pay(s, cx, side, Stratagem::CounterOffensive, Some(unit));
        fight(s, cx, unit, rules!["9E-FGT-008", "9E-OUT-006"])?;
    }
    Ok(())
}

/// 9E-FGT-008: pile in, strike, consolidate.
fn fight(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId, rules: &[RuleId]) -> Step {
    s.unit_mut(unit).turn.fought = true;
    cx.emit(rules, Event::Fights { unit });
    if !applies(rule!("9E-FGT-008")) {
        return Ok(());
    }
    let apart = if cx.logging() { not_engaged(cx.fixed(), s) } else { Vec::new() };
    let numbers = cx.fixed().numbers();
    let (pile_in, consolidate) = (numbers.pile_in.distance.0, numbers.consolidate.distance.0);
    close_in(s, cx, unit, MoveKind::PileIn, pile_in, rules!["9E-FGT-009"])?;
    let struck = strike(s, cx, unit)?;
    // 9E-FGT-022: whoever had nobody to strike closes in all the same.
    if applies(rule!("9E-FGT-029")) && (struck || applies(rule!("9E-FGT-022"))) {
        close_in(s, cx, unit, MoveKind::Consolidate, consolidate, rules!["9E-FGT-029"])?;
    }
    // 9E-FGT-005: others may have been drawn in.
    for other in apart {
        if s.is_on_table(other) && !s.unit(other).turn.fought && measure::is_engaged(cx.fixed(), s, other) {
            s.unit_mut(other).turn.fought = !applies(rule!("9E-FGT-005"));
            cx.emit(rules!["9E-FGT-005"], Event::Course(Course::DrawnIn { unit: other }));
        }
    }
    Ok(())
}

/// The units that would not fight as things are.
fn not_engaged(fixed: &Fixed, s: &State) -> Vec<UnitId> {
    let apart = |unit: &UnitId| {
        s.is_on_table(*unit) && !s.unit(*unit).turn.charged && !measure::is_engaged(fixed, s, *unit)
    };
    s.unit_ids().filter(apart).collect()
}

/// A move of those who can make one: 9E-AMB-022: nobody is asked about a unit that cannot move.
fn close_in(
    s: &mut State,
    cx: &mut Ctx<'_, Nine>,
    unit: UnitId,
    kind: MoveKind,
    distance: Length,
    rules: &[RuleId],
) -> Step {
    if s.standing(unit).any(|(model, _)| figures::reach(cx.fixed(), s, model).is_some()) {
        movement::make(s, cx, MoveShape { unit, kind, distance, may_decline: true }, rules)?;
    }
    Ok(())
}

/// 9E-FGT-013 to 9E-FGT-028: who fights, how often, whom and with what is settled before any attack is made.
/// Says whether there was anybody to strike.
fn strike(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId) -> Step<bool> {
    let fighters: Vec<ModelId> = s
        .standing(unit)
        .map(|(model, _)| model)
        .filter(|model| fighting::can_strike(cx.fixed(), s, *model))
        .filter(|model| !fighting::targets(cx.fixed(), s, *model).is_empty())
        .collect();
    if fighters.is_empty() {
        // 9E-FGT-022; 9E-FGT-034: or nobody who could strike.
        let able = s.standing(unit).any(|(model, _)| fighting::can_strike(cx.fixed(), s, model));
        let rules: &[RuleId] = match (able, able && fighting::is_kept_apart(cx.fixed(), s, unit)) {
            (false, _) => rules!["9E-FGT-022", "9E-FGT-034"],
            (true, true) => rules!["9E-FGT-022", "9E-OUT-050"],
            (true, false) => rules!["9E-FGT-022"],
        };
        cx.emit(rules, Event::NoTargets { unit });
        return Ok(false);
    }
    let mut attacks = Vec::new();
    for model in fighters {
        let Some(amount) = figures::attacks(cx.fixed(), s, model) else { continue };
        // 9E-AMB-114: random Attacks are rolled for each model, after piling in.
        let own = if amount.random() {
            reroll::sum(cx, amount.dice, amount.sides, "roll.attacks", rules!["9E-CHR-006"])? + amount.plus
        } else {
            amount.plus
        };
        attacks.push((model, own + figures::more_attacks(cx.fixed(), s, model)));
    }
    s.about.unit = Some(unit);
    let ask = Ask::new(s.unit(unit).side.seat(), "strike", rule!("9E-FGT-017"));
    let Choice::Strike(_, blows) = cx.propose(s, ask, Shape::Strike(unit, attacks))? else {
        return cx.broken("blows were answered with something else");
    };
    let mut targets: Vec<UnitId> = blows.iter().map(|blow| blow.target).collect();
    targets.sort_unstable();
    targets.dedup();
    let mut rules = vec![rule!("9E-FGT-017")];
    // 9E-FGT-026: profiles are declared with the targets.
    if blows.iter().any(|blow| cx.fixed().weapon(blow.weapon).profiles.len() > 1) {
        rules.push(rule!("9E-FGT-026"));
    }
    // 9E-FGT-020: one model strikes several units.
    let splits =
        |blow: &Blow| blows.iter().any(|other| other.model == blow.model && other.target != blow.target);
    if blows.iter().any(splits) {
        rules.push(rule!("9E-FGT-020"));
    }
    // 9E-HER-012: who intervened may be struck by chargers that did not name them.
    let turn = &s.unit(unit).turn;
    if turn.charged && targets.iter().any(|target| !turn.charge_targets.contains(target)) {
        rules.push(rule!("9E-HER-012"));
    }
    cx.emit(&rules, Event::Declared { unit, targets, melee: true });
    let entries = blows.iter().filter(|blow| blow.attacks > 0).map(fighting::entry).collect();
    attack::resolve(s, cx, unit, entries, Mode::Melee)?;
    Ok(true)
}
