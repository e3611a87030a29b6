//! Puts a ruleset's data files, its rule cases and the rule ids its code cites into the program.
//!
//! A ruleset names this crate under `[build-dependencies]` and has a `build.rs` of three lines:
//!
//! ```text
//! fn main() {
//!     grognard_build_data::embed("SH");
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
//!     fn cases() -> &'static [(&'static str, &'static str)] { embedded::CASES }
//!     fn cited() -> &'static [&'static str] { embedded::CITED }
//!     …
//! }
//! ```
//!
//! - `DATA`: every file below `data/`, by its path there (`rules/03-turn.toml`).
//! - `CASES`: every `*.case` below `cases/`, by its path there without the ending (`overwatch/first-shot`).
//! - `CITED`: every id `PREFIX-SECTION-NUMBER` in `src/**/*.rs`, comments included, tests left out: what follows
//!   a line `#[cfg(test)]`, and files named `tests.rs`.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Writes `$OUT_DIR/embedded.rs` for the crate being built. `prefix` is the first part of its rule ids.
///
/// # Panics
///
/// Where a file cannot be read or written: that ends the build, with the file's name.
pub fn embed(prefix: &str) {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the crate's folder"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names the output folder"));
    for folder in ["data", "cases", "src"] {
        println!("cargo::rerun-if-changed={folder}");
    }
    let path = out.join("embedded.rs");
    fs::write(&path, embedded(&root, prefix))
        .unwrap_or_else(|error| panic!("{} cannot be written: {error}", path.display()));
}

/// The text of `embedded.rs` for a crate's folder.
fn embedded(root: &Path, prefix: &str) -> String {
    let mut text = String::new();
    write_files(&mut text, "DATA", "Data files by their path below `data/`.", root, "data", None);
    write_files(&mut text, "CASES", "Rule cases by name.", root, "cases", Some(".case"));
    text.push_str("/// Rules cited in the code.\npub const CITED: &[&str] = &[\n");
    for id in cited_below(&root.join("src"), prefix) {
        writeln!(text, "    {id:?},").expect("writing to a string cannot fail");
    }
    text.push_str("];\n");
    text
}

fn write_files(text: &mut String, name: &str, about: &str, root: &Path, folder: &str, ending: Option<&str>) {
    writeln!(text, "/// {about}\npub const {name}: &[(&str, &str)] = &[")
        .expect("writing to a string cannot fail");
    for path in files_below(&root.join(folder)) {
        let shown = match ending {
            None => Some(path.as_str()),
            Some(ending) => path.strip_suffix(ending),
        };
        if let Some(shown) = shown {
            let from = format!("/{folder}/{path}");
            writeln!(text, "    ({shown:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), {from:?}))),")
                .expect("writing to a string cannot fail");
        }
    }
    text.push_str("];\n");
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
fn cited_below(folder: &Path, prefix: &str) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    for path in files_below(folder) {
        let path = folder.join(&path);
        let is_rust = path.extension().is_some_and(|ending| ending == "rs");
        if is_rust && path.file_name().is_some_and(|name| name != "tests.rs") {
            let text = fs::read_to_string(&path)
                .unwrap_or_else(|error| panic!("{} cannot be read: {error}", path.display()));
            cited(&text, prefix, &mut ids);
        }
    }
    ids
}

/// Adds the rule ids of one source text. Tests do not enforce what they name, so they are left out.
fn cited(text: &str, prefix: &str, ids: &mut BTreeSet<String>) {
    let code = text.lines().take_while(|line| !line.starts_with("#[cfg(test)]"));
    for line in code {
        for word in line.split(|c: char| !c.is_ascii_alphanumeric() && c != '-') {
            let mut parts = word.split('-');
            let (first, section, number) = (parts.next(), parts.next(), parts.next());
            let upper = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_uppercase());
            let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
            if first == Some(prefix)
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
        cited(text, "EX", &mut ids);
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
            [("data/b/c.toml", ""), ("data/a.toml", ""), ("cases/x.case", ""), ("cases/notes.md", "")]
        {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let text = embedded(&root, "EX");
        fs::remove_dir_all(&root).unwrap();
        let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part} is missing in {text}"));
        assert!(at("(\"a.toml\", ") < at("(\"b/c.toml\", "), "{text}");
        assert!(text.contains("(\"x\", ") && !text.contains("notes"), "{text}");
        assert!(text.contains("\"/cases/x.case\""), "{text}");
    }
}
