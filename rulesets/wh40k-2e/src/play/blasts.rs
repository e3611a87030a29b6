//! Blast markers and scatter (BLS), grenades (GRN), shots at the ground (GRD).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::dice::Die;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Coverage, Length, Outline, Point, Pose, Scatter, Template};
use grognard_tabletop::templates::{SCATTER_DIE, roll_scatter};

use super::{aftermath, casualties, radiation, shooting, torpedo, wargear};
use crate::Second;
use crate::buildings::{self, walls};
use crate::cards;
use crate::choice::{Part, Shot};
use crate::event::Event;
use crate::fixed::WeaponId;
use crate::ids::{ModelId, UnitId};
use crate::state::{Hidden, State};
use crate::to_hit::{self, Aimed};
use crate::vehicles::penetration;
use crate::weapons::{Effect, Keyword};

/// 2E-GEN-006: the artillery die.
pub const ARTILLERY_DIE: Die =
    Die::worded(&["die.two", "die.four", "die.six", "die.eight", "die.ten", "die.misfire"]);

/// Where a shot comes down.
enum Landing {
    /// Here; on a hit its target is hit in any case.
    At(Pose, Option<ModelId>),
    /// Nowhere.
    Lost,
}

/// 2E-BLS-002: a shot with a marker at a model or at a point of the table. The units it comes down on.
pub fn fire(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    unit: UnitId,
    shot: Shot,
    aimed: &Aimed,
    rules: &[RuleId],
) -> Step<Vec<UnitId>> {
    let (model, weapon) = (shot.model, shot.weapon);
    let rules = [rules, rules!["2E-BLS-002"]].concat();
    cx.emit(&rules, Event::Fired { unit, target: shot.target, weapon, shots: 1 });
    shooting::measured(cx, unit, shot.target, weapon, std::slice::from_ref(aimed));
    let own = cx.fixed().weapon(weapon);
    if aimed.band.is_none() {
        let near: &[RuleId] = if aimed.far < own.minimum { rules!["2E-WPN-017"] } else { &[] };
        cx.emit(&[rules!["2E-BLS-003", "2E-TGT-003"], near].concat(), Event::ShotLost { model, weapon });
        return Ok(Vec::new());
    }
    // 2E-HER-021: a throw that only a bionic arm reaches shows it.
    if own.thrown
        && aimed.far > to_hit::bare_throw(cx.fixed(), model)
        && let Some(card) = cards::arm_card(cx.fixed(), s, model)
    {
        wargear::show(s, cx, model, card);
    }
    if own.effect == Some(Effect::MoleMortar) {
        return torpedo::dig(s, cx, shot, aimed);
    }
    match land(s, cx, shot, aimed)? {
        Landing::Lost => Ok(Vec::new()),
        Landing::At(at, target) => burst(s, cx, model, weapon, at, target),
    }
}

