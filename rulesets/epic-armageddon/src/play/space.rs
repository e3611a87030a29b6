//! Spacecraft: bombardments, pin-point attacks, planetfall (EA-SPAC, EA-ORB, EA-PIN, EA-PLAN).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{Rules, rule, rules};
use grognard_space::table::{Angle, Length, MoveRules, Passing, Point, Pose};

use super::allocation::{self, Attack, Pool};
use super::hits::{Harm, Hit};
use super::{action, amounts, barrage, markers, pods, shields, volleys, wrecks};
use crate::Epic;
use crate::air::Sky;
use crate::arrivals::Means;
use crate::choice::{Choice, Shape};
use crate::event::{Event, Loss};
use crate::ids::{FormationId, UnitId};
use crate::kind::Fire;
use crate::legal::landing::{Bad, ground};
use crate::legal::templates::under_orbital;
use crate::state::{Activation, Place, State};

/// The rules of a formation that falls.
const PLANETFALL: Rules = rules![
    "EA-PLAN-003",
    "EA-PLAN-004",
    "EA-PLAN-005",
    "EA-PLAN-006",
    "EA-PLAN-007",
    "EA-PLAN-009",
    "EA-PLAN-010",
    "EA-PLAN-011"
];

#[derive(Clone, Copy)]
struct Target(UnitId);

impl From<Target> for Choice {
    fn from(target: Target) -> Choice {
        Choice::Unit(target.0)
    }
}

/// EA-SPAC-006: the action of a spacecraft whose test was passed: bombardments and pin-point attacks, then planetfalls, formation
/// by formation. EA-AMB-080: who is Broken by it is seen at its end. EA-SPAC-009: then it leaves for good.
pub fn act(s: &mut State, cx: &mut Ctx<'_, Epic>, activation: Activation) -> Step {
    let formation = activation.formation;
    s.about.formation = Some(formation);
    let mut struck: Vec<FormationId> = Vec::new();
    let mut places = s.recorded(formation).to_vec();
    cx.emit(rules!["EA-SPAC-005", "EA-SPAC-006"], Event::Reveals { formation, places: places.clone() });
    beacon(s, cx, formation, &mut places)?;
    s.formation_mut(formation).sheet = None;
    let units = s.formation(formation).units.clone();
    let weapons: Vec<_> = units.iter().flat_map(|unit| cx.fixed().kind(*unit).bombardments.clone()).collect();
    for (weapon, at) in weapons.iter().zip(&places) {
        let bp = amounts::roll(cx, weapon.points, "roll.barrage", rules!["EA-WPN-007", "EA-ORB-001"])?;
        bombard(s, cx, formation, bp, weapon.abilities, *at, &mut struck)?;
    }
    let shots: Vec<_> = units.iter().flat_map(|unit| cx.fixed().kind(*unit).pin_points.clone()).collect();
    for shot in shots {
        for _ in 0..shot.count {
            pin_point(s, cx, formation, &shot, &mut struck)?;
        }
    }
    loop {
        let landing: Vec<FormationId> =
            s.formation_ids().filter(|id| s.waits_by(*id, Means::Planetfall(formation))).collect();
        if landing.is_empty() {
            break;
        }
        let ask = Ask::new(s.owner(formation), "planetfall", rule!("EA-SPAC-006"));
        let next = cx.choose(s, ask, &landing)?;
        if cx.fixed().has_pods(next) {
            pods::land(s, cx, next, &mut struck)?;
        } else {
            planetfall(s, cx, next)?;
        }
        s.about.formation = Some(formation);
    }
    struck.sort_unstable();
    struck.dedup();
    for own in struck {
        markers::check(s, cx, own, Some(formation))?;
    }
    s.formation_mut(formation).flight.sky = Sky::Away;
    cx.emit(rules!["EA-SPAC-002", "EA-SPAC-009", "EA-SPAC-010"], Event::Left { formation, own_edge: true });
    s.flow = action::after(cx.fixed(), s, s.owner(formation), activation);
    Ok(())
}

