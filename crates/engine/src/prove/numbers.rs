//! Every number of the rules matters: changed by one, it turns some case red.

use std::panic::{AssertUnwindSafe, catch_unwind};

use toml::Value;

use super::Cases;
use crate::data::DataFiles;
use crate::erased::{Module, System};
use crate::ruleset::Present;

/// The file that holds them.
const FILE: &str = "numbers.toml";

/// A number, written as one or, as lengths are, as a text.
fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Integer(number) => Some(*number),
        Value::String(text) => text.parse().ok(),
        _ => None,
    }
}

/// The ways to every number below a value.
fn numbers_below(value: &Value, way: &[String], found: &mut Vec<Vec<String>>) {
    let below = |step: String| way.iter().cloned().chain([step]).collect::<Vec<_>>();
    match value {
        Value::Table(table) => {
            table.iter().for_each(|(key, value)| numbers_below(value, &below(key.clone()), found));
        }
        Value::Array(list) => {
            list.iter()
                .enumerate()
                .for_each(|(at, value)| numbers_below(value, &below(at.to_string()), found));
        }
        _ if number(value).is_some() => found.push(way.to_vec()),
        _ => {}
    }
}

/// The data with one number changed by so much, unless that is out of bounds.
fn changed<R: Present>(numbers: &Value, way: &[String], by: i64) -> Option<Module<R>> {
    let mut numbers = numbers.clone();
    let value = way.iter().try_fold(&mut numbers, |value, step| match value {
        Value::Table(table) => table.get_mut(step),
        Value::Array(list) => list.get_mut(step.parse::<usize>().ok()?),
        _ => None,
    })?;
    let other = number(value)? + by;
    *value = match value {
        Value::String(_) => Value::String(other.to_string()),
        _ => Value::Integer(other),
    };
    let mut files = DataFiles::embedded(R::embedded());
    files.insert(FILE, &toml::to_string(&numbers).ok()?);
    Module::new(files).ok()
}

/// Every number but those known for it turns some case red when it is one more or one less. `RULE=SH-EXA,SH-FDR` looks at
/// the numbers of rules whose ids begin so, and leaves the rest alone.
pub fn numbers_matter<R: Present>(cases: &Cases, known: &[&str]) {
    let embedded = R::embedded().iter().find(|(path, _)| *path == FILE);
    let (_, text) = embedded.expect("the numbers are part of the data");
    let numbers: Value = toml::from_str(text).expect("the embedded numbers can be read");
    let wanted = std::env::var("RULE").unwrap_or_default();
    let looked_at = |rule: &str| wanted.split(',').any(|start| rule.starts_with(start));
    let mut ways = Vec::new();
    numbers_below(&numbers, &[], &mut ways);
    ways.retain(|way| looked_at(&way[0]));
    // Breaking down over a number is expected here; its messages would drown the result.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let notices = |module: &Module<R>, rule: &str| {
        // Those that name the rule notice most of its numbers.
        let mut cases: Vec<(&str, &str)> = cases.iter().collect();
        cases.sort_by_key(|(_, text)| !text.contains(rule));
        cases.iter().any(|(name, text)| {
            let report = catch_unwind(AssertUnwindSafe(|| module.run_case(name, text)));
            report.map_or(true, |report| !report.passed())
        })
    };
    let unnoticed = |way: &&Vec<String>| {
        let modules = [1, -1].into_iter().filter_map(|by| changed::<R>(&numbers, way, by));
        !modules.into_iter().any(|module| notices(&module, &way[0]))
    };
    let mut unnoticed: Vec<String> = ways.iter().filter(unnoticed).map(|way| way.join(".")).collect();
    std::panic::set_hook(hook);
    unnoticed.sort_unstable();
    println!("{} numbers changed by one, {} unnoticed", ways.len(), unnoticed.len());
    let known: Vec<&str> = known.iter().copied().filter(|way| looked_at(way)).collect();
    assert_eq!(unnoticed, known, "left: numbers that no case noticed; right: those known for it");
}
