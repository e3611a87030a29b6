//! What the enemy could do in his next turn, as far as a view tells.

use grognard_engine::client::{Field, QueryAnswer};
use grognard_engine::message::Message;
use grognard_space::grid::{CellSet, Facing};

use super::Asked;
use super::route::{Best, Doors, beginnings, search};
use crate::choice::piece_name;
use crate::piece::{PieceId, Place, Stealer};
use crate::play::conversion::free_squares;
use crate::play::reinforcement::marines_near;
use crate::present::names::squares;
use crate::present::pieces::full_points;
use crate::table::{Side, Table};

/// The squares the other side could get to, and those it could strike at in close assault, doors opened on the way.
/// Terminators count with their action points alone: what command points will be rolled is nobody's knowledge.
pub fn threat(asked: &Asked<'_>, side: Side) -> QueryAnswer {
    let (fixed, table) = (asked.fixed, asked.table());
    let mut danger = Danger { asked, reached: CellSet::EMPTY, struck: CellSet::EMPTY };
    match side.other() {
        Side::Marine => {
            for (index, _) in table.marines_on_map() {
                danger.add(table.clone(), PieceId::Marine(index));
            }
        }
        Side::Stealer => danger.add_hive(),
    }
    let struck = danger.struck.minus(&table.closed);
    let met: Vec<_> = (struck & table.occupied())
        .iter()
        .filter_map(|cell| table.piece_at(cell))
        .filter(|piece| table.side(*piece) == side)
        .collect();
    let words = asked.words();
    let names: Vec<_> = met.iter().map(|piece| words.piece(*piece)).collect();
    let key = if names.is_empty() { "field.threat-none" } else { "field.threat" };
    let message = Message::new(key).number("reach", danger.reached.len() as i64);
    let message = message.number("strike", struck.len() as i64).text("who", names.join(", "));
    QueryAnswer::Threat(Field {
        cells: squares(fixed, &danger.reached),
        strong: squares(fixed, &struck),
        pieces: met.into_iter().map(|piece| piece_name(fixed, piece)).collect(),
        sentence: words.say(message),
    })
}

struct Danger<'a> {
    asked: &'a Asked<'a>,
    reached: CellSet,
    struck: CellSet,
}

impl Danger<'_> {
    /// Genestealers where they are, blips as the Genestealers they may hide, and what may still come.
    fn add_hive(&mut self) {
        let fixed = self.asked.fixed;
        let mut table = self.asked.table().clone();
        // SH-ENP-012: nothing lurks longer than a turn; SH-TUR-003: a new turn begins with its free quarter turn.
        for stealer in &mut table.stealers {
            stealer.lurks = false;
            stealer.turned = false;
        }
        for index in 0..table.stealers.len() {
            let stealer = PieceId::Stealer(index as u8);
            if matches!(table.place(stealer), Place::Board(_) | Place::Entry(_)) {
                self.add(table.clone(), stealer);
            }
        }
        for index in table.crew()..table.marines.len() as u8 {
            table.marines[index as usize].lurks = false;
            table.marines[index as usize].turned = false;
            let model = PieceId::Marine(index);
            if matches!(table.place(model), Place::Board(_) | Place::Entry(_)) {
                self.add(table.clone(), model);
            }
        }
        for index in 0..table.blips.len() {
            match table.blips[index].place {
                Place::Board(_) => self.add_hidden(table.clone(), index as u8),
                Place::Entry(entry) => self.add_coming(table.clone(), entry),
                Place::Hand | Place::Gone => {}
            }
        }
        // SH-ENP-002, SH-ENP-009: what will be drawn can come in anywhere, but lurks where a Terminator is near.
        for entry in 0..fixed.mission.entries.len() as u8 {
            let shut = table.secured[entry as usize] || marines_near(fixed, &table, entry);
            if fixed.mission.per_turn > 0 && !shut {
                self.add_coming(table.clone(), entry);
            }
        }
    }

    /// SH-CNV-001, SH-CNV-002, SH-CNV-007: a blip can be turned over and what comes out of it can act at once, out of
    /// sight on its square and those next to it, facing any way.
    fn add_hidden(&mut self, mut table: Table, blip: u8) {
        let fixed = self.asked.fixed;
        let Some(cell) = table.cell(PieceId::Blip(blip)) else { return };
        table.lift(fixed, PieceId::Blip(blip), Place::Gone);
        let around = free_squares(fixed, &table, cell, None).minus(&table.seen());
        let stealer = newcomer(&mut table, Place::Hand);
        table.put(fixed, stealer, cell);
        let stands = (around | CellSet::from(cell)).iter();
        let starts = stands.flat_map(|cell| Facing::ALL.map(|facing| Best::begin(cell, facing, false, 0)));
        self.search(table, stealer, starts.collect());
    }

    /// Somebody in an entry area, turned over where he waits (SH-ENP-013).
    fn add_coming(&mut self, mut table: Table, entry: u8) {
        let stealer = newcomer(&mut table, Place::Entry(entry));
        self.add(table, stealer);
        // SH-ENP-015: whoever stands before the entry area can be attacked from inside.
        self.struck |= CellSet::from(self.asked.fixed.mission.entries[entry as usize].square);
    }

    fn add(&mut self, table: Table, piece: PieceId) {
        let starts = beginnings(self.asked, &table, piece);
        self.search(table, piece, starts);
    }

    fn search(&mut self, table: Table, piece: PieceId, starts: Vec<Best>) {
        let fixed = self.asked.fixed;
        let points = u16::from(full_points(fixed, piece));
        let costs = &fixed.numbers().costs;
        let blow = match fixed.side(piece) {
            Side::Marine => costs.marine.assault,
            Side::Stealer => costs.genestealer.assault,
        };
        let ways = search(self.asked, table, piece, starts, points, Doors::Opened);
        for best in ways.stands() {
            self.reached |= CellSet::from(best.stand.cell);
            // SH-CLA-002: the square straight ahead.
            let ahead = fixed.mission.grid.step(best.stand.cell, best.stand.facing.into());
            if let Some(ahead) = ahead.filter(|_| best.cost + u16::from(blow) <= points) {
                self.struck |= CellSet::from(ahead);
            }
        }
    }
}

