//! Where a hit on a vehicle lands, and whether it goes through the armour (VSH, PEN).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Coverage, Length, Outline, Point, Template};

use super::{corners, damage, datafax, in_front};
use crate::Second;
use crate::data::datafaxes::Datafax;
use crate::event::Event;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::ModelId;
use crate::state::State;

/// 2E-PEN-001: the dice and the number of a printed formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Formula {
    /// Dice: how many, and their sides.
    pub dice: Vec<(u8, u8)>,
    /// What is added.
    pub plus: u8,
}

impl Formula {
    /// Reads `D6+D10+8`; `S` is the Strength. None for weapons that do without (2E-PEN-004), or do nothing.
    pub fn read(text: &str, strength: u8) -> Option<Formula> {
        let mut formula = Formula { dice: Vec::new(), plus: 0 };
        for term in text.split('+') {
            if term == "S" {
                formula.plus += strength;
            } else if let Some((count, sides)) = term.split_once('D') {
                let count = if count.is_empty() { 1 } else { count.parse().ok()? };
                formula.dice.push((count, sides.parse().ok()?));
            } else {
                formula.plus += term.parse::<u8>().ok()?;
            }
        }
        Some(formula)
    }

    /// Rolls it.
    fn roll(&self, cx: &mut Ctx<'_, Second>, rules: &[RuleId]) -> Step<u8> {
        let mut total = self.plus;
        for (count, sides) in &self.dice {
            let faces = cx.roll_many(usize::from(*count), *sides, "roll.penetration", rules, None)?;
            total += faces.into_iter().sum::<u8>();
        }
        Ok(total)
    }
}

/// 2E-PEN-003: what is lost by range; 2E-AMB-074: at exactly 24" already.
pub fn by_range(fixed: &Fixed, far: Length) -> i8 {
    let numbers = &fixed.numbers().by_range;
    let times = (far.0 / numbers.each.0.0).min(i32::from(i8::MAX)) as i8;
    numbers.modifier.saturating_mul(times).max(numbers.most)
}

/// 2E-VSH-011: the armour of a location as seen from a place.
pub fn armour(fixed: &Fixed, s: &State, model: ModelId, location: usize, from: Option<Point>) -> u8 {
    let (Some(datafax), Some(body)) = (datafax(fixed, model), s.table.body(model)) else { return 0 };
    let front = from.is_some_and(|from| in_front(fixed, body, from));
    let location = &datafax.location[location];
    if front { location.front } else { location.side_rear }
}

/// The locations a die can mean from a place.
pub fn locations(fixed: &Fixed, s: &State, model: ModelId, face: u8, from: Option<Point>) -> Vec<usize> {
    let (Some(datafax), Some(body)) = (datafax(fixed, model), s.table.body(model)) else { return Vec::new() };
    let front = from.is_some_and(|from| in_front(fixed, body, from));
    let fits = |at: &usize| {
        let location = &datafax.location[*at];
        let side = match location.from.as_str() {
            "front" => front,
            "side-rear" => !front,
            _ => true,
        };
        side && (location.roll[0]..=location.roll[1]).contains(&face)
    };
    let mut found: Vec<usize> = (0..datafax.location.len()).filter(fits).collect();
    // The nearer one of a pair.
    if found.len() > 1 && found.iter().all(|at| datafax.location[*at].pick == "nearest") {
        let near = |at: &usize| {
            let all = Outline::convex(corners(datafax, *at, body.pose));
            from.map(|from| all.nearest_to(from).distance(from))
        };
        found.sort_by_key(|at| (near(at), *at));
        found.truncate(1);
    }
    found
}

/// 2E-VSH-009: a die for the location; what is impossible is rolled again.
fn locate(s: &State, cx: &mut Ctx<'_, Second>, model: ModelId, from: Option<Point>) -> Step<usize> {
    let fixed = cx.fixed();
    let mut rules = rules!["2E-VSH-009", "2E-VEH-001"];
    loop {
        let [face] = cx.roll::<1>(6, "roll.location", rules)?;
        let found = locations(fixed, s, model, face, from);
        match found[..] {
            [only] => return Ok(only),
            [] => rules = rules!["2E-VSH-009"],
            [first, ..] => {
                let [second] = cx.roll::<1>(6, "roll.location", rules!["2E-VSH-009"])?;
                let datafax = datafax(fixed, model);
                let fits = |at: &usize| {
                    let range = datafax.and_then(|datafax| datafax.location[*at].second);
                    range.is_some_and(|[low, high]| (low..=high).contains(&second))
                };
                return Ok(found.iter().copied().find(fits).unwrap_or(first));
            }
        }
    }
}

