//! Collisions, rams, overruns and crashes (COL).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Angle, Body, Length, Offset, Outline, Passing, Point, Pose};
use grognard_tabletop::templates::roll_direction;

use super::penetration::{self, Formula, Source};
use super::{corners, damage, datafax, is_bike, is_crew_location, motive, muster::ram_id};
use crate::Second;
use crate::choice::Word;
use crate::data::datafaxes::Motive;
use crate::data::ground::Class;
use crate::event::Event;
use crate::fixed::{Fixed, WeaponId};
use crate::ids::{ModelId, UnitId};
use crate::legal::moves::free_place;
use crate::play::casualties;
use crate::state::{Place, State};
use crate::terrain::{OBSTACLE, TREE, WOOD};

/// Hulls that are no further apart touch: a way is cut to the hundredth of a millimetre.
const TOUCHES: Length = Length::mm(2);
/// How far somebody is looked for a place who steps or dives aside.
const ASIDE: Length = Length::inches(5);

/// What stops a vehicle.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Met {
    /// Another vehicle.
    Vehicle(ModelId),
    /// A feature of the table.
    Feature(usize),
    /// A wreck.
    Wreck(usize),
    /// Ground that a bike is too fast for (2E-VTR-006).
    Ground(usize),
}

/// 2E-AMB-135: whether a stated move is fast enough to do harm.
pub fn is_fast(fixed: &Fixed, declared: Length) -> bool {
    declared > fixed.numbers().collision.more_than.0
}

/// How far an outline goes along a step before it meets another one.
fn meets_at(outline: &Outline, step: Offset, other: &Outline) -> Option<Length> {
    let whole = step.length();
    let meets = |far: Length| outline.swept(step.with_length(far)).overlaps(other);
    if whole == Length::ZERO || outline.overlaps(other) || !meets(whole) {
        return None;
    }
    let (mut low, mut high) = (Length::ZERO, whole);
    while high - low > Length(1) {
        let middle = Length(low.0.midpoint(high.0));
        if meets(middle) { high = middle } else { low = middle }
    }
    Some(low)
}

/// Whether a feature stops a vehicle of this kind: buildings, what nobody can enter, and obstacles it cannot cross.
fn stops(fixed: &Fixed, motive: Option<Motive>, feature: usize, slow: bool) -> bool {
    let piece = &fixed.battlefield.features[feature].piece;
    let solid = piece.building.is_some() || piece.ground == Class::Impassable;
    let crossed = match motive {
        Some(Motive::Skimmer) => return false,
        Some(Motive::Tracked) => slow,
        Some(Motive::Walker) => true,
        _ => false,
    };
    solid || (piece.obstacle && !crossed)
}

/// The first thing a vehicle meets on a straight way, and how far it comes.
pub fn ahead(
    fixed: &Fixed,
    s: &State,
    model: ModelId,
    body: &Body,
    step: Offset,
    slow: bool,
) -> (Length, Option<Met>) {
    let motive = motive(fixed, model);
    let swept = body.outline.swept(step);
    let mut found: Option<(Length, Met)> = None;
    let mut add = |far: Option<Length>, met: Met| {
        if let Some(far) = far
            && found.is_none_or(|(known, _)| far < known)
        {
            found = Some((far, met));
        }
    };
    if motive != Some(Motive::Skimmer) {
        for other in s.table.ids_within(&swept, Length::ZERO) {
            if let Some(hull) = s.table.body(other).filter(|_| other != model && s.vehicle(other).is_some()) {
                add(meets_at(&body.outline, step, &hull.outline), Met::Vehicle(other));
            }
        }
        for (at, wreck) in s.wrecks.iter().enumerate().filter(|(_, wreck)| wreck.stands) {
            add(meets_at(&body.outline, step, &wreck.body(fixed).outline), Met::Wreck(at));
        }
    }
    for number in fixed.ground.parts_near(swept.bounds()) {
        let part = &fixed.ground.parts()[number];
        let feature = usize::from(part.terrain.0);
        let counts = !part.tags.any(TREE | WOOD) && part.span.low < body.volume.high;
        if counts && stops(fixed, motive, feature, slow) {
            add(meets_at(&body.outline, step, &part.outline), Met::Feature(feature));
        }
    }
    for (at, feature) in fixed.battlefield.features.iter().enumerate() {
        if feature.piece.ground == Class::Impassable && stops(fixed, motive, at, slow) {
            for piece in feature.area.pieces() {
                add(meets_at(&body.outline, step, &piece), Met::Feature(at));
            }
        }
    }
    found.map_or((step.length(), None), |(far, met)| (far, Some(met)))
}

