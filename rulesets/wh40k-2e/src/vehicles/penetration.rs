//! Where a hit on a vehicle lands, and whether it goes through the armour (VSH, PEN).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Coverage, Length, Outline, Point, Spot, Template};

use super::{corners, crew, damage, datafax, in_front, is_crew_location};
use crate::Second;
use crate::data::datafaxes::Datafax;
use crate::event::Event;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::ModelId;
use crate::play::casualties;
use crate::sight;
use crate::state::{Place, State};
use crate::weapons::Effect;

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

    /// The least it can come to.
    pub fn least(&self) -> u8 {
        self.plus + self.dice.iter().map(|(count, _)| count).sum::<u8>()
    }

    /// The most it can come to.
    pub fn most(&self) -> u8 {
        self.plus + self.dice.iter().map(|(count, sides)| count * sides).sum::<u8>()
    }

    /// Rolls it.
    pub fn roll(&self, cx: &mut Ctx<'_, Second>, rules: &[RuleId]) -> Step<u8> {
        self.roll_for(cx, "roll.penetration", rules)
    }

    /// Rolls it for another purpose.
    pub fn roll_for(&self, cx: &mut Ctx<'_, Second>, purpose: &'static str, rules: &[RuleId]) -> Step<u8> {
        let mut total = self.plus;
        for (count, sides) in &self.dice {
            let faces = cx.roll_many(usize::from(*count), *sides, purpose, rules, None)?;
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

/// From where a hit comes.
#[derive(Copy, Clone, Debug, Default)]
pub struct Source {
    /// The place, which decides between front and side armour.
    pub from: Option<Point>,
    /// How far away it is.
    pub far: Length,
    /// Who sees the vehicle from there.
    pub shooter: Option<ModelId>,
}

impl Source {
    /// The place of a shooter.
    pub fn of(s: &State, shooter: Option<ModelId>, model: ModelId) -> Source {
        let stands = shooter.map(|shooter| crew::vehicle_of(s, shooter).unwrap_or(shooter));
        let from = stands.and_then(|shooter| s.pose(shooter)).map(|pose| pose.at);
        let far = stands.and_then(|shooter| s.table.distance(shooter, model)).unwrap_or_default();
        Source { from, far, shooter: stands }
    }
}

/// Whoever stands for a location of exposed crew: the crewman of that post, or the nearest passenger (2E-AMB-140).
pub fn crewman_at(fixed: &Fixed, s: &State, model: ModelId, location: usize) -> Option<ModelId> {
    let own = datafax(fixed, model)?;
    match crew::post_named(own, &own.location[location].id) {
        Some(post) => crew::at_post(s, model, post).next(),
        None => crew::passengers(s, model).next().or_else(|| crew::crew(s, model).next()),
    }
}

/// 2E-VSH-009: whether a location can be hit at all: somebody is there, and it is not hidden, as tracks are behind a wall.
fn is_possible(fixed: &Fixed, s: &State, model: ModelId, location: usize, source: &Source) -> bool {
    if !applies(rule!("2E-VSH-009")) {
        return true;
    }
    let Some(own) = datafax(fixed, model) else { return false };
    if is_crew_location(own, location) {
        let passengers = own.location[location].if_empty.is_some();
        return passengers || crewman_at(fixed, s, model, location).is_some();
    }
    let low = matches!(own.location[location].table.as_str(), "track" | "walker-legs");
    let (Some(shooter), Some(body)) = (source.shooter, s.table.body(model)) else { return true };
    if !low {
        return true;
    }
    let z = body.volume.low + Length((body.volume.high.0 - body.volume.low.0) / LOW);
    corners(own, location, body.pose)
        .into_iter()
        .any(|at| sight::sees_spot(s, shooter, model, Spot { at, z }))
}

/// Tracks and legs are looked for in this part of a vehicle's height.
const LOW: i32 = 4;

/// 2E-VSH-009: a die for the location; what is impossible is rolled again.
fn locate(s: &State, cx: &mut Ctx<'_, Second>, model: ModelId, source: &Source) -> Step<usize> {
    let fixed = cx.fixed();
    let possible = |at: &usize| is_possible(fixed, s, model, *at, source);
    let all = datafax(fixed, model).map_or(0, |own| own.location.len());
    let any = (0..all).any(|at| possible(&at));
    let mut rules = rules!["2E-VSH-009", "2E-VEH-001"];
    loop {
        let [face] = cx.roll::<1>(6, "roll.location", rules)?;
        let mut found = locations(fixed, s, model, face, source.from);
        if any {
            found.retain(possible);
        }
        match found[..] {
            [only] => return Ok(instead(fixed, s, model, only)),
            [] => {
                rules = rules!["2E-VSH-009"];
                cx.emit(rules, Event::Happened { what: "event.rolled-again", model, other: None });
            }
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

/// What is hit instead of passengers where there are none.
fn instead(fixed: &Fixed, s: &State, model: ModelId, location: usize) -> usize {
    let Some(own) = datafax(fixed, model) else { return location };
    let empty = is_crew_location(own, location) && crew::passengers(s, model).next().is_none();
    let other = own.location[location].if_empty.as_ref().filter(|_| empty);
    other.and_then(|id| own.location.iter().position(|known| known.id == *id)).unwrap_or(location)
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
    if !applies(rule!("2E-VSH-003")) {
        return Ok(());
    }
    let own = cx.fixed().weapon(weapon);
    let barrels = if own.sustained == 0 { own.barrels() } else { 1 };
    let source = Source::of(s, shooter, model);
    for _ in 0..hits {
        if s.table.body(model).is_none() {
            break;
        }
        let location = locate(s, cx, model, &source)?;
        let rules: &[RuleId] = match (barrels > 1, own.sustained > 0) {
            (true, _) => rules!["2E-VSH-009", "2E-VSH-002", "2E-VSH-003"],
            (_, true) => rules!["2E-VSH-009", "2E-SUS-009"],
            _ => rules!["2E-VSH-009"],
        };
        cx.emit(rules, Event::Located { model, location: location as u8 });
        for _ in 0..barrels {
            pierce(s, cx, model, weapon, location, &source)?;
        }
    }
    Ok(())
}

/// 2E-AMB-140: a hit on exposed crew: Toughness, armour and Wounds of the crewman.
pub fn strike_crew(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    crewman: ModelId,
    weapon: WeaponId,
    rules: &[RuleId],
) -> Step {
    let need = casualties::to_wound(cx.fixed(), weapon, crewman);
    if casualties::wound_rolls(cx, crewman, &need, 1)? == 0 {
        return Ok(());
    }
    if casualties::save(cx, crewman, weapon, 1)?.into_iter().any(|saved| saved) {
        return Ok(());
    }
    let damage = cx.fixed().weapon(weapon).damage.roll(cx, "roll.damage", rules!["2E-DMG-003"])?;
    hurt_crew(s, cx, model, crewman, damage, rules);
    Ok(())
}

/// Somebody aboard loses Wounds.
pub fn hurt_crew(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    crewman: ModelId,
    damage: u8,
    rules: &[RuleId],
) {
    let post = s.model(crewman).post;
    casualties::suffer(s, cx, crewman, damage, rules);
    if s.model(crewman).place == Place::Gone {
        crew::lost(s, cx, model, post, rules);
    }
}

/// 2E-PEN-001: the roll against the armour of a location, less what range costs.
pub fn pierce(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    weapon: WeaponId,
    location: usize,
    source: &Source,
) -> Step {
    if !applies(rule!("2E-PEN-001")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    if s.table.body(model).is_none() {
        return Ok(());
    }
    let own = fixed.weapon(weapon);
    if let Some(crewman) = passenger_hit(s, cx, model, location)? {
        // Nobody is saved from a vortex.
        if own.effect == Some(Effect::Vortex) {
            hurt_crew(s, cx, model, crewman, u8::MAX, rules!["2E-WPN-020"]);
            return Ok(());
        }
        return strike_crew(s, cx, model, crewman, weapon, rules!["2E-VSH-009", "2E-VEH-003"]);
    }
    let armour = armour(fixed, s, model, location, source.from);
    let place = location as u8;
    if own.penetration == AUTO {
        cx.emit(rules!["2E-PEN-004"], Event::Pierced { model, location: place, total: armour, armour });
        let adds = match own.effect {
            Some(Effect::GravitonGun) => fixed.data.effects.graviton_gun.damage_table,
            Some(Effect::Vortex) => fixed.data.effects.vortex.damage_table,
            _ => 0,
        };
        return damage::roll_adding(s, cx, model, location, adds);
    }
    let Some(formula) = Formula::read(&own.penetration, own.strength) else {
        cx.emit(rules!["2E-PEN-002"], Event::NoHarm { model });
        return Ok(());
    };
    let total = formula.roll(cx, rules!["2E-PEN-001", "2E-PEN-002"])?;
    let lost = by_range(fixed, source.far);
    let total = total.saturating_sub(lost.unsigned_abs());
    let mut rules = rules!["2E-PEN-001", "2E-VSH-011"].to_vec();
    if lost != 0 {
        rules.push(rule!("2E-PEN-003"));
    }
    against(s, cx, model, location, total, armour, &rules)
}

/// What stands for penetration where a weapon pierces any armour (2E-PEN-004).
pub const AUTO: &str = "auto";

/// The same for one hit: 2E-HER-018: among passengers that differ each is struck with the same chance.
fn passenger_hit(
    s: &State,
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    location: usize,
) -> Step<Option<ModelId>> {
    let fixed = cx.fixed();
    let Some(crewman) = crewman_hit(fixed, s, model, location) else { return Ok(None) };
    let passengers: Vec<ModelId> = crew::passengers(s, model).collect();
    let same = |other: &ModelId| {
        fixed.models[other.index()].kind == fixed.models[crewman.index()].kind
            && s.model(*other).unit == s.model(crewman).unit
            && s.model(*other).wounds == s.model(crewman).wounds
    };
    if !passengers.contains(&crewman) || passengers.iter().all(same) {
        return Ok(Some(crewman));
    }
    let [face] = cx.roll::<1>(passengers.len() as u8, "roll.who", rules!["2E-HER-018"])?;
    Ok(passengers.get(usize::from(face) - 1).copied())
}

/// The crewman that a hit on a location of exposed crew goes to.
pub fn crewman_hit(fixed: &Fixed, s: &State, model: ModelId, location: usize) -> Option<ModelId> {
    datafax(fixed, model).filter(|own| is_crew_location(own, location))?;
    crewman_at(fixed, s, model, location)
}

/// A penetration total against an armour: equal or more damages the location (2E-PEN-001, 2E-COL-006).
pub fn against(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    location: usize,
    total: u8,
    armour: u8,
    rules: &[RuleId],
) -> Step {
    let place = location as u8;
    if total < armour {
        cx.emit(rules, Event::Bounced { model, location: place, total, armour });
        return Ok(());
    }
    cx.emit(rules, Event::Pierced { model, location: place, total, armour });
    damage::roll(s, cx, model, location)
}

/// A hit at a random location with so much penetration and a die (2E-COL-011).
pub fn knock(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, plus: u8, rules: &[RuleId]) -> Step {
    if !applies(rule!("2E-COL-011")) {
        return Ok(());
    }
    let source = Source::default();
    let location = locate(s, cx, model, &source)?;
    cx.emit(rules, Event::Located { model, location: location as u8 });
    let fixed = cx.fixed();
    if crewman_hit(fixed, s, model, location).is_some() {
        return Ok(());
    }
    let formula = Formula { dice: vec![(1, 6)], plus };
    let total = formula.roll(cx, rules)?;
    let armour = armour(fixed, s, model, location, None);
    against(s, cx, model, location, total, armour, rules)
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
            // 2E-AMB-140: exposed crew are hit on a roll each.
            Coverage::Wholly if !hole && !is_crew_location(datafax, at) => sure.push(at),
            _ => touched.push(at),
        }
    }
    if hole {
        // What is listed later lies on top.
        let centre = Outline::point(template.centre);
        let over = |at: &usize| Outline::convex(corners(datafax, *at, pose)).within(&centre, Length::ZERO);
        let armoured = touched.iter().rev().copied().filter(|at| !is_crew_location(datafax, *at));
        if let Some(top) = armoured.into_iter().find(over) {
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
    if !applies(rule!("2E-VSH-010")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    let Some(datafax) = datafax(fixed, model) else { return Ok(()) };
    let source = Source::of(s, shooter, model);
    let own = fixed.weapon(weapon);
    // A vortex has no middle that strikes harder: what it covers wholly is gone, the rest on a die.
    let hole = own.blast.is_some() && own.effect != Some(Effect::Vortex);
    let (mut struck, touched) = beneath(datafax, s, model, template, hole);
    let need = Target::new(Need::AtLeast(fixed.numbers().other_locations.others_need), rule!("2E-VSH-010"));
    let faces = cx.roll_many(touched.len(), 6, "roll.partly", rules!["2E-VSH-010"], Some(&need))?;
    struck.extend(touched.into_iter().zip(faces).filter(|(_, face)| need.met_by(*face)).map(|(at, _)| at));
    for location in struck {
        if s.table.body(model).is_none() {
            break;
        }
        cx.emit(rules!["2E-VSH-010"], Event::Located { model, location: location as u8 });
        pierce(s, cx, model, weapon, location, &source)?;
    }
    Ok(())
}

/// What comes up under a vehicle strikes its lowest location.
pub fn from_below(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    weapon: WeaponId,
    shooter: Option<ModelId>,
) -> Step {
    let source = Source::of(s, shooter, model);
    cx.emit(rules!["2E-WPN-020"], Event::Located { model, location: 0 });
    pierce(s, cx, model, weapon, 0, &source)
}
