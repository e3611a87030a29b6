//! `grognard odds`

use crate::grognard;

#[test]
fn two_dice_that_need_a_six() {
    let table = grognard(&["odds", "hit", "--dice", "2", "--need", "6"]).ok();
    let line = table.lines().find(|line| line.contains("at least 1 hit")).unwrap();
    assert!(
        line.contains("11/36") && line.contains("30.56 %") && line.ends_with("###############"),
        "{line}"
    );
    assert!(table.contains("doubles"), "{table}");
    let json = grognard(&["odds", "hit", "--need", "6", "--json"]).json();
    assert_eq!(json["further"][0]["exact"], "11/36");
    assert_eq!(json["further"][0]["basis_points"], 3056);
}

#[test]
fn three_dice_against_one() {
    let odds = ["odds", "assault", "--attacker", "3+0", "--defender", "1+1", "--json"];
    let json = grognard(&odds).json();
    let outcomes = json["outcomes"].as_array().unwrap();
    assert_eq!(outcomes[0]["label"], "attacker wins");
    let sum: u64 = outcomes.iter().map(|outcome| outcome["basis_points"].as_u64().unwrap()).sum();
    assert!((9_999..=10_001).contains(&sum), "{json}");
    let parried =
        grognard(&[&odds[..], &["--defender-parries", "1", "--parry", "not-winning"]].concat()).json();
    assert!(
        parried["outcomes"][2]["basis_points"].as_u64() > outcomes[2]["basis_points"].as_u64(),
        "a parry helps: {parried}"
    );
}

#[test]
fn a_charge_has_to_reach_the_farthest_target() {
    let charge = ["odds", "charge", "--distance", "7.9", "--distance", "4", "--json"];
    let json = grognard(&charge).json();
    assert_eq!(json["outcomes"][0]["exact"], "7/12");
    assert_eq!(json["further"][1]["exact"], "35/36", "4 inches by themselves");
    let again = grognard(&[&charge[..], &["--reroll"]].concat()).json();
    assert_eq!(again["outcomes"][0]["exact"], "119/144");
    let table = grognard(&["odds", "charge", "--distance", "12", "--bonus", "1"]).ok();
    assert!(table.starts_with("2d6+1 for 12\": the dice need 10"), "{table}");
    let wrong = grognard(&["odds", "charge", "--distance", "far"]).fails(2);
    assert!(wrong.contains("7, 7.9 or 11.25"), "{wrong}");
}

#[test]
fn wrong_dice_are_told_what_would_be_right() {
    let wrong = grognard(&["odds", "assault", "--attacker", "three", "--defender", "1"]).fails(2);
    assert!(wrong.contains("--attacker three") && wrong.contains("3+0, 1+2 or 1-2"), "{wrong}");
}

#[test]
fn faces_a_die_does_not_have_are_refused_with_those_it_has() {
    for need in ["9", "7"] {
        let wrong = grognard(&["odds", "hit", "--need", need]).fails(2);
        assert!(wrong.contains("a die with 6 faces") && wrong.contains("1 to 6"), "{wrong}");
    }
    for need in ["0", "-1", "x"] {
        let wrong = grognard(&["odds", "hit", "--need", need]).fails(2);
        assert!(wrong.contains("a whole number from 1 to 100"), "{wrong}");
    }
    assert_eq!(grognard(&["odds", "hit", "--need", "9", "--sides", "10"]).code, 0);
}

#[test]
fn what_is_no_number_is_told_the_range_everywhere() {
    let range = |args: &[&str], range: &str| {
        let wrong = grognard(args).fails(2);
        assert!(wrong.contains(range) && !wrong.contains("digit"), "{wrong}");
    };
    range(&["odds", "attack", "--attacks", "1", "--wound", "x"], "from 2 to 7");
    range(&["odds", "hit", "--need", "6", "--dice", "many"], "from 1 to 16");
    range(&["sim", "--games", "x"], "from 1 to 9007199254740991");
    range(&["sim", "--cap", "0"], "from 1 to 9007199254740991");
    range(&["sim", "--jobs", "0"], "from 1 to 65535");
    range(&["play", "--port", "70000"], "from 0 to 65535");
    range(&["serve", "--listen", "4000"], "such as 127.0.0.1:4000");
    range(&["mission", "generate", "--seed", "x"], "from 0 to 18446744073709551615");
}

#[test]
fn twenty_attacks_at_two_wound_models() {
    let attack = ["odds", "attack", "--attacks", "20", "--hit", "3", "--wound", "4", "--save", "5"];
    let target = ["--damage", "D3", "--wounds", "2", "--models", "20"];
    let table = grognard(&[&attack[..], &target[..]].concat()).ok();
    assert!(table.contains("on average 3.271 models"), "{table}");
    assert!(table.lines().any(|line| line.trim_start().starts_with("3 ") && line.ends_with('#')), "{table}");
    let json = grognard(&[&attack[..], &target[..], &["--json"]].concat()).json();
    assert!((json["mean_models"]["value"].as_f64().unwrap() - 3.270_888_754_639).abs() < 1e-12, "{json}");
    assert_eq!(json["outcomes"][0]["at_least"]["exact"], "1");
    assert_eq!(json["outcomes"].as_array().unwrap().len(), 21);
}

#[test]
fn the_widest_attack_still_has_exact_odds() {
    let wide = [
        "odds",
        "attack",
        "--weapons",
        "40",
        "--attacks",
        "D6",
        "--hit",
        "3",
        "--reroll-hits",
        "failed",
        "--wound",
        "5",
        "--reroll-wounds",
        "ones",
        "--save",
        "3",
        "--ap",
        "-2",
        "--invulnerable",
        "5",
        "--ignore",
        "5",
        "--damage",
        "2D6",
        "--mortal-on-six",
        "3",
        "--wounds",
        "7",
        "--models",
        "30",
        "--json",
    ];
    let json = grognard(&wide).json();
    let sum: u64 = json["outcomes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["exactly"]["basis_points"].as_u64().unwrap())
        .sum();
    assert!((9_985..=10_015).contains(&sum), "{json}");
    let wrong = grognard(&["odds", "attack", "--attacks", "D7", "--wound", "4"]).fails(2);
    assert!(wrong.contains("--attacks D7") && wrong.contains("3, D6, 2D6 or D3+1"), "{wrong}");
}
