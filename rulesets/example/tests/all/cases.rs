//! Every rule case passes, and together they prove every rule.

use std::collections::BTreeSet;
use std::path::Path;

use grognard_engine::erased::{Module, System};
use grognard_engine::prove::{self, Cases};
use grognard_engine::ruleset::Present;
use grognard_example::Example;

fn cases() -> Cases {
    Cases::below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("cases"))
}

#[test]
fn all_cases_pass() {
    let module = Module::<Example>::embedded().unwrap();
    prove::case_files(&module, &cases());
}

#[test]
fn every_rule_is_enforced_and_proved() {
    let module = Module::<Example>::embedded().unwrap();
    let proved = cases().iter().flat_map(|(name, text)| module.run_case(name, text).proved).collect();
    let cited = Example::cited().iter().map(|id| (*id).to_owned()).collect();
    let coverage = module.catalogue().coverage(&cited, &proved, &BTreeSet::new());
    assert!(coverage.missing.is_empty(), "not proved: {:?}", coverage.missing);
    assert_eq!(coverage.enforced, coverage.catalogued, "{:?}", coverage.sections);
}
