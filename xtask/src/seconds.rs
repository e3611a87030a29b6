//! Seconds by crate: what building it took, from cargo's report of timings, and what its tests took, from nextest's.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;

/// Building and testing a crate, in seconds of one core.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
struct Spent {
    building: f64,
    testing: f64,
}

#[derive(Deserialize)]
struct Unit {
    name: String,
    duration: f64,
}

/// Crates from outside the project are one line.
const OTHERS: &str = "(dependencies)";

/// Prints what each crate took in the build and the tests that just ran; nothing where there are no reports.
pub(crate) fn print(target: &Path) {
    let read = |path: &str| fs::read_to_string(target.join(path)).unwrap_or_default();
    let mut spent = BTreeMap::new();
    add_building(&read("cargo-timings/cargo-timing.html"), &mut spent);
    add_testing(&read("nextest/default/junit.xml"), &mut spent);
    let mut lines: Vec<_> = spent.into_iter().collect();
    lines.sort_by(|(_, one), (_, other)| {
        (other.building + other.testing).total_cmp(&(one.building + one.testing))
    });
    println!("{:28} {:>10} {:>10}  seconds of one core", "crate", "building", "testing");
    for (name, Spent { building, testing }) in lines {
        println!("{name:28} {building:>10.1} {testing:>10.1}");
    }
}

fn own(name: &str) -> bool {
    name.starts_with("grognard") || name == "xtask"
}

/// `const UNIT_DATA = [ { "name": …, "duration": … }, … ];` in the report's page.
fn add_building(page: &str, spent: &mut BTreeMap<String, Spent>) {
    let list = page.split_once("const UNIT_DATA = ").and_then(|(_, rest)| rest.split_once("];"));
    let units = list.and_then(|(list, _)| serde_json::from_str::<Vec<Unit>>(&format!("{list}]")).ok());
    for unit in units.unwrap_or_default() {
        let name = if own(&unit.name) { unit.name } else { OTHERS.to_owned() };
        spent.entry(name).or_default().building += unit.duration;
    }
}

/// `<testsuite name="grognard-space::all" …> <testcase … time="0.1" …> …`
fn add_testing(report: &str, spent: &mut BTreeMap<String, Spent>) {
    let value = |tag: &str, name: &str| {
        let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
        rest.split_once('"').map(|(value, _)| value.to_owned())
    };
    let mut suite = String::new();
    for tag in report.split('<') {
        if tag.starts_with("testsuite ") {
            let name = value(tag, "name").unwrap_or_default();
            name.split("::").next().unwrap_or_default().clone_into(&mut suite);
        } else if tag.starts_with("testcase ") {
            let seconds = value(tag, "time").and_then(|time| time.parse().ok()).unwrap_or(0.0);
            spent.entry(suite.clone()).or_default().testing += seconds;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_added_up_by_crate() {
        let mut spent = BTreeMap::new();
        let page = "x\nconst UNIT_DATA = [\n{\"name\": \"serde\", \"duration\": 2.0, \"features\": []},\n\
                    {\"name\": \"grognard-space\", \"duration\": 1.5, \"features\": [\"a\"]}\n];\nlet x = 1;";
        add_building(page, &mut spent);
        let report = "<testsuites><testsuite name=\"grognard-space::all\" tests=\"2\">\
                      <testcase name=\"a\" time=\"0.250\"/><testcase name=\"b\" time=\"0.500\"></testcase>";
        add_testing(report, &mut spent);
        assert_eq!(spent["(dependencies)"], Spent { building: 2.0, testing: 0.0 });
        assert_eq!(spent["grognard-space"], Spent { building: 1.5, testing: 0.75 });
        add_building("no report", &mut spent);
        assert_eq!(spent.len(), 2);
    }
}
