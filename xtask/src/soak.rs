//! `cargo xtask soak`: runs that are too long for every day.

use crate::command::{cargo, watch};
use crate::steps::{Outcome, Step};

pub(crate) fn steps() -> Vec<Step> {
    vec![
        Step { name: "kills", run: kills },
        Step { name: "load", run: load },
        Step { name: "bytes", run: bytes },
        Step { name: "slow-tests", run: slow_tests },
    ]
}

/// Servers killed under load: one 200 times, and one of three behind nginx every few seconds.
fn kills() -> Outcome {
    let test = ["test", "--release", "--locked", "-p", "grognard-server", "--test", "server"];
    let mut command =
        cargo(&[&test[..], &["--", "--ignored", "--nocapture", "--test-threads=1", "crash::"]].concat());
    // The slow disk is part of what is tested.
    command.env("GROGNARD_TEST_FSYNC", "1");
    if watch(command).success { Outcome::PASSED } else { Outcome::failed("see above") }
}

/// Every byte that is sent to seats and spectators, over whole games of every set-up that hides something.
fn bytes() -> Outcome {
    let test = ["test", "--release", "--locked", "-p", "grognard-hostile", "--test", "bytes"];
    let command = cargo(&[&test[..], &["--", "--ignored", "--nocapture"]].concat());
    if watch(command).success { Outcome::PASSED } else { Outcome::failed("see above") }
}

/// One run of the load tool: system with its set-up, games, and whether on `PostgreSQL`. Each game has an answer every 2 s.
const LOADS: [(&[&str], &str, bool); 4] =
    [(&BOARDING, "1000", false), (&BOARDING, "500", true), (&STANDARD, "60", false), (&STANDARD, "60", true)];
const BOARDING: [&str; 4] = ["--system", "space-hulk", "--set", "mission=boarding-lock"];
const STANDARD: [&str; 6] = ["--system", "wh40k-9e", "--set", "red=standard", "--set", "blue=standard"];

/// Figures of games between two people each, for `docs/scaling.md`.
fn load() -> Outcome {
    for build in [
        &["build", "--release", "--locked"][..],
        &["build", "--release", "--locked", "-p", "grognard-server", "--example", "load"],
    ] {
        if !watch(cargo(build)).success {
            return Outcome::failed("the program is not built");
        }
    }
    let program = crate::test::target().join("release/grognard").display().to_string();
    let mut failed = Vec::new();
    for (system, games, postgres) in LOADS {
        let mut run = vec![
            "run",
            "--release",
            "--locked",
            "-p",
            "grognard-server",
            "--example",
            "load",
            "--",
            "127.0.0.1:4077",
        ];
        run.extend(["--serve", &program, "--games", games, "--every", "2000", "--seconds", "30"]);
        run.extend(system);
        if postgres {
            run.push("--postgres");
        }
        println!(
            "\n-- {}, {games} games, an answer every 2 s each, {}",
            system[1],
            if postgres { "PostgreSQL" } else { "SQLite" }
        );
        let mut command = cargo(&run);
        command.env("GROGNARD_TEST_FSYNC", "1");
        if !watch(command).success {
            failed.push(format!("{}, PostgreSQL {postgres}", system[1]));
        }
    }
    Outcome::complaints((LOADS.len() - failed.len()) as u64, &failed)
}

/// Tests marked `#[ignore]`, but for those of the steps `kills` and `bytes`: thousands of random games with every state checked, win rates over hundreds of games.
fn slow_tests() -> Outcome {
    let profile = ["test", "--profile", "soak", "--workspace", "--locked", "--no-fail-fast"];
    let mut command = cargo(
        &[
            &profile[..],
            &["--", "--ignored", "--nocapture", "--skip", "crash::", "--skip", "whole_games_of_every_setup"],
        ]
        .concat(),
    );
    // With the seeds of every day, but every decision looked at.
    command.env("PROPTEST_CASES", "2000").env("GROGNARD_SEEDS_FROM", "0");
    let ended = watch(command);
    if ended.success { Outcome::PASSED } else { Outcome::failed("see above") }
}