fn land(s: &mut State, cx: &mut Ctx<'_, Second>, shot: Shot, aimed: &Aimed) -> Step<Landing> {
    let fixed = cx.fixed();
    let own = fixed.weapon(shot.weapon);
    let (model, weapon) = (shot.model, shot.weapon);
    // 2E-AMB-075: the marker goes to the middle of the target's base.
    let at = match shot.part {
        Part::Ground(at) => Pose::at(at),
        // 2E-CAS-007: where it stood, if it fell to an earlier shot of the same declaration.
        _ => match aimed.target.and_then(|target| s.pose(target).or(s.model(target).fell)) {
            Some(pose) => pose,
            None => return Ok(Landing::Lost),
        },
    };
    if shooting::to_hit(cx, 1, aimed)? > 0 {
        // 2E-HID-016: whoever is hidden is hit on a die, be it aimed at or not.
        let stands = aimed.target.filter(|target| s.table.body(*target).is_some());
        let seen = stands.filter(|target| crate::sight::sees(fixed, s, model, *target));
        return Ok(Landing::At(at, seen));
    }
    if own.has(Keyword::TargetOnly) || own.has(Keyword::NoScatter) {
        cx.emit(rules!["2E-WPN-010"], Event::ShotLost { model, weapon });
        return Ok(Landing::Lost);
    }
    let rules = if matches!(shot.part, Part::Ground(_)) {
        rules!["2E-BLS-006", "2E-GRD-003", "2E-GEN-005"]
    } else {
        rules!["2E-BLS-006", "2E-GEN-005"]
    };
    let arrow =
        roll_scatter(cx, (SCATTER_DIE, fixed.numbers().scatter_die.hit_faces), true, "roll.scatter", rules)?;
    let [face] = cx.roll::<1>(ARTILLERY_DIE, "roll.artillery", rules!["2E-BLS-006", "2E-GEN-006"])?;
    let Some(number) = fixed.numbers().artillery_die.distances.get(usize::from(face) - 1) else {
        return Ok(misfire(s, cx, shot, arrow.hit));
    };
    let scatter = Scatter { direction: arrow.direction.unwrap_or_default(), distance: number.0 };
    let half = Length(aimed.far.0 / fixed.numbers().scatter_cap.divide);
    let (scatter, rules): (Scatter, &[RuleId]) = if own.thrown {
        let distance = Length(scatter.distance.0 / fixed.numbers().grenade_scatter.divide);
        let uncapped = Scatter { distance, ..scatter };
        (uncapped, if distance > half { rules!["2E-GRN-003", "2E-GRN-004"] } else { rules!["2E-GRN-003"] })
    } else if scatter.distance > half {
        (scatter.capped(half), rules!["2E-BLS-007", "2E-BLS-010"])
    } else {
        (scatter, rules!["2E-BLS-007"])
    };
    let mut to = at.at + scatter.step();
    let mut rules = rules.to_vec();
    if let Some(back) = walls::back_in_sight(fixed, s, model, to) {
        to = back;
        rules.push(rule!("2E-BLD-007"));
    }
    // 2E-BLS-011, 2E-BLS-012: it may come down outside the arc and out of sight.
    let seen = crate::sight::sees_point(fixed, s, model, to);
    if !seen {
        rules.extend(rules!["2E-BLS-011", "2E-BLS-012"]);
    }
    if !seen && walls::is_hall(fixed, to) {
        rules.push(rule!("2E-SPC-009"));
    }
    cx.emit(&rules, Event::Scattered { model, weapon, far: scatter.distance });
    if !fixed.ground.holds(&Outline::point(to)) {
        cx.emit(rules!["2E-BLS-007"], Event::ShotLost { model, weapon });
        return Ok(Landing::Lost);
    }
    // 2E-BLD-009: upstairs it stays on its floor while it stays in the building.
    let indoors = |at: Point| buildings::inside(fixed, at);
    let z = if indoors(to) == indoors(at.at) { at.z } else { Length::ZERO };
    Ok(Landing::At(Pose { at: to, z, ..at }, None))
}

/// 2E-BLS-008, 2E-BLS-009: a dud, or the marker on the firer; 2E-GRD-004: a shot at the ground is a dud in any case;
/// 2E-AMB-148: who drops a grenade has others.
fn misfire(s: &mut State, cx: &mut Ctx<'_, Second>, shot: Shot, hit: bool) -> Landing {
    let fixed = cx.fixed();
    let (model, weapon) = (shot.model, shot.weapon);
    if !hit || matches!(shot.part, Part::Ground(_)) {
        let rules = if hit { rules!["2E-GRD-004"] } else { rules!["2E-BLS-008"] };
        cx.emit(rules, Event::Dud { model, weapon });
        return Landing::Lost;
    }
    if !fixed.weapon(weapon).thrown {
        s.wear_mut(fixed, model, weapon).lost = true;
    }
    cx.emit(rules!["2E-BLS-009"], Event::Misfire { model, weapon });
    s.pose(model).map_or(Landing::Lost, |pose| Landing::At(pose, None))
}

