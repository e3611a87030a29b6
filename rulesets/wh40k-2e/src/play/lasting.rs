//! Clouds, balls and fires from turn to turn (TABX-006, TABX-007, TABX-009).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Length, Outline, Pose, Scatter, Template};
use grognard_tabletop::templates::roll_direction;

use super::aftermath::{afflict, destroy, push, rolled};
use super::{casualties, flight, morale, path, radiation};
use crate::Second;
use crate::choice::{Gait, MoveShape, Word};
use crate::data::effects::Fate;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::lasting::{Ail, Marker};
use crate::state::{Place, State};
use crate::vehicles::penetration;
use crate::weapons::Effect;

const RULES: &[RuleId] = rules!["2E-WPN-020"];

/// What happens at the very start of a player turn: markers first, then the models of the player whose turn it is.
pub fn start(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    let before = morale::strengths(s);
    let drifted = markers(s, cx)?;
    // Whoever is inside a marker that drifted was touched on its way.
    for at in (0..s.markers.len()).filter(|at| !drifted.contains(at)).collect::<Vec<_>>() {
        let marker = s.markers[at];
        let mut inside = touched(s, &marker.outline());
        inside.retain(|model| s.side_of(*model) == s.active);
        touch(s, cx, marker, &Outline::point(marker.at), &inside)?;
    }
    recover(s, cx)?;
    morale::after_all(s, cx, &before)
}

