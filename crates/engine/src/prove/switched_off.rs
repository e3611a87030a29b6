//! The cases notice when a rule is left out: rules are switched off one by one, and some case must turn red.
//!
//! A rule that is off leaves no trace in the log, so that the cases naming it always turn red. That alone proves a name,
//! not a behaviour: where code guards itself with the rule, the game goes differently, too. Then the cases that come by
//! that guard are run once more without the rule's name in them, and one must still turn red. Which cases come by which
//! guards is noted while all rules are on: a case that never asks for a rule goes the same without it.
//!
//! `RULE=SH-WGR,SH-WML` looks at the rules whose ids begin so, and leaves the rest alone.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::Cases;
use crate::erased::System;
use crate::switch::{ask_anew, consulted, switch_off};

/// What came of leaving out the rules that the cases prove.
#[derive(Debug, Default)]
pub struct SwitchedOff {
    /// Rules looked at.
    pub proved: BTreeSet<String>,
    /// Off, they change the game, and a case that does not name them notices.
    pub by_behaviour: Vec<String>,
    /// Off, they change nothing but their trace.
    pub by_name: Vec<String>,
    /// Those of them whose code asks the switch all the same.
    pub guarded: Vec<String>,
    /// Off, no case turns red at all.
    pub unnoticed: Vec<String>,
}

/// Runs one case: whether it passes, and what it proves. A game that breaks down over a missing rule has noticed it.
fn run(system: &dyn System, name: &str, text: &str) -> (bool, BTreeSet<String>) {
    ask_anew();
    catch_unwind(AssertUnwindSafe(|| system.run_case(name, text)))
        .map_or((false, BTreeSet::new()), |report| (report.passed(), report.proved))
}

/// Whether a rule is among those wanted by `RULE`.
fn is_wanted(rule: &str) -> bool {
    std::env::var("RULE").unwrap_or_default().split(',').any(|start| rule.starts_with(start))
}

/// A case with what it proved and which rules it asked for, with all rules on.
struct Ran<'a> {
    name: &'a str,
    text: &'a str,
    proved: BTreeSet<String>,
    consulted: BTreeSet<&'static str>,
}

/// What leaving out one rule did.
enum Noticed {
    ByBehaviour,
    ByName { guarded: bool },
    Not,
}

fn without(system: &dyn System, cases: &[Ran<'_>], rule: &str) -> Noticed {
    switch_off(Some(rule));
    let red =
        cases.iter().filter(|case| case.text.contains(rule)).any(|case| !run(system, case.name, case.text).0);
    let unnamed = |case: &Ran<'_>| case.text.replace(rule, "");
    let asks = || cases.iter().filter(|case| case.consulted.contains(rule));
    // Those that name the rule are about it, and notice soonest.
    let (naming, others): (Vec<_>, Vec<_>) = asks().partition(|case| case.text.contains(rule));
    let behaves = || naming.iter().chain(&others).any(|case| !run(system, case.name, &unnamed(case)).0);
    let noticed = match red {
        false => Noticed::Not,
        true if behaves() => Noticed::ByBehaviour,
        true => Noticed::ByName { guarded: asks().next().is_some() },
    };
    switch_off(None);
    noticed
}

/// Does something for each of a list on every core; the results in the order of the list.
fn on_all_cores<T: Sync, U: Send>(list: &[T], each: impl Fn(&T) -> U + Sync) -> Vec<U> {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = list.get(at) else { return done };
            done.push((at, each(item)));
        }
    };
    let mut all: Vec<(usize, U)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker ends by itself")).collect()
    });
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, result)| result).collect()
}

/// Switches the proved rules of a system off, one by one.
pub fn switched_off(system: &dyn System, cases: &Cases) -> SwitchedOff {
    let mut found = SwitchedOff::default();
    let cases: Vec<(&str, &str)> = cases.iter().collect();
    let ran = on_all_cores(&cases, |(name, text)| {
        let ((passed, proved), consulted) = consulted(|| run(system, name, text));
        assert!(passed, "{name} fails with all rules on");
        Ran { name, text, proved, consulted }
    });
    found.proved.extend(ran.iter().flat_map(|case| case.proved.iter().cloned()));
    found.proved.retain(|rule| system.catalogue().rules.contains_key(rule) && is_wanted(rule));
    // Breaking down is expected here; its messages would drown the result.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let rules: Vec<String> = found.proved.iter().cloned().collect();
    let noticed = on_all_cores(&rules, |rule| without(system, &ran, rule));
    std::panic::set_hook(hook);
    for (rule, noticed) in rules.into_iter().zip(noticed) {
        match noticed {
            Noticed::Not => found.unnoticed.push(rule),
            Noticed::ByBehaviour => found.by_behaviour.push(rule),
            Noticed::ByName { guarded } => {
                if guarded {
                    found.guarded.push(rule.clone());
                }
                found.by_name.push(rule);
            }
        }
    }
    found
}

impl SwitchedOff {
    /// Every rule is noticed, by its behaviour or, where it is listed, by its name.
    pub fn check<'a>(&self, listed: impl IntoIterator<Item = &'a str>) {
        let listed: BTreeSet<&str> = listed.into_iter().collect();
        println!(
            "{} rules switched off one by one: {} changed the game and a case that does not name them noticed, {} \
             have no switch",
            self.proved.len(),
            self.by_behaviour.len(),
            self.by_name.len(),
        );
        assert!(self.unnoticed.is_empty(), "no case noticed that these were off: {:?}", self.unnoticed);
        let untested: Vec<_> = self.by_name.iter().filter(|rule| !listed.contains(rule.as_str())).collect();
        assert!(
            untested.is_empty(),
            "off, these change no case but those that name them: {untested:?}; of all such rules these ask the \
             switch: {:?}",
            self.guarded
        );
    }

    /// Nothing is in a list that no case proves.
    pub fn check_proved<'a>(&self, listed: impl IntoIterator<Item = &'a str>) {
        let gone: Vec<_> =
            listed.into_iter().filter(|rule| is_wanted(rule) && !self.proved.contains(*rule)).collect();
        assert!(gone.is_empty(), "these are not among the proved rules: {gone:?}");
    }

    /// Rules of a list that behave after all and need not be in it.
    pub fn listed_for_nothing<'a>(&self, listed: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
        listed.into_iter().filter(|rule| self.by_behaviour.iter().any(|other| other == rule)).collect()
    }
}
