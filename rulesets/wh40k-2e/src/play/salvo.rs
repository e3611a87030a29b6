//! Auto-launchers (2E-WPN-014): three grenades at once, without a roll to hit, beside all other fire.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::{RuleId, rules};
use grognard_space::table::{Length, Outline, Point, Pose, Scatter, Template};
use grognard_tabletop::templates::roll_direction;

use super::{blasts, casualties};
use crate::Second;
use crate::choice::{Part, Shot};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::state::State;
use crate::vehicles::penetration;

/// 2E-WPN-014: the first grenade lands in the named direction, the others near it. The units they come down on.
pub fn fire(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    unit: UnitId,
    shot: Shot,
    rules: &[RuleId],
) -> Step<Vec<UnitId>> {
    let fixed = cx.fixed();
    let launcher = &fixed.data.effects.auto_launcher;
    let Part::Ground(towards) = shot.part else { return Ok(Vec::new()) };
    let Some(first) = landing(fixed, s, shot.model, towards) else { return Ok(Vec::new()) };
    let rules = [rules, rules!["2E-WPN-014"]].concat();
    let (target, weapon) = (shot.target, shot.weapon);
    cx.emit(&rules, Event::Fired { unit, target, weapon, shots: launcher.salvo });
    let mut under = Vec::new();
    for number in 0..launcher.salvo {
        let at = if number == 0 {
            first
        } else {
            let direction = roll_direction(cx, "roll.scatter", rules!["2E-WPN-014", "2E-GEN-005"])?;
            let inches = launcher.others.roll(cx, "roll.spread", rules!["2E-WPN-014"])?;
            let far = Length::inches(i32::from(inches));
            first + Scatter { direction, distance: far }.step()
        };
        if !fixed.ground.holds(&Outline::point(at)) {
            cx.emit(rules!["2E-WPN-014"], Event::ShotLost { model: shot.model, weapon });
            continue;
        }
        under.extend(land(s, cx, shot, at)?);
    }
    Ok(under)
}

/// Where the first grenade lands: exactly so far from the hull, in the direction of a point.
fn landing(fixed: &Fixed, s: &State, model: ModelId, towards: Point) -> Option<Point> {
    let body = s.table.body(model)?;
    let line = towards - body.pose.at;
    let far = fixed.data.effects.auto_launcher.distance.0;
    let reaches =
        |length: Length| body.outline.distance(&Outline::point(body.pose.at + line.with_length(length)));
    // The hull is convex: the further out, the further from it.
    let (mut low, mut high) = (far, far + body.outline.radius().max(far) + far);
    while reaches(high) < far {
        high = high + far;
    }
    while low.0 + 1 < high.0 {
        let middle = Length(low.0 + (high.0 - low.0) / 2);
        if reaches(middle) < far {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(body.pose.at + line.with_length(high))
}

/// A grenade with a marker bursts; one without strikes whatever it lands on.
fn land(s: &mut State, cx: &mut Ctx<'_, Second>, shot: Shot, at: Point) -> Step<Vec<UnitId>> {
    let fixed = cx.fixed();
    let (model, weapon) = (shot.model, shot.weapon);
    if fixed.weapon(weapon).blast.is_some() {
        return blasts::burst(s, cx, model, weapon, Pose::at(at), None);
    }
    let template = Template::blast(at, Length::ZERO);
    let (mut struck, partly) = blasts::beneath(s, &template, None);
    struck.extend(partly);
    let vehicles = blasts::vehicles_beneath(s, &template);
    let all = struck.iter().chain(&vehicles);
    let under = all.map(|model| s.model(*model).unit).collect();
    let laid = Event::Laid { model, weapon, at: Pose::at(at), wholly: struck.clone(), partly: Vec::new() };
    cx.emit(rules!["2E-WPN-014"], laid);
    casualties::strike(s, cx, &struck, weapon)?;
    for vehicle in vehicles {
        penetration::covered(s, cx, vehicle, weapon, &template, Some(model))?;
    }
    Ok(under)
}
