//! The Water Processing Plant: where it stands, what becomes of it, and the blizzards (EA-SWP).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{SeatId, rule, rules};
use grognard_space::table::{Length, Point, Pose};

use super::losses;
use super::volleys::Number;
use crate::Epic;
use crate::choice::{Choice, Lay, Laying, Shape, Word};
use crate::event::{Event, Facts, Loss};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::land::{Laid, rectangle};
use crate::plant::{at_entrance, complex, inside, is_on, own_table, table_at, tables};
use crate::sites::{Site, SiteKind, feature_id};
use crate::state::{Place, Posted, State};

/// The team that defends the plant.
const IMPERIALS: &str = "imperials";

/// The seats of a team of the scenario.
fn seats_of(fixed: &Fixed, team: &str) -> Vec<SeatId> {
    let of = |seat: &SeatId| {
        fixed.scenario.side.get(seat.index()).is_some_and(|own| own.team.as_deref() == Some(team))
    };
    fixed.seats().filter(of).collect()
}

/// Whether a side attacks the plant.
pub fn attacks(fixed: &Fixed, side: SeatId) -> bool {
    is_on(fixed) && !seats_of(fixed, IMPERIALS).contains(&side)
}

/// Whether the plant has yet to be placed.
pub fn is_open(fixed: &Fixed, s: &State) -> bool {
    is_on(fixed) && s.sites.is_empty()
}

/// EA-SWP-013: the Imperial player places the complex on the first table, with tanks and pumping station near it as on the map.
pub fn prepare(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    let fixed = cx.fixed();
    let Some(side) = seats_of(fixed, IMPERIALS).first().copied() else { return cx.broken("nobody defends") };
    let lay = Lay { side, what: Laying::Plant, count: 1 };
    let Choice::Lay(places) = cx.propose(s, Ask::new(side, "plant", rule!("EA-SWP-013")), Shape::Lay(lay))?
    else {
        return cx.broken("the plant was answered with something else");
    };
    let Some(at) = places.first().map(|pose| pose.at) else { return cx.broken("the plant stands nowhere") };
    found(fixed, s, at);
    let mut rules = rules!["EA-SWP-013"].to_vec();
    if fixed.sides.len() == fixed.scenario.side.len() {
        // EA-SWP-001, EA-SWP-003: three commands against two, all of a side together.
        rules.extend(rules!["EA-SWP-001", "EA-SWP-003"]);
    }
    cx.emit(&rules, Event::of("event.plant", Facts { side: Some(side), ..Facts::default() }));
    Ok(())
}

/// Puts the plant down around a place.
pub fn found(fixed: &Fixed, s: &mut State, at: Point) {
    let wide = Length::cm(10).0;
    let id = feature_id(s.sites.len());
    s.sites.push(Site {
        kind: SiteKind::Complex,
        at,
        damage: 0,
        destroyed: false,
        closed: false,
        inside: Vec::new(),
    });
    s.lay(fixed, [Laid { id, terrain: "closed-building".to_owned(), corners: rectangle(at, wide, wide) }]);
    let file = fixed.scenario.objective.iter().find(|objective| objective.entrance.is_some());
    let Some(crate::data::scenario::At::Place([x, y])) = file.and_then(|file| file.at.as_ref()) else {
        return;
    };
    let step = at - Point { x: x.0.0, y: y.0.0 };
    for own in &fixed.scenario.formation {
        let Some(id) = s.formation_ids().find(|id| fixed.spec(*id).id == own.id) else { continue };
        for (unit, place) in fixed.spec(id).units.iter().zip(&own.at) {
            let there = Point { x: place[0].0.0, y: place[1].0.0 } + step;
            if s.units[unit.index()].place == Place::Waiting {
                s.put(fixed, *unit, Pose::at(there));
            }
        }
    }
}

/// EA-SWP-021, T-23: at the start of each turn a die says which table a blizzard hits.
pub fn blizzard(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    let fixed = cx.fixed();
    if !fixed.is_special("blizzards") || !applies(rule!("EA-SWP-021")) {
        return Ok(());
    }
    let [face] = cx.roll::<1>(6, "roll.blizzard", rules!["EA-SWP-021"])?;
    let row = fixed.data.scenario_tables.blizzard.iter().find(|row| row.face == face);
    let all = tables(fixed);
    s.swept = match row.map(|row| (row.table.as_deref(), row.chosen_by.as_deref())) {
        Some((Some("all"), _)) => (0..all.len() as u8).collect(),
        Some((Some(id), _)) => {
            all.iter().position(|area| area.id == id).map(|at| at as u8).into_iter().collect()
        }
        Some((None, Some(team))) => {
            let options: Vec<Number> = (1..=all.len() as u8).map(Number).collect();
            let Some(side) = seats_of(fixed, team).first().copied() else { return Ok(()) };
            let ask = Ask::new(side, "blizzard", rule!("EA-SWP-021"));
            let Number(number) = cx.choose(s, ask, &options)?;
            vec![number - 1]
        }
        _ => Vec::new(),
    };
    for table in s.swept.clone() {
        let about = Facts { number: Some(i64::from(table) + 1), ..Facts::default() };
        cx.emit(rules!["EA-SWP-021"], Event::of("event.blizzard", about));
    }
    Ok(())
}

