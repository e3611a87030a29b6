//! Two sets of rules: every base rule has one fate, and each point of difference is settled by a rule.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use grognard_engine::case;
use grognard_engine::data::{DataFiles, Patch};
use grognard_engine::prove::Cases;
use grognard_engine::rule_set::Fate;
use grognard_engine::ruleset::{Present, Ruleset};
use grognard_wh40k_5e::edition::{Edition, Saves, Shooting};
use grognard_wh40k_5e::fixed::Played;
use grognard_wh40k_5e::{Fifth, Fixed, Setup};

fn files() -> DataFiles {
    DataFiles::embedded(Fifth::embedded())
}

#[test]
fn every_base_rule_has_one_fate() {
    let data = Fifth::load(&files()).expect("the embedded data is sound");
    let rules = &data.variant.rules;
    let base = || data.catalogue.rules.keys().filter(|id| id.starts_with("5B-"));
    assert_eq!(base().count(), 397);
    for id in base() {
        let fated = rules.fate(id).unwrap_or_else(|| panic!("{id} has no fate"));
        let used = rules.rules().any(|rule| rule == id);
        assert_eq!(used, matches!(fated.fate, Fate::Live | Fate::Changed), "{id}");
        assert_eq!(rules.instead_of(id).count(), fated.by.len(), "{id}: all of the variant is in force");
    }
    let count = |prefix: &str| rules.rules().filter(|id| id.starts_with(prefix)).count();
    assert_eq!((count("5V-"), count("5X-")), (608, 36));
}

#[test]
fn each_point_of_difference_is_settled_by_its_rules() {
    let data = Fifth::load(&files()).expect("the embedded data is sound");
    assert_eq!(data.base.edition.shooting, Shooting::Wounds);
    assert_eq!(data.variant.edition.shooting, Shooting::Hits);
    for (name, base, variant) in Edition::POINTS {
        let fated = data.variant.rules.fate(base).unwrap_or_else(|| panic!("{name}: {base}"));
        assert!(!fated.fate.is_used(), "{name}: {base} is still used by the variant");
        assert!(fated.by.iter().any(|by| by == variant), "{name}: {variant} is no cause of {base}'s fate");
    }
    let points: BTreeSet<_> = Edition::POINTS.iter().map(|(name, ..)| name).collect();
    assert_eq!(points.len(), Edition::POINTS.len());
}

#[test]
fn a_third_set_turns_one_rule_off() {
    let mut all = files();
    let text = "base = \"wh40k-5e\"\nname = \"One save\"\n[deletes]\nrules = [\"5V-SAV-005\"]\n";
    all.add_patch(Patch::parse("one-save.toml", text).expect("it is a patch"));
    let data = Fifth::load(&all).expect("one save for each hit can be played");
    assert_eq!(data.variant.edition.saves, Saves::Best);
    assert_eq!(data.variant.edition.shooting, Shooting::Hits);
    let mut all = files();
    let text = "base = \"wh40k-5e\"\nname = \"x\"\n[deletes]\nrules = [\"5V-MOV-009\"]\n";
    all.add_patch(Patch::parse("no-run.toml", text).expect("it is a patch"));
    let why = Fifth::load(&all).expect_err("nobody could run in any phase").to_string();
    assert!(why.contains("no-run.toml") && why.contains("5B-MOV-009"), "{why}");
}

#[test]
fn the_set_up_says_which_set_is_played() {
    let data = Arc::new(Fifth::load(&files()).expect("the embedded data is sound"));
    assert_eq!(Setup::default().rules, Played::Variant);
    let base = Setup { rules: Played::Base, ..Setup::default() };
    let fixed = Fixed::new(&data, &base).expect("the battle can be played");
    assert_eq!(fixed.set().rules.name(), "base");
    assert_eq!(Fixed::new(&data, &Setup::default()).expect("it can").set().rules.name(), "variant");
}

/// A base case passes under the variant unchanged, or names the rules of the variant that make the difference
/// (`# differs 5V-...`).
#[test]
fn base_cases_differ_under_the_variant_only_where_they_say_so() {
    let data = Arc::new(Fifth::load(&files()).expect("the embedded data is sound"));
    let cases = Cases::below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("cases"));
    let mut wrong = Vec::new();
    for (name, text) in cases.iter().filter(|(_, text)| text.contains("rules base")) {
        let other = text.replace("rules base", "rules variant");
        let passed = case::run::<Fifth>(&data, &data.catalogue, name, &other).passed();
        let named = text.lines().find_map(|line| line.trim().strip_prefix("# differs "));
        let causes: Vec<&str> = named.map(|ids| ids.split_whitespace().collect()).unwrap_or_default();
        if passed != causes.is_empty() {
            wrong.push(format!("{name}: passes by the variant: {passed}, but it names {causes:?}"));
        }
        for id in causes {
            assert!(data.variant.rules.rules().any(|rule| rule == id), "{name}: {id} is not in force");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
