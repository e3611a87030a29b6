//! Every rule case passes, and together they prove every rule.

use std::collections::BTreeSet;

use grognard_engine::erased::{Module, System};
use grognard_engine::ruleset::Present;
use grognard_example::Example;

#[test]
fn all_cases_pass() {
    let module = Module::<Example>::embedded().unwrap();
    let mut failures = Vec::new();
    for (name, text) in module.cases() {
        let report = module.run_case(name, text);
        failures.extend(report.failures.iter().map(|failure| format!("{name}: {failure}")));
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn every_rule_is_enforced_and_proved() {
    let module = Module::<Example>::embedded().unwrap();
    let proved = module.cases().iter().flat_map(|(name, text)| module.run_case(name, text).proved).collect();
    let cited = Example::cited().iter().map(|id| (*id).to_owned()).collect();
    let coverage = module.catalogue().coverage(&cited, &proved, &BTreeSet::new());
    assert!(coverage.missing.is_empty(), "not proved: {:?}", coverage.missing);
    assert_eq!(coverage.enforced, coverage.catalogued, "{:?}", coverage.sections);
}
