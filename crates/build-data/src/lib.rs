//! Puts a ruleset's data files and the rule ids its code cites into the program, and the cases of all rulesets.
//!
//! A ruleset names this crate under `[build-dependencies]` and has a `build.rs` of three lines:
//!
//! ```text
//! fn main() {
//!     grognard_build_data::embed(&["SH"]);
//! }
//! ```
//!
//! Its code then includes what was written, in a module of its own so that the names do not spread:
//!
//! ```text
//! mod embedded {
//!     include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
//! }
//!
//! impl Present for SpaceHulk {
//!     fn embedded() -> &'static [(&'static str, &'static str)] { embedded::DATA }
//!     fn cited() -> &'static [&'static str] { embedded::CITED }
//!     …
//! }
//! ```
//!
//! - `DATA`: every file below `data/`, by its path there (`rules/03-turn.toml`).
//! - `CITED`: every id `PREFIX-SECTION-NUMBER` in `src/**/*.rs`, comments included, tests left out: what follows
//!   a line `#[cfg(test)]`, and files named `tests.rs`.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Writes `$OUT_DIR/embedded.rs` for the crate being built. `prefixes` are the first parts of its rule ids: one for most
/// systems, several for one whose variant has rules of its own.
///
/// # Panics
///
/// Where a file cannot be read or written: that ends the build, with the file's name.
pub fn embed(prefixes: &[&str]) {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the crate's folder"));
    for folder in ["data", "src"] {
        println!("cargo::rerun-if-changed={folder}");
    }
    write_out("embedded.rs", &embedded(&root, prefixes));
}

/// Writes `$OUT_DIR/cases.rs`: every `*.case` below `cases/` of each crate in the folder `rulesets`, by its path there
/// without the ending (`overwatch/first-shot`).
///
/// # Panics
///
/// Where a file cannot be read or written: that ends the build, with the file's name.
pub fn embed_cases(rulesets: &str) {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the crate's folder"));
    let rulesets = root.join(rulesets);
    let entries = fs::read_dir(&rulesets)
        .unwrap_or_else(|error| panic!("{} cannot be read: {error}", rulesets.display()));
    let mut folders: Vec<_> =
        entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    let mut text = String::from(
        "/// Rule cases by name, by system.\npub const CASES: &[(&str, &[(&str, &str)])] = &[\n",
    );
    for folder in folders {
        println!("cargo::rerun-if-changed={}", folder.join("cases").display());
        let id =
            folder.file_name().expect("a folder that was listed has a name").to_string_lossy().into_owned();
        writeln!(text, "    ({id:?}, &[").expect("writing to a string cannot fail");
        write_files(&mut text, &folder, "cases", Some(".case"));
        text.push_str("    ]),\n");
    }
    text.push_str("];\n");
    write_out("cases.rs", &text);
}

fn write_out(name: &str, text: &str) {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names the output folder"));
    let path = out.join(name);
    fs::write(&path, text).unwrap_or_else(|error| panic!("{} cannot be written: {error}", path.display()));
}

/// The text of `embedded.rs` for a crate's folder.
fn embedded(root: &Path, prefixes: &[&str]) -> String {
    let mut text = String::new();
    text.push_str("/// Data files by their path below `data/`.\npub const DATA: &[(&str, &str)] = &[\n");
    write_files(&mut text, root, "data", None);
    text.push_str("];\n/// Rules cited in the code.\npub const CITED: &[&str] = &[\n");
    for id in cited_below(&root.join("src"), prefixes) {
        writeln!(text, "    {id:?},").expect("writing to a string cannot fail");
    }
    text.push_str("];\n");
    text
}

/// Writes a pair of name and text for each file of a folder that has the ending.
fn write_files(text: &mut String, root: &Path, folder: &str, ending: Option<&str>) {
    for path in files_below(&root.join(folder)) {
        let shown = match ending {
            None => Some(path.as_str()),
            Some(ending) => path.strip_suffix(ending),
        };
        if let Some(shown) = shown {
            let from = root.join(folder).join(&path).display().to_string();
            writeln!(text, "    ({shown:?}, include_str!({from:?})),")
                .expect("writing to a string cannot fail");
        }
    }
}

/// Paths of all files below a folder, with `/` between their parts, in order; none where there is no folder.
fn files_below(folder: &Path) -> Vec<String> {
    let mut files = Vec::new();
    collect(folder, "", &mut files);
    files.sort();
    files
}

fn collect(folder: &Path, prefix: &str, files: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries {
        let entry = entry.unwrap_or_else(|error| panic!("{} cannot be read: {error}", folder.display()));
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') {
            continue;
        }
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{prefix}{name}/"), files);
        } else {
            files.push(format!("{prefix}{name}"));
        }
    }
}

/// The rule ids in the Rust files below a folder.
fn cited_below(folder: &Path, prefixes: &[&str]) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    for path in files_below(folder) {
        let path = folder.join(&path);
        let is_rust = path.extension().is_some_and(|ending| ending == "rs");
        if is_rust && path.file_name().is_some_and(|name| name != "tests.rs") {
            let text = fs::read_to_string(&path)
                .unwrap_or_else(|error| panic!("{} cannot be read: {error}", path.display()));
            cited(&text, prefixes, &mut ids);
        }
    }
    ids
}

/// Adds the rule ids of one source text. Tests do not enforce what they name, so they are left out.
fn cited(text: &str, prefixes: &[&str], ids: &mut BTreeSet<String>) {
    let code = text.lines().take_while(|line| !line.starts_with("#[cfg(test)]"));
    for line in code {
        for word in line.split(|c: char| !c.is_ascii_alphanumeric() && c != '-') {
            let mut parts = word.split('-');
            let (first, section, number) = (parts.next(), parts.next(), parts.next());
            let upper = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_uppercase());
            let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
            if first.is_some_and(|first| prefixes.contains(&first))
                && section.is_some_and(upper)
                && number.is_some_and(digits)
                && parts.next().is_none()
            {
                ids.insert(word.to_owned());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(text: &str) -> Vec<String> {
        let mut ids = BTreeSet::new();
        cited(text, &["EX"], &mut ids);
        ids.into_iter().collect()
    }

    #[test]
    fn ids_are_found_in_comments_and_literals_and_not_in_tests() {
        let text =
            "/// EX-MOV-001: one step.\nrules![\"EX-MOV-002\", \"EX-MOV-001\"];\n#[cfg(test)]\nEX-MOV-003";
        assert_eq!(ids(text), ["EX-MOV-001", "EX-MOV-002"]);
    }

    #[test]
    fn what_only_looks_like_an_id_is_left_out() {
        assert!(ids("SH-EX-001 EX-MOV EX-MOV-1a EX-mov-001 XEX-MOV-001 EX-MOV-001-2").is_empty());
    }

    #[test]
    fn files_are_listed_by_path_and_cases_by_name() {
        let root = env::temp_dir().join(format!("grognard-build-data-{}", std::process::id()));
        for (path, text) in
            [("data/b/c.toml", ""), ("data/a.toml", ""), ("cases/y/x.case", ""), ("cases/notes.md", "")]
        {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let mut text = embedded(&root, &["EX"]);
        write_files(&mut text, &root, "cases", Some(".case"));
        fs::remove_dir_all(&root).unwrap();
        let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part} is missing in {text}"));
        assert!(at("(\"a.toml\", ") < at("(\"b/c.toml\", "), "{text}");
        assert!(text.contains("(\"y/x\", ") && !text.contains("notes"), "{text}");
        assert!(text.contains("/cases/y/x.case\""), "{text}");
    }
}
