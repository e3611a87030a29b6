//! `grognard rules`: the catalogue, and how much of it is built and proved.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

use grognard_engine::case::CaseReport;
use grognard_engine::catalogue::{Catalogue, Coverage};
use grognard_engine::erased::System;
use grognard_engine::near::slips;
use serde_json::json;

use crate::args::{RulesAction, RulesArgs};
use crate::commands::case::run_embedded;
use crate::exit::{self, Exit};
use crate::registry::Registry;
use crate::words;

/// Runs the command.
pub fn run(registry: &Registry, args: &RulesArgs, out: &mut dyn Write) -> Result<(), Exit> {
    match &args.action {
        RulesAction::Search { text, system, json } => {
            search(registry, &text.join(" "), system.as_deref(), *json, out)
        }
        RulesAction::Differences { system, json } => {
            differences(&*registry.system(system.as_deref())?, *json, out)
        }
        RulesAction::Show { id, json } => show(registry, id, *json, out),
        RulesAction::Coverage { system, ledger, json } => {
            let system = registry.system(system.as_deref())?;
            coverage(&*system, ledger.as_deref(), *json, out)
        }
    }
}

fn search(
    registry: &Registry,
    text: &str,
    system: Option<&str>,
    json: bool,
    out: &mut dyn Write,
) -> Result<(), Exit> {
    let systems = match system {
        Some(id) => vec![registry.system(Some(id))?],
        None => registry.systems()?,
    };
    let found: Vec<_> = systems
        .iter()
        .flat_map(|system| {
            let catalogue = system.catalogue();
            catalogue
                .search(text)
                .into_iter()
                .map(|id| (system.id(), catalogue.reference(id), catalogue.status(id)))
        })
        .collect();
    if json {
        let rules: Vec<_> = found
            .iter()
            .map(|(system, rule, status)| {
                json!({ "system": system, "id": rule.id, "title": rule.title, "text": rule.text, "status": status })
            })
            .collect();
        writeln!(out, "{:#}", json!({ "rules": rules }))?;
        return Ok(());
    }
    for (_, rule, status) in &found {
        let mark = if *status == "enforced" { String::new() } else { format!("  ({status})") };
        writeln!(out, "{}  {}{mark}\n    {}", rule.id, rule.title, rule.text)?;
    }
    if found.is_empty() {
        return Err(Exit::Failed(format!("no rule contains all words of `{text}`")));
    }
    Ok(())
}

/// Rule beside rule: what a variant makes of each rule of its base.
fn differences(system: &dyn System, json: bool, out: &mut dyn Write) -> Result<(), Exit> {
    let found = system.differences();
    if found.is_empty() {
        return Err(Exit::Failed(format!("{} has no variant", system.id())));
    }
    let catalogue = system.catalogue();
    if json {
        let rules: Vec<_> = found
            .iter()
            .map(|one| {
                let by: Vec<_> = one.by.iter().map(|id| catalogue.reference(id)).collect();
                json!({ "rule": catalogue.reference(&one.rule), "fate": one.fate, "by": by })
            })
            .collect();
        writeln!(out, "{:#}", json!({ "system": system.id(), "differences": rules }))?;
        return Ok(());
    }
    for one in &found {
        let rule = catalogue.reference(&one.rule);
        let fate = serde_json::to_value(one.fate).ok();
        let fate = fate.as_ref().and_then(|fate| fate.as_str()).unwrap_or_default();
        writeln!(out, "{}  {}  ({fate})\n    {}", rule.id, rule.title, rule.text)?;
        for id in &one.by {
            let by = catalogue.reference(id);
            writeln!(out, "    {}  {}\n        {}", by.id, by.title, by.text)?;
        }
    }
    writeln!(out, "{} rules of the base differ", found.len())?;
    Ok(())
}

fn show(registry: &Registry, id: &str, json: bool, out: &mut dyn Write) -> Result<(), Exit> {
    let systems = registry.systems()?;
    let Some(page) = systems.iter().find_map(|system| system.catalogue().page(id)) else {
        return Err(Exit::Usage(format!("there is no rule `{id}`{}", near(&systems, id))));
    };
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(&page).expect("a rule is plain data"))?;
    } else {
        writeln!(out, "{}", words::rule_text(&page))?;
    }
    Ok(())
}

/// As many ids are proposed for one that does not exist.
const PROPOSALS: usize = 5;
/// An id that differs in more letters than this is another one, not a slip.
const SLIPS: usize = 3;