/// 2E-BLS-004, 2E-BLS-005: who is under a marker, and what it does to them. The units it comes down on.
pub fn burst(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    model: ModelId,
    weapon: WeaponId,
    place: Pose,
    target: Option<ModelId>,
) -> Step<Vec<UnitId>> {
    let (fixed, at) = (cx.fixed(), place.at);
    let Some(largest) = fixed.weapon(weapon).blast else { return Ok(Vec::new()) };
    let radius = if fixed.weapon(weapon).effect == Some(Effect::Radiation) {
        radiation::radius(s, cx, model)?
    } else {
        largest
    };
    let template = Template::blast(at, radius);
    let (mut wholly, mut partly) = beneath(s, &template, target);
    let mut rules = rules!["2E-BLS-001", "2E-BLS-004", "2E-WPN-005"].to_vec();
    // 2E-BLD-009: walls and floors keep it off.
    let before = wholly.len() + partly.len();
    for models in [&mut wholly, &mut partly] {
        models.retain(|id| target == Some(*id) || !walls::is_walled_off(fixed, s, place, *id));
    }
    let mut under: Vec<UnitId> = wholly.iter().chain(&partly).map(|id| s.model(*id).unit).collect();
    if wholly.len() + partly.len() < before {
        rules.push(rule!("2E-BLD-009"));
    }
    // 2E-BLD-008: in a confined space it is deadlier.
    let confined = walls::is_confined(fixed, s, at, radius);
    let blow = if confined { fixed.confined(weapon).unwrap_or(weapon) } else { weapon };
    if confined {
        rules.push(rule!("2E-BLD-008"));
    }
    if walls::is_spared(fixed, at, radius) {
        rules.push(rule!("2E-SPC-009"));
    }
    let laid = Event::Laid {
        model,
        weapon,
        at: Pose { z: place.z, ..Pose::at(at) },
        wholly: wholly.clone(),
        partly: partly.clone(),
    };
    let to = radiation::told(fixed, s, model, weapon, &under);
    cx.emit_to(to, &rules, laid);
    let needs = fixed.numbers().partly.needs;
    let struck = caught(s, cx, wholly, partly, needs, rule!("2E-BLS-005"))?;
    if fixed.weapon(weapon).strength > 0 {
        casualties::strike(s, cx, &struck, blow)?;
    } else if fixed.weapon(weapon).rolled_strength.is_some() {
        radiation::strike(s, cx, &struck, weapon)?;
    }
    // 2E-PEN-004: some pierce vehicles although they have no Strength.
    let own = fixed.weapon(weapon);
    if own.strength > 0 || own.rolled_strength.is_some() || own.penetration == penetration::AUTO {
        for vehicle in vehicles_beneath(s, &template) {
            under.push(s.model(vehicle).unit);
            if fixed.weapon(weapon).effect == Some(Effect::MoleMortar) {
                penetration::from_below(s, cx, vehicle, weapon, Some(model))?;
            } else {
                penetration::covered(s, cx, vehicle, weapon, &template, Some(model))?;
            }
        }
    }
    if fixed.options.blast_hits_buildings && fixed.weapon(weapon).strength > 0 {
        buildings::damage::blasted(s, cx, weapon, &Outline::disc(at, radius))?;
    }
    aftermath::after(s, cx, model, weapon, &struck)?;
    aftermath::leave(s, cx, model, weapon, at, radius, &under)?;
    Ok(under)
}

/// Who lies wholly and who partly under a template; a model that was aimed at counts as wholly under it.
pub fn beneath(s: &State, template: &Template, target: Option<ModelId>) -> (Vec<ModelId>, Vec<ModelId>) {
    let (mut wholly, mut partly) = (Vec::new(), Vec::new());
    for (id, coverage) in s.table.under(template) {
        // Vehicles are hit by their locations.
        if s.vehicle(id).is_some() {
            continue;
        }
        match coverage {
            Coverage::None => {}
            // 2E-BLS-013: the hidden are hit on a die, be they wholly under it or not (2E-AMB-021).
            _ if s.unit(s.model(id).unit).hidden != Hidden::No && target != Some(id) => partly.push(id),
            Coverage::Partly if target != Some(id) => partly.push(id),
            _ => wholly.push(id),
        }
    }
    (wholly, partly)
}

/// The vehicles that a template touches.
pub fn vehicles_beneath(s: &State, template: &Template) -> Vec<ModelId> {
    s.table.under(template).into_iter().map(|(id, _)| id).filter(|id| s.vehicle(*id).is_some()).collect()
}

/// Who is hit of those under a template: a die for each that is only partly under it, without modifiers.
pub fn caught(
    s: &State,
    cx: &mut Ctx<'_, Second>,
    wholly: Vec<ModelId>,
    partly: Vec<ModelId>,
    needs: u8,
    rule: RuleId,
) -> Step<Vec<ModelId>> {
    let need = Target::new(Need::AtLeast(needs), rule);
    let hidden = partly.iter().any(|id| s.unit(s.model(*id).unit).hidden != Hidden::No);
    let mut rules = vec![rule];
    if hidden {
        rules.extend(rules!["2E-HID-016", "2E-HID-017", "2E-BLS-013"]);
    }
    let faces = cx.roll_many(partly.len(), 6, "roll.partly", &rules, Some(&need))?;
    let mut struck = wholly;
    struck
        .extend(partly.into_iter().zip(faces).filter(|(_, face)| need.met_by(*face)).map(|(model, _)| model));
    Ok(struck)
}
