//! Documents through the server: kinds, checks, games that carry them, trials; and hostile ones.

use std::sync::Arc;
use std::time::Duration;

use grognard_engine::erased::{Module, System};
use grognard_engine::record::Record;
use grognard_server::{Config, Server, Started, StorePlace, start};
use serde_json::{Value, json};

use crate::support::{self, Client, create, get, post, request};

const KIND: &str = "/api/systems/example/documents/mission";

async fn example(place: StorePlace) -> Server {
    let system: Arc<dyn System> = Arc::new(Module::<grognard_example::Example>::embedded().unwrap());
    let config = Config { systems: vec![system], ..support::config(place) };
    let Started::Here(server) = start(config).await.unwrap() else { panic!("nobody else is there") };
    server
}

/// A mission of one's own: one of those that come along, renamed.
async fn own(server: &Server) -> Value {
    let kinds = get(server.address(), "/api/systems/example/documents").await.json();
    assert_eq!((&kinds[0]["id"], &kinds[0]["name"]), (&json!("mission"), &json!("Hulk")));
    let text = kinds[0]["examples"][1]["text"].as_str().unwrap().to_owned();
    let read = post(server.address(), KIND, &json!({ "text": text })).await.json();
    let mut value = read["value"].clone();
    value["name"] = json!("My hulk");
    value
}

fn bots() -> Value {
    let bot = |seat: &str| json!({"seat": seat, "player": {"kind": "bot", "bot": "scripted"}});
    json!([bot("red"), bot("green"), bot("blue")])
}

#[tokio::test]
async fn a_document_is_checked_played_and_verified_elsewhere() {
    let dir = tempfile::tempdir().unwrap();
    let server = example(StorePlace::Dir(dir.path().to_owned())).await;
    let mut value = own(&server).await;
    let good = post(server.address(), KIND, &json!({ "value": value, "card": true })).await.json();
    assert_eq!(good["check"]["faults"], json!([]));
    assert_eq!((&good["name"], &good["card"]["label"]), (&json!("own"), &json!("My hulk")));
    let text = good["text"].as_str().unwrap().to_owned();

    value["board"][0]["rows"][1] = json!("1...2");
    let wrong = post(server.address(), KIND, &json!({ "value": value })).await.json();
    let fault = &wrong["check"]["faults"][0];
    assert_eq!((&fault["path"], &fault["cells"]), (&json!("board.1.rows"), &json!(["b:2,1"])), "{wrong}");

    let document = json!({"kind": "mission", "text": text});
    let game = json!({
        "system": "example",
        "setup": {"mission": "own"},
        "documents": [document],
        "seats": bots(),
        "options": {"pace": "instant"},
        "seed": "5",
    });
    let id = create(server.address(), &game).await;
    let mut client = Client::join(server.address(), &id, "public").await;
    client.until(|state| state.over.is_some()).await;
    let summary = get(server.address(), &format!("/api/games/{id}")).await.json();
    assert_eq!(
        (&summary["title"], &summary["documents"]),
        (&json!("Salvage Drift: My hulk"), &json!([document]))
    );
    let record = get(server.address(), &format!("/api/games/{id}/record")).await.body;
    let elsewhere = Module::<grognard_example::Example>::embedded().unwrap();
    elsewhere.replay(&Record::parse(&record).unwrap()).expect("the record carries all it needs");
    server.stop().await.unwrap();
    let server = example(StorePlace::Dir(dir.path().to_owned())).await;
    Client::join(server.address(), &id, "red").await;
}

#[tokio::test]
async fn trials_count_games_and_are_bounded() {
    let server = example(StorePlace::Memory).await;
    let good = post(server.address(), KIND, &json!({ "value": own(&server).await })).await.json();
    let path = "/api/systems/example/trials";
    let trial = json!({
        "setup": {"mission": "own"}, "documents": [{"kind": "mission", "text": good["text"]}], "games": 3,
    });
    let begun = post(server.address(), path, &trial).await.json();
    let id = begun["id"].as_str().unwrap().to_owned();
    let mut seen = begun;
    for _ in 0..200 {
        seen = get(server.address(), &format!("/api/trials/{id}")).await.json();
        if seen["over"] == json!(true) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!((&seen["done"], &seen["error"]), (&json!(3), &Value::Null), "{seen}");
    let wins: u64 = seen["wins"].as_object().unwrap().values().filter_map(Value::as_u64).sum();
    assert!(wins <= 9, "{seen}");
    assert_eq!(post(server.address(), path, &trial).await.json(), seen, "the same trial is not played twice");
    for games in [0, 100_000] {
        let error = post(server.address(), path, &json!({ "games": games })).await.error();
        assert!(error.contains("games"), "{error}");
    }
    assert_eq!(get(server.address(), "/api/trials/none").await.status, 404);
}

#[tokio::test]
async fn hostile_documents_get_an_answer() {
    let server = example(StorePlace::Memory).await;
    let address = server.address();
    let deep = "[".repeat(50_000);
    let wide =
        format!("name = \"x\"\nabout = \"\"\n[[board]]\nname = \"a\"\nrows = [\"{}\"]\n", ".".repeat(40_000));
    let nested = (0..100).fold(json!(1), |inner, _| json!({ "a": inner }));
    for text in ["", "\u{0}", "name = ", "a = [[[[", "[[board]]\n[[board]]", deep.as_str(), wide.as_str()] {
        let answer = post(address, KIND, &json!({ "text": text })).await.json();
        assert!(!answer["check"]["faults"].as_array().unwrap().is_empty(), "{answer}");
        let game = json!({
            "system": "example", "documents": [{"kind": "mission", "text": text}], "seats": bots(),
        });
        assert_eq!(post(address, "/api/games", &game).await.status, 400);
    }
    for value in
        [json!(null), json!([]), json!("x"), nested, json!({"board": {"rows": 3}}), json!({"\n\"]": 1})]
    {
        let answer = post(address, KIND, &json!({ "value": value })).await;
        assert!(answer.status < 500, "{answer:?}");
    }
    for body in [json!({}), json!({"text": "", "seed": "1"}), json!({"seed": "x"}), json!({"seed": "1"})] {
        assert!((400..500).contains(&post(address, KIND, &body).await.status));
    }
    let many = vec![json!({"kind": "mission", "text": ""}); 9];
    let game = json!({"system": "example", "documents": many, "seats": bots()});
    assert!(post(address, "/api/games", &game).await.error().contains("at most"));
    assert_eq!(post(address, "/api/systems/example/documents/spell", &json!({"text": ""})).await.status, 404);
    let long = vec![b' '; 70_000];
    assert!((400..500).contains(&request(address, "POST", KIND, "", &long).await.status));
    assert_eq!(get(address, "/api/games").await.json()["games"], json!([]));
}
