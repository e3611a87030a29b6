//! People who play each other: invitations, names, the lobby, presence, talk, draws, rematches, clocks, accounts.

use std::time::{Duration, Instant};

use grognard_engine::record::Record;
use grognard_engine::replay;
use grognard_server::protocol::{GameState, Person, Said, ServerMessage, apply};
use grognard_server::{Config, Limits, Server, Started, StorePlace, start};
use serde_json::{Value, json};

use crate::support::{
    self, Client, DATABASE, HERE, THERE, change_notes, memory, new_game, on_disk, post, request_as,
};

const STRANGER: &str = "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc";

/// A game with an open seat: north is here and called Anna.
fn open_game() -> Value {
    let mut game = new_game("human", "human");
    game["seats"][1]["open"] = json!(true);
    game["name"] = json!(" Anna ");
    game.as_object_mut().unwrap().remove("seed");
    game
}

async fn made(server: &Server, game: &Value) -> Value {
    let answer = post(server.address(), "/api/games", game).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()
}

/// Two people at two devices, both at the table; the game has begun.
async fn seated(server: &Server, game: &Value) -> (String, Client, Client) {
    let created = made(server, game).await;
    let id = created["id"].as_str().unwrap().to_owned();
    let claim = json!({"token": created["invitations"][0]["token"], "name": "Bert"});
    let claimed =
        request_as(THERE, server.address(), "POST", &format!("/api/games/{id}/claim"), &claim).await;
    assert_eq!(claimed.json(), json!({"seat": "south"}), "{claimed:?}");
    let mut north = Client::greet_as(HERE, server.address(), &id, "north").await;
    let mut south = Client::greet_as(THERE, server.address(), &id, "south").await;
    north.new_state().await;
    south.new_state().await;
    (id, north, south)
}

async fn aside(client: &mut Client, seat: &str, text: &str) {
    client.send(&json!({"type": "aside", "key": Client::key(), "seat": seat, "text": text})).await;
}

/// Reads until the company is as wanted.
async fn people(client: &mut Client, wanted: impl Fn(&[Person], u32) -> bool) -> Vec<Person> {
    loop {
        if let Some((seats, _)) = client.company.as_ref().filter(|(seats, watchers)| wanted(seats, *watchers))
        {
            return seats.clone();
        }
        client.any().await.expect("the server closed");
    }
}

async fn heard(client: &mut Client) -> Said {
    loop {
        match client.any().await {
            Some(ServerMessage::Talk { mut said, all: false }) => return said.pop().unwrap(),
            Some(_) => {}
            None => panic!("the server closed"),
        }
    }
}