/// Each lasting marker is rolled for, the oldest first; the places of those that drifted.
fn markers(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step<Vec<usize>> {
    let fixed = cx.fixed();
    let mut drifted = Vec::new();
    let all = std::mem::take(&mut s.markers);
    for (at, mut marker) in all.iter().copied().enumerate() {
        // The others stand on the table while one is rolled for.
        let later = &all[at + 1..];
        let table = &fixed.data.markers;
        let rolls = table.lasting.get(usize::from(marker.kind)).map_or(&[][..], |kind| &kind.rolls);
        let fate = if rolls.is_empty() {
            Fate::Stays
        } else {
            let face = table.drift.roll.roll(cx, "roll.marker", RULES)?;
            rolls.get(usize::from(face) - 1).copied().unwrap_or(Fate::Stays)
        };
        let what = match fate {
            Fate::Gone => "marker.gone",
            Fate::GoneAtEnd => "marker.gone-at-end",
            Fate::Stays => "marker.stays",
            Fate::Drifts | Fate::DriftsThenGone => "marker.drifts",
        };
        // What needs no roll says nothing: nobody may know of it (2E-WPN-019).
        if !rolls.is_empty() {
            cx.emit(RULES, Event::MarkerRolled { kind: marker.kind, what });
        }
        marker.ends |= matches!(fate, Fate::GoneAtEnd | Fate::DriftsThenGone);
        if fate == Fate::Gone {
            continue;
        }
        if matches!(fate, Fate::Drifts | Fate::DriftsThenGone) {
            let kept = s.markers.len();
            s.markers.extend(later.iter().copied());
            marker = drift(s, cx, marker)?;
            s.markers.truncate(kept);
            drifted.push(kept);
        }
        s.markers.push(marker);
    }
    Ok(drifted)
}

/// A marker drifts and affects everybody it touches on its way.
fn drift(s: &mut State, cx: &mut Ctx<'_, Second>, mut marker: Marker) -> Step<Marker> {
    let direction = roll_direction(cx, "roll.drift", RULES)?;
    let inches = cx.fixed().data.markers.drift.distance.roll(cx, "roll.drift", RULES)?;
    let step = Scatter { direction, distance: Length::inches(i32::from(inches)) }.step();
    let met = touched(s, &marker.outline().swept(step));
    let way = Outline::convex([marker.at, marker.at + step]);
    marker.at = marker.at + step;
    touch(s, cx, marker, &way, &met)?;
    Ok(marker)
}

/// The models that something touches.
pub fn touched(s: &State, outline: &Outline) -> Vec<ModelId> {
    s.table.ids_within(outline, Length::ZERO)
}

/// What a marker does to models it touches, where its middle is or goes along.
pub fn touch(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    marker: Marker,
    middle: &Outline,
    models: &[ModelId],
) -> Step {
    let fixed = cx.fixed();
    let effects = &fixed.data.effects;
    let mut models: Vec<ModelId> = models.to_vec();
    let open = |model: &ModelId| !fixed.kind_of(*model).armour.sealed && casualties::is_living(fixed, *model);
    match fixed.weapon(marker.weapon).effect {
        Some(Effect::PlasmaBall) => {
            casualties::strike(s, cx, &models, marker.weapon)?;
            move_out(s, cx, marker);
        }
        Some(Effect::Vortex) => swallow(s, cx, marker, middle, &models)?,
        Some(Effect::Choke) => {
            models.retain(|model| open(model) && !s.ails(*model, |ail| ail == Ail::Choking));
            let needs = effects.choke.affected_from;
            for model in rolled(cx, &models, needs, "roll.chokes", rule!("2E-WPN-020"))? {
                afflict(s, cx, model, Ail::Choking, RULES);
            }
        }
        Some(Effect::Toxin) => {
            models.retain(open);
            let (tough, frail): (Vec<ModelId>, Vec<ModelId>) =
                models.into_iter().partition(|model| is_tough(fixed, *model));
            let toxin = &effects.toxin;
            for (models, needs) in [(frail, toxin.slain_from), (tough, toxin.tough_slain_from)] {
                for model in rolled(cx, &models, needs, "roll.toxin", rule!("2E-WPN-020"))? {
                    destroy(s, cx, model);
                }
            }
        }
        Some(Effect::Radiation) => radiation::touch(s, cx, marker, &models)?,
        _ => {}
    }
    Ok(())
}

/// TABX-009: a vortex destroys whatever it covers wholly, others on a die; of a vehicle the locations it touches are pierced.
fn swallow(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    marker: Marker,
    middle: &Outline,
    models: &[ModelId],
) -> Step {
    let (vehicles, models): (Vec<ModelId>, Vec<ModelId>) =
        models.iter().copied().partition(|model| s.vehicle(*model).is_some());
    let wholly = |model: &ModelId| {
        s.table.body(*model).is_some_and(|body| {
            middle.distance(&Outline::point(body.pose.at)) + body.outline.radius() <= marker.radius
        })
    };
    let (sure, partly): (Vec<ModelId>, Vec<ModelId>) = models.into_iter().partition(wholly);
    let needs = cx.fixed().data.effects.vortex.partly_needs;
    let caught = rolled(cx, &partly, needs, "roll.partly", rule!("2E-WPN-020"))?;
    for model in sure.into_iter().chain(caught) {
        destroy(s, cx, model);
    }
    for vehicle in vehicles {
        let template = Template::blast(marker.at, marker.radius);
        penetration::covered(s, cx, vehicle, marker.weapon, &template, None)?;
    }
    Ok(())
}

fn is_tough(fixed: &Fixed, model: ModelId) -> bool {
    let toxin = &fixed.data.effects.toxin;
    let unit = fixed.unit(fixed.models[model.index()].unit);
    toxin.tough_armies.contains(&unit.army)
        || toxin.tough_units.contains(&unit.unit)
        || toxin.tough_armour.contains(&fixed.kind_of(model).armour.id)
}

/// Those who survive a ball of plasma stand just outside it.
pub fn move_out(s: &mut State, cx: &mut Ctx<'_, Second>, marker: Marker) {
    for model in touched(s, &marker.outline()) {
        let Some(body) = s.table.body(model) else { continue };
        let clear = marker.radius + body.outline.radius() + Length::CONTACT;
        let far = clear - body.pose.at.distance(marker.at);
        push(s, cx, model, marker.at, far);
    }
}

/// The markers that models come into on their ways, each model once a marker.
pub type Met = Vec<(Marker, Vec<ModelId>)>;

/// What a model comes into from a place along a way: whoever starts inside was struck by it then.
pub fn meets(fixed: &Fixed, s: &State, model: ModelId, start: Pose, stops: &[Pose], met: &mut Met) {
    let begin = fixed.ground.form(fixed.form(model)).body(start);
    for marker in &s.markers {
        let outline = marker.outline();
        let (mut body, mut from, mut comes) = (begin.outline.clone(), start, false);
        for stop in stops {
            let step = stop.at - from.at;
            comes |= body.swept(step).within(&outline, Length::ZERO);
            (body, from) = (body.shifted(step), *stop);
        }
        if !comes || begin.outline.within(&outline, Length::ZERO) {
            continue;
        }
        match met.iter_mut().find(|(known, _)| known == marker) {
            Some((_, models)) if !models.contains(&model) => models.push(model),
            Some(_) => {}
            None => met.push((*marker, vec![model])),
        }
    }
}

/// What clouds, balls and poisoned ground do to those who come into them (TABX-006, TABX-009).
pub fn entered(s: &mut State, cx: &mut Ctx<'_, Second>, met: &Met) -> Step {
    if met.is_empty() {
        return Ok(());
    }
    let before = morale::strengths(s);
    for (marker, models) in met {
        let there: Vec<ModelId> =
            models.iter().copied().filter(|model| s.model(*model).place == Place::Table).collect();
        touch(s, cx, *marker, &Outline::point(marker.at), &there)?;
    }
    morale::after_all(s, cx, &before)
}

/// Recovery at the start of their own turn: the choking, the blinded, the webbed (TABX-008, TABX-009).
fn recover(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    let fixed = cx.fixed();
    let effects = &fixed.data.effects;
    let own: Vec<ModelId> = s.on_table(s.active).flat_map(|unit| s.unit(unit).models.to_vec()).collect();
    for model in own {
        if s.ails(model, |ail| ail == Ail::Choking) {
            let [face] = cx.roll::<1>(6, "roll.recovers", RULES)?;
            let outside = !s.markers.iter().any(|marker| {
                fixed.weapon(marker.weapon).effect == Some(Effect::Choke)
                    && s.table
                        .body(model)
                        .is_some_and(|body| body.outline.within(&marker.outline(), Length::ZERO))
            });
            if face <= effects.choke.dead_to {
                destroy(s, cx, model);
            } else if face >= effects.choke.recovers_from && outside {
                relieve(s, cx, model, Ail::Choking);
            }
        }
        if s.ails(model, |ail| ail == Ail::Blinded) {
            let needs = effects.photon_flash.recovers_from;
            if !rolled(cx, &[model], needs, "roll.recovers", rule!("2E-WPN-020"))?.is_empty() {
                relieve(s, cx, model, Ail::Blinded);
            }
        }
        if s.ails(model, |ail| ail == Ail::Webbed) {
            struggle(s, cx, model)?;
        }
    }
    Ok(())
}

fn relieve(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId, ail: Ail) {
    s.relieve(model, |known| known == ail);
    cx.emit(RULES, Event::Recovered { model, what: ail.key() });
}

/// A webbed model may struggle: free, or its armour must hold.
fn struggle(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId) -> Step {
    let fixed = cx.fixed();
    let web = &fixed.data.effects.web;
    s.about = Some(s.model(model).unit);
    let ask = Ask::new(s.side_of(model).seat(), "struggle", rule!("2E-WPN-020")).default(1);
    if cx.choose(s, ask, &[Word::Struggle, Word::Hold])? == Word::Hold {
        return Ok(());
    }
    let face = web.struggle.roll(cx, "roll.struggle", RULES)?;
    if face + fixed.kind_of(model).values.s >= web.free_from {
        relieve(s, cx, model, Ail::Webbed);
        return Ok(());
    }
    let weapon = fixed.weapons.iter().position(|weapon| weapon.effect == Some(Effect::Web)).unwrap_or(0);
    if !casualties::save(cx, model, weapon as u8, 1)?.contains(&true) {
        casualties::lose(s, cx, model, web.wounds);
    }
    Ok(())
}

/// 2E-WPN-006: fires in the compulsory moves of their owner: a die each, and who goes on burning is hit again and runs about.
pub fn burn(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    if !applies(rule!("2E-WPN-006")) {
        return Ok(());
    }
    let fixed = cx.fixed();
    let rules = rules!["2E-WPN-006"];
    let before = morale::strengths(s);
    let own: Vec<ModelId> = s.on_table(s.active).flat_map(|unit| s.unit(unit).models.to_vec()).collect();
    for model in own.into_iter().filter(|model| s.burns(*model)).collect::<Vec<_>>() {
        let fire = s.model(model).ails.iter().find_map(|ail| match ail {
            Ail::Burning(weapon) => Some(*weapon),
            _ => None,
        });
        let Some(weapon) = fire else { continue };
        let [face] = cx.roll::<1>(6, "roll.burns", rules)?;
        if face >= fixed.data.effects.burning.goes_out_from {
            put_out(s, cx, model);
            continue;
        }
        casualties::strike(s, cx, &[model], weapon)?;
        // 2E-HTH-002: nobody who is engaged goes anywhere.
        if s.table.body(model).is_none() || acts_on_fire(fixed, model) || s.is_engaged(model) {
            continue;
        }
        let direction = roll_direction(cx, "roll.runs", rules)?;
        let step = direction.step(fixed.kind_of(model).values.m.0);
        if let Some(ways) = flight::run(fixed, s, &[(model, step)]) {
            // 2E-AMB-013: the way is rolled first, then those on overwatch are asked.
            let shape = MoveShape { apart: true, ..MoveShape::new(s.model(model).unit, Gait::Wander) };
            path::go(s, cx, shape, ways, None)?;
            if s.model(model).place == Place::Table {
                s.model_mut(model).far = fixed.kind_of(model).values.m.0.0;
                cx.emit(rules, Event::RanBurning { model });
            }
        }
        let in_water = s.pose(model).is_some_and(|pose| {
            let mut wet = fixed.battlefield.features.iter().filter(|feature| feature.piece.water != "none");
            wet.any(|feature| feature.area.contains(pose.at))
        });
        if in_water {
            put_out(s, cx, model);
        }
    }
    morale::after_all(s, cx, &before)
}

fn put_out(s: &mut State, cx: &mut Ctx<'_, Second>, model: ModelId) {
    s.relieve(model, |ail| matches!(ail, Ail::Burning(_)));
    if !acts_on_fire(cx.fixed(), model) {
        s.afflict(model, Ail::Scorched);
    }
    cx.emit(rules!["2E-WPN-006"], Event::Recovered { model, what: "burning" });
}

/// Models in the heaviest armour burn and act as they like.
pub fn acts_on_fire(fixed: &Fixed, model: ModelId) -> bool {
    !fixed.kind_of(model).armour.can_hide
}

/// What is over at the end of a player turn.
pub fn end(s: &mut State) {
    s.markers.retain(|marker| !marker.ends);
    for at in 0..s.models.len() {
        if s.units[s.models[at].unit.index()].side == s.active {
            s.models[at].ails.retain(|ail| !matches!(ail, Ail::Scorched | Ail::Fallen | Ail::Rocked));
        }
    }
}
