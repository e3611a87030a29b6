//! The cases notice when a rule is left out: rules are switched off one by one, and some case must turn red.

#![cfg(feature = "rule-switch")]

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use grognard_engine::erased::{Module, System};
use grognard_engine::rng::SplitMix;
use grognard_engine::rule::section_of;
use grognard_engine::switch::{switch_off, was_guarded};
use grognard_space_hulk::SpaceHulk;

/// Rules tried in each section, at least; all of them where there are fewer.
const TRIED: usize = 5;

/// Which rules are drawn.
const SEED: u64 = 0x5EED;

/// A case by name and text.
type Case = (&'static str, &'static str);

/// Runs one case; a game that breaks down over a missing rule has noticed it, too.
fn passes(module: &Module<SpaceHulk>, (name, text): Case) -> (bool, BTreeSet<String>) {
    catch_unwind(AssertUnwindSafe(|| module.run_case(name, text)))
        .map_or((false, BTreeSet::new()), |report| (report.passed(), report.proved))
}

#[test]
fn a_rule_that_is_left_out_turns_a_case_red() {
    let module = Module::<SpaceHulk>::embedded().unwrap();
    let mut proved: BTreeMap<String, Vec<Case>> = BTreeMap::new();
    switch_off(None);
    for case in module.cases() {
        let (passed, rules) = passes(&module, *case);
        assert!(passed, "{} fails with all rules on", case.0);
        for rule in rules {
            proved.entry(rule).or_default().push(*case);
        }
    }
    let mut sections: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for rule in module.catalogue().rules.keys().filter(|rule| proved.contains_key(*rule)) {
        sections.entry(section_of(rule)).or_default().push(rule);
    }
    // Breaking down is expected here; its messages would drown the result.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let mut rng = SplitMix::new(SEED);
    let (mut by_behaviour, mut by_trace, mut unnoticed) = (Vec::new(), Vec::new(), Vec::new());
    for rules in sections.values_mut() {
        rng.shuffle(rules);
        for rule in rules.iter().take(TRIED) {
            switch_off(Some(rule));
            // Cases that do not name the rule first: they can only notice by what happens.
            let naming = &proved[*rule];
            let (named, others): (Vec<Case>, Vec<Case>) =
                module.cases().iter().copied().partition(|case| naming.contains(case));
            let mut red = !others.iter().all(|case| passes(&module, *case).0);
            red |= !named.iter().all(|case| passes(&module, *case).0);
            match (red, was_guarded()) {
                (false, _) => unnoticed.push(*rule),
                (true, true) => by_behaviour.push(*rule),
                (true, false) => by_trace.push(*rule),
            }
        }
    }
    switch_off(None);
    std::panic::set_hook(hook);
    println!(
        "{} rules of {} sections switched off: {} by their behaviour, {} only by their trace",
        by_behaviour.len() + by_trace.len() + unnoticed.len(),
        sections.len(),
        by_behaviour.len(),
        by_trace.len()
    );
    println!("by behaviour: {}", by_behaviour.join(" "));
    println!("by trace: {}", by_trace.join(" "));
    assert!(unnoticed.is_empty(), "no case noticed that these were off: {unnoticed:?}");
}
