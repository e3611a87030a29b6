//! The program as its users meet it: commands, output, messages and exit codes, on the example system.

mod case;
mod golden;
mod mission;
mod odds;
mod own_rules;
mod replay;
mod rules;
mod serve;
mod sim;
mod store;
mod text;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What a run of the program came to.
struct Ran {
    out: String,
    err: String,
    code: i32,
}

impl Ran {
    /// The output, after checking that all went well.
    fn ok(self) -> String {
        assert_eq!(self.code, 0, "{}\n{}", self.out, self.err);
        self.out
    }

    /// The message of a run that ended with this code.
    fn fails(self, code: i32) -> String {
        assert_eq!(self.code, code, "{}\n{}", self.out, self.err);
        assert!(self.err.starts_with("error: "), "{}", self.err);
        self.err
    }

    fn json(self) -> serde_json::Value {
        serde_json::from_str(&self.ok()).expect("the output is JSON")
    }
}

/// Runs the program.
fn grognard(args: &[&str]) -> Ran {
    typing(args, "")
}

/// Runs the program with something typed into it.
fn typing(args: &[&str], input: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grognard"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that has had enough closes its end early; that is no failure of the test.
    let _ = child.stdin.take().expect("the input is a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    Ran {
        out: String::from_utf8(output.stdout).expect("the output is text"),
        err: String::from_utf8(output.stderr).expect("messages are text"),
        code: output.status.code().expect("the program is not killed"),
    }
}

/// An empty folder for one test.
fn folder(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the target folder can be written");
    folder
}

/// A path as an argument.
fn arg(path: &std::path::Path) -> &str {
    path.to_str().expect("the target folder has a plain name")
}

#[test]
fn version_and_help() {
    assert!(grognard(&["--version"]).ok().starts_with("grognard 0."));
    let help = grognard(&["--help"]).ok();
    for command in ["play", "serve", "text", "sim", "odds", "case", "replay", "rules"] {
        assert!(help.contains(&format!("  {command} ")), "{help}");
    }
    assert!(help.contains("Exit codes"), "{help}");
    let leaves = [
        &["text"][..],
        &["sim"],
        &["odds"],
        &["case"],
        &["play"],
        &["serve"],
        &["replay", "verify"],
        &["replay", "print"],
        &["replay", "export"],
        &["rules", "search"],
        &["rules", "show"],
        &["rules", "coverage"],
    ];
    for leaf in leaves {
        let help = grognard(&[leaf, &["--help"]].concat()).ok();
        assert!(help.contains("Examples:"), "{leaf:?}: {help}");
    }
}

/// Runs the program with nobody to read what it says: both its outputs are closed pipes.
fn unread(args: &[&str]) -> i32 {
    let (reader, writer) = std::io::pipe().expect("there are pipes");
    drop(reader);
    let messages = writer.try_clone().expect("a pipe can be shared");
    let status = Command::new(env!("CARGO_BIN_EXE_grognard"))
        .args(args)
        .stdin(Stdio::null())
        .stdout(writer)
        .stderr(messages)
        .status()
        .expect("the program starts");
    status.code().expect("the program is not killed")
}

#[test]
fn whoever_stops_reading_gets_no_panic() {
    let case = folder("unread").join("one.case");
    std::fs::write(&case, "case Nothing\nsystem example\n").unwrap();
    let record = folder("unread-record").join("game.jsonl");
    let bots = ["--bot", "red=random", "--bot", "green=random", "--bot", "blue=random"];
    let game = ["text", "--system", "example", "--seed", "4", "--record", arg(&record)];
    typing(&[&game[..], &bots].concat(), "").ok();
    let record = arg(&record);
    let quiet: [&[&str]; 12] = [
        &["--help"],
        &["--version"],
        &["text", "--system", "example"],
        &["sim", "--system", "example", "--games", "2"],
        &["sim", "--system", "example", "--games", "2", "--json"],
        &["mission", "generate", "--system", "wh40k-9e", "--seed", "7"],
        &["odds", "hit", "--need", "6"],
        &["odds", "attack", "--attacks", "2", "--wound", "4"],
        &["replay", "verify", record],
        &["replay", "print", record],
        &["rules", "search", "the"],
        &["rules", "coverage", "--system", "example"],
    ];
    for args in quiet {
        assert_eq!(unread(args), 0, "{args:?}");
    }
    // What went wrong before anybody stopped reading keeps its code, though nobody hears why.
    let told: [(&[&str], i32); 7] = [
        (&["slim"], 2),
        (&["rules", "show", "nonsense"], 2),
        (&["sim", "--system", "chess"], 2),
        (&["case", "nowhere.case"], 3),
        (&["replay", "verify", "nowhere.jsonl"], 3),
        (&["mission", "check", "nowhere.toml"], 3),
        (&["play", "--no-open", "--store", record], 3),
    ];
    for (args, code) in told {
        assert_eq!(unread(args), code, "{args:?}");
    }
    assert_ne!(unread(&["case", arg(&case)]), 101);
}

#[test]
fn unknown_commands_and_systems() {
    let unknown = grognard(&["slim"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("slim"), "{}", unknown.err);
    let system = grognard(&["sim", "--system", "chess"]).fails(2);
    assert!(
        system.contains("there is no system `chess`; there are: ") && system.contains("example"),
        "{system}"
    );
    let mission = grognard(&["sim", "--system", "example", "--mission", "nowhere"]).fails(2);
    assert!(mission.contains("there are: narrow-spine, twin-decks"), "{mission}");
}
