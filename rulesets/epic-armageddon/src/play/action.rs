//! The Action phase: activations in turn, the Action test, retaining, and the parts of an action (EA-ACT, EA-INIT).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{SeatId, rule, rules};

use super::commanders::re_roll;
use super::{assault, markers, movement, overwatch, pop_ups, set_up, shooting};
use crate::Epic;
use crate::assault::Role;
use crate::choice::{ActionName, Choice, Manner, Word};
use crate::data::play::{Action, Moving, Shoot, Then};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::FormationId;
use crate::legal::actions::{Declared, declared, manners, to_act};
use crate::state::{Activation, Flow, State};

#[derive(Clone, Copy)]
enum Pick {
    Formation(FormationId),
    Pass,
    Stay,
}

impl From<Pick> for Choice {
    fn from(pick: Pick) -> Choice {
        match pick {
            Pick::Formation(formation) => Choice::Formation(formation),
            Pick::Pass => Choice::Word(Word::Pass),
            Pick::Stay => Choice::Word(Word::StayOnOverwatch),
        }
    }
}

/// EA-ACT-001, EA-ACT-002: the next side in order with something left to activate acts; who has nothing left is passed
/// over. EA-TURN-003: once all have acted the End phase begins.
pub fn next_to_act(fixed: &Fixed, s: &State, after: Option<SeatId>) -> Flow {
    let seats = s.order.len();
    let from = after.and_then(|seat| s.order.iter().position(|other| *other == seat)).map_or(0, |at| at + 1);
    let next = (0..seats)
        .map(|step| s.order[(from + step) % seats])
        .find(|seat| !to_act(fixed, s, *seat).is_empty());
    next.map_or(Flow::RallyStart, |side| Flow::Activate { side, retaining: false })
}

/// EA-INIT-010: whether an enemy of a side has something left to activate.
fn enemies_left(fixed: &Fixed, s: &State, side: SeatId) -> bool {
    let team = |seat: SeatId| fixed.sides[seat.index()].team;
    s.order.iter().any(|seat| team(*seat) != team(side) && !to_act(fixed, s, *seat).is_empty())
}

/// EA-ACT-005, EA-ACT-006: a formation is named, then its action declared, then the Action test is taken. EA-INIT-008: to
/// retain the initiative is optional.
pub fn activate(s: &mut State, cx: &mut Ctx<'_, Epic>, side: SeatId, retaining: bool) -> Step {
    let mut options: Vec<Pick> = to_act(cx.fixed(), s, side).into_iter().map(Pick::Formation).collect();
    let rule = if retaining { rule!("EA-INIT-008") } else { rule!("EA-ACT-004") };
    // EA-AMB-028: where all who are left are on Overwatch they may stay on it without a test.
    let watching = |pick: &Pick| matches!(pick, Pick::Formation(id) if s.formation(*id).overwatch);
    if options.iter().all(watching) {
        options.push(Pick::Stay);
    }
    if retaining {
        options.insert(0, Pick::Pass);
    }
    let formation = match cx.choose(s, Ask::new(side, "activate", rule), &options)? {
        Pick::Formation(formation) => formation,
        Pick::Pass => {
            cx.emit(rules!["EA-INIT-008"], Event::Passed { side });
            s.flow = next_to_act(cx.fixed(), s, Some(side));
            return Ok(());
        }
        Pick::Stay => {
            for formation in to_act(cx.fixed(), s, side) {
                s.formation_mut(formation).acted = true;
                cx.emit(rules!["EA-OVER-005", "EA-AMB-028"], Event::Overwatch { formation, on: true });
            }
            s.flow = next_to_act(cx.fixed(), s, Some(side));
            return Ok(());
        }
    };
    s.about.formation = Some(formation);
    let actions = declared(cx.fixed(), s, formation);
    let action = match cx.choose(s, Ask::new(side, "action", rule!("EA-ACT-005")).always(), &actions)? {
        Declared::Action(action) => action,
        Declared::Engage(target) => {
            assault::declare(s, cx, formation, target)?;
            ActionName::Engage
        }
    };
    s.formation_mut(formation).acted = true;
    // EA-ACT-002, EA-INIT-010: where no enemy has anything left to activate, nothing is retained.
    let rules = match (retaining, enemies_left(cx.fixed(), s, side)) {
        (true, _) => rules!["EA-ACT-005", "EA-INIT-008", "EA-INIT-009"],
        (false, true) => rules!["EA-ACT-005"],
        (false, false) => rules!["EA-ACT-005", "EA-ACT-002", "EA-INIT-010"],
    };
    cx.emit(rules, Event::Declared { formation, action, retaining });
    overwatch::end(s, cx, formation, rules!["EA-OVER-004", "EA-OVER-005"]);
    pop_ups::sink(s, formation);
    let passed = test(s, cx, formation, action, retaining)?;
    let activation = Activation { formation, action, mode: None, done: 0, passed, retained: retaining };
    if passed {
        // EA-ACT-010.
        s.formation_mut(formation).marched = action == ActionName::March;
        s.flow = Flow::Act(activation);
        if let Some(assault) = &s.assault {
            // EA-ABIL-018: those a Commander brings along have acted, too.
            for follower in assault.of(Role::Attacker).to_vec() {
                s.formation_mut(follower).acted = true;
            }
            s.flow = Flow::Assault(activation);
        }
        return Ok(());
    }
    // EA-ABIL-017: of a Commander's assault only its own formation holds.
    s.assault = None;
    // EA-INIT-006, EA-ACT-014: a Blast marker, and then it holds, unless the marker breaks it (EA-WDRW-002).
    s.flow = Flow::Act(Activation { action: ActionName::Hold, ..activation });
    let count = cx.fixed().numbers().failed_test.markers;
    if applies(rule!("EA-INIT-006")) {
        markers::give(s, cx, formation, count, None, rules!["EA-INIT-006", "EA-BM-001"])?;
    }
    let there = |s: &State| s.is_on_table(formation) || s.in_reserve(formation);
    if markers::check(s, cx, formation, None)? || !there(s) {
        s.flow = after(cx.fixed(), s, side, activation);
    }
    Ok(())
}

