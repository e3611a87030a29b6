//! The cases notice when a rule is left out: see `grognard_engine::prove::switched_off`.

#![cfg(feature = "rule-switch")]

use grognard_engine::erased::Module;
use grognard_engine::prove;
use grognard_wh40k_9e::Nine;

/// Rules whose code asks no switch: definitions, sums of other rules, reasons of refusals, and code that has none yet. They
/// turn a case red by their name only. A rule leaves this list when its code asks `applies` and a case notices.
const UNSWITCHED: &str = include_str!("unswitched.txt");

#[test]
fn a_rule_that_is_left_out_turns_a_case_red() {
    let module = Module::<Nine>::embedded().expect("the embedded data is sound");
    let listed = || UNSWITCHED.split_whitespace();
    let found = prove::switched_off(&module);
    found.check(listed());
    found.check_proved(listed());
    let for_nothing = found.listed_for_nothing(listed());
    assert!(for_nothing.is_empty(), "these have a switch and need not be listed: {for_nothing:?}");
}
