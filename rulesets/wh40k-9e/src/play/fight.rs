//! The Fight phase (9E-FGT): units fight by turns, chargers first.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::{rule, rules};

use crate::Nine;
use crate::choice::{Choice, MoveKind, MoveShape, Shape, Stratagem, Word};
use crate::event::Event;
use crate::figures;
use crate::fixed::Fixed;
use crate::ids::{ModelId, Side, UnitId};
use crate::legal::fighting;
use crate::measure;
use crate::play::attack::{self, Mode};
use crate::play::{begin_phase, morale, movement, reroll, stratagem};
use crate::state::{Flow, State};

/// The phase begins: the reactive player selects first (9E-FGT-001), but only chargers while there are some
/// (9E-FGT-007).
pub fn begin(s: &mut State, cx: &mut Ctx<'_, Nine>) {
    begin_phase(s, cx, "phase.fight", Flow::Fight { selector: s.active.other(), chargers: true });
}

/// 9E-FGT-002, 9E-FGT-036: whether a unit may be selected now; 9E-FGT-005: looked at anew after every fight.
/// 9E-HER-014: an intervention is no charge.
fn selectable(fixed: &Fixed, s: &State, unit: UnitId, chargers: bool) -> bool {
    let turn = &s.unit(unit).turn;
    !turn.fought && turn.charged == chargers && (turn.charged || measure::is_engaged(fixed, s, unit))
}

/// 9E-FGT-001, 9E-FGT-004 to 9E-FGT-006: by turns; who has nobody is passed over; the phase ends with nobody left.
pub fn phase(s: &mut State, cx: &mut Ctx<'_, Nine>, selector: Side, chargers: bool) -> Step {
    let of = |side: Side| -> Vec<UnitId> {
        s.on_table(side).filter(|unit| selectable(cx.fixed(), s, *unit, chargers)).collect()
    };
    let (own, theirs) = (of(selector), of(selector.other()));
    let (side, units) = match (own.is_empty(), theirs.is_empty()) {
        (false, _) => (selector, own),
        (true, false) => (selector.other(), theirs),
        (true, true) => {
            if chargers {
                // 9E-AMB-075: then the others, the reactive player first.
                s.flow = Flow::Fight { selector: s.active.other(), chargers: false };
            } else {
                morale::begin(s, cx);
            }
            return Ok(());
        }
    };
    let unit = cx.choose(s, Ask::new(side.seat(), "fight", rule!("9E-FGT-001")), &units)?;
    fight(s, cx, unit)?;
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
        fight(s, cx, unit)?;
    }
    Ok(())
}

/// 9E-FGT-008: pile in, strike, consolidate.
fn fight(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId) -> Step {
    s.unit_mut(unit).turn.fought = true;
    cx.emit(rules!["9E-FGT-008"], Event::Fights { unit });
    let numbers = cx.fixed().numbers();
    let (pile_in, consolidate) = (numbers.pile_in.distance.0, numbers.consolidate.distance.0);
    let closer = |kind, distance| MoveShape { unit, kind, distance, may_decline: true };
    movement::make(s, cx, closer(MoveKind::PileIn, pile_in), rules!["9E-FGT-009"])?;
    strike(s, cx, unit)?;
    if s.is_on_table(unit) {
        movement::make(s, cx, closer(MoveKind::Consolidate, consolidate), rules!["9E-FGT-029"])?;
    }
    Ok(())
}

/// 9E-FGT-013 to 9E-FGT-028: who fights, how often, whom and with what is settled before any attack is made.
fn strike(s: &mut State, cx: &mut Ctx<'_, Nine>, unit: UnitId) -> Step {
    let fighters: Vec<ModelId> = s
        .standing(unit)
        .map(|(model, _)| model)
        .filter(|model| fighting::can_strike(cx.fixed(), s, *model))
        .filter(|model| !fighting::targets(cx.fixed(), s, *model).is_empty())
        .collect();
    if fighters.is_empty() {
        // 9E-FGT-022.
        cx.emit(rules!["9E-FGT-022"], Event::NoTargets { unit });
        return Ok(());
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
    cx.emit(rules!["9E-FGT-017"], Event::Declared { unit, targets, melee: true });
    let entries = blows.iter().filter(|blow| blow.attacks > 0).map(fighting::entry).collect();
    attack::resolve(s, cx, unit, entries, Mode::Melee)
}
