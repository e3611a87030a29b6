//! `grognard sim`

use serde_json::Value;

use crate::grognard;

const SIM: [&str; 5] = ["sim", "--system", "example", "--seed", "5"];

fn sim(args: &[&str]) -> crate::Ran {
    grognard(&[&SIM, args].concat())
}

#[test]
fn counts_add_up() {
    let result = sim(&["--games", "60", "--json", "--mission", "narrow-spine"]).json();
    assert_eq!(result["games"], 60);
    assert_eq!(result["unfinished"], 0);
    assert_eq!(result["setup"]["mission"], "narrow-spine");
    let wins: u64 = result["wins"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
    assert!(wins + result["draws"].as_u64().unwrap() >= 60, "every game has a winner or is a draw: {result}");
    let turns: u64 = result["turns"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(turns, 60);
    for seat in ["red", "green", "blue"] {
        let [low, high] = [0, 1].map(|i| result["intervals"][seat][i].as_f64().unwrap());
        let rate = result["wins"][seat].as_f64().unwrap() / 60.0;
        assert!(low <= rate && rate <= high, "{result}");
    }
    for field in ["decisions", "seconds", "games_per_second"] {
        assert!(result[field].as_f64().unwrap() > 0.0, "{field}");
    }
}

/// All but times and threads.
fn outcome(mut result: Value) -> Value {
    let fields = result.as_object_mut().expect("a result has fields");
    for field in ["seconds", "games_per_second", "decisions_per_second", "jobs"] {
        assert!(fields.remove(field).is_some());
    }
    result
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let run = |jobs: &str| outcome(sim(&["--games", "90", "--json", "--jobs", jobs]).json());
    let one = run("1");
    assert_eq!(one, run("2"));
    assert_eq!(one, run("5"));
}

#[test]
fn games_can_be_played_in_parts() {
    let decisions = |first: &str, games: &str| {
        sim(&["--json", "--first", first, "--games", games]).json()["decisions"].as_u64().unwrap()
    };
    assert_eq!(decisions("0", "20"), decisions("0", "7") + decisions("7", "13"));
}

#[test]
fn a_game_without_end_is_a_failure_with_its_number() {
    let capped = sim(&["--games", "3", "--cap", "10", "--json"]);
    let result: Value = serde_json::from_str(&capped.out).unwrap();
    assert_eq!((&result["unfinished"], &result["draws"]), (&3.into(), &0.into()));
    assert_eq!(result["failures"][2]["index"], 2);
    let message = capped.fails(1);
    assert!(message.contains("3 of 3 games did not end; game 0 (seed "), "{message}");
}

#[test]
fn bots_are_checked() {
    let unknown = sim(&["--bots", "random,deep,random"]).fails(2);
    assert!(unknown.contains("there is no bot `deep` for example; there are: random"), "{unknown}");
    let few = sim(&["--bots", "random,random"]).fails(2);
    assert!(few.contains("3 seats (red, green, blue), but 2 bots"), "{few}");
}

#[test]
fn choices_of_the_set_up_are_listed_without_a_hole() {
    let force = grognard(&["sim", "--set", "force=nope"]).fails(2);
    assert!(force.contains("no force `nope`; there are: ") && !force.contains(": ,"), "{force}");
    assert!(force.contains("; with nothing after `force=`: "), "{force}");
    let bid = grognard(&["sim", "--set", "bid=0.1"]).fails(2);
    assert!(bid.contains("The force costs ") && bid.contains("more than the bid of 0.1"), "{bid}");
}

#[test]
fn a_table_for_people() {
    let table = sim(&["--games", "10"]).ok();
    assert!(table.contains("10 games of example, mission=twin-decks") && table.contains("95 %"), "{table}");
}

const COMPARE: [&str; 9] =
    ["sim", "--system", "wh40k-5e", "--games", "3", "--seed", "5", "--bots", "random,random"];

fn compared(sets: &str, more: &[&str]) -> crate::Ran {
    grognard(&[&COMPARE[..], &["--compare", sets], more].concat())
}

#[test]
fn two_sets_are_compared_with_the_same_dice() {
    let found = compared("base,variant", &["--json"]).json();
    assert_eq!(found["sets"], serde_json::json!(["base", "variant"]));
    assert_eq!((found["games"].as_u64(), found["compared"].as_u64()), (Some(3), Some(3)));
    let rows = found["rows"].as_array().unwrap();
    let figures: Vec<_> = rows.iter().map(|row| row["what"].as_str().unwrap()).collect();
    assert_eq!(figures, ["wins", "wins", "draws", "turns", "losses", "losses"]);
    assert!(found["alike"].as_u64().unwrap() < 3, "the books differ: {found}");
}

#[test]
fn a_rule_without_effect_shows_no_difference() {
    // Nobody of the first evening drives a squadron.
    let found = compared("variant,variant-5V-SQD-009", &["--json"]).json();
    assert_eq!(found["alike"], found["games"], "{found}");
    for row in found["rows"].as_array().unwrap() {
        assert_eq!(row["difference"].as_f64(), Some(0.0), "{row}");
    }
    let text = compared("variant,variant-5V-SQD-009", &[]).ok();
    assert!(text.contains("No difference"), "{text}");
}

#[test]
fn sets_that_cannot_be_compared_are_refused() {
    let ran = compared("variant,third", &[]);
    assert!(ran.err.contains("there are: variant, base"), "{}", ran.err);
    let ran = compared("variant,variant-5V-MOV-009", &[]);
    assert!(ran.err.contains("5B-MOV-009"), "{}", ran.err);
    let ran = compared("variant", &[]);
    assert!(ran.err.contains("two sets"), "{}", ran.err);
}

#[test]
fn each_level_is_played_against_the_one_below() {
    let args = ["sim", "--levels", "--system", "space-hulk", "--mission", "boarding-lock", "--games", "2"];
    let rungs: Value =
        serde_json::from_str(&grognard(&[&args[..], &["--json", "--cap", "3"]].concat()).out).unwrap();
    let pairs: Vec<(&Value, &Value)> =
        rungs.as_array().unwrap().iter().map(|rung| (&rung["upper"], &rung["lower"])).collect();
    let wanted = [("scripted", "recruit"), ("grognard", "scripted")];
    assert_eq!(format!("{pairs:?}"), format!("{:?}", wanted.map(|(a, b)| (Value::from(a), Value::from(b)))));
    let told = grognard(&[&args[..], &["--cap", "3"]].concat()).fails(1);
    assert!(told.contains("less than 65 % against the level below: space-hulk scripted (0.0 %)"), "{told}");
    let none = grognard(&["sim", "--levels", "--system", "example"]).fails(2);
    assert!(none.contains("the computer players of example do not come in levels"), "{none}");
}
