//! Whole games over real connections.

use crate::support::{self, Client, create, get, memory, new_game, on_disk, post, request, view_as};
use grognard_engine::client::Ask;
use grognard_engine::record::{Line, Origin, Record};
use grognard_server::protocol::{GameState, ServerMessage};
use grognard_server::{Started, StorePlace, start};
use serde_json::json;

fn options(state: &GameState) -> Vec<String> {
    match &state.prompt.as_ref().unwrap().ask {
        Ask::Options { options, .. } => options.iter().map(|option| option.text.clone()).collect(),
        _ => vec![],
    }
}

fn track(state: &GameState, id: &str) -> i32 {
    state.scene.tracks.iter().find(|track| track.id == id).unwrap().number.unwrap()
}

/// Answers for whoever is asked until the game is over; always the first option.
async fn play_on(client: &mut Client, seats: &[&str]) -> GameState {
    loop {
        let state = client.until(|s| s.over.is_some() || !s.bot.deciding).await;
        if state.over.is_some() {
            return state;
        }
        let seat = state.prompt.as_ref().unwrap().seats[0].clone();
        assert!(seats.contains(&seat.as_str()), "{seat} is asked");
        let first = options(&state)[0].clone();
        client.answer(&seat, &first).await;
    }
}

#[tokio::test]
async fn hot_seat_from_the_first_stone_to_the_last_pebble() {
    let server = memory().await;
    let id = create(server.address(), &new_game("human", "human")).await;
    let mut client = Client::join(server.address(), &id, "public").await;
    let state = client.state.clone().unwrap();
    assert_eq!((state.title.as_str(), state.system.as_str()), ("Pebbles: A small heap", "pebbles"));
    // Both hide a stone in secret: the public screen lists nothing.
    let prompt = state.prompt.unwrap();
    assert!(prompt.secret && prompt.ask == Ask::Wait, "{prompt:?}");

    client.send(&json!({"type": "view", "view": view_as("north")})).await;
    assert_eq!(options(&client.new_state().await), ["hide 1", "hide 2", "hide 3"]);
    let state = client.answer("north", "hide 2").await;
    assert_eq!(options(&state), Vec::<String>::new());
    client.send(&json!({"type": "view", "view": view_as("south")})).await;
    client.new_state().await;
    let state = client.answer("south", "hide 3").await;
    assert_eq!(state.scene.pieces[0].text.as_deref(), Some("3"));
    assert!(state.log.iter().all(|entry| !entry.sentence.contains("hide 2")));

    client.send(&json!({"type": "view", "view": view_as("public")})).await;
    let state = client.new_state().await;
    assert_eq!(state.scene.pieces, []);
    assert_eq!(options(&state), ["take 1", "take 2", "take 3"]);
    let over = play_on(&mut client, &["north", "south"]).await;
    assert!(over.over.unwrap().sentence.contains("took the last pebble"));
    assert_eq!(over.prompt, None);

    let list = get(server.address(), "/api/games").await.json();
    assert_eq!(list["games"][0]["id"], id.as_str());
    assert!(list["games"][0]["over"]["sentence"].as_str().unwrap().contains("last pebble"));
}

#[tokio::test]
async fn the_log_comes_once_and_in_order() {
    let server = memory().await;
    let id = create(server.address(), &new_game("human", "random")).await;
    let mut client = Client::join(server.address(), &id, "north").await;
    let mut log = client.state.as_ref().unwrap().log.clone();
    let mut asked = true;
    while client.state.as_ref().unwrap().over.is_none() {
        let state = client.state.clone().unwrap();
        if asked && !state.bot.deciding {
            let first = options(&state)[0].clone();
            client.say("north", &first).await;
            asked = false;
        }
        let state = client.new_state().await;
        asked = asked || !state.bot.deciding;
        log.retain(|entry| entry.seq < state.log_from);
        log.extend(state.log);
    }
    let numbers: Vec<_> = log.iter().map(|entry| entry.seq).collect();
    assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
    let whole = Client::join(server.address(), &id, "north").await;
    assert_eq!(whole.state.unwrap().log, log);
}

