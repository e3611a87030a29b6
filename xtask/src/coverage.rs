//! The gate on rules: coverage may rise, never fall.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use serde::Deserialize;
use serde_json::Value;

use crate::command::output_of;
use crate::steps::Outcome;

/// How many rules of each system are proved, at least, and how many are missing, at most; moved by hand when there is
/// progress.
const FLOORS: &str = "xtask/coverage.json";

#[derive(Deserialize)]
struct Floor {
    proved: u64,
    /// Rules neither proved nor waived nor deferred: only a system in the making has any.
    #[serde(default)]
    missing: usize,
}

pub(crate) fn check() -> Outcome {
    let Some(grognard) = crate::test::grognard() else {
        return Outcome::failed("the grognard program does not build");
    };
    let floors = fs::read_to_string(crate::root().join(FLOORS)).unwrap_or_default();
    let Ok(floors) = serde_json::from_str::<BTreeMap<String, Floor>>(&floors) else {
        return Outcome::failed(format!("{FLOORS} is not a table of systems and numbers"));
    };
    let mut complaints = Vec::new();
    for (system, floor) in &floors {
        let mut ask = Command::new(&grognard);
        ask.args(["rules", "coverage", "--json", "--system", system]).current_dir(crate::root());
        if crate::test::ledger().exists() {
            ask.arg("--ledger").arg(crate::test::ledger());
        }
        let answer = output_of(ask).and_then(|text| serde_json::from_str::<Value>(&text).ok());
        let Some(answer) = answer else {
            complaints.push(format!("{system}: `grognard rules coverage` failed"));
            continue;
        };
        let number = |field: &str| answer[field].as_u64().unwrap_or(0);
        let missing = answer["missing"].as_array().map_or(0, Vec::len);
        println!(
            "{system}: {} catalogued, {} enforced, {} proved, {} deferred, {} waived, {missing} missing",
            number("catalogued"),
            number("enforced"),
            number("proved"),
            number("deferred"),
            number("waived"),
        );
        if number("proved") < floor.proved {
            complaints.push(format!(
                "{system}: {} rules are proved, but {} were",
                number("proved"),
                floor.proved
            ));
        }
        if missing > floor.missing {
            complaints.push(format!("{system}: not proved, waived or deferred: {}", answer["missing"]));
        }
    }
    Outcome::complaints((floors.len() - complaints.len().min(floors.len())) as u64, &complaints)
}
