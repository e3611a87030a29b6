//! Units that nobody can shoot at or charge, each with the reason that is nearest to being overcome.

use grognard_engine::client::Barred;
use grognard_engine::message::Message;
use grognard_space::table::Length;

use super::{hidden, names};
use crate::data::amount::Range;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::charge;
use crate::legal::shooting::{Aim, ranged_weapons};
use crate::measure;
use crate::state::State;

const OUT_OF_RANGE: &str = "why.out-of-range";
const NOT_VISIBLE: &str = "why.not-visible";

fn entry(fixed: &Fixed, s: &State, unit: UnitId, why: String) -> Barred {
    let target = s.unit(unit).models.first().map(|model| fixed.name(*model).to_owned());
    Barred { label: names::unit_in(fixed, s, unit), target, why }
}

fn far(fixed: &Fixed, s: &State, unit: UnitId, target: UnitId) -> String {
    let distance = measure::unit_distance(s, unit, target).unwrap_or(Length::ZERO);
    fixed.data.texts.render(&Message::new("barred.far").text("distance", names::length(distance.0)))
}

/// 9E-SHO-010 to 9E-SHO-013: the enemies no weapon of a unit can be fired at.
pub fn from_fire(fixed: &Fixed, s: &State, unit: UnitId, aim: &Aim<'_>) -> Vec<Barred> {
    let enemies = aim.enemies();
    let said = |target: &UnitId| Some(entry(fixed, s, *target, no_shot(fixed, s, unit, aim, *target)?));
    enemies.iter().filter_map(said).collect()
}

/// Why nobody shoots at a unit; `None` where somebody can. Whoever is only hidden could be seen from elsewhere, whoever is
/// only too far could be reached; anything else comes after that.
fn no_shot(fixed: &Fixed, s: &State, unit: UnitId, aim: &Aim<'_>, target: UnitId) -> Option<String> {
    let mut other = None;
    let (mut unseen, mut too_far) = (None, false);
    for (model, _) in s.standing(unit) {
        for weapon in ranged_weapons(fixed, model) {
            for arm in fixed.weapon(weapon).profiles.iter().filter(|arm| arm.profile.range != Range::Melee) {
                let faults = aim.faults(model, arm, target);
                match faults.first()?.1 {
                    NOT_VISIBLE => unseen = unseen.or(Some(model)),
                    OUT_OF_RANGE => too_far = true,
                    key => other = other.or(Some((model, key))),
                }
            }
        }
    }
    if let Some(model) = unseen {
        return Some(out_of_sight(fixed, s, model, target));
    }
    match other {
        Some((model, key)) if !too_far => {
            let message = Message::new(key).text("models", names::model_in(fixed, model));
            Some(fixed.data.texts.render(&message))
        }
        _ => Some(far(fixed, s, unit, target)),
    }
}

/// What hides the nearest model of a unit.
fn out_of_sight(fixed: &Fixed, s: &State, model: ModelId, target: UnitId) -> String {
    let models = s.unit(target).models.iter().copied();
    let nearest = models.min_by_key(|enemy| measure::distance(s, model, *enemy).unwrap_or(Length(i32::MAX)));
    let found = nearest.and_then(|enemy| hidden::why(fixed, s, model, enemy));
    let what = found.map_or_else(|| fixed.data.texts.get("hidden.much").to_owned(), |found| found.why);
    fixed.data.texts.render(&Message::new("barred.unseen").text("why", what))
}

/// 9E-CHG-008: the enemies a unit cannot charge.
pub fn from_charge(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<Barred> {
    let can = charge::targets(fixed, s, unit);
    let reach = fixed.numbers().charge_reach.within.0;
    let said = |target: UnitId| {
        let near = measure::units_within(s, unit, target, reach);
        let aircraft = || fixed.data.texts.get("barred.aircraft").to_owned();
        entry(fixed, s, target, if near { aircraft() } else { far(fixed, s, unit, target) })
    };
    let enemies = s.on_table(s.unit(unit).side.other());
    enemies.filter(|target| !can.contains(target)).map(said).collect()
}
