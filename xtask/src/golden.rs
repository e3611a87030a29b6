//! `cargo xtask golden`: games of this version, for later ones to read.

use crate::command::{cargo, watch};
use crate::steps::{Outcome, Step};

/// Tells the test of golden games to write them first.
const WRITE: &str = "GROGNARD_WRITE_GOLDEN";

pub(crate) fn steps() -> Vec<Step> {
    vec![Step { name: "write", run: write }]
}

/// Records and saves of every mission of every system, named after the version; others are left as they are.
fn write() -> Outcome {
    let mut command = cargo(&[
        "test",
        "--locked",
        "--package",
        "grognard-cli",
        "--test",
        "program",
        "--",
        "golden",
        "--nocapture",
    ]);
    command.env(WRITE, "1");
    if watch(command).success { Outcome::PASSED } else { Outcome::failed("see above") }
}
