//! `grognard play` and `grognard serve`.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use grognard_engine::erased::System;
use grognard_server::{Config, DEFAULT_PORT, ServerError, StorePlace, default_store_dir};

use crate::args::{PlayArgs, ServeArgs};
use crate::exit::Exit;
use crate::registry::Registry;

/// Starts the local server and opens the browser.
pub fn play(registry: &Registry, args: &PlayArgs) -> Result<(), Exit> {
    let mut config = config(registry, args.store.as_deref(), args.assets.clone())?;
    // A port that was asked for is meant.
    config.any_port = args.port.is_none();
    config.listen.set_port(args.port.unwrap_or(DEFAULT_PORT));
    config.open_browser = !args.no_open;
    run(config, |taken| format!("`--port {}`, or any free one with `--port 0`", beside(taken)))
}

/// Serves a network.
pub fn serve(registry: &Registry, args: &ServeArgs) -> Result<(), Exit> {
    let mut config = config(registry, args.store.as_deref(), args.assets.clone())?;
    config.any_port = false;
    config.listen = args.listen;
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
