//! `cargo xtask soak --system S --minutes M`: the properties of one system over new random games, again and again, until the
//! time is up. The next run goes on from the seed this one ended with.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use crate::command::{cargo, output_of};

/// By how many seeds the games of a pass are moved on; no property plays more games of a set-up in one pass.
const SEEDS_A_PASS: u64 = 10;

/// What was asked for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Soak {
    system: String,
    minutes: u64,
}

impl Soak {
    /// Reads the options; `None` where no system is named, and the other long runs are meant.
    pub(crate) fn parse(args: &[String]) -> Option<Result<Soak, String>> {
        args.iter().any(|arg| arg == "--system").then(|| Soak::read(args))
    }

    fn read(args: &[String]) -> Result<Soak, String> {
        let (mut system, mut minutes) = (None, 10);
        for pair in args.chunks(2) {
            match pair {
                [option, value] if option == "--system" => system = Some(value.clone()),
                [option, value] if option == "--minutes" => {
                    minutes = value.parse().map_err(|_| format!("`{value}` is no number of minutes"))?;
                }
                [option, ..] => {
                    return Err(format!(
                        "`{option}` is not known here; there are --system S and --minutes M"
                    ));
                }
                [] => {}
            }
        }
        let system = system.ok_or("--system needs the name of a system")?;
        let known = crate::root().join("rulesets").join(&system).join("Cargo.toml").is_file();
        if known { Ok(Soak { system, minutes }) } else { Err(format!("there is no system `{system}`")) }
    }

    /// Runs passes until the time is up; what failed is shown with its seed, and the passes go on.
    pub(crate) fn run(&self) -> ExitCode {
        let tests = self.tests();
        if tests.is_empty() {
            println!("soak {}: its tests do not build", self.system);
            return ExitCode::FAILURE;
        }
        let first =
            fs::read_to_string(self.notes()).ok().and_then(|seed| seed.trim().parse().ok()).unwrap_or(0);
        let (begun, time) = (Instant::now(), Duration::from_secs(self.minutes * 60));
        let (mut seed, mut passes, mut checks, mut faults) = (first, 0_u64, 0_u64, 0_u64);
        while begun.elapsed() < time {
            for test in &tests {
                let mut command = Command::new(test);
                command.current_dir(crate::root().join("rulesets").join(&self.system));
                command
                    .args(["properties", "--test-threads", "2"])
                    .env("GROGNARD_SEEDS_FROM", seed.to_string());
                let Ok(ended) = command.output() else { continue };
                let output = String::from_utf8_lossy(&ended.stdout);
                checks += crate::test::libtest_counts(&output).0;
                if !ended.status.success() {
                    faults += 1;
                    println!("with GROGNARD_SEEDS_FROM={seed}:\n{output}");
                }
            }
            passes += 1;
            seed += SEEDS_A_PASS;
            fs::write(self.notes(), seed.to_string()).ok();
            if passes.is_multiple_of(10) {
                println!("{passes} passes, {faults} faults, {} s", begun.elapsed().as_secs());
            }
        }
        println!(
            "soak {}: {passes} passes, {checks} properties held over all set-ups, seeds from {first} to {seed}, {faults} faults, {} s",
            self.system,
            begun.elapsed().as_secs()
        );
        if faults == 0 && checks > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    /// The system's test programs, as fast as a release and with every check of the state.
    fn tests(&self) -> Vec<PathBuf> {
        let package = format!("grognard-{}", self.system);
        let args = [
            "test",
            "--no-run",
            "--profile",
            "soak",
            "--locked",
            "--tests",
            "--message-format",
            "json",
            "-p",
            &package,
        ];
        let messages = output_of(cargo(&args)).unwrap_or_default();
        let built = messages.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
        let test = |message: &serde_json::Value| {
            message["profile"]["test"] == true && message["target"]["kind"][0] == "test"
        };
        built.filter(test).filter_map(|message| message["executable"].as_str().map(PathBuf::from)).collect()
    }

    /// Where the next seed is kept.
    fn notes(&self) -> PathBuf {
        crate::test::target().join(format!("soak-{}.seed", self.system))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Option<Result<Soak, String>> {
        Soak::parse(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn a_system_and_minutes_are_read() {
        let soak = |minutes| Some(Ok(Soak { system: "example".to_owned(), minutes }));
        assert_eq!(parse("--system example --minutes 3"), soak(3));
        assert_eq!(parse("--system example"), soak(10));
        assert_eq!(parse("--only slow-tests"), None);
        for wrong in
            ["--system", "--system nowhere", "--system example --minutes soon", "--system example --most 3"]
        {
            assert!(matches!(parse(wrong), Some(Err(_))), "{wrong}");
        }
    }
}
