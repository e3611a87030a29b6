//! Why a piece can do nothing to something on the board.

use grognard_engine::client::{self, QueryAnswer};
use grognard_engine::refusal::{Refusal, Violation};

use super::Asked;
use crate::choice::Action;
use crate::hazard::Thing;
use crate::legal;
use crate::piece::{Mark, PieceId};
use crate::present::pieces::points;
use crate::present::refusals;

/// What the rules object to everything the piece could want from the target: to a shot, an assault, a door to be worked.
/// Nothing to want, or something allowed, is no refusal.
pub fn against(asked: &Asked<'_>, piece: PieceId, target: &str) -> Result<QueryAnswer, Refusal> {
    let (fixed, table) = (asked.fixed, asked.table());
    let actions = wanted(asked, piece, target)?;
    let allowed = Ok(QueryAnswer::WhyNot(client::Refusal::default()));
    // SH-CMD-007: command points serve any Marine.
    let command = match piece {
        PieceId::Blip(_) => 0,
        _ => asked.view.points(table.side(piece)).unwrap_or(0),
    };
    let purse = points(fixed, table, piece).saturating_add(command);
    let mut violations: Vec<Violation> = Vec::new();
    for action in actions {
        let objections = legal::objections(fixed, table, piece, action, purse);
        // The first objection is the nearest one: the others often only follow from it.
        let Some(first) = objections.first() else { return allowed };
        let Some(violation) = refusals::violation(fixed, piece, first) else { continue };
        if !violations.iter().any(|known| known.rule == violation.rule) {
            violations.push(violation);
        }
    }
    if violations.is_empty() { allowed } else { Err(Refusal::broken(violations)) }
}

/// What one would want to do to a target.
fn wanted(asked: &Asked<'_>, piece: PieceId, target: &str) -> Result<Vec<Action>, Refusal> {
    let (fixed, table) = (asked.fixed, asked.table());
    let mut actions = Vec::new();
    let thing = Thing::ALL.iter().find_map(|kind| target.strip_prefix(kind.name())?.strip_prefix('-'));
    let mark = if let Some(square) = thing {
        let door = asked.square(square)?;
        if fixed.mission.thing(door) == Some(Thing::Door) {
            actions.push(if table.closed.contains(door) { Action::Open(door) } else { Action::Close(door) });
        }
        Mark::Door(door)
    } else {
        let other = asked.piece(target)?;
        if !table.enemies(other, piece) {
            return Ok(actions);
        }
        Mark::Model(other)
    };
    if let Mark::Door(door) = mark
        && table.thing(door).is_none()
    {
        return Ok(actions);
    }
    match piece {
        PieceId::Marine(index) => match (fixed.profile(index).ranged, mark) {
            (Some(weapon), Mark::Model(other)) if weapon.is_flamer() => {
                actions.extend(table.cell(other).map(Action::Flame));
            }
            (Some(weapon), Mark::Door(door)) if weapon.is_flamer() => actions.push(Action::Flame(door)),
            (Some(weapon), _) => actions.push(Action::Fire(weapon, mark)),
            (None, _) => actions.push(Action::Assault(mark)),
        },
        PieceId::Stealer(_) => actions.push(Action::Assault(mark)),
        PieceId::Blip(_) => {}
    }
    Ok(actions)
}
