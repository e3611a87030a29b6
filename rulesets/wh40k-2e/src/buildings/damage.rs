//! Shots, blows and rams against buildings and doors, and what follows (2E-BLD-012 to 2E-BLD-023).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Length, Outline, Passing, Point, Pose};

use super::{around, inside};
use crate::Second;
use crate::choice::{Choice, Shot, Tool, Word};
use crate::data::ground::OpeningKind;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::lasting::Ail;
use crate::legal::moves::free_place;
use crate::play::{assault, casualties, hiding, morale};
use crate::state::{Place, State};
use crate::to_hit;
use crate::vehicles::penetration::Formula;
use crate::vehicles::{self, crew};

/// So near to where it stood a survivor of a collapse finds itself.
const BESIDE: Length = Length::inches(4);
/// Models that are no further from a wall touch it.
const TOUCHES: Length = Length::mm(3);

/// 2E-BLD-019, 2E-BLD-014: the armour of a building, or of one of its doors; 2E-SPC-012: that of a building may be agreed.
pub fn armour(fixed: &Fixed, feature: usize, door: Option<u8>) -> u8 {
    let feature = &fixed.battlefield.features[feature];
    let Some(building) = &feature.piece.building else { return 0 };
    if door.is_some() { building.door } else { feature.armour.unwrap_or(building.armour) }
}

/// 2E-BLD-012: whether a building is hit by itself: it is four inches square or larger.
fn is_large(fixed: &Fixed, feature: usize) -> bool {
    if !applies(rule!("2E-BLD-012")) {
        return false;
    }
    let bounds = fixed.battlefield.features[feature].area.bounds();
    let side = fixed.numbers().building_size.side.0;
    Length(bounds.high.x - bounds.low.x) >= side && Length(bounds.high.y - bounds.low.y) >= side
}