#[tokio::test]
async fn a_repeated_message_is_done_once() {
    let server = memory().await;
    let id = create(server.address(), &new_game("human", "human")).await;
    let mut client = Client::join(server.address(), &id, "north").await;
    let message = json!({"type": "answer", "revision": 0, "key": "once", "seat": "north", "text": "hide 1"});
    client.send(&message).await;
    assert_eq!(client.until(|s| s.revision == 1).await.revision, 1);
    client.send(&message).await;
    assert_eq!(client.new_state().await.revision, 1);
    // South has not heard of it, but its own question is still the same.
    let sealed = json!({"type": "answer", "revision": 0, "key": "sealed", "seat": "south", "text": "hide 1"});
    client.send(&sealed).await;
    client.until(|s| s.revision == 2).await;
    // Now it is another one.
    let late = json!({"type": "answer", "revision": 1, "key": "late", "seat": "north", "text": "take 1"});
    client.send(&late).await;
    let error = client.complaint().await;
    assert!(error.contains("revision 2"), "{error}");
    assert_eq!(client.new_state().await.revision, 2);
}

#[tokio::test]
async fn a_refusal_says_why_and_changes_nothing() {
    let server = memory().await;
    let mut game = new_game("human", "human");
    game["setup"]["bounce"] = json!(false);
    let id = create(server.address(), &game).await;
    let mut client = Client::join(server.address(), &id, "public").await;
    client.answer("north", "hide 1").await;
    client.answer("south", "hide 1").await;
    for (seat, text) in [("north", "take 3"), ("south", "pass"), ("south", "take 3"), ("north", "pass")] {
        client.answer(seat, text).await;
    }
    client.say("north", "take 2").await;
    let Some(ServerMessage::Refused { revision, refusal, .. }) = client.next().await else {
        panic!("accepted")
    };
    assert_eq!(revision, 6);
    assert_eq!(refusal.violations[0].sentence, "there are only 1 pebbles");
    assert_eq!(refusal.violations[0].rule.as_ref().unwrap().title, "Taking pebbles");
    client.say("north", "dance").await;
    assert!(client.complaint().await.contains("`take 1` would be one"));
    client.say("south", "take 1").await;
    assert!(client.complaint().await.contains("nothing to decide"));
    client.send(&json!({"type": "query", "id": 7, "query": {"kind": "why_not", "text": "take 9"}})).await;
    let Some(ServerMessage::Reply { id: 7, answer }) = client.next().await else { panic!("no reply") };
    assert!(format!("{answer:?}").contains("only 1 pebbles"), "{answer:?}");
    client.answer("north", "take 1").await;
}

#[tokio::test]
async fn restart_goes_on_where_it_was() {
    let dir = tempfile::tempdir().unwrap();
    let server = on_disk(dir.path()).await;
    let id = create(server.address(), &new_game("human", "human")).await;
    let mut client = Client::join(server.address(), &id, "public").await;
    client.answer("north", "hide 1").await;
    client.answer("south", "hide 2").await;
    let message = json!({"type": "answer", "revision": 2, "key": "mine", "seat": "north", "text": "take 2"});
    client.send(&message).await;
    let before = client.until(|s| s.revision == 3).await;
    server.stop().await.unwrap();
    assert!(client.complaint().await.contains("stopped"));

    let server = on_disk(dir.path()).await;
    let mut client = Client::join(server.address(), &id, "public").await;
    let after = client.state.clone().unwrap();
    let bare = |state: GameState| GameState { log: vec![], log_from: 0, ..state };
    assert_eq!(bare(after), bare(before));
    client.send(&message).await;
    assert_eq!(client.new_state().await.revision, 3, "the key was forgotten");
    play_on(&mut client, &["north", "south"]).await;
}

#[tokio::test]
async fn the_computer_plays_pauses_steps_and_skips() {
    let server = memory().await;
    let mut game = new_game("random", "random");
    game["setup"]["heap"] = json!("large");
    game["options"]["pace"] = json!("slow");
    let id = create(server.address(), &game).await;
    let mut client = Client::join(server.address(), &id, "public").await;
    client.send(&json!({"type": "bot", "control": {"kind": "pause"}})).await;
    let paused = client.until(|s| s.bot.paused).await;
    assert!(paused.bot.deciding);
    client.send(&json!({"type": "bot", "control": {"kind": "step"}})).await;
    let stepped = client.until(|s| s.revision > paused.revision).await;
    assert_eq!((stepped.revision, stepped.bot.paused), (paused.revision + 1, true));
    let quiet = tokio::time::timeout(std::time::Duration::from_millis(300), client.next()).await;
    assert!(quiet.is_err(), "it went on: {quiet:?}");
    client.send(&json!({"type": "bot", "control": {"kind": "skip"}})).await;
    client.until(|s| s.over.is_some()).await;

    let record = get(server.address(), &format!("/api/games/{id}/record")).await;
    let record = Record::parse(&record.body).unwrap();
    assert!(record.header.secret.is_some(), "a finished game shows its secret");
    let by_bots = |line: &Line| matches!(line, Line::Answer { by: Origin::Bot, .. });
    assert!(record.lines.iter().filter(|line| matches!(line, Line::Answer { .. })).all(by_bots));
    support::systems()[0].replay(&record).unwrap();
}

