//! How the games of the book end: the conditions of their files, at once or at the end (EA-TRNG-010, EA-TRNG-013, EA-TRNG-016).

use grognard_engine::{RuleId, rule};

use crate::data::scenario::{Condition, Least, Result_, Victory};
use crate::fixed::Fixed;
use crate::ids::UnitId;
use crate::state::{Place, State};

fn of_sheet<'a>(fixed: &'a Fixed, sheet: &'a str) -> impl Iterator<Item = UnitId> + 'a {
    (0..fixed.units.len() as u16).map(UnitId).filter(move |unit| fixed.kind(*unit).sheet == sheet)
}

fn enough(condition: &Condition, count: usize) -> bool {
    let least = match condition.least {
        Some(Least::Number(least)) => usize::from(least),
        _ => 0,
    };
    count >= least && condition.most.is_none_or(|most| count <= usize::from(most))
}

/// Whether a condition holds now.
fn holds(fixed: &Fixed, s: &State, condition: &Condition) -> bool {
    match (condition.kind.as_str(), &condition.unit) {
        ("destroyed", Some(unit)) => {
            // EA-TRNG-016: some have to fall in close combat.
            let by = condition.by.as_deref() == Some("close-combat");
            let gone =
                |unit: &UnitId| s.units[unit.index()].place == Place::Gone && (!by || s.slain.contains(unit));
            enough(condition, of_sheet(fixed, unit).filter(gone).count())
        }
        ("exited", Some(unit)) => {
            enough(condition, of_sheet(fixed, unit).filter(|unit| s.exited.contains(unit)).count())
        }
        ("otherwise", _) => true,
        _ => false,
    }
}

/// The rule of a way to end, as the program knows it.
pub fn rule_of(victory: &Victory) -> RuleId {
    match victory.rule.as_str() {
        "EA-TRNG-010" => rule!("EA-TRNG-010"),
        "EA-TRNG-013" => rule!("EA-TRNG-013"),
        "EA-TRNG-016" => rule!("EA-TRNG-016"),
        _ => rule!("EA-END-003"),
    }
}

/// The winning team, if any, and the rule.
pub type End = (Option<u8>, RuleId);

fn end(fixed: &Fixed, victory: &Victory) -> End {
    let side = fixed.sides.iter().find(|side| side.id == victory.side);
    (side.filter(|_| victory.result == Result_::Win).map(|side| side.team), rule_of(victory))
}

/// EA-TRNG-010: whether the game is decided before its end.
pub fn decided(fixed: &Fixed, s: &State) -> Option<End> {
    let now = |victory: &&Victory| {
        victory.at_end != Some(true) && victory.all.iter().all(|condition| holds(fixed, s, condition))
    };
    fixed.scenario.victory.iter().find(now).map(|victory| end(fixed, victory))
}

/// Whether a game has an end of its own, with a verdict for everything that may be then.
pub fn closes(fixed: &Fixed) -> bool {
    fixed.scenario.victory.iter().any(|victory| victory.at_end == Some(true))
}

/// EA-TRNG-013, EA-TRNG-016, EA-AMB-140: the verdict at the end: after the last turn, or when nobody is left whom it is about.
pub fn at_end(fixed: &Fixed, s: &State) -> Option<End> {
    let gone = |unit: UnitId| matches!(s.units[unit.index()].place, Place::Gone);
    let none_left =
        fixed.scenario.end == "victory-or-no-terminator-left" && of_sheet(fixed, "sm-terminator").all(gone);
    if !(none_left || fixed.turns > 0 && s.turn >= fixed.turns) {
        return None;
    }
    let then = |victory: &&Victory| victory.all.iter().all(|condition| holds(fixed, s, condition));
    fixed.scenario.victory.iter().find(then).map(|victory| end(fixed, victory))
}