/// EA-SWP-011: units of commands that keep to their table are lost when they leave it.
pub fn leave(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) {
    let fixed = cx.fixed();
    let Some(own) = own_table(fixed, s.owner(formation)).filter(|own| *own > 0) else { return };
    let gone: Vec<UnitId> = s
        .standing(formation)
        .filter(|(unit, body)| !s.flies(*unit) && table_at(fixed, body.pose.at) != Some(own))
        .map(|(unit, _)| unit)
        .collect();
    for unit in gone.into_iter().filter(|_| applies(rule!("EA-SWP-011"))) {
        losses::lose(s, cx, unit, Loss::Scattered, rules!["EA-SWP-011"]);
    }
    super::wrecks::forget(s);
}

/// EA-SWP-017 to EA-SWP-019: infantry at the entrance goes inside and attacks; so many hits destroy the complex.
pub fn storm(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    let fixed = cx.fixed();
    let Some((site, entrance)) = complex(fixed, s).filter(|_| attacks(fixed, s.owner(formation))) else {
        return Ok(());
    };
    let going = at_entrance(fixed, s, formation);
    if going.is_empty() || s.sites[site].destroyed || !applies(rule!("EA-SWP-017")) {
        return Ok(());
    }
    // EA-SWP-018: of those who stay outside somebody keeps near the entrance.
    let here = grognard_space::table::Body::point(entrance, Length::ZERO);
    let within = fixed.numbers().entrance.within.0;
    let outside = || s.standing(formation).filter(|(unit, _)| !going.contains(unit));
    if outside().count() > 0
        && !outside().any(|(_, body)| body.within(&here, within))
        && applies(rule!("EA-SWP-018"))
    {
        let about = Facts { formation: Some(formation), ..Facts::default() };
        cx.emit(rules!["EA-SWP-018"], Event::of("event.stays-outside", about));
        return Ok(());
    }
    s.about.formation = Some(formation);
    let ask = Ask::new(s.owner(formation), "go-inside", rule!("EA-SWP-017"));
    if cx.choose(s, ask, &[Word::Accept, Word::Pass])? == Word::Pass {
        return Ok(());
    }
    let mut hits = 0;
    for unit in going {
        let kind = fixed.kind(unit);
        if let Some(need) = kind.cc.into_iter().chain(kind.ff).min() {
            let target = Target::new(Need::AtLeast(need), rule!("EA-SWP-019"));
            let faces = cx.roll_many(1, 6, "roll.close-combat", rules!["EA-SWP-019"], Some(&target))?;
            hits += u8::from(target.met_by(faces[0]));
        }
        s.table.take(unit);
        s.units[unit.index()].place = Place::Waiting;
        s.sites[site].inside.push(unit);
    }
    s.sites[site].damage += hits;
    let needed = fixed.numbers().complex.hits;
    s.sites[site].destroyed = s.sites[site].damage >= needed;
    let about = Facts { formation: Some(formation), number: Some(hits.into()), ..Facts::default() };
    cx.emit(rules!["EA-SWP-017", "EA-SWP-019"], Event::of("event.inside", about));
    if s.sites[site].destroyed {
        cx.emit(rules!["EA-SWP-019"], Event::of("event.complex-destroyed", about));
    }
    // EA-SWP-020: who is inside as a whole comes out of the entrance as if out of the reserve.
    if !s.is_on_table(formation) {
        s.formation_mut(formation).entry = Some(entrance);
    }
    Ok(())
}

/// EA-SWP-020: those inside may come out at the start of a move of the others.
pub fn come_out(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    let units = inside(s, formation);
    let Some((site, entrance)) = complex(cx.fixed(), s) else { return Ok(()) };
    if units.is_empty() || !s.is_on_table(formation) {
        return Ok(());
    }
    let ask = Ask::new(s.owner(formation), "come-out", rule!("EA-SWP-020"));
    if cx.choose(s, ask, &[Word::Accept, Word::Pass])? == Word::Pass {
        return Ok(());
    }
    let far = units.iter().map(|unit| cx.fixed().kind(*unit).speed).min().unwrap_or(Length::ZERO);
    s.posted = Some(Posted { formation, at: vec![entrance], within: Some(far) });
    let room = super::marks::post(s, cx, formation, rule!("EA-SWP-020"))?;
    s.posted = None;
    if room {
        s.sites[site].inside.retain(|unit| !units.contains(unit));
    }
    Ok(())
}

/// Those who came out of the entrance as a whole are inside no more.
pub fn came_out(s: &mut State, formation: FormationId) -> bool {
    let mut out = false;
    let units = s.formation(formation).units.clone();
    for site in &mut s.sites {
        let before = site.inside.len();
        site.inside.retain(|unit| !units.contains(unit));
        out |= site.inside.len() < before;
    }
    out
}
