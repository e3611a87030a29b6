//! Speed of the sight tables.

fn main() {}