/// What there is instead: the rules of the same section, or the ids that look most like it.
fn near(systems: &[Box<dyn System>], id: &str) -> String {
    let id = id.to_uppercase();
    let section = id.rsplit_once('-').map_or(id.as_str(), |(section, _)| section);
    let all = || systems.iter().flat_map(|system| system.catalogue().rules.keys());
    let same: Vec<_> =
        all().filter(|rule| rule.rsplit_once('-').is_some_and(|(s, _)| s == section)).collect();
    if let (Some(first), Some(last)) = (same.first(), same.last()) {
        return format!("; this section goes from {first} to {last}");
    }
    let mut alike: Vec<_> = all().map(|rule| (slips(&id, rule), rule.as_str())).collect();
    alike.retain(|(slips, _)| *slips <= SLIPS);
    alike.sort_unstable();
    let ids: Vec<_> = alike.into_iter().take(PROPOSALS).map(|(_, rule)| rule).collect();
    if ids.is_empty() {
        return "; `grognard rules search WORDS` finds rules by what they say".to_owned();
    }
    format!("; did you mean {}?", ids.join(", "))
}

/// Of a hundred rules, how many may be proved by tests alone.
const TESTS_AT_MOST: usize = 15;

fn coverage(system: &dyn System, ledger: Option<&Path>, json: bool, out: &mut dyn Write) -> Result<(), Exit> {
    let catalogue = system.catalogue();
    let reports = run_embedded(system);
    let cited: BTreeSet<_> = system.cited().iter().map(|id| (*id).to_owned()).collect();
    let cases: BTreeSet<_> = reports.iter().flat_map(|(_, report)| report.proved.iter().cloned()).collect();
    let tests = match ledger {
        Some(file) => read_ledger(file, &exit::read(file)?, catalogue)?,
        None => BTreeSet::new(),
    };
    let (coverage, left_out) = count(catalogue, &cited, &cases, tests);
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(&coverage).expect("coverage is plain data"))?;
    } else {
        table(catalogue, &coverage, out)?;
    }
    if !left_out.is_empty() {
        exit::note(&format!(
            "note: tests may prove at most {TESTS_AT_MOST} % of a system; these {} need a case: {}",
            left_out.len(),
            left_out.join(", ")
        ));
    }
    let faults = faults(catalogue, &cited, &reports);
    if faults.is_empty() { Ok(()) } else { Err(Exit::Failed(faults.join("\nerror: "))) }
}

/// Coverage with tests counted up to their share, and the rules for which there was no room left.
fn count(
    catalogue: &Catalogue,
    cited: &BTreeSet<String>,
    cases: &BTreeSet<String>,
    mut tests: BTreeSet<String>,
) -> (Coverage, Vec<String>) {
    let all = catalogue.coverage(cited, cases, &tests);
    let room = all.catalogued * TESTS_AT_MOST / 100;
    let left_out: Vec<_> = all.by_tests.iter().skip(room).cloned().collect();
    if left_out.is_empty() {
        return (all, left_out);
    }
    tests.retain(|id| !left_out.contains(id));
    (catalogue.coverage(cited, cases, &tests), left_out)
}

/// What makes the figures worthless: failed cases, and citations of rules that are not built or do not exist.
fn faults(catalogue: &Catalogue, cited: &BTreeSet<String>, reports: &[(String, CaseReport)]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut fault = |what: &str, ids: Vec<&str>| {
        if !ids.is_empty() {
            faults.push(format!("{what}: {}", ids.join(", ")));
        }
    };
    let failed = reports.iter().filter(|(_, report)| !report.passed()).map(|(name, _)| name.as_str());
    fault("these cases failed (`grognard case --all` says why)", failed.collect());
    let known = |id: &&String| catalogue.rules.contains_key(*id) || catalogue.rulings.contains_key(*id);
    let unknown = cited.iter().filter(|id| !known(id)).map(String::as_str);
    fault("the code cites rules that are not in the catalogue", unknown.collect());
    let deferred = cited.iter().filter(|id| catalogue.deferred.contains_key(*id)).map(String::as_str);
    fault("the code cites rules that are deferred", deferred.collect());
    faults
}

/// Reads `RULE-ID test name` a line; `#` begins a comment.
fn read_ledger(file: &Path, text: &str, catalogue: &Catalogue) -> Result<BTreeSet<String>, Exit> {
    let mut ids = BTreeSet::new();
    for (number, line) in text.lines().enumerate() {
        let Some(id) = line.split_whitespace().next().filter(|id| !id.starts_with('#')) else { continue };
        // Other systems' rules may stand in the same ledger.
        let ours = |other: &String| other.split('-').next() == id.split('-').next();
        if catalogue.rules.contains_key(id) {
            ids.insert(id.to_owned());
        } else if catalogue.rules.keys().any(ours) && !catalogue.rulings.contains_key(id) {
            return Err(Exit::Input(format!(
                "{}:{}: `{id}` is not in the catalogue",
                file.display(),
                number + 1
            )));
        }
    }
    Ok(ids)
}

