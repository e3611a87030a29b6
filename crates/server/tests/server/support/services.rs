//! NATS and nginx of a test's own: on free loopback ports, with their own configuration, gone with the test.

use std::fmt::Write as _;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

/// A program on the path or where Debian has it. Where it is not installed the test is left out and says so; under CI it fails.
fn program(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let places = env::split_paths(&path).chain([PathBuf::from("/usr/sbin")]);
    let found = places.map(|dir| dir.join(name)).find(|program| program.exists());
    if found.is_none() {
        let what = format!("{name} is not installed (apt-get install {name}): this test is left out");
        assert!(env::var_os("CI").is_none_or(|ci| ci != "true"), "{what}, which CI must not do");
        eprintln!("{what}");
    }
    found
}

/// A port nobody listens at.
pub fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A service that ends with the test.
struct Service(Child);

impl Service {
    fn start(mut command: Command, port: u16, log: &Path) -> Self {
        let to = fs::File::create(log).unwrap();
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(to).spawn().unwrap();
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            let told = || fs::read_to_string(log).unwrap_or_default();
            assert!(matches!(child.try_wait(), Ok(None)), "it ended: {}", told());
            assert!(begun.elapsed() < Duration::from_secs(20), "it does not start: {}", told());
            thread::sleep(Duration::from_millis(20));
        }
        Self(child)
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // nginx ends its workers when it is asked to end, not when it is killed.
        Command::new("kill").args(["-TERM", &self.0.id().to_string()]).status().ok();
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(3) && matches!(self.0.try_wait(), Ok(None)) {
            thread::sleep(Duration::from_millis(10));
        }
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

/// A NATS server.
pub struct Nats {
    pub url: String,
    port: u16,
    service: Option<Service>,
    dir: tempfile::TempDir,
}

impl Nats {
    pub fn start() -> Option<Self> {
        program("nats-server")?;
        let (port, dir) = (free_port(), tempfile::tempdir().unwrap());
        let mut nats = Self { url: format!("nats://127.0.0.1:{port}"), port, service: None, dir };
        nats.begin();
        Some(nats)
    }

    /// Starts it, or starts it again at the same place.
    pub fn begin(&mut self) {
        let mut command = Command::new(program("nats-server").unwrap());
        command.args(["-a", "127.0.0.1", "-p", &self.port.to_string()]);
        self.service = Some(Service::start(command, self.port, &self.dir.path().join("log")));
    }

    /// Ends it for a while.
    pub fn end(&mut self) {
        self.service = None;
    }
}

/// An nginx that spreads everything over some servers.
pub struct Nginx {
    pub address: SocketAddr,
    _service: Service,
    _dir: tempfile::TempDir,
}

impl Nginx {
    pub fn start(servers: &[SocketAddr]) -> Option<Self> {
        let program = program("nginx")?;
        let (port, dir) = (free_port(), tempfile::tempdir().unwrap());
        let place = dir.path().display();
        let mut upstream = String::new();
        for server in servers {
            write!(upstream, "server {server} max_fails=1 fail_timeout=1s; ").unwrap();
        }
        let root = if fs::metadata("/root").is_ok_and(|dir| fs::read_dir("/root").is_ok() && dir.is_dir()) {
            "user root;"
        } else {
            ""
        };
        let text = format!(
            "{root} worker_processes 1; pid {place}/pid; error_log {place}/error.log;
             events {{ worker_connections 4096; }}
             http {{
               access_log off; proxy_temp_path {place}/proxy; client_body_temp_path {place}/body;
               fastcgi_temp_path {place}/f; uwsgi_temp_path {place}/u; scgi_temp_path {place}/s;
               map $http_upgrade $connection_upgrade {{ default upgrade; '' ''; }}
               upstream servers {{ {upstream} }}
               server {{
                 listen 127.0.0.1:{port};
                 location / {{
                   proxy_pass http://servers; proxy_http_version 1.1; proxy_connect_timeout 1s; proxy_read_timeout 120s;
                   proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
                   proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade;
                 }}
               }}
             }}"
        );
        fs::write(dir.path().join("nginx.conf"), text).unwrap();
        let mut command = Command::new(program);
        command.arg("-p").arg(dir.path()).arg("-c").arg(dir.path().join("nginx.conf"));
        command.args(["-g", "daemon off;"]);
        let service = Service::start(command, port, &dir.path().join("log"));
        Some(Self { address: ([127, 0, 0, 1], port).into(), _service: service, _dir: dir })
    }
}
