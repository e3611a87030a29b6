//! Steps, their outcomes and the summary.

use std::fmt::Write as _;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// One step of a chore.
pub(crate) struct Step {
    /// Its name on the command line.
    pub(crate) name: &'static str,
    /// What it does.
    pub(crate) run: fn() -> Outcome,
}

/// What a step found.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It ran: so many checks passed, so many failed.
    Ran {
        /// Passed.
        passed: u64,
        /// Failed.
        failed: u64,
        /// What failed, for the summary.
        why: Option<String>,
    },
    /// It could not run, and that is no error here.
    Skipped(String),
}

impl Outcome {
    /// A single check that passed.
    pub(crate) const PASSED: Self = Self::Ran { passed: 1, failed: 0, why: None };

    /// So many checks passed.
    pub(crate) const fn passed(passed: u64) -> Self {
        Self::Ran { passed, failed: 0, why: None }
    }

    /// A single check that failed.
    pub(crate) fn failed(why: impl Into<String>) -> Self {
        Self::Ran { passed: 0, failed: 1, why: Some(why.into()) }
    }

    /// Checks that left these complaints.
    pub(crate) fn complaints(passed: u64, complaints: &[String]) -> Self {
        for complaint in complaints {
            println!("{complaint}");
        }
        let why = complaints.first().cloned();
        Self::Ran { passed, failed: complaints.len() as u64, why }
    }

    /// A tool is not there: an error under CI, a note elsewhere.
    pub(crate) fn missing(tool: &str, install: &str) -> Self {
        let what = format!("{tool} not found; install it with `{install}`");
        if crate::under_ci() { Self::failed(what) } else { Self::Skipped(what) }
    }

    fn is_failure(&self) -> bool {
        matches!(self, Self::Ran { failed: 1.., .. })
    }

    fn line(&self, name: &str, took: Duration) -> String {
        let mut line = String::new();
        let seconds = took.as_secs_f32();
        let written = match self {
            Self::Ran { passed, failed: 0, .. } => write!(line, "ok      {name:<14} {passed:>5} passed"),
            Self::Ran { passed, failed, .. } => {
                write!(line, "FAILED  {name:<14} {passed:>5} passed, {failed} failed")
            }
            Self::Skipped(_) => write!(line, "skipped {name:<14}             "),
        };
        written.and_then(|()| write!(line, "  {seconds:>6.1} s")).ok();
        if let Self::Ran { why: Some(why), .. } | Self::Skipped(why) = self {
            write!(line, "  {why}").ok();
        }
        line
    }
}

/// Which steps to run.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Choice {
    only: Vec<String>,
    skip: Vec<String>,
    list: bool,
}

impl Choice {
    /// Reads the options after the chore's name.
    pub(crate) fn parse(args: &[String], steps: &[Step]) -> Result<Self, String> {
        let mut choice = Self::default();
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            let list = match arg.as_str() {
                "--only" => &mut choice.only,
                "--skip" => &mut choice.skip,
                "--list" => {
                    choice.list = true;
                    continue;
                }
                other => {
                    return Err(format!("unknown option `{other}`; there are --only, --skip and --list"));
                }
            };
            let name = args.next().ok_or_else(|| format!("{arg} needs a step's name (see --list)"))?;
            if !steps.iter().any(|step| step.name == name) {
                return Err(format!("there is no step `{name}` (see --list)"));
            }
            list.push(name.clone());
        }
        Ok(choice)
    }

    fn takes(&self, name: &str) -> bool {
        let named = |list: &[String]| list.iter().any(|given| given == name);
        (self.only.is_empty() || named(&self.only)) && !named(&self.skip)
    }
}

/// Runs the chosen steps, all of them even when one fails, and sums up.
pub(crate) fn run(steps: &[Step], choice: &Choice) -> ExitCode {
    if choice.list {
        for step in steps {
            println!("{}", step.name);
        }
        return ExitCode::SUCCESS;
    }
    let mut lines = Vec::new();
    let (mut passed, mut failed) = (0, 0);
    let start = Instant::now();
    for step in steps.iter().filter(|step| choice.takes(step.name)) {
        println!("\n== {} ==", step.name);
        let begun = Instant::now();
        let outcome = (step.run)();
        if let Outcome::Ran { passed: p, failed: f, .. } = &outcome {
            passed += p;
            failed += f;
        }
        let line = outcome.line(step.name, begun.elapsed());
        println!("{line}");
        lines.push((outcome.is_failure(), line));
    }
    println!("\n== summary, {:.0} s ==", start.elapsed().as_secs_f32());
    // Failures last, next to the total, where they are read first.
    lines.sort_by_key(|(failure, _)| *failure);
    for (_, line) in &lines {
        println!("{line}");
    }
    println!("{passed} passed, {failed} failed");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps() -> [Step; 2] {
        [
            Step { name: "one", run: || Outcome::PASSED },
            Step { name: "two", run: || Outcome::failed("it broke") },
        ]
    }

    fn parse(text: &str) -> Result<Choice, String> {
        let args: Vec<String> = text.split_whitespace().map(String::from).collect();
        Choice::parse(&args, &steps())
    }

    #[test]
    fn options_choose_steps() {
        let taken = |text| {
            let choice = parse(text).unwrap();
            steps().iter().map(|step| step.name).filter(|name| choice.takes(name)).collect::<Vec<_>>()
        };
        assert_eq!(taken(""), ["one", "two"]);
        assert_eq!(taken("--only two"), ["two"]);
        assert_eq!(taken("--skip two"), ["one"]);
        assert!(parse("--only three").unwrap_err().contains("three"));
        assert!(parse("--only").is_err());
        assert!(parse("--fast").is_err());
    }

    #[test]
    fn lines_say_what_failed() {
        let line = Outcome::failed("it broke").line("two", Duration::from_secs(2));
        assert!(
            line.starts_with("FAILED") && line.contains("1 failed") && line.ends_with("it broke"),
            "{line}"
        );
    }
}
