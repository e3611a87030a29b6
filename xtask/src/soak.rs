//! `cargo xtask soak`: runs that are too long for every day.

use crate::command::{cargo, watch};
use crate::steps::{Outcome, Step};

pub(crate) fn steps() -> Vec<Step> {
    vec![Step { name: "slow-tests", run: slow_tests }]
}

/// Tests marked `#[ignore]`: win rates over hundreds of games, long property runs.
fn slow_tests() -> Outcome {
    let mut command =
        cargo(&["test", "--release", "--workspace", "--locked", "--no-fail-fast", "--", "--ignored"]);
    command.env("PROPTEST_CASES", "2000");
    let ended = watch(command);
    if ended.success { Outcome::PASSED } else { Outcome::failed("see above") }
}
