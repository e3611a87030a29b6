//! Many games at once, in small: what `examples/load` measures at length.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::{Client, HERE, THERE, new_game, on_disk, request_as};

const GAMES: usize = 60;
/// The answers of a game, and whose they are.
const ANSWERS: [(&str, &str); 6] = [
    ("north", "hide 1"),
    ("south", "hide 2"),
    ("north", "take 2"),
    ("south", "pass"),
    ("south", "take 1"),
    ("north", "pass"),
];
/// Far more than an answer takes, even beside other tests: a server that handles one game after the other is slower.
const SLOW: Duration = Duration::from_secs(5);

/// A game of two people; returns the longest time from an answer until both have seen it.
async fn game(server: SocketAddr, number: usize) -> Duration {
    // Devices of their own.
    let device = |like: &str| format!("{}{number:08x}", &like[8..]);
    let (red, blue) = (device(HERE), device(THERE));
    let mut game = new_game("human", "human");
    game["seats"][1]["open"] = json!(true);
    game.as_object_mut().unwrap().remove("seed");
    let made = request_as(&red, server, "POST", "/api/games", &game).await.json();
    let id = made["id"].as_str().unwrap().to_owned();
    let claim = json!({"token": made["invitations"][0]["token"]});
    request_as(&blue, server, "POST", &format!("/api/games/{id}/claim"), &claim).await;
    let mut north = Client::greet_as(&red, server, &id, "north").await;
    let mut south = Client::greet_as(&blue, server, &id, "south").await;
    south.new_state().await;
    north.new_state().await;
    let mut longest = Duration::ZERO;
    for (revision, (seat, text)) in (1..).zip(ANSWERS) {
        let begun = Instant::now();
        if seat == "north" {
            north.say(seat, text).await;
        } else {
            south.say(seat, text).await;
        }
        for client in [&mut north, &mut south] {
            client.until(|state| state.revision >= revision).await;
            assert_eq!(client.revision(), revision, "{text}: done twice");
        }
        longest = longest.max(begun.elapsed());
    }
    longest
}

#[tokio::test(flavor = "multi_thread")]
async fn many_games_at_once_are_all_answered_in_time() {
    let dir = tempfile::tempdir().unwrap();
    let server = on_disk(dir.path()).await;
    let address = server.address();
    let playing: Vec<_> = (0..GAMES).map(|number| tokio::spawn(game(address, number))).collect();
    let mut longest = Duration::ZERO;
    for played in playing {
        longest = longest.max(played.await.unwrap());
    }
    println!("{GAMES} games; the longest answer took {longest:?}");
    assert!(longest < SLOW, "{longest:?}");
}