#[tokio::test]
async fn an_invitation_leads_from_a_link_to_a_game_under_way() {
    let server = memory().await;
    let address = server.address();
    let created = made(&server, &open_game()).await;
    let id = created["id"].as_str().unwrap();
    let (game, claim) = (format!("/api/games/{id}"), format!("/api/games/{id}/claim"));
    let token = created["invitations"][0]["token"].clone();
    // Whoever set it up sees that it waits.
    let mut north = Client::greet_as(HERE, address, id, "north").await;
    let waiting = north.next().await;
    assert!(
        matches!(&waiting, Some(ServerMessage::Waiting { seats }) if seats == &["north", "south"]),
        "{waiting:?}"
    );
    // A later link makes the earlier one void; a wrong one, a used one and no one open nothing.
    let later =
        post(address, &format!("{game}/invite"), &json!({"seat": "south"})).await.json()["token"].clone();
    for wrong in [token, json!("f".repeat(64)), json!("")] {
        let refused = request_as(THERE, address, "POST", &claim, &json!({"token": wrong})).await;
        assert_eq!(refused.status, 403, "{refused:?}");
    }
    let bad = request_as(THERE, address, "POST", &claim, &json!({"token": later, "name": "\u{202e}"})).await;
    assert!(bad.status == 400 && bad.error().contains("name"), "a bad name uses nothing up: {bad:?}");
    let claimed = request_as(THERE, address, "POST", &claim, &json!({"token": later, "name": "Bert"})).await;
    assert_eq!((claimed.status, claimed.json()), (200, json!({"seat": "south"})));
    assert_eq!(request_as(STRANGER, address, "POST", &claim, &json!({"token": later})).await.status, 403);
    let nowhere = format!("/api/games/{}/claim", "0".repeat(32));
    assert_eq!(request_as(THERE, address, "POST", &nowhere, &json!({"token": later})).await.status, 404);
    let list = request_as(THERE, address, "GET", "/api/games", &Value::Null).await.json();
    assert_eq!(list["games"][0]["id"], id, "it stands in the guest's list");
    let mut south = Client::greet_as(THERE, address, id, "south").await;
    let state = south.new_state().await;
    let names: Vec<_> = state.seats.iter().map(|seat| seat.who.as_deref()).collect();
    assert_eq!(names, [Some("Anna"), Some("Bert")]);
    assert!(state.seats[1].yours && !state.seats[0].yours && !state.seats[1].open);
    assert!(north.new_state().await.seats[0].yours);
    // The link to watch: as often as wanted, and for looking only.
    let watch = post(address, &format!("{game}/invite"), &json!({})).await.json();
    for _ in 0..2 {
        let watching = request_as(STRANGER, address, "POST", &claim, &json!({"token": watch["token"]})).await;
        assert_eq!((watching.status, watching.json()), (200, json!({})));
    }
    let mut watcher = Client::greet_as(STRANGER, address, id, "public").await;
    assert!(watcher.new_state().await.seats.iter().all(|seat| !seat.yours));
    watcher.say("north", "hide 1").await;
    assert!(watcher.complaint().await.contains("not yours"));
}

#[tokio::test]
async fn the_lobby_lists_open_games_until_somebody_sits_down() {
    let server = memory().await;
    let address = server.address();
    let mut game = open_game();
    made(&server, &game).await;
    let lobby =
        async |device: &str| request_as(device, address, "GET", "/api/lobby", &Value::Null).await.json();
    assert_eq!(lobby(THERE).await["games"], json!([]), "a game is in the lobby only if it is wanted there");
    game["listed"] = json!(true);
    let id = made(&server, &game).await["id"].as_str().unwrap().to_owned();
    let listed = lobby(THERE).await;
    assert_eq!(listed["games"][0]["id"], id.as_str());
    assert_eq!(listed["games"][0]["people"], json!(["Anna"]));
    assert_eq!(listed["games"][0]["open"], json!([["south", "South"]]));
    assert_eq!(
        (&listed["games"][0]["yours"], &lobby(HERE).await["games"][0]["yours"]),
        (&json!(false), &json!(true))
    );
    assert!(!listed.to_string().contains("token") && !listed.to_string().contains("account"));
    let sit = format!("/api/games/{id}/sit");
    let wrong = request_as(THERE, address, "POST", &sit, &json!({"seat": "north", "name": "Bert"})).await;
    assert_eq!(wrong.status, 409, "somebody sits there: {wrong:?}");
    let seated = request_as(THERE, address, "POST", &sit, &json!({"seat": "south", "name": "Bert"})).await;
    assert_eq!((seated.status, seated.json()), (200, json!({"seat": "south"})));
    let late = request_as(STRANGER, address, "POST", &sit, &json!({"seat": "south"})).await;
    assert_eq!(late.status, 409, "{late:?}");
    assert_eq!(lobby(STRANGER).await["games"], json!([]), "it is full");
    assert_eq!(
        request_as(STRANGER, address, "GET", &format!("/api/games/{id}"), &Value::Null).await.status,
        404
    );
    let hidden = made(&server, &open_game()).await["id"].as_str().unwrap().to_owned();
    let sit = format!("/api/games/{hidden}/sit");
    let refused = request_as(STRANGER, address, "POST", &sit, &json!({"seat": "south"})).await;
    assert_eq!(refused.status, 404, "nobody sits down at a game that is not in the lobby: {refused:?}");
}

