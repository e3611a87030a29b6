//! The turn: SH-TRN, SH-CMD (rolling), SH-ACT (activation), SH-END.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::ruleset::Next;
use grognard_engine::switch::applies;
use grognard_engine::{Audience, RuleId, rule, rules};
use smallvec::SmallVec;

use super::{Cx, act, brood, conversion, end_overwatch, objective, reinforcement, shooting, window};
use crate::Fixed;
use crate::blips::ambush;
use crate::choice::{Action, Choice};
use crate::event::Event;
use crate::guard;
use crate::harlequin;
use crate::legal;
use crate::numbers::ActionPoints;
use crate::piece::{PieceId, Place};
use crate::profile::Folk;
use crate::psychic::{self, Mode};
use crate::state::{MARINE, STEALER, State, seat};
use crate::table::{Flow, Side, Table};

/// A menu of answers.
type Menu = SmallVec<[Choice; 96]>;

/// One activity of the outer flow.
pub fn step(state: &mut State, cx: &mut Cx<'_>) -> Step<Next> {
    match state.table.flow {
        Flow::Deploy => deploy(state, cx)?,
        Flow::Cards { side, draws } => psychic::hand::phase(state, cx, side, draws)?,
        Flow::Command => command(state, cx)?,
        Flow::Marines { active } => marine_action(state, cx, active)?,
        Flow::MarineEnd => marine_end(state, cx)?,
        Flow::Draw => reinforcement::draw(state, cx)?,
        Flow::Distribute => reinforcement::distribute(state, cx)?,
        Flow::Stealers { active } => stealer_action(state, cx, active)?,
        Flow::StealerEnd => stealer_end(state, cx)?,
        Flow::Over { .. } => {}
    }
    objective::judge(state, cx);
    Ok(if matches!(state.table.flow, Flow::Over { .. }) { Next::Over } else { Next::Go })
}

/// The Marine player puts his models on the start squares, in any order (SH-BRD-001).
fn deploy(state: &mut State, cx: &mut Cx<'_>) -> Step {
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
    reinforcement::enemy_force(state, cx)?;
    reinforcement::first_blips(state, cx)?;
    psychic::hand::deal(state, cx)?;
    // SH-TRN-001: the Marine player always has the first turn.
    state.table.flow = if applies(rule!("SH-TRN-001")) {
        psychic::hand::turn_begins(cx.fixed(), &state.table, Side::Marine).unwrap_or(Flow::Command)
    } else {
        Flow::Draw
    };
    cx.emit(rules!["SH-TRN-001"], Event::Turn { turn: state.table.turn });
    Ok(())
}

/// SH-CMD-001 to SH-CMD-006, SH-CMD-026: the Command Phase.
fn command(state: &mut State, cx: &mut Cx<'_>) -> Step {
    guard::backup::call(state, cx)?;
    harlequin::solo::choose(state, cx, Side::Marine)?;
    let fixed = cx.fixed();
    let numbers = fixed.numbers();
    let eldar = |index: u8| matches!(fixed.profile(index).folk, Folk::Eldar | Folk::Harlequin);
    if (0..state.table.crew()).all(eldar) && applies(rule!("SH-CMD-024")) && applies(rule!("SH-ELD-002")) {
        // SH-CMD-024, SH-ELD-002: nobody gives them orders.
        state.hidden.cp = 0;
        let rules = rules!["SH-CMD-024", "SH-ELD-002", "SH-TRN-006"];
        cx.emit(rules, Event::CommandPoints { points: 0, bonus: 0 });
        begin_marine_action(state, cx);
        return Ok(());
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
    let bonus = counted * numbers.command_bonus.captain * i8::from(applies(rule!("SH-CMD-004")));
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
        begin_marine_action(state, cx);
        return Ok(());
    }
    let bonus = if guard == GuardCommand::Mourning { bonus + numbers.commissar.death } else { bonus };
    let secret = fixed.options.secret_command_points && applies(rule!("SH-CMD-011"));
    let to = if secret { Audience::only(MARINE) } else { Audience::ALL };
    let [die] = cx.roll_to(to, numbers.command_roll.die, "roll.command", &rules, None)?;
    // SH-CMD-005: never below nothing.
    let points = (die as i8 + bonus).max(0) as u8;
    let points = if applies(rule!("SH-CMD-001")) { points } else { 0 };
    // SH-CMD-026: led from outside, if need be.
    let points = if applies(rule!("SH-CMD-026")) || led { points } else { 0 };
    state.hidden.cp = points;
    // SH-TRM-005: more than one die can show.
    if points > numbers.command_roll.die {
        rules.push(rule!("SH-TRM-005"));
    }
    if secret {
        cx.emit(rules!["SH-CMD-011"], Event::SecretCommandPoints);
    }
    cx.emit_to(to, &rules, Event::CommandPoints { points, bonus });
    begin_marine_action(state, cx);
    Ok(())
}