/// A shot at a building or at one of its doors; 2E-TGT-009: whoever is nearer.
pub fn shot(s: &mut State, cx: &mut Ctx<'_, Second>, shot: &Shot, feature: usize, door: Option<u8>) -> Step {
    if !applies(rule!("2E-TGT-009")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    let own = fixed.weapon(shot.weapon);
    let stands = crew::vehicle_of(s, shot.model).unwrap_or(shot.model);
    let Some(body) = s.table.body(stands) else { return Ok(()) };
    let place = match door {
        Some(door) => Outline::convex(fixed.battlefield.features[feature].gaps[usize::from(door)].line),
        None => match fixed.battlefield.features[feature]
            .area
            .pieces()
            .into_iter()
            .min_by_key(|piece| piece.distance(&body.outline))
        {
            Some(piece) => piece,
            None => return Ok(()),
        },
    };
    let far = place.distance(&body.outline);
    let band = to_hit::band(fixed, s, shot.model, own, far);
    let what = |what: &'static str| Event::Building { what, building: feature as u8, number: 0 };
    let rules: &[RuleId] =
        if door.is_some() { rules!["2E-BLD-018"] } else { rules!["2E-BLD-012", "2E-BLD-013", "2E-TGT-009"] };
    cx.emit(rules, what(if door.is_some() { "event.door-shot" } else { "event.building-shot" }));
    cx.reveal();
    // 2E-BLD-018: doors from six inches at the most.
    let near = door.is_none() || far <= fixed.numbers().door_range.within.0;
    let Some(band) = band.filter(|_| near) else {
        cx.emit(rules, what("event.building-missed"));
        return Ok(());
    };
    if door.is_none() && !is_large(fixed, feature) {
        let need = to_hit::at_building(fixed, s, shot, band);
        let [face] = cx.roll_against::<1>(6, "roll.to-hit", rules!["2E-BLD-012"], &need)?;
        if !need.met_by(face) {
            cx.emit(rules, what("event.building-missed"));
            return Ok(());
        }
    }
    for _ in 0..own.barrels() {
        let total = if own.penetration == "auto" {
            armour(fixed, feature, door)
        } else {
            let Some(formula) = Formula::read(&own.penetration, own.strength) else { return Ok(()) };
            let rolled = formula.roll(cx, rules!["2E-BLD-014", "2E-PEN-001"])?;
            rolled.saturating_sub(vehicles::penetration::by_range(fixed, far).unsigned_abs())
        };
        hit(s, cx, feature, door, total, None)?;
    }
    Ok(())
}

/// A hit with so much penetration: 2E-BLD-015: damage; 2E-BLD-020: a door goes, and twice its armour shakes the building.
/// `hole` is knocked into the wall where the blow went through (2E-BLD-022).
fn hit(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    feature: usize,
    door: Option<u8>,
    total: u8,
    hole: Option<[Point; 2]>,
) -> Step {
    let fixed = cx.fixed();
    let armour = armour(fixed, feature, door);
    let (building, number) = (feature as u8, i16::from(total));
    if total < armour {
        let agreed: &[RuleId] = if fixed.battlefield.features[feature].armour.is_some() {
            rules!["2E-BLD-014", "2E-SPC-012"]
        } else {
            rules!["2E-BLD-014"]
        };
        cx.emit(agreed, Event::Building { what: "event.building-holds", building, number });
        return Ok(());
    }
    if let Some(door) = door {
        if let Some(own) = s.building_mut(feature)
            && !own.broken.contains(&door)
        {
            own.broken.push(door);
        }
        cx.emit(
            rules!["2E-BLD-019", "2E-BLD-020"],
            Event::Building { what: "event.door-gone", building, number },
        );
        if total >= armour.saturating_mul(fixed.numbers().door_double.times) {
            return shake(s, cx, feature, rules!["2E-BLD-015", "2E-BLD-020"]);
        }
        return Ok(());
    }
    cx.emit(rules!["2E-BLD-014"], Event::Building { what: "event.building-pierced", building, number });
    if let Some(hole) = hole {
        if let Some(own) = s.building_mut(feature) {
            own.holes.push(hole);
        }
        let width = hole[0].distance(hole[1]);
        cx.emit(
            rules!["2E-BLD-022"],
            Event::Building { what: "event.hole", building, number: (width.0 / Length::mm(1).0) as i16 },
        );
        return Ok(());
    }
    shake(s, cx, feature, rules!["2E-BLD-015"])
}

/// 2E-SPC-010: by an option a marker laid on models strikes the building it touches, too.
pub fn blasted(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    weapon: crate::fixed::WeaponId,
    marker: &Outline,
) -> Step {
    if !applies(rule!("2E-SPC-010")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    let own = fixed.weapon(weapon);
    let touches = |at: &usize| fixed.battlefield.features[*at].area.within(marker, Length::ZERO);
    let features: Vec<usize> =
        s.buildings.iter().map(|own| usize::from(own.feature)).filter(touches).collect();
    for feature in features {
        let Some(formula) = Formula::read(&own.penetration, own.strength) else { continue };
        let rules = rules!["2E-BLD-013", "2E-SPC-010"];
        cx.emit(rules, Event::Building { what: "event.building-shot", building: feature as u8, number: 0 });
        let total = formula.roll(cx, rules!["2E-BLD-014", "2E-PEN-001"])?;
        hit(s, cx, feature, None, total, None)?;
    }
    Ok(())
}

/// 2E-BLD-015: a die on the table of building damage, with what earlier damage adds (2E-AMB-107).
fn shake(s: &mut State, cx: &mut Ctx<'_, Second>, feature: usize, rules: &[RuleId]) -> Step {
    if !applies(rule!("2E-BLD-015")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    if s.building(feature).is_none_or(|own| own.collapsed) {
        return Ok(());
    }
    // 2E-BLD-016: a section is damaged by itself.
    let section = fixed.battlefield.features[feature].section_of.is_some();
    let also: &[RuleId] = if section { rules!["2E-BLD-016", "2E-SPC-011"] } else { &[] };
    let rules = &[rules, also].concat();
    let [face] = cx.roll::<1>(6, "roll.building", rules)?;
    let adds = s.building(feature).map_or(0, |own| own.adds);
    let total = face + adds;
    let Some(row) = fixed.data.charts.building_damage.of(total) else { return Ok(()) };
    let what = match row.result.as_str() {
        "collapsed" => "event.collapsed",
        "badly-shaken" => "event.badly-shaken",
        _ => "event.building-shaken",
    };
    cx.emit(rules, Event::Building { what, building: feature as u8, number: i16::from(total) });
    let bodies: Vec<ModelId> =
        s.table.ids().filter(|model| around(fixed, s, *model) == Some(feature)).collect();
    if let Some(own) = s.building_mut(feature) {
        own.adds = adds.saturating_add(row.adds);
        own.badly |= row.result == "badly-shaken";
        own.collapsed |= row.result == "collapsed";
    }
    let before: Vec<usize> = s.units.iter().map(|unit| unit.models.len()).collect();
    for model in bodies {
        if row.result != "shaken" {
            s.disengage(model);
        }
        if row.result == "collapsed" {
            crushed(s, cx, model)?;
        }
        if s.model(model).place == Place::Table {
            s.afflict(model, Ail::Rocked);
        }
    }
    // 2E-HID-011: what has collapsed conceals nobody.
    if row.result == "collapsed" {
        hiding::spotting(s, cx);
    }
    let hurt: Vec<UnitId> = (0..s.units.len() as u16)
        .map(UnitId)
        .filter(|unit| s.unit(*unit).models.len() < before[unit.index()])
        .collect();
    for unit in hurt {
        morale::after_losses(s, cx, unit)?;
    }
    Ok(())
}

/// 2E-AMB-108: whoever is inside a building that collapses saves by its armour, unmodified, or dies.
fn crushed(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId) -> Step {
    if s.vehicle(model).is_some() {
        return Ok(());
    }
    let saved = casualties::saved(cx, model, 0, 1)?;
    if saved == 0 {
        let wounds = s.model(model).wounds;
        casualties::suffer(s, cx, model, wounds, rules!["2E-BLD-015"]);
    } else if let Some(pose) = s.pose(model) {
        // It comes down where it stood, or beside whoever lies there already.
        let (down, form) = (Pose { z: Length::ZERO, ..pose }, cx.fixed().ground.form(cx.fixed().form(model)));
        let rules = free_place(&Passing::Base);
        let free = s.table.check_place(form, down, &rules, &|other| other == model).is_empty();
        let ground = |spot: Pose| spot.z == Length::ZERO;
        let beside = || s.table.nearest_spot(form, down, BESIDE, &rules, &[model], &ground);
        let spot = if free || pose.z == Length::ZERO { down } else { beside().unwrap_or(down) };
        s.table.move_to(model, spot);
    }
    Ok(())
}

/// The wall of a building nearest to an outline: a piece of it as wide as this.
fn opening(fixed: &Fixed, feature: usize, by: &Outline, width: Length) -> Option<[Point; 2]> {
    let corners = fixed.battlefield.features[feature].area.corners();
    let edges = (0..corners.len()).map(|at| [corners[at], corners[(at + 1) % corners.len()]]);
    let edge = edges.min_by_key(|edge| Outline::convex(*edge).distance(by))?;
    let (_, at) = by.closest_points(&Outline::convex(edge));
    let half = (edge[1] - edge[0]).with_length(width.half());
    Some([at - half, at + half])
}

/// 2E-BLD-023, 2E-COL-007: a vehicle that ran into a building may knock a hole as wide as itself.
pub fn rammed(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, feature: usize, total: u8) -> Step {
    if !applies(rule!("2E-BLD-023")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    let Some(body) = s.table.body(model) else { return Ok(()) };
    let armour = armour(fixed, feature, None);
    let width = vehicles::datafax(fixed, model).map_or(Length::ZERO, |own| match own.base {
        crate::data::troops::Base::Hull([_, width]) => width.0,
        crate::data::troops::Base::Round(width) | crate::data::troops::Base::Oblong([width, _]) => {
            Length::mm(width)
        }
    });
    let hole = opening(fixed, feature, &body.outline, width);
    let (building, number) = (feature as u8, i16::from(total.min(armour)));
    if total < armour {
        cx.emit(rules!["2E-BLD-023"], Event::Building { what: "event.building-holds", building, number });
        return Ok(());
    }
    if let (Some(hole), Some(own)) = (hole, s.building_mut(feature)) {
        own.holes.push(hole);
    }
    let width = (width.0 / Length::mm(1).0) as i16;
    cx.emit(
        rules!["2E-BLD-023", "2E-COL-007"],
        Event::Building { what: "event.hole", building, number: width },
    );
    Ok(())
}

/// The building a model touches from either side of its wall, and the door where it stands at one.
fn touched(fixed: &Fixed, s: &State, model: ModelId) -> Option<(usize, Option<u8>)> {
    let body = s.table.body(model)?;
    let features = fixed.battlefield.features.iter().enumerate();
    let mut near = features.filter(|(_, feature)| feature.piece.building.is_some());
    let (at, feature) = near.find(|(at, feature)| {
        let standing = s.building(*at).is_some_and(|own| !own.collapsed);
        let walls = || feature.parts.iter().filter(|(_, low, _)| *low <= body.pose.z);
        let outside = !feature.area.contains(body.pose.at) && feature.area.within(&body.outline, TOUCHES);
        standing && (outside || walls().any(|(area, ..)| area.within(&body.outline, TOUCHES)))
    })?;
    let own = s.building(at)?;
    let door = feature.gaps.iter().enumerate().position(|(number, gap)| {
        let shut = gap.kind == OpeningKind::Door && gap.locked && !own.broken.contains(&(number as u8));
        shut && Outline::convex(gap.line).within(&body.outline, Length::INCH)
    });
    Some((at, door.map(|door| door as u8)))
}

/// 2E-BLD-021: what models of a side may do to buildings they touch: those that did not shoot, or are large, and with
/// something that can go through.
pub fn breaches(fixed: &Fixed, s: &State, side: crate::ids::Side) -> Vec<Choice> {
    let mut found = Vec::new();
    for unit in s.on_table(side) {
        for (model, body) in s.bodies(unit) {
            let large = s.vehicle(model).is_some() || fixed.kind_of(model).has("large");
            let walker = s.vehicle(model).is_none() || vehicles::is_walker(fixed, model);
            let may = walker && !s.is_engaged(model) && !s.is_broken(model) && (large || !s.unit(unit).fired);
            let Some((feature, door)) = touched(fixed, s, model).filter(|_| may && !s.model(model).struck)
            else {
                continue;
            };
            // Whoever defends it, or stands in it, has no reason to.
            if inside(fixed, body.pose.at) == Some(feature)
                || s.building(feature).is_some_and(|own| own.defender == Some(side))
            {
                continue;
            }
            // Whoever stands at a shut door goes for the door.
            let most = |tool: &Tool| {
                let (formula, _) = assault::formula(fixed, model, *tool, true);
                formula.is_none_or(|formula| formula.most() >= armour(fixed, feature, door))
            };
            let tools = assault::tools(fixed, s, model, true).into_iter().filter(most);
            found.extend(tools.map(|tool| Choice::Breach(model, feature as u8, door, tool)));
        }
    }
    found
}

/// Asks the active side, then the other, whether models attack buildings; whether somebody did.
pub fn phase(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step<bool> {
    for side in [s.active, s.active.other()] {
        if s.asked[side.index()] {
            continue;
        }
        let mut options = breaches(cx.fixed(), s, side);
        if options.is_empty() {
            s.asked[side.index()] = true;
            continue;
        }
        options.push(Choice::Word(Word::Done));
        let ask = Ask::new(side.seat(), "breach", rule!("2E-BLD-021")).default(options.len() - 1);
        if let Choice::Breach(model, feature, door, tool) = cx.choose(s, ask, &options)? {
            breach(s, cx, model, usize::from(feature), door, tool)?;
            return Ok(true);
        }
        s.asked[side.index()] = true;
    }
    Ok(false)
}

/// 2E-BLD-022: a blow hits by itself; the bonus of a strong arm and of a standing target count.
fn breach(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    feature: usize,
    door: Option<u8>,
    tool: Tool,
) -> Step {
    if !applies(rule!("2E-BLD-022")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    s.model_mut(model).struck = true;
    let hole = s
        .table
        .body(model)
        .and_then(|body| opening(fixed, feature, &body.outline, Length(body.outline.radius().0 * 2)));
    cx.emit(rules!["2E-BLD-021"], Event::Happened { what: "event.attacks-building", model, other: None });
    let (formula, _) = assault::formula(fixed, model, tool, true);
    let total = match formula {
        Some(formula) => formula.roll(cx, rules!["2E-BLD-022"])?,
        None => armour(fixed, feature, door),
    };
    hit(s, cx, feature, door, total, hole)
}
