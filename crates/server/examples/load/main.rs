//! Puts load on a server of this machine: games between two people each, at a fixed rate, and measures what they see.
//!
//! `cargo run --release -p grognard-server --example load -- 127.0.0.1:4000 --serve target/release/grognard --games 1000`
//!
//! With `--serve` it starts the server itself, with a store of its own that is gone afterwards (`--postgres`: a `PostgreSQL` of its own),
//! tells what memory a game takes, and at the end kills the server, starts it again and measures until everybody is back.
//! Without it the server is somebody else's. It calls loopback addresses only, opens at most 5,000 games and ends after at
//! most 10 minutes. The time of an answer runs from its sending until both players have the new state.
#![allow(clippy::cast_precision_loss, reason = "figures are told to a tenth")]

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::{Semaphore, mpsc};

use self::player::Player;
use self::served::{Served, Used};

mod player;
mod served;

#[path = "../../../store/tests/support/postgres.rs"]
#[allow(clippy::unwrap_used, dead_code, reason = "a tool for tests ends at the first surprise")]
mod postgres;

const MOST_GAMES: usize = 5000;
const MOST_SECONDS: u64 = 600;
/// Nobody waits longer for an answer.
const PATIENCE: Duration = Duration::from_secs(30);

struct Wanted {
    server: SocketAddr,
    system: String,
    setup: Value,
    games: usize,
    every: Duration,
    seconds: u64,
    changes: bool,
    serve: Option<String>,
    postgres: bool,
}

/// How it is called.
const USAGE: &str = "usage: load ADDRESS:PORT [--serve PROGRAM [--postgres]] [--games N] [--every MS] [--seconds S] \
    [--system ID] [--set KEY=VALUE] [--whole]";

fn wanted() -> Result<Wanted, String> {
    let mut arguments = std::env::args().skip(1);
    let server: SocketAddr = arguments.next().and_then(|text| text.parse().ok()).ok_or(USAGE)?;
    if !server.ip().is_loopback() {
        return Err("load is put on servers of this machine only".to_owned());
    }
    let mut wanted = Wanted {
        server,
        system: "space-hulk".to_owned(),
        setup: json!({"mission": "boarding-lock"}),
        games: 100,
        every: Duration::from_secs(2),
        seconds: 20,
        changes: true,
        serve: None,
        postgres: false,
    };
    while let Some(name) = arguments.next() {
        match name.as_str() {
            "--whole" => {
                wanted.changes = false;
                continue;
            }
            "--postgres" => {
                // Figures without durable writes would be no figures.
                std::env::var_os("GROGNARD_TEST_FSYNC").ok_or("--postgres: set GROGNARD_TEST_FSYNC=1")?;
                wanted.postgres = true;
                continue;
            }
            _ => {}
        }
        let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
        let number = || value.parse::<u64>().map_err(|_| format!("{name}: `{value}` is no number"));
        match name.as_str() {
            "--games" => wanted.games = (number()? as usize).clamp(1, MOST_GAMES),
            "--every" => wanted.every = Duration::from_millis(number()?.max(1)),
            "--seconds" => wanted.seconds = number()?.clamp(1, MOST_SECONDS),
            "--serve" => wanted.serve = Some(value.clone()),
            "--system" => {
                wanted.system.clone_from(&value);
                wanted.setup = json!({});
            }
            "--set" => {
                let (key, value) = value.split_once('=').ok_or("--set KEY=VALUE")?;
                wanted.setup[key] = json!(value);
            }
            other => return Err(format!("there is no {other}")),
        }
    }
    Ok(wanted)
}

/// One HTTP call of a device.
async fn call(
    server: SocketAddr,
    device: &str,
    method: &str,
    path: &str,
    body: &Value,
) -> Result<Value, String> {
    let told = async {
        let mut stream = TcpStream::connect(server).await?;
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {server}\r\nCookie: grognard={device}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(head.as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        Ok::<_, std::io::Error>(answer)
    };
    let answer = told.await.map_err(|e| e.to_string())?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    if !head.starts_with("HTTP/1.1 200") {
        return Err(format!("{method} {path}: {}", head.lines().next().unwrap_or("nothing")));
    }
    serde_json::from_str(body).map_err(|e| e.to_string())
}

fn device() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(1);
    let mut bytes = [0u8; 24];
    getrandom::fill(&mut bytes).ok();
    let digit = |nibble: u8| char::from(b"0123456789abcdef"[usize::from(nibble)]);
    let random: String = bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect();
    format!("{random}{:016x}", COUNT.fetch_add(1, Ordering::Relaxed))
}

