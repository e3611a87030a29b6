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
fn wrong_dice_are_told_what_would_be_right() {
    let wrong = grognard(&["odds", "assault", "--attacker", "three", "--defender", "1"]).fails(2);
    assert!(wrong.contains("--attacker three") && wrong.contains("3+0, 1+2 or 1-2"), "{wrong}");
}
