//! The cases notice when a rule is left out: see `grognard_engine::prove::switched_off`.

#![cfg(feature = "rule-switch")]

use std::path::Path;

use grognard_engine::erased::Module;
use grognard_engine::prove::{self, Cases};
use grognard_wh40k_2e::Second;

/// Rules without a switch, each with the reason: they turn a case red by their name only. The list gets shorter, never longer.
const NOT_SWITCHED: &str = include_str!("not_switched.txt");

#[test]
fn a_rule_that_is_left_out_turns_a_case_red() {
    let module = Module::<Second>::embedded().expect("the embedded data is sound");
    let split = |line: &'static str| line.split_once(' ').expect("every rule has its reason");
    let listed = || NOT_SWITCHED.lines().map(|line| split(line).0);
    let found =
        prove::switched_off(&module, &Cases::below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("cases")));
    if let Some(path) = std::env::var_os("BY_NAME") {
        std::fs::write(path, found.by_name.join("\n")).expect("the list can be written");
    }
    found.check(listed());
    found.check_proved(listed());
    let behave = found.listed_for_nothing(listed());
    assert!(behave.is_empty(), "these are noticed without their name and need not be listed: {behave:?}");
}
