//! The turn: SH-TRN, SH-CMD (rolling), SH-ACT (activation), SH-END.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::ruleset::Next;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use smallvec::SmallVec;

use super::{Cx, objective, reinforcement};
use crate::Fixed;
use crate::choice::{Action, Choice};
use crate::eldar::farseer::{self, choice::Choice as FarseerChoice};
use crate::eldar::seers;
use crate::event::Event;
use crate::guard;
use crate::harlequin;
use crate::legal;
use crate::piece::PieceId;
use crate::profile::Folk;
use crate::psychic;
use crate::state::{State, seat};
use crate::table::{Flow, Side, Table};

mod marine;
mod pay;
mod stealer;

use marine::{command, deploy, marine_action, marine_acts, marine_end};
use pay::lose_aim_to;
pub use pay::{Payment, pay};
use stealer::{stealer_action, stealer_acts, stealer_end};

/// A menu of answers.
type Menu = SmallVec<[Choice; 96]>;

/// One activity of the outer flow. What happens once a turn is marked cold, so that the actions, which are most of a game, lie
/// together.
pub fn step(state: &mut State, cx: &mut Cx<'_>) -> Step<Next> {
    match state.table.flow {
        Flow::Deploy => deploy(state, cx)?,
        Flow::Cards { side, draws } => psychic::hand::phase(state, cx, side, draws)?,
        Flow::Farseer { side, draws } => farseer::deck::phase(state, cx, side, draws)?,
        Flow::Command => command(state, cx)?,
        Flow::Marines { active } => marine_action(state, cx, active)?,
        Flow::MarineEnd => marine_end(state, cx)?,
        Flow::Draw => reinforcement::draw(state, cx)?,
        Flow::Distribute => reinforcement::distribute(state, cx)?,
        Flow::Stealers { active } => stealer_action(state, cx, active)?,
        Flow::StealerEnd => stealer_end(state, cx)?,
        Flow::Over { .. } | Flow::Sold { .. } => {}
        Flow::Bid { ties } => crate::bidding::bid(state, cx, ties)?,
    }
    // SH-FOR-005: nobody is on the map while bids are made.
    match state.table.flow {
        Flow::Bid { .. } => return Ok(Next::Go),
        Flow::Sold { .. } => return Ok(Next::Over),
        _ => {}
    }
    objective::judge(state, cx);
    Ok(if matches!(state.table.flow, Flow::Over { .. }) { Next::Over } else { Next::Go })
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

/// SH-CMD-007: whether so many command points buy a model anything at all. A turn nearly always is to be had.
pub fn commandable(fixed: &Fixed, table: &Table, piece: PieceId, cp: u8) -> bool {
    let mut cp = cp;
    if table.is_special() {
        // SH-WNM-005: who has spent himself is beyond orders, and so is who has no time (SH-FSC-006).
        if psychic::nemesis::is_spent(table, piece) || farseer::effect::stilled(table, piece) {
            return false;
        }
        cp = usable(fixed, table, piece, cp);
    }
    cp >= fixed.numbers().costs.marine.quarter_turn && table.cell(piece).is_some()
        || cp > 0 && !legal::menu(fixed, table, piece, cp).is_empty()
}

/// SH-IGF-016, SH-FSC-012: how many of so many points a model can be given.
pub fn usable(fixed: &Fixed, table: &Table, piece: PieceId, points: u8) -> u8 {
    farseer::effect::usable(fixed, table, piece, guard::legal::usable(fixed, table, piece, points))
}

/// Puts everything a piece can do with so many points on a menu.
fn list(menu: &mut Menu, state: &State, fixed: &Fixed, who: PieceId, points: u8) {
    let mut actions = legal::Actions::new();
    legal::list(fixed, &state.table, who, points, &mut actions);
    menu.extend(actions.iter().copied().map(Choice::Do));
    if state.table.psychic.is_some() {
        menu.extend(casts(state, fixed, who, points));
    }
}

/// What a psyker can cast from its side's hand, with so many points to pay with.
pub fn casts(state: &State, fixed: &Fixed, who: PieceId, points: u8) -> impl Iterator<Item = Choice> {
    let hand = psychic::hand::of(state, state.table.side(who));
    psychic::legal::casts(fixed, &state.table, hand, who, points).into_iter().map(Choice::Do)
}

/// SH-ACT-001 to SH-ACT-003: a piece becomes active; what another had left is lost.
fn activate(state: &mut State, cx: &mut Cx<'_>, piece: PieceId) {
    let fixed = cx.fixed();
    let points = &cx.fixed().numbers().action_points;
    let ends_another =
        matches!(state.table.flow, Flow::Marines { active: Some(_) } | Flow::Stealers { active: Some(_) });
    end_activation(state);
    lose_aim_to(state, cx, piece);
    let ap = match piece {
        PieceId::Marine(index) => {
            // SH-IGF-015: and what a Commissar's example adds.
            let more = guard::trooper(&state.table, index).extra;
            let more = more + harlequin::solo::points(fixed, &state.table, index);
            let ap = fixed.marine_points(index) + more;
            // SH-IGF-019: who dozes stays where he is.
            let dazed = guard::trooper(&state.table, index).wits == guard::Wits::Dazed;
            let ap = if dazed { 0 } else { ap };
            // SH-FSC-007: and what a storm adds.
            let ap = farseer::effect::doubled(fixed, &state.table, index, ap);
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
            // SH-BLP-002: six, to move and to open doors with.
            blip.ap = if applies(rule!("SH-BLP-002")) { points.blip } else { 0 };
            let ap = blip.ap;
            state.table.flow = Flow::Stealers { active: Some(piece) };
            ap
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
            Folk::Eldar => {
                rules.extend(profile.warrior());
                rules.extend(profile.seer.map(seers::Seer::rule));
            }
            Folk::Harlequin => rules.push(rule!("SH-HRL-001")),
            Folk::Human if profile.is_guard() => rules.push(rule!("SH-IGF-001")),
            Folk::Human => {}
        }
        if profile.flies {
            rules.push(rule!("SH-TYR-016"));
        }
        if farseer::effect::is_doubled(&state.table, index) {
            rules.push(rule!("SH-FSC-007"));
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

/// SH-WGD-005: a Wraithguard that fights goes on with it; a card of the Farseer may come between (SH-FSC-001).
#[cold]
fn fight_on(state: &mut State, cx: &mut Cx<'_>, side: Side, who: PieceId, action: Action) -> Step {
    let mut menu = Menu::new();
    menu.push(Choice::Do(action));
    let mut ask = Ask::new(seat(side), "act", rule!("SH-WGD-005"));
    if farseer::holds(&state.table, side) {
        menu.extend(farseer::play::plays(cx.fixed(), &state.table, side, farseer::hand(state, side)));
        ask = ask.always().secret();
    }
    match (cx.choose(state, ask, &menu)?, who) {
        (Choice::Do(action), PieceId::Marine(index)) if side == Side::Marine => {
            marine_acts(state, cx, index, action)
        }
        (Choice::Do(action), _) => stealer_acts(state, cx, who, action, Payment::Own),
        (Choice::Farseer(FarseerChoice::Play(card, aim)), _) => {
            farseer::play::play(state, cx, side, card, aim)
        }
        _ => Ok(()),
    }
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
