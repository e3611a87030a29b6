//! Spectators who are behind, and players who come back.

use std::time::{Duration, Instant};

use grognard_server::Server;
use grognard_server::protocol::ServerMessage;
use serde_json::{Value, json};

use crate::support::{Client, HERE, THERE, memory, new_game, on_disk, post, request_as, view_as};

const WATCHER: &str = "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc";

/// A game that spectators see two seconds late, with somebody at each seat and a spectator.
async fn delayed(server: &Server) -> (String, Client, Client) {
    let mut game = new_game("human", "human");
    game["seats"][1]["open"] = json!(true);
    game["options"]["delay"] = json!(2);
    game.as_object_mut().unwrap().remove("seed");
    let created = post(server.address(), "/api/games", &game).await.json();
    let id = created["id"].as_str().unwrap().to_owned();
    let claim = format!("/api/games/{id}/claim");
    let token = json!({"token": created["invitations"][0]["token"]});
    request_as(THERE, server.address(), "POST", &claim, &token).await;
    let watch = post(server.address(), &format!("/api/games/{id}/invite"), &json!({})).await.json();
    request_as(WATCHER, server.address(), "POST", &claim, &json!({"token": watch["token"]})).await;
    let mut north = Client::greet_as(HERE, server.address(), &id, "north").await;
    let mut south = Client::greet_as(THERE, server.address(), &id, "south").await;
    north.new_state().await;
    south.new_state().await;
    (id, north, south)
}

#[tokio::test]
async fn spectators_see_the_game_some_time_later_at_every_door() {
    let server = memory().await;
    let address = server.address();
    let (id, mut north, mut south) = delayed(&server).await;
    let mut watcher = Client::greet_as(WATCHER, address, &id, "public").await;
    assert_eq!(watcher.new_state().await.revision, 0);
    north.answer("north", "hide 1").await;
    south.until(|state| state.revision == 1).await;
    south.answer("south", "hide 2").await;
    north.until(|state| state.revision == 2).await;
    let taken = Instant::now();
    north.answer("north", "take 2").await;
    north.send(&json!({"type": "say", "text": "that was the last but one"})).await;
    // Nothing of it is to be seen yet, whatever a spectator asks.
    let ask = async |path: &str| {
        request_as(WATCHER, address, "GET", &format!("/api/games/{id}{path}"), &Value::Null).await
    };
    assert_eq!(ask("/replay?at=0").await.json()["last"], 0);
    assert_eq!(ask("/replay?at=3").await.status, 400);
    assert_eq!(ask("").await.json()["status"], "");
    let query = json!({"kind": "card", "piece": "heap"});
    watcher.send(&json!({"type": "query", "id": 1, "view": view_as("public"), "query": query})).await;
    let left = loop {
        match watcher.any().await.unwrap() {
            ServerMessage::Reply { answer, .. } => break serde_json::to_value(answer).unwrap(),
            ServerMessage::Talk { said, all: true } => assert!(said.is_empty(), "{said:?}"),
            ServerMessage::Talk { said, .. } => panic!("heard {said:?}"),
            ServerMessage::State(state) => panic!("saw revision {}", state.revision),
            _ => {}
        }
    };
    let all = north.state.as_ref().unwrap().scene.tracks[1].number.unwrap() + 2;
    assert_eq!(left["cells"][0][1], json!(all), "the heap as it was: {left}");
    let mut late = Client::greet_as(WATCHER, address, &id, "public").await;
    assert_eq!(late.new_state().await.revision, 0, "who comes late is behind, too");
    // Two seconds later it is there, by itself.
    let state = watcher.until(|state| state.revision == 3).await;
    assert!(taken.elapsed() >= Duration::from_secs(2), "{:?}", taken.elapsed());
    assert_eq!(state.scene.tracks[1].number, Some(all - 2));
    assert!(state.undo.seat.is_none() && state.proof.chain.is_none() && state.stops.is_empty());
    // The end, too, and with it everything that was held back.
    north.send(&json!({"type": "aside", "key": "r", "seat": "north", "text": "resign"})).await;
    north.until(|state| state.over.is_some()).await;
    let over = Instant::now();
    for door in ["/record", "/verify", "/report"] {
        assert!(matches!(ask(door).await.status, 403 | 409), "{door}");
    }
    assert_eq!(ask("/replay?at=1&as=north").await.status, 403);
    assert_eq!(ask("").await.json()["over"], Value::Null);
    assert_eq!(
        request_as(THERE, address, "GET", &format!("/api/games/{id}/record"), &Value::Null).await.status,
        200
    );
    watcher.until(|state| state.over.is_some()).await;
    assert!(over.elapsed() >= Duration::from_millis(1900), "{:?}", over.elapsed());
    assert_eq!((ask("/record").await.status, ask("/replay?at=1&as=north").await.status), (200, 200));
    loop {
        if let ServerMessage::Talk { said, all: true } = watcher.any().await.unwrap() {
            break assert_eq!(said[0].text, "that was the last but one");
        }
    }
}

#[tokio::test]
async fn a_delay_holds_over_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let server = on_disk(dir.path()).await;
    let (id, mut north, _south) = delayed(&server).await;
    north.answer("north", "hide 1").await;
    server.stop().await.unwrap();
    let begun = Instant::now();
    let server = on_disk(dir.path()).await;
    let mut watcher = Client::greet_as(WATCHER, server.address(), &id, "public").await;
    assert_eq!(watcher.new_state().await.revision, 0);
    watcher.until(|state| state.revision == 1).await;
    assert!(begun.elapsed() > Duration::from_millis(500), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn whoever_comes_back_is_told_where_they_left() {
    let dir = tempfile::tempdir().unwrap();
    let server = on_disk(dir.path()).await;
    let (id, mut north, mut south) = delayed(&server).await;
    let since = async |server: &Server, device: &str, seat: &str| {
        let mut client = Client::connect_as(device, server.address(), &id).await.unwrap();
        client.send(&json!({"type": "hello", "protocol": 2, "view": view_as(seat)})).await;
        loop {
            if let Some(ServerMessage::Hello { since, .. }) = client.next().await {
                break since;
            }
        }
    };
    assert_eq!(since(&server, THERE, "south").await, None, "nothing was missed");
    north.answer("north", "hide 1").await;
    south.until(|state| state.revision == 1).await;
    drop(south);
    north.until(|_| true).await;
    // The line ends a moment after it was dropped.
    let begun = Instant::now();
    while north.company.as_ref().is_none_or(|(seats, _)| seats[1].here) {
        assert!(begun.elapsed() < Duration::from_secs(5));
        north.any().await.unwrap();
    }
    assert_eq!(since(&server, THERE, "south").await, None, "nothing happened since");
    let mut south = Client::join_as(THERE, server.address(), &id, "south").await;
    south.answer("south", "hide 2").await;
    north.until(|state| state.revision == 2).await;
    drop(south);
    while north.company.as_ref().is_none_or(|(seats, _)| seats[1].here) {
        north.any().await.unwrap();
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    north.answer("north", "take 2").await;
    server.stop().await.unwrap();
    let server = on_disk(dir.path()).await;
    assert_eq!(since(&server, THERE, "south").await, Some(2), "over a restart, too");
    let missed = format!("/api/games/{id}/replay?at=3&as=south");
    let missed = request_as(THERE, server.address(), "GET", &missed, &Value::Null).await.json();
    assert_eq!(missed["answer"]["text"], "take 2");
}
