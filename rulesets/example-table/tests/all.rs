//! Cases, coverage, and what the engine asks of every ruleset over whole random games.

use std::collections::BTreeSet;
use std::path::Path;

use grognard_engine::erased::{Module, System};
use grognard_engine::prove::{self, Cases, Games};
use grognard_engine::ruleset::Present;
use grognard_example_table::ExampleTable;
use serde_json::json;

fn module() -> Module<ExampleTable> {
    Module::embedded().expect("the embedded data is sound")
}

fn cases() -> Cases {
    Cases::below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("cases"))
}

fn prove(games: u64, property: impl Fn(Games<'_, ExampleTable>)) {
    property(Games::new(&module(), json!({ "rounds": 2 }), 0..games).cap(200));
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

#[test]
fn games_end() {
    prove(8, |games| games.end_without_fault());
}

#[test]
fn every_option_is_taken_and_nothing_else() {
    prove(4, |games| games.take_every_option_and_nothing_else());
}

#[test]
fn texts_read_back() {
    prove(8, |games| games.read_back_every_text());
}

#[test]
fn saves_resume() {
    prove(3, |games| games.resume_from_saves());
}

#[test]
fn take_backs_are_exact() {
    prove(4, |games| games.undo_exactly());
}

#[test]
fn records_replay() {
    prove(6, |games| games.replay_every_line());
}

#[test]
fn games_can_be_searched() {
    prove(4, |games| games.can_be_searched());
}
