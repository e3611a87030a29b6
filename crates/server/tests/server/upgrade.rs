//! Games outlive versions: what happens when the rules changed under a game.

use std::path::Path;

use grognard_engine::record::Record;
use grognard_server::{Config, Server, Started, StorePlace, start};
use serde_json::json;

use crate::support::{self, Client, create, get, new_game, on_disk};

async fn under_new_rules(dir: &Path) -> Server {
    let config =
        Config { systems: support::new_systems(), ..support::config(StorePlace::Dir(dir.to_owned())) };
    match start(config).await.unwrap() {
        Started::Here(server) => server,
        Started::Elsewhere(address) => panic!("there is a server at {address}"),
    }
}

fn left(client: &Client) -> i32 {
    let state = client.state.as_ref().unwrap();
    state.scene.tracks.iter().find(|track| track.id == "left").unwrap().number.unwrap()
}

#[tokio::test]
async fn a_game_goes_on_under_new_rules_from_its_last_turn() {
    let dir = tempfile::tempdir().unwrap();
    let server = on_disk(dir.path()).await;
    let mut game = new_game("human", "human");
    game["setup"] = json!({"heap": "large", "bounce": false});
    let id = create(server.address(), &game).await;
    let mut client = Client::join(server.address(), &id, "public").await;
    for (seat, text) in [("north", "hide 1"), ("south", "hide 1"), ("north", "take 2"), ("south", "pass")] {
        client.answer(seat, text).await;
    }
    assert_eq!(left(&client), 58);
    client.answer("south", "take 3").await;
    server.stop().await.unwrap();

    let server = under_new_rules(dir.path()).await;
    let mut client = Client::join(server.address(), &id, "public").await;
    let notice = client.complaint().await;
    assert!(notice.contains("rules have changed") && notice.contains("new dice"), "{notice}");
    assert_eq!(left(&client), 58, "the start of the turn that was under way");
    client.answer("south", "take 3").await;
    assert_eq!(left(&client), 54, "four under the new rules");
    client.answer("north", "pass").await;
    server.stop().await.unwrap();

    // The new part of the game is as lasting as the old one was.
    let server = under_new_rules(dir.path()).await;
    let mut client = Client::join(server.address(), &id, "public").await;
    assert_eq!(left(&client), 54);
    client.answer("north", "take 1").await;
    assert_eq!(left(&client), 52);
    assert_eq!(get(server.address(), &format!("/api/games/{id}/replay?at=1")).await.status, 200);
    client.send(&json!({"type": "aside", "key": "end", "seat": "north", "text": "resign"})).await;
    client.until(|s| s.over.is_some()).await;
    let record = get(server.address(), &format!("/api/games/{id}/record")).await.body;
    support::new_systems()[0].replay(&Record::parse(&record).unwrap()).unwrap();
}