/// EA-OBJ-064, EA-AMB-107: the first template of a bombardment may be centred on a beacon instead of the point recorded.
fn beacon(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId, places: &mut [Point]) -> Step {
    let found: Vec<(u8, Point)> = crate::marks::doing(cx.fixed(), s, "bombardment-centred")
        .map(|(mark, at)| (mark.objective + 1, at))
        .collect();
    if found.is_empty() {
        return Ok(());
    }
    for (number, place) in places.iter_mut().enumerate() {
        s.about.number = Some(number as u8 + 1);
        let options: Vec<volleys::Number> =
            [0].into_iter().chain(found.iter().map(|(number, _)| *number)).map(volleys::Number).collect();
        let ask = Ask::new(s.owner(formation), "beacon", rule!("EA-OBJ-064"));
        let volleys::Number(chosen) = cx.choose(s, ask, &options)?;
        if let Some((objective, at)) = found.iter().find(|(number, _)| *number == chosen) {
            *place = *at;
            let about = crate::event::Facts {
                formation: Some(formation),
                objective: Some(objective - 1),
                ..Default::default()
            };
            cx.emit(rules!["EA-OBJ-064", "EA-AMB-107"], Event::of("event.beacon", about));
        }
    }
    Ok(())
}

/// EA-SPAC-007, EA-AMB-079: a failed test: the craft is late. Where the next turn is another one's, it arrives without a test in
/// the first free one.
pub fn late(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) {
    let taken = |s: &State, turn: u8| {
        s.formation_ids().any(|id| {
            id != formation
                && s.formation(id).arrives == Some(turn)
                && s.formation(id).flight.sky == Sky::Orbit
        })
    };
    let mut turn = s.turn + 1;
    let displaced = taken(s, turn);
    while taken(s, turn) {
        turn += 1;
    }
    let own = s.formation_mut(formation);
    (own.arrives, own.sure) = (Some(turn), displaced);
    cx.emit(rules!["EA-SPAC-007", "EA-AMB-079"], Event::Declares { formation, turn });
}

/// EA-ORB-001 to EA-ORB-004: a bombardment on the point recorded; further templates go anywhere.
fn bombard(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    by: FormationId,
    bp: u8,
    abilities: crate::abilities::Abilities,
    at: Point,
    struck: &mut Vec<FormationId>,
) -> Step {
    let row = barrage::row(cx.fixed(), bp);
    let mut places = vec![at];
    if row.extra_templates > 0 {
        s.about.number = Some(row.extra_templates);
        let ask = Ask::new(s.owner(by), "orbital", rule!("EA-ORB-004"));
        let Choice::Templates(more) = cx.propose(s, ask, Shape::Orbital(row.extra_templates))? else {
            return cx.broken("templates were answered with something else");
        };
        places.extend(more);
    }
    cx.emit(
        rules!["EA-ORB-001", "EA-ORB-002", "EA-ORB-003", "EA-ORB-004"],
        Event::Bombards { formation: by, points: bp, places: places.clone() },
    );
    let mut units: Vec<UnitId> = Vec::new();
    for unit in places.iter().flat_map(|at| under_orbital(cx.fixed(), s, *at)) {
        if !units.contains(&unit) {
            units.push(unit);
        }
    }
    let mut formations: Vec<FormationId> = units.iter().map(|unit| s.units[unit.index()].formation).collect();
    formations.sort_unstable();
    formations.dedup();
    for formation in formations {
        let count = cx.fixed().numbers().orbital.markers + row.extra_markers;
        markers::give(s, cx, formation, count, None, rules!["EA-ORB-002", "EA-BM-002"])?;
        struck.push(formation);
        let mut pools: Vec<Pool> = Vec::new();
        for unit in units.iter().filter(|unit| s.units[unit.index()].formation == formation) {
            if s.table.body(*unit).is_none() {
                continue;
            }
            let (need, fire) = barrage::against(row, cx.fixed().kind(*unit).class, abilities, None);
            let Some(need) = need else { continue };
            let covered = crate::sight::is_sheltered(cx.fixed(), s, *unit);
            let dice = barrage::attacks(cx.fixed(), s, *unit, &places);
            let target = volleys::unmodified(cx.fixed(), need, covered);
            let target = crate::hindrance::added(target, &crate::hindrance::of(cx.fixed(), s, *unit));
            let count = volleys::roll_hits(cx, dice, &target, rules!["EA-ORB-002", "EA-BARR-009"])?;
            pools.push(Pool { hit: Hit::new(fire, abilities), count, eligible: vec![*unit] });
        }
        let hits: u8 = pools.iter().map(|pool| pool.count).sum();
        let dice = pools.len() as u8;
        cx.emit(
            rules!["EA-ORB-002", "EA-ORB-003"],
            Event::Hits { formation: by, target: formation, hits, dice },
        );
        resolve(s, cx, by, formation, &pools)?;
    }
    Ok(())
}

