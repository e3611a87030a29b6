//! HTTP and WebSocket server of Grognard: live games, sessions, and the embedded web client.

pub mod protocol;
