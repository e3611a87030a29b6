//! What may be built in, by `deny.toml`: licences, banned crates, places crates come from.
//!
//! The file is cargo-deny's own, which checks it too and more (advisories, which need a network). Building cargo-deny takes as
//! long as all the tests of a system, so the gate reads the file itself.

use std::fs;

use serde::Deserialize;

use crate::command::{cargo, output_of};
use crate::steps::Outcome;

/// The only place crates come from.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

#[derive(Deserialize)]
struct Deny {
    licenses: Licenses,
    bans: Bans,
}

#[derive(Deserialize)]
struct Licenses {
    allow: Vec<String>,
}

#[derive(Deserialize)]
struct Bans {
    deny: Vec<Banned>,
}

#[derive(Deserialize)]
struct Banned {
    #[serde(rename = "crate")]
    name: String,
    reason: String,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    /// `None` for the workspace's own.
    source: Option<String>,
}

/// Reads the rules and every package in the lock file, those for other platforms among them.
pub(crate) fn check() -> Outcome {
    let rules = fs::read_to_string(crate::root().join("deny.toml")).unwrap_or_default();
    let rules: Deny = match toml::from_str(&rules) {
        Ok(rules) => rules,
        Err(why) => return Outcome::failed(format!("deny.toml: {why}")),
    };
    let metadata = cargo(&["metadata", "--format-version", "1", "--locked", "--all-features"]);
    let Some(metadata) = output_of(metadata).and_then(|text| serde_json::from_str::<Metadata>(&text).ok())
    else {
        return Outcome::failed("`cargo metadata --locked` failed: is Cargo.lock up to date?");
    };
    let foreign: Vec<_> = metadata.packages.iter().filter(|package| package.source.is_some()).collect();
    let complaints: Vec<_> = foreign.iter().filter_map(|package| judge(package, &rules)).collect();
    Outcome::complaints((foreign.len() - complaints.len()) as u64, &complaints)
}

/// What is wrong with a package.
fn judge(package: &Package, rules: &Deny) -> Option<String> {
    let wrong = |why: String| Some(format!("{} {}: {why}", package.name, package.version));
    if let Some(banned) = rules.bans.deny.iter().find(|banned| banned.name == package.name) {
        return wrong(format!("not used here: {}", banned.reason));
    }
    if package.source.as_deref() != Some(REGISTRY) {
        return wrong(format!("comes from {:?}, not from crates.io", package.source));
    }
    let Some(licence) = &package.license else {
        return wrong("states no licence".into());
    };
    // Old crates write `MIT/Apache-2.0`.
    let expression = match spdx::Expression::parse_mode(licence, spdx::ParseMode::LAX) {
        Ok(expression) => expression,
        Err(why) => return wrong(format!("its licence `{licence}` cannot be read: {why}")),
    };
    let allowed = |name: &str| rules.licenses.allow.iter().any(|allowed| allowed == name);
    if expression.evaluate(|needed| allowed(&needed.to_string())) {
        return None;
    }
    wrong(format!("deny.toml does not allow its licence `{licence}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(name: &str, licence: Option<&str>, source: &str) -> Option<String> {
        let rules = "[licenses]\nallow = [\"MIT\", \"Apache-2.0 WITH LLVM-exception\"]\n\
                     [bans]\ndeny = [{ crate = \"bad\", reason = \"we have a better one\" }]";
        let package = Package {
            name: name.into(),
            version: "1.0.0".into(),
            license: licence.map(Into::into),
            source: Some(source.into()),
        };
        judge(&package, &toml::from_str(rules).unwrap())
    }

    #[test]
    fn what_is_allowed_passes_and_nothing_else() {
        for fine in ["MIT", "MIT OR GPL-3.0-only", "MIT/Apache-2.0", "Apache-2.0 WITH LLVM-exception AND MIT"]
        {
            assert_eq!(verdict("good", Some(fine), REGISTRY), None, "{fine}");
        }
        for wrong in ["Apache-2.0", "GPL-3.0-only", "MIT AND GPL-3.0-only", "do what you want"] {
            assert!(verdict("good", Some(wrong), REGISTRY).unwrap().contains(wrong), "{wrong}");
        }
        assert!(verdict("good", None, REGISTRY).unwrap().contains("no licence"));
        assert!(verdict("bad", Some("MIT"), REGISTRY).unwrap().contains("a better one"));
        assert!(verdict("good", Some("MIT"), "git+https://example.org").unwrap().contains("crates.io"));
    }
}
