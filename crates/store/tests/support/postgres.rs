//! A `PostgreSQL` server of a test's own: in a temporary folder, on a free loopback port, never as root, gone with the test.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

/// Who runs the server where the tests run as root, which `PostgreSQL` refuses.
#[cfg(unix)]
const NOBODY: u32 = 65_534;

pub struct Postgres {
    server: Child,
    bin: PathBuf,
    port: u16,
    dir: tempfile::TempDir,
    schemas: AtomicU32,
}

/// Where Debian's packages, or the path, have the server's programs.
fn programs() -> Option<PathBuf> {
    let mut versions: Vec<_> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path().join("bin"))
        .filter(|bin| bin.join("initdb").exists())
        .collect();
    versions.sort();
    let path = env::var_os("PATH").unwrap_or_default();
    let on_path = env::split_paths(&path).find(|dir| dir.join("initdb").exists());
    versions.pop().or(on_path)
}

#[cfg(unix)]
fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata("/proc/self").is_ok_and(|file| file.uid() == 0)
}

fn command(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.env("LC_ALL", "C").current_dir("/");
    #[cfg(unix)]
    if is_root() {
        use std::os::unix::process::CommandExt;
        command.uid(NOBODY).gid(NOBODY);
    }
    command
}

impl Postgres {
    /// Starts a server. Where `PostgreSQL` is not installed the test is left out and says so; under CI it fails.
    pub fn start() -> Option<Postgres> {
        let Some(bin) = programs() else {
            let what = "PostgreSQL is not installed (apt-get install postgresql): this test is left out";
            assert!(env::var_os("CI").is_none_or(|ci| ci != "true"), "{what}, which CI must not do");
            eprintln!("{what}");
            return None;
        };
        let dir = tempfile::tempdir().unwrap();
        #[cfg(unix)]
        if is_root() {
            std::os::unix::fs::chown(dir.path(), Some(NOBODY), Some(NOBODY)).unwrap();
        }
        let data = dir.path().join("data");
        let made = command(&bin.join("initdb"))
            .args([
                "--auth=trust",
                "--encoding=UTF8",
                "--no-locale",
                "--username=grognard",
                "--no-sync",
                "-D",
            ])
            .arg(&data)
            .output()
            .unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let log = fs::File::create(dir.path().join("log")).unwrap();
        let durable = if env::var_os("GROGNARD_TEST_FSYNC").is_some() { "on" } else { "off" };
        let server = command(&bin.join("postgres"))
            .arg("-D")
            .arg(&data)
            .arg("-k")
            .arg(dir.path())
            .args(["-p", &port.to_string(), "-c", "listen_addresses=127.0.0.1", "-c", "max_connections=100"])
            .args(["-c", &format!("fsync={durable}")])
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        let postgres = Postgres { server, bin, port, dir, schemas: AtomicU32::new(0) };
        let begun = Instant::now();
        while !postgres.psql("SELECT 1").status.success() {
            let told = fs::read_to_string(postgres.dir.path().join("log")).unwrap_or_default();
            assert!(begun.elapsed() < Duration::from_secs(30), "PostgreSQL does not start: {told}");
            thread::sleep(Duration::from_millis(50));
        }
        Some(postgres)
    }

    /// Runs SQL as its owner.
    pub fn psql(&self, sql: &str) -> std::process::Output {
        let port = self.port.to_string();
        command(&self.bin.join("psql"))
            .args([
                "-h",
                "127.0.0.1",
                "-p",
                &port,
                "-U",
                "grognard",
                "-d",
                "postgres",
                "-X",
                "-q",
                "-A",
                "-t",
            ])
            .args(["-v", "ON_ERROR_STOP=1", "-c", sql])
            .output()
            .unwrap()
    }

    /// The address of a place nobody has used.
    pub fn fresh(&self) -> String {
        let name = format!("test_{}", self.schemas.fetch_add(1, Ordering::Relaxed));
        let made = self.psql(&format!("CREATE SCHEMA {name}"));
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        format!("postgres://grognard@127.0.0.1:{}/postgres?options=-csearch_path%3D{name}", self.port)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // Asked to end at once, so that it gives its shared memory back; killed if it does not.
        Command::new("kill").args(["-QUIT", &self.server.id().to_string()]).status().ok();
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(5) {
            if matches!(self.server.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
        self.server.kill().ok();
        self.server.wait().ok();
    }
}