#[tokio::test]
async fn everybody_sees_who_is_there() {
    let server = memory().await;
    let (id, mut north, south) = seated(&server, &open_game()).await;
    people(&mut north, |seats, _| seats.iter().all(|seat| seat.here)).await;
    drop(south);
    let left = people(&mut north, |seats, _| !seats[1].here).await;
    assert_eq!((left[1].name.as_deref(), left[1].away), (Some("Bert"), Some(0)));
    assert!(left[0].here);
    let invited = post(server.address(), &format!("/api/games/{id}/invite"), &json!({})).await.json();
    let claim = format!("/api/games/{id}/claim");
    request_as(STRANGER, server.address(), "POST", &claim, &json!({"token": invited["token"]})).await;
    let _watcher = Client::greet_as(STRANGER, server.address(), &id, "public").await;
    people(&mut north, |_, watchers| watchers == 1).await;
    let mut south = Client::greet_as(THERE, server.address(), &id, "south").await;
    people(&mut north, |seats, _| seats[1].here && seats[1].away.is_none()).await;
    south.send(&json!({"type": "name", "name": "Berta"})).await;
    people(&mut north, |seats, _| seats[1].name.as_deref() == Some("Berta")).await;
    north.until(|state| state.seats[1].who.as_deref() == Some("Berta")).await;
}

#[tokio::test]
async fn what_is_said_is_heard_kept_and_bounded() {
    let dir = tempfile::tempdir().unwrap();
    let server = on_disk(dir.path()).await;
    let (id, mut north, mut south) = seated(&server, &open_game()).await;
    south.send(&json!({"type": "say", "text": "  hello <b>there</b>\u{202e}\n"})).await;
    let said = heard(&mut north).await;
    assert_eq!(
        (said.seat.as_deref(), said.name.as_str(), said.text.as_str()),
        (Some("south"), "Bert", "hello <b>there</b>")
    );
    north.send(&json!({"type": "say", "text": "/well-played"})).await;
    let said = heard(&mut north).await;
    assert!(said.emote && said.text == "well-played", "{said:?}");
    north.send(&json!({"type": "say", "text": "/etc/passwd"})).await;
    let said = heard(&mut north).await;
    assert!(!said.emote && said.text == "/etc/passwd");
    for bad in ["", " \n ", &"x".repeat(301)] {
        north.send(&json!({"type": "say", "text": bad})).await;
        assert!(north.complaint().await.contains("1 to 300"));
    }
    for _ in 0..8 {
        north.send(&json!({"type": "say", "text": "again and again"})).await;
    }
    assert!(north.complaint().await.contains("not so fast"), "talk has a pace");
    // Spectators hear everything and say nothing while the game runs.
    let invited = post(server.address(), &format!("/api/games/{id}/invite"), &json!({})).await.json();
    let claim = json!({"token": invited["token"], "name": "Cleo"});
    request_as(STRANGER, server.address(), "POST", &format!("/api/games/{id}/claim"), &claim).await;
    let mut watcher = Client::greet_as(STRANGER, server.address(), &id, "public").await;
    watcher.send(&json!({"type": "say", "text": "behind you!"})).await;
    assert!(watcher.complaint().await.contains("when the game is over"));
    aside(&mut north, "north", "resign").await;
    watcher.until(|state| state.over.is_some()).await;
    watcher.send(&json!({"type": "say", "text": "well done"})).await;
    let said = heard(&mut watcher).await;
    assert_eq!((said.seat, said.name.as_str()), (None, "Cleo"));
    drop((north, south, watcher));
    server.stop().await.unwrap();
    // It outlives the server.
    let server = on_disk(dir.path()).await;
    let mut north = Client::greet_as(HERE, server.address(), &id, "north").await;
    let said = loop {
        if let Some(ServerMessage::Talk { said, all: true }) = north.any().await {
            break said;
        }
    };
    let texts: Vec<_> = said.iter().map(|said| said.text.as_str()).collect();
    assert_eq!(texts[..3], ["hello <b>there</b>", "well-played", "/etc/passwd"]);
    assert_eq!(texts.last(), Some(&"well done"));
}

