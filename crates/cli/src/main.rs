//! The `grognard` program.
fn main() {}
