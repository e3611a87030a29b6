//! Tank shock (TNK): by morale in the base, by Initiative and speed in the variant.

use grognard_engine::ctx::Step;
use grognard_engine::decision::Ask;
use grognard_engine::refusal::Violation;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Length, Offset, Outline, Point, Pose, Side as Facing};
use grognard_tabletop::bends::Bends;

use super::damage::{self, Damage};
use super::happening::Happening;
use super::penetration::{Extra, Force};
use super::room::make_room;
use super::{assault, moving, ramming, rolla, speed, struck};
use crate::Cx;
use crate::abilities;
use crate::artillery;
use crate::choice::{Arm, Choice, Kind, MoveShape, Shape, Way, Word};
use crate::data::vehicles::ShockRow;
use crate::edition::{Shooting, TankShock};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::{broken, other_kind};
use crate::play::suffering::{Blow, each_hit};
use crate::play::{fall_back, morale};
use crate::state::{Place, State};

/// A tank on its way.
pub struct Charge {
    /// The tank.
    pub tank: ModelId,
    /// Where it set off, looking where it goes.
    pub start: Pose,
    /// How far it was declared to go, less what slowed it.
    pub far: Length,
    /// Whether it rams.
    pub rams: bool,
}

/// Whether a tank could shock anybody: it may move at all.
pub fn possible(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let Some(model) = s.unit(unit).models.first().copied() else { return false };
    speed::most(fixed, s, model, false).is_some_and(|most| most >= least(fixed))
}

/// 5V-TNK-002: at least an inch; 5B-TNK-005: at least combat speed, more than nothing.
fn least(fixed: &Fixed) -> Length {
    match fixed.edition.tank_shock {
        TankShock::Morale => Length(1),
        TankShock::Initiative => fixed.vehicles().shock.least.0,
    }
}

fn rule_of(fixed: &Fixed) -> RuleId {
    match fixed.edition.tank_shock {
        TankShock::Morale => rule!("5B-TNK-005"),
        TankShock::Initiative => rule!("5V-TNK-002"),
    }
}

/// 5V-TNK-002, 5V-TNK-003, 5B-TNK-005, 5V-AMB-098: one turn, then straight on; a ram goes as far as it can.
pub fn check(fixed: &Fixed, s: &State, shape: &MoveShape, choice: &Choice) -> Vec<Violation> {
    let rule = rule_of(fixed);
    let Choice::Paths(unit, ways) = choice else { return other_kind(rule) };
    let Some(tank) = s.unit(shape.unit).models.first().copied() else { return other_kind(rule) };
    let [(model, stops)] = &ways[..] else { return vec![broken(fixed, rule, "why.straight", &[tank])] };
    if *unit != shape.unit || *model != tank || !stops.iter().all(|stop| stop.at.in_limits()) {
        return vec![broken(fixed, rule, "why.straight", &[tank])];
    }
    let Some(start) = s.pose(tank) else { return other_kind(rule) };
    let mut wrong = Vec::new();
    let bends = Bends::once(grognard_space::table::Angle::HALF);
    if bends.broken_at(start, stops).is_some() || stops.iter().any(|stop| stop.z != start.z) {
        let rule = if fixed.edition.tank_shock == TankShock::Initiative { rule!("5V-TNK-003") } else { rule };
        wrong.push(broken(fixed, rule, "why.straight", &[tank]));
    }
    let far = moving::length(start, stops);
    let most = speed::most(fixed, s, tank, false).unwrap_or(Length::ZERO);
    let slack = Length(4);
    if far < least(fixed) || far > most + slack {
        wrong.push(broken(fixed, rule, "why.shock-distance", &[tank]));
    } else if shape.kind == Kind::Ram && far + slack < most {
        wrong.push(broken(fixed, rule!("5B-TNK-003"), "why.ram-distance", &[tank]));
    }
    wrong
}