/// Allots hits of an attack from orbit, and gives the Blast markers for casualties.
pub fn resolve(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    by: FormationId,
    target: FormationId,
    pools: &[Pool],
) -> Step {
    let attack = Attack { target, by: s.owner(by), from: &[], why: Loss::Shot };
    let mut harm = allocation::all(s, cx, attack, pools)?;
    let each = cx.fixed().numbers().casualties.markers;
    for _ in wrecks::settle(s, cx, wrecks::Wreck::Harmless)? {
        harm = harm.and(Harm { lost: 1, kills: 1, markers: each, counted: true });
    }
    markers::give(s, cx, target, harm.markers, None, rules!["EA-SHOT-008", "EA-BM-003"])
}

/// EA-PIN-001 to EA-PIN-003: an attack on a war engine anywhere on the table, that the attacker names.
fn pin_point(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    by: FormationId,
    shot: &crate::kind::Gun,
    struck: &mut Vec<FormationId>,
) -> Step {
    let enemy = s.enemies(by).flat_map(|id| s.standing(id)).map(|(unit, _)| unit);
    let engines: Vec<Target> =
        enemy.filter(|unit| cx.fixed().kind(*unit).is_war_engine()).map(Target).collect();
    if engines.is_empty() {
        return Ok(());
    }
    let ask = Ask::new(s.owner(by), "pin-point", rule!("EA-PIN-002"));
    let Target(unit) = cx.choose(s, ask, &engines)?;
    let formation = s.units[unit.index()].formation;
    let rules = rules!["EA-PIN-001", "EA-PIN-002", "EA-PIN-003"];
    if !struck.contains(&formation) {
        let count = cx.fixed().numbers().pin_point.markers;
        markers::give(s, cx, formation, count, None, rules!["EA-PIN-002", "EA-BM-002"])?;
        struck.push(formation);
    }
    let dice = amounts::roll(cx, shot.shots, "roll.shots", rules!["EA-WPN-007"])?;
    let fire = if shot.titan_killer.is_some() { Fire::Tk } else { Fire::Mw };
    let need = shot.mw.unwrap_or(u8::MAX);
    let target = volleys::unmodified(cx.fixed(), need, false);
    let count = volleys::roll_hits(cx, dice, &target, rules)?;
    cx.emit(rules, Event::Hits { formation: by, target: formation, hits: count, dice });
    let hit = Hit { damage: shot.titan_killer, ..Hit::new(fire, shot.abilities) };
    resolve(s, cx, by, formation, &[Pool { hit, count, eligible: vec![unit] }])
}

/// EA-PLAN-003 to EA-PLAN-010: the units of a formation are placed near the point recorded, scatter, and come to rest on clear
/// ground; who scatters off the table is lost.
pub fn planetfall(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    s.about.formation = Some(formation);
    let ask = Ask::new(s.owner(formation), "drop", rule!("EA-PLAN-003"));
    let Choice::Place(_, places, _) = cx.propose(s, ask, Shape::Arrive(formation))? else {
        return cx.broken("a planetfall was answered with something else");
    };
    let recorded = s.recorded(formation).to_vec();
    cx.emit(
        rules!["EA-SPAC-005", "EA-SPAC-008", "EA-PLAN-003"],
        Event::Reveals { formation, places: recorded },
    );
    s.formation_mut(formation).sheet = None;
    let mut landed: Vec<(UnitId, Pose)> = Vec::new();
    for (unit, pose) in places {
        let amount = cx.fixed().numbers().scatter.distance;
        let far = amounts::roll(cx, amount, "roll.scatter", rules!["EA-PLAN-004", "EA-AMB-081"])?;
        let bearing =
            cx.direction("roll.scatter-direction", rules!["EA-PLAN-004", "EA-AMB-081", "EA-GEN-013"])?;
        let at = pose.at + Angle::degrees(i32::from(bearing)).step(Length::cm(i32::from(far)));
        let there = Pose { at, ..pose };
        let Some(rest) = rest(s, cx, unit, there) else {
            let aboard: Vec<UnitId> = s.aboard(unit).collect();
            for unit in aboard.into_iter().chain([unit]) {
                s.remove(unit);
                cx.emit(rules!["EA-PLAN-004", "EA-AMB-150"], Event::Lost { unit, why: Loss::Dangerous });
            }
            continue;
        };
        s.put(cx.fixed(), unit, rest);
        landed.push((unit, rest));
    }
    if s.formation(formation).units.iter().any(|unit| cx.fixed().kind(*unit).flight.is_some()) {
        // EA-PLAN-007: aircraft that fall from the sky have landed.
        let turn = s.turn;
        s.formation_mut(formation).flight.landed = Some(turn);
    }
    let alone = s.formation(formation).means == Some(Means::SelfPlanetfall);
    s.formation_mut(formation).means = None;
    let rules =
        if alone { rules!["EA-ABIL-107", "EA-ABIL-108", "EA-ABIL-110", "EA-PLAN-004"] } else { PLANETFALL };
    cx.emit(rules, Event::SetUp { formation, places: landed });
    shields::roll_fields(s, cx, formation)?;
    get_out(s, cx, formation)
}

