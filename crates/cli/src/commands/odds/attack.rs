//! `grognard odds attack`: how many models a volley of attacks destroys.

use std::io::Write;

use grognard_odds::attack::{Amount, Body, Extra, Gate, Plan, Reroll, Throw, Volley, exact};
use grognard_odds::{Natural, Ratio};
use serde_json::{Value, json};

use super::BAR;
use crate::args::{AttackArgs, RerollWhich};
use crate::exit::Exit;

/// Runs the command.
pub fn run(args: &AttackArgs, out: &mut dyn Write) -> Result<(), Exit> {
    let plan = plan(args)?;
    let losses = exact(&plan);
    let kills = losses.kills();
    let rows: Vec<Row> = (0..kills.len())
        .map(|models| {
            let mut more = Natural::default();
            for weight in &kills[models..] {
                more.add_times(weight, 1);
            }
            Row { models, exactly: losses.chance(&kills[models]), at_least: losses.chance(&more) }
        })
        .collect();
    let (models, wounds) = (losses.mean_kills(), losses.mean_wounds());
    if args.json {
        let all = json!({
            "label": title(args),
            "outcomes": rows.iter().map(Row::json).collect::<Vec<_>>(),
            "destroyed": chance(&losses.chance(losses.destroyed())),
            "mean_models": mean(&models),
            "mean_wounds": mean(&wounds),
        });
        writeln!(out, "{all:#}")?;
        return Ok(());
    }
    writeln!(out, "{}", title(args))?;
    writeln!(out, "  {:>9}  {:>8}  {:>8}", "destroyed", "exactly", "at least")?;
    // Rows that nobody would ever see come up are left out.
    let shown = rows.iter().rposition(|row| row.at_least.basis_points() > 0).unwrap_or(0);
    for row in &rows[..=shown] {
        let bar = "#".repeat((row.exactly.basis_points() * BAR / 10_000) as usize);
        let (exactly, at_least) = (percent(&row.exactly), percent(&row.at_least));
        let line = format!("  {:>9}  {exactly:>8}  {at_least:>8}  {bar}", row.models);
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(out)?;
    writeln!(out, "  all {} destroyed  {}", args.models, percent(&losses.chance(losses.destroyed())))?;
    writeln!(out, "  on average {:.3} models, {:.3} wounds", models.to_f64(), wounds.to_f64())?;
    Ok(())
}

/// One number of models.
struct Row {
    models: usize,
    exactly: Ratio,
    at_least: Ratio,
}

impl Row {
    fn json(&self) -> Value {
        json!({ "models": self.models, "exactly": chance(&self.exactly), "at_least": chance(&self.at_least) })
    }
}

fn chance(ratio: &Ratio) -> Value {
    json!({ "exact": ratio.to_string(), "basis_points": ratio.basis_points() })
}

fn mean(ratio: &Ratio) -> Value {
    json!({ "exact": ratio.to_string(), "value": ratio.to_f64() })
}

fn percent(ratio: &Ratio) -> String {
    let points = ratio.basis_points();
    format!("{}.{:02} %", points / 100, points % 100)
}

fn plan(args: &AttackArgs) -> Result<Plan, Exit> {
    let reroll = |which| match which {
        RerollWhich::Never => Reroll::Never,
        RerollWhich::Ones => Reroll::Ones,
        RerollWhich::Failed => Reroll::Failed,
    };
    let hit = args.hit.map(|need| Gate::passed_by(Throw::d6(need).again(reroll(args.reroll_hits))));
    let wound = Gate::passed_by(Throw::d6(args.wound).again(reroll(args.reroll_wounds)));
    // The easier of the two saves.
    let save = (args.save + args.ap.unsigned_abs()).min(args.invulnerable);
    let mut gates: Vec<Gate> = hit.into_iter().collect();
    let wounds_at = gates.len() as u8;
    gates.extend([wound, Gate::stopped_by(vec![Throw::d6(save)])]);
    let extra = Extra { gate: wounds_at, face: 6, wounds: args.mortal_on_six };
    let volley = Volley {
        weapons: args.weapons,
        attacks: amount("attacks", &args.attacks, MOST_ATTACKS)?,
        gates,
        damage: amount("damage", &args.damage, MOST_DAMAGE)?,
        spills: false,
        extra: (extra.wounds > 0).then_some(extra),
    };
    let body = Body { wounds: args.wounds, class: 0, ignore: args.ignore };
    Ok(Plan { volleys: vec![volley], bodies: vec![body; usize::from(args.models)] })
}

/// The most attacks of a weapon.
const MOST_ATTACKS: u8 = 60;
/// The most damage: what one attack can do still fits into 64 bits, however it is re-rolled and ignored.
const MOST_DAMAGE: u8 = 12;

fn amount(name: &str, text: &str, most: u8) -> Result<Amount, Exit> {
    Amount::read(text).filter(|amount| (1..=most).contains(&amount.most())).ok_or_else(|| {
        Exit::Usage(format!(
            "`--{name} {text}` is not a number; right would be 3, D6, 2D6 or D3+1, up to {most}"
        ))
    })
}

fn title(args: &AttackArgs) -> String {
    let weapons = if args.weapons == 1 { String::new() } else { format!("{} times ", args.weapons) };
    let hit = args.hit.map_or_else(|| "hit always".to_owned(), |need| format!("hit on {}", face(need)));
    let save = match (args.save, args.ap) {
        (save, 0) => face(save),
        (save, ap) => format!("{} at AP {ap}", face(save)),
    };
    let further =
        |word: &str, need: u8| if need > 6 { String::new() } else { format!(", {word} {}", face(need)) };
    format!(
        "{weapons}{} attacks, {hit}, wound on {}, damage {}, against {} models with {} wounds, save {save}{}{}",
        args.attacks,
        face(args.wound),
        args.damage,
        args.models,
        args.wounds,
        further("invulnerable", args.invulnerable),
        further("ignoring wounds on", args.ignore),
    )
}

fn face(need: u8) -> String {
    if need > 6 { "nothing".to_owned() } else { format!("{need}+") }
}
