//! The commands of README.md must exist: every subcommand, every option, every chore.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::command::output_of;
use crate::steps::Outcome;

pub(crate) fn check() -> Outcome {
    let Ok(text) = fs::read_to_string(crate::root().join("README.md")) else {
        return Outcome::failed("there is no README.md");
    };
    let Some(grognard) = crate::test::grognard() else {
        return Outcome::failed("the grognard program does not build");
    };
    let commands = commands(&text);
    let mut helps = BTreeMap::new();
    let mut complaints = Vec::new();
    for command in &commands {
        if let Err(wrong) = judge(command, &mut |words| help(&mut helps, &grognard, words)) {
            complaints.push(format!("README.md: `{command}`: {wrong}"));
        }
    }
    for target in links(&text).filter(|target| !crate::root().join(target).exists()) {
        complaints.push(format!("README.md links to {target}, which is not there"));
    }
    Outcome::complaints((commands.len() - complaints.len().min(commands.len())) as u64, &complaints)
}

/// Lines of shell blocks that call cargo or grognard, without prompts and comments.
fn commands(text: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut shell = false;
    for line in text.lines() {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            shell = !shell && matches!(language.trim(), "sh" | "shell" | "bash" | "console");
            continue;
        }
        let line = line.trim().trim_start_matches("$ ");
        let line = line.split(" #").next().unwrap_or_default().trim();
        if shell && (line.starts_with("cargo ") || line == "grognard" || line.starts_with("grognard ")) {
            commands.push(line.to_owned());
        }
    }
    commands
}

/// Whether a command exists, by what `--help` says.
fn judge(command: &str, help: &mut dyn FnMut(&[&str]) -> Option<String>) -> Result<(), String> {
    let words: Vec<&str> =
        command.split_whitespace().take_while(|word| !["|", ">", "&&"].contains(word)).collect();
    let arguments = match words.as_slice() {
        ["grognard", rest @ ..] => rest,
        ["cargo", "xtask", chore, ..] => {
            let known = ["test", "soak", "bench"].contains(chore);
            return if known { Ok(()) } else { Err(format!("there is no chore {chore}")) };
        }
        ["cargo", "run", rest @ ..] => {
            rest.iter().position(|word| *word == "--").map_or(&[][..], |at| &rest[at + 1..])
        }
        // Cargo's own commands are cargo's business.
        _ => return Ok(()),
    };
    // The longest chain of subcommands that has a help text of its own.
    let names = arguments.iter().take_while(|word| word.chars().all(|c| c.is_ascii_lowercase() || c == '-'));
    let names: Vec<&str> = names.take_while(|word| !word.starts_with('-')).take(2).copied().collect();
    if let Some(first) = names.first()
        && help(&[first]).is_none()
    {
        return Err(format!("there is no command `{first}`"));
    }
    let text = (0..=names.len()).rev().find_map(|depth| help(&names[..depth]));
    let text = text.ok_or("`grognard --help` failed")?;
    for option in arguments.iter().filter(|word| word.starts_with("--")) {
        let option = option.split('=').next().unwrap_or(option);
        let known = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).any(|word| word == option);
        if !known {
            return Err(format!("`{option}` is not in its --help"));
        }
    }
    Ok(())
}

fn help(helps: &mut BTreeMap<String, Option<String>>, grognard: &Path, words: &[&str]) -> Option<String> {
    let ask = || {
        let mut command = Command::new(grognard);
        command.args(words).arg("--help");
        output_of(command)
    };
    helps.entry(words.join(" ")).or_insert_with(ask).clone()
}

/// Targets of `[text](target)` that are files of the repository.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#', ' ']).next());
    targets.filter(|target| !target.is_empty() && !target.contains("://"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shell_blocks_are_read() {
        let text = "Run `cargo no`:\n```sh\n$ cargo run --release  # builds\nls\ngrognard sim --games 5\n```\n\
                    ```rust\ncargo no\n```\n";
        assert_eq!(commands(text), ["cargo run --release", "grognard sim --games 5"]);
    }

    #[test]
    fn commands_are_judged_by_their_help() {
        let mut help = |words: &[&str]| match words {
            [] => Some("Usage: grognard".to_owned()),
            ["sim"] => Some("  --games <N>  how many".to_owned()),
            ["rules"] => Some("search TEXT".to_owned()),
            ["rules", "coverage"] => Some("--system <S>\n--json".to_owned()),
            _ => None,
        };
        let mut ok = |command| judge(command, &mut help).is_ok();
        assert!(ok("grognard") && ok("cargo run --release") && ok("cargo build --workspace"));
        assert!(ok("grognard sim --games 5 > out.json"));
        assert!(ok("cargo run --release -- rules coverage --system space-hulk --json"));
        assert!(!ok("grognard sim --game 5"));
        assert!(!ok("grognard simulate"));
        assert!(!ok("cargo xtask tset"));
    }

    #[test]
    fn links_to_files_are_found() {
        let text = "[a](docs/a.md#x) ![p](docs/p.png) [w](https://example.org/) [here](#top)";
        assert_eq!(links(text).collect::<Vec<_>>(), ["docs/a.md", "docs/p.png"]);
    }
}