/// Charges worth proposing: at the nearest enemies, as far as the tank goes.
pub fn ways(fixed: &Fixed, s: &State, shape: &MoveShape) -> Vec<Vec<Way>> {
    let Some(tank) = s.unit(shape.unit).models.first().copied() else { return Vec::new() };
    let (Some(start), Some(most)) = (s.pose(tank), speed::most(fixed, s, tank, false)) else {
        return Vec::new();
    };
    let mut aims: Vec<(Length, Point)> = s
        .enemies(s.unit(shape.unit).side)
        .map(|(_, body)| (start.at.distance(body.pose.at), body.pose.at))
        .collect();
    aims.sort_unstable();
    let mut facings: Vec<_> =
        aims.iter().take(3).map(|(_, at)| grognard_space::table::Angle::of(*at - start.at)).collect();
    facings.push(start.facing);
    let mut all = Vec::new();
    for facing in facings {
        let turned = Pose { facing, ..start };
        let end = Pose { at: start.at + facing.step(most), ..turned };
        if end.at.in_limits() {
            all.push(vec![(tank, smallvec::smallvec![turned, end])]);
        }
    }
    all.retain(|ways| check(fixed, s, shape, &Choice::Paths(shape.unit, ways.clone())).is_empty());
    all
}

/// D-16: a tank shock is declared and made.
pub fn declare(s: &mut State, cx: &mut Cx<'_>, unit: UnitId) -> Step {
    charge(s, cx, unit, false)
}

/// Asks for direction and distance, then goes.
pub fn charge(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, rams: bool) -> Step {
    let fixed = cx.fixed();
    let kind = if rams { Kind::Ram } else { Kind::TankShock };
    let shape = MoveShape::plain(unit, kind);
    let ask = Ask::new(s.unit(unit).side.seat(), "tank-shock", rule_of(fixed));
    let Choice::Paths(_, ways) = cx.propose(s, ask, Shape::Paths(shape))? else {
        return cx.broken("paths were answered with something else");
    };
    let Some((tank, stops)) = ways.first().cloned() else { return Ok(()) };
    let (Some(from), Some(end)) = (s.pose(tank), stops.last().copied()) else { return Ok(()) };
    let far = moving::length(from, &stops);
    let start = Pose { facing: end.facing, ..from };
    s.table.move_to(tank, start);
    s.unit_mut(unit).turned = true;
    let mut rules = vec![rule_of(fixed), rule!("5B-TNK-002")];
    if fixed.edition.tank_shock == TankShock::Morale {
        rules.push(rule!("5B-TNK-001"));
    }
    if rams {
        rules.push(rule!("5B-TNK-003"));
        cx.emit(&rules, Event::Hull(Happening::Ram { model: tank, far }));
        if let Some(hull) = s.hull_mut(tank) {
            hull.silent = true;
        }
    } else {
        if let Some(hull) = s.hull_mut(tank) {
            hull.shocked = true;
        }
        cx.emit(&rules, Event::Hull(Happening::TankShock { model: tank, far }));
    }
    cx.reveal();
    let mut charge = Charge { tank, start, far, rams };
    match fixed.edition.tank_shock {
        TankShock::Morale => by_morale(s, cx, &mut charge)?,
        TankShock::Initiative => by_initiative(s, cx, &mut charge)?,
    }
    if !rams && s.stands(tank) {
        moving::after(s, cx, unit)?;
    }
    Ok(())
}

/// 5B-TNK-004: a ram that goes on.
pub fn go_on(s: &mut State, cx: &mut Cx<'_>, mut charge: Charge) -> Step {
    match cx.fixed().edition.tank_shock {
        TankShock::Morale => by_morale(s, cx, &mut charge),
        TankShock::Initiative => by_initiative(s, cx, &mut charge),
    }
}

impl Charge {
    /// The tank after so far.
    pub fn at(&self, far: Length) -> Pose {
        Pose { at: self.start.at + self.start.facing.step(far), ..self.start }
    }

    fn step(&self, far: Length) -> Offset {
        self.start.facing.step(far)
    }

    /// How far the tank goes until it is so near to something; `None` where it never is.
    pub fn meets(&self, fixed: &Fixed, other: &Outline, reach: Length) -> Option<Length> {
        let hull = fixed.ground.form(fixed.form(self.tank)).body(self.start).outline;
        let (from, _) = hull.near_on(self.step(self.far), other, reach)?;
        (from <= Outline::WAY).then(|| Length((i64::from(self.far.0) * from.max(0) / Outline::WAY) as i32))
    }