#[tokio::test]
async fn a_draw_needs_both_and_stands_in_the_record() {
    let server = memory().await;
    let address = server.address();
    let (id, mut north, mut south) = seated(&server, &open_game()).await;
    north.answer("north", "hide 1").await;
    south.answer("south", "hide 1").await;
    aside(&mut north, "north", "draw").await;
    assert!(north.complaint().await.contains("only the host"), "nobody draws alone");
    aside(&mut north, "north", "accept-draw").await;
    assert!(north.complaint().await.contains("nobody has offered"));
    aside(&mut north, "north", "offer-draw").await;
    south.until(|state| state.draw.as_deref() == Some("north")).await;
    aside(&mut north, "north", "accept-draw").await;
    assert!(north.complaint().await.contains("nobody has offered"), "nor by accepting one's own offer");
    aside(&mut south, "south", "decline-draw").await;
    north.until(|state| state.draw.is_none() && state.over.is_none()).await;
    aside(&mut south, "south", "offer-draw").await;
    north.until(|state| state.draw.as_deref() == Some("south")).await;
    // An answer goes on with the game: the offer lapses.
    let after = north.answer("north", "take 1").await;
    assert_eq!(after.draw, None);
    aside(&mut south, "south", "offer-draw").await;
    north.until(|state| state.draw.is_some()).await;
    aside(&mut north, "north", "accept-draw").await;
    let over = south.until(|state| state.over.is_some()).await.over.unwrap();
    assert_eq!((over.winners.len(), over.sentence.as_str()), (0, "The players agreed on a draw."));
    let path = format!("/api/games/{id}");
    let record = request_as(THERE, address, "GET", &format!("{path}/record"), &Value::Null).await.body;
    let record = Record::parse(&record).unwrap();
    let proof = replay::verify(&*support::systems()[0], &record).unwrap();
    assert!(proof.chained && proof.game.over().is_some_and(|(winners, ..)| winners.is_empty()));
    let forged: Vec<_> = record.lines[..record.lines.len() - 1].to_vec();
    assert!(replay::verify(&*support::systems()[0], &Record { lines: forged, ..record }).is_err());
    let checked = request_as(THERE, address, "GET", &format!("{path}/verify"), &Value::Null).await.json();
    assert_eq!(
        (&checked["kept"], &checked["chained"], &checked["nonces"]),
        (&json!(true), &json!(true), &json!(2))
    );
    let list = request_as(THERE, address, "GET", "/api/games", &Value::Null).await.json();
    assert_eq!(list["games"][0]["status"], "The players agreed on a draw.");
    // The host's own words are in the reader's language.
    let mut german = Client::connect_as(THERE, address, &id).await.unwrap();
    german.send(&json!({"type": "hello", "protocol": 2, "view": {"kind": "public"}, "language": "de"})).await;
    let over = german.new_state().await.over.unwrap();
    assert_eq!(over.sentence, "Die Spieler haben sich auf ein Unentschieden geeinigt.");
}

#[tokio::test]
async fn the_computer_is_offered_no_draw() {
    let server = memory().await;
    let id = support::create(server.address(), &new_game("human", "random")).await;
    let mut north = Client::join(server.address(), &id, "north").await;
    aside(&mut north, "north", "offer-draw").await;
    assert!(north.complaint().await.contains("computer"));
    let running = support::get(server.address(), &format!("/api/games/{id}/verify")).await;
    assert!(running.status == 409 && running.error().contains("over"), "{running:?}");
}

