//! `cargo xtask soak`: runs that are too long for every day.

use crate::command::{cargo, watch};
use crate::steps::{Outcome, Step};

pub(crate) fn steps() -> Vec<Step> {
    vec![Step { name: "slow-tests", run: slow_tests }]
}

/// Tests marked `#[ignore]`: thousands of random games with every state checked, win rates over hundreds of games.
fn slow_tests() -> Outcome {
    let profile = ["test", "--profile", "soak", "--workspace", "--locked", "--no-fail-fast"];
    let mut command = cargo(&[&profile[..], &["--", "--ignored", "--nocapture"]].concat());
    command.env("PROPTEST_CASES", "2000");
    let ended = watch(command);
    if ended.success { Outcome::PASSED } else { Outcome::failed("see above") }
}
