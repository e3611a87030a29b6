//! The cases notice when a rule is left out: rules are switched off one by one, and some case must turn red.
//!
//! A rule that is off leaves no trace in the log, so that the cases naming it always turn red. Where code guards
//! itself with the rule, the game goes differently, too: then the cases are run once more without the rule's name
//! in them, and one must still turn red. `ALL=1` tries every proved rule instead of some of each section.

#![cfg(feature = "rule-switch")]

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use grognard_engine::erased::{Module, System};
use grognard_engine::rng::SplitMix;
use grognard_engine::rule::section_of;
use grognard_engine::switch::{switch_off, was_guarded};
use grognard_space_hulk::SpaceHulk;

/// Rules tried in each section; all of them where there are fewer.
const TRIED: usize = 5;

/// Which rules are drawn.
const SEED: u64 = 0x5EED;

/// Rules whose guard names a reason and decides nothing: what they forbid is never among the options (no menu
/// proposes that a blip turns, or that a flamer aims at one model), is forbidden by another rule as well, or, for
/// all ones, misses any number of the core game.
const REASONS_ONLY: [&str; 13] = [
    "SH-ACT-006",
    "SH-ACT-016",
    "SH-ACT-024",
    "SH-DOR-012",
    "SH-DOR-016",
    "SH-ENP-001",
    "SH-MAF-002",
    "SH-MAF-005",
    "SH-MOV-002",
    "SH-TRM-001",
    "SH-WHF-020",
    "SH-WPN-003",
    "SH-WTH-002",
];

/// Runs one case: whether it passes, and what it proves. A game that breaks down over a missing rule has noticed it.
fn run(module: &Module<SpaceHulk>, name: &str, text: &str) -> (bool, BTreeSet<String>) {
    catch_unwind(AssertUnwindSafe(|| module.run_case(name, text)))
        .map_or((false, BTreeSet::new()), |report| (report.passed(), report.proved))
}

#[test]
fn a_rule_that_is_left_out_turns_a_case_red() {
    let module = Module::<SpaceHulk>::embedded().unwrap();
    let mut proved = BTreeSet::new();
    switch_off(None);
    for (name, text) in module.cases() {
        let (passed, rules) = run(&module, name, text);
        assert!(passed, "{name} fails with all rules on");
        proved.extend(rules);
    }
    let mut sections: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for rule in module.catalogue().rules.keys().filter(|rule| proved.contains(*rule)) {
        sections.entry(section_of(rule)).or_default().push(rule);
    }
    let tried = if std::env::var_os("ALL").is_some() { usize::MAX } else { TRIED };
    // Breaking down is expected here; its messages would drown the result.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let mut rng = SplitMix::new(SEED);
    let (mut by_behaviour, mut by_trace) = (Vec::new(), Vec::new());
    let (mut unnoticed, mut untested) = (Vec::new(), Vec::new());
    for rules in sections.values_mut() {
        rng.shuffle(rules);
        for rule in rules.iter().take(tried) {
            switch_off(Some(rule));
            let mut red = false;
            for (name, text) in module.cases() {
                red |= !run(&module, name, text).0;
            }
            let changes = was_guarded() && !REASONS_ONLY.contains(rule);
            let unnamed = |text: &str| text.replace(rule, "");
            let notices = |(name, text): &(&str, &str)| !run(&module, name, &unnamed(text)).0;
            match (red, changes) {
                (false, _) => unnoticed.push(*rule),
                (true, false) => by_trace.push(*rule),
                (true, true) if module.cases().iter().any(notices) => by_behaviour.push(*rule),
                (true, true) => untested.push(*rule),
            }
        }
    }
    switch_off(None);
    std::panic::set_hook(hook);
    println!(
        "{} rules of {} sections switched off: {} changed the game, {} only their trace in it",
        by_behaviour.len() + by_trace.len() + unnoticed.len() + untested.len(),
        sections.len(),
        by_behaviour.len() + untested.len(),
        by_trace.len()
    );
    println!("changed the game: {}", by_behaviour.join(" "));
    println!("only their trace: {}", by_trace.join(" "));
    assert!(unnoticed.is_empty(), "no case noticed that these were off: {unnoticed:?}");
    assert!(
        untested.is_empty(),
        "off, these change the game, but only cases naming them notice: {untested:?}"
    );
}
