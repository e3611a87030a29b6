//! Servers that are killed again and again while people play: nothing acknowledged is lost, nothing is done twice.
//!
//! A short run is a test; the long ones are for `cargo xtask soak`.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use grognard_server::protocol::ServerMessage;
use grognard_server::{Config, Limits, Started, StorePlace, start};
use grognard_store::{PostgresStore, SqliteStore, Store};
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::support::postgres::Postgres;
use crate::support::services::{Nats, Nginx, free_port};
use crate::support::{Client, config, on_disk, try_post, view_as};

/// What the server that is killed is told: a folder, or a database, a NATS and a port.
const DIR: &str = "GROGNARD_CRASH_TEST_DIR";
const NODE: &str = "GROGNARD_CRASH_TEST_NODE";

/// How long a server of several may be silent.
const LEASE: Duration = Duration::from_millis(1200);

/// Not a test of its own: the server that is killed.
#[tokio::test(flavor = "multi_thread")]
async fn child_server_until_killed() {
    let server = if let Some(dir) = std::env::var_os(DIR) {
        on_disk(&PathBuf::from(dir)).await
    } else if let Ok(node) = std::env::var(NODE) {
        let [database, nats, port] = node.split(' ').collect::<Vec<_>>().try_into().unwrap();
        let mut config = Config {
            nats: Some(nats.to_owned()),
            limits: Limits { lease: LEASE, ..many() },
            ..config(StorePlace::Url(database.to_owned()))
        };
        config.any_port = false;
        config.listen.set_port(port.parse().unwrap());
        // The one before it may still be going.
        let begun = std::time::Instant::now();
        loop {
            match start(config.clone()).await {
                Ok(Started::Here(server)) => break server,
                Err(_) if begun.elapsed() < Duration::from_secs(20) => tokio::time::sleep(LEASE / 10).await,
                other => panic!("{other:?}"),
            }
        }
    } else {
        return;
    };
    println!("listens at {}", server.address());
    tokio::time::sleep(Duration::from_mins(30)).await;
}

/// Limits for a test that begins one game after the other at one device.
fn many() -> Limits {
    Limits { games: 100_000, ..Limits::default() }
}

/// A server in a process of its own.
struct Server(Child);

