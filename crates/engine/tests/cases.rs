//! What the case runner says when a case is wrong, on the example system.

use grognard_engine::case::CaseReport;
use grognard_engine::erased::{Module, System};
use grognard_example::Example;

const HEAD: &str = "case A trial\nsystem example\nsetup\n    begin drone red-1\n";

fn run(text: &str) -> CaseReport {
    Module::<Example>::embedded().expect("the embedded data is sound").run_case("trial", text)
}

/// The only failure of a case.
fn failure(rest: &str) -> String {
    let report = run(&format!("{HEAD}{rest}"));
    assert_eq!(report.failures.len(), 1, "{:?}", report.failures);
    assert!(report.proved.is_empty(), "a case that fails proves nothing: {:?}", report.proved);
    report.failures[0].clone()
}

#[test]
fn a_good_case_passes_and_proves_what_it_names() {
    let report = run(&format!("{HEAD}red: move red-1 a:0,1\n    refused EX-MOV-003\nred: stay red-1\n"));
    assert!(report.passed(), "{:?}", report.failures);
    assert_eq!(report.title, "A trial");
    assert!(report.proved.iter().eq(["EX-MOV-003"]));
}

#[test]
fn the_form_of_a_case_is_checked() {
    assert!(run("system example\n").failures[0].contains("begins with `case`"));
    assert!(run("case X\nsystem chess\n").failures[0].contains("`chess`, not `example`"));
    assert!(failure("dice 6 ?\n").contains("line 5: `?` is not the face of a die"));
    assert!(failure("red stays\n").contains("line 5: `red stays` is not a step"));
    assert!(failure("pink: stay red-1\n").contains("no seat `pink`; there are red, green, blue"));
    let setup = run("case X\nsystem example\nsetup\n    drone red-9 a:0,0\n");
    assert!(setup.failures[0].contains("`drone red-9 a:0,0`: there is no drone `red-9`"), "{setup:?}");
}

#[test]
fn a_step_that_is_not_taken_tells_why_and_what_the_game_waits_for() {
    let text = failure("red: move red-1 a:4,4\n");
    assert!(
        text.starts_with("line 5: `move red-1 a:4,4` was not taken: a:4,4 is not one step away"),
        "{text}"
    );
    assert!(text.contains("(EX-MOV-002)") && text.contains("red is asked `path`"), "{text}");
    let text = failure("blue: stay blue-1\n");
    assert!(text.contains("blue has nothing to decide; the game waits for red"), "{text}");
    let text = failure("red: stay red-1\n    refused\n");
    assert!(text.contains("was taken, but should have been refused"), "{text}");
}

#[test]
fn an_expectation_that_is_not_met_shows_what_there_was() {
    let text = failure("red: stay red-1\n    event moved\n");
    assert!(text.starts_with("line 6: expected `event moved`, but there was no such event"), "{text}");
    let text = failure("red: move red-1 a:0,2\n    refused EX-MOV-003\n");
    assert!(text.contains("not one step away. (EX-MOV-002)"), "{text}");
    let text = failure("red: stay red-1\n    state red-1.hull = 2\n");
    assert!(text.ends_with("but it is 3"), "{text}");
    let text = failure("red: stay red-1\n    state red-1.name = 2\n");
    assert!(text.contains("nothing named `red-1.name`"), "{text}");
    let text = failure("red: stay red-1\n    asks blue path\n");
    assert!(text.contains("red is asked `path`"), "{text}");
    let text = failure("red: stay red-1\n    asks red path EX-MOV-002\n");
    assert!(text.contains("the question carries EX-MOV-001"), "{text}");
    let text = failure("red: stay red-1\n    over red\n");
    assert!(text.contains("the game goes on"), "{text}");
    let text = failure("red: stay red-1\n    rejoice\n");
    assert!(text.contains("not something that can be expected"), "{text}");
    let text = failure("red: stay red-1\n    no event round EX-XXX-001\n");
    assert!(text.contains("`EX-XXX-001` is not in the catalogue"), "{text}");
}

#[test]
fn what_carries_no_rule_proves_none() {
    for line in ["no event moved", "no roll", "not offered attack red-1", "state red-1.hull = 3"] {
        let report = run(&format!("{HEAD}red: stay red-1\n    {line}\n"));
        assert!(report.passed(), "{:?}", report.failures);
        let text = failure(&format!("red: stay red-1\n    {line} EX-MOV-003\n"));
        assert!(text.starts_with("line 6: nothing in") && text.contains("carries EX-MOV-003"), "{text}");
    }
}

#[test]
fn what_does_not_exist_cannot_be_denied() {
    let text = failure("red: stay red-1\n    not offered rest\n");
    assert!(text.contains("it is no answer to anything"), "{text}");
    let text = failure("red: rest\n    refused\n");
    assert!(text.contains("refused only because it is no answer"), "{text}");
}

#[test]
fn an_expectation_can_name_rules_that_have_no_part_in_it() {
    let step = |line: &str| format!("red: move red-1 a:0,1\n    {line}\nred: stay red-1\n");
    let report = run(&format!("{HEAD}{}", step("refused EX-MOV-003 without EX-MOV-002")));
    assert!(report.passed(), "{:?}", report.failures);
    assert!(report.proved.iter().eq(["EX-MOV-003"]), "only what was carried is proved: {:?}", report.proved);
    assert!(failure(&step("refused without EX-MOV-003")).ends_with("but it carries EX-MOV-003"));
    let text = failure("red: stay red-1\n    no event moved without EX-MOV-003\n");
    assert!(text.contains("nothing in") && text.contains("carries EX-MOV-003"), "{text}");
}

#[test]
fn odds_that_do_not_exist_are_told() {
    let text = failure("red: stay red-1\n    odds stay red-1 needs 4\n");
    assert!(
        text.contains("expected `odds stay red-1 needs 4`, but Odds are known for the attacks"),
        "{text}"
    );
}

#[test]
fn missing_and_unused_dice_fail() {
    let fight = "case Dice\nsystem example\nsetup\n    drone red-1 a:2,2\n    drone blue-1 a:3,2\n    begin drone red-1\n\
                 dice DICE\nred: stay red-1\nred: attack blue-1\nred: play nothing\nblue: play nothing\n";
    let dice = |dice: &str| run(&fight.replace("DICE", dice)).failures;
    assert_eq!(dice("1"), Vec::<String>::new());
    assert!(dice("")[0].contains("no die is left in the script for roll.hit"), "{:?}", dice(""));
    assert!(dice("9")[0].contains("8 sides"), "{:?}", dice("9"));
    assert_eq!(dice("1 1 1"), ["2 scripted dice were not rolled"]);
}

#[test]
fn all_failures_of_a_case_are_told() {
    let report = run(&format!("{HEAD}red: stay red-1\n    event moved\n    state round = 7\n"));
    assert_eq!(report.failures.len(), 2, "{:?}", report.failures);
}