    /// Whether a body stands on the level the tank drives on: a tank shock meets nobody on another level of a ruin.
    fn on_level(&self, body: &grognard_space::table::Body) -> bool {
        (body.pose.z - self.start.z).0.abs() <= Length::INCH.0
    }

    /// The models of a unit its hull runs into on its way.
    pub fn path(&self, fixed: &Fixed, s: &State, unit: UnitId) -> Vec<ModelId> {
        let hit = |(model, body): (ModelId, &grognard_space::table::Body)| {
            self.meets(fixed, &body.outline, Length::ZERO).map(|_| model)
        };
        s.bodies(unit)
            .filter(|(model, body)| !is_ramming_matter(fixed, *model) && self.on_level(body))
            .filter_map(hit)
            .collect()
    }

    /// The guns of a unit its hull runs into.
    fn guns(&self, fixed: &Fixed, s: &State, unit: UnitId) -> Vec<ModelId> {
        let met = |model: &ModelId| {
            let body = s.table.body(*model);
            body.is_some_and(|body| self.meets(fixed, &body.outline, Length::INCH).is_some())
        };
        s.guns(fixed, unit).into_iter().filter(met).collect()
    }
}

/// 5V-TNK-022: by the variant a tank meets guns as it meets vehicles.
pub(super) fn is_ramming_matter(fixed: &Fixed, model: ModelId) -> bool {
    fixed.is_gun(model) && fixed.uses(rule!("5V-TNK-022"))
}

/// Where the tank has to stop, and the enemy vehicle it rams there: 5B-TNK-006, 5V-TNK-010; friends, the edge and impassable
/// ground stop it, and enemy vehicles an inch before, or in contact where it rams.
fn stop(fixed: &Fixed, s: &State, charge: &Charge) -> (Length, Option<ModelId>) {
    let side = s.side_of(charge.tank);
    let near = match fixed.edition.tank_shock {
        TankShock::Morale => fixed.vehicles().stops.from_vehicles.0,
        TankShock::Initiative => fixed.vehicles().stops_too.from_vehicles.0,
    };
    let mut best = (charge.far, None);
    for id in s.table.ids().filter(|id| *id != charge.tank) {
        let Some(body) = s.table.body(id).filter(|body| charge.on_level(body)) else { continue };
        // 5V-TNK-022: guns are rammed, or it stops before them.
        // 5B-TNK-005: a wreck is ground to drive over.
        if s.model(id).place == Place::Wreck {
            continue;
        }
        let vehicle = fixed.chassis(id).is_some() || is_ramming_matter(fixed, id);
        let enemy = s.stands(id) && s.side_of(id) != side;
        let locked = s.stands(id) && s.locked(s.model(id).unit);
        let reach = match (enemy, vehicle) {
            (true, true) if charge.rams => Length::ZERO,
            (true, true) => near,
            // 5B-TNK-002: not through combats.
            (true, false) if !locked => continue,
            _ => Length::ZERO,
        };
        if let Some(far) = charge.meets(fixed, &body.outline, reach)
            && far < best.0
        {
            best = (far, (enemy && vehicle && charge.rams).then_some(id));
        }
    }
    // The edge and ground nobody enters.
    let form = fixed.ground.form(fixed.form(charge.tank));
    let free = |far: Length| {
        let body = form.body(charge.at(far));
        let (x, y) = fixed.battlefield.size;
        let bounds = body.outline.bounds();
        let inside = bounds.low.x >= 0 && bounds.low.y >= 0 && bounds.high.x <= x.0 && bounds.high.y <= y.0;
        let house = |own: &crate::buildings::Building| {
            s.is_up(own.feature) && fixed.feature_of(own).area.overlaps(&body.outline)
        };
        inside
            && !fixed.buildings.iter().any(house)
            && !fixed.ground.areas_touched(&body.outline).into_iter().any(|id| {
                let feature = fixed.ground.feature(id);
                feature.tags.any(crate::terrain::IMPASSABLE) && feature.area.overlaps(&body.outline)
            })
    };
    let step = Length::INCH.0 / 8;
    let mut far = 0;
    while far < best.0.0 {
        let next = (far + step).min(best.0.0);
        if !free(Length(next)) {
            return (Length(far), None);
        }
        far = next;
    }
    best
}

