//! Chances of an answer before it is given.

use grognard_engine::client::{Chance, Odds};
use grognard_engine::message::Message;
use grognard_odds::attack::{Plan, exact};
use grognard_odds::{Dist, Fraction, Natural, Ratio};

use super::names;
use crate::data::amount::INCH;
use crate::fixed::Fixed;
use crate::ids::UnitId;
use crate::measure;
use crate::state::State;

/// A chance in the client's form.
pub fn chance(label: String, chance: Fraction, tone: &str) -> Chance {
    Chance { label, exact: chance.to_string(), basis_points: chance.basis_points(), tone: tone.to_owned() }
}

/// The chance that a charge roll is long enough to come within Engagement Range of all targets in a straight line.
pub fn charge(fixed: &Fixed, s: &State, unit: UnitId, targets: &[UnitId]) -> Option<Odds> {
    let reach = fixed.numbers().engagement.horizontal.0;
    let far =
        targets.iter().map(|target| measure::unit_distance(s, unit, *target)).collect::<Option<Vec<_>>>()?;
    let far = far.into_iter().max()?;
    let roll = fixed.numbers().charge_roll.roll;
    let more = i32::from(roll.plus + s.unit(unit).drilled);
    let need = (far - reach).max(0).div_euclid(INCH) + i32::from((far - reach).max(0) % INCH != 0) - more;
    let die = Dist::die(u32::from(roll.sides));
    let sum = die.repeat(u32::from(roll.dice), 0i32, |sum, face| sum + *face as i32);
    let made = sum.chance(|sum| *sum >= need);
    let texts = &fixed.data.texts;
    Some(Odds {
        label: format!("{} {}", texts.get("odds.charge"), names::length(far)),
        need: None,
        chances: vec![
            chance(texts.get("odds.charge-made").to_owned(), made, "good"),
            chance(texts.get("odds.charge-failed").to_owned(), made.complement(), "bad"),
        ],
    })
}

/// What a plan of attacks does to its target: how many models fall, and whether all do.
pub fn of_plan(fixed: &Fixed, plan: &Plan, label: String) -> Odds {
    let texts = &fixed.data.texts;
    let losses = exact(plan);
    let kills = losses.kills();
    let mut chances = Vec::new();
    let mut tail = Natural::default();
    for (count, weight) in kills.iter().enumerate().rev() {
        tail.add_times(weight, 1);
        if count == 0 {
            chances.push(ratio(texts.get("odds.nothing").to_owned(), &losses.chance(weight), "bad"));
        } else if count + 1 == kills.len() {
            chances.push(ratio(texts.get("odds.destroy").to_owned(), &losses.chance(&tail), "good"));
        } else {
            let label = texts.render(&Message::new("odds.kills").number("kills", count as i64));
            chances.push(ratio(label, &losses.chance(&tail), "good"));
        }
    }
    Odds { label, need: None, chances }
}

/// A chance in the client's form; those too long to be read as a fraction are given in per cent alone.
fn ratio(label: String, chance: &Ratio, tone: &str) -> Chance {
    let points = chance.basis_points();
    let exact =
        chance.small().map_or_else(|| format!("{}.{:02} %", points / 100, points % 100), |c| c.to_string());
    Chance { label, exact, basis_points: points, tone: tone.to_owned() }
}