/// What an Action test needs, with its reasons (EA-INIT-002 to EA-INIT-004).
pub fn needed(
    fixed: &Fixed,
    s: &State,
    formation: FormationId,
    action: Option<ActionName>,
    retaining: bool,
) -> Option<Target> {
    let initiative = fixed.spec(formation).initiative?;
    let mut target = Target::new(Need::AtLeast(initiative), rule!("EA-INIT-002")).with_floor(1);
    // EA-ABIL-016: Blast markers of any formation that engages together count.
    let together = s.assault.as_ref().map_or(&[][..], |assault| assault.of(Role::Attacker));
    let marked = [formation].iter().chain(together).any(|id| s.formation(*id).markers > 0);
    if marked && applies(rule!("EA-INIT-003")) {
        let amount = fixed.data.modifier("action-test-blast-markers");
        target = target.plus(-amount, "modifier.blast-markers", rule!("EA-INIT-003"));
    }
    if retaining && applies(rule!("EA-INIT-004")) {
        let amount = fixed.data.modifier("action-test-retaining");
        target = target.plus(-amount, "modifier.retaining", rule!("EA-INIT-004"));
    }
    let waaagh = rule!("EA-ARMY-009");
    let helps = |action: ActionName| fixed.numbers().waaagh.actions.iter().any(|name| name == action.id());
    if fixed.has_rule(formation, waaagh) && action.is_some_and(helps) && applies(waaagh) {
        target = target.plus(-fixed.data.modifier("action-test-waaagh"), "modifier.waaagh", waaagh);
    }
    Some(target)
}

/// EA-INIT-002: the Action test. EA-INIT-007, EA-GEN-008: a 1+ needs no roll.
fn test(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    formation: FormationId,
    action: ActionName,
    retaining: bool,
) -> Step<bool> {
    let Some(target) = needed(cx.fixed(), s, formation, Some(action), retaining) else {
        return cx.broken("a formation without Initiative was activated");
    };
    if target.need() == Need::AtLeast(1) && applies(rule!("EA-INIT-007")) {
        cx.emit(
            rules!["EA-INIT-007", "EA-GEN-008"],
            Event::Tested { formation, passed: true, rolled: false },
        );
        return Ok(true);
    }
    let die = cx.fixed().numbers().action_test.roll.sides;
    let [face] = cx.roll_against::<1>(
        die,
        "roll.action-test",
        rules!["EA-INIT-002", "EA-GEN-007", "EA-GEN-009"],
        &target,
    )?;
    let passed = target.met_by(face) || re_roll(s, cx, formation, &target, "roll.action-test")?;
    let rules =
        if passed { rules!["EA-INIT-002", "EA-INIT-005"] } else { rules!["EA-INIT-002", "EA-INIT-006"] };
    cx.emit(rules, Event::Tested { formation, passed, rolled: true });
    Ok(passed)
}

/// A part of an action.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Part {
    Move,
    Shoot,
    Regroup,
    Overwatch,
}