/// The enemy units in the way up to where the tank stops, in the order it meets them.
fn units_met(fixed: &Fixed, s: &State, charge: &Charge, stop: Length) -> Vec<(Length, UnitId)> {
    let side = s.side_of(charge.tank);
    let mut met: Vec<(Length, UnitId)> = s
        .on_table(side.other())
        .filter(|unit| !fixed.is_vehicle(*unit) && !s.locked(*unit))
        .filter_map(|unit| {
            let first = s
                .bodies(unit)
                .filter(|(model, body)| !is_ramming_matter(fixed, *model) && charge.on_level(body))
                .filter_map(|(_, body)| charge.meets(fixed, &body.outline, Length::ZERO))
                .min()?;
            (first <= stop).then_some((first, unit))
        })
        .collect();
    met.sort_unstable();
    met
}

/// The tank goes as far as this and stays there.
fn arrive(s: &mut State, cx: &mut Cx<'_>, charge: &Charge, far: Length, rules: &[RuleId]) -> Step {
    let end = charge.at(far);
    if !s.stands(charge.tank) {
        return Ok(());
    }
    moving::go(s, cx, charge.tank, &[end], "move.tank-shock")?;
    let mut rules = rules.to_vec();
    if far < charge.far {
        let short = match cx.fixed().edition.tank_shock {
            TankShock::Morale => rule!("5B-TNK-006"),
            TankShock::Initiative => rule!("5V-TNK-010"),
        };
        rules.push(short);
        let gun = |(id, body): (ModelId, &grognard_space::table::Body)| {
            let hull = s.table.body(charge.tank);
            is_ramming_matter(cx.fixed(), id)
                && hull.is_some_and(|hull| hull.outline.within(&body.outline, Length::inches(2)))
        };
        if s.enemies(s.side_of(charge.tank)).any(gun) {
            rules.push(rule!("5V-TNK-022"));
        }
    }
    cx.emit(&rules, Event::Hull(Happening::Stops { model: charge.tank }));
    make_room(s, cx, charge.tank)
}

/// 5B-TNK-005: a check of morale for each unit that is met; who passes lets it through or dies for glory.
fn by_morale(s: &mut State, cx: &mut Cx<'_>, charge: &mut Charge) -> Step {
    let mut done: Vec<UnitId> = Vec::new();
    loop {
        let (limit, rammed) = stop(cx.fixed(), s, charge);
        let next = units_met(cx.fixed(), s, charge, limit).into_iter().find(|(_, unit)| !done.contains(unit));
        let Some((first, unit)) = next else {
            arrive(s, cx, charge, limit, rules!["5B-TNK-005"])?;
            return ramming::impact(s, cx, charge, limit, rammed);
        };
        done.push(unit);
        let models = charge.path(cx.fixed(), s, unit);
        let rules = rules!["5B-TNK-005", "5B-TNK-006", "5B-AMB-005"];
        cx.emit(
            rules,
            Event::Hull(Happening::InThePath { model: charge.tank, unit, models: models.clone() }),
        );
        if rolla::has(cx.fixed(), charge.tank) {
            rolla::roll_over(s, cx, unit)?;
            if s.unit(unit).models.is_empty() {
                continue;
            }
        }
        let models: Vec<ModelId> = models.into_iter().filter(|model| s.stands(*model)).collect();
        if !holds(s, cx, unit, rules!["5B-TNK-005", "5B-TNK-001", "5B-MOR-005"])? {
            fall_back::fall_back(s, cx, unit, rules!["5B-TNK-005"])?;
            continue;
        }
        let Some((model, arm)) = nominate(s, cx, charge, unit, &models, rule!("5B-TNK-005"))? else {
            continue;
        };
        if rolla::has(cx.fixed(), charge.tank) {
            // 5X-RUL-033: as many hits more for the glory.
            rolla::roll_over(s, cx, unit)?;
            if !s.stands(model) {
                continue;
            }
        }
        let before = charge.at(first);
        s.table.move_to(charge.tank, before);
        let results = glory(s, cx, charge, model, arm, rules!["5B-TNK-005"])?;
        let stopped = results
            .iter()
            .any(|damage| damage.destroys() || matches!(damage, Damage::Stunned | Damage::Immobilised))
            || s.immobilised(charge.tank);
        if stopped || !s.stands(charge.tank) {
            s.model_mut(charge.tank).far = first.0;
            cx.emit(rules!["5B-TNK-005"], Event::Hull(Happening::Stops { model: charge.tank }));
            return if s.stands(charge.tank) { make_room(s, cx, charge.tank) } else { Ok(()) };
        }
        s.table.move_to(charge.tank, charge.start);
        crush(s, cx, model, rules!["5B-TNK-005"]);
    }
}

