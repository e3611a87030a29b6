//! The cases notice when a rule is left out: rules are switched off one by one, and some case must turn red.
//!
//! A rule that is off leaves no trace in the log, so that the cases naming it always turn red. That alone proves a name,
//! not a behaviour: where code guards itself with the rule, the game goes differently, too. Then the cases are run once
//! more without the rule's name in them, and one must still turn red. Cases that name the rule come first, so that most
//! rules are done after a few of them.
//!
//! `RULE=9E-MOV,9E-TER` looks at the rules whose ids begin so.

#![cfg(feature = "rule-switch")]
#![expect(clippy::unwrap_used, reason = "a test ends at the first surprise")]

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use grognard_engine::erased::{Module, System};
use grognard_engine::switch::{switch_off, was_guarded};
use grognard_wh40k_9e::Nine;

/// Rules whose code asks no switch: definitions, sums of other rules, reasons of refusals, and code that has none yet. They
/// turn a case red by their name only. A rule leaves this list when its code asks `applies` and a case notices.
const UNSWITCHED: &str = include_str!("unswitched.txt");

/// Runs one case: whether it passes, and what it proves. A game that breaks down over a missing rule has noticed it.
fn run(module: &Module<Nine>, name: &str, text: &str) -> (bool, BTreeSet<String>) {
    catch_unwind(AssertUnwindSafe(|| module.run_case(name, text)))
        .map_or((false, BTreeSet::new()), |report| (report.passed(), report.proved))
}

#[test]
fn a_rule_that_is_left_out_turns_a_case_red() {
    let module = Module::<Nine>::embedded().unwrap();
    let mut proved = BTreeSet::new();
    switch_off(None);
    for (name, text) in module.cases() {
        let (passed, rules) = run(&module, name, text);
        assert!(passed, "{name} fails with all rules on");
        proved.extend(rules);
    }
    let wanted = std::env::var("RULE").unwrap_or_default();
    let looked_at = |rule: &str| wanted.split(',').any(|start| rule.starts_with(start));
    proved.retain(|rule| module.catalogue().rules.contains_key(rule) && looked_at(rule));
    let unswitched: BTreeSet<&str> = UNSWITCHED.split_whitespace().collect();
    // Breaking down is expected here; its messages would drown the result.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let (mut by_behaviour, mut by_name, mut listed_for_nothing) = (0, Vec::new(), Vec::new());
    let (mut unnoticed, mut untested) = (Vec::new(), Vec::new());
    for rule in &proved {
        let mut cases: Vec<(&str, &str)> = module.cases().to_vec();
        cases.sort_by_key(|(_, text)| !text.contains(rule.as_str()));
        let naming = cases.iter().take_while(|(_, text)| text.contains(rule.as_str())).count();
        switch_off(Some(rule));
        let red = cases[..naming].iter().filter(|(name, text)| !run(&module, name, text).0).count() > 0;
        let unnamed = |text: &str| text.replace(rule.as_str(), "");
        let guarded = was_guarded();
        let behaves = guarded && cases.iter().any(|(name, text)| !run(&module, name, &unnamed(text)).0);
        match (red, behaves) {
            (false, _) => unnoticed.push(rule.as_str()),
            (true, true) if unswitched.contains(rule.as_str()) => listed_for_nothing.push(rule.as_str()),
            (true, true) => by_behaviour += 1,
            (true, false) if unswitched.contains(rule.as_str()) => by_name.push(rule.as_str()),
            (true, false) => untested.push(rule.as_str()),
        }
    }
    switch_off(None);
    std::panic::set_hook(hook);
    println!(
        "{} rules switched off one by one: {by_behaviour} changed the game and a case that does not name them noticed, \
         {} have no switch",
        proved.len(),
        by_name.len()
    );
    assert!(unnoticed.is_empty(), "no case noticed that these were off: {unnoticed:?}");
    assert!(untested.is_empty(), "off, these change no case but those that name them: {untested:?}");
    assert!(
        listed_for_nothing.is_empty(),
        "these have a switch and need not be listed: {listed_for_nothing:?}"
    );
    let gone: Vec<_> = unswitched.iter().filter(|id| looked_at(id) && !proved.contains(**id)).collect();
    assert!(gone.is_empty(), "these are not among the proved rules: {gone:?}");
}