#[tokio::test]
async fn a_rematch_swaps_the_sides_and_is_one_game_for_both() {
    let server = memory().await;
    let address = server.address();
    let (id, mut north, mut south) = seated(&server, &open_game()).await;
    let path = format!("/api/games/{id}/rematch");
    let early = request_as(HERE, address, "POST", &path, &Value::Null).await;
    assert!(early.status == 409 && early.error().contains("not over"), "{early:?}");
    aside(&mut north, "north", "resign").await;
    south.until(|state| state.over.is_some()).await;
    assert_eq!(request_as(STRANGER, address, "POST", &path, &Value::Null).await.status, 404);
    let (one, two) = tokio::join!(
        request_as(HERE, address, "POST", &path, &Value::Null),
        request_as(THERE, address, "POST", &path, &Value::Null)
    );
    let next = one.json()["id"].as_str().unwrap().to_owned();
    assert!(next != id && two.json()["id"] == next.as_str(), "{one:?} {two:?}");
    south.until(|state| state.next.as_deref() == Some(next.as_str())).await;
    let mut anna = Client::greet_as(HERE, address, &next, "south").await;
    let mut bert = Client::greet_as(THERE, address, &next, "north").await;
    let state = anna.new_state().await;
    let names: Vec<_> = state.seats.iter().map(|seat| seat.who.as_deref()).collect();
    assert_eq!(names, [Some("Bert"), Some("Anna")]);
    bert.new_state().await;
    bert.answer("north", "hide 2").await;
    anna.answer("south", "hide 2").await;
}

/// A game with a time control, begun.
async fn timed(server: &Server, time: Value) -> (String, Client, Client) {
    let mut game = open_game();
    game["options"]["time"] = time;
    seated(server, &game).await
}

fn clock(state: &GameState, seat: &str) -> (u32, bool) {
    let clock = state.clocks.iter().find(|clock| clock.seat == seat).unwrap();
    (clock.seconds, clock.running)
}

#[tokio::test]
async fn a_decision_that_takes_too_long_gets_its_default() {
    let server = memory().await;
    let (_, mut north, mut south) = timed(&server, json!({"kind": "decision", "seconds": 5})).await;
    let begun = Instant::now();
    south.answer("south", "hide 2").await;
    let state = north.state.clone().unwrap();
    assert_eq!(clock(&state, "north"), (5, true));
    // North says nothing: the default hides a stone for it, and the game goes on.
    let after = north.until(|state| state.prompt.as_ref().is_some_and(|prompt| prompt.topic == "take")).await;
    let took = begun.elapsed();
    assert!((Duration::from_millis(4500)..Duration::from_secs(8)).contains(&took), "{took:?}");
    assert!(after.over.is_none());
    assert!(!clock(&after, "south").1, "only whoever is asked has a running clock");
    assert_eq!(clock(&after, "north"), (5, true), "a new decision has its whole time");
}

#[tokio::test]
async fn a_bank_runs_for_whoever_is_asked_and_outlives_the_server() {
    let dir = tempfile::tempdir().unwrap();
    let server = on_disk(dir.path()).await;
    let (id, mut north, mut south) =
        timed(&server, json!({"kind": "bank", "seconds": 30, "increment": 2})).await;
    north.answer("north", "hide 1").await;
    south.answer("south", "hide 1").await;
    north.until(|state| state.prompt.as_ref().is_some_and(|prompt| prompt.topic == "take")).await;
    tokio::time::sleep(Duration::from_millis(2300)).await;
    let state = north.answer("north", "take 1").await;
    let (left, running) = clock(&state, "north");
    assert!(!running && (29..=30).contains(&left), "30 seconds, 2 more, 2.3 used: {left}");
    assert!(clock(&state, "south").1);
    drop((north, south));
    server.stop().await.unwrap();
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let server = on_disk(dir.path()).await;
    let mut north = Client::greet_as(HERE, server.address(), &id, "north").await;
    let state = north.until(|state| clock(state, "south").1 || state.over.is_some()).await;
    assert!(state.over.is_none() && clock(&state, "south").0 >= 30, "a server that is down costs no time");
}

