//! `grognard case`: runs rule cases and prints what differed.

use std::collections::BTreeMap;
use std::io::Write;

use grognard_engine::case::{CaseReport, system_of};
use grognard_engine::erased::System;
use serde_json::json;

use crate::args::CaseArgs;
use crate::exit::{self, Exit};
use crate::registry::Registry;

/// Runs the command.
pub fn run(registry: &Registry, args: &CaseArgs, out: &mut dyn Write) -> Result<(), Exit> {
    let reports = if args.all { embedded(registry, args)? } else { from_files(registry, args)? };
    let failed = reports.iter().filter(|(_, report)| !report.passed()).count();
    if args.json {
        let cases: Vec<_> = reports
            .iter()
            .map(|(name, report)| {
                json!({ "name": name, "title": report.title, "passed": report.passed(),
                        "failures": report.failures, "proved": report.proved })
            })
            .collect();
        let all = json!({ "cases": cases, "passed": reports.len() - failed, "failed": failed });
        writeln!(out, "{all:#}")?;
    } else {
        for (name, report) in reports.iter().filter(|(_, report)| !report.passed()) {
            writeln!(out, "FAILED {name}: {}", report.title)?;
            for failure in &report.failures {
                writeln!(out, "  {failure}")?;
            }
        }
        writeln!(out, "{} of {} cases passed", reports.len() - failed, reports.len())?;
    }
    if failed > 0 {
        return Err(Exit::Failed(format!("{failed} of {} cases failed", reports.len())));
    }
    Ok(())
}

/// The cases that come with the program.
fn embedded(registry: &Registry, args: &CaseArgs) -> Result<Vec<(String, CaseReport)>, Exit> {
    let systems = match &args.system {
        Some(id) => vec![registry.system(Some(id))?],
        None => registry.systems()?,
    };
    Ok(systems.iter().flat_map(|system| run_embedded(&**system)).collect())
}

/// Runs the embedded cases of one system, each under a name that says whose it is.
pub fn run_embedded(system: &dyn System) -> Vec<(String, CaseReport)> {
    let run = |(name, text): &(&str, &str)| (format!("{}/{name}", system.id()), system.run_case(name, text));
    grognard_cases::of(system.id()).iter().map(run).collect()
}

fn from_files(registry: &Registry, args: &CaseArgs) -> Result<Vec<(String, CaseReport)>, Exit> {
    let mut systems: BTreeMap<String, Box<dyn System>> = BTreeMap::new();
    let mut reports = Vec::new();
    for file in &args.files {
        let name = file.display().to_string();
        let text = exit::read(file)?;
        let Some(id) = system_of(&text) else {
            return Err(Exit::Input(format!(
                "{name}: there is no line `system ID` that says which game the case is for"
            )));
        };
        if !systems.contains_key(id) {
            let system = registry.system(Some(id)).map_err(|exit| match exit {
                Exit::Usage(text) => Exit::Input(format!("{name}: {text}")),
                other => other,
            })?;
            systems.insert(id.to_owned(), system);
        }
        reports.push((name.clone(), systems[id].run_case(&name, &text)));
    }
    Ok(reports)
}