/// The creatures on a straight way, the first one first.
fn creatures(s: &State, model: ModelId, body: &Body, step: Offset) -> Vec<ModelId> {
    let swept = body.outline.swept(step);
    let mut found: Vec<(Length, ModelId)> = Vec::new();
    for other in s.table.ids_within(&swept, Length::ZERO) {
        let Some(hull) = s.table.body(other).filter(|_| other != model && s.vehicle(other).is_none()) else {
            continue;
        };
        if hull.outline.overlaps(&swept) {
            found.push((meets_at(&body.outline, step, &hull.outline).unwrap_or_default(), other));
        }
    }
    found.sort_unstable();
    found.into_iter().map(|(_, other)| other).collect()
}

/// Moves a vehicle straight on until something stops it: whoever is in the way is run over, what stops it is rammed where
/// it is fast enough (2E-COL-001); how far it came, and whether it met something.
pub fn run_on(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    direction: Angle,
    far: Length,
    declared: Length,
) -> Step<(Length, bool)> {
    let fixed = cx.fixed();
    let Some(body) = s.table.body(model).cloned() else { return Ok((Length::ZERO, false)) };
    let fast = is_fast(fixed, declared);
    let (mut gone, met) = ahead(fixed, s, model, &body, direction.step(far), false);
    // The edge of the table stops it, too.
    while gone > Length::ZERO && !fixed.ground.holds(&body.outline.shifted(direction.step(gone))) {
        gone = (gone - Length::INCH).max(Length::ZERO);
    }
    let step = direction.step(gone);
    let crushed = if motive(fixed, model) == Some(Motive::Skimmer) {
        Vec::new()
    } else {
        creatures(s, model, &body, step)
    };
    s.table.move_to(model, Pose { at: body.pose.at + step, ..body.pose });
    over_all(s, cx, model, &crushed, fast)?;
    if let Some(met) = met.filter(|_| fast && s.table.body(model).is_some()) {
        collide(s, cx, model, met)?;
    }
    Ok((gone, met.is_some()))
}

