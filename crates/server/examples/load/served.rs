//! The server that is measured, and what it uses of the machine.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::net::TcpStream;

use super::{PATIENCE, Wanted, postgres};

/// The server, if the tool has started it.
pub(super) struct Served {
    program: String,
    place: [String; 2],
    child: std::process::Child,
    _dir: tempfile::TempDir,
    _postgres: Option<postgres::Postgres>,
}

impl Served {
    pub(super) async fn start(wanted: &Wanted, program: &str) -> Result<Self, String> {
        let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
        let postgres = if wanted.postgres { postgres::Postgres::start() } else { None };
        let place = match &postgres {
            Some(postgres) => ["--database".to_owned(), postgres.fresh()],
            None => ["--store".to_owned(), dir.path().display().to_string()],
        };
        let child = Self::spawn(program, wanted.server, &place).await?;
        Ok(Self { program: program.to_owned(), place, child, _dir: dir, _postgres: postgres })
    }

    async fn spawn(
        program: &str,
        at: SocketAddr,
        place: &[String; 2],
    ) -> Result<std::process::Child, String> {
        let child = std::process::Command::new(program)
            .args(["serve", "--log", "error", "--listen", &at.to_string()])
            .args(place)
            .stdout(std::process::Stdio::null())
            .spawn()
            .map_err(|e| format!("{program}: {e}"))?;
        let begun = Instant::now();
        while TcpStream::connect(at).await.is_err() {
            if begun.elapsed() > PATIENCE {
                return Err("the server does not start".to_owned());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(child)
    }

    /// Kills it and starts it again.
    pub(super) async fn again(&mut self, at: SocketAddr) -> Result<(), String> {
        self.child.kill().map_err(|e| e.to_string())?;
        self.child.wait().map_err(|e| e.to_string())?;
        self.child = Self::spawn(&self.program, at, &self.place).await?;
        Ok(())
    }

    /// Memory in use, in kilobytes, as Linux tells it.
    pub(super) fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// Seconds of one core that were used.
pub(super) struct Used {
    wall: f64,
    all: f64,
    tool: f64,
    /// By the server, without its database.
    pub(super) server: f64,
    cores: f64,
}

/// So many times a second Linux counts.
const TICKS: f64 = 100.0;

impl Used {
    /// Since the machine and the processes began, as Linux tells it.
    pub(super) fn now(served: Option<&Served>) -> Option<Self> {
        let server = served.map_or(Some(0.0), |served| Self::of(&served.child.id().to_string()))?;
        let stat = std::fs::read_to_string("/proc/stat").ok()?;
        let total = stat.lines().next()?;
        let counts: Vec<f64> =
            total.split_whitespace().skip(1).filter_map(|count| count.parse().ok()).collect();
        // The fourth and the fifth are idle.
        let busy: f64 =
            counts.iter().enumerate().filter(|(at, _)| !(3..=4).contains(at)).map(|(_, n)| n).sum();
        let cores = stat.lines().skip(1).take_while(|line| line.starts_with("cpu")).count() as f64;
        let wall = counts.iter().sum::<f64>() / TICKS / cores;
        Some(Self { wall, all: busy / TICKS, tool: Self::of("self")?, server, cores })
    }

    fn of(process: &str) -> Option<f64> {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
        // The name of the program may have spaces in it.
        let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
        let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
        Some((ticks(11)? + ticks(12)?) / TICKS)
    }

    /// What was used between two looks.
    pub(super) fn since(&self, before: &Self) -> Self {
        Self {
            wall: self.wall - before.wall,
            all: self.all - before.all,
            tool: self.tool - before.tool,
            server: self.server - before.server,
            cores: self.cores,
        }
    }
}

impl std::fmt::Display for Used {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let of = |seconds: f64| seconds / self.wall.max(0.01);
        let others = of((self.all - self.server - self.tool).max(0.0));
        let (cores, server, tool) = (self.cores, of(self.server), of(self.tool));
        write!(f, "of {cores} cores: server {server:.2}, this tool {tool:.2}, all else {others:.2}")
    }
}
