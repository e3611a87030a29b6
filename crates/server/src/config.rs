//! What a server is started with.

use std::env;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use grognard_engine::erased::System;

use crate::limits::Limits;

/// The port a local server tries first.
pub const DEFAULT_PORT: u16 = 7420;

/// What a server is started with.
#[derive(Clone)]
pub struct Config {
    /// The systems on offer, in the order the client shows them.
    pub systems: Vec<Arc<dyn System>>,
    /// Where to listen; port 0 takes any free one.
    pub listen: SocketAddr,
    /// Whether another port will do when that one is taken.
    pub any_port: bool,
    /// Where games are kept.
    pub store: StorePlace,
    /// Read the client from this directory instead of the program.
    pub assets: Option<PathBuf>,
    /// Names under which the server is reached, beside its addresses and `localhost`.
    pub hosts: Vec<String>,
    /// Foreign origins whose pages may call the server.
    pub origins: Vec<String>,
    /// Whether to open the browser.
    pub open_browser: bool,
    /// The program's version.
    pub version: String,
    /// How much anybody may ask of the server.
    pub limits: Limits,
    /// The NATS over which it talks to other servers on the same games, if there are any.
    pub nats: Option<String>,
}

/// Where games are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StorePlace {
    /// In a directory.
    Dir(PathBuf),
    /// In the database at an address (`sqlite:DIR`, `postgres://...`).
    Url(String),
    /// In memory, until the server ends.
    Memory,
}

impl Config {
    /// A server for the person at this machine, on loopback only.
    pub fn local(systems: Vec<Arc<dyn System>>, store: StorePlace) -> Self {
        Self {
            systems,
            listen: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), DEFAULT_PORT),
            any_port: true,
            store,
            assets: None,
            hosts: Vec::new(),
            origins: Vec::new(),
            open_browser: false,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            limits: Limits::default(),
            nats: None,
        }
    }
}

/// Where a user's games are kept unless told otherwise: `GROGNARD_STORE`, else the system's place for such data.
pub fn default_store_dir() -> Option<PathBuf> {
    let var = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(dir) = var("GROGNARD_STORE") {
        return Some(dir);
    }
    let data = if cfg!(windows) {
        var("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        var("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        var("XDG_DATA_HOME").or_else(|| var("HOME").map(|home| home.join(".local/share")))
    };
    data.map(|dir| dir.join("grognard"))
}
