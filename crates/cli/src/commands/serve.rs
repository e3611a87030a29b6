//! `grognard play` and `grognard serve`.

use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use grognard_engine::erased::System;
use grognard_server::{Config, DEFAULT_PORT, ServerError, StorePlace, default_store_dir};
use tracing_subscriber::filter::LevelFilter;

use crate::args::{LogFormat, LogLevel, PlayArgs, ServeArgs};
use crate::exit::Exit;
use crate::registry::Registry;

/// Starts the local server and opens the browser.
pub fn play(registry: &Registry, args: &PlayArgs) -> Result<(), Exit> {
    log_to_stderr(LogLevel::Warn, LogFormat::Text);
    let mut config = config(registry, args.store.as_deref(), args.assets.clone())?;
    // A port that was asked for is meant.
    config.any_port = args.port.is_none();
    config.listen.set_port(args.port.unwrap_or(DEFAULT_PORT));
    config.open_browser = !args.no_open;
    if args.lan {
        config.listen.set_ip(Ipv4Addr::UNSPECIFIED.into());
    }
    run(config, |taken| format!("`--port {}`, or any free one with `--port 0`", beside(taken)))
}

/// Logs to standard error: what the program says to its user stays on standard output.
fn log_to_stderr(level: LogLevel, format: LogFormat) {
    let level = match level {
        LogLevel::Off => LevelFilter::OFF,
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
    };
    let log = tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr).with_target(false);
    // A second call would find the first one's log in place; nothing else could go wrong.
    match format {
        LogFormat::Text => log.with_ansi(false).try_init().ok(),
        LogFormat::Json => log.json().flatten_event(true).try_init().ok(),
    };
}

/// Serves a network.
pub fn serve(registry: &Registry, args: &ServeArgs) -> Result<(), Exit> {
    log_to_stderr(args.log, args.log_format);
    let mut config = config(registry, args.store.as_deref(), args.assets.clone())?;
    config.any_port = false;
    config.listen = args.listen;
    if args.lan {
        config.listen.set_ip(Ipv4Addr::UNSPECIFIED.into());
    }
    let database = args.database.clone().or_else(|| std::env::var("GROGNARD_DATABASE").ok());
    if let Some(url) = database.filter(|_| args.store.is_none()) {
        config.store = StorePlace::Url(url);
    }
    config.nats = args.nats.clone().or_else(|| std::env::var("GROGNARD_NATS").ok());
    config.hosts.clone_from(&args.host);
    config.origins.clone_from(&args.origin);
    run(config, |taken| format!("`--listen {}`", SocketAddr::new(taken.ip(), beside(taken))))
}

fn config(registry: &Registry, store: Option<&Path>, assets: Option<PathBuf>) -> Result<Config, Exit> {
    let systems: Vec<Arc<dyn System>> = registry.systems()?.into_iter().map(Arc::from).collect();
    let store = store.map(Path::to_owned).or_else(default_store_dir);
    let store = store.ok_or_else(|| {
        Exit::Usage("there is no home directory to keep games in; name a folder with --store".to_owned())
    })?;
    let mut config = Config::local(systems, StorePlace::Dir(store));
    config.assets = assets;
    Ok(config)
}

/// A port to try where one is taken.
fn beside(taken: SocketAddr) -> u16 {
    taken.port().checked_add(1).unwrap_or(DEFAULT_PORT)
}

/// Runs a server; `other` says how to ask for another port than the one that is taken.
fn run(config: Config, other: impl Fn(SocketAddr) -> String) -> Result<(), Exit> {
    grognard_server::run(config).map_err(|error| {
        Exit::Input(match error {
            ServerError::Listen { address, source } if source.kind() == ErrorKind::AddrInUse => {
                format!("{address} is taken by another program; choose another port with {}", other(address))
            }
            error => error.to_string(),
        })
    })
}
