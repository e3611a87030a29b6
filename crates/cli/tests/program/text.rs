//! `grognard text`

use crate::{arg, folder, grognard, typing};

const GAME: [&str; 5] = ["text", "--system", "example", "--seed", "3"];
/// Red plays at the keyboard, the others are computers.
const ALONE: [&str; 4] = ["--bot", "green=random", "--bot", "blue=random"];

/// Red plays against computers and types this.
fn alone(input: &str) -> String {
    typing(&[&GAME[..], &ALONE].concat(), input).ok()
}

#[test]
fn board_prompt_and_numbered_options_in_words() {
    let told = alone("quit\n");
    for part in [
        "-- Upper deck --",
        "Key: ",
        "red-1, 3 of 3 Hull, at a:0,0",
        "Red gives its secret order for the round. [EX-ORD-001]",
        "1. Advance (order advance)",
    ] {
        assert!(told.contains(part), "{part} is missing in\n{told}");
    }
    assert!(!told.contains('\u{1b}'), "no colours, no cursor movements");
}

#[test]
fn answers_by_number_and_by_words() {
    let first = alone("1\nquit\n");
    assert_eq!(first.replace("> 1\n", "> Order   advance\n"), alone("Order   advance\nquit\n"));
    assert!(first.contains("Red orders: Advance"), "{first}");
}

#[test]
fn a_whole_game_ends_and_says_why() {
    let told = alone(&"1\n".repeat(300));
    let end = told.lines().last().unwrap();
    assert!(end.starts_with("The game is over, ") && end.ends_with(']'), "{end}");
}

#[test]
fn refusals_say_why_with_the_rule() {
    let told = alone("why bury surge\nmove red-1 a:9,9\n77\n\nhold\nquit\n");
    assert!(told.contains("Not taken."), "{told}");
    assert!(told.contains("There is no option 77"), "{told}");
    assert!(told.contains("Type a number, an answer, or help."), "{told}");
    assert!(alone("why 1\nquit\n").contains("It is allowed."));
}

#[test]
fn help_is_spoken_of_and_a_hint_names_an_answer_that_is_taken() {
    let told = alone("hint\nquit\n");
    assert!(told.starts_with("Type the number of an option") && told.contains("`help`"), "{told}");
    let line = told.lines().find(|line| line.starts_with("The computer would answer ")).unwrap();
    let (_, answer) = line.trim_end_matches(')').rsplit_once('(').unwrap();
    assert!(alone(&format!("{answer}\nquit\n")).contains("Red orders: "), "{line}");
}

#[test]
fn commands_answer_without_moving_the_game() {
    let told = alone("help\nlog\nboard\npieces\noptions\nrule EX-MOV-005\ncard red-1\nstops\nrule\nquit\n");
    for part in ["undo             take back", "Hatches", "Steps: 2", "hold: ", "This is typed as: rule ID"] {
        assert!(told.contains(part), "{part} is missing in\n{told}");
    }
    assert_eq!(told.matches("Red gives its secret order").count(), 2, "the question and `options`");
}

#[test]
fn undo_is_free_against_computers_and_asks_people() {
    assert!(alone("1\nundo\nquit\n").contains("Taken back: order advance"));
    assert!(alone("undo\nquit\n").contains("there is nothing to take back"));
    let together = typing(&GAME, "1\n1\n1\nundo\nundo yes\nquit\n").ok();
    assert!(together.contains("needs the consent of the other side"), "{together}");
    assert!(together.contains("Taken back: order advance"), "{together}");
}

#[test]
fn saved_and_gone_on_with() {
    let file = folder("text-save").join("save.json");
    let saving = format!("1\nsave {}\nquit\n", file.display());
    assert!(alone(&saving).contains("Written to"));
    let load = ["text", "--load", arg(&file), "--board", "asked"];
    let again = typing(&[&load[..], &ALONE].concat(), "log\nquit\n").ok();
    assert!(again.contains("Red orders: Advance") && again.contains("Red moves red-1"), "{again}");
    assert!(grognard(&["replay", "verify", arg(&file)]).ok().contains("not over"));
    let wrong = folder("text-save").join("wrong.json");
    std::fs::write(&wrong, "{\"schema\": 1}").unwrap();
    let refused = typing(&["text", "--load", arg(&wrong)], "").fails(3);
    assert!(refused.contains("wrong.json: this is no save"), "{refused}");
}

#[test]
fn a_file_that_cannot_be_written_does_not_end_the_game() {
    let told = alone("save /no/such/folder/x.json\noptions\nquit\n");
    assert!(told.contains("/no/such/folder/x.json: cannot be written"), "{told}");
}

