//! The cases notice when a rule is left out: rules are switched off one by one, and some case must turn red.
//!
//! A rule that is off leaves no trace in the log, so that the cases naming it always turn red. That alone proves a name,
//! not a behaviour: where code guards itself with the rule, the game goes differently, too. Then the cases are run once
//! more without the rule's name in them, and one must still turn red. Cases that name the rule come first, so that most
//! rules are done after a few of them.
//!
//! `RULE=SH-WGR,SH-WML` looks at the rules whose ids begin so, and leaves the rest alone.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::erased::System;
use crate::switch::{switch_off, was_guarded};

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
    catch_unwind(AssertUnwindSafe(|| system.run_case(name, text)))
        .map_or((false, BTreeSet::new()), |report| (report.passed(), report.proved))
}

/// Whether a rule is among those wanted by `RULE`.
fn is_wanted(rule: &str) -> bool {
    std::env::var("RULE").unwrap_or_default().split(',').any(|start| rule.starts_with(start))
}

/// Switches the proved rules of a system off, one by one.
pub fn switched_off(system: &dyn System) -> SwitchedOff {
    let mut found = SwitchedOff::default();
    switch_off(None);
    for (name, text) in system.cases() {
        let (passed, rules) = run(system, name, text);
        assert!(passed, "{name} fails with all rules on");
        found.proved.extend(rules);
    }
    found.proved.retain(|rule| system.catalogue().rules.contains_key(rule) && is_wanted(rule));
    // Breaking down is expected here; its messages would drown the result.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    for rule in found.proved.clone() {
        let mut cases: Vec<(&str, &str)> = system.cases().to_vec();
        cases.sort_by_key(|(_, text)| !text.contains(rule.as_str()));
        let naming = cases.iter().take_while(|(_, text)| text.contains(rule.as_str())).count();
        switch_off(Some(&rule));
        let red = cases[..naming].iter().filter(|(name, text)| !run(system, name, text).0).count() > 0;
        // Any case may come by the code that asks the switch, not only those that name the rule.
        let guarded = was_guarded()
            || cases[naming..].iter().any(|(name, text)| {
                run(system, name, text);
                was_guarded()
            });
        let unnamed = |text: &str| text.replace(rule.as_str(), "");
        let behaves = guarded && cases.iter().any(|(name, text)| !run(system, name, &unnamed(text)).0);
        match (red, behaves) {
            (false, _) => found.unnoticed.push(rule),
            (true, true) => found.by_behaviour.push(rule),
            (true, false) => {
                if guarded {
                    found.guarded.push(rule.clone());
                }
                found.by_name.push(rule);
            }
        }
    }
    switch_off(None);
    std::panic::set_hook(hook);
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
