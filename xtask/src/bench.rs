//! `cargo xtask bench`: the benchmarks of all crates.

use crate::command::{cargo, watch};
use crate::steps::{Outcome, Step};

pub(crate) fn steps() -> Vec<Step> {
    vec![Step { name: "benches", run: benches }]
}

fn benches() -> Outcome {
    let ended = watch(cargo(&["bench", "--workspace", "--locked", "--benches"]));
    if ended.success { Outcome::PASSED } else { Outcome::failed("see above") }
}
