//! `grognard odds`: exact chances, as a table with bars.

mod attack;
pub mod charge;

use std::io::Write;

use grognard_odds::contest::{Parry, Side, contest};
use grognard_odds::{Fraction, dice};
use serde_json::{Value, json};

use crate::args::{OddsArgs, OddsOf, ParryWhen};
use crate::exit::Exit;

/// Runs the command.
pub fn run(args: &OddsArgs, out: &mut dyn Write) -> Result<(), Exit> {
    match &args.of {
        OddsOf::Hit { dice, need, sides, json } => {
            if i64::from(*need) > i64::from(*sides) {
                return Err(Exit::Usage(format!(
                    "`--need {need}` is more than a die with {sides} faces shows; right would be 1 to {sides}"
                )));
            }
            hit(*dice, *need, *sides).print(*json, out)
        }
        OddsOf::Assault { attacker, defender, attacker_parries, defender_parries, parry, json } => {
            let parry = match parry {
                ParryWhen::Losing => Parry::WhenLosing,
                ParryWhen::NotWinning => Parry::UntilWinning,
            };
            let first = side("attacker", attacker)?.parries(*attacker_parries, parry);
            let second = side("defender", defender)?.parries(*defender_parries, parry);
            assault(first, second).print(*json, out)
        }
        OddsOf::Attack(args) => attack::run(args, out),
        OddsOf::Charge(args) => charge::run(args, out),
    }
}

/// Outcomes and their chances under one heading.
struct Table {
    title: String,
    /// Outcomes that exclude one another.
    outcomes: Vec<(String, Fraction)>,
    /// Sums and side results worth a line of their own.
    further: Vec<(String, Fraction)>,
}

impl Table {
    fn print(&self, json: bool, out: &mut dyn Write) -> Result<(), Exit> {
        if json {
            let list = |rows: &[(String, Fraction)]| rows.iter().map(chance).collect::<Vec<_>>();
            let all = json!({ "label": self.title, "outcomes": list(&self.outcomes), "further": list(&self.further) });
            writeln!(out, "{all:#}")?;
            return Ok(());
        }
        let rows = || self.outcomes.iter().chain(&self.further);
        let width = rows().map(|(label, _)| label.len()).max().unwrap_or(0);
        let exact = rows().map(|(_, chance)| chance.to_string().len()).max().unwrap_or(0);
        writeln!(out, "{}", self.title)?;
        for (number, (label, chance)) in rows().enumerate() {
            if number == self.outcomes.len() {
                writeln!(out)?;
            }
            let bar = "#".repeat(chance.scaled(BAR) as usize);
            let (fraction, percent) = (chance.to_string(), chance.percent());
            let line = format!("  {label:width$}  {fraction:>exact$}  {percent:>8}  {bar}");
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// The length of the bar of a certain outcome.
const BAR: u32 = 50;

fn chance((label, chance): &(String, Fraction)) -> Value {
    json!({ "label": label, "exact": chance.to_string(), "basis_points": chance.basis_points() })
}

fn hit(dice: u32, need: i32, sides: u32) -> Table {
    let hits = dice::hits(dice, sides, need);
    let name = |n: &u32| if *n == 1 { "1 hit".to_owned() } else { format!("{n} hits") };
    let mut further = vec![("at least 1 hit".to_owned(), dice::any_at_least(dice, sides, need))];
    if dice > 1 {
        further.push(("doubles".to_owned(), dice::doubles(dice, sides)));
    }
    Table {
        title: format!("{dice}d{sides}, each hits on {need} or more"),
        outcomes: hits.iter().map(|(n, chance)| (name(n), chance)).collect(),
        further,
    }
}

fn assault(first: Side, second: Side) -> Table {
    let odds = contest(first, second);
    let words = |side: Side| {
        let parries = match side.parries {
            0 => String::new(),
            1 => " with 1 parry".to_owned(),
            n => format!(" with {n} parries"),
        };
        format!("{}d{}{:+}{parries}", side.dice, side.sides, side.bonus)
    };
    let row = |label: &str, chance| (label.to_owned(), chance);
    Table {
        title: format!("{} against {}, highest die and bonus", words(first), words(second)),
        outcomes: vec![row("attacker wins", odds.win), row("tie", odds.tie), row("defender wins", odds.lose)],
        further: vec![row("attacker does not lose", odds.lose.complement())],
    }
}

/// Reads `3+0`, `1-2` or `1`.
fn side(name: &str, text: &str) -> Result<Side, Exit> {
    let wrong = || {
        Exit::Usage(format!(
            "`--{name} {text}` is not dice and a bonus; right would be 3+0, 1+2 or 1-2, with 1 to {MOST_DICE} dice"
        ))
    };
    let at = text.find(['+', '-']).unwrap_or(text.len());
    let (dice, bonus) = text.split_at(at);
    let dice = dice.trim().parse().ok().filter(|dice| (1..=MOST_DICE).contains(dice)).ok_or_else(wrong)?;
    let bonus = if bonus.is_empty() { 0 } else { bonus.trim().parse().map_err(|_| wrong())? };
    if !(-100..=100).contains(&bonus) {
        return Err(wrong());
    }
    Ok(Side::new(dice, bonus))
}

/// The most dice of a side: re-rolls of both sides still fit into 128 bits.
const MOST_DICE: u32 = 6;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_read() {
        assert_eq!(side("attacker", "3+0"), Ok(Side::new(3, 0)));
        assert_eq!(side("attacker", "1-2"), Ok(Side::new(1, -2)));
        assert_eq!(side("attacker", "2"), Ok(Side::new(2, 0)));
        for wrong in ["", "0+1", "7", "x+1", "1+", "1+x", "+2", "1+1000"] {
            assert!(matches!(side("attacker", wrong), Err(Exit::Usage(_))), "{wrong}");
        }
    }

    #[test]
    fn tables_sum_to_one() {
        let most = Side::new(MOST_DICE, 0).parries(3, Parry::UntilWinning);
        for table in [hit(16, 4, 100), assault(most, most)] {
            let sum = table.outcomes.iter().fold(Fraction::ZERO, |sum, (_, chance)| sum.plus(*chance));
            assert_eq!(sum, Fraction::ONE);
        }
    }
}
