//! What the scripted player does with Warlocks and Wraithguard.

use grognard_space::grid::{CellSet, Facing};

use super::choice::{Choice as SeerChoice, Command};
use super::{Order, spirit, within_reach};
use crate::Fixed;
use crate::choice::{Action, Choice};
use crate::legal::front;
use crate::piece::PieceId;
use crate::play::assault;
use crate::policy::chances;
use crate::state::View;
use crate::table::Table;

/// What a psi point is worth against the chances of a round, in thousandths.
const POINT: i32 = 40;
/// Shots a Wraithguard may want in a turn and the enemy's after it.
const SHOTS: u8 = 3;

/// Answers a question about seers, or gives an order where one is wanted; none where somebody else decides.
pub fn answer(fixed: &Fixed, view: &View, kind: &str, options: &[Choice]) -> Option<Choice> {
    let table = &view.table;
    table.seers.as_ref()?;
    match kind {
        "channel" => channel(fixed, table, options),
        "store-psi" | "order-on-watch" => {
            options.iter().copied().find(|option| matches!(option, Choice::Seer(_)))
        }
        "order-also" => options.last().copied(),
        "act" => order(fixed, table, options),
        _ => None,
    }
}

/// The order that is wanted most, for a psi point if there is one, else for a point of the active Warlock.
fn order(fixed: &Fixed, table: &Table, options: &[Choice]) -> Option<Choice> {
    let given = |option: &Choice| match *option {
        Choice::Seer(SeerChoice::Will(warlock, command)) => Some((warlock, command)),
        Choice::Do(Action::Order(command)) => match table.flow.active() {
            Some(PieceId::Marine(warlock)) => Some((warlock, command)),
            _ => None,
        },
        _ => None,
    };
    // The last points of a Warlock are for himself.
    let spare = |option: &Choice| match (option, table.flow.active()) {
        (Choice::Do(_), Some(PieceId::Marine(index))) => table.marines[index as usize].ap > 2,
        _ => true,
    };
    let all = |command: Command| command.to.is_none();
    let mut best: Option<(i32, Choice)> = None;
    for option in options.iter().filter(|option| spare(option)) {
        let Some((warlock, command)) = given(option).filter(|(_, command)| all(*command)) else { continue };
        let wants = within_reach(fixed, table, warlock);
        let want: i32 = wants.map(|(index, _)| wanted(fixed, table, index, command.order)).sum();
        let will = i32::from(matches!(option, Choice::Seer(_)));
        if want > 0 && best.is_none_or(|(top, _)| want * 2 + will > top) {
            best = Some((want * 2 + will, *option));
        }
    }
    best.map(|(_, option)| option)
}

/// How much a Wraithguard wants one more order of a kind.
fn wanted(fixed: &Fixed, table: &Table, index: u8, order: Order) -> i32 {
    let who = PieceId::Marine(index);
    let marine = &table.marines[index as usize];
    let acts = !marine.activated || table.flow.active() == Some(who);
    let (Some(cell), true, false) = (marine.cell(), acts, marine.prone) else { return 0 };
    let held = spirit(table, index).has(order);
    let enemy = |piece: PieceId| table.enemies(who, piece) && !matches!(piece, PieceId::Blip(_));
    let enemies: CellSet =
        table.pieces().filter(|piece| enemy(*piece)).filter_map(|piece| table.cell(piece)).collect();
    let listed = fixed.profile(index).ranged.and_then(|weapon| fixed.weapon(weapon));
    let reach = listed.and_then(|listed| listed.range).unwrap_or(u16::MAX);
    let near = |cells: CellSet| cells.iter().any(|at| fixed.range(cell, at) <= reach);
    let ahead = front(fixed, table, who);
    match order {
        Order::Fire if near(enemies & table.seen_by(index)) => i32::from(SHOTS.saturating_sub(held)) * 3,
        Order::Fire => i32::from(2_u8.saturating_sub(held)),
        Order::Overwatch if held == 0 && !marine.overwatch => 2,
        Order::Assault if held == 0 && ahead.is_some_and(|ahead| enemies.contains(ahead)) => 2,
        Order::Door
            if held == 0
                && (*fixed.mission.grid.neighbours(cell) & table.closed)
                    .iter()
                    .any(|door| is_ahead(fixed, cell, marine.facing, door)) =>
        {
            2
        }
        _ => 0,
    }
}

fn is_ahead(
    fixed: &Fixed,
    cell: grognard_space::grid::Cell,
    facing: Facing,
    door: grognard_space::grid::Cell,
) -> bool {
    let dir = fixed.mission.grid.direction(cell, door);
    dir.is_some_and(|dir| grognard_space::grid::Side::of(facing, dir).is_front())
}

/// As many points as pay for themselves.
fn channel(fixed: &Fixed, table: &Table, options: &[Choice]) -> Option<Choice> {
    let own = table.subject?;
    let (attacker, defender) = table.assaults.last().copied().filter(|(a, d)| *a == own || *d == own)?;
    let plan = assault::plan(fixed, table, attacker, defender);
    let value = |points: u8| {
        let mut plan = plan.clone();
        let part = if own == attacker { &mut plan.attacker } else { &mut plan.defender };
        part.add(points as i8, "reason.psi", grognard_engine::rule!("SH-WLK-003"));
        let round = chances::compare(&plan.attacker, &plan.defender, plan.facing);
        let (won, lost) = if own == attacker { (round.win, round.lose) } else { (round.lose, round.win) };
        won - 3 * lost - POINT * i32::from(points)
    };
    let points = |option: &Choice| match option {
        Choice::Seer(SeerChoice::Channel(points)) => *points,
        _ => 0,
    };
    options.iter().copied().max_by_key(|option| (value(points(option)), std::cmp::Reverse(points(option))))
}
