//! The mole mortar (2E-WPN-017, TABX-008): a torpedo digs its way and comes up, perhaps.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::target::{Need, Target};
use grognard_engine::{rule, rules};
use grognard_space::table::{Outline, Pose, Scatter, Template};
use grognard_tabletop::templates::{SCATTER_DIE, roll_scatter};

use super::{aftermath, blasts};
use crate::Second;
use crate::choice::{Part, Shot};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::UnitId;
use crate::lasting::Ail;
use crate::state::State;
use crate::to_hit::Aimed;

/// What the torpedo needs to come up at all.
pub fn need(fixed: &Fixed) -> Target {
    Target::new(Need::AtLeast(fixed.data.effects.mole_mortar.lost_to + 1), rule!("2E-WPN-017"))
}

/// A die for where it comes up, a die for what it does there. The units it comes up under.
pub fn dig(s: &mut State, cx: &mut Ctx<'_, Second>, shot: Shot, aimed: &Aimed) -> Step<Vec<UnitId>> {
    let fixed = cx.fixed();
    let (model, weapon) = (shot.model, shot.weapon);
    let mortar = &fixed.data.effects.mole_mortar;
    let aim = match shot.part {
        Part::Ground(at) => Some(Pose::at(at)),
        _ => aimed.target.and_then(|target| s.pose(target)),
    };
    let Some(aim) = aim else { return Ok(Vec::new()) };
    let rules = rules!["2E-WPN-017", "2E-WPN-020"];
    let need = need(fixed);
    let [face] = cx.roll_against::<1>(6, "roll.accuracy", rules, &need)?;
    if !need.met_by(face) {
        cx.emit(rules, Event::ShotLost { model, weapon });
        return Ok(Vec::new());
    }
    let place = if face > mortar.off_to { Some(aim) } else { astray(s, cx, shot, aim)? };
    let Some(place) = place.filter(|place| fixed.ground.holds(&Outline::point(place.at))) else {
        cx.emit(rules, Event::ShotLost { model, weapon });
        return Ok(Vec::new());
    };
    let [face] = cx.roll::<1>(6, "roll.eruption", rules!["2E-WPN-020"])?;
    let row = mortar.effects.iter().rev().find(|row| row.from <= face);
    match row.and_then(|row| fixed.eruption(weapon, row.from)) {
        Some(blow) => blasts::burst(s, cx, model, blow, place, None),
        None => tremor(s, cx, shot, place),
    }
}

/// It comes up off the mark; a misfire brings it up under the mortar itself.
fn astray(s: &State, cx: &mut Ctx<'_, Second>, shot: Shot, aim: Pose) -> Step<Option<Pose>> {
    let fixed = cx.fixed();
    let rules = rules!["2E-WPN-020"];
    let arrow =
        roll_scatter(cx, (SCATTER_DIE, fixed.numbers().scatter_die.hit_faces), true, "roll.scatter", rules)?;
    let [face] = cx.roll::<1>(blasts::ARTILLERY_DIE, "roll.artillery", rules)?;
    let Some(far) = fixed.numbers().artillery_die.distances.get(usize::from(face) - 1) else {
        cx.emit(rules, Event::Misfire { model: shot.model, weapon: shot.weapon });
        return Ok(s.pose(shot.model));
    };
    let scatter = Scatter { direction: arrow.direction.unwrap_or_default(), distance: far.0 };
    cx.emit(rules, Event::Scattered { model: shot.model, weapon: shot.weapon, far: scatter.distance });
    Ok(Some(Pose { at: aim.at + scatter.step(), ..aim }))
}

/// A tremor: whoever is under the marker falls and loses its next movement phase.
fn tremor(s: &mut State, cx: &mut Ctx<'_, Second>, shot: Shot, place: Pose) -> Step<Vec<UnitId>> {
    let fixed = cx.fixed();
    let Some(radius) = fixed.weapon(shot.weapon).blast else { return Ok(Vec::new()) };
    let (wholly, partly) = blasts::beneath(s, &Template::blast(place.at, radius), None);
    let laid = Event::Laid {
        model: shot.model,
        weapon: shot.weapon,
        at: place,
        wholly: wholly.clone(),
        partly: partly.clone(),
    };
    cx.emit(rules!["2E-WPN-020"], laid);
    let under: Vec<UnitId> = wholly.iter().chain(&partly).map(|id| s.model(*id).unit).collect();
    let needs = fixed.numbers().partly.needs;
    for model in blasts::caught(s, cx, wholly, partly, needs, rule!("2E-BLS-005"))? {
        aftermath::afflict(s, cx, model, Ail::Fallen, rules!["2E-WPN-020"]);
    }
    Ok(under)
}
