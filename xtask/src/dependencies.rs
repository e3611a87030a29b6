//! Dependencies point one way: `engine, space, odds <- tabletop <- rulesets <- cli`, `engine <- bots <- rulesets` and
//! `engine <- sim, store, server <- cli`. No ruleset sees another, nor anything that knows a network.

use std::collections::{BTreeMap, BTreeSet};

use crate::command::{cargo, output_of};
use crate::steps::Outcome;

/// Which of our crates each crate may use. A crate that is not listed here is a ruleset or a mistake.
const MAY_USE: &[(&str, &[&str])] = &[
    ("grognard-engine", &["grognard-space", "grognard-odds"]),
    ("grognard-space", &[]),
    // The kit of the free-table systems.
    ("grognard-tabletop", &["grognard-engine", "grognard-space"]),
    ("grognard-build-data", &[]),
    // Only the texts of the rule cases.
    ("grognard-cases", &["grognard-build-data"]),
    ("grognard-odds", &[]),
    ("grognard-bots", &["grognard-engine"]),
    ("grognard-sim", &["grognard-engine", "grognard-bots"]),
    ("grognard-store", &["grognard-engine"]),
    ("grognard-server", &["grognard-engine", "grognard-store", "grognard-bots"]),
    // Tests only: it feeds nonsense to every reader there is.
    (
        "grognard-hostile",
        &[
            "grognard-cases",
            "grognard-engine",
            "grognard-epic-armageddon",
            "grognard-example",
            "grognard-example-table",
            "grognard-server",
            "grognard-space-hulk",
            "grognard-wh40k-2e",
            "grognard-wh40k-5e",
            "grognard-wh40k-9e",
        ],
    ),
    // Fixed runs whose instructions are counted.
    ("grognard-counted", &["grognard-engine", "grognard-space", "grognard-space-hulk", "grognard-wh40k-9e"]),
    ("xtask", &[]),
];

/// What a ruleset may use.
const RULESET_MAY_USE: &[&str] = &[
    "grognard-engine",
    "grognard-space",
    "grognard-tabletop",
    "grognard-odds",
    "grognard-bots",
    "grognard-build-data",
];

/// Only the program knows which rulesets exist, so only it may use everything.
const PROGRAM: &str = "grognard-cli";

/// The pure crates do no I/O over a network and keep no database.
const NOT_IN_PURE: &[&str] =
    &["tokio", "axum", "hyper", "rusqlite", "reqwest", "async-nats", "tokio-postgres"];

pub(crate) fn check() -> Outcome {
    let Some(metadata) = output_of(cargo(&["metadata", "--format-version", "1", "--locked", "--no-deps"]))
    else {
        return Outcome::failed("`cargo metadata --locked` failed: is Cargo.lock up to date?");
    };
    let metadata = match serde_json::from_str(&metadata) {
        Ok(metadata) => metadata,
        Err(e) => return Outcome::failed(format!("cargo metadata cannot be read: {e}")),
    };
    let crates = read(&metadata);
    let complaints = judge(&crates);
    Outcome::complaints(crates.len() as u64 - complaints.len().min(crates.len()) as u64, &complaints)
}

/// A crate of the workspace.
#[derive(Debug, Default)]
struct Member {
    ruleset: bool,
    /// Crates it uses when built; what its tests use may point anywhere but to another ruleset.
    uses: BTreeSet<String>,
    tests_use: BTreeSet<String>,
}

fn read(metadata: &serde_json::Value) -> BTreeMap<String, Member> {
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    packages
        .iter()
        .map(|package| {
            let mut member = Member {
                ruleset: text(&package["manifest_path"]).replace('\\', "/").contains("/rulesets/"),
                ..Member::default()
            };
            for dependency in package["dependencies"].as_array().map(Vec::as_slice).unwrap_or_default() {
                let list = match dependency["kind"].as_str() {
                    Some("dev") => &mut member.tests_use,
                    _ => &mut member.uses,
                };
                list.insert(text(&dependency["name"]));
            }
            (text(&package["name"]), member)
        })
        .collect()
}

fn judge(crates: &BTreeMap<String, Member>) -> Vec<String> {
    let mut complaints = Vec::new();
    for (name, member) in crates {
        if name == PROGRAM {
            continue;
        }
        let listed = MAY_USE.iter().find(|(listed, _)| listed == name).map(|(_, may_use)| *may_use);
        let Some(may_use) = listed.or(member.ruleset.then_some(RULESET_MAY_USE)) else {
            complaints.push(format!("{name} has no place in xtask/src/dependencies.rs: say what it may use"));
            continue;
        };
        for used in member.uses.iter().filter(|used| crates.contains_key(*used)) {
            if !may_use.contains(&used.as_str()) {
                complaints.push(format!("{name} uses {used}; it may use {}", list(may_use)));
            }
        }
        let seen = member.uses.union(&member.tests_use);
        for used in seen.filter(|used| member.ruleset && crates.get(*used).is_some_and(|used| used.ruleset)) {
            complaints.push(format!("the ruleset {name} sees the ruleset {used}"));
        }
        let pure = member.ruleset || RULESET_MAY_USE.contains(&name.as_str());
        for used in member.uses.iter().filter(|used| pure && NOT_IN_PURE.contains(&used.as_str())) {
            complaints.push(format!("{name} uses {used}: rules know no network and no database"));
        }
    }
    complaints
}

fn list(names: &[&str]) -> String {
    if names.is_empty() { "none of ours".into() } else { names.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(edges: &[(&str, bool, &[&str])]) -> Vec<String> {
        let member = |&(name, ruleset, uses): &(&str, bool, &[&str])| {
            let uses = uses.iter().map(ToString::to_string).collect();
            (name.to_owned(), Member { ruleset, uses, ..Member::default() })
        };
        judge(&edges.iter().map(member).collect())
    }

    #[test]
    fn the_right_way_is_silent() {
        let edges: &[(&str, bool, &[&str])] = &[
            ("grognard-engine", false, &["serde"]),
            ("grognard-space", false, &[]),
            ("grognard-chess", true, &["grognard-engine", "grognard-space"]),
            ("grognard-cli", false, &["grognard-chess", "grognard-server"]),
            ("grognard-server", false, &["grognard-engine", "axum"]),
        ];
        assert_eq!(complaints(edges), Vec::<String>::new());
    }

    #[test]
    fn wrong_ways_are_named() {
        let wrong = |name, ruleset, used| {
            let others = [("grognard-go", true, &[] as &[&str]), ("grognard-server", false, &[])];
            let mut edges = vec![(name, ruleset, used)];
            edges.extend(others.into_iter().filter(|(other, ..)| *other != name));
            complaints(&edges)
        };
        assert_eq!(wrong("grognard-chess", true, &["grognard-go"]).len(), 2);
        assert_eq!(wrong("grognard-chess", true, &["grognard-server"]).len(), 1);
        assert_eq!(wrong("grognard-engine", false, &["grognard-go"]).len(), 1);
        assert_eq!(wrong("grognard-engine", false, &["tokio"]).len(), 1);
        assert_eq!(wrong("grognard-server", false, &["grognard-go"]).len(), 1);
        assert_eq!(wrong("grognard-new", false, &[]).len(), 1);
    }
}