fn begin_marine_action(state: &mut State, cx: &mut Cx<'_>) {
    // SH-TRN-002: the Action Phase follows.
    state.table.flow =
        if applies(rule!("SH-TRN-002")) { Flow::Marines { active: None } } else { Flow::MarineEnd };
    begin_player_turn(state);
    super::canisters::begin_turn(state);
    psychic::nemesis::recover(state, Side::Marine);
    super::launch::begin_turn(state, Side::Marine);
    guard::ogryn::begin_turn(state, cx.fixed());
    cx.emit(rules!["SH-TRN-002"], Event::Phase { side: Side::Marine, phase: "phase.action" });
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
fn guard_command(fixed: &Fixed, table: &Table, rules: &mut SmallVec<[RuleId; 8]>) -> GuardCommand {
    let all = || (0..table.crew()).map(|index| fixed.profile(index));
    if !all().any(|profile| profile.officer) {
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
    if !entitled && applies(rule!("SH-CMD-022")) {
        rules.extend_from_slice(rules!["SH-CMD-022", "SH-IGF-008"]);
        return GuardCommand::Leaderless;
    }
    let bereft = all().any(|profile| profile.commissar) && !here().any(|profile| profile.commissar);
    if bereft && applies(rule!("SH-CMD-023")) {
        rules.extend_from_slice(rules!["SH-CMD-023", "SH-IGF-008", "SH-IGF-012"]);
        return GuardCommand::Mourning;
    }
    GuardCommand::Rolls
}

/// Clears what is counted by the player turn.
pub fn begin_player_turn(state: &mut State) {
    state.table.assaults.clear();
    for fire in &mut state.table.fires {
        fire.shots = 0;
    }
    for marine in &mut state.table.marines {
        // SH-SUS-002, SH-SUS-004: no series carries over from one Action Phase to the next.
        marine.sustained = None;
    }
}

/// SH-ACT-001, SH-CMD-008: the Marine player activates, acts, commands or ends his phase.
fn marine_action(state: &mut State, cx: &mut Cx<'_>, active: Option<u8>) -> Step {
    let fixed = cx.fixed();
    let cp = state.hidden.cp;
    let mut menu = Menu::new();
    if let Some(index) = active {
        // SH-CMD-007, SH-CMD-009, SH-ACT-005: command points top up action points.
        let adds = rules!["SH-CMD-007", "SH-CMD-009", "SH-ACT-005"].iter().all(|rule| applies(*rule));
        // SH-IGF-016: an Ogryn only where somebody tells it what to do.
        let given = guard::legal::usable(fixed, &state.table, PieceId::Marine(index), cp);
        let points = state.table.marines[index as usize].ap + if adds { given } else { 0 };
        menu.extend(
            legal::menu(fixed, &state.table, PieceId::Marine(index), points).into_iter().map(Choice::Do),
        );
        menu.extend(casts(state, fixed, PieceId::Marine(index), points));
    }
    for (index, _) in state.table.marines_on_map() {
        if !state.table.marines[index as usize].activated || !applies(rule!("SH-ACT-001")) {
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
    menu.push(Choice::EndPhase);
    let ask = Ask::new(MARINE, "act", rule!("SH-ACT-001")).default(menu.len() - 1).always();
    let ask = if fixed.mission.psychic == Mode::Cards { ask.secret() } else { ask };
    match cx.choose(state, ask, &menu)? {
        Choice::Activate(piece) => {
            // SH-IGF-013: a Commissar may have something to say to the one before.
            guard::commissar::judge(state, cx)?;
            activate(state, cx, piece);
        }
        Choice::Do(action) => {
            let Some(index) = active else { return Ok(()) };
            let who = PieceId::Marine(index);
            if !guard::ogryn::wakes(state, cx, who)? {
                return Ok(());
            }
            let acted = window::watched(fixed, state, who, action);
            let cost = pay(state, cx, who, action, Payment::Own);
            act::perform(state, cx, who, action)?;
            guard::commissar::note(state, fixed, who, action, cost);
            after_marine_action(state, cx, acted.as_ref())?;
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

/// SH-CMD-007: whether so many command points buy a model anything at all. A turn nearly always is to be had.
pub fn commandable(fixed: &Fixed, table: &Table, piece: PieceId, cp: u8) -> bool {
    // SH-WNM-005: who has spent himself is beyond orders.
    if !applies(rule!("SH-CMD-007")) || psychic::nemesis::is_spent(table, piece) {
        return false;
    }
    let cp = guard::legal::usable(fixed, table, piece, cp);
    cp >= fixed.numbers().costs.marine.quarter_turn
        || cp > 0 && !legal::menu(fixed, table, piece, cp).is_empty()
}

/// What a psyker can cast from its side's hand, with so many points to pay with.
pub fn casts(state: &State, fixed: &Fixed, who: PieceId, points: u8) -> impl Iterator<Item = Choice> {
    let hand = psychic::hand::of(state, state.table.side(who));
    psychic::legal::casts(fixed, &state.table, hand, who, points).into_iter().map(Choice::Do)
}

/// SH-CMD-007, SH-CMD-010, SH-ACT-030: a single action paid with command points; the model is not activated.
fn command_model(state: &mut State, cx: &mut Cx<'_>, piece: PieceId) -> Step {
    let side = state.table.side(piece);
    let mut options: SmallVec<[Choice; 48]> = SmallVec::new();
    options.extend(legal::menu(cx.fixed(), &state.table, piece, state.cp(side)).into_iter().map(Choice::Do));
    options.extend(casts(state, cx.fixed(), piece, state.cp(side)));
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

/// What an action is paid with.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Payment {
    /// The active piece's action points first, command points for the rest.
    Own,
    /// Command points, in the own Action Phase.
    Command,
    /// Command points, in the enemy's.
    Reaction {
        /// The rule that gives the right to it.
        by: RuleId,
        /// Whether others saw it, too.
        others: bool,
    },
}

/// Pays for an action, and tells how much.
pub fn pay(state: &mut State, cx: &mut Cx<'_>, who: PieceId, action: Action, payment: Payment) -> u8 {
    let cost = legal::cost(cx.fixed(), &state.table, who, action).unwrap_or(0);
    psychic::legal::tell_price(state, cx, who, action, cost);
    // SH-TYR-016: wings pay for moves and turns before anything else does.
    let mut cost = cost;
    if let PieceId::Marine(index) = who
        && payment == Payment::Own
        && legal::by_wing(cx.fixed(), who, action)
    {
        let wings = &mut state.table.marines[index as usize].store;
        let from_wings = cost.min(*wings);
        *wings -= from_wings;
        cost -= from_wings;
    }
    let ap = match who {
        PieceId::Marine(index) => &mut state.table.marines[index as usize].ap,
        PieceId::Stealer(index) => &mut state.table.stealers[index as usize].ap,
        PieceId::Blip(index) => &mut state.table.blips[index as usize].ap,
    };
    let from_ap = if payment == Payment::Own { cost.min(*ap) } else { 0 };
    *ap -= from_ap;
    let points = cost - from_ap;
    if points > 0 {
        let pool = state.cp_mut(cx.fixed().side(who));
        *pool = pool.saturating_sub(points);
        let rules = spending_rules(state, cx, who, action, payment, from_ap > 0);
        cx.emit(&rules, Event::Spent { model: who, points });
    }
    cost
}

/// SH-SUS-002: another Marine is activated or the Action Phase is over; every series but his own ends.
fn lose_all_aim(state: &mut State, cx: &mut Cx<'_>, but: Option<u8>) {
    for index in (0..state.table.marines.len() as u8).filter(|index| Some(*index) != but) {
        shooting::lose_aim(state, cx, index, rules!["SH-SUS-002"]);
    }
}

/// The rules behind spending command points, by how it came about.
fn spending_rules(
    state: &State,
    cx: &Cx<'_>,
    who: PieceId,
    action: Action,
    payment: Payment,
    mixed: bool,
) -> SmallVec<[RuleId; 12]> {
    let mut rules: SmallVec<[RuleId; 12]> = SmallVec::from_slice(match payment {
        Payment::Own => rules!["SH-ACT-005", "SH-CMD-007"],
        Payment::Command => rules!["SH-CMD-007", "SH-ACT-030"],
        Payment::Reaction { .. } => rules!["SH-CMD-007"],
    });
    if let Payment::Reaction { by, others } = payment {
        rules.push(by);
        rules.extend(reaction_rules(state, cx.fixed(), who, action, others));
    }
    if mixed {
        rules.push(rule!("SH-CMD-009"));
    }
    if let (Payment::Command, Flow::Marines { active: Some(active) }) = (payment, state.table.flow)
        && PieceId::Marine(active) != who
    {
        // In the middle of another's activation, which goes on.
        rules.push(rule!("SH-CMD-008"));
    }
    if let (Payment::Command, PieceId::Marine(index)) = (payment, who)
        && !state.table.marines[index as usize].activated
    {
        rules.push(rule!("SH-CMD-010"));
    }
    if cx.fixed().options.secret_command_points {
        rules.push(rule!("SH-CMD-011"));
    }
    rules
}

/// The rules that bound a reaction, as far as they mattered to this one.
fn reaction_rules(
    state: &State,
    fixed: &Fixed,
    who: PieceId,
    action: Action,
    others: bool,
) -> SmallVec<[RuleId; 8]> {
    let mut rules = SmallVec::new();
    if !matches!(action, Action::Fire(..) | Action::Flame(_)) {
        // Not only shots can be bought.
        rules.extend_from_slice(rules!["SH-CMD-018", "SH-FAQ-013"]);
    }
    // What he has left may be secret, so nothing here depends on it.
    if legal::cost(fixed, &state.table, who, action).is_some_and(|cost| cost > 1) {
        rules.push(rule!("SH-CMD-013"));
    }
    if others {
        rules.push(rule!("SH-CMD-014"));
    }
    let (actor, left) = match state.table.flow {
        Flow::Stealers { active: Some(actor @ PieceId::Stealer(index)) } => {
            (actor, state.table.stealers[index as usize].ap)
        }
        Flow::Stealers { active: Some(PieceId::Marine(index)) } | Flow::Marines { active: Some(index) } => {
            (PieceId::Marine(index), state.table.marines[index as usize].ap)
        }
        _ => return rules,
    };
    // It has had to wait until the action was done, and goes on after it.
    if left > 0 {
        rules.push(rule!("SH-CMD-015"));
    }
    if let (Some(from), Some(facing), Some(at)) =
        (state.table.cell(who), state.table.facing(who), state.table.cell(actor))
        && !fixed.sight().cone(from, facing).contains(at)
    {
        // Out of the corner of his eye.
        rules.push(rule!("SH-CMD-017"));
    }
    rules
}

/// SH-ACT-001 to SH-ACT-003: a piece becomes active; what another had left is lost.
fn activate(state: &mut State, cx: &mut Cx<'_>, piece: PieceId) {
    let fixed = cx.fixed();
    let mut points = cx.fixed().numbers().action_points.clone();
    if !applies(rule!("SH-ACT-003")) {
        points = ActionPoints { terminator: 0, genestealer: 0, blip: 0 };
    }
    if !applies(rule!("SH-BLP-002")) {
        points.blip = 0;
    }
    let ends_another =
        matches!(state.table.flow, Flow::Marines { active: Some(_) } | Flow::Stealers { active: Some(_) });
    end_activation(state);
    let ap = match piece {
        PieceId::Marine(index) => {
            lose_all_aim(state, cx, Some(index));
            // SH-IGF-015: and what a Commissar's example adds.
            let more = guard::trooper(&state.table, index).extra;
            let more = more + harlequin::solo::points(fixed, &state.table, index);
            let ap = if applies(rule!("SH-ACT-003")) { fixed.marine_points(index) + more } else { 0 };
            // SH-IGF-019: who dozes stays where he is.
            let dazed = guard::trooper(&state.table, index).wits == guard::Wits::Dazed;
            let ap = if dazed { 0 } else { ap };
            guard::commissar::begin(state, fixed, index);
            let profile = fixed.profile(index);
            let marine = &mut state.table.marines[index as usize];
            marine.activated = true;
            marine.turned = false;
            marine.ap = ap;
            if profile.flies {
                marine.store = fixed.numbers().flight.points;
            }
            state.table.flow = match state.table.side(piece) {
                Side::Marine => Flow::Marines { active: Some(index) },
                Side::Stealer => Flow::Stealers { active: Some(piece) },
            };
            ap
        }
        PieceId::Stealer(index) => {
            let stealer = &mut state.table.stealers[index as usize];
            stealer.activated = true;
            stealer.turned = false;
            stealer.ap = points.genestealer;
            state.table.flow = Flow::Stealers { active: Some(piece) };
            points.genestealer
        }
        PieceId::Blip(index) => {
            let blip = &mut state.table.blips[index as usize];
            blip.activated = true;
            blip.ap = points.blip;
            state.table.flow = Flow::Stealers { active: Some(piece) };
            points.blip
        }
    };
    let mut rules: SmallVec<[RuleId; 4]> = SmallVec::from_slice(rules!["SH-ACT-001", "SH-ACT-003"]);
    if ends_another {
        rules.push(rule!("SH-ACT-002"));
    }
    if let PieceId::Blip(_) = piece {
        rules.push(rule!("SH-BLP-002"));
    }
    if let PieceId::Marine(index) = piece {
        let profile = fixed.profile(index);
        match profile.folk {
            Folk::Hybrid => rules.push(rule!("SH-HYB-002")),
            Folk::Tyranid => rules.push(rule!("SH-TYR-017")),
            Folk::Eldar => rules.extend(profile.aspect.map(crate::profile::Aspect::rule)),
            Folk::Harlequin => rules.push(rule!("SH-HRL-001")),
            _ if profile.is_guard() => rules.push(rule!("SH-IGF-001")),
            _ => {}
        }
        if profile.flies {
            rules.push(rule!("SH-TYR-016"));
        }
        if guard::trooper(&state.table, index).extra > 0 {
            rules.push(rule!("SH-IGF-015"));
        }
        if harlequin::is_soloist(&state.table, index) {
            rules.push(rule!("SH-HRL-005"));
        }
        if profile.class == crate::weapon::Class::PowerArmour && !profile.ogryn {
            rules.push(rule!("SH-SMF-001"));
        }
        if profile.carries(crate::profile::Ranged::MeltaGun) {
            rules.push(rule!("SH-WMG-001"));
        }
    }
    let ap = psychic::steady(state, piece, ap);
    cx.emit(&rules, Event::Activated { piece, ap });
}

/// SH-ACT-002: unspent action points are lost.
pub fn end_activation(state: &mut State) {
    match &mut state.table.flow {
        Flow::Marines { active } => {
            if let Some(index) = active.take()
                && applies(rule!("SH-ACT-002"))
            {
                state.table.marines[index as usize].ap = 0;
            }
        }
        Flow::Stealers { active } => match active.take() {
            Some(PieceId::Stealer(index)) => state.table.stealers[index as usize].ap = 0,
            Some(PieceId::Blip(index)) => state.table.blips[index as usize].ap = 0,
            Some(PieceId::Marine(index)) => state.table.marines[index as usize].ap = 0,
            None => {}
        },
        _ => {}
    }
}

/// SH-ACT-001, SH-CNV-001: the Stealer player activates, acts, converts or ends his phase.
fn stealer_action(state: &mut State, cx: &mut Cx<'_>, active: Option<PieceId>) -> Step {
    let fixed = cx.fixed();
    let cp = state.hidden.brood_cp;
    let mut menu = Menu::new();
    if let Some(piece) = active {
        let ap = match piece {
            PieceId::Stealer(index) => state.table.stealers[index as usize].ap,
            PieceId::Blip(index) => state.table.blips[index as usize].ap,
            PieceId::Marine(index) => state.table.marines[index as usize].ap,
        };
        // SH-AMB-009: a led Stealer side uses its points as Marines do; counters are no models.
        let more = if matches!(piece, PieceId::Blip(_)) { 0 } else { cp };
        menu.extend(legal::menu(fixed, &state.table, piece, ap + more).into_iter().map(Choice::Do));
        menu.extend(casts(state, fixed, piece, ap + more));
    }
    for index in state.table.crew()..state.table.marines.len() as u8 {
        let piece = PieceId::Marine(index);
        let may = !state.table.marines[index as usize].activated || !applies(rule!("SH-ACT-001"));
        if may && legal::can_act(fixed, &state.table, piece) {
            menu.push(Choice::Activate(piece));
        }
    }
    for (index, stealer) in state.table.stealers.iter().enumerate() {
        let piece = PieceId::Stealer(index as u8);
        let may = !stealer.activated || !applies(rule!("SH-ACT-001"));
        if may && legal::can_act(fixed, &state.table, piece) {
            menu.push(Choice::Activate(piece));
        }
    }
    for (index, blip) in state.table.blips.iter().enumerate() {
        let piece = PieceId::Blip(index as u8);
        let may = !blip.activated || !applies(rule!("SH-ACT-001"));
        if may && legal::can_act(fixed, &state.table, piece) {
            menu.push(Choice::Activate(piece));
        }
        if conversion::may_convert(&state.table, index as u8) {
            menu.push(Choice::Convert(piece));
        }
    }
    if cp > 0 {
        // SH-CMD-007, SH-CMD-025: on any model of its own.
        let stealers = state.table.stealers_on_map().map(|(index, _)| PieceId::Stealer(index));
        let brood = state.table.brood_on_map().map(|(index, _)| PieceId::Marine(index));
        for piece in brood.chain(stealers) {
            if commandable(fixed, &state.table, piece, cp) {
                menu.push(Choice::Command(piece));
            }
        }
    }
    // SH-TRN-008, SH-ENP-008: what waits in an entry area may go on waiting.
    let bound = !(applies(rule!("SH-TRN-008")) && applies(rule!("SH-ENP-008")))
        && state.table.pieces().any(|id| {
            matches!(state.table.place(id), Place::Entry(_)) && menu.contains(&Choice::Activate(id))
        });
    if !bound {
        menu.push(Choice::EndPhase);
    }
    let ask = Ask::new(STEALER, "act", rule!("SH-ACT-001")).default(menu.len() - 1).always();
    let ask = if fixed.mission.psychic == Mode::Cards { ask.secret() } else { ask };
    match cx.choose(state, ask, &menu)? {
        Choice::Activate(piece) => activate(state, cx, piece),
        Choice::Do(action) => {
            let Some(who) = active else { return Ok(()) };
            stealer_acts(state, cx, who, action, Payment::Own)?;
        }
        Choice::Command(piece) => command_model(state, cx, piece)?,
        Choice::Convert(PieceId::Blip(index)) => {
            end_activation(state);
            conversion::voluntary(state, cx, index)?;
        }
        Choice::EndPhase if applies(rule!("SH-TRN-009")) => {
            // SH-ABU-003: what was taken instead of a blip is put down before the turn is over.
            ambush::place(state, cx)?;
            state.table.flow = Flow::StealerEnd;
        }
        _ => {}
    }
    Ok(())
}

/// An action of the Stealer side, with the window it opens.
fn stealer_acts(state: &mut State, cx: &mut Cx<'_>, who: PieceId, action: Action, payment: Payment) -> Step {
    let acted = window::before(cx.fixed(), &state.table, who, action);
    if !applies(rule!("SH-CMD-015")) {
        window::interrupt(state, cx, &acted)?;
    }
    pay(state, cx, who, action, payment);
    act::perform(state, cx, who, action)?;
    objective::judge(state, cx);
    if matches!(state.table.flow, Flow::Over { .. }) { Ok(()) } else { window::after(state, cx, &acted) }
}

/// SH-TRN-004, SH-END-002: the Marine Endphase takes away flames set in the last Stealer turn.
fn marine_end(state: &mut State, cx: &mut Cx<'_>) -> Step {
    end_activation(state);
    lose_all_aim(state, cx, None);
    let rules = rules!["SH-TRN-002", "SH-TRN-004", "SH-TRN-009"];
    cx.emit(rules, Event::Phase { side: Side::Marine, phase: "phase.end" });
    psychic::endphase::run(state, cx, Side::Marine)?;
    if applies(rule!("SH-TRN-004")) {
        super::flames::take_away(state, cx, Side::Stealer);
    }
    super::lifts::shut_doors(state, cx, Side::Marine)?;
    super::launch::clear(state, cx, Side::Marine);
    // SH-CNV-003: where the fire has gone out, blips may be seen.
    conversion::sweep(state, cx)?;
    harlequin::fight::turn_ends(state, cx);
    rest(state, Side::Marine);
    brood::marine_end(state, cx);
    state.table.flow =
        psychic::hand::turn_begins(cx.fixed(), &state.table, Side::Stealer).unwrap_or(Flow::Draw);
    Ok(())
}

/// Nobody of a side has acted any more.
fn rest(state: &mut State, side: Side) {
    let crew = state.table.crew() as usize;
    let (marines, brood) = state.table.marines.split_at_mut(crew);
    for model in if side == Side::Marine { marines } else { brood } {
        model.activated = false;
        model.leapt = false;
        model.ap = 0;
    }
}

/// SH-END-001, SH-END-006, SH-END-007: the Stealer Endphase.
fn stealer_end(state: &mut State, cx: &mut Cx<'_>) -> Step {
    end_activation(state);
    lose_all_aim(state, cx, None);
    // SH-TRN-008, SH-ENP-008: what waits in an entry area may go on waiting.
    let waiting = state.table.pieces().any(|id| matches!(state.table.place(id), Place::Entry(_)));
    let rules = if waiting {
        rules!["SH-TRN-003", "SH-TRN-009", "SH-TRN-008", "SH-ENP-008"]
    } else {
        rules!["SH-TRN-003", "SH-TRN-009"]
    };
    cx.emit(rules, Event::Phase { side: Side::Stealer, phase: "phase.end" });
    psychic::endphase::run(state, cx, Side::Stealer)?;
    // SH-END-001: what the other side set up is cleared away.
    if applies(rule!("SH-END-001")) {
        // SH-OVW-009, SH-OVW-026: overwatch ends here, whenever it was set.
        for index in 0..state.table.crew() {
            let rules = rules!["SH-OVW-009", "SH-END-001"];
            end_overwatch(state, cx, index, "overwatch.endphase", rules);
        }
        super::flames::take_away(state, cx, Side::Marine);
    }
    super::lifts::shut_doors(state, cx, Side::Stealer)?;
    super::launch::clear(state, cx, Side::Stealer);
    conversion::sweep(state, cx)?;
    harlequin::fight::turn_ends(state, cx);
    rest(state, Side::Stealer);
    brood::regenerate(state, cx)?;
    for stealer in &mut state.table.stealers {
        stealer.activated = false;
        stealer.ap = 0;
    }
    for blip in &mut state.table.blips {
        blip.activated = false;
        blip.ap = 0;
    }
    // SH-CMD-002, SH-END-007: what the Marines have left is lost, and shown if it was secret.
    let lost = applies(rule!("SH-CMD-002")) && applies(rule!("SH-END-007"));
    let points = if lost { std::mem::take(&mut state.hidden.cp) } else { 0 };
    state.table.expired = points;
    let rules = if cx.fixed().options.secret_command_points {
        rules!["SH-CMD-002", "SH-END-007", "SH-CMD-011"]
    } else {
        rules!["SH-CMD-002", "SH-END-007"]
    };
    cx.emit(rules, Event::Expired { points });
    psychic::hand::next_trump(state, cx);
    // SH-TRN-010, SH-END-006
    if !objective::turn_ends(state, cx) {
        if applies(rule!("SH-TRN-010")) && applies(rule!("SH-END-006")) {
            state.table.turn += 1;
        }
        state.table.flow =
            psychic::hand::turn_begins(cx.fixed(), &state.table, Side::Marine).unwrap_or(Flow::Command);
        cx.emit(rules!["SH-TRN-001", "SH-TRN-010", "SH-END-006"], Event::Turn { turn: state.table.turn });
    }
    Ok(())
}
