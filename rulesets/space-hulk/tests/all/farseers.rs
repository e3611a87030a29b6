//! A Farseer on either side, and on both: his cards stay his own, and games with them end, whoever plays.

use grognard_engine::Viewer;
use grognard_engine::erased::Module;
use grognard_engine::prove::{self, Games};
use grognard_engine::ruleset::{Present, Ruleset};
use grognard_space_hulk::fixed::{Fixed, Setup};
use grognard_space_hulk::state::{MARINE, STEALER, State, View};
use grognard_space_hulk::table::Side;
use grognard_space_hulk::{SpaceHulk, present};
use serde_json::{Value, json};

use crate::boards::{CAP, module};

/// Eldar against Eldar on one board: the mission's own, with a force that is given a Farseer; with forces that have him by
/// an Exarch and by a Warlock; and with one on the other side alone.
fn setups() -> [Value; 3] {
    [
        json!({ "mission": "kin", "secret_command_points": true }),
        json!({ "mission": "kin", "enemy": "squad howling-banshees\nmodel striking-scorpion 2", "mind_war_no_clock": true }),
        json!({ "mission": "masque", "enemy": "squad wraithguard" }),
    ]
}

fn prove(games: u64, property: impl Fn(Games<'_, SpaceHulk>)) {
    let module = module();
    for (number, setup) in setups().into_iter().enumerate() {
        let from = number as u64 * 1_000;
        property(Games::new(&module, setup, from..from + games).asides(&["time-up"]));
    }
}

grognard_engine::properties! { prove:
    games_end: end_without_fault(1),
    every_option_is_taken_and_nothing_else: take_every_option_and_nothing_else(1),
    texts_read_back: read_back_every_text(1),
    saves_resume: resume_from_saves(1),
    views_keep_secrets: keep_secrets(1),
    games_can_be_searched_from_the_middle: can_be_searched(1),
}

#[test]
fn bots_play_to_the_end() {
    let module = module();
    for setup in setups() {
        prove::bots_finish(&module, &setup, 0..4, CAP);
    }
}

fn fixed(module: &Module<SpaceHulk>, setup: &Value) -> Result<Fixed, String> {
    let setup: Setup = serde_json::from_value(setup.clone()).expect("a set-up");
    Fixed::new(module.data(), &setup)
}

/// T-36: he comes with an Exarch or a Warlock among Eldar; else the mission has to give him, and can give him to Eldar only.
#[test]
fn a_farseer_comes_with_a_force_or_with_the_mission() {
    let module = module();
    let watched = |setup: Value| fixed(&module, &setup).map(|fixed| fixed.mission.farseer);
    assert_eq!(watched(json!({ "mission": "kin" })), Ok([true, true]), "as the mission has it");
    let enemy = |lines: &str| watched(json!({ "mission": "masque", "enemy": lines }));
    assert_eq!(enemy("squad dire-avengers"), Ok([false, true]), "with an Exarch");
    assert_eq!(enemy("squad wraithguard"), Ok([false, true]), "with a Warlock");
    assert_eq!(enemy("squad harlequin-troupe"), Ok([false, false]), "Harlequins alone");
    assert_eq!(enemy("outcasts"), Ok([false, false]), "Eldar without either");
    assert_eq!(enemy("squad standard"), Ok([false, false]), "Marines");
    // Whoever brings another force to a mission with a Farseer of the other side has him for Eldar only.
    let other = |lines: &str| watched(json!({ "mission": "kin", "enemy": lines }));
    assert_eq!(other("squad standard"), Ok([true, false]));
    let text = include_str!("../boards/missions/kin.toml");
    let faults = |text: &str| {
        let check = grognard_space_hulk::document::check(module.data(), "mission", text);
        check.faults.into_iter().map(|fault| (fault.path, fault.rule)).collect::<Vec<_>>()
    };
    assert_eq!(faults(text), []);
    let place = || ("stealers.farseer".to_owned(), Some("SH-ELD-002".to_owned()));
    assert_eq!(faults(&text.replace("\"outcasts\"", "\"cannon-squad\"")), [place()], "over Marines");
    assert_eq!(faults(&text.replace("force = \"outcasts\"\n", "")), [place()], "over nobody");
}

/// SH-FSC-001: kept face down: neither the other seat nor a spectator sees it in the view, the scene or a record of it.
#[test]
fn a_kept_card_is_seen_by_its_owner_alone() {
    let module = module();
    let set_up = "
        map
            AAAAAA
        turn marine
        model one dire-avenger 0,0 east
        brood two dire-avenger 5,0 west
        farseer kept guide
        brood-farseer kept doom
        brood-farseer retained
    ";
    let (fixed, state) = SpaceHulk::scenario(module.data(), set_up).expect("two Farseers");
    let cards = |viewer: Viewer| {
        let view = View::of(&fixed, &state, viewer);
        let scene = present::scene::scene(&fixed, &view);
        let named = |piece: &grognard_engine::client::Piece| {
            piece.id.starts_with("farseer-").then(|| piece.id.clone())
        };
        let counts: Vec<_> = scene
            .trays
            .iter()
            .filter(|tray| tray.id.starts_with("farseer-"))
            .map(|tray| tray.count)
            .collect();
        assert_eq!(counts, [1, 2], "everybody sees how many there are");
        scene.pieces.iter().filter_map(named).collect::<Vec<_>>()
    };
    let open = "farseer-stealer-crystal-seer".to_owned();
    assert_eq!(cards(Viewer::Seat(MARINE)), ["farseer-marine-guide".to_owned(), open.clone()]);
    assert_eq!(cards(Viewer::Seat(STEALER)), ["farseer-stealer-doom".to_owned(), open.clone()]);
    assert_eq!(cards(Viewer::Spectator), [open]);
    let hand = |viewer: Viewer| SpaceHulk::view(&fixed, &state, viewer).visions.map(|visions| visions.kept);
    assert_ne!(hand(Viewer::Seat(MARINE)), hand(Viewer::Seat(STEALER)));
    assert_eq!(hand(Viewer::Spectator), None);
    assert_eq!(state.table.farseer_of(Side::Stealer).map(|farseer| farseer.retained), Some(true));
}

/// What was kept before the other side could have a Farseer is read as the Marine side's, and written in the same way.
#[test]
fn a_single_farseer_is_kept_as_he_always_was() {
    let module = module();
    let kept = |farseers: &str| {
        let set_up = format!("map\n    AAAAAA\nturn farseer\nmodel one dire-avenger 0,0 east\n{farseers}");
        let (_, state) = SpaceHulk::scenario(module.data(), &set_up).expect("a Farseer");
        serde_json::to_value(&state).expect("plain data")
    };
    let alone = kept("farseer kept doom\n");
    assert_eq!(alone["table"]["flow"], json!({ "Farseer": { "draws": true } }));
    assert_eq!(alone["table"]["farseer"]["kept"], json!(true));
    assert_eq!(alone["hidden"]["visions"]["kept"], json!("doom"));
    let second = kept("brood two dire-avenger 5,0 east\nbrood-farseer kept guide\n");
    assert_eq!(second["table"]["farseer"][0], Value::Null);
    assert_eq!(second["hidden"]["visions"][1]["kept"], json!("guide"));
    for value in [alone, second] {
        let state: State = serde_json::from_value(value.clone()).expect("a state");
        assert_eq!(serde_json::to_value(&state).expect("plain data"), value);
    }
}

/// SH-FSC-012: the points of the other side's squad are shown to everybody while it has some, even where points are secret.
#[test]
fn bonus_points_of_the_other_side_are_shown() {
    let module = module();
    let set_up = "
        option secret_command_points
        map
            AAAAAA
        turn stealer
        model one marine 0,0 east
        brood two dire-avenger 5,0 west squad 1
        brood-farseer
    ";
    let (fixed, mut state) = SpaceHulk::scenario(module.data(), set_up).expect("a Farseer");
    let shown = |state: &State, viewer: Viewer| {
        let scene = present::scene::scene(&fixed, &View::of(&fixed, state, viewer));
        let mut tracks = scene.tracks.into_iter().filter(|track| track.id == "bonus-points");
        tracks.next().and_then(|track| track.number)
    };
    assert_eq!(shown(&state, Viewer::Seat(STEALER)), None, "nothing was played");
    state.table.farseer_of_mut(Side::Stealer).expect("a Farseer").blessed.push((1, 4));
    state.hidden.brood_cp = 4;
    for viewer in [Viewer::Seat(MARINE), Viewer::Seat(STEALER), Viewer::Spectator] {
        assert_eq!(shown(&state, viewer), Some(4), "{viewer:?}");
    }
}
