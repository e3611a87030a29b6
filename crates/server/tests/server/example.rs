//! The example system through the server: three seats, sealed orders, proposals, two boards.

use std::sync::Arc;

use grognard_engine::erased::{Module, System};
use grognard_engine::record::Record;
use grognard_server::{Config, Started, StorePlace, start};
use serde_json::json;

use crate::support::{self, Client, create, get};

#[tokio::test]
async fn three_computers_play_the_example_to_its_end() {
    let system: Arc<dyn System> = Arc::new(Module::<grognard_example::Example>::embedded().unwrap());
    let dir = tempfile::tempdir().unwrap();
    let place = StorePlace::Dir(dir.path().to_owned());
    let config = Config { systems: vec![Arc::clone(&system)], ..support::config(place) };
    let Started::Here(server) = start(config.clone()).await.unwrap() else { panic!("nobody else is there") };
    let bot = |seat: &str| json!({"seat": seat, "player": {"kind": "bot", "bot": "random"}});
    let game = json!({
        "system": "example",
        "seats": [bot("red"), bot("green"), bot("blue")],
        "options": {"pace": "instant"},
        "seed": "5",
    });
    let id = create(server.address(), &game).await;
    let mut client = Client::join(server.address(), &id, "public").await;
    let over = client.until(|s| s.over.is_some()).await;
    assert!(over.scene.boards.len() == 2 && over.seats.len() == 3);
    let text = get(server.address(), &format!("/api/games/{id}/record")).await.body;
    let again = system.replay(&Record::parse(&text).unwrap()).unwrap();
    assert_eq!(over.revision, again.revision());
    let last =
        get(server.address(), &format!("/api/games/{id}/replay?at={}&as=red", again.answers())).await.json();
    assert_eq!(last["over"]["sentence"], over.over.unwrap().sentence.as_str());
    server.stop().await.unwrap();

    let Started::Here(server) = start(config).await.unwrap() else { panic!("the first has stopped") };
    let client = Client::join(server.address(), &id, "blue").await;
    assert_eq!(client.revision(), again.revision());
}