/// The check of morale against a tank; 5B-USR-020: tank hunters pass it.
fn holds(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, rules: &[RuleId]) -> Step<bool> {
    let fixed = cx.fixed();
    if !s.unit(unit).falling_back && abilities::unit_has_without_characters(fixed, s, unit, "tank-hunters") {
        cx.emit(rules!["5B-USR-020"], Event::Fearless { unit });
        return Ok(true);
    }
    morale::check(s, cx, unit, 0, rules)
}

/// D-22, D-87: a model of the unit attacks the tank, or nobody does; the weapon is named with it.
fn nominate(
    s: &mut State,
    cx: &mut Cx<'_>,
    charge: &Charge,
    unit: UnitId,
    models: &[ModelId],
    rule: RuleId,
) -> Step<Option<(ModelId, Arm)>> {
    let fixed = cx.fixed();
    let mut options = vec![Choice::Word(Word::No)];
    let mut kinds: Vec<ModelId> = Vec::new();
    let guns: Vec<ModelId> = charge
        .guns(fixed, s, unit)
        .into_iter()
        .filter(|gun| artillery::firing::silent(fixed, s, *gun).is_none())
        .collect();
    for model in models.iter().copied().filter(|model| s.stands(*model) && !fixed.is_gun(*model)) {
        if kinds.iter().any(|known| fixed.alike(*known, model)) {
            continue;
        }
        kinds.push(model);
        let kind = fixed.kind_of(model);
        options.extend(kind.weapons.iter().map(|weapon| Choice::Glory(model, Arm::Shot(*weapon))));
        options.extend(
            kind.blades.iter().chain(&kind.grenades).map(|blade| Choice::Glory(model, Arm::Blow(*blade))),
        );
        // 5V-TNK-024: or with a gun in the tank's path.
        if fixed.uses(rule!("5V-TNK-024")) && !abilities::is_independent(fixed, model) {
            let mut shells: Vec<_> =
                guns.iter().flat_map(|gun| fixed.kind_of(*gun).weapons.clone()).collect();
            shells.sort_unstable();
            shells.dedup();
            options.extend(shells.into_iter().map(|weapon| Choice::Glory(model, Arm::Shot(weapon))));
        }
    }
    (s.about, s.against) = (Some(unit), Some(s.model(charge.tank).unit));
    let ask = Ask::new(s.unit(unit).side.seat(), "death-or-glory", rule);
    match cx.choose(s, ask, &options)? {
        Choice::Glory(model, arm) => Ok(Some((model, arm))),
        _ => Ok(None),
    }
}

/// 5V-TNK-015, 5B-TNK-005: one hit on the front armour, without a roll.
fn glory(
    s: &mut State,
    cx: &mut Cx<'_>,
    charge: &Charge,
    model: ModelId,
    arm: Arm,
    rules: &[RuleId],
) -> Step<Vec<Damage>> {
    let gun = !s.guns(cx.fixed(), s.model(model).unit).is_empty() && cx.fixed().uses(rule!("5V-TNK-024"));
    let more: &[RuleId] = if gun { rules!["5V-TNK-024"] } else { &[] };
    cx.emit(&[rules, more].concat(), Event::Hull(Happening::Glory { model, tank: charge.tank }));
    let force = match arm {
        Arm::Shot(weapon) => {
            Force::shot(cx.fixed(), weapon, Length::ZERO, false).hunting(cx.fixed(), s, model)
        }
        Arm::Blow(blade) => assault::force(cx.fixed(), s, model, blade),
    };
    let mut results = Vec::new();
    for _ in 0..cx.fixed().vehicles().glory.hits {
        results.extend(struck::hit(s, cx, charge.tank, Facing::Front, &force)?);
    }
    let by = s.side_of(model);
    let before = s.hull(charge.tank).map_or((0, 0), |hull| (hull.shaken.len(), hull.drive));
    damage::apply(s, cx, by, &results)?;
    let after = s.hull(charge.tank).map_or((0, 0), |hull| (hull.shaken.len(), hull.drive));
    // What the crew shrugged off did not happen.
    let slowed = after.0 > before.0 || after.1 > before.1;
    let found = results.into_iter().map(|(_, damage)| damage);
    let _ = Extra::Usual;
    Ok(found
        .filter(|damage| match damage {
            Damage::Shaken | Damage::Drive => slowed,
            Damage::Stunned => s.hull(charge.tank).is_some_and(|hull| hull.stunned > 0),
            _ => true,
        })
        .collect())
}

