//! The rule cases of a ruleset as they stand on disk, for whoever writes them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::erased::System;

/// Every rule case below a folder passes; how many rules the cases prove is counted.
///
/// They are read from disk, so that writing one needs no build. `CASE=name` runs those whose name contains it;
/// `MISSING=1` lists the rules no case proves yet.
pub fn case_files(system: &dyn System, folder: &Path) {
    let wanted = std::env::var("CASE").unwrap_or_default();
    let mut files = Vec::new();
    cases_below(folder, &mut files);
    let (mut failed, mut passed) = (Vec::new(), 0);
    let mut proved = BTreeSet::new();
    for path in files {
        let name = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
        if !name.contains(&wanted) {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a case can be read");
        let report = system.run_case(&name, &text);
        if report.passed() {
            passed += 1;
            proved.extend(report.proved);
        } else {
            failed.push(format!("{name}: {}\n  {}", report.title, report.failures.join("\n  ")));
        }
    }
    count(system, passed, &proved);
    assert!(failed.is_empty(), "{} cases failed:\n{}", failed.len(), failed.join("\n"));
}

/// Says how many rules the cases prove, and on demand which ones they do not.
fn count(system: &dyn System, passed: usize, proved: &BTreeSet<String>) {
    let catalogue = system.catalogue();
    let cited = system.cited().iter().map(|id| (*id).to_owned()).collect();
    let coverage = catalogue.coverage(&cited, proved, &BTreeSet::new());
    println!("{passed} cases passed, {} rules proved, {} missing", coverage.proved, coverage.missing.len());
    if std::env::var_os("MISSING").is_none() {
        return;
    }
    for (code, section) in &coverage.sections {
        if !section.missing.is_empty() {
            println!("{code}: {}", section.missing.join(" "));
        }
    }
    let built = catalogue.rules.keys().filter(|id| !catalogue.deferred.contains_key(*id));
    let uncited: Vec<_> = built.filter(|id| !cited.contains(*id)).collect();
    println!("not cited in code: {uncited:?}");
}

fn cases_below(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("the folder of the cases can be read");
    let mut entries: Vec<_> = entries.map(|entry| entry.expect("its entries, too").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            cases_below(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "case") {
            found.push(path);
        }
    }
}
