//! The weather as it is, and what it does to whom (EA-WTHR, T-29, T-30).

use grognard_engine::{RuleId, rule};
use grognard_space::table::Length;
use serde::{Deserialize, Serialize};

use crate::abilities::Ability;
use crate::choice::ActionName;
use crate::data::scenario::Weathered;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::kind::{Class, Kind};
use crate::state::State;

/// The weather of a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weather {
    /// The condition, as an index.
    pub condition: u8,
    /// EA-WTHR-004: how it changes, as an index; none where it lasts for this turn only (EA-WTHR-001).
    pub changing: Option<u8>,
}

/// The rule of a condition, as the program knows it.
pub const fn rule_of(number: u8) -> RuleId {
    match number {
        1 => rule!("EA-WTHR-011"),
        2 => rule!("EA-WTHR-012"),
        3 => rule!("EA-WTHR-013"),
        4 => rule!("EA-WTHR-014"),
        5 => rule!("EA-WTHR-015"),
        6 => rule!("EA-WTHR-016"),
        7 => rule!("EA-WTHR-017"),
        8 => rule!("EA-WTHR-018"),
        9 => rule!("EA-WTHR-019"),
        10 => rule!("EA-WTHR-020"),
        11 => rule!("EA-WTHR-021"),
        _ => rule!("EA-WTHR-022"),
    }
}

/// The condition that holds now.
pub fn now<'a>(fixed: &'a Fixed, s: &State) -> Option<&'a Weathered> {
    fixed.data.weather.condition.get(usize::from(s.weather?.condition))
}

/// EA-WTHR-005: how far one sees.
pub fn visibility(fixed: &Fixed, s: &State) -> Option<Length> {
    let known = now(fixed, s)?;
    known.visibility.parse().ok().map(Length::cm)
}

fn infantry(kind: &Kind) -> bool {
    kind.class == Class::Infantry
}

fn vehicle(kind: &Kind) -> bool {
    matches!(kind.class, Class::Vehicle | Class::LightVehicle) && kind.flight.is_none()
}

fn engine(kind: &Kind) -> bool {
    kind.is_war_engine() && kind.flight.is_none()
}

/// Whether a word of the weather's table means a unit.
fn means(kind: &Kind, who: &str) -> bool {
    let skims = kind.has(Ability::Skimmer);
    match who {
        "skimmers" => skims,
        "aircraft" => kind.flight.is_some(),
        "infantry" => infantry(kind),
        "vehicles" => vehicle(kind),
        "vehicles-and-war-engines" => vehicle(kind) || engine(kind),
        "vehicles-and-war-engines-not-skimmers" => (vehicle(kind) || engine(kind)) && !skims,
        "vehicles-not-skimmers-and-infantry" => vehicle(kind) && !skims || infantry(kind),
        "ground-units" => kind.flight.is_none(),
        "all-units" => true,
        _ => false,
    }
}

/// Whether a word of the weather's table means a formation.
fn means_formation(fixed: &Fixed, s: &State, formation: FormationId, who: &str) -> bool {
    let units = &s.formation(formation).units;
    let kinds = || units.iter().map(|unit| fixed.kind(*unit));
    let flies = kinds().any(|kind| kind.flight.is_some());
    match who {
        "aircraft" => flies,
        "formations-half-infantry" => {
            kinds().filter(|kind| infantry(kind)).count() * 2 >= units.len() && !flies
        }
        "infantry-formations" => kinds().any(infantry),
        "ground-formations" => !flies,
        // EA-AMB-105: any unit that lacks both.
        "formations-not-all-skimmers-or-jump-packs" => {
            !flies && kinds().any(|kind| !kind.has(Ability::Skimmer) && !kind.has(Ability::JumpPacks))
        }
        "all-formations" => true,
        _ => false,
    }
}

fn named(actions: &[String], action: ActionName) -> bool {
    actions.is_empty() || actions.iter().any(|name| name == action.record())
}

/// What the weather adds to the Action test of a formation.
pub fn on_test(
    fixed: &Fixed,
    s: &State,
    formation: FormationId,
    action: Option<ActionName>,
) -> Option<(i8, RuleId)> {
    let known = now(fixed, s)?;
    let amount: i8 = known
        .action_test
        .iter()
        .filter(|test| action.map_or(test.actions.is_empty(), |action| named(&test.actions, action)))
        .filter(|test| means_formation(fixed, s, formation, &test.who))
        .map(|test| test.amount)
        .sum();
    (amount != 0).then(|| (amount, rule_of(known.number)))
}

/// Whether the weather forbids an action.
pub fn forbids(fixed: &Fixed, s: &State, formation: FormationId, action: ActionName) -> Option<RuleId> {
    let known = now(fixed, s)?;
    let bans = known.forbidden.iter().any(|ban| {
        !ban.actions.is_empty()
            && named(&ban.actions, action)
            && means_formation(fixed, s, formation, &ban.who)
    });
    bans.then(|| rule_of(known.number))
}

/// Whether a unit has to test for a move or an action in this weather, at such a time, and by which rule.
pub fn endangers(fixed: &Fixed, s: &State, unit: UnitId, action: ActionName, when: &str) -> Option<RuleId> {
    let known = now(fixed, s)?;
    let meant = known.dangerous.iter().any(|danger| {
        danger.when == when && named(&danger.actions, action) && means(fixed.kind(unit), &danger.who)
    });
    meant.then(|| rule_of(known.number))
}
