//! A squad walks by the rules: difficult ground, obstacles and coherency.

use std::sync::Arc;

use grognard_engine::data::DataFiles;
use grognard_engine::ruleset::{Present, Ruleset};
use grognard_wh40k_2e::choice::{Gait, MoveShape, Shape, parse};
use grognard_wh40k_2e::ids::UnitId;
use grognard_wh40k_2e::{Second, legal, scenario};

/// The rules that a walk of five Marines breaks, in order. They stand in a column from (10, 10) upwards, 1.5" from middle to
/// middle.
fn broken_by(pieces: &str, walk: &str) -> Vec<String> {
    let data = Second::load(&DataFiles::embedded(Second::embedded())).expect("the embedded data is sound");
    let setup = format!(
        "red space-marines tactical-squad marine=5\nblue orks goff-boyz boy=1\nat red-1 10\",10\"\nat blue-1 40\",10\"\n\
         begin movement\n{pieces}"
    );
    let (fixed, state) = scenario::scenario(&Arc::new(data), &setup).expect("the set-up is right");
    let shape = Shape::Paths(MoveShape::new(UnitId(0), Gait::Walk));
    let choice = parse(&fixed, &format!("move red-1 {walk}")).expect("it can be read");
    legal::check(&fixed, &state, &shape, &choice)
        .iter()
        .map(|violation| violation.rule.as_str().to_owned())
        .collect()
}

fn all(x: &str) -> String {
    let y = ["10", "11.5", "13", "14.5", "16"];
    (1..=5).map(|n| format!("red-1.{n}={x}\",{}\"", y[n - 1])).collect::<Vec<_>>().join(" ")
}

#[test]
fn four_inches_in_the_open() {
    assert!(broken_by("", &all("14")).is_empty());
    assert_eq!(broken_by("", &all("14.01")), vec!["2E-MOV-005"; 5]);
}

#[test]
fn half_in_a_marsh() {
    // The marsh begins at x = 12 before the third Marine, a little further on before the others.
    let marsh = "piece marsh 14.5\",13\" turn 90";
    assert!(broken_by(marsh, &all("13")).is_empty(), "two inches and one that counts as two");
    assert_eq!(broken_by(marsh, &all("13.01")), ["2E-MOV-011"]);
}

#[test]
fn a_low_wall_costs_nothing_and_a_high_one_half() {
    let low = "piece wall 12\",13\" turn 90";
    let high = "piece high-wall 12\",13\" turn 90";
    assert!(broken_by(low, &all("13.9")).is_empty());
    assert!(
        broken_by(low, &all("13.9").replace("13.9", "12")).contains(&"2E-MOV-017".to_owned()),
        "not on the wall"
    );
    assert_eq!(broken_by(high, &all("13.9")), vec!["2E-MOV-016"; 5]);
}

#[test]
fn links_of_two_inches() {
    // 25 mm bases: middles up to 2" and a base apart.
    assert!(broken_by("", "red-1.5=10\",17.4\"").is_empty());
    assert_eq!(broken_by("", "red-1.5=10\",17.6\""), ["2E-SQD-002"]);
}

#[test]
fn an_inch_from_the_enemy() {
    assert!(broken_by("at blue-1 15.9\",13\"", &all("13.9")).is_empty());
    assert_eq!(broken_by("at blue-1 15.7\",13\"", &all("13.9")), ["2E-MOV-009"]);
}
