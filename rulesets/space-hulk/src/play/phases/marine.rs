//! The turn of the Marine side: command, actions, end.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::switch::{all_apply, applies};
use grognard_engine::{Audience, RuleId, rule, rules};
use smallvec::SmallVec;

use super::pay::lose_all_aim;
use super::stealer::stealer_acts;
use super::{
    Menu, Payment, activate, begin_player_turn, commandable, end_activation, fight_on, list, pay, rest,
    usable,
};
use crate::Fixed;
use crate::choice::{Action, Choice};
use crate::eldar;
use crate::eldar::farseer::{self, choice::Choice as FarseerChoice};
use crate::eldar::seers::{self, choice::Choice as SeerChoice};
use crate::event::Event;
use crate::guard;
use crate::harlequin;
use crate::piece::{PieceId, Place};
use crate::play::{Cx, act, brood, conversion, objective, reinforcement, window};
use crate::profile::{Folk, Profile};
use crate::psychic::{self, Mode};
use crate::state::{MARINE, State, seat};
use crate::table::{Flow, Side, Table};

/// The Marine player puts his models on the start squares, in any order (SH-BRD-001).
#[cold]
pub(super) fn deploy(state: &mut State, cx: &mut Cx<'_>) -> Step {
    let fixed = cx.fixed();
    if let Some(force) = &fixed.force {
        cx.emit(&force.rules, Event::Mustered { points: force.points });
    }
    for index in 0..state.table.crew() {
        let marine = PieceId::Marine(index);
        if state.table.place(marine) != Place::Hand {
            continue;
        }
        let free: SmallVec<[Choice; 16]> = fixed
            .mission
            .start
            .iter()
            .filter(|cell| !state.table.occupied().contains(**cell))
            .map(|cell| Choice::Place(*cell))
            .collect();
        let ask = Ask::new(MARINE, "deploy", rule!("SH-BRD-001"));
        if let Choice::Place(at) = cx.choose(state, ask, &free)? {
            state.table.put(fixed, marine, at);
            cx.emit(rules!["SH-BRD-001", "SH-BRD-005"], Event::Deployed { marine, at });
        }
    }
    psychic::enhance::begin(state, cx);
    seers::psi::begin(state, cx, Side::Marine)?;
    reinforcement::enemy_force(state, cx)?;
    seers::psi::begin(state, cx, Side::Stealer)?;
    reinforcement::first_blips(state, cx)?;
    psychic::hand::deal(state, cx)?;
    // SH-TRN-001: the Marine player always has the first turn.
    state.table.flow = if applies(rule!("SH-TRN-001")) {
        psychic::hand::turn_begins(cx.fixed(), &state.table, Side::Marine)
            .unwrap_or_else(|| farseer::deck::turn_begins(&state.table, Side::Marine))
    } else {
        Flow::Draw
    };
    cx.emit(rules!["SH-TRN-001"], Event::Turn { turn: state.table.turn });
    Ok(())
}

