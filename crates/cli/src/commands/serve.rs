//! `grognard play` and `grognard serve`.

use crate::args::{PlayArgs, ServeArgs};
use crate::exit::Exit;
use crate::registry::Registry;

// INTEGRATION POINT: both commands hand `registry.systems()?` and their arguments to `grognard_server::run`.

/// Starts the local server and opens the browser.
pub fn play(registry: &Registry, args: &PlayArgs) -> Result<(), Exit> {
    let _ = (&args.port, &args.store, args.no_open, &args.assets);
    start(registry)
}

/// Serves a network.
pub fn serve(registry: &Registry, args: &ServeArgs) -> Result<(), Exit> {
    let _ = (&args.listen, &args.store, &args.assets);
    start(registry)
}

fn start(registry: &Registry) -> Result<(), Exit> {
    registry.systems()?;
    Err(Exit::Failed(
        "this build has no server; `grognard text` plays in the terminal, `grognard --help` lists the rest"
            .to_owned(),
    ))
}