/// EA-ACT-007 to EA-ACT-014: the parts of an action, in order.
fn parts(action: &Action) -> Vec<Part> {
    let mut all = Vec::new();
    if action.moving == Moving::Move {
        all.extend(std::iter::repeat_n(Part::Move, action.moves.into()));
    }
    if matches!(action.shoot, Shoot::AfterMoves | Shoot::Yes) {
        all.push(Part::Shoot);
    }
    if action.then.contains(&Then::Regroup) {
        all.push(Part::Regroup);
    }
    if action.then.contains(&Then::Overwatch) {
        all.push(Part::Overwatch);
    }
    all
}

/// The next part of an action. EA-MOV-007: several moves are made one after the other.
pub fn act(s: &mut State, cx: &mut Ctx<'_, Epic>, mut activation: Activation) -> Step {
    let (formation, side) = (activation.formation, s.owner(activation.formation));
    s.about.formation = Some(formation);
    let Some(at) = manner(s, cx, activation)? else { return cx.broken("an action has no record") };
    activation.mode = Some(at);
    let fixed = cx.fixed();
    let action = &fixed.data.actions[usize::from(at)];
    let all = parts(action);
    if activation.done == 0 {
        pop_ups::declare(s, cx, formation, activation.action)?;
    }
    match all.get(usize::from(activation.done)) {
        Some(Part::Move) => {
            let moves = all.iter().filter(|part| **part == Part::Move).count() as u8;
            if activation.done + 1 == moves {
                pop_ups::rise(s, cx, formation);
            }
            if s.in_reserve(formation) {
                set_up::enter(s, cx, formation)?;
            } else {
                movement::make(s, cx, formation, moves - activation.done, record_rules(activation.action))?;
            }
        }
        Some(Part::Shoot) => shooting::shoot(s, cx, formation, activation.action, action.to_hit)?,
        Some(Part::Regroup) => markers::regroup(s, cx, formation)?,
        Some(Part::Overwatch) => {
            pop_ups::rise(s, cx, formation);
            overwatch::set(s, cx, formation);
        }
        None => {}
    }
    activation.done += 1;
    // EA-WDRW-002: who is Broken or destroyed in his own action loses the rest of it.
    let over = usize::from(activation.done) >= all.len()
        || s.formation(formation).broken
        || !s.is_on_table(formation);
    if over {
        s.planned.clear();
        s.popping.clear();
        if !s.formation(formation).overwatch {
            pop_ups::sink(s, formation);
        }
    }
    s.flow = if over { after(cx.fixed(), s, side, activation) } else { Flow::Act(activation) };
    Ok(())
}

const fn record_rules(action: ActionName) -> grognard_engine::Rules {
    match action {
        ActionName::Advance => rules!["EA-ACT-007"],
        ActionName::Double => rules!["EA-ACT-009", "EA-MOV-007"],
        ActionName::March => rules!["EA-ACT-010", "EA-MOV-007"],
        ActionName::Marshal => rules!["EA-ACT-011"],
        ActionName::SustainedFire => rules!["EA-ACT-013"],
        ActionName::Hold => rules!["EA-ACT-014"],
        ActionName::Engage => rules!["EA-ACT-008"],
        ActionName::Overwatch => rules!["EA-ACT-012"],
    }
}

/// The record of an action, as an index. EA-ACT-011, EA-ACT-014: where there are several ways its owner chooses one.
fn manner(s: &State, cx: &mut Ctx<'_, Epic>, activation: Activation) -> Step<Option<u8>> {
    let Activation { formation, action, mode, .. } = activation;
    if mode.is_some() {
        return Ok(mode);
    }
    let ways = manners(cx.fixed(), s, formation, action);
    let chosen = if ways.is_empty() {
        None
    } else {
        let rule = record_rules(action)[0];
        let ask = Ask::new(s.owner(formation), "manner", rule);
        let ask = if action == ActionName::Marshal { ask.always() } else { ask };
        let manner = cx.choose(s, ask, &ways)?;
        cx.emit(&[rule], Event::Manner { formation, manner });
        Some(Manner::mode(manner))
    };
    let records = &cx.fixed().data.actions;
    let at = records
        .iter()
        .position(|record| record.id == action.id() && (chosen.is_none() || record.mode == chosen));
    Ok(at.and_then(|at| u8::try_from(at).ok()))
}

/// EA-INIT-005, EA-INIT-008 to EA-INIT-010: what follows an action. Who passed the test may retain the initiative, but not
/// twice in a row; where no enemy has anything left there is nothing to retain.
pub fn after(fixed: &Fixed, s: &State, side: SeatId, activation: Activation) -> Flow {
    let own = !to_act(fixed, s, side).is_empty();
    let retained = u8::from(activation.retained && applies(rule!("EA-INIT-009")));
    let may = activation.passed && retained < fixed.numbers().retaining.retain;
    if own && may && enemies_left(fixed, s, side) {
        return Flow::Activate { side, retaining: true };
    }
    next_to_act(fixed, s, Some(side))
}