/// SH-CMD-001 to SH-CMD-006, SH-CMD-026: the Command Phase.
#[cold]
pub(super) fn command(state: &mut State, cx: &mut Cx<'_>) -> Step {
    guard::backup::call(state, cx, Side::Marine)?;
    seers::psi::gather(state, cx, Side::Marine)?;
    harlequin::solo::choose(state, cx, Side::Marine)?;
    let fixed = cx.fixed();
    let numbers = fixed.numbers();
    let eldar = |index: u8| matches!(fixed.profile(index).folk, Folk::Eldar | Folk::Harlequin);
    if (0..state.table.crew()).all(eldar) && all_apply(rules!["SH-CMD-024", "SH-ELD-002"]) {
        // SH-CMD-024, SH-ELD-002: nobody gives them orders.
        state.hidden.cp = 0;
        let rules = rules!["SH-CMD-024", "SH-ELD-002", "SH-TRN-006"];
        cx.emit(rules, Event::CommandPoints { points: 0, bonus: 0 });
        return begin_marine_action(state, cx);
    }
    // SH-TRN-002, SH-TRN-006: only a side entitled to command points has this phase.
    cx.emit(rules!["SH-TRN-002", "SH-TRN-006"], Event::Phase { side: Side::Marine, phase: "phase.command" });
    // SH-CMD-003: the highest single bonus counts; SH-CMD-006: of leaders in play now.
    let captains = (0..state.table.crew()).filter(|index| {
        let profile = fixed.profile(*index);
        // SH-IGF-009, SH-IGF-012: officers of the Guard by rules of their own.
        let guard = if profile.commissar { rule!("SH-IGF-012") } else { rule!("SH-IGF-009") };
        profile.command && (!profile.officer || applies(guard))
    });
    let in_play =
        |index: &u8| state.table.marines[*index as usize].cell().is_some() || !applies(rule!("SH-CMD-006"));
    let leading = captains.clone().filter(in_play).count() as i8;
    let leading = if applies(rule!("SH-TRM-004")) { leading } else { 0 };
    let counted = if applies(rule!("SH-CMD-003")) { leading.min(1) } else { leading };
    let bonus = counted * numbers.command_bonus.captain;
    let mut rules: SmallVec<[RuleId; 8]> = SmallVec::from_slice(rules!["SH-CMD-001"]);
    if leading > 0 {
        rules.extend_from_slice(rules!["SH-CMD-004", "SH-TRM-004"]);
    }
    if leading > 1 {
        rules.push(rule!("SH-CMD-003"));
    }
    if captains.count() > 0 {
        rules.push(rule!("SH-CMD-006"));
    }
    let led = state.table.marines_on_map().any(|(index, _)| fixed.profile(index).leader);
    if !led {
        // SH-CMD-026: the officer who leads them is not on the map.
        rules.push(rule!("SH-CMD-026"));
    }
    let guard = guard_command(fixed, &state.table, &mut rules);
    if guard == GuardCommand::Leaderless {
        state.hidden.cp = 0;
        cx.emit(&rules, Event::CommandPoints { points: 0, bonus: 0 });
        return begin_marine_action(state, cx);
    }
    let bonus = if guard == GuardCommand::Mourning { bonus + numbers.commissar.death } else { bonus };
    let secret = fixed.options.secret_command_points && applies(rule!("SH-CMD-011"));
    let to = if secret { Audience::only(MARINE) } else { Audience::ALL };
    let [die] = cx.roll_to(to, numbers.command_roll.die, "roll.command", &rules, None)?;
    // SH-CMD-005: never below nothing.
    let points = (die as i8 + bonus).max(0) as u8;
    // SH-CMD-026: led from outside, if need be.
    let by = if led { rules!["SH-CMD-001"] } else { rules!["SH-CMD-001", "SH-CMD-026"] };
    let points = if all_apply(by) { points } else { 0 };
    state.hidden.cp = points;
    // SH-TRM-005: more than one die can show.
    if points > numbers.command_roll.die {
        rules.push(rule!("SH-TRM-005"));
    }
    if secret {
        cx.emit(rules!["SH-CMD-011"], Event::SecretCommandPoints);
    }
    cx.emit_to(to, &rules, Event::CommandPoints { points, bonus });
    begin_marine_action(state, cx)
}

fn begin_marine_action(state: &mut State, cx: &mut Cx<'_>) -> Step {
    // SH-TRN-002: the Action Phase follows.
    state.table.flow =
        if applies(rule!("SH-TRN-002")) { Flow::Marines { active: None } } else { Flow::MarineEnd };
    begin_player_turn(state);
    crate::play::canisters::begin_turn(state);
    psychic::nemesis::recover(state, Side::Marine);
    crate::play::launch::begin_turn(state, cx.fixed(), Side::Marine);
    eldar::warrior::begin_turn(&mut state.table, Side::Marine);
    guard::ogryn::begin_turn(state, cx.fixed(), Side::Marine);
    cx.emit(rules!["SH-TRN-002"], Event::Phase { side: Side::Marine, phase: "phase.action" });
    farseer::play::foretell(state, cx, Side::Stealer)
}

/// What the officers of the Guard mean for its command roll.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum GuardCommand {
    /// Another force, or the Guard with somebody in command.
    Rolls,
    /// SH-CMD-023: its Commissar is dead.
    Mourning,
    /// SH-CMD-022: nobody is left to give orders.
    Leaderless,
}