/// Hits on a vehicle, one after another; 2E-VSH-003: linked barrels share the location, 2E-SUS-009: a burst does not.
pub fn hit(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    weapon: WeaponId,
    hits: u8,
    shooter: Option<ModelId>,
) -> Step {
    let own = cx.fixed().weapon(weapon);
    let barrels = if own.sustained == 0 { own.barrels() } else { 1 };
    let from = shooter.and_then(|shooter| s.pose(shooter)).map(|pose| pose.at);
    for _ in 0..hits {
        if s.table.body(model).is_none() {
            break;
        }
        let location = locate(s, cx, model, from)?;
        let rules: &[RuleId] = match (barrels > 1, own.sustained > 0) {
            (true, _) => rules!["2E-VSH-009", "2E-VSH-002", "2E-VSH-003"],
            (_, true) => rules!["2E-VSH-009", "2E-SUS-009"],
            _ => rules!["2E-VSH-009"],
        };
        cx.emit(rules, Event::Located { model, location: location as u8 });
        for _ in 0..barrels {
            pierce(s, cx, model, weapon, location, shooter)?;
        }
    }
    Ok(())
}

/// 2E-PEN-001: the roll against the armour of a location, less what range costs.
pub fn pierce(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    weapon: WeaponId,
    location: usize,
    shooter: Option<ModelId>,
) -> Step {
    let fixed = cx.fixed();
    if s.table.body(model).is_none() {
        return Ok(());
    }
    let own = fixed.weapon(weapon);
    let from = shooter.and_then(|shooter| s.pose(shooter)).map(|pose| pose.at);
    let armour = armour(fixed, s, model, location, from);
    let place = location as u8;
    if own.penetration == "auto" {
        cx.emit(rules!["2E-PEN-004"], Event::Pierced { model, location: place, total: armour, armour });
        return damage::roll(s, cx, model, location);
    }
    let Some(formula) = Formula::read(&own.penetration, own.strength) else {
        cx.emit(rules!["2E-PEN-002"], Event::NoHarm { model });
        return Ok(());
    };
    let total = formula.roll(cx, rules!["2E-PEN-001", "2E-PEN-002"])?;
    let far = shooter.and_then(|shooter| s.table.distance(shooter, model)).unwrap_or_default();
    let lost = by_range(fixed, far);
    let total = total.saturating_sub(lost.unsigned_abs());
    let mut rules = rules!["2E-PEN-001", "2E-VSH-011"].to_vec();
    if lost != 0 {
        rules.push(rule!("2E-PEN-003"));
    }
    if total < armour {
        cx.emit(&rules, Event::Bounced { model, location: place, total, armour });
        return Ok(());
    }
    cx.emit(&rules, Event::Pierced { model, location: place, total, armour });
    damage::roll(s, cx, model, location)
}

/// The locations under a template: the one under its hole, and the others it touches (2E-VSH-010, 2E-AMB-125).
pub fn beneath(
    datafax: &Datafax,
    s: &State,
    model: ModelId,
    template: &Template,
    hole: bool,
) -> (Vec<usize>, Vec<usize>) {
    let (mut sure, mut touched) = (Vec::new(), Vec::new());
    let Some(pose) = s.pose(model) else { return (sure, touched) };
    for at in 0..datafax.location.len() {
        let outline = Outline::convex(corners(datafax, at, pose));
        match template.coverage(&outline) {
            Coverage::None => {}
            Coverage::Wholly if !hole => sure.push(at),
            _ => touched.push(at),
        }
    }
    if hole {
        // What is listed later lies on top.
        let centre = Outline::point(template.centre);
        let over = |at: &usize| Outline::convex(corners(datafax, *at, pose)).within(&centre, Length::ZERO);
        if let Some(top) = touched.iter().rev().copied().find(over) {
            touched.retain(|at| *at != top);
            sure.push(top);
        }
    }
    (sure, touched)
}

/// 2E-VSH-010: a marker or teardrop on a vehicle: each location by itself.
pub fn covered(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    weapon: WeaponId,
    template: &Template,
    shooter: Option<ModelId>,
) -> Step {
    let fixed = cx.fixed();
    let Some(datafax) = datafax(fixed, model) else { return Ok(()) };
    let hole = fixed.weapon(weapon).blast.is_some();
    let (mut struck, touched) = beneath(datafax, s, model, template, hole);
    let need = Target::new(Need::AtLeast(fixed.numbers().other_locations.others_need), rule!("2E-VSH-010"));
    let faces = cx.roll_many(touched.len(), 6, "roll.partly", rules!["2E-VSH-010"], Some(&need))?;
    struck.extend(touched.into_iter().zip(faces).filter(|(_, face)| need.met_by(*face)).map(|(at, _)| at));
    for location in struck {
        if s.table.body(model).is_none() {
            break;
        }
        cx.emit(rules!["2E-VSH-010"], Event::Located { model, location: location as u8 });
        pierce(s, cx, model, weapon, location, shooter)?;
    }
    Ok(())
}
