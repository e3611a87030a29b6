//! Who guards what, and from where a square is seen.

use grognard_engine::client::{Field, QueryAnswer};
use grognard_engine::message::Message;
use grognard_space::grid::{Cell, CellSet, Facing};

use super::Asked;
use super::sight::in_range;
use crate::choice::piece_name;
use crate::piece::PieceId;
use crate::present::names::squares;
use crate::table::Side;

/// SH-OVW-001: every square where an enemy who acts is shot at from overwatch.
pub fn guarded(asked: &Asked<'_>, side: Side) -> QueryAnswer {
    let (fixed, table) = (asked.fixed, asked.table());
    let (mut all, mut twice) = (CellSet::EMPTY, CellSet::EMPTY);
    let mut guards = Vec::new();
    for (index, cell) in table.models_of(side) {
        let marine = &table.marines[index as usize];
        if !marine.overwatch || marine.jammed {
            continue;
        }
        let arc = table.seen_by(index) & *fixed.sight().cone(cell, marine.facing);
        let own = in_range(asked, index, cell, arc);
        twice |= all & own;
        all |= own;
        guards.push(PieceId::Marine(index));
    }
    let words = asked.words();
    let names: Vec<_> = guards.iter().map(|piece| words.piece(*piece)).collect();
    let key = if names.is_empty() { "field.guarded-none" } else { "field.guarded" };
    let message = Message::new(key).number("count", all.len() as i64).text("who", names.join(", "));
    QueryAnswer::Guarded(Field {
        cells: squares(fixed, &all),
        strong: squares(fixed, &twice),
        pieces: guards.into_iter().map(|piece| piece_name(fixed, piece)).collect(),
        sentence: words.say(message),
    })
}

/// The squares from which a square is seen, whichever way one faces there, and the models that see it as they stand.
pub fn exposed(asked: &Asked<'_>, cell: Cell, mover: Option<PieceId>) -> QueryAnswer {
    let fixed = asked.fixed;
    let mut table = asked.table().clone();
    // Where the mover stands now he will not be in the way.
    if let Some(mover) = mover.filter(|mover| table.cell(*mover).is_some_and(|own| own != cell)) {
        table.lift(fixed, mover, crate::piece::Place::Hand);
    }
    let sees = |from: &Cell| {
        *from != cell
            && Facing::ALL.iter().any(|facing| table.view_from(fixed, *from, *facing).contains(cell))
    };
    let from: CellSet = fixed.mission.grid.cells().filter(sees).collect();
    let models = (from & table.occupied()).iter().filter_map(|from| table.piece_at(from));
    let enemies = models.filter(|piece| mover.is_none_or(|mover| table.enemies(mover, *piece)));
    let watchers: Vec<_> = enemies
        .filter(|piece| {
            let stand = table.cell(*piece).zip(table.facing(*piece));
            stand.is_some_and(|(from, facing)| table.view_from(fixed, from, facing).contains(cell))
        })
        .collect();
    let words = asked.words();
    let names: Vec<_> = watchers.iter().map(|piece| words.piece(*piece)).collect();
    let key = if names.is_empty() { "field.exposed-none" } else { "field.exposed" };
    let message = Message::new(key).text("square", words.square(cell));
    let message = message.number("count", from.len() as i64).text("who", names.join(", "));
    let stands: CellSet = watchers.iter().filter_map(|piece| table.cell(*piece)).collect();
    QueryAnswer::Exposed(Field {
        cells: squares(fixed, &from),
        strong: squares(fixed, &stands),
        pieces: watchers.into_iter().map(|piece| piece_name(fixed, piece)).collect(),
        sentence: words.say(message),
    })
}

#[cfg(test)]
mod tests {
    use grognard_engine::Viewer;
    use grognard_engine::client::{Field, Query, QueryAnswer};

    use crate::fixed::Fixed;
    use crate::mission::parse_square;
    use crate::piece::PieceId;
    use crate::present::query;
    use crate::present::tests::{game, under_way};
    use crate::state::{State, View};

    fn ask(fixed: &Fixed, state: &State, question: &Query) -> Field {
        match query(fixed, &View::of(fixed, state, Viewer::Spectator), question).expect("a good question") {
            QueryAnswer::Guarded(field) | QueryAnswer::Exposed(field) => field,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn only_those_on_overwatch_guard_and_only_within_its_range() {
        let fixed = game();
        let mut state = under_way(&fixed);
        let guarded = Query::Guarded { seat: "marine".to_owned() };
        assert!(ask(&fixed, &state, &guarded).cells.is_empty());
        state.table.marines[4].overwatch = true;
        let field = ask(&fixed, &state, &guarded);
        assert_eq!(field.pieces, [fixed.mission.squad[4].name.clone()]);
        assert!(field.cells.contains(&"6,5".to_owned()) && !field.cells.contains(&"3,5".to_owned()));
        assert!(field.strong.is_empty(), "there is only one guard");
        assert!(field.sentence.contains("Bolter 5"), "{}", field.sentence);
        state.table.marines[4].jammed = true;
        assert!(ask(&fixed, &state, &guarded).cells.is_empty(), "a jammed weapon guards nothing");
        assert!(ask(&fixed, &state, &Query::Guarded { seat: "stealer".to_owned() }).pieces.is_empty());
    }

    #[test]
    fn a_square_tells_from_where_and_by_whom_it_is_seen() {
        let fixed = game();
        let mut state = under_way(&fixed);
        let at = |text| parse_square(&fixed.mission.grid, text).expect("a square");
        let marine = fixed.mission.squad[4].name.clone();
        let exposed = |cell: &str| Query::Exposed { cell: cell.to_owned(), piece: Some(marine.clone()) };
        // The Genestealer on 5,3 looks south along the corridor.
        let field = ask(&fixed, &state, &exposed("5,5"));
        assert_eq!((field.pieces, field.strong), (vec!["stealer-1".to_owned()], vec!["5,3".to_owned()]));
        assert!(field.cells.contains(&"7,5".to_owned()) && !field.cells.contains(&"11,5".to_owned()));
        let field = ask(&fixed, &state, &exposed("6,5"));
        assert!(field.pieces.is_empty(), "around the corner");
        // It looks away: the square can be seen from there, but is not.
        state.table.turn_to(&fixed, PieceId::Stealer(0), grognard_space::grid::Facing::North);
        let field = ask(&fixed, &state, &exposed("5,5"));
        assert!(field.pieces.is_empty() && field.cells.contains(&"5,3".to_owned()));
        assert_eq!(state.table.cell(PieceId::Marine(4)), Some(at("4,5")));
    }
}
