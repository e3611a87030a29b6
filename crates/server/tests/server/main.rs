//! The server over real connections, with a small game of its own.
#![allow(clippy::unwrap_used, reason = "a test ends at the first surprise")]

mod documents;
mod doors;
mod example;
mod holes;
mod lessons;
mod play;
mod support;
mod upgrade;
