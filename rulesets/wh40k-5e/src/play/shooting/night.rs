//! Night fighting: who is seen, and searchlights (MIS, UPG).

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::Length;

use crate::Cx;
use crate::choice::{Choice, Shot, Word};
use crate::event::Event;
use crate::ids::UnitId;
use crate::state::State;

/// How far two units are apart.
fn apart(s: &State, unit: UnitId, target: UnitId) -> Length {
    // From the hull of who is in a vehicle or building.
    let eyes = |unit: UnitId| s.unit(unit).models.iter().map(|model| s.eyes(*model));
    let pairs = eyes(unit).flat_map(|one| eyes(target).map(move |other| (one, other)));
    pairs.filter_map(|(one, other)| s.table.distance(one, other)).min().unwrap_or(Length::UNBOUNDED)
}

/// 5B-MIS-014, 5B-AMB-022: at night each target has to be seen first; 5B-USR-001: acute senses try twice; 5V-UPG-010, 5V-UPG-011: who
/// is lit up, and who shines, is seen.
pub fn spot(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, shots: Vec<Shot>) -> Step<Vec<Shot>> {
    let fixed = cx.fixed();
    if !fixed.deployment.night_turns.contains(&s.turn) {
        return Ok(shots);
    }
    let mut targets: Vec<UnitId> = shots.iter().map(|shot| shot.target).collect();
    targets.sort_unstable();
    targets.dedup();
    let mut left = shots;
    let (mut seen_ones, mut dark) = (Vec::new(), Vec::new());
    for target in targets {
        let lit = s.unit(target).lit_up;
        if lit || s.unit(target).shines {
            let rules = if lit { rules!["5V-UPG-010"] } else { rules!["5V-UPG-011"] };
            cx.emit(rules, Event::InTheLight { unit, target });
            continue;
        }
        let far = apart(s, unit, target);
        let numbers = &cx.fixed().numbers().night;
        let mut inches = numbers.roll.roll(cx, "roll.night", rules!["5B-MIS-014"])? * numbers.times;
        let mut rules: Vec<RuleId> = rules!["5B-MIS-014", "5B-MDL-002"].to_vec();
        let keen = crate::abilities::any_has(cx.fixed(), s, unit, "acute-senses");
        // 5V-EQP-008: who fires with a scope sees for all of the unit.
        let scope = left.iter().any(|shot| cx.fixed().weapon(shot.weapon).has("infra-red"));
        if scope {
            rules.push(rule!("5V-EQP-008"));
        }
        if (keen || scope) && far > Length::inches(i32::from(inches)) {
            inches = numbers.roll.roll(cx, "roll.again", rules!["5B-USR-001"])? * numbers.times;
            rules.push(rule!("5B-USR-001"));
        }
        let seen = far <= Length::inches(i32::from(inches));
        cx.emit(&rules, Event::Night { unit, target, inches, seen });
        cx.reveal();
        if seen { seen_ones.push(target) } else { dark.push(target) }
    }
    if let Some(found) = searchlight(s, cx, unit, &seen_ones, &dark)? {
        dark.retain(|target| *target != found);
    }
    left.retain(|shot| !dark.contains(&shot.target));
    Ok(left)
}

/// 5V-UPG-008, 5V-UPG-009, D-68: a vehicle with a searchlight rolls again for one target that it does not see, or lights up one that it
/// sees; the target that is found with it.
fn searchlight(
    s: &mut State,
    cx: &mut Cx<'_>,
    unit: UnitId,
    seen: &[UnitId],
    dark: &[UnitId],
) -> Step<Option<UnitId>> {
    let fixed = cx.fixed();
    let bears = |model: &crate::ids::ModelId| fixed.kind_of(*model).bears("searchlight");
    let able = fixed.is_vehicle(unit) && s.unit(unit).models.iter().any(bears);
    let others = if dark.is_empty() { seen } else { dark };
    if !able || others.is_empty() || !fixed.uses(rule!("5V-UPG-008")) {
        return Ok(None);
    }
    let mut options = vec![Choice::Word(Word::No)];
    options.extend(others.iter().map(|target| Choice::Unit(*target)));
    let ask = Ask::new(s.unit(unit).side.seat(), "searchlight", rule!("5V-UPG-008"));
    let Choice::Unit(target) = cx.choose(s, ask, &options)? else { return Ok(None) };
    s.unit_mut(unit).shines = true;
    if !dark.is_empty() {
        let numbers = &cx.fixed().numbers().night;
        let inches = numbers.roll.roll(cx, "roll.again", rules!["5V-UPG-008"])? * numbers.times;
        let found = apart(s, unit, target) <= Length::inches(i32::from(inches));
        cx.emit(rules!["5V-UPG-008", "5B-MIS-014"], Event::Night { unit, target, inches, seen: found });
        if !found {
            return Ok(None);
        }
    }
    s.unit_mut(target).lit_up = true;
    cx.emit(rules!["5V-UPG-009"], Event::LitUp { unit, target });
    Ok(Some(target))
}