#[tokio::test]
async fn whoever_lets_the_days_pass_loses() {
    let dir = tempfile::tempdir().unwrap();
    let server = on_disk(dir.path()).await;
    let (id, mut north, south) = timed(&server, json!({"kind": "days", "days": 3})).await;
    let state = north.answer("north", "hide 1").await;
    let left = clock(&state, "south").0;
    assert!((3 * 86_400 - 60..=3 * 86_400).contains(&left), "{left}");
    drop((north, south));
    server.stop().await.unwrap();
    // Three days later: what the host noted lies that long ago.
    change_notes(dir.path(), &id, |notes| {
        let until = notes["times"]["seats"]["south"]["until"].as_i64().unwrap();
        notes["times"]["seats"]["south"]["until"] = json!(until - 3 * 86_400_000);
    });
    let server = on_disk(dir.path()).await;
    let mut north = Client::greet_as(HERE, server.address(), &id, "north").await;
    let over = north.until(|state| state.over.is_some()).await.over.unwrap();
    assert_eq!(over.winners, ["north"]);
}

#[tokio::test]
async fn a_time_control_makes_sense_or_is_refused() {
    let server = memory().await;
    for bad in [
        json!({"kind": "decision", "seconds": 1}),
        json!({"kind": "bank", "seconds": 10, "increment": 0}),
        json!({"kind": "days", "days": 0}),
        json!({"kind": "sundial"}),
    ] {
        let mut game = open_game();
        game["options"]["time"] = bad;
        let refused = post(server.address(), "/api/games", &game).await;
        assert!(refused.status == 400 && refused.error().contains("time"), "{refused:?}");
    }
}

#[tokio::test]
async fn changes_lead_to_the_same_states() {
    let server = memory().await;
    let (id, mut north, mut south) = seated(&server, &open_game()).await;
    let mut changing = Client::connect_as(HERE, server.address(), &id).await.unwrap();
    changing
        .send(&json!({"type": "hello", "protocol": 2, "view": support::view_as("north"), "changes": true}))
        .await;
    let mut own: Option<Value> = None;
    let (mut bytes, mut latest) = ((0, 0), 0);
    for (seat, text) in [
        ("north", "hide 1"),
        ("south", "hide 2"),
        ("north", "take 2"),
        ("south", "pass"),
        ("south", "take 1"),
    ] {
        let client = if seat == "north" { &mut north } else { &mut south };
        client.until(|state| state.revision >= latest).await;
        let revision = client.answer(seat, text).await.revision;
        latest = revision;
        let whole = north.until(|state| state.revision >= revision).await;
        loop {
            match changing.next().await.unwrap() {
                ServerMessage::State(state) => own = Some(serde_json::to_value(*state).unwrap()),
                ServerMessage::Changes { changes, .. } => {
                    bytes.0 += serde_json::to_string(&changes).unwrap().len();
                    apply(own.as_mut().unwrap(), &changes).unwrap();
                }
                _ => continue,
            }
            if own.as_ref().unwrap()["revision"] == whole.revision {
                break;
            }
        }
        let mut wanted = serde_json::to_value(&whole).unwrap();
        bytes.1 += wanted.to_string().len();
        for key in ["log", "log_from"] {
            wanted[key] = Value::Null;
            own.as_mut().unwrap()[key] = Value::Null;
        }
        assert_eq!(own.as_ref().unwrap(), &wanted);
    }
    assert!(bytes.0 < bytes.1, "{bytes:?}");
}

fn key_in(head: &str) -> String {
    let line = head.lines().find(|line| line.to_lowercase().starts_with("set-cookie: grognard=")).unwrap();
    line.split_once('=').unwrap().1.split(';').next().unwrap().to_owned()
}

