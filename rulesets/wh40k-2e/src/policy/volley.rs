//! The volley that is worth most: each model fires what does most harm to the target of its squad.

use grognard_engine::rng::SplitMix;

use super::value;
use crate::candidates;
use crate::choice::{Choice, Part, Shape, Shot};
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::{self, shooting};
use crate::state::State;

/// What the volley is worth, and its shots; none where no shot is worth anything.
pub fn best(fixed: &Fixed, s: &State, unit: UnitId, rng: &mut SplitMix) -> Option<(i64, Vec<Shot>)> {
    let able = shooting::shooters(fixed, s, unit);
    let order = shooting::in_order(fixed, s, &able);
    let may = |target: UnitId| match &s.watch {
        Some(watch) => watch.target == target,
        None => shooting::instead(s, &order, target).is_none(),
    };
    let mut all: Vec<(i64, Vec<Shot>)> = Vec::new();
    for seen in order.iter().filter(|seen| may(seen.unit)) {
        all.push(at(fixed, s, unit, &able, seen.unit, rng));
    }
    all.sort_by_key(|(worth, _)| -*worth);
    let legal = |shots: &[Shot]| {
        legal::check(fixed, s, &Shape::Fire(unit), &Choice::Fire(unit, shots.to_vec())).is_empty()
    };
    all.into_iter().find(|(worth, shots)| *worth > 0 && legal(shots))
}

/// The best shots of some models of a unit at one target, and what they are worth together.
fn at(
    fixed: &Fixed,
    s: &State,
    unit: UnitId,
    able: &[ModelId],
    target: UnitId,
    rng: &mut SplitMix,
) -> (i64, Vec<Shot>) {
    let mut shots: Vec<Shot> = Vec::new();
    let mut sum = 0;
    // Models of one kind fire the same: what the first of them found best.
    let mut known: Vec<(usize, Shot, i64)> = Vec::new();
    let plain = |shot: &Shot| matches!(shot.part, Part::All | Part::Model(_));
    for model in able {
        let kind = fixed.models[model.index()].kind;
        let alike = known.iter().find(|(other, ..)| *other == kind);
        let alike = alike.map(|(_, shot, worth)| (*worth, Shot { model: *model, ..*shot }));
        let alike = alike.filter(|(_, shot)| shooting::shot_faults(fixed, s, unit, shot, &shots).is_empty());
        let mut found: Vec<(i64, Shot)> = match alike {
            Some(alike) => vec![alike],
            None => candidates::shots_of(fixed, s, unit, *model, target)
                .into_iter()
                .filter(plain)
                .map(|shot| (value::shots(fixed, s, &[shot], rng), shot))
                .collect(),
        };
        found.retain(|(worth, _)| *worth > 0);
        found.sort_by_key(|(worth, _)| -*worth);
        let several = s.vehicle(*model).is_some();
        for (worth, shot) in found {
            if !shooting::shot_faults(fixed, s, unit, &shot, &shots).is_empty() {
                continue;
            }
            shots.push(shot);
            sum += worth;
            if several {
                continue;
            }
            if shot.part == Part::All {
                known.push((kind, shot, worth));
            }
            // 2E-RPF-001: whoever may fire twice does.
            if shooting::shot_faults(fixed, s, unit, &shot, &shots).is_empty() {
                shots.push(shot);
                sum += worth;
            }
            break;
        }
    }
    (sum, shots)
}
