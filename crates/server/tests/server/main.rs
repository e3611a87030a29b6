//! The server over real connections, with a small game of its own.
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

mod cluster;
mod crash;
mod delay;
mod documents;
mod doors;
mod example;
mod holes;
mod hostile;
mod jobs;
mod lessons;
mod load;
mod old_store;
mod on_postgres;
mod operating;
mod play;
mod support;
mod thinking;
mod together;
mod upgrade;