#[tokio::test]
async fn the_computers_seat_is_its_own() {
    let server = memory().await;
    let id = create(server.address(), &new_game("human", "random")).await;
    let mut client = Client::join(server.address(), &id, "south").await;
    // Looking as the computer falls back to the public view.
    assert!(client.state.as_ref().unwrap().view == serde_json::from_value(view_as("public")).unwrap());
    client.send(&json!({"type": "view", "view": view_as("south")})).await;
    assert!(client.complaint().await.contains("computer"));
    client.say("south", "hide 1").await;
    assert!(client.complaint().await.contains("computer"));
    let query =
        json!({"type": "query", "id": 1, "view": view_as("south"), "query": {"kind": "card", "piece": "x"}});
    client.send(&query).await;
    assert!(client.complaint().await.contains("computer"));
    let replay = get(server.address(), &format!("/api/games/{id}/replay?at=0&as=south")).await;
    assert_eq!(replay.status, 403, "{replay:?}");
    let record = get(server.address(), &format!("/api/games/{id}/record")).await;
    assert!(!record.body.contains("\"secret\""), "a running game keeps its secret");
    client.send(&json!({"type": "aside", "key": "r", "seat": "north", "text": "resign"})).await;
    client.until(|s| s.over.is_some()).await;
    client.send(&json!({"type": "view", "view": view_as("south")})).await;
    client.new_state().await;
}

#[tokio::test]
async fn undo_is_free_until_dice_fall() {
    let server = memory().await;
    let id = create(server.address(), &new_game("human", "human")).await;
    let mut client = Client::join(server.address(), &id, "public").await;
    client.answer("north", "hide 1").await;
    client.answer("south", "hide 1").await;
    client.answer("north", "take 2").await;
    assert_eq!(track(client.state.as_ref().unwrap(), "left"), 5);
    let undo = client.state.as_ref().unwrap().undo.clone();
    // In the words of the option, not as the text that was sent.
    assert!(undo.allowed && undo.seat.as_deref() == Some("north") && undo.what.as_deref() == Some("Take(2)"));
    assert_eq!(undo.consent, Vec::<String>::new());
    let (revision, took) = (client.revision(), client.state.as_ref().unwrap().log.last().unwrap().seq);
    client.send(&json!({"type": "undo", "revision": revision, "key": "u1", "seat": "north"})).await;
    let state = client.until(|s| s.revision > revision).await;
    assert_eq!(track(&state, "left"), 7);
    assert!(state.log.is_empty() && state.log_from <= took, "the taken-back lines are void");

    // Now with a die after it: south must agree.
    client.answer("north", "take 3").await;
    client.answer("south", "pass").await;
    let state = client.state.clone().unwrap();
    client.send(&json!({"type": "undo", "revision": state.revision, "key": "u2", "seat": "south"})).await;
    let asked = client.until(|s| s.undo.asked.is_some()).await;
    assert_eq!((asked.undo.asked.as_deref(), asked.undo.consent), (Some("south"), vec!["north".to_owned()]));
    assert_eq!(asked.revision, state.revision, "nothing was taken back yet");
    client.send(&json!({"type": "aside", "key": "no", "seat": "north", "text": "refuse"})).await;
    client.until(|s| s.undo.asked.is_none()).await;
    client.send(&json!({"type": "aside", "key": "c0", "seat": "north", "text": "consent"})).await;
    assert!(client.complaint().await.contains("nobody has asked"));
    client.send(&json!({"type": "undo", "revision": state.revision, "key": "u3", "seat": "south"})).await;
    client.until(|s| s.undo.asked.is_some()).await;
    client.send(&json!({"type": "aside", "key": "c1", "seat": "north", "text": "consent"})).await;
    let back = client.until(|s| s.revision > state.revision).await;
    assert_eq!((options(&back), track(&back, "left")), (vec!["pass".into(), "cheer".into()], 4));
}

