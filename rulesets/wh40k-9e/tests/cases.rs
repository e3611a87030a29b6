//! Every rule case passes, and every rule of the game is proved.
//!
//! Cases are read from disk, so that writing one needs no build. `CASE=name` runs those whose name contains it;
//! `MISSING=1` lists the rules no case proves yet.

#![expect(clippy::unwrap_used, reason = "a test ends at the first surprise")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use grognard_engine::erased::{Module, System};
use grognard_engine::ruleset::Present;
use grognard_wh40k_9e::Nine;

fn cases_below(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            cases_below(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "case") {
            found.push(path);
        }
    }
}

#[test]
fn all_cases_pass() {
    let module = Module::<Nine>::embedded().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let wanted = std::env::var("CASE").unwrap_or_default();
    let mut files = Vec::new();
    cases_below(&root, &mut files);
    let (mut failed, mut passed) = (Vec::new(), 0);
    let mut proved = BTreeSet::new();
    for path in files {
        let name = path.strip_prefix(&root).unwrap().display().to_string();
        if !name.contains(&wanted) {
            continue;
        }
        let report = module.run_case(&name, &std::fs::read_to_string(&path).unwrap());
        if report.passed() {
            passed += 1;
            proved.extend(report.proved);
        } else {
            failed.push(format!("{name}: {}\n  {}", report.title, report.failures.join("\n  ")));
        }
    }
    let cited = Nine::cited().iter().map(|id| (*id).to_owned()).collect();
    let coverage = module.catalogue().coverage(&cited, &proved, &BTreeSet::new());
    println!("{passed} cases passed, {} rules proved, {} missing", coverage.proved, coverage.missing.len());
    if std::env::var_os("MISSING").is_some() {
        for (code, section) in &coverage.sections {
            if !section.missing.is_empty() {
                println!("{code}: {}", section.missing.join(" "));
            }
        }
        let uncited: Vec<_> = module
            .catalogue()
            .rules
            .keys()
            .filter(|id| !module.catalogue().deferred.contains_key(*id) && !cited.contains(*id))
            .collect();
        println!("not cited in code: {uncited:?}");
    }
    assert!(failed.is_empty(), "{} cases failed:\n{}", failed.len(), failed.join("\n"));
}
