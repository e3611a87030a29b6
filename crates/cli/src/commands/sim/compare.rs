//! `grognard sim --compare A,B`: the same battle by two sets of rules.

use std::io::Write;
use std::path::Path;

use grognard_engine::client::SetupInput;
use grognard_engine::data::Patch;
use grognard_engine::erased::System;
use grognard_sim::{Comparison, Row, SimConfig, compare};
use serde_json::Value;

use super::progress_bar;
use crate::args::SimArgs;
use crate::exit::{self, Exit};
use crate::registry::Registry;

/// The field of a set-up that names the set of rules.
const FIELD: &str = "rules";
/// Half the width of the chart.
const HALF: i32 = 20;

/// Runs the command.
pub fn run(registry: &Registry, args: &SimArgs, config: &SimConfig, out: &mut dyn Write) -> Result<(), Exit> {
    let [one, other] = &args.compare[..] else {
        let count = args.compare.len();
        return Err(Exit::Usage(format!(
            "--compare takes two sets of rules, as in `base,variant`; {count} given"
        )));
    };
    let (first, first_setup) = set(registry, args, &config.setup, one)?;
    let (second, second_setup) = set(registry, args, &config.setup, other)?;
    let bar = progress_bar(args.games);
    let sets: [(&str, &dyn System, &Value); 2] =
        [(one, &*first, &first_setup), (other, &*second, &second_setup)];
    let found = compare(sets, config, |games| bar.inc(games)).map_err(Exit::Usage)?;
    bar.finish_and_clear();
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&found).expect("a comparison is plain data"))?;
    } else {
        table(&found, out)?;
    }
    let [a, b] = found.unfinished;
    if a + b > 0 {
        return Err(Exit::Failed(format!("{a} games of {one} and {b} of {other} did not end")));
    }
    Ok(())
}

/// A set by its name: a value of the set-up's field, less some rules, or a patch.
fn set(
    registry: &Registry,
    args: &SimArgs,
    setup: &Value,
    name: &str,
) -> Result<(Box<dyn System>, Value), Exit> {
    let id = args.game.system.as_deref();
    let system = registry.system(id)?;
    if Path::new(name).extension().is_some_and(|end| end == "toml") {
        let patch = Patch::parse(name, &exit::read(Path::new(name))?)?;
        return Ok((registry.patched(id, patch)?, setup.clone()));
    }
    let form = system.form();
    let field = form.fields.iter().find(|field| field.key == FIELD);
    let Some(SetupInput::Choice { choices, .. }) = field.map(|field| &field.input) else {
        return Err(Exit::Usage(format!("{} has one set of rules; name a patch instead", system.id())));
    };
    let known: Vec<&str> = choices.iter().map(|choice| choice.value.as_str()).collect();
    let (set, less) = name.split_once('-').unwrap_or((name, ""));
    if !known.contains(&set) {
        let known = known.join(", ");
        return Err(Exit::Usage(format!("there is no set of rules `{set}`; there are: {known}")));
    }
    let mut setup = setup.clone();
    setup[FIELD] = Value::from(set);
    if less.is_empty() {
        return Ok((system, setup));
    }
    let rules: Vec<String> = less.split('+').map(|rule| format!("{rule:?}")).collect();
    let text =
        format!("base = {:?}\nname = {name:?}\n[deletes]\nrules = [{}]\n", system.id(), rules.join(", "));
    let patch = Patch::parse(name, &text)?;
    Ok((registry.patched(id, patch)?, setup))
}

/// The figures for people, and a chart of the differences with their intervals.
fn table(found: &Comparison, out: &mut dyn Write) -> Result<(), Exit> {
    let [one, other] = &found.sets;
    writeln!(out, "{} games by {one} and by {other}, the same dice", found.games)?;
    writeln!(out, "{} went alike, {} did not end by both", found.alike, found.games - found.compared)?;
    let label =
        |row: &Row| row.seat.as_ref().map_or_else(|| row.what.clone(), |seat| format!("{} {seat}", row.what));
    let width = found.rows.iter().map(|row| label(row).len()).max().unwrap_or(0);
    let (left, right) = (one.len().max(9), other.len().max(9));
    writeln!(out, "  {:width$}  {one:>left$}  {other:>right$}  difference   95 % interval", "")?;
    for row in &found.rows {
        let share = matches!(row.what.as_str(), "wins" | "draws");
        let figure = |value: f64, signed: bool| match (share, signed) {
            (true, true) => format!("{:+.1} %", value * 100.0),
            (true, false) => format!("{:.1} %", value * 100.0),
            (false, true) => format!("{value:+.2}"),
            (false, false) => format!("{value:.2}"),
        };
        let [low, high] = row.interval;
        let interval = format!("{} to {}", figure(low, true), figure(high, true));
        let mark = if row.differs() { "  *" } else { "" };
        writeln!(
            out,
            "  {:width$}  {:>left$}  {:>right$}  {:>10}   {interval}{mark}",
            label(row),
            figure(row.means[0], false),
            figure(row.means[1], false),
            figure(row.difference, true),
        )?;
    }
    if found.is_same() {
        writeln!(out, "No difference: every game went alike.")?;
        return Ok(());
    }
    writeln!(out, "\n  {:width$}  less {:>pad$} more", "", "|", pad = HALF as usize * 2 - 8)?;
    for row in &found.rows {
        writeln!(out, "  {:width$}  {}", label(row), chart(row))?;
    }
    writeln!(out, "  * the interval leaves out zero; bars are scaled to the row's own mean")?;
    Ok(())
}

/// A difference `o` with its interval `-` around zero `|`; its width is as much as the mean of the first set.
fn chart(row: &Row) -> String {
    let whole = row.means[0].abs().max(row.means[1].abs());
    #[expect(clippy::cast_possible_truncation, reason = "clamped to the chart")]
    let column = |value: f64| {
        let scaled = if whole > 0.0 { value / whole * f64::from(HALF) } else { 0.0 };
        scaled.round().clamp(f64::from(-HALF), f64::from(HALF)) as i32
    };
    let [low, high] = row.interval.map(column);
    let middle = column(row.difference);
    let sign = |at: i32| match at {
        at if at == middle => 'o',
        0 => '|',
        at if (low..=high).contains(&at) => '-',
        _ => ' ',
    };
    (-HALF..=HALF).map(sign).collect::<String>().trim_end().to_owned()
}