/// What one answer came to.
enum Told {
    Answered(Duration),
    Refused,
    Failed(String),
    Bytes(u64),
}

async fn set_up(wanted: &Wanted, seats: &[String]) -> Result<[Player; 2], String> {
    let (red, blue) = (device(), device());
    let setup = |(index, seat): (usize, &String)| json!({"seat": seat, "player": {"kind": "human"}, "open": index > 0});
    let seats_given: Vec<_> = seats.iter().enumerate().map(setup).collect();
    let game = json!({"system": wanted.system, "setup": wanted.setup, "seats": seats_given});
    let made = call(wanted.server, &red, "POST", "/api/games", &game).await?;
    let id = made["id"].as_str().ok_or("no id")?.to_owned();
    let claim = json!({"token": made["invitations"][0]["token"]});
    call(wanted.server, &blue, "POST", &format!("/api/games/{id}/claim"), &claim).await?;
    let mut one = Player::sit(wanted, &id, &red, &seats[0]).await?;
    let mut two = Player::sit(wanted, &id, &blue, &seats[1]).await?;
    tokio::try_join!(one.hear(), two.hear())?;
    Ok([one, two])
}

async fn play(
    wanted: Arc<Wanted>,
    mut players: [Player; 2],
    offset: Duration,
    until: Instant,
    told: mpsc::UnboundedSender<Told>,
) -> Option<[Player; 2]> {
    let mut next = Instant::now() + offset;
    let mut random = u64::from(offset.subsec_nanos()) | 1;
    for player in &mut players {
        player.bytes = 0;
    }
    while next < until && !players[0].over {
        // States that come by themselves are read meanwhile.
        let [one, two] = &mut players;
        let quiet = tokio::time::sleep_until(next.into());
        tokio::pin!(quiet);
        loop {
            let heard = tokio::select! {
                () = &mut quiet => break,
                heard = one.hear() => heard,
                heard = two.hear() => heard,
            };
            if let Err(what) = heard {
                told.send(Told::Failed(what)).ok();
                return None;
            }
        }
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        next += wanted.every;
        let Some((at, text)) = (0..2).find_map(|at| Some((at, players[at].answer(random)?))) else {
            continue;
        };
        let revision = players[0].revision.max(players[1].revision);
        let key = device();
        let message = json!({"type": "answer", "revision": revision, "key": key, "seat": players[at].seat, "text": text});
        let begun = Instant::now();
        let done = async {
            players[at].send(&message).await?;
            for player in &mut players {
                while player.revision <= revision {
                    player.hear().await?;
                }
            }
            Ok::<_, String>(())
        };
        let heard = match tokio::time::timeout(PATIENCE, done).await {
            Ok(Ok(())) => Told::Answered(begun.elapsed()),
            Ok(Err(what)) if what.contains("violations") => Told::Refused,
            Ok(Err(what)) => Told::Failed(what),
            Err(_) => Told::Failed("no answer in time".to_owned()),
        };
        let failed = matches!(heard, Told::Failed(_));
        told.send(heard).ok();
        if failed {
            break;
        }
    }
    told.send(Told::Bytes(players.iter().map(|player| player.bytes).sum())).ok();
    Some(players)
}

/// A player who was cut off connects again and reads where the game stands.
async fn back(wanted: &Wanted, player: &Player) -> Result<u64, String> {
    let mut again = Player::sit(wanted, &player.game, &player.device, &player.seat).await?;
    while !again.hear().await? {}
    Ok(again.revision)
}

/// Kills the server, starts it again, and waits until everybody is back with nothing lost.
async fn restart(wanted: &Arc<Wanted>, served: &mut Served, tables: Vec<[Player; 2]>) -> Result<(), String> {
    let begun = Instant::now();
    served.again(wanted.server).await?;
    let started = begun.elapsed();
    let few = Arc::new(Semaphore::new(64));
    let mut coming = Vec::new();
    for player in tables.into_iter().flatten() {
        let (wanted, few) = (Arc::clone(wanted), Arc::clone(&few));
        coming.push(tokio::spawn(async move {
            let _turn = few.acquire().await.map_err(|e| e.to_string())?;
            let revision = back(&wanted, &player).await?;
            if revision < player.revision {
                Err(format!("{} of {} are there", revision, player.revision))
            } else {
                Ok(())
            }
        }));
    }
    let count = coming.len();
    for one in coming {
        one.await.map_err(|e| e.to_string())??;
    }
    let all = begun.elapsed().as_secs_f64();
    println!(
        "killed and back    {count} clients in {all:.1} s, {:.1} of them for the start",
        started.as_secs_f64()
    );
    Ok(())
}

