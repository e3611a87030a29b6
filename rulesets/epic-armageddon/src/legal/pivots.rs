//! Turning on the spot as a formation goes on Overwatch, by a house rule: each unit as its owner likes (EA-OVER-003, EA-AMB-125).

use grognard_engine::refusal::Violation;
use grognard_engine::rule;
use grognard_space::table::{Angle, Length, MoveRules, Passing, Pose};

use super::{broken, other_kind};
use crate::choice::Choice;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::state::State;

/// The units of a formation for which it matters where they look.
pub fn turning(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<UnitId> {
    let arcs = |unit: UnitId| fixed.kind(unit).guns.iter().any(|gun| gun.arc.is_some());
    s.standing(formation).map(|(unit, _)| unit).filter(|unit| arcs(*unit)).collect()
}

/// Whether a unit has room to look that way where it stands.
fn has_room(fixed: &Fixed, s: &State, unit: UnitId, pose: Pose) -> bool {
    let rules = MoveRules::up_to(Length::ZERO).among(&Passing::Base);
    let form = fixed.ground.form(fixed.form(unit));
    s.table.check_place(form, pose, &rules, &|other| other == unit).is_empty()
}

/// Every violation of the ways units turn: on the spot, each once.
pub fn check(fixed: &Fixed, s: &State, formation: FormationId, choice: &Choice) -> Vec<Violation> {
    let rule = rule!("EA-OVER-003");
    let Choice::Place(named, places, rides) = choice else { return other_kind(rule) };
    if *named != formation || !rides.is_empty() {
        return vec![broken(fixed, rule, "why.other-formation", &[])];
    }
    let mut wrong = Vec::new();
    for (at, (unit, pose)) in places.iter().enumerate() {
        let again = places[..at].iter().any(|(other, _)| other == unit);
        let body = s.table.body(*unit).filter(|_| s.formation(formation).units.contains(unit) && !again);
        match body {
            None => wrong.push(broken(fixed, rule, "why.not-of-the-formation", &[*unit])),
            Some(body) if body.pose.at != pose.at || body.pose.z != pose.z => {
                wrong.push(broken(fixed, rule, "why.on-the-spot", &[*unit]));
            }
            Some(_) if !has_room(fixed, s, *unit, *pose) => {
                wrong.push(broken(fixed, rule, "why.blocked", &[*unit]));
            }
            Some(_) => {}
        }
    }
    wrong
}

/// Those that look towards their nearest enemy of a formation, where there is room to.
fn towards(fixed: &Fixed, s: &State, formation: FormationId, foe: FormationId) -> Choice {
    let turned = |unit: UnitId| {
        let body = s.table.body(unit)?;
        let near = s.standing(foe).min_by_key(|(other, there)| (body.horizontal(there), *other));
        let pose = Pose { facing: Angle::of(near?.1.pose.at - body.pose.at), ..body.pose };
        has_room(fixed, s, unit, pose).then_some((unit, pose))
    };
    let places = turning(fixed, s, formation).into_iter().filter_map(turned).collect();
    Choice::Place(formation, places, Vec::new())
}

/// Nobody turns, or all towards one enemy formation.
pub fn candidates(fixed: &Fixed, s: &State, formation: FormationId) -> Vec<Choice> {
    let mut all = vec![Choice::Place(formation, Vec::new(), Vec::new())];
    all.extend(s.enemies(formation).map(|foe| towards(fixed, s, formation, foe)));
    all
}
