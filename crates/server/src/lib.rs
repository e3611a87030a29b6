//! The server: HTTP and WebSocket, live games, and the web client inside the program.
//!
//! - [`start`] and [`run`] begin; [`Config`] says with what; [`protocol`] is what clients speak (`docs/protocol.md`);
//! - `host` holds the games: a table each, with its record, its standing answers and the computer's turns. Whatever is
//!   acknowledged is in the store first;
//! - `accounts` are for people with several devices; `difference` is what changed between two states; `metrics` counts;
//! - `http` and `socket` are the two doors, `guard` stands before both, `device` recognises who calls, `input` reads what
//!   comes in; `limits` and `jobs` bound what anybody may ask for;
//! - `cluster` is for several servers on the same games;
//! - `assets` has the client, `instance` sees to it that a store has one server.
//!
//! The server knows no rules: it speaks to the type-erased engine. It shows a client what the seats of its game may see
//! and never the state. It listens on loopback unless told otherwise.

mod accounts;
mod assets;
mod browser;
mod clock;
mod cluster;
mod config;
mod connections;
mod device;
mod difference;
mod fault;
mod guard;
mod host;
mod http;
mod input;
mod instance;
mod jobs;
mod limits;
mod metrics;
mod network;
mod openapi;
pub mod protocol;
mod running;
mod socket;
mod thinking;

pub use config::{Config, DEFAULT_PORT, StorePlace, default_store_dir};
pub use limits::Limits;
pub use network::addresses;
pub use running::{Server, ServerError, Started, run, running_at, start};

/// What can be done to a store from outside.
pub mod store {
    pub use grognard_store::{PostgresStore, backup, check, restore};
}
pub use grognard_store::{Checked, StoreError};