/// 5V-TNK-020: removed whatever its Wounds and saves.
fn crush(s: &mut State, cx: &mut Cx<'_>, model: ModelId, rules: &[RuleId]) {
    if s.stands(model) {
        s.remove(model);
        cx.emit(rules, Event::Hull(Happening::Crushed { model }));
    }
}

/// 5V-TNK-006, T-11: the row of a speed.
pub fn row(fixed: &Fixed, far: Length) -> &ShockRow {
    let rows = &fixed.vehicles().shock_table.rows;
    rows.iter().find(|row| row.upto.0.is_none_or(|upto| far <= upto)).unwrap_or(&rows[rows.len() - 1])
}

/// 5V-TNK-005: an Initiative test against being run over; a 6 always fails.
fn jumps(cx: &mut Cx<'_>, models: &[ModelId], far: Length) -> Step<Vec<bool>> {
    let modifier = row(cx.fixed(), far).initiative;
    let mut all = Vec::new();
    for model in models {
        let own = i16::from(cx.fixed().kind_of(*model).values.i) + i16::from(modifier);
        let most = own.clamp(0, 5) as u8;
        let need = Target::new(Need::AtMost(most), rule!("5V-TNK-005"));
        let face = cx.roll_many(1, 6, "roll.initiative", rules!["5V-TNK-005", "5V-TNK-006"], Some(&need))?[0];
        let passed = face <= most;
        cx.emit(rules!["5V-TNK-005"], Event::Hull(Happening::Jumps { model: *model, passed }));
        all.push(passed);
    }
    Ok(all)
}

/// 5V-TNK-004 to 5V-TNK-020: tests by speed, hits, and morale when the tank has come to rest.
fn by_initiative(s: &mut State, cx: &mut Cx<'_>, charge: &mut Charge) -> Step {
    let mut done: Vec<UnitId> = Vec::new();
    let mut hurt: Vec<UnitId> = Vec::new();
    let mut end = None;
    while end.is_none() {
        let (limit, rammed) = stop(cx.fixed(), s, charge);
        let next = units_met(cx.fixed(), s, charge, limit).into_iter().find(|(_, unit)| !done.contains(unit));
        let Some((first, unit)) = next else {
            end = Some((limit, rammed));
            continue;
        };
        done.push(unit);
        let before = s.unit(unit).models.len();
        if !shock(s, cx, charge, first, unit)? {
            end = Some((first, None));
        }
        if s.unit(unit).models.len() < before && !s.unit(unit).models.is_empty() {
            hurt.push(unit);
        }
    }
    if let Some((far, rammed)) = end {
        arrive(s, cx, charge, far, rules!["5V-TNK-007"])?;
        ramming::impact(s, cx, charge, far, rammed)?;
    }
    for unit in hurt {
        if s.unit(unit).models.is_empty() || s.bodies(unit).next().is_none() {
            continue;
        }
        if s.unit(unit).falling_back {
            // 5V-TNK-009.
            fall_back::fall_back(s, cx, unit, rules!["5V-TNK-009", "5B-FAL-008"])?;
        } else if !holds(s, cx, unit, rules!["5V-TNK-008", "5V-MOR-001"])? {
            fall_back::fall_back(s, cx, unit, rules!["5V-TNK-008"])?;
        }
    }
    Ok(())
}

