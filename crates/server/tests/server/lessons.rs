//! Lessons, advice, languages and reports over real connections, with the example system.

use std::sync::Arc;

use grognard_engine::client::QueryAnswer;
use grognard_engine::erased::{Module, System};
use grognard_server::protocol::ServerMessage;
use grognard_server::{Config, Started, StorePlace, start};
use serde_json::{Value, json};

use crate::support::{self, Client, create, get, post};

fn config(dir: &tempfile::TempDir) -> Config {
    let system: Arc<dyn System> = Arc::new(Module::<grognard_example::Example>::embedded().unwrap());
    Config { systems: vec![system], ..support::config(StorePlace::Dir(dir.path().to_owned())) }
}

/// The learner's place in a state that waits for him.
async fn at_step(client: &mut Client, step: u32) -> grognard_server::protocol::LessonState {
    let there = |s: &grognard_server::protocol::GameState| {
        s.lesson.as_ref().is_some_and(|l| l.step == step && (l.say.is_some() || l.step == l.steps))
    };
    client.until(there).await.lesson.unwrap()
}

#[tokio::test]
async fn a_lesson_waits_refuses_goes_on_and_is_resumed() {
    let dir = tempfile::tempdir().unwrap();
    let Started::Here(server) = start(config(&dir)).await.unwrap() else { panic!("nobody else is there") };
    let address = server.address();
    let list = get(address, "/api/systems/example/lessons").await.json();
    assert_eq!((list[0]["id"].as_str(), list[0]["steps"].as_u64()), (Some("attack"), Some(3)));
    let unknown = post(address, "/api/games", &json!({"system": "example", "lesson": "flying"})).await;
    assert!(unknown.status == 400 && unknown.body.contains("attack"), "{unknown:?}");

    let id = create(address, &json!({"system": "example", "lesson": "attack"})).await;
    let mut client = Client::join(address, &id, "red").await;
    let first = at_step(&mut client, 0).await;
    assert_eq!(first.wanted, ["attack blue-1"], "the host has given the opening answer");
    client.say("red", "hold").await;
    assert_eq!(client.complaint().await, first.say.clone().unwrap(), "an answer beside the step is refused");
    client.say("red", "attack blue-1").await;
    let second = at_step(&mut client, 1).await;
    assert!(second.done.is_some() && second.say != first.say, "Blue's card is in, by the script");
    server.stop().await.unwrap();

    let Started::Here(server) = start(config(&dir)).await.unwrap() else { panic!("the first has stopped") };
    let games = get(server.address(), "/api/games").await.json();
    assert_eq!(games["games"][0]["lesson"], json!({"id": "attack", "step": 1, "steps": 3}));
    let mut client = Client::join(server.address(), &id, "red").await;
    assert_eq!(at_step(&mut client, 1).await, second, "it goes on where it was left");
    client.say("red", "play nothing").await;
    at_step(&mut client, 2).await;
    let undo = json!({"type": "undo", "revision": client.revision(), "key": Client::key(), "seat": "red"});
    client.send(&undo).await;
    at_step(&mut client, 1).await;
    client.say("red", "play nothing").await;
    let third = at_step(&mut client, 2).await;
    client.say("red", &third.wanted[0]).await;
    assert!(at_step(&mut client, 3).await.say.is_none(), "nothing is left to do");
    server.stop().await.unwrap();
}

async fn advice(client: &mut Client, seat: &str) -> QueryAnswer {
    let view = support::view_as(seat);
    client.send(&json!({"type": "query", "id": 1, "view": view, "query": {"kind": "advice"}})).await;
    loop {
        if let Some(ServerMessage::Reply { answer, .. }) = client.next().await {
            return *answer;
        }
    }
}

#[tokio::test]
async fn advice_is_for_practice_and_a_report_for_games_that_are_over() {
    let dir = tempfile::tempdir().unwrap();
    let Started::Here(server) = start(config(&dir)).await.unwrap() else { panic!("nobody else is there") };
    let address = server.address();
    let game = |player: Value, practice: bool| {
        let bot = json!({"kind": "bot", "bot": "random"});
        json!({
            "system": "example",
            "seats": [{"seat": "red", "player": player}, {"seat": "green", "player": bot}, {"seat": "blue", "player": bot}],
            "options": {"pace": "instant", "practice": practice},
            "seed": "5",
        })
    };
    let human = json!({"kind": "human"});
    for practice in [true, false] {
        let id = create(address, &game(human.clone(), practice)).await;
        let mut client = Client::join(address, &id, "red").await;
        client.until(|s| s.prompt.as_ref().is_some_and(|p| p.seats.contains(&"red".to_owned()))).await;
        match (practice, advice(&mut client, "red").await) {
            (true, QueryAnswer::Advice(advice)) => {
                let option = advice.option;
                assert!(!option.text.is_empty() && !option.label.is_empty() && option.label != option.text);
                assert!(!advice.by.is_empty());
            }
            (false, QueryAnswer::None(why)) => assert!(why.sentence.contains("practice")),
            (_, other) => panic!("{other:?}"),
        }
        let early = get(address, &format!("/api/games/{id}/report")).await;
        assert_eq!(early.status, 409, "a game under way keeps its secrets");
    }
    let id = create(address, &game(json!({"kind": "bot", "bot": "random"}), false)).await;
    let mut client = Client::join(address, &id, "public").await;
    client.until(|s| s.over.is_some()).await;
    let report = get(address, &format!("/api/games/{id}/report")).await.json();
    let turns = report["turns"].as_array().unwrap();
    assert!(!turns.is_empty() && turns.iter().all(|turn| turn["wins"].as_array().unwrap().len() == 3));
    server.stop().await.unwrap();
}
