//! The engine.

pub mod client;