#[tokio::main]
async fn main() -> Result<(), String> {
    let wanted = Arc::new(wanted()?);
    let mut served = match &wanted.serve {
        Some(program) => Some(Served::start(&wanted, program).await?),
        None => None,
    };
    let systems = call(wanted.server, &device(), "GET", "/api/systems", &Value::Null).await?;
    let form = systems["systems"]
        .as_array()
        .and_then(|all| all.iter().find(|one| one["system"] == wanted.system.as_str()));
    let seats = form.ok_or("the server has no such system")?["seats"].as_array().cloned().unwrap_or_default();
    let seats: Vec<String> =
        seats.iter().filter_map(|seat| Some(seat["seat"].as_str()?.to_owned())).collect();
    if seats.len() != 2 {
        return Err("load is put on games of two".to_owned());
    }
    let empty = served.as_ref().and_then(Served::memory);
    let begun = Instant::now();
    let few = Arc::new(Semaphore::new(16));
    let mut opening = Vec::new();
    for _ in 0..wanted.games {
        let (wanted, seats, few) = (Arc::clone(&wanted), seats.clone(), Arc::clone(&few));
        opening.push(tokio::spawn(async move {
            let _turn = few.acquire().await.map_err(|e| e.to_string())?;
            set_up(&wanted, &seats).await
        }));
    }
    let mut tables = Vec::new();
    for table in opening {
        tables.push(table.await.map_err(|e| e.to_string())??);
    }
    println!("{} games set up in {:.1} s", tables.len(), begun.elapsed().as_secs_f64());
    let used = Used::now(served.as_ref());
    let (tell, mut told) = mpsc::unbounded_channel();
    let until = Instant::now() + Duration::from_secs(wanted.seconds);
    let count = tables.len();
    let mut playing = Vec::new();
    for (number, players) in tables.into_iter().enumerate() {
        let offset = wanted.every.mul_f64(number as f64 / count as f64);
        playing.push(tokio::spawn(play(Arc::clone(&wanted), players, offset, until, tell.clone())));
    }
    drop(tell);
    let (mut times, mut refused, mut failed, mut bytes) = (Vec::new(), 0, Vec::new(), 0);
    while let Some(one) = told.recv().await {
        match one {
            Told::Answered(time) => times.push(time),
            Told::Refused => refused += 1,
            Told::Failed(what) => failed.push(what),
            Told::Bytes(sum) => bytes += sum,
        }
    }
    times.sort_unstable();
    let at = |share: f64| {
        times
            .get(((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1)))
            .copied()
            .unwrap_or_default()
    };
    let per_answer = bytes / times.len().max(1) as u64;
    println!("answers            {}", times.len());
    println!("answers a second   {:.1}", times.len() as f64 / wanted.seconds as f64);
    println!("median             {:.1} ms", at(0.5).as_secs_f64() * 1000.0);
    println!("90 of 100          {:.1} ms", at(0.9).as_secs_f64() * 1000.0);
    println!("99 of 100          {:.1} ms", at(0.99).as_secs_f64() * 1000.0);
    println!("longest            {:.1} ms", at(1.0).as_secs_f64() * 1000.0);
    println!("bytes an answer    {per_answer} (both players)");
    println!("refused            {refused}");
    println!("failed             {}", failed.len());
    for what in failed.iter().take(3) {
        println!("  {what}");
    }
    if let Some(used) = Used::now(served.as_ref()).zip(used).map(|(now, before)| now.since(&before)) {
        println!("processor          {used}");
        println!("server an answer   {:.2} ms of one core", used.server * 1000.0 / times.len().max(1) as f64);
    }
    if let (Some(served), Some(empty)) = (&served, empty) {
        let taken = served.memory().unwrap_or(0).saturating_sub(empty);
        println!("memory a game      {} KB (the empty server has {empty})", taken / count.max(1) as u64);
    }
    if let Some(served) = &mut served {
        let mut tables = Vec::new();
        for table in playing {
            tables.extend(table.await.map_err(|e| e.to_string())?);
        }
        restart(&wanted, served, tables).await?;
    }
    if failed.is_empty() { Ok(()) } else { Err("some lines broke".to_owned()) }
}