#[test]
fn the_end_of_the_input_leaves_the_game() {
    assert!(alone("").contains("The input has ended; the game is not over."));
}

#[test]
fn resigning() {
    let told = alone("resign\n1\n1\n");
    let end = told.lines().last().unwrap();
    assert!(end.starts_with("The game is over, ") && !end.contains("Red"), "{told}");
}

#[test]
fn dice_follow_the_seed_and_differ_without() {
    let play = |seed: &str| {
        let bots = ["--bot", "red=random", "--bot", "green=random", "--bot", "blue=random"];
        typing(&[&["text", "--system", "example", "--seed", seed][..], &bots].concat(), "").ok()
    };
    assert_eq!(play("8"), play("8"));
    assert_ne!(play("8"), play("9"));
}

#[test]
fn seats_and_bots_are_checked() {
    let with = |bot: &str| typing(&[&GAME[..], &["--bot", bot]].concat(), "").fails(2);
    assert!(with("red").contains("SEAT=BOT"));
    assert!(with("pink=random").contains("there are: red, green, blue"));
    assert!(with("red=deep").contains("there is no bot `deep` for example; there are: random"));
    let set = typing(&[&GAME[..], &["--set", "luck=9"]].concat(), "").fails(2);
    assert!(set.contains("nothing named `luck` to set; there are: mission"), "{set}");
}

#[test]
fn bids_lead_to_the_game_that_was_bid_for() {
    let bids =
        ["text", "--system", "space-hulk", "--mission", "cold-relay", "--set", "bidding=yes", "--seed", "3"];
    let told =
        typing(&[&bids[..], &["--bot", "stealer=scripted"]].concat(), "bid 0\nbid 6\nno-such-file\n\nquit\n")
            .ok();
    for part in [
        "[SH-FOR-005]",
        "With less than",
        "First bidder plays the Marines with 6 points.",
        "Muster with 6 points.",
        "no-such-file: cannot be read",
        "The force is worth",
    ] {
        assert!(told.contains(part), "{part} is missing in\n{told}");
    }
    assert!(!told.contains("won by"), "bids only settle who plays what: {told}");
}

#[test]
fn where_a_force_is_asked_for_one_can_ask_back_and_leave() {
    let file = folder("text-bids").join("bids.jsonl");
    let bids = ["text", "--mission", "cold-relay", "--set", "bidding=yes", "--seed", "3"];
    let more = ["--bot", "stealer=scripted", "--record", arg(&file)];
    let told = typing(&[&bids[..], &more].concat(), "bid 6\nhelp\nshow\nquit\n").ok();
    assert!(!told.contains("cannot be read"), "{told}");
    assert!(told.contains("take what is in this file"), "{told}");
    assert_eq!(told.matches("id = \"for-the-bid\"").count(), 2, "suggested, and shown again: {told}");
    assert!(!told.contains("The force is worth"), "the game has not begun: {told}");
    let verified = grognard(&["replay", "verify", arg(&file)]).ok();
    assert!(verified.contains("over: First bidder plays the Marines with 6 points"), "{verified}");
    let ended = typing(&[&bids[..], &more].concat(), "bid 6\n").ok();
    assert!(ended.contains("The input has ended; the game has not begun."), "{ended}");
}

#[test]
fn an_unknown_word_is_told_the_nearest_forms_and_where_the_rest_is() {
    let hulk = ["text", "--seed", "1", "--bot", "stealer=scripted", "--board", "asked"];
    let told = typing(&hulk, "sing\npalce 3,5\nquit\n").ok();
    let after = |typed: &str| {
        let at = told.find(&format!("> {typed}\n")).expect("it was typed");
        told[at..].lines().nth(1).expect("it was answered").to_owned()
    };
    assert_eq!(after("sing"), "Not taken. `sing` is not an answer");
    assert_eq!(after("palce 3,5"), "Not taken. `palce 3,5` is not an answer; near it: `place X,Y`");
    assert!(told.contains("`options` lists the answers to this question, `help`"), "{told}");
    let nine = ["text", "--system", "wh40k-9e", "--seed", "1", "--bot", "blue=scripted", "--board", "asked"];
    let told = typing(&nine, "makrer 3,5\nmarker 1\",1\"\nquit\n").ok();
    assert!(told.contains("near it: `marker X,Y`"), "{told}");
    assert!(told.contains("The marker's rim would be 0.21\" from the edge"), "{told}");
    assert!(told.contains("more than 6\" away"), "{told}");
}