impl Server {
    fn start(variable: &str, value: &str) -> (Self, SocketAddr) {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "crash::child_server_until_killed", "--nocapture", "--test-threads=1"])
            .env(variable, value)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let line = out.lines().map_while(Result::ok).find(|line| line.contains("listens at "));
        (Self(child), line.unwrap().rsplit(' ').next().unwrap().parse().unwrap())
    }

    fn on_disk(dir: &Path) -> (Self, SocketAddr) {
        Self::start(DIR, dir.to_str().unwrap())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

type Address = watch::Receiver<Option<SocketAddr>>;

/// Connects to whatever server there is now, and returns the game's revision.
async fn reach(server: &mut Address, id: &str) -> (Client, u32) {
    loop {
        let address = *server.wait_for(Option::is_some).await.unwrap();
        let tried = tokio::time::timeout(Duration::from_secs(8), connect(address.unwrap(), id)).await;
        if let Ok(Some(reached)) = tried {
            return reached;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn connect(address: SocketAddr, id: &str) -> Option<(Client, u32)> {
    // A server that dies in between must not end the test.
    tokio::net::TcpStream::connect(address).await.ok()?;
    let mut client = Client::try_connect(address, id).await?;
    client.try_send(&json!({"type": "hello", "protocol": 2, "view": view_as("public")})).await?;
    loop {
        if let ServerMessage::State(state) = client.next().await? {
            return Some((client, state.revision));
        }
    }
}

/// Sets a game up at whatever server there is. One that nobody heard of is nobody's.
async fn begin(server: &mut Address) -> String {
    let mut game = crate::support::new_game("human", "human");
    game["setup"] = json!({"heap": "large", "bounce": false});
    loop {
        let address = server.wait_for(Option::is_some).await.unwrap().unwrap();
        let made = tokio::time::timeout(Duration::from_secs(8), try_post(address, "/api/games", &game)).await;
        if let Ok(Ok(made)) = made
            && made.status == 200
        {
            return made.json()["id"].as_str().unwrap().to_owned();
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Plays a game until told to stop; every answer is sent again under its key until it is acknowledged.
async fn play(id: String, server: &mut Address, stop: &watch::Receiver<bool>) -> (String, Vec<String>) {
    let mut acknowledged: Vec<String> = Vec::new();
    let (mut client, revision) = reach(server, &id).await;
    assert_eq!(revision, 0);
    while !*stop.borrow() && acknowledged.len() < 110 {
        let n = acknowledged.len();
        // Both hide a stone, then they take and pass by turns.
        let (seat, text) = match n {
            0 => ("north", "hide 1"),
            1 => ("south", "hide 1"),
            n if n % 4 == 2 => ("north", "take 1"),
            n if n % 4 == 3 => ("south", "pass"),
            n if n % 4 == 0 => ("south", "take 1"),
            _ => ("north", "pass"),
        };
        let message =
            json!({"type": "answer", "revision": n, "key": format!("k{n}"), "seat": seat, "text": text});
        'sent: loop {
            let heard = async {
                client.try_send(&message).await?;
                loop {
                    match client.next().await? {
                        ServerMessage::State(state) if state.revision as usize > n => {
                            return Some(state.revision);
                        }
                        // The server lets go of the game.
                        ServerMessage::Error { reload: true, .. } => return None,
                        ServerMessage::Error { error, .. } if error.contains("another server") => {
                            return None;
                        }
                        ServerMessage::Error { error, .. } => panic!("{text}: {error}"),
                        ServerMessage::Refused { refusal, .. } => panic!("{text}: {refusal:?}"),
                        _ => {}
                    }
                }
            };
            if let Ok(Some(revision)) = tokio::time::timeout(Duration::from_secs(8), heard).await {
                assert_eq!(revision as usize, n + 1, "done twice");
                break 'sent;
            }
            let (again, revision) = reach(server, &id).await;
            client = again;
            let revision = revision as usize;
            assert!(
                revision == n || revision == n + 1,
                "{n} answers were acknowledged, {revision} are there"
            );
        }
        acknowledged.push(text.to_owned());
    }
    (id, acknowledged)
}

/// Plays one game after the other until told to stop.
async fn keep_playing(mut server: Address, stop: watch::Receiver<bool>) -> Vec<(String, Vec<String>)> {
    let mut played = Vec::new();
    while !*stop.borrow() {
        let id = begin(&mut server).await;
        played.push(play(id, &mut server, &stop).await);
    }
    played
}

/// So many tables under way at once; what was acknowledged at them when `disturb` has ended.
async fn under_load(
    tables: usize,
    address: Address,
    disturb: impl Future<Output = ()>,
) -> Vec<(String, Vec<String>)> {
    let (end, stop) = watch::channel(false);
    let tables: Vec<_> =
        (0..tables).map(|_| tokio::spawn(keep_playing(address.clone(), stop.clone()))).collect();
    disturb.await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    end.send_replace(true);
    let mut played = Vec::new();
    for table in tables {
        played.extend(table.await.unwrap());
    }
    played
}

/// Compares what was acknowledged with what is stored; returns how much that was.
fn compare(store: &dyn Store, played: &[(String, Vec<String>)]) -> usize {
    for (id, acknowledged) in played {
        let record = store.load(&id.parse().unwrap()).unwrap().record;
        let read = |line: &grognard_store::RecordLine| {
            serde_json::from_str::<Value>(&line.line).ok()?["answer"].as_str().map(str::to_owned)
        };
        let kept: Vec<String> = record.iter().filter_map(read).collect();
        assert_eq!(kept, *acknowledged);
    }
    played.iter().map(|(_, acknowledged)| acknowledged.len()).sum()
}

/// One server on disk, killed so many times.
async fn killed(tables: usize, kills: u64) {
    let dir = tempfile::tempdir().unwrap();
    let (first, address) = Server::on_disk(dir.path());
    let (tell, server) = watch::channel(Some(address));
    let mut running = Some(first);
    let disturb = async {
        for kill in 0..kills {
            tokio::time::sleep(Duration::from_millis(150 + 37 * (kill % 10))).await;
            tell.send_replace(None);
            drop(running.take());
            let (next, address) = Server::on_disk(dir.path());
            running = Some(next);
            tell.send_replace(Some(address));
        }
    };
    let played = under_load(tables, server, disturb).await;
    drop(running.take());
    let total = compare(&SqliteStore::open(dir.path()).unwrap(), &played);
    println!("{kills} kills, {} games, {total} answers acknowledged: all there, none twice", played.len());
    assert!(total > tables * 10, "only {total} answers: the kills came too fast to prove anything");
}

/// Three servers behind nginx on one `PostgreSQL`; one is killed and started again every few moments.
async fn three_killed(tables: usize, kills: u64, every: Duration) {
    let (Some(postgres), Some(nats)) = (Postgres::start(), Nats::start()) else { return };
    let database = postgres.fresh();
    let ports = [free_port(), free_port(), free_port()];
    let node = |port: u16| Server::start(NODE, &format!("{database} {} {port}", nats.url)).0;
    let mut nodes: Vec<_> = ports.iter().map(|port| node(*port)).collect();
    let addresses: Vec<SocketAddr> = ports.iter().map(|port| ([127, 0, 0, 1], *port).into()).collect();
    let Some(nginx) = Nginx::start(&addresses) else { return };
    let (_tell, server) = watch::channel(Some(nginx.address));
    let disturb = async {
        for kill in 0..kills as usize {
            tokio::time::sleep(every).await;
            let at = kill % nodes.len();
            drop(nodes.remove(at));
            nodes.insert(at, node(ports[at]));
        }
        tokio::time::sleep(LEASE * 2).await;
    };
    let played = under_load(tables, server, disturb).await;
    drop(nodes);
    let total = compare(&PostgresStore::open(&database).unwrap(), &played);
    println!(
        "{kills} kills of three, {} games, {total} answers acknowledged: all there, none twice",
        played.len()
    );
    assert!(total > tables * 10, "only {total} answers: the kills came too fast to prove anything");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_killed_under_load_loses_and_doubles_nothing() {
    killed(6, 6).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a soak: some minutes"]
async fn a_server_killed_two_hundred_times_loses_and_doubles_nothing() {
    killed(24, 200).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_three_servers_one_is_killed_and_nothing_is_lost_or_doubled() {
    three_killed(8, 3, Duration::from_millis(1500)).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a soak: some minutes"]
async fn of_three_servers_one_is_killed_every_few_seconds_under_two_hundred_games() {
    let kills = std::env::var("GROGNARD_KILLS").ok().and_then(|kills| kills.parse().ok());
    three_killed(200, kills.unwrap_or(60), Duration::from_secs(3)).await;
}
