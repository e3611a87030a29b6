//! The server over real connections, with a small game of its own.
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

mod crash;
mod documents;
mod doors;
mod example;
mod holes;
mod jobs;
mod lessons;
mod old_store;
mod operating;
mod play;
mod support;
mod together;
mod upgrade;
