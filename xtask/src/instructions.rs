//! Instructions of three fixed runs, counted by callgrind: they may fall, and rise by a twentieth at most.
//!
//! Wall time differs by half between two runs on a shared machine; a count differs by less than a thousandth. The runs are
//! those of `crates/counted`; only its function `measured_part` is looked at, so that reading data files does not matter.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use crate::command::{cargo, find, watch};
use crate::steps::{Outcome, Step};

/// The counts that were measured last, by run; written by `cargo xtask instructions` when they have changed for a reason.
const FIGURES: &str = "xtask/instructions.json";

/// Above this share of its figure a run fails.
const MOST_PERCENT: u64 = 105;

/// The runs, by their names on the command line.
const RUNS: [&str; 3] = ["space", "space-hulk", "wh40k-9e"];

/// The chore that writes the figures.
pub(crate) fn steps() -> Vec<Step> {
    vec![Step { name: "write", run: write }]
}

/// Compares the counts with the figures.
pub(crate) fn check() -> Outcome {
    let figures = fs::read_to_string(crate::root().join(FIGURES)).unwrap_or_default();
    let Ok(figures) = serde_json::from_str::<BTreeMap<String, u64>>(&figures) else {
        return Outcome::failed(format!("{FIGURES} is not a table of runs and counts"));
    };
    let counts = match counts() {
        Ok(counts) => counts,
        Err(outcome) => return outcome,
    };
    let mut complaints = Vec::new();
    for (run, count) in &counts {
        let Some(figure) = figures.get(run).copied().filter(|figure| *figure > 0) else {
            println!(
                "{run}: {count} instructions; there is no figure yet, `cargo xtask instructions` writes it"
            );
            continue;
        };
        // In tenths of a percent.
        let share = count * 1000 / figure;
        println!("{run}: {count} instructions, {}.{} % of {figure}", share / 10, share % 10);
        if let Some(complaint) = judge(run, *count, figure) {
            complaints.push(complaint);
        }
    }
    Outcome::complaints((counts.len() - complaints.len()) as u64, &complaints)
}

/// What is wrong with a count.
fn judge(run: &str, count: u64, figure: u64) -> Option<String> {
    let too_many = count * 100 > figure * MOST_PERCENT;
    too_many.then(|| {
        format!(
            "{run}: {count} instructions, more than {MOST_PERCENT} % of {figure}; where that has a good reason write the \
             figures again with `cargo xtask instructions`"
        )
    })
}

fn write() -> Outcome {
    let counts = match counts() {
        Ok(counts) => counts,
        Err(outcome) => return outcome,
    };
    let text = serde_json::to_string_pretty(&counts).unwrap_or_default() + "\n";
    match fs::write(crate::root().join(FIGURES), text) {
        Ok(()) => Outcome::passed(counts.len() as u64),
        Err(error) => Outcome::failed(format!("{FIGURES} cannot be written: {error}")),
    }
}

/// Builds the runs and counts each of them.
fn counts() -> Result<BTreeMap<String, u64>, Outcome> {
    if find("valgrind").is_none() {
        return Err(Outcome::missing("valgrind", "apt-get install valgrind"));
    }
    let build = cargo(&["build", "--release", "--locked", "--package", "grognard-counted"]);
    if !watch(build).success {
        return Err(Outcome::failed("the runs do not build"));
    }
    RUNS.iter().map(|run| Ok(((*run).to_owned(), count(run)?))).collect()
}

fn count(run: &str) -> Result<u64, Outcome> {
    let mut command = Command::new("valgrind");
    command
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=*measured_part*"])
        .arg(crate::test::target().join("release/grognard-counted"))
        .arg(run);
    let ended = watch(command);
    collected(&ended.output)
        .filter(|_| ended.success)
        .ok_or_else(|| Outcome::failed(format!("{run} was not counted, see above")))
}

/// `==123== Collected : 4567`
fn collected(output: &str) -> Option<u64> {
    let line = output.lines().find(|line| line.contains("Collected :"))?;
    line.rsplit(' ').next()?.parse().ok().filter(|count| *count > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_may_rise_by_a_twentieth() {
        assert_eq!(judge("a", 105, 100), None);
        assert!(judge("a", 106, 100).is_some_and(|why| why.contains("106") && why.contains("105 %")));
    }

    #[test]
    fn what_callgrind_says_is_read() {
        assert_eq!(collected("==7== Events    : Ir\n==7== Collected : 4567\n==7== "), Some(4567));
        assert_eq!(collected("==7== Collected : 0\n"), None, "a run without `measured_part` counts nothing");
        assert_eq!(collected("valgrind: not found"), None);
    }
}
