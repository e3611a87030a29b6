//! Cases, coverage, and what the engine asks of every ruleset over whole random games.

use std::collections::BTreeSet;
use std::path::Path;

use grognard_engine::SeatId;
use grognard_engine::erased::{Module, System};
use grognard_engine::prove::{self, Cases, Games};
use grognard_engine::rng::SplitMix;
use grognard_engine::ruleset::Present;
use grognard_example_table::ExampleTable;
use grognard_example_table::data::Fixed;
use grognard_example_table::state::{State, seat_of};
use grognard_space::table::{GroupId, Offset};
use grognard_tabletop::armies::Armies;
use grognard_tabletop::elsewhere::elsewhere;
use serde_json::json;

fn module() -> Module<ExampleTable> {
    Module::embedded().expect("the embedded data is sound")
}

fn cases() -> Cases {
    Cases::below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("cases"))
}

#[test]
fn all_cases_pass() {
    prove::case_files(&module(), &cases());
}

#[test]
fn every_rule_is_enforced_and_proved() {
    let module = module();
    let proved = cases().iter().flat_map(|(name, text)| module.run_case(name, text).proved).collect();
    let cited = ExampleTable::cited().iter().map(|id| (*id).to_owned()).collect();
    let coverage = module.catalogue().coverage(&cited, &proved, &BTreeSet::new());
    assert!(coverage.missing.is_empty(), "not proved: {:?}", coverage.missing);
    assert_eq!(coverage.enforced, coverage.catalogued, "{:?}", coverage.sections);
}

#[test]
fn citations_stand_in_the_catalogue() {
    prove::citations(&module());
}

/// What the engine asks of every ruleset, over whole random games.
mod properties {
    use super::*;

    fn prove(games: u64, property: impl Fn(Games<'_, ExampleTable>)) {
        property(Games::new(&module(), json!({ "rounds": 2 }), 0..games).cap(200));
    }

    grognard_engine::properties! { prove:
        games_end: end_without_fault(8),
        every_option_is_taken_and_nothing_else: take_every_option_and_nothing_else(4),
        texts_read_back: read_back_every_text(8),
        saves_resume: resume_from_saves(3),
        take_backs_are_exact: undo_exactly(4),
        records_replay: replay_every_line(6),
        games_can_be_searched: can_be_searched(4),
    }

    /// Everybody may measure here at any time, so that the proof of the opposite has to fail.
    #[test]
    #[should_panic(expected = "tells a range")]
    fn a_system_that_tells_ranges_is_found_out() {
        let aside = |_: &Fixed, state: &State, seat: SeatId, rng: &mut SplitMix| {
            let foes = (0..state.units()).map(GroupId).filter(|unit| seat_of(*unit) != seat);
            let foes: Vec<GroupId> = foes.filter(|unit| !state.members(*unit).is_empty()).collect();
            let by = Offset { x: 1000 * (rng.below(9) as i32 - 4), y: 1000 * (rng.below(9) as i32 - 4) };
            let table = elsewhere(state, *foes.get(rng.below(foes.len().max(1)))?, by)?;
            Some(State { table, ..state.clone() })
        };
        prove(8, |games| games.tells_no_range(&aside, &|_, _, _| false));
    }
}
