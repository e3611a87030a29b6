//! The computer thinks for a few at a time: whoever plays with people does not notice how many play against it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use grognard_engine::bot::{Bot, Seen};
use grognard_engine::client::QueryAnswer;
use grognard_engine::decision::{Ask, Menu};
use grognard_engine::erased::Module;
use grognard_server::protocol::ServerMessage;
use grognard_server::{Config, Limits, Server, Started, StorePlace, start};
use serde_json::json;

use crate::support::pebbles::{Choice, Pebbles};
use crate::support::{self, Client, create, new_game, view_as};

/// How long the slow player takes.
const LONG: Duration = Duration::from_millis(120);

/// Who thinks now, the most there ever were, and the answers they gave.
#[derive(Default)]
struct Thoughts {
    now: AtomicI32,
    most: AtomicI32,
    done: AtomicU32,
}

/// A player that takes its time and then takes the first option.
struct Slow(Arc<Thoughts>);

impl Bot<Pebbles<false>> for Slow {
    fn choose(&mut self, _: &Seen<'_, Pebbles<false>>, _: &Ask, _: &dyn Menu<Pebbles<false>>) -> usize {
        let now = self.0.now.fetch_add(1, Ordering::SeqCst) + 1;
        self.0.most.fetch_max(now, Ordering::SeqCst);
        std::thread::sleep(LONG);
        self.0.now.fetch_sub(1, Ordering::SeqCst);
        self.0.done.fetch_add(1, Ordering::SeqCst);
        0
    }

    fn propose(&mut self, _: &Seen<'_, Pebbles<false>>, _: &Ask, (): &()) -> Choice {
        unreachable!("pebbles have no proposals")
    }
}

/// A server where one may think at a time, and two more may wait for advice.
async fn server() -> (Server, Arc<Thoughts>) {
    let thoughts = Arc::<Thoughts>::default();
    let made = Arc::clone(&thoughts);
    let module = Module::<Pebbles<false>>::embedded().unwrap();
    let module =
        module.with_bot("slow", "Takes its time.", Arc::new(move |_| Box::new(Slow(Arc::clone(&made)))));
    let limits = Limits { jobs: 1, waiting_jobs: 3, ..Limits::default() };
    let config = Config { limits, systems: vec![Arc::new(module)], ..support::config(StorePlace::Memory) };
    let Started::Here(server) = start(config).await.unwrap() else { panic!("nobody else is there") };
    (server, thoughts)
}

#[tokio::test(flavor = "multi_thread")]
async fn games_against_the_computer_think_one_after_the_other() {
    let (server, thoughts) = server().await;
    let address = server.address();
    let people = create(address, &new_game("human", "human")).await;
    let mut people = Client::join(address, &people, "public").await;
    let mut against = Vec::new();
    for _ in 0..8 {
        let id = create(address, &new_game("human", "slow")).await;
        against.push(Client::join(address, &id, "north").await);
    }
    // Each of the eight waits for the computer; two people are answered at once.
    let begun = Instant::now();
    people.answer("north", "hide 1").await;
    people.answer("south", "hide 1").await;
    assert!(begun.elapsed() < LONG * 8, "{:?}", begun.elapsed());
    for client in &mut against {
        client.until(|state| state.revision >= 1 && !state.bot.deciding).await;
    }
    assert_eq!(thoughts.most.load(Ordering::SeqCst), 1, "all of them think at once");
    assert_eq!(thoughts.done.load(Ordering::SeqCst), 8);
}

#[tokio::test(flavor = "multi_thread")]
async fn advice_waits_its_turn_in_a_queue_with_an_end() {
    let (server, thoughts) = server().await;
    let address = server.address();
    let mut game = new_game("human", "human");
    game["options"]["practice"] = json!(true);
    let ask = json!({"type": "query", "id": 7, "view": view_as("north"), "query": {"kind": "advice"}});
    let mut asking = Vec::new();
    for _ in 0..12 {
        let id = create(address, &game).await;
        asking.push(Client::join(address, &id, "north").await);
    }
    for client in &mut asking {
        client.send(&ask).await;
    }
    let (mut told, mut refused) = (0, 0);
    for client in &mut asking {
        match reply(client).await {
            QueryAnswer::Advice(_) => told += 1,
            QueryAnswer::None(why) => {
                assert!(why.sentence.contains("others"), "{}", why.sentence);
                refused += 1;
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(told >= 1 && refused >= 1 && told + refused == 12, "{told} told, {refused} refused");
    assert_eq!(thoughts.most.load(Ordering::SeqCst), 1, "several think at once");
    // Whoever asks can do other things meanwhile, and a second question does not join the queue.
    let client = &mut asking[0];
    client.send(&ask).await;
    client.send(&ask).await;
    assert!(matches!(reply(client).await, QueryAnswer::None(_)));
    client.say("north", "hide 1").await;
    let (mut answered, mut advised) = (false, false);
    while !(answered && advised) {
        match client.next().await.expect("the server closed") {
            ServerMessage::State(state) => answered |= state.revision == 1,
            ServerMessage::Reply { answer, .. } => advised |= matches!(*answer, QueryAnswer::Advice(_)),
            other => panic!("{other:?}"),
        }
    }
    // Whoever asks and goes is not thought for, unless it has begun.
    let before = thoughts.done.load(Ordering::SeqCst);
    for client in &mut asking {
        client.send(&ask).await;
    }
    drop(asking);
    tokio::time::sleep(LONG * 8).await;
    assert!(thoughts.done.load(Ordering::SeqCst) <= before + 2, "it thinks for those who have gone");
}

async fn reply(client: &mut Client) -> QueryAnswer {
    loop {
        if let Some(ServerMessage::Reply { id: 7, answer }) = client.next().await {
            return *answer;
        }
    }
}