fn table(catalogue: &Catalogue, coverage: &Coverage, out: &mut dyn Write) -> Result<(), Exit> {
    let row = |out: &mut dyn Write, name: &str, cells: [usize; 6], title: &str| {
        write!(out, "{name:<8}")?;
        for cell in cells {
            write!(out, "{cell:>11}")?;
        }
        let end = if title.is_empty() { String::new() } else { format!("  {title}") };
        writeln!(out, "{end}")
    };
    writeln!(out, "section  catalogued   enforced     proved     waived   deferred    missing")?;
    for (code, s) in &coverage.sections {
        let title = catalogue.sections.get(code).map_or("", String::as_str);
        row(out, code, [s.catalogued, s.enforced, s.proved, s.waived, s.deferred, s.missing.len()], title)?;
    }
    // A system of several books is counted by book, too.
    for (book, s) in coverage.books.iter().filter(|_| coverage.books.len() > 1) {
        row(out, book, [s.catalogued, s.enforced, s.proved, s.waived, s.deferred, s.missing.len()], "")?;
    }
    let c = coverage;
    row(out, "all", [c.catalogued, c.enforced, c.proved, c.waived, c.deferred, c.missing.len()], "")?;
    if !c.by_tests.is_empty() {
        writeln!(out, "\nproved by tests alone: {}", c.by_tests.join(", "))?;
    }
    if !c.missing.is_empty() {
        writeln!(out, "\nmissing: {}", c.missing.join(", "))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use grognard_engine::data::DataFiles;

    use super::*;

    fn catalogue() -> Catalogue {
        let rules: Vec<_> =
            (0..40).map(|n| format!("[rule.XX-ABC-{n:03}]\ntitle = \"t\"\ntext = \"t\"\n")).collect();
        let rules = rules.concat();
        let deferred = "[[group]]\nreason = \"later\"\nids = [\"XX-ABC-039\"]\n";
        let files = DataFiles::embedded(&[("rules/a.toml", &rules), ("deferred.toml", deferred)]);
        Catalogue::load(&files).unwrap()
    }

    fn ids(range: std::ops::Range<u32>) -> BTreeSet<String> {
        range.map(|n| format!("XX-ABC-{n:03}")).collect()
    }

    #[test]
    fn tests_prove_at_most_their_share() {
        let (coverage, left_out) = count(&catalogue(), &ids(0..30), &ids(0..5), ids(3..20));
        assert_eq!(coverage.by_tests.len(), 6, "15 % of 40");
        assert_eq!(coverage.proved, 11);
        assert_eq!(left_out.len(), 9);
        assert_eq!(coverage.missing.len(), 40 - 11 - 1);
    }

    #[test]
    fn a_ledger_with_an_unknown_rule_is_refused_with_its_line() {
        let file = Path::new("ledger.txt");
        let good = "# commit abc\nXX-ABC-001 los::corner\n\nYY-ABC-001 of another system\n";
        assert_eq!(read_ledger(file, good, &catalogue()), Ok(ids(1..2)));
        let bad = read_ledger(file, "XX-ABC-001\nXX-ABC-999 gone\n", &catalogue());
        assert_eq!(bad, Err(Exit::Input("ledger.txt:2: `XX-ABC-999` is not in the catalogue".to_owned())));
    }

    #[test]
    fn the_best_hits_come_first() {
        let rules = "[rule.XX-ABC-001]\ntitle = \"Doors\"\ntext = \"They open.\"\n\
                     [rule.XX-ABC-002]\ntitle = \"Walls\"\ntext = \"No doorway, and no door.\"\n\
                     [rule.XX-DOR-001]\ntitle = \"A door\"\ntext = \"It closes.\"\n\
                     [rule.XX-DOOR-1]\ntitle = \"Odd\"\ntext = \"Odd.\"\n";
        let catalogue = Catalogue::load(&DataFiles::embedded(&[("rules/a.toml", rules)])).unwrap();
        assert_eq!(catalogue.search("door"), ["XX-DOOR-1", "XX-DOR-001", "XX-ABC-001", "XX-ABC-002"]);
        assert_eq!(catalogue.search("xx-abc-001"), ["XX-ABC-001"]);
        assert!(catalogue.search("door window").is_empty());
    }

    #[test]
    fn citing_a_deferred_or_unknown_rule_is_a_fault() {
        let mut cited = ids(38..40);
        cited.insert("XX-ABC-777".to_owned());
        let faults = faults(&catalogue(), &cited, &[]);
        assert_eq!(faults.len(), 2, "{faults:?}");
        assert!(faults[0].contains("XX-ABC-777") && faults[1].contains("XX-ABC-039"));
    }
}
