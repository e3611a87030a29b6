//! Standing answers to the question for reactions, so that it does not come after every step of the enemy.

use grognard_engine::SeatId;
use grognard_engine::client::StopMode;
use grognard_engine::decision::Decision;
use grognard_engine::ruleset::Standing;
use grognard_space::grid::Cell;

use crate::choice::Choice;
use crate::piece::PieceId;
use crate::present::names::Words;
use crate::present::options_of;
use crate::present::pieces::{active, points};
use crate::present::reactions;
use crate::state::{MARINE, View};
use crate::table::Side;
use crate::{Fixed, SpaceHulk};

/// How near a Genestealer comes before the player is asked, unless he says otherwise.
const NEAR: i32 = 6;

/// The ways in which a seat can be asked less often: Marines react (SH-CMD-012), and so does a force against them.
pub fn stop_modes(fixed: &Fixed, seat: SeatId) -> Vec<StopMode> {
    let words = Words::new(fixed);
    let mode = |id: &str, key: &str, number| StopMode {
        id: id.to_owned(),
        label: words.get(&format!("stop.{id}.label")),
        sentence: words.get(&format!("stop.{id}.sentence")),
        key: key.to_owned(),
        number,
        // Otherwise the question comes after every step that is seen.
        at_first: id == "matters",
    };
    if seat != MARINE && fixed.enemy.is_none() {
        return Vec::new();
    }
    vec![
        mode("always", "a", None),
        mode("matters", "d", None),
        mode("near", "n", Some(NEAR)),
        mode("piece", "p", None),
        mode("turn", "t", None),
    ]
}

/// What a standing answer set now holds for: this piece in this turn, or this turn.
pub fn stop_scope(view: &View, mode: &str) -> u64 {
    let turn = u64::from(view.table.turn) << 16;
    match (mode, active(view.table.flow)) {
        ("piece", Some(PieceId::Marine(index))) => turn | 0x100 | u64::from(index),
        ("piece", Some(PieceId::Stealer(index))) => turn | 0x200 | u64::from(index),
        ("piece", Some(PieceId::Blip(index))) => turn | 0x300 | u64::from(index),
        _ => turn,
    }
}

/// What a standing answer says to a decision.
pub fn standing(
    fixed: &Fixed,
    view: &View,
    decision: &Decision<SpaceHulk>,
    mode: &str,
    number: Option<i32>,
    scope: u64,
) -> Standing<SpaceHulk> {
    let pass = Standing::Answer(Choice::Pass);
    match (decision.ask.kind, mode) {
        ("react", "matters") if matters(fixed, view, decision) => Standing::Ask,
        ("react", "matters") => pass,
        ("react" | "foretell", "near") if is_near(fixed, view, number.unwrap_or(NEAR)) => Standing::Ask,
        ("react" | "foretell", "near") => pass,
        ("react" | "foretell", "piece" | "turn") if stop_scope(view, mode) == scope => pass,
        ("react" | "foretell", "piece" | "turn") => Standing::Expired,
        _ => Standing::Ask,
    }
}

/// Whether a reaction could do something about it: an attack, or anything at all with an enemy next to a model. A card to be
/// played now is always asked about.
fn matters(fixed: &Fixed, view: &View, decision: &Decision<SpaceHulk>) -> bool {
    let plays = |choice: &Choice| !matches!(choice, Choice::Pass | Choice::React(_));
    let reacts = |choice: &Choice| matches!(choice, Choice::React(_));
    let options = options_of(decision);
    options.iter().any(plays)
        || (options.iter().any(reacts)
            && (reactions::strikes(fixed, view, decision) || is_beside(fixed, view)))
}

/// Whether an enemy stands next to a model of the viewer's.
fn is_beside(fixed: &Fixed, view: &View) -> bool {
    let own = view.side().unwrap_or(Side::Marine);
    models(view, own).any(|(_, model)| {
        models(view, own.other()).any(|(_, at)| fixed.mission.grid.distance(model, at) <= 1)
    })
}

/// The models of a side on the map, with their squares.
fn models(view: &View, side: Side) -> impl Iterator<Item = (PieceId, Cell)> + '_ {
    let table = &view.table;
    let with_profiles = table.models_of(side).map(|(index, cell)| (PieceId::Marine(index), cell));
    let stealers = (side == Side::Stealer).then(|| table.stealers_on_map()).into_iter().flatten();
    with_profiles.chain(stealers.map(|(index, cell)| (PieceId::Stealer(index), cell)))
}

/// Whether an enemy is within so many squares of a model of the viewer's, or could assault one with the points it has.
fn is_near(fixed: &Fixed, view: &View, squares: i32) -> bool {
    let table = &view.table;
    let grid = &fixed.mission.grid;
    let floor = grid.all().minus(table.shut());
    let own = view.side().unwrap_or(Side::Marine);
    models(view, own).any(|(_, model)| {
        let routes = grid.routes(model, &floor);
        models(view, own.other()).any(|(enemy, at)| {
            let close = i32::from(grid.distance(model, at)) <= squares;
            // The last step of the way is the assault itself.
            let reach = u16::from(points(fixed, table, enemy));
            close || routes.to(at).is_some_and(|steps| steps <= reach)
        })
    })
}

#[cfg(test)]
mod tests {
    use grognard_engine::Viewer;
    use grognard_engine::decision::{Answers, Ask};
    use grognard_engine::rule;

    use super::*;
    use crate::present::tests::{game, under_way};
    use crate::state::State;
    use crate::table::Flow;

    #[test]
    fn a_pass_holds_for_the_piece_or_the_turn_it_was_said_for() {
        let fixed = game();
        let mut state = under_way(&fixed);
        state.table.flow = Flow::Stealers { active: Some(PieceId::Stealer(0)) };
        let decision = Decision {
            ask: Ask::new(MARINE, "react", rule!("SH-CMD-012")),
            answers: Answers::Options(vec![Choice::Pass]),
        };
        let view = |state: &State| View::of(&fixed, state, Viewer::Seat(MARINE));
        let (piece, turn) = (stop_scope(&view(&state), "piece"), stop_scope(&view(&state), "turn"));
        let say = |state: &State, mode: &str, scope| {
            standing(&fixed, &view(state), &decision, mode, Some(0), scope)
        };
        assert_eq!(say(&state, "always", 0), Standing::Ask);
        assert_eq!(say(&state, "piece", piece), Standing::Answer(Choice::Pass));
        state.table.stealers[0].ap = 6;
        assert_eq!(say(&state, "near", 0), Standing::Ask, "it could assault");
        state.table.stealers[0].ap = 0;
        assert_eq!(say(&state, "near", 0), Standing::Answer(Choice::Pass), "it has no points left");
        state.table.flow = Flow::Stealers { active: Some(PieceId::Blip(0)) };
        assert_eq!(say(&state, "piece", piece), Standing::Expired);
        assert_eq!(say(&state, "turn", turn), Standing::Answer(Choice::Pass));
        state.table.turn += 1;
        assert_eq!(say(&state, "turn", turn), Standing::Expired);
    }
}
