//! `cargo xtask test`: every test there is, in the order that finds faults soonest.

use std::path::PathBuf;

use crate::command::{Ended, cargo, find, watch};
use crate::steps::{Outcome, Step};
use crate::{coverage, dependencies, guards, instructions, licences, protocol, readme, seconds, web};

/// Where rule tests written in Rust note which rules they proved; `grognard rules coverage` reads it.
const LEDGER: &str = "GROGNARD_RULE_LEDGER";

/// What everything is built with that the tests run: one set of features, so that nothing is compiled twice. The switches
/// are for the tests that leave out rules one by one.
const BUILD: [&str; 4] = [
    "--workspace",
    "--locked",
    "--features",
    "grognard-space-hulk/rule-switch,grognard-wh40k-9e/rule-switch,grognard-wh40k-2e/rule-switch",
];

pub(crate) fn steps() -> Vec<Step> {
    vec![
        Step { name: "format", run: format },
        Step { name: "dependencies", run: dependencies::check },
        Step { name: "guards", run: guards::check },
        Step { name: "licences", run: licences::check },
        Step { name: "protocol", run: protocol::check },
        Step { name: "clippy", run: clippy },
        Step { name: "tests", run: tests },
        Step { name: "doc-tests", run: doc_tests },
        Step { name: "coverage", run: coverage::check },
        Step { name: "web-check", run: web::check },
        Step { name: "web-build", run: web::build },
        Step { name: "browser", run: web::browser },
        Step { name: "readme", run: readme::check },
        Step { name: "instructions", run: instructions::check },
    ]
}

fn format() -> Outcome {
    single(watch(cargo(&["fmt", "--all", "--check"])), "run `cargo fmt --all`")
}

fn clippy() -> Outcome {
    let args = ["clippy", "--workspace", "--all-targets", "--locked", "--quiet", "--", "-D", "warnings"];
    single(watch(cargo(&args)), "clippy has complaints, see above")
}

fn tests() -> Outcome {
    let ledger = ledger();
    // Old notes would count rules as proved whose tests are gone.
    std::fs::remove_file(&ledger).ok();
    let nextest = find("cargo-nextest").is_some();
    let mut command = if nextest {
        cargo(&["nextest", "run", "--no-fail-fast", "--status-level", "fail", "--final-status-level", "slow"])
    } else {
        cargo(&["test", "--no-fail-fast"])
    };
    // Examples and benches are checked by clippy. `--lib` would make a test program of every library, those with `test = false` too.
    command.args(BUILD).args(["--tests", "--timings"]).env(LEDGER, &ledger);
    // Reports of an earlier run would be taken for this one's.
    for report in ["cargo-timings/cargo-timing.html", "nextest/default/junit.xml"] {
        std::fs::remove_file(target().join(report)).ok();
    }
    let outcome = counted(&watch(command), if nextest { nextest_counts } else { libtest_counts });
    seconds::print(&target());
    outcome
}

fn doc_tests() -> Outcome {
    let mut command = cargo(&["test", "--doc"]);
    command.args(BUILD);
    counted(&watch(command), libtest_counts)
}

/// Builds the program as the tests have it, with one of them that plays with it, and says where it is.
pub(crate) fn grognard() -> Option<PathBuf> {
    let build = |more: &[&str]| {
        let mut command = cargo(&["test", "--no-run"]);
        command.args(BUILD).args(["--test", "program"]).args(more);
        command
    };
    let Some(messages) = crate::command::output_of(build(&["--message-format", "json"])) else {
        // Once more, aloud: the JSON form hides what the compiler said.
        watch(build(&[]));
        return None;
    };
    let built = messages.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let program = |message: &serde_json::Value| {
        message["target"]["name"] == "grognard" && message["profile"]["test"] == false
    };
    built.filter(program).find_map(|message| message["executable"].as_str().map(PathBuf::from))
}

/// The ledger the tests of this run wrote.
pub(crate) fn ledger() -> PathBuf {
    target().join("rule-ledger.txt")
}

/// Where everything is built.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| crate::root().join("target"), PathBuf::from)
}

fn single(ended: Ended, why: &str) -> Outcome {
    if ended.success { Outcome::PASSED } else { Outcome::failed(why) }
}

fn counted(ended: &Ended, count: fn(&str) -> (u64, u64)) -> Outcome {
    let (passed, failed) = count(&ended.output);
    match (ended.success, failed) {
        (true, 0) => Outcome::passed(passed),
        (_, 0) => Outcome::Ran { passed, failed: 1, why: Some("did not run to its end, see above".into()) },
        _ => Outcome::Ran { passed, failed, why: Some("see above".into()) },
    }
}

/// `Summary [ 1.2s] 16 tests run: 15 passed, 1 failed, 0 skipped`
fn nextest_counts(output: &str) -> (u64, u64) {
    let summary = output.lines().rev().find(|line| line.trim_start().starts_with("Summary ["));
    let (_, counts) = summary.and_then(|line| line.split_once("run:")).unwrap_or_default();
    (number_before(counts, "passed"), number_before(counts, "failed") + number_before(counts, "timed out"))
}

/// `test result: ok. 3 passed; 0 failed; 0 ignored; ...`, once for each test binary.
pub(crate) fn libtest_counts(output: &str) -> (u64, u64) {
    let results = output.lines().filter_map(|line| line.strip_prefix("test result: "));
    results.fold((0, 0), |(passed, failed), line| {
        (passed + number_before(line, "passed"), failed + number_before(line, "failed"))
    })
}

fn number_before(text: &str, word: &str) -> u64 {
    let before = text.find(word).map_or("", |at| &text[..at]).trim_end();
    let digits = before.len() - before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    before[before.len() - digits..].parse().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_are_read() {
        let nextest = "  Summary [   0.763s] 7/16 tests run: 6 passed (1 slow), 1 failed, 0 skipped\n";
        assert_eq!(nextest_counts(nextest), (6, 1));
        assert_eq!(nextest_counts("error: could not compile"), (0, 0));
        let libtest = "test result: ok. 3 passed; 0 failed; 1 ignored\n\
                       test result: FAILED. 10 passed; 2 failed; 0 ignored\n";
        assert_eq!(libtest_counts(libtest), (13, 2));
    }

    #[test]
    fn a_run_that_broke_off_is_a_failure() {
        let broken = Ended { success: false, output: "error: could not compile".into() };
        assert!(matches!(counted(&broken, nextest_counts), Outcome::Ran { failed: 1, .. }));
    }
}
