//! A third set of rules: single rules turned off by a file, groups turned off in the set-up, and what cannot work.

use std::sync::Arc;

use grognard_engine::data::{DataFiles, Patch};
use grognard_engine::ruleset::{Present, Ruleset};
use grognard_wh40k_5e::edition::{self, Edition, GROUPS, Penetration, Saves, Shooting};
use grognard_wh40k_5e::fixed::Played;
use grognard_wh40k_5e::{Fifth, Fixed, Setup};

type Data = <Fifth as Ruleset>::Data;

fn files() -> DataFiles {
    DataFiles::embedded(Fifth::embedded())
}

fn patched(off: &[&str]) -> Result<Data, String> {
    let mut all = files();
    let text = format!("base = \"wh40k-5e\"\nname = \"x\"\n[deletes]\nrules = {off:?}\n");
    all.add_patch(Patch::parse("third.toml", &text).expect("it is a patch"));
    Fifth::load(&all).map_err(|error| error.to_string())
}

fn without(groups: &[&str]) -> Setup {
    let off = groups.iter().map(|group| (format!("with-{group}"), false));
    Setup { groups: off.collect(), ..Setup::default() }
}

#[test]
fn every_group_can_be_left_out_and_gives_back_the_base() {
    let data = Arc::new(Fifth::load(&files()).expect("the data is sound"));
    assert!((20..=30).contains(&GROUPS.len()), "about 25 groups");
    for (group, points) in GROUPS {
        let fixed = Fixed::new(&data, &without(&[group])).unwrap_or_else(|why| panic!("{group}: {why}"));
        for point in *points {
            let (_, base, variant) =
                Edition::POINTS.iter().find(|(name, ..)| name == point).expect("a point");
            let has = |id: &str| fixed.set().rules.has_named(id);
            assert!(has(base) && !has(variant), "{group}: {point}");
        }
        let label = data.texts.get(&format!("group.{group}")).to_owned();
        assert!(!label.is_empty() && !label.contains("group."), "{group} has a name");
    }
    let points: Vec<_> = GROUPS.iter().flat_map(|(_, points)| points.iter()).collect();
    for (name, ..) in Edition::POINTS {
        assert!(points.contains(&name), "{name} is in no group");
    }
}

#[test]
fn groups_of_the_set_up_are_played() {
    let data = Arc::new(Fifth::load(&files()).expect("the data is sound"));
    let fixed = Fixed::new(&data, &without(&["saves", "penetration"])).expect("it can be played");
    assert_eq!((fixed.edition.saves, fixed.edition.penetration), (Saves::Best, Penetration::OneDie));
    assert_eq!(fixed.edition.shooting, Shooting::Hits);
    assert_eq!(fixed.set().rules.name(), "variant without penetration, saves");
    let all = Fixed::new(&data, &without(&[])).expect("it can be played");
    assert_eq!(all.set().rules.name(), "variant");
}

#[test]
fn a_set_up_without_sense_is_refused() {
    let data = Arc::new(Fifth::load(&files()).expect("the data is sound"));
    let why = Fixed::new(&data, &without(&["dragons"])).expect_err("there is no such group");
    assert!(why.contains("with-dragons"), "{why}");
    let base = Setup { rules: Played::Base, ..without(&["saves"]) };
    let why = Fixed::new(&data, &base).expect_err("the base has no groups");
    assert!(why.contains("saves"), "{why}");
}

/// One pair of rules that belong together for each line of the table.
#[test]
fn rules_without_their_procedure_are_refused_with_the_reason() {
    let needs = [
        (&["5V-RSA-003"][..], "5V-COV-005 needs 5V-RSA-003"),
        (&["5V-COV-005", "5V-TGT-001", "5V-TGT-006"], "5V-RSA-003 needs 5V-COV-005"),
        (&["5V-WND-001"], "5V-RSA-003 needs 5V-WND-001"),
        (&["5V-CAS-002"], "5V-RSA-003 needs 5V-CAS-002"),
        (&["5V-WCH-022", "5V-WCH-024", "5V-WCH-026"], "5V-RSA-003 needs 5V-WCH-022"),
        (&["5V-WCH-027", "5V-WCH-028"], "5V-RSA-003 needs 5V-WCH-027"),
        (&["5V-RSA-003"], "5V-SAV-005 needs 5V-RSA-003"),
        (&["5V-VEH-003"], "5V-VSH-001 needs 5V-VEH-003"),
        (&["5V-VEH-003"], "5V-SKM-001 needs 5V-VEH-003"),
        (&["5V-SKM-001", "5V-SKM-003", "5V-SKM-004"], "5V-VEH-003 needs 5V-SKM-001"),
    ];
    for (off, reason) in needs {
        let why = patched(off).expect_err(reason);
        assert!(why.contains(reason) && why.contains("third.toml"), "{off:?}: {why}");
    }
    // Half of what replaces a base rule leaves its point unsettled.
    let why = patched(&["5V-SQD-007"]).expect_err("nothing says how squadrons see");
    assert!(why.contains("5B-SQD-003"), "{why}");
}

#[test]
fn a_rule_that_nothing_asks_for_cannot_be_turned_off() {
    let why = patched(&["5V-HIT-001"]).expect_err("it is part of the procedure");
    assert!(why.contains("5V-HIT-001") && why.contains("third.toml"), "{why}");
    let why = patched(&["5V-XXX-001"]).expect_err("there is no such rule");
    assert!(why.contains("5V-XXX-001"), "{why}");
}

#[test]
fn rules_that_stand_alone_can_be_turned_off() {
    for rule in edition::ALONE {
        let data = patched(&[rule]).unwrap_or_else(|why| panic!("{rule}: {why}"));
        assert!(!data.variant.rules.has_named(rule));
    }
}