/// SH-CMD-022, SH-CMD-023, SH-IGF-008 to SH-IGF-012: whether the Guard rolls for command points, and how.
#[cold]
fn guard_command(fixed: &Fixed, table: &Table, rules: &mut SmallVec<[RuleId; 8]>) -> GuardCommand {
    let all = || (0..table.crew()).map(|index| fixed.profile(index));
    // SH-CMD-022: a Guard that never had an officer rolls as little as one whose officers are dead.
    let led = |profile: &Profile| profile.folk == Folk::Human && !profile.total;
    if !all().any(|profile| profile.officer) && all().any(led) {
        return GuardCommand::Rolls;
    }
    let here = || table.marines_on_map().map(|(index, _)| fixed.profile(index));
    // Each kind of officer gives the right to roll by a rule of its own.
    let mut entitled = false;
    for profile in here().filter(|profile| profile.officer) {
        let rule = match (profile.commissar, profile.command, profile.leader) {
            (true, ..) => rule!("SH-IGF-012"),
            (_, true, _) => rule!("SH-IGF-009"),
            (_, _, true) => rule!("SH-IGF-010"),
            _ => rule!("SH-IGF-011"),
        };
        entitled |= applies(rule);
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    // SH-CMD-026: Marines who go with them are led from outside, and the roll is everybody's.
    let outside = applies(rule!("SH-CMD-026")) && guard::led_from_outside(fixed, table, Side::Marine);
    if !entitled && outside {
        if !rules.contains(&rule!("SH-CMD-026")) {
            rules.push(rule!("SH-CMD-026"));
        }
    } else if !entitled && applies(rule!("SH-CMD-022")) {
        rules.extend_from_slice(rules!["SH-CMD-022", "SH-IGF-008"]);
        return GuardCommand::Leaderless;
    }
    if guard::mourns(fixed, table, Side::Marine) {
        rules.extend_from_slice(rules!["SH-CMD-023", "SH-IGF-008", "SH-IGF-012"]);
        return GuardCommand::Mourning;
    }
    GuardCommand::Rolls
}

/// SH-ACT-001, SH-CMD-008: the Marine player activates, acts, commands or ends his phase.
pub(super) fn marine_action(state: &mut State, cx: &mut Cx<'_>, active: Option<u8>) -> Step {
    let fixed = cx.fixed();
    let cp = state.hidden.cp;
    let mut menu = Menu::new();
    // SH-WGD-005: a Wraithguard that fights goes on with it, while there is time (SH-FSC-011).
    let stopped = farseer::effect::out_of_time(fixed, &state.table, Side::Marine);
    if let (Some(action), Some(index), false) = (seers::orders::bound(fixed, &state.table), active, stopped) {
        return fight_on(state, cx, Side::Marine, PieceId::Marine(index), action);
    }
    seers::orders::end_fight(&mut state.table);
    if let Some(index) = active {
        // SH-CMD-007, SH-CMD-009, SH-ACT-005: command points top up action points.
        let adds = all_apply(rules!["SH-CMD-007", "SH-CMD-009", "SH-ACT-005"]);
        // SH-IGF-016: an Ogryn only where somebody tells it what to do.
        let given = usable(fixed, &state.table, PieceId::Marine(index), cp);
        let points = state.table.marines[index as usize].ap + if adds { given } else { 0 };
        list(&mut menu, state, fixed, PieceId::Marine(index), points);
    }
    for (index, _) in state.table.marines_on_map() {
        // SH-FSC-006: not while time stands still for it.
        let stilled = farseer::effect::stilled(&state.table, PieceId::Marine(index));
        if !state.table.marines[index as usize].activated && !stilled {
            menu.push(Choice::Activate(PieceId::Marine(index)));
        }
    }
    for (index, _) in state.table.marines_on_map() {
        let piece = PieceId::Marine(index);
        // SH-CMD-008: even between the actions of another.
        let between = active.is_none_or(|active| active == index) || applies(rule!("SH-CMD-008"));
        if between && commandable(fixed, &state.table, piece, cp) {
            menu.push(Choice::Command(piece));
        }
    }
    if state.table.seers.is_some() {
        menu.extend(seers::orders::wills(fixed, &state.table, Side::Marine));
    }
    if state.table.farseer.is_some() {
        // SH-FSC-001: at any time, so between any two actions.
        let hand = farseer::hand(state, Side::Marine);
        menu.extend(farseer::play::plays(fixed, &state.table, Side::Marine, hand));
    }
    if stopped {
        // SH-FSC-011: what is no action is left to him, and that is cards.
        menu.retain(|choice| matches!(choice, Choice::Farseer(_)));
    }
    menu.push(Choice::EndPhase);
    let ask = Ask::new(MARINE, "act", rule!("SH-ACT-001")).default(menu.len() - 1).always();
    let hides = fixed.mission.psychic == Mode::Cards || farseer::holds(&state.table, Side::Marine);
    let ask = if hides { ask.secret() } else { ask };
    match cx.choose(state, ask, &menu)? {
        Choice::Activate(piece) => {
            // SH-IGF-013: a Commissar may have something to say to the one before.
            guard::commissar::judge(state, cx)?;
            activate(state, cx, piece);
        }
        Choice::Do(action) => {
            let Some(index) = active else { return Ok(()) };
            marine_acts(state, cx, index, action)?;
        }
        Choice::Seer(SeerChoice::Will(warlock, command)) => {
            seers::orders::will(state, cx, warlock, command)?;
        }
        Choice::Farseer(FarseerChoice::Play(card, aim)) => {
            farseer::play::play(state, cx, Side::Marine, card, aim)?;
        }
        Choice::Command(piece) => command_model(state, cx, piece)?,
        // SH-TRN-009
        Choice::EndPhase if applies(rule!("SH-TRN-009")) => {
            guard::commissar::judge(state, cx)?;
            state.table.flow = Flow::MarineEnd;
        }
        _ => {}
    }
    Ok(())
}

/// An action of the active Marine, with the window it opens.
pub(super) fn marine_acts(state: &mut State, cx: &mut Cx<'_>, index: u8, action: Action) -> Step {
    let fixed = cx.fixed();
    let who = PieceId::Marine(index);
    if !guard::ogryn::wakes(state, cx, who)? {
        return Ok(());
    }
    let acted = window::watched(fixed, state, who, action);
    let cost = pay(state, cx, who, action, Payment::Own);
    farseer::effect::count_action(state, cx, Side::Marine);
    act::perform(state, cx, who, action)?;
    guard::commissar::note(state, fixed, who, action, cost);
    after_marine_action(state, cx, acted.as_ref())
}

/// SH-CMD-007, SH-CMD-010, SH-ACT-030: a single action paid with command points; the model is not activated.
pub(super) fn command_model(state: &mut State, cx: &mut Cx<'_>, piece: PieceId) -> Step {
    let side = state.table.side(piece);
    let mut options = Menu::new();
    let points = usable(cx.fixed(), &state.table, piece, state.cp(side));
    list(&mut options, state, cx.fixed(), piece, points);
    // Who finds that his wish is not on the list may keep his points.
    options.push(Choice::Pass);
    state.table.subject = Some(piece);
    let ask = Ask::new(seat(side), "command", rule!("SH-CMD-007")).always().default(options.len() - 1);
    let ask = if cx.fixed().mission.psychic == Mode::Cards { ask.secret() } else { ask };
    let choice = cx.choose(state, ask, &options)?;
    state.table.subject = None;
    let Choice::Do(action) = choice else { return Ok(()) };
    if side == Side::Stealer {
        return stealer_acts(state, cx, piece, action, Payment::Command);
    }
    let acted = window::watched(cx.fixed(), state, piece, action);
    pay(state, cx, piece, action, Payment::Command);
    if !guard::ogryn::wakes(state, cx, piece)? {
        return Ok(());
    }
    if let PieceId::Marine(index) = piece {
        // SH-CMD-010: he can be activated all the same; SH-ACT-030: he is not the active model.
        state.table.marines[index as usize].activated |= !applies(rule!("SH-CMD-010"));
        if !applies(rule!("SH-ACT-030")) {
            state.table.flow = Flow::Marines { active: Some(index) };
        }
    }
    farseer::effect::count_action(state, cx, Side::Marine);
    act::perform(state, cx, piece, action)?;
    after_marine_action(state, cx, acted.as_ref())
}

/// The window after an action of the Marine side: Genestealers have nothing to react with, but blips may be seen; an
/// armed or led enemy answers as Marines do.
fn after_marine_action(state: &mut State, cx: &mut Cx<'_>, acted: Option<&window::Acted>) -> Step {
    objective::judge(state, cx);
    if matches!(state.table.flow, Flow::Over { .. }) {
        return Ok(());
    }
    match acted {
        Some(acted) => window::after(state, cx, acted),
        None => conversion::sweep(state, cx),
    }
}

/// SH-TRN-004, SH-END-002: the Marine Endphase takes away flames set in the last Stealer turn.
#[cold]
pub(super) fn marine_end(state: &mut State, cx: &mut Cx<'_>) -> Step {
    guard::commissar::judge_overtaken(state, cx)?;
    end_activation(state);
    lose_all_aim(state, cx);
    let rules = rules!["SH-TRN-002", "SH-TRN-004", "SH-TRN-009"];
    cx.emit(rules, Event::Phase { side: Side::Marine, phase: "phase.end" });
    eldar::avenger::end_turn(state, cx);
    eldar::banshee::scream(state, cx, Side::Marine);
    psychic::endphase::run(state, cx, Side::Marine)?;
    seers::psi::store(state, cx, Side::Marine)?;
    // SH-WLK-004, SH-WGD-007: what the other side's had for its turn and this one is gone.
    seers::psi::fade(state, cx, Side::Stealer);
    seers::orders::forget(state, cx, Side::Stealer);
    farseer::deck::turn_ends(state, cx, Side::Marine);
    if applies(rule!("SH-TRN-004")) {
        crate::play::flames::take_away(state, cx, Side::Stealer);
    }
    crate::play::lifts::shut_doors(state, cx, Side::Marine)?;
    crate::play::launch::clear(state, cx, Side::Marine);
    // SH-CNV-003: where the fire has gone out, blips may be seen.
    conversion::sweep(state, cx)?;
    harlequin::fight::turn_ends(state, cx);
    rest(state, Side::Marine);
    brood::marine_end(state, cx);
    state.table.flow = psychic::hand::turn_begins(cx.fixed(), &state.table, Side::Stealer)
        .unwrap_or_else(|| farseer::deck::turn_begins(&state.table, Side::Stealer));
    Ok(())
}
