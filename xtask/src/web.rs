//! The web client: its own checks, its build, and its tests in a real browser.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::command::{find, watch};
use crate::steps::Outcome;

/// Names under which Chromium is installed, the usual one first.
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

pub(crate) fn check() -> Outcome {
    script("check")
}

pub(crate) fn build() -> Outcome {
    script("build")
}

/// Plays in Chromium against the real server.
pub(crate) fn browser() -> Outcome {
    let Some(chromium) = chromium() else {
        return Outcome::missing("Chromium", "apt-get install chromium");
    };
    if !has_script("test:browser") {
        return Outcome::Skipped("web/ has no browser tests yet".into());
    }
    let Some(grognard) = crate::test::grognard() else {
        return Outcome::failed("the grognard program does not build");
    };
    let npm = match npm() {
        Ok(npm) => npm,
        Err(outcome) => return outcome,
    };
    let mut command = npm;
    command.args(["run", "--silent", "test:browser"]);
    command.env("GROGNARD_CHROMIUM", chromium).env("GROGNARD_BIN", grognard);
    let ended = watch(command);
    let (passed, failed) = counts(&ended.output);
    match (ended.success, failed) {
        (true, 0) => Outcome::passed(passed.max(1)),
        (_, failed) => Outcome::Ran { passed, failed: failed.max(1), why: Some("see above".into()) },
    }
}

fn script(name: &'static str) -> Outcome {
    if !has_script(name) {
        return Outcome::Skipped(format!("web/ has no script `{name}` yet"));
    }
    let mut npm = match npm() {
        Ok(npm) => npm,
        Err(outcome) => return outcome,
    };
    npm.args(["run", "--silent", name]);
    let ended = watch(npm);
    if ended.success {
        Outcome::PASSED
    } else {
        Outcome::failed(format!("`npm run {name}` in web/, see above"))
    }
}

/// npm, in `web/`, with the locked packages installed.
fn npm() -> Result<Command, Outcome> {
    let missing = || Outcome::missing("Node.js with npm", "apt-get install nodejs npm");
    let program = find("npm").ok_or_else(missing)?;
    let web = crate::root().join("web");
    let in_web = |args: &[&str]| {
        let mut command = Command::new(&program);
        command.args(args).current_dir(&web);
        command
    };
    // npm leaves a copy of the lock file's contents; it is older than a lock file that changed.
    let installed =
        fs::metadata(web.join("node_modules/.package-lock.json")).and_then(|file| file.modified());
    let locked = fs::metadata(web.join("package-lock.json")).and_then(|file| file.modified());
    let fresh = matches!((installed, locked), (Ok(installed), Ok(locked)) if installed >= locked);
    let install = |how: &[&str]| watch(in_web(&[how, &["--no-audit", "--no-fund"]].concat())).success;
    // The second way for a lock file that lacks another platform's optional parts.
    if !fresh && !install(&["ci"]) && !install(&["install", "--no-save"]) {
        return Err(Outcome::failed("`npm ci` in web/, see above"));
    }
    Ok(in_web(&[]))
}

fn has_script(name: &str) -> bool {
    let text = fs::read_to_string(crate::root().join("web/package.json")).unwrap_or_default();
    let package: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
    package["scripts"][name].is_string()
}

fn chromium() -> Option<PathBuf> {
    let named = std::env::var_os("GROGNARD_CHROMIUM").map(PathBuf::from).filter(|path| path.is_file());
    named.or_else(|| BROWSERS.iter().find_map(|name| find(name)))
}

/// The tests end with `3 of 4 browser tests passed`.
fn counts(output: &str) -> (u64, u64) {
    let read = |line: &str| -> Option<(u64, u64)> {
        let (passed, all) = line.trim().strip_suffix(" browser tests passed")?.split_once(" of ")?;
        let passed = passed.parse().ok()?;
        Some((passed, all.parse::<u64>().ok()?.checked_sub(passed)?))
    };
    output.lines().rev().find_map(read).unwrap_or((0, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_counts() {
        assert_eq!(counts("  ok  it moves\n12 of 15 browser tests passed\n"), (12, 3));
        assert_eq!(counts("nothing of the kind"), (0, 0));
    }
}