#[tokio::test]
async fn an_account_has_its_games_on_every_device() {
    let dir = tempfile::tempdir().unwrap();
    let server = on_disk(dir.path()).await;
    let address = server.address();
    let call = async |device: &str, method: &str, path: &str, body: &Value| {
        request_as(device, address, method, path, body).await
    };
    let id = made(&server, &open_game()).await["id"].as_str().unwrap().to_owned();
    let given = json!({"name": "Anna", "password": "correct horse battery"});
    for bad in
        [json!({"name": "A", "password": "correct horse"}), json!({"name": "Anna", "password": "short"})]
    {
        assert_eq!(call(HERE, "POST", "/api/account", &bad).await.status, 400);
    }
    let made = call(HERE, "POST", "/api/account", &given).await;
    assert_eq!((made.status, made.json()), (200, json!({"name": "Anna"})), "{made:?}");
    let key = key_in(&made.head);
    assert!(key.len() == 65 && key != HERE && made.head.to_lowercase().contains("httponly; samesite=strict"));
    assert_eq!(
        call(HERE, "POST", "/api/account", &json!({"name": "ANNA", "password": "another password"}))
            .await
            .status,
        409
    );
    // The game is the account's now, and no longer the bare device's.
    let games =
        async |device: &str| call(device, "GET", "/api/games", &Value::Null).await.json()["games"].clone();
    assert_eq!(games(&key).await[0]["id"], id.as_str());
    assert_eq!(games(HERE).await, json!([]));
    for (name, password) in [("Anna", "wrong horse battery"), ("Nobody", "correct horse battery")] {
        let refused = call(THERE, "POST", "/api/login", &json!({"name": name, "password": password})).await;
        assert!(refused.status == 401 && refused.error().contains("do not belong together"), "{refused:?}");
    }
    let other = made_by(&server, THERE).await;
    let login =
        call(THERE, "POST", "/api/login", &json!({"name": "anna", "password": "correct horse battery"}))
            .await;
    assert_eq!(login.status, 200, "{login:?}");
    let second = key_in(&login.head);
    let both: Vec<_> = games(&second)
        .await
        .as_array()
        .unwrap()
        .iter()
        .map(|g| g["id"].as_str().unwrap().to_owned())
        .collect();
    assert!(both.contains(&id) && both.contains(&other), "games of both devices: {both:?}");
    Client::greet_as(&second, address, &id, "north").await;
    assert_eq!(call(&second, "GET", "/api/me", &Value::Null).await.json(), json!({"name": "Anna"}));
    let logout = call(&second, "POST", "/api/logout", &Value::Null).await;
    assert!(logout.status == 200 && key_in(&logout.head).len() == 64);
    assert_eq!(games(&second).await, json!([]), "the old key opens nothing any more");
    assert_eq!(games(&key).await.as_array().unwrap().len(), 2, "the other session stays");
    server.stop().await.unwrap();
    if std::env::var_os(DATABASE).is_some() {
        return;
    }
    let mut file = std::fs::read(dir.path().join(grognard_store::STORE_FILE)).unwrap();
    file.extend(
        std::fs::read(dir.path().join(format!("{}-wal", grognard_store::STORE_FILE))).unwrap_or_default(),
    );
    let found = |text: &str| file.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(found("$argon2id$") && !found("correct horse") && !found(&key), "only hashes are kept");
}

async fn made_by(server: &Server, device: &str) -> String {
    let answer = request_as(device, server.address(), "POST", "/api/games", &open_game()).await;
    answer.json()["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn passwords_are_not_tried_without_end() {
    let limits = Limits { logins: 2, login_every: Duration::from_mins(1), ..Limits::default() };
    let config = Config { limits, ..support::config(StorePlace::Memory) };
    let Started::Here(server) = start(config).await.unwrap() else { panic!("nobody else is there") };
    let guess = json!({"name": "Anna", "password": "1234567890"});
    for (device, status) in [(HERE, 401), (THERE, 401), (STRANGER, 429), (HERE, 429)] {
        let answer = request_as(device, server.address(), "POST", "/api/login", &guess).await;
        assert_eq!(answer.status, status, "{answer:?}");
    }
    let other = json!({"name": "Bert", "password": "1234567890"});
    assert_eq!(request_as(HERE, server.address(), "POST", "/api/login", &other).await.status, 401);
}
