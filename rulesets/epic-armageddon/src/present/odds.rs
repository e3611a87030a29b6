//! Chances of an answer before it is given.

use grognard_engine::client::{Chance, Fact, Odds, TakesPart};
use grognard_engine::message::Message;
use grognard_engine::present::target_number;

use grognard_tabletop::armies::Named;

use super::names;
use crate::Epic;
use crate::choice::{ActionName, Choice, MoveKind};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::odds::{self, Forecast, ONE};
use crate::play::action;
use crate::play::shooting::{Shooting, action_rule, in_weather};
use crate::shots;
use crate::state::{Flow, State};

fn chance(fixed: &Fixed, key: &str, weight: u64, tone: &str) -> Chance {
    let basis_points = ((u128::from(weight) * 10_000 + u128::from(ONE) / 2) >> 40) as u32;
    Chance {
        label: fixed.data.texts.get(key).to_owned(),
        exact: format!("{}.{:02} %", basis_points / 100, basis_points % 100),
        basis_points,
        tone: tone.to_owned(),
    }
}

/// The chances of a shooting: who is suppressed, what it hits, and whether the target breaks.
fn shots(
    fixed: &Fixed,
    s: &State,
    formation: FormationId,
    target: FormationId,
    indirect: bool,
) -> Option<Odds> {
    let action = match s.flow {
        Flow::Act(activation) => activation.action,
        _ => return None,
    };
    let to_hit = fixed.action(action, None).map_or(0, |action| action.to_hit);
    let shooting = Shooting {
        formation,
        target,
        indirect,
        to_hit,
        action: action_rule(action),
        weather: in_weather(fixed, s),
    };
    let found = shots::forecast(fixed, s, shooting)?;
    let texts = &fixed.data.texts;
    let fact = |key: &str, value: String| Fact { label: texts.get(key).to_owned(), value };
    let mut odds = Odds { label: names::formation(fixed, target), ..Odds::default() };
    odds.chances.push(chance(fixed, "odds.breaks", found.breaks, "good"));
    odds.facts.push(fact("odds.firing", found.firing.to_string()));
    if !found.suppressed.is_empty() {
        let units: Vec<String> = found.suppressed.iter().map(|unit| names::unit(fixed, *unit)).collect();
        let message = Message::new("odds.suppressed-by")
            .number("markers", s.formation(formation).markers)
            .text("units", units.join(", "));
        odds.facts.push(fact("odds.suppressed", texts.render(&message)));
    }
    odds.facts.push(fact("odds.hits", format!("{}.{:02}", found.hits / 100, found.hits % 100)));
    if let Some((unit, helper)) = found.crossfire {
        let message = Message::new("odds.crossfire-line")
            .text("unit", names::unit(fixed, unit))
            .text("helper", names::unit(fixed, helper));
        odds.facts.push(fact("odds.crossfire", texts.render(&message)));
    }
    if found.barrage {
        odds.facts.push(fact("odds.barrage", texts.get("odds.barrage-about").to_owned()));
    }
    Some(odds)
}

/// The chances of an answer: the Action test of an action, and of an assault the test, who takes part, and how it ends.
pub fn odds(fixed: &Fixed, s: &State, choice: &Choice) -> Option<Odds> {
    let formation = s.about.formation?;
    if let Choice::Paths(_, ways, _) = choice {
        let charges = s.about_kind() == Some(MoveKind::Charge);
        let found = if charges { odds::forecast_of_charge(fixed, s, ways)? } else { return None };
        let mut odds = Odds { label: names::formation(fixed, formation), ..Odds::default() };
        assault(fixed, s, &found, &mut odds);
        return Some(odds);
    }
    if let Choice::Shoot(target) | Choice::Indirect(target) = choice {
        return shots(fixed, s, formation, *target, matches!(choice, Choice::Indirect(_)));
    }
    let retaining = matches!(s.flow, Flow::Activate { retaining: true, .. });
    let name = match choice {
        Choice::Action(action) => *action,
        Choice::Engage(_) => ActionName::Engage,
        _ => return None,
    };
    let target = action::needed(fixed, s, formation, Some(name), retaining)?;
    let texts = &fixed.data.texts;
    let mut odds = Odds {
        label: names::formation(fixed, formation),
        need: Some(target_number::<Epic>(fixed, &target)),
        ..Odds::default()
    };
    let good = match target.need() {
        grognard_engine::target::Need::AtLeast(need) => u64::from(7u8.saturating_sub(need.max(1)).min(6)),
        _ => 0,
    };
    odds.chances.push(chance(fixed, "odds.test", ONE / 6 * good, "good"));
    let Choice::Engage(enemy) = choice else { return Some(odds) };
    let Some(found) = odds::forecast(fixed, s, formation, *enemy) else {
        let message = Message::new("odds.out-of-reach").text("target", names::formation(fixed, *enemy));
        odds.facts.push(Fact { label: texts.get("odds.reach").to_owned(), value: texts.render(&message) });
        return Some(odds);
    };
    assault(fixed, s, &found, &mut odds);
    Some(odds)
}

/// How an assault ends, and who takes part in it.
fn assault(fixed: &Fixed, s: &State, found: &Forecast, odds: &mut Odds) {
    let texts = &fixed.data.texts;
    let fact = |key: &str, value: usize| Fact { label: texts.get(key).to_owned(), value: value.to_string() };
    odds.chances.extend([
        chance(fixed, "odds.win", found.win, "good"),
        chance(fixed, "odds.lose", found.lose, "bad"),
        chance(fixed, "odds.goes-on", found.goes_on, ""),
    ]);
    if found.nobody > 0 {
        odds.chances.push(chance(fixed, "odds.nobody", found.nobody, ""));
    }
    odds.facts.extend([
        fact("odds.attackers", found.engaged[0].len()),
        fact("odds.defenders", found.engaged[1].len()),
        fact("odds.counters", found.counters.len()),
        fact("odds.own-support", found.supports[0].len()),
        fact("odds.their-support", found.supports[1].len()),
    ]);
    let idle: Vec<UnitId> = s
        .about
        .formation
        .into_iter()
        .flat_map(|own| s.standing(own).map(|(unit, _)| unit))
        .filter(|unit| !found.engaged[0].contains(unit) && !found.supports[0].contains(unit))
        .collect();
    let mut part = |kind: &str, key: &str, units: &[UnitId]| {
        if !units.is_empty() {
            let pieces = units.iter().map(|unit| fixed.name(*unit).to_owned()).collect();
            odds.parts.push(TakesPart { kind: kind.to_owned(), label: texts.get(key).to_owned(), pieces });
        }
    };
    part("engaged", "odds.attackers", &found.engaged[0]);
    part("engaged", "odds.defenders", &found.engaged[1]);
    part("counter", "odds.counters", &found.counters);
    part("supports", "odds.own-support", &found.supports[0]);
    part("threatens", "odds.their-support", &found.supports[1]);
    part("out", "odds.out", &idle);
}