/// One unit is met; whether the tank goes on.
fn shock(s: &mut State, cx: &mut Cx<'_>, charge: &mut Charge, first: Length, unit: UnitId) -> Step<bool> {
    let path = charge.path(cx.fixed(), s, unit);
    let tank = charge.tank;
    // 5V-TNK-023: the crew of guns too, before the tank meets them.
    let crew = !s.guns(cx.fixed(), unit).is_empty() && charge.rams;
    let rules = if crew { rules!["5V-TNK-004", "5V-TNK-023"] } else { rules!["5V-TNK-004"] };
    cx.emit(rules, Event::Hull(Happening::InThePath { model: tank, unit, models: path.clone() }));
    let everybody = s.crew(cx.fixed(), unit);
    let mut tested: Vec<(ModelId, bool)> = Vec::new();
    let nominee = nominate(s, cx, charge, unit, &everybody, rule!("5V-TNK-013"))?;
    if let Some((model, arm)) = nominee {
        let passed = jumps(cx, &[model], charge.far)?[0];
        tested.push((model, passed));
        if passed {
            s.table.move_to(tank, charge.at(first));
            let results = glory(s, cx, charge, model, arm, rules!["5V-TNK-014", "5V-TNK-015"])?;
            if !s.stands(tank) || s.immobilised(tank) {
                s.model_mut(tank).far = first.0;
                cx.emit(rules!["5V-TNK-016"], Event::Hull(Happening::Stops { model: tank }));
                return Ok(false);
            }
            s.table.move_to(tank, charge.start);
            let slows =
                results.iter().filter(|damage| matches!(damage, Damage::Shaken | Damage::Drive)).count();
            if slows > 0 {
                // 5V-TNK-017 to 5V-TNK-019: it counts as having gone further.
                let less = Length(cx.fixed().vehicles().slowed.further.0.0 * slows as i32);
                if first + less >= charge.far {
                    cx.emit(
                        rules!["5V-TNK-017", "5V-TNK-018"],
                        Event::Hull(Happening::Stops { model: tank }),
                    );
                    charge.far = first;
                    return Ok(false);
                }
                charge.far -= less;
                cx.emit(
                    rules!["5V-TNK-019"],
                    Event::Hull(Happening::TankShock { model: tank, far: charge.far }),
                );
            }
            crush(s, cx, model, rules!["5V-TNK-020"]);
        }
    }
    let path: Vec<ModelId> =
        charge.path(cx.fixed(), s, unit).into_iter().filter(|model| s.stands(*model)).collect();
    // 5X-RUL-033: a deff rolla in place of the hits by speed.
    if rolla::has(cx.fixed(), tank) {
        rolla::roll_over(s, cx, unit)?;
        return Ok(true);
    }
    let mut hit: Vec<ModelId> = Vec::new();
    for model in path {
        let passed = match tested.iter().find(|(known, _)| *known == model) {
            Some((_, passed)) => *passed,
            None => jumps(cx, &[model], charge.far)?[0],
        };
        if !passed {
            hit.push(model);
        }
    }
    if !hit.is_empty() {
        run_over(s, cx, unit, &hit, charge.far)?;
    }
    Ok(true)
}

/// 5V-TNK-006, 5V-AMB-027: hits of the row, all rending on a further six.
fn run_over(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, models: &[ModelId], far: Length) -> Step {
    let own = row(cx.fixed(), far);
    let (strength, ap) = (own.strength, own.ap.0);
    let rules = rules!["5V-TNK-006"];
    cx.emit(rules, Event::Under { target: unit, models: models.to_vec() });
    let face = cx.fixed().numbers().rending_too.face;
    let faces = cx.roll_many(models.len(), 6, "roll.rending", rules!["5V-TNK-006", "5V-WCH-022"], None)?;
    let rending = cx.fixed().numbers().rending_too.ap.0;
    let hits: Vec<Blow> = models
        .iter()
        .zip(faces)
        .map(|(model, shown)| Blow {
            strength: Some(strength),
            ap: if shown == face { rending } else { ap },
            rends: shown == face,
            ..Blow::wound(*model)
        })
        .collect();
    debug_assert_eq!(cx.fixed().edition.shooting, Shooting::Hits);
    each_hit(s, cx, unit, &hits, models, &[])?;
    Ok(())
}
