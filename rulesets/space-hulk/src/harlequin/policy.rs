//! What the scripted player answers where only Harlequins are asked.

use super::choice::Answer;
use super::dance;
use crate::Fixed;
use crate::choice::Choice;
use crate::piece::PieceId;
use crate::policy::chances;
use crate::state::View;
use crate::table::Table;

/// How near an enemy has to be for a solo to bring somebody to it.
const NEAR: u16 = 8;

/// Answers a question; none where it is not one of these.
pub fn answer(fixed: &Fixed, view: &View, kind: &str, options: &[Choice]) -> Option<Choice> {
    let table = &view.table;
    match kind {
        "solo" => Some(solo(fixed, table, options)),
        "follow" => Some(follow(fixed, table, options)),
        "dance" => Some(strike(fixed, table, options)),
        _ => None,
    }
}

/// The one nearest to an enemy, if a solo can bring him there.
fn solo(fixed: &Fixed, table: &Table, options: &[Choice]) -> Choice {
    let way = |index: u8| {
        let who = PieceId::Marine(index);
        let from = table.cell(who)?;
        let enemies = table.pieces().filter(|other| table.enemies(who, *other));
        enemies.filter_map(|other| table.cell(other)).map(|at| fixed.mission.grid.distance(from, at)).min()
    };
    let nearest = options
        .iter()
        .filter_map(|option| match option {
            Choice::Harlequin(Answer::Solo(index)) => Some((way(*index)?, *option)),
            _ => None,
        })
        .min_by_key(|(way, _)| *way);
    nearest.filter(|(way, _)| *way <= NEAR).map_or(Choice::Pass, |(_, option)| option)
}

/// Stays while there is somebody to strike from here, and follows where that brings one into reach.
fn follow(fixed: &Fixed, table: &Table, options: &[Choice]) -> Choice {
    let Some(who) = table.subject else { return Choice::Pass };
    if !dance::targets(fixed, table, who).is_empty() {
        return Choice::Pass;
    }
    let reaches = |option: &&Choice| match option {
        Choice::Place(to) => {
            let near = fixed.mission.grid.touching(*to, table.shut()) & table.models();
            near.iter().filter_map(|at| table.piece_at(at)).any(|other| table.enemies(who, other))
        }
        _ => false,
    };
    options.iter().find(reaches).copied().unwrap_or(Choice::Pass)
}

/// The enemy with the best odds, while they are better than even.
fn strike(fixed: &Fixed, table: &Table, options: &[Choice]) -> Choice {
    let Some(who) = table.subject else { return Choice::Pass };
    let best = options
        .iter()
        .filter_map(|option| match option {
            Choice::Harlequin(Answer::Strike(target)) => {
                let round = chances::round(fixed, table, who, *target);
                Some((round.win - round.lose, *option))
            }
            _ => None,
        })
        .max_by_key(|(edge, _)| *edge);
    best.filter(|(edge, _)| *edge >= 0).map_or(Choice::Pass, |(_, option)| option)
}
