//! A server that is killed again and again while people play: nothing acknowledged is lost, nothing is done twice.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use grognard_server::protocol::ServerMessage;
use grognard_store::{SqliteStore, Store};
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::support::{Client, on_disk, post, view_as};

const DIR: &str = "GROGNARD_CRASH_TEST_DIR";
const GAMES: usize = 6;
const KILLS: u64 = 6;

/// Not a test of its own: the server that is killed.
#[tokio::test(flavor = "multi_thread")]
async fn child_server_until_killed() {
    let Some(dir) = std::env::var_os(DIR) else { return };
    let server = on_disk(&PathBuf::from(dir)).await;
    println!("listens at {}", server.address());
    tokio::time::sleep(Duration::from_mins(2)).await;
}

fn serve(dir: &Path) -> (Child, SocketAddr) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "crash::child_server_until_killed", "--nocapture", "--test-threads=1"])
        .env(DIR, dir)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let out = BufReader::new(child.stdout.take().unwrap());
    let line = out.lines().map_while(Result::ok).find(|line| line.contains("listens at ")).unwrap();
    (child, line.rsplit(' ').next().unwrap().parse().unwrap())
}

/// Connects to whatever server there is now, and returns the game's revision.
async fn reach(server: &mut watch::Receiver<Option<SocketAddr>>, id: &str) -> (Client, u32) {
    loop {
        let address = *server.wait_for(Option::is_some).await.unwrap();
        let tried = tokio::time::timeout(Duration::from_secs(5), connect(address.unwrap(), id)).await;
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

/// Plays until told to stop; every answer is sent again under its key until it is acknowledged.
async fn play(
    id: String,
    mut server: watch::Receiver<Option<SocketAddr>>,
    stop: watch::Receiver<bool>,
) -> (String, Vec<String>) {
    let mut acknowledged: Vec<String> = Vec::new();
    let (mut client, revision) = reach(&mut server, &id).await;
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
            let (again, revision) = reach(&mut server, &id).await;
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

#[tokio::test(flavor = "multi_thread")]
async fn a_server_killed_under_load_loses_and_doubles_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let (mut child, address) = serve(dir.path());
    let (tell, server) = watch::channel(Some(address));
    let (end, stop) = watch::channel(false);
    let mut games = Vec::new();
    for _ in 0..GAMES {
        let mut game = crate::support::new_game("human", "human");
        game["setup"] = json!({"heap": "large", "bounce": false});
        let made: Value = post(address, "/api/games", &game).await.json();
        let id = made["id"].as_str().unwrap().to_owned();
        games.push(tokio::spawn(play(id, server.clone(), stop.clone())));
    }
    for kill in 0..KILLS {
        tokio::time::sleep(Duration::from_millis(150 + 37 * kill)).await;
        child.kill().unwrap();
        child.wait().unwrap();
        tell.send_replace(None);
        let address;
        (child, address) = serve(dir.path());
        tell.send_replace(Some(address));
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    end.send_replace(true);
    let mut played = Vec::new();
    for game in games {
        played.push(game.await.unwrap());
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let store = SqliteStore::open(dir.path()).unwrap();
    let mut total = 0;
    for (id, acknowledged) in played {
        let record = store.load(&id.parse().unwrap()).unwrap().record;
        let read = |line: &grognard_store::RecordLine| {
            serde_json::from_str::<Value>(&line.line).ok()?["answer"].as_str().map(str::to_owned)
        };
        let kept: Vec<String> = record.iter().filter_map(read).collect();
        assert_eq!(kept, acknowledged);
        total += kept.len();
    }
    assert!(total > GAMES * 10, "only {total} answers: the kills came too fast to prove anything");
}