/// One more Genestealer, for the sake of argument.
fn newcomer(table: &mut Table, place: Place) -> PieceId {
    table.stealers.push(Stealer {
        place,
        facing: Facing::North,
        activated: false,
        ap: 0,
        turned: false,
        lurks: false,
        prone: false,
    });
    PieceId::Stealer((table.stealers.len() - 1) as u8)
}

#[cfg(test)]
mod tests {
    use grognard_engine::Viewer;
    use grognard_engine::client::{Field, Query, QueryAnswer};

    use crate::fixed::Fixed;
    use crate::mission::parse_square;
    use crate::piece::{PieceId, Place};
    use crate::present::query;
    use crate::present::tests::{data, game, under_way};
    use crate::state::{MARINE, STEALER, State, View};

    fn threat(fixed: &Fixed, state: &State, viewer: grognard_engine::SeatId, seat: &str) -> Field {
        let view = View::of(fixed, state, Viewer::Seat(viewer));
        match query(fixed, &view, &Query::Threat { seat: seat.to_owned() }).expect("a seat of the game") {
            QueryAnswer::Threat(field) => field,
            other => panic!("{other:?}"),
        }
    }

    fn has(cells: &[String], cell: &str) -> bool {
        cells.iter().any(|other| other == cell)
    }

    #[test]
    fn a_genestealer_reaches_whom_it_can_get_to_with_a_point_left_for_the_blow() {
        let fixed = game();
        let state = under_way(&fixed);
        // The Genestealer on 5,3 looks south: two steps to 5,5, a free turn west, then the marine on 4,5.
        let field = threat(&fixed, &state, MARINE, "marine");
        assert!(has(&field.cells, "5,5") && has(&field.strong, "4,5"));
        let front = fixed.mission.squad.len() - 1;
        assert_eq!(field.pieces, [fixed.mission.squad[front].name.clone()], "those behind him are shielded");
        assert!(!has(&field.cells, "4,5"), "no square that is taken");
    }

    #[test]
    fn doors_are_opened_on_the_way_and_paid_for() {
        let fixed = game();
        let mut state = under_way(&fixed);
        let at = |text| parse_square(&fixed.mission.grid, text).expect("a square");
        state.table.lift(&fixed, PieceId::Blip(0), Place::Gone);
        state.table.lift(&fixed, PieceId::Blip(1), Place::Gone);
        state.table.shift(&fixed, PieceId::Stealer(0), at("10,5"));
        state.table.turn_to(&fixed, PieceId::Stealer(0), grognard_space::grid::Facing::West);
        // To 9,5: 1. Door and step onto 8,5: 2. Then 7,5, 6,5, 5,5: all six points.
        let field = threat(&fixed, &state, MARINE, "marine");
        assert!(has(&field.cells, "8,5") && has(&field.cells, "5,5"));
    }

    #[test]
    fn what_a_blip_hides_makes_no_difference_to_those_who_do_not_know_it() {
        let fixed = game();
        let (one, mut other) = (under_way(&fixed), under_way(&fixed));
        other.hidden.values[0] = 1;
        let field = threat(&fixed, &one, MARINE, "marine");
        assert_eq!(field, threat(&fixed, &other, MARINE, "marine"));
        assert!(has(&field.cells, "11,5"), "a blip may be turned over and run");
    }

    #[test]
    fn ladders_and_lifts_are_ways_too() {
        let setting = |way: &str| {
            let text = format!(
                "map\n    AAaAAA\nlevel 1\n    BBbBBB\ndoor 2,0 open\n{way}\nturn marine\nmodel marine marine 1:5,0 west\nstealer 0,0 east\n"
            );
            let (fixed, state) = crate::scenario::scenario(&data(), &text).expect("a set-up");
            threat(&fixed, &state, MARINE, "marine")
        };
        let without = setting("crate 5,0");
        assert!(!without.cells.iter().any(|cell| cell.starts_with("1:")), "{:?}", without.cells);
        // Up the ladder, then along the level above.
        let ladder = setting("ladder 1:1,0");
        assert!(has(&ladder.cells, "1:1,0") && has(&ladder.cells, "1:2,0"), "{:?}", ladder.cells);
        let lift = setting("lift cost 2 1,0 1:1,0 doors 2,0 1:2,0");
        assert!(has(&lift.cells, "1:1,0"), "{:?}", lift.cells);
    }

    #[test]
    fn terminators_threaten_with_their_action_points() {
        let fixed = game();
        let mut state = under_way(&fixed);
        let at = |text| parse_square(&fixed.mission.grid, text).expect("a square");
        let front = PieceId::Marine((fixed.mission.squad.len() - 1) as u8);
        state.table.shift(&fixed, PieceId::Stealer(0), at("7,5"));
        let field = threat(&fixed, &state, STEALER, "stealer");
        assert_eq!(state.table.cell(front), Some(at("4,5")));
        assert!(has(&field.strong, "7,5"), "two steps and a blow");
        assert_eq!(field.pieces, ["stealer-1"]);
        assert!(field.sentence.contains("Stealer 1"));
    }
}