/// Everybody in the way of a part of a vehicle's move: 2E-COL-008: they step aside; 2E-COL-009: from a fast one they dive.
pub fn passing(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    start: Pose,
    stops: &[Pose],
    declared: Length,
) -> Step {
    if !applies(rule!("2E-COL-008")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    // 2E-SKM-006: skimmers overrun nobody; 2E-WLK-007: walkers neither.
    if matches!(motive(fixed, model), Some(Motive::Skimmer | Motive::Walker)) {
        return Ok(());
    }
    let form = fixed.ground.form(fixed.form(model));
    let mut from = start;
    let mut all: Vec<ModelId> = Vec::new();
    for stop in stops {
        let body = form.body(Pose { at: from.at, ..*stop });
        let body = if stop.at == from.at { form.body(*stop) } else { body };
        for other in creatures(s, model, &body, stop.at - from.at) {
            if !all.contains(&other) {
                all.push(other);
            }
        }
        from = *stop;
    }
    over_all(s, cx, model, &all, is_fast(fixed, declared))
}

fn over_all(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    creatures: &[ModelId],
    fast: bool,
) -> Step {
    let mut sides = Vec::new();
    for creature in creatures {
        if s.model(*creature).place == Place::Table && s.table.body(model).is_some() {
            over(s, cx, model, *creature, fast, &mut sides)?;
        }
    }
    Ok(())
}

/// The side to which the members of a unit dive.
type Sides = Vec<(UnitId, Word)>;

/// 2E-COL-009: somebody dives to the side its owner likes; its squad is asked once. Whether there was room.
fn dive(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    creature: ModelId,
    sides: &mut Sides,
) -> Step<bool> {
    let fixed = cx.fixed();
    let (Some(hull), Some(pose)) = (s.pose(model), s.pose(creature)) else { return Ok(false) };
    let ahead = hull.facing.step(Length::INCH);
    let is_left = |at: Point| ahead.cross(at - hull.at) >= 0;
    let [left, right] = [true, false].map(|left| free_spot(s, fixed, creature, &|at| is_left(at) == left));
    let unit = s.model(creature).unit;
    let known = sides.iter().find(|(other, _)| *other == unit).map(|(_, side)| *side);
    let side = match (left, right, known) {
        (None, None, _) => return Ok(false),
        (Some(_), None, _) => Word::Left,
        (None, Some(_), _) => Word::Right,
        (_, _, Some(known)) => known,
        (Some(one), Some(other), None) => {
            s.about = Some(unit);
            let near = usize::from(other.at.distance(pose.at) < one.at.distance(pose.at));
            let ask = Ask::new(s.unit(unit).side.seat(), "dive", rule!("2E-COL-009")).default(near);
            let side = cx.choose(s, ask, &[Word::Left, Word::Right])?;
            sides.push((unit, side));
            side
        }
    };
    if let Some(spot) = if side == Word::Left { left } else { right } {
        s.table.move_to(creature, spot);
    }
    Ok(true)
}

/// One creature in the way of a vehicle.
fn over(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    creature: ModelId,
    fast: bool,
    sides: &mut Sides,
) -> Step {
    let fixed = cx.fixed();
    let what = |what: &'static str| Event::Happened { what, model: creature, other: Some(model) };
    if !fast {
        if aside(s, fixed, creature) {
            cx.emit(rules!["2E-COL-008"], what("event.stepped-aside"));
        }
        return Ok(());
    }
    let numbers = fixed.numbers();
    // 2E-COL-010: each further one is warned by the one before.
    let before = s.vehicle(model).map_or(0, |vehicle| vehicle.in_its_way);
    if let Some(vehicle) = s.vehicle_mut(model) {
        vehicle.in_its_way = before.saturating_add(1);
    }
    let initiative = fixed.kind_of(creature).values.i + numbers.warned.initiative * before;
    let rules: &[RuleId] =
        if before > 0 { rules!["2E-COL-009", "2E-COL-010"] } else { rules!["2E-COL-009", "2E-COL-002"] };
    let need = Target::new(Need::AtMost(initiative.min(numbers.dive.always_fails - 1)), rule!("2E-COL-009"));
    let [face] = cx.roll_against::<1>(6, "roll.dive", rules, &need)?;
    // 2E-AMB-104: where there is no room to dive, it is hit.
    if need.met_by(face) && dive(s, cx, model, creature, sides)? {
        cx.emit(rules, what("event.dived"));
        return Ok(());
    }
    cx.emit(rules!["2E-COL-011"], what("event.run-down"));
    if let Some(weapon) = ram_of(fixed, model) {
        casualties::strike(s, cx, &[creature], weapon)?;
    }
    if s.model(creature).place == Place::Table {
        aside(s, fixed, creature);
    }
    let toughness = fixed.kind_of(creature).values.t;
    penetration::knock(s, cx, model, toughness, rules!["2E-COL-011"])
}

/// A model goes out of the way to the nearest free place; whether there is one.
pub fn aside(s: &mut State, fixed: &Fixed, model: ModelId) -> bool {
    let spot = free_spot(s, fixed, model, &|_| true);
    if let Some(spot) = spot {
        s.table.move_to(model, spot);
    }
    spot.is_some()
}

/// The nearest free place beside a model that suits it.
fn free_spot(s: &State, fixed: &Fixed, model: ModelId, suits: &dyn Fn(Point) -> bool) -> Option<Pose> {
    let form = fixed.ground.form(fixed.form(model));
    let rules = free_place(&Passing::Base);
    let fits = |spot: Pose| {
        suits(spot.at)
            && !s
                .wrecks
                .iter()
                .any(|wreck| wreck.stands && wreck.body(fixed).outline.overlaps(&form.body(spot).outline))
    };
    s.table.nearest_spot(form, s.pose(model)?, ASIDE, &rules, &[model], &fits)
}

/// The ram of a vehicle as a weapon.
pub fn ram_of(fixed: &Fixed, model: ModelId) -> Option<WeaponId> {
    let id = ram_id(datafax(fixed, model)?);
    fixed.weapons.iter().position(|known| known.id == id).map(|at| at as WeaponId)
}

/// The locations of a vehicle that something touches; the nearest one at least (2E-AMB-040).
fn touching(fixed: &Fixed, s: &State, model: ModelId, by: &Outline) -> Vec<usize> {
    let (Some(own), Some(pose)) = (datafax(fixed, model), s.pose(model)) else { return Vec::new() };
    let outline = |at: usize| Outline::convex(corners(own, at, pose));
    let all = (0..own.location.len()).filter(|at| !is_crew_location(own, *at));
    let mut found: Vec<usize> = all.clone().filter(|at| outline(*at).within(by, TOUCHES)).collect();
    if found.is_empty() {
        found.extend(all.min_by_key(|at| (outline(*at).distance(by), *at)));
    }
    found
}

/// The locations that a collision hits: those that touch, and each other one on a die.
fn struck(
    s: &State,
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    by: &Outline,
    others: bool,
    rules: &[RuleId],
) -> Step<Vec<usize>> {
    let fixed = cx.fixed();
    let mut found = touching(fixed, s, model, by);
    if !others {
        found.truncate(1);
        return Ok(found);
    }
    let all = datafax(fixed, model).map_or(0, |own| own.location.len());
    let rest: Vec<usize> = (0..all).filter(|at| !found.contains(at)).collect();
    let need = Target::new(Need::AtLeast(fixed.numbers().rammed.others_need), rule!("2E-COL-005"));
    let faces = cx.roll_many(rest.len(), 6, "roll.others", rules, Some(&need))?;
    found.extend(rest.into_iter().zip(faces).filter(|(_, face)| need.met_by(*face)).map(|(at, _)| at));
    Ok(found)
}

/// 2E-COL-006: the ram of one vehicle against locations of another, or of itself; `cap` where its penetration is capped.
/// The highest total.
#[expect(clippy::too_many_arguments, reason = "what a ram consists of")]
fn batter(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    locations: &[usize],
    ram: WeaponId,
    from: &Source,
    cap: Option<u8>,
    rules: &[RuleId],
) -> Step<u8> {
    let fixed = cx.fixed();
    let own = fixed.weapon(ram);
    let mut highest = 0;
    for location in locations {
        if s.table.body(model).is_none() {
            break;
        }
        if let Some(crewman) = penetration::crewman_hit(fixed, s, model, *location) {
            cx.emit(rules, Event::Located { model, location: *location as u8 });
            penetration::strike_crew(s, cx, model, crewman, ram, rules!["2E-COL-006"])?;
            continue;
        }
        let Some(formula) = Formula::read(&own.penetration, own.strength) else { continue };
        let rolled = formula.roll(cx, rules)?;
        highest = highest.max(rolled);
        let total = cap.map_or(rolled, |cap| rolled.min(cap));
        let armour = penetration::armour(fixed, s, model, *location, from.from);
        penetration::against(s, cx, model, *location, total, armour, rules)?;
    }
    Ok(highest)
}

/// A collision with what stopped a vehicle.
pub fn collide(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, met: Met) -> Step {
    match met {
        Met::Vehicle(other) => with_vehicle(s, cx, model, other),
        Met::Feature(feature) => {
            let outline = nearest_part(cx.fixed(), s, model, feature);
            with_scenery(s, cx, model, outline, Some(feature))
        }
        Met::Ground(_) => Ok(()),
        Met::Wreck(at) => {
            let outline = s.wrecks.get(at).map(|wreck| wreck.body(cx.fixed()).outline.clone());
            with_scenery(s, cx, model, outline, None)
        }
    }
}

/// 2E-COL-005: each of two vehicles attacks the other; 2E-COL-012: a bike hits one location of a larger one only.
fn with_vehicle(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, other: ModelId) -> Step {
    if !applies(rule!("2E-COL-005")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    let (Some(one), Some(two)) = (s.table.body(model).cloned(), s.table.body(other).cloned()) else {
        return Ok(());
    };
    let mut rules = rules!["2E-COL-001", "2E-COL-003", "2E-COL-005"].to_vec();
    let small = is_bike(fixed, model) && !is_bike(fixed, other);
    if small {
        rules.push(rule!("2E-COL-012"));
    }
    // 2E-COL-004: a walker does not ram, but has a ram value for whoever rams it.
    if super::is_walker(fixed, other) {
        rules.push(rule!("2E-COL-004"));
    }
    cx.emit(&rules, Event::Happened { what: "event.collided", model, other: Some(other) });
    let by_one = struck(s, cx, other, &one.outline, !small, &rules)?;
    let by_two = struck(s, cx, model, &two.outline, true, &rules)?;
    let from = |body: &Body| Source { from: Some(body.pose.at), ..Source::default() };
    let rules = rules!["2E-COL-003", "2E-COL-006"];
    if let Some(ram) = ram_of(fixed, model) {
        batter(s, cx, other, &by_one, ram, &from(&one), None, rules)?;
    }
    if let Some(ram) = ram_of(fixed, other) {
        batter(s, cx, model, &by_two, ram, &from(&two), None, rules)?;
    }
    stand_still(s, model);
    Ok(())
}

/// 2E-COL-007: against scenery with its own ram value; a building's armour is the most it can suffer, and takes the same.
fn with_scenery(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    outline: Option<Outline>,
    feature: Option<usize>,
) -> Step {
    if !applies(rule!("2E-COL-007")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    let Some(outline) = outline else { return Ok(()) };
    let rules = rules!["2E-COL-001", "2E-COL-007"];
    cx.emit(rules, Event::Happened { what: "event.ran-into", model, other: None });
    let hit = struck(s, cx, model, &outline, true, rules)?;
    let from = Source {
        from: Some(outline.nearest_to(s.pose(model).map_or_else(Default::default, |pose| pose.at))),
        ..Source::default()
    };
    let building = feature.and_then(|at| fixed.battlefield.features[at].piece.building.as_ref());
    let cap = building.map(|building| building.armour);
    let ram = ram_of(fixed, model);
    let highest = match ram {
        Some(ram) => batter(s, cx, model, &hit, ram, &from, cap, rules)?,
        None => 0,
    };
    if let (Some(feature), Some(_)) = (feature, building) {
        crate::buildings::damage::rammed(s, cx, model, feature, highest)?;
    }
    stand_still(s, model);
    Ok(())
}

fn nearest_part(fixed: &Fixed, s: &State, model: ModelId, feature: usize) -> Option<Outline> {
    let body = s.table.body(model)?;
    let own = &fixed.battlefield.features[feature];
    let parts =
        own.parts.iter().filter(|(_, low, _)| *low < body.volume.high).flat_map(|(area, ..)| area.pieces());
    let whole = own.area.pieces();
    parts.chain(whole).min_by_key(|piece| piece.distance(&body.outline))
}

fn stand_still(s: &mut State, model: ModelId) {
    if let Some(vehicle) = s.vehicle_mut(model) {
        (vehicle.speed, vehicle.out_of_control) = (super::Speed::Stationary, 0);
    }
}

/// A vehicle comes down: a hit on every location with its own ram value, everybody aboard in danger, then it is a wreck.
pub fn crash(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, rules: &[RuleId]) -> Step {
    let fixed = cx.fixed();
    let numbers = &fixed.data.crash;
    cx.emit(rules, Event::Happened { what: "event.crashed", model, other: None });
    let all: Vec<usize> = datafax(fixed, model)
        .map(|own| (0..own.location.len()).filter(|at| !is_crew_location(own, *at)).collect())
        .unwrap_or_default();
    if let Some(ram) = ram_of(fixed, model) {
        for _ in 0..numbers.hits {
            batter(s, cx, model, &all, ram, &Source::default(), None, rules)?;
        }
    }
    let aboard: Vec<ModelId> = super::crew::aboard(s, model).collect();
    damage::some_die(s, cx, &aboard, numbers.aboard_die_needs)?;
    if s.table.body(model).is_some() {
        super::boarding::bail_out(s, cx, model)?;
        damage::destroy(s, cx, model, true);
    }
    Ok(())
}

/// 2E-WLK-007: a falling walker harms the models it strikes: those on a strip as long as it is high, in a random direction.
pub fn fall(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId) -> Step {
    if !applies(rule!("2E-WLK-007")) {
        return Ok(());
    }
    let rules = rules!["2E-WLK-007"];
    let Some(body) = s.table.body(model).cloned() else { return Ok(()) };
    let direction = roll_direction(cx, "roll.falls-over", rules)?;
    let step = direction.step(body.volume.high - body.volume.low);
    cx.emit(rules, Event::Happened { what: "event.falls", model, other: None });
    let creatures = creatures(s, model, &body, step);
    over_all(s, cx, model, &creatures, true)
}

/// Whether some obstacle lies under a vehicle that may not stand there.
pub fn blocked(fixed: &Fixed, outline: &Outline) -> bool {
    let parts = fixed.ground.parts_near(outline.bounds());
    parts
        .iter()
        .map(|number| &fixed.ground.parts()[*number])
        .any(|part| part.tags.any(OBSTACLE) && part.outline.overlaps(outline))
}