#[tokio::test]
async fn practice_against_the_computer_takes_anything_back() {
    let server = memory().await;
    for practice in [false, true] {
        let mut game = new_game("human", "random");
        game["options"]["practice"] = json!(practice);
        let id = create(server.address(), &game).await;
        let mut client = Client::join(server.address(), &id, "north").await;
        client.answer("north", "hide 1").await;
        client.until(|s| !s.bot.deciding).await;
        client.answer("north", "take 1").await;
        let state = client.until(|s| s.over.is_some() || !s.bot.deciding).await;
        assert_eq!(state.undo.allowed, practice, "{:?}", state.undo);
        client.send(&json!({"type": "undo", "revision": state.revision, "key": "u", "seat": "north"})).await;
        if practice {
            let back = client.until(|s| s.revision > state.revision).await;
            assert_eq!(track(&back, "left"), 7);
            assert!(options(&back).contains(&"take 1".to_owned()));
        } else {
            assert!(client.complaint().await.contains("no practice game"));
        }
    }
}

#[tokio::test]
async fn standing_answers_are_given_recorded_and_kept() {
    let dir = tempfile::tempdir().unwrap();
    let server = on_disk(dir.path()).await;
    let mut game = new_game("human", "human");
    game["setup"]["heap"] = json!("large");
    let id = create(server.address(), &game).await;
    let mut client = Client::join(server.address(), &id, "public").await;
    let modes: Vec<_> =
        client.state.as_ref().unwrap().stop_modes.iter().map(|mode| mode.id.clone()).collect();
    assert_eq!(modes, ["always", "pass", "until"]);
    client.answer("north", "hide 1").await;
    client.answer("south", "hide 1").await;
    client.answer("north", "take 1").await;
    // While south is being asked: the pending question is answered too.
    client.send(&json!({"type": "stops", "seat": "south", "mode": "pass"})).await;
    let state = client.until(|s| s.prompt.as_ref().is_some_and(|p| p.topic == "take")).await;
    assert_eq!(state.prompt.unwrap().seats, ["south"]);
    let stop = state.stops.iter().find(|stop| stop.seat == "south").unwrap();
    assert_eq!(stop.mode, "pass");
    server.stop().await.unwrap();

    let server = on_disk(dir.path()).await;
    let mut client = Client::join(server.address(), &id, "public").await;
    client.answer("south", "take 1").await;
    client.answer("north", "pass").await;
    let state = client.answer("north", "take 1").await;
    let state =
        if state.prompt.as_ref().unwrap().topic == "cheer" { client.new_state().await } else { state };
    assert_eq!(state.prompt.unwrap().topic, "take", "south was asked although it passes");
    let record = get(server.address(), &format!("/api/games/{id}/record")).await.body;
    assert_eq!(record.matches(r#""by":"stop""#).count(), 2);

    // Taking back goes behind the standing answer, not to it, and keeps it.
    let state = client.state.clone().unwrap();
    assert_eq!(state.undo.seat.as_deref(), Some("north"), "the last to answer in person");
    let record = format!("/api/games/{id}/record");
    client.send(&json!({"type": "undo", "revision": state.revision, "key": "u", "seat": "north"})).await;
    let asked = client.until(|s| s.undo.asked.is_some()).await;
    assert_eq!(asked.undo.consent, ["south"]);
    client.send(&json!({"type": "aside", "key": "ok", "seat": "south", "text": "consent"})).await;
    let back = client.until(|s| s.revision > state.revision).await;
    assert_eq!(back.prompt.unwrap().seats, ["north"]);
    client.answer("north", "take 1").await;
    client.until(|s| s.prompt.as_ref().is_some_and(|p| p.seats == ["south"] && p.topic == "take")).await;
    assert_eq!(get(server.address(), &record).await.body.matches(r#""by":"stop""#).count(), 3);

    client.send(&json!({"type": "stops", "seat": "south", "mode": "sleep"})).await;
    assert!(client.complaint().await.contains("always, pass, until"));
    // A mode with a number ends by itself.
    client.send(&json!({"type": "stops", "seat": "north", "mode": "until", "number": 2})).await;
    let set = client.until(|s| s.stops.iter().any(|stop| stop.mode == "until")).await;
    assert_eq!(set.stops.iter().find(|stop| stop.seat == "north").unwrap().number, Some(2));
    for _ in 0..6 {
        let state = client
            .until(|s| s.prompt.as_ref().is_some_and(|p| p.seats == ["north"] || p.topic == "take"))
            .await;
        let prompt = state.prompt.as_ref().unwrap();
        let (seat, first) = (prompt.seats[0].clone(), options(&state)[0].clone());
        if prompt.topic == "cheer" {
            break;
        }
        client.answer(&seat, &first).await;
    }
    client.until(|s| s.stops.iter().all(|stop| stop.mode != "until")).await;
}

#[tokio::test]
async fn a_game_begins_with_the_standing_answers_its_system_proposes() {
    let server = memory().await;
    let mut game = new_game("human", "human");
    game["setup"] = json!({"heap": "large", "quiet": true});
    let id = create(server.address(), &game).await;
    let mut client = Client::join(server.address(), &id, "public").await;
    let modes = |state: &GameState| state.stops.iter().map(|stop| stop.mode.clone()).collect::<Vec<_>>();
    assert_eq!(modes(client.state.as_ref().unwrap()), ["pass", "pass"]);
    client.answer("north", "hide 1").await;
    client.answer("south", "hide 1").await;
    client.answer("north", "take 1").await;
    let state = client.until(|s| s.prompt.as_ref().is_some_and(|p| p.topic == "take")).await;
    assert_eq!(state.prompt.unwrap().seats, ["south"], "nobody is asked to cheer");
    // What holds for a while gives way to what the game began with.
    client.send(&json!({"type": "stops", "seat": "north", "mode": "until", "number": 0})).await;
    client.until(|s| modes(s) == ["until", "pass"]).await;
    client.answer("south", "take 1").await;
    let state = client.until(|s| modes(s) == ["pass", "pass"]).await;
    assert_eq!(state.prompt.unwrap().topic, "take");
}

#[tokio::test]
async fn the_clock_says_time_up_once_and_defaults_end_what_was_begun() {
    let server = memory().await;
    let mut game = new_game("human", "human");
    game["setup"] = json!({"heap": "large", "timed": true});
    let id = create(server.address(), &game).await;
    let mut client = Client::join(server.address(), &id, "public").await;
    client.answer("north", "hide 1").await;
    let state = client.answer("south", "hide 1").await;
    assert_eq!(state.clock.unwrap().seat, "north");
    // North thinks too long: the turn is south's.
    client.until(|s| s.prompt.as_ref().is_some_and(|p| p.topic == "take" && p.seats == ["south"])).await;
    for (seat, text) in [("south", "take 1"), ("south", "pass"), ("north", "pass"), ("north", "take 1")] {
        client.answer(seat, text).await;
    }
    // Now in the middle of something: it is ended by its default.
    client.until(|s| s.prompt.as_ref().is_some_and(|p| p.topic == "cheer" && p.seats == ["south"])).await;
    client.answer("south", "pass").await;
    let record = get(server.address(), &format!("/api/games/{id}/record")).await.body;
    assert_eq!(record.matches("time-up").count(), 2, "{record}");
    assert_eq!(record.matches(r#""by":"clock""#).count(), 1, "{record}");
    client.send(&json!({"type": "aside", "key": "t", "seat": "north", "text": "time-up"})).await;
    assert!(client.complaint().await.contains("clock"));
}

#[tokio::test]
async fn replays_go_frame_by_frame_and_fork() {
    let server = memory().await;
    let address = server.address();
    let id = create(address, &new_game("human", "random")).await;
    let mut client = Client::join(address, &id, "north").await;
    let over = play_on(&mut client, &["north"]).await;
    let frame = |at: u32, seat: &str| {
        let path = format!("/api/games/{id}/replay?at={at}{seat}");
        async move { get(address, &path).await }
    };
    let first = frame(0, "").await.json();
    let last = first["last"].as_u64().unwrap() as u32;
    assert_eq!((first["at"].as_u64(), first.get("answer")), (Some(0), None));
    assert_eq!(first["marks"][0], json!({"at": 2, "label": "Turn 1"}));
    for at in [1, 2] {
        assert_eq!(frame(at, "").await.json().get("answer"), None, "a sealed answer is secret");
    }
    let own = [frame(1, "&as=north").await.json(), frame(2, "&as=north").await.json()];
    assert_eq!(
        own.iter().filter(|frame| frame["answer"]["seat"] == "north").count(),
        1,
        "but not to its owner"
    );
    let mut lines = Vec::new();
    for at in 0..=last {
        let frame = frame(at, "&as=north").await.json();
        let new = frame["log_new"].as_u64().unwrap();
        let seqs = frame["log"].as_array().unwrap().iter().map(|entry| entry["seq"].as_u64().unwrap());
        lines.extend(seqs.filter(|seq| *seq >= new));
    }
    let all = Client::join(address, &id, "north").await.state.unwrap().log;
    assert_eq!(lines, all.iter().map(|entry| u64::from(entry.seq)).collect::<Vec<_>>());
    let end = frame(last, "").await.json();
    assert_eq!(end["over"]["sentence"], over.over.unwrap().sentence.as_str());
    assert!(frame(last + 1, "").await.error().contains(&format!("the last one is {last}")));
    assert!(get(address, &format!("/api/games/{id}/replay?at=-1")).await.error().contains("at:"));

    let fork = |body| async move { post(address, &format!("/api/games/{id}/fork"), &body).await };
    assert!(fork.clone()(json!({"at": last})).await.error().contains("over"));
    let humans = json!([{"seat": "south", "player": {"kind": "human"}}]);
    let new = fork.clone()(json!({"at": 2, "seats": humans})).await.json()["id"].as_str().unwrap().to_owned();
    let mut client = Client::join(address, &new, "public").await;
    assert_eq!(track(client.state.as_ref().unwrap(), "left"), 7);
    play_on(&mut client, &["north", "south"]).await;
    assert_eq!(get(address, "/api/games").await.json()["games"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_fork_of_a_running_game_keeps_its_players() {
    let server = memory().await;
    let mut game = new_game("human", "random");
    game["options"]["practice"] = json!(true);
    let id = create(server.address(), &game).await;
    let path = format!("/api/games/{id}/fork");
    let swap = json!({"at": 0, "seats": [{"seat": "south", "player": {"kind": "human"}}]});
    assert_eq!(post(server.address(), &path, &swap).await.status, 403);
    assert_eq!(post(server.address(), &path, &json!({"at": 0})).await.status, 200);
    assert!(post(server.address(), &path, &json!({"at": 99})).await.error().contains("the last one is"));
}

#[tokio::test]
async fn a_deleted_game_is_gone_for_everybody() {
    let server = memory().await;
    let id = create(server.address(), &new_game("human", "random")).await;
    let mut client = Client::join(server.address(), &id, "public").await;
    let path = format!("/api/games/{id}");
    assert_eq!(request(server.address(), "DELETE", &path, "", b"").await.status, 204);
    assert!(client.complaint().await.contains("deleted"));
    assert!(client.next().await.is_none());
    assert_eq!(get(server.address(), &path).await.status, 404);
    assert_eq!(request(server.address(), "DELETE", &path, "", b"").await.status, 404);
}

#[tokio::test]
async fn a_rule_that_breaks_down_costs_nobody_the_game() {
    let server = memory().await;
    let id = create(server.address(), &new_game("human", "human")).await;
    let mut client = Client::join(server.address(), &id, "public").await;
    client.answer("north", "hide 1").await;
    client.say("south", "panic").await;
    assert!(client.complaint().await.contains("broke down"));
    let mut client = Client::join(server.address(), &id, "public").await;
    assert_eq!(client.revision(), 1);
    client.answer("south", "hide 1").await;
    play_on(&mut client, &["north", "south"]).await;
}

#[tokio::test]
async fn a_second_start_finds_the_first() {
    let dir = tempfile::tempdir().unwrap();
    let server = on_disk(dir.path()).await;
    let second = start(support::config(StorePlace::Dir(dir.path().to_owned()))).await.unwrap();
    assert!(matches!(second, Started::Elsewhere(address) if address == server.url()));
    server.stop().await.unwrap();
    on_disk(dir.path()).await.stop().await.unwrap();
}