/// EA-ABIL-109: a failed test delays a Self-Planetfall to the next turn.
pub fn falls_later(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) {
    let places = s.recorded(formation).to_vec();
    let turn = Some(s.turn + 1);
    s.formation_mut(formation).sheet = Some(crate::arrivals::Sheet::Written { turn, places });
    cx.emit(rules!["EA-ABIL-109", "EA-AMB-078"], Event::StoodDown { formation });
}

/// EA-PLAN-005: where a unit comes to rest: where it fell, or on the nearest clear ground; nowhere off the table.
pub fn rest(s: &State, cx: &Ctx<'_, Epic>, unit: UnitId, pose: Pose) -> Option<Pose> {
    let fixed = cx.fixed();
    let form = fixed.ground.form(fixed.form(unit));
    if !pose.at.in_limits()
        || !s.table.ground().holds(&form.body(pose).outline) && applies(rule!("EA-PLAN-004"))
    {
        return None;
    }
    let column = fixed.kind(unit).column();
    let dangerous = |pose: Pose| {
        let body = form.body(pose);
        fixed
            .field
            .under(&body.outline)
            .any(|feature| feature.to(column).entry == crate::data::play::Entry::Dangerous)
    };
    let clear = |pose: Pose| ground(fixed, s, &s.table, unit, pose, None).is_none() && !dangerous(pose);
    if clear(pose)
        || !applies(rule!("EA-PLAN-005")) && ground(fixed, s, &s.table, unit, pose, None) != Some(Bad::Taken)
    {
        return Some(pose);
    }
    let rules = MoveRules::up_to(Length::ZERO).among(&Passing::Base);
    s.table.nearest_spot(form, pose, Length::cm(60), &rules, &[unit], &clear)
}

/// EA-PLAN-008: passengers get out at once, which may be fired at, or later.
fn get_out(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    if crate::legal::landing::passengers(s, formation).is_empty() || !s.is_on_table(formation) {
        return Ok(());
    }
    let ask = Ask::new(s.owner(formation), "unload", rule!("EA-PLAN-008"));
    let Choice::Unload(places) = cx.propose(s, ask, Shape::Unload(formation, None))? else {
        return cx.broken("getting out was answered with something else");
    };
    let mut guests: Vec<FormationId> = Vec::new();
    for (unit, pose) in &places {
        let Some(transport) = s.transport_of(*unit) else { continue };
        s.put(cx.fixed(), *unit, *pose);
        cx.emit(rules!["EA-PLAN-008"], Event::Disembarked { unit: *unit, transport });
        super::terrain::land(s, cx, *unit, *pose)?;
        guests.push(s.units[unit.index()].formation);
    }
    guests.dedup();
    for guest in guests {
        super::overwatch::window(s, cx, guest)?;
    }
    Ok(())
}

/// Whether a spacecraft may act now (EA-SPAC-004).
pub fn is_due(s: &State, formation: FormationId) -> bool {
    let own = s.formation(formation);
    let there = own.units.iter().all(|unit| s.units[unit.index()].place == Place::Waiting);
    own.flight.sky == Sky::Orbit && there && own.arrives.is_some_and(|turn| turn <= s.turn)
}
