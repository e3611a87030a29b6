//! Hit 'n' Run: installations, those who guard them, raiders who come from a corner and get away (EA-SHR).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::target::{Need, Target};
use grognard_engine::{RuleId, SeatId, rule, rules};
use grognard_space::table::{Body, Length, Point, Pose};

use super::hits::{self, Hit};
use super::volleys::Number;
use super::{Pick, amounts, damage, divided, games, losses, markers, marks, movement, withdrawal, wrecks};
use crate::Epic;
use crate::abilities::Abilities;
use crate::air::Sky;
use crate::arrivals::Means;
use crate::choice::{Choice, Lay, Laying, MoveKind, Shape, Word};
use crate::data::amount::{Cm, Part};
use crate::data::scenario::{HitAndRun, InstallationCritical};
use crate::event::{Event, Facts, Loss};
use crate::figures;
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::kind::{Class, Fire};
use crate::land::{Laid, rectangle};
use crate::sites::{Site, SiteKind, feature_id, left, outline, raided, raiders};
use crate::state::{Posted, State};

/// The sheet of a gun on an installation.
const GUN: &str = "fixed-aa-gun";

/// Whether the battle is a raid.
pub fn is_on(fixed: &Fixed) -> bool {
    fixed.is_special("installations")
}

/// Whether a raid has yet to be prepared.
pub fn is_open(fixed: &Fixed, s: &State) -> bool {
    is_on(fixed) && s.prepared < DONE
}

/// The steps of the preparations: installations, the corner, guns, then guards.
const CORNER: u8 = 1;
const GUNS: u8 = 2;
const GUARDS: u8 = 3;
const DONE: u8 = 4;

fn sides(fixed: &Fixed) -> Option<(SeatId, SeatId)> {
    Some((divided::side_of(fixed, "defender")?, divided::side_of(fixed, "attacker")?))
}

fn own(s: &State, side: SeatId) -> Vec<FormationId> {
    s.formation_ids().filter(|id| s.owner(*id) == side && !s.formation(*id).units.is_empty()).collect()
}

fn points(fixed: &Fixed, s: &State, side: SeatId) -> u32 {
    own(s, side).into_iter().map(|id| u32::from(fixed.spec(id).points)).sum()
}

/// The next step of the preparations.
pub fn prepare(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    let fixed = cx.fixed();
    let Some((defender, attacker)) = sides(fixed) else { return cx.broken("nobody defends") };
    match s.prepared {
        0 => {
            // EA-SHR-003, EA-AMB-166: one for so many points or a part of them.
            let each = u32::from(fixed.numbers().installations.points);
            let count = points(fixed, s, defender).div_ceil(each).max(1) as u8;
            let lay = Lay { side: defender, what: Laying::Installations, count };
            let ask = Ask::new(defender, "installations", rule!("EA-SHR-003"));
            let Choice::Lay(places) = cx.propose(s, ask, Shape::Lay(lay))? else {
                return cx.broken("installations were answered with something else");
            };
            for pose in &places {
                found(fixed, s, pose.at);
            }
            let about = Facts { number: Some(places.len() as i64), ..Facts::default() };
            cx.emit(rules!["EA-SHR-003", "EA-AMB-166"], Event::of("event.installations", about));
            s.prepared = CORNER;
        }
        CORNER => {
            // EA-SHR-005.
            let options: Vec<Number> = (1..=4).map(Number).collect();
            let Number(corner) = cx.choose(s, Ask::new(attacker, "corner", rule!("EA-SHR-005")), &options)?;
            s.corner = Some(corner - 1);
            let about = Facts { number: Some(corner.into()), side: Some(attacker), ..Facts::default() };
            cx.emit(rules!["EA-SHR-005"], Event::of("event.corner", about));
            for formation in own(s, attacker) {
                if s.formation(formation).flight.sky == Sky::Ground {
                    let own = s.formation_mut(formation);
                    (own.means, own.arrives) = (Some(Means::Edge), Some(1));
                }
            }
            s.prepared = GUNS;
        }
        GUNS => {
            let gun = |id: &FormationId| fixed.spec(*id).id == GUN && !s.is_on_table(*id);
            let Some(formation) = own(s, defender).into_iter().find(gun) else {
                s.prepared = GUARDS;
                return Ok(());
            };
            s.about.formation = Some(formation);
            let options: Vec<Number> = (1..=s.sites.len() as u8).map(Number).collect();
            let Number(at) = cx.choose(s, Ask::new(defender, "gun", rule!("EA-SHR-002")), &options)?;
            let place = s.sites[usize::from(at - 1)].at;
            for unit in s.formation(formation).units.clone() {
                s.put(fixed, unit, Pose::at(place));
            }
            let about = Facts { formation: Some(formation), number: Some(at.into()), ..Facts::default() };
            cx.emit(rules!["EA-SHR-002"], Event::of("event.gun", about));
        }
        _ => guard(s, cx, defender)?,
    }
    Ok(())
}

/// EA-AMB-166: an installation is a building.
pub fn found(fixed: &Fixed, s: &mut State, at: Point) {
    let [Cm(long), Cm(deep)] = fixed.numbers().installation_size.size;
    let id = feature_id(s.sites.len());
    s.sites.push(Site {
        kind: SiteKind::Installation,
        at,
        damage: 0,
        destroyed: false,
        closed: false,
        inside: Vec::new(),
    });
    s.lay(fixed, [Laid { id, terrain: "buildings".to_owned(), corners: rectangle(at, long.0, deep.0) }]);
}

/// EA-SHR-004: guards for a quarter of the points, those with the most infantry; all others come later (EA-SHR-015).
fn guard(s: &mut State, cx: &mut Ctx<'_, Epic>, defender: SeatId) -> Step {
    let fixed = cx.fixed();
    let budget =
        fixed.numbers().guards.share.times(points(fixed, s, defender), crate::data::amount::Rounding::Down);
    let on = |id: &FormationId| s.is_on_table(*id) && fixed.spec(*id).id != GUN;
    let spent: u32 =
        own(s, defender).iter().filter(|id| on(id)).map(|id| u32::from(fixed.spec(*id).points)).sum();
    let infantry = |id: &FormationId| {
        fixed.spec(*id).units.iter().filter(|unit| fixed.kind(**unit).class == Class::Infantry).count()
    };
    let able: Vec<FormationId> = own(s, defender)
        .into_iter()
        .filter(|id| !s.is_on_table(*id) && s.formation(*id).flight.sky == Sky::Ground)
        .filter(|id| s.formation(*id).means.is_none())
        .filter(|id| spent + u32::from(fixed.spec(*id).points) <= budget && infantry(id) > 0)
        .collect();
    let most = able.iter().map(infantry).max().unwrap_or(0);
    let able: Vec<FormationId> = able.into_iter().filter(|id| infantry(id) == most).collect();
    if !able.is_empty() {
        let options: Vec<Pick> = able.into_iter().map(Pick::Formation).chain([Pick::Nobody]).collect();
        let ask = Ask::new(defender, "guard", rule!("EA-SHR-004"));
        if let Pick::Formation(formation) = cx.choose(s, ask, &options)? {
            let at = s.sites.iter().map(|site| site.at).collect();
            s.posted = Some(Posted { formation, at, within: None });
            s.formation_mut(formation).garrison = true;
            let room = marks::post(s, cx, formation, rule!("EA-SHR-004"))?;
            s.posted = None;
            if room {
                s.formation_mut(formation).overwatch = true;
                cx.emit(rules!["EA-SHR-004"], Event::Overwatch { formation, on: true });
                return Ok(());
            }
            s.formation_mut(formation).garrison = false;
        }
    }
    for formation in own(s, defender) {
        if !s.is_on_table(formation) && s.formation(formation).means.is_none() {
            divided::hold_back(s, cx, formation, rules!["EA-SHR-004", "EA-SHR-015"]);
        }
    }
    s.prepared = DONE;
    Ok(())
}

/// EA-SHR-005: the corner of the table the raiders come from.
pub fn corner(fixed: &Fixed, s: &State) -> Option<Point> {
    let (x, y) = (fixed.field.size.0.0, fixed.field.size.1.0);
    let all = [(0, 0), (x, 0), (x, y), (0, y)];
    s.corner.and_then(|at| all.get(usize::from(at))).map(|(x, y)| Point { x: *x, y: *y })
}

/// EA-SHR-005: whether a place is where the raiders come in: so near their corner, on an edge.
pub fn is_entry(fixed: &Fixed, s: &State, at: Point) -> bool {
    let Some(corner) = corner(fixed, s) else { return false };
    let near = fixed.numbers().corner.from_corner.0;
    let (x, y) = (fixed.field.size.0.0, fixed.field.size.1.0);
    let on = at.x == 0 || at.y == 0 || at.x == x || at.y == y;
    on && (0..=x).contains(&at.x) && (0..=y).contains(&at.y) && (at - corner).length() <= near
}

/// EA-SHR-006 to EA-SHR-008: a formation whose infantry stands in or at installations attacks them, each if its owner wants.
pub fn strike(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId) -> Step {
    if !is_on(cx.fixed()) || divided::side_of(cx.fixed(), "attacker") != Some(s.owner(formation)) {
        return Ok(());
    }
    for number in raided(cx.fixed(), s, formation) {
        s.about.formation = Some(formation);
        s.about.number = Some(number + 1);
        let ask = Ask::new(s.owner(formation), "raid", rule!("EA-SHR-006"));
        if cx.choose(s, ask, &[Word::Accept, Word::Pass])? == Word::Pass {
            continue;
        }
        attack(s, cx, formation, usize::from(number))?;
        if s.formation(formation).units.is_empty() {
            break;
        }
    }
    Ok(())
}

/// EA-SHR-007, EA-SHR-009: close combat against an installation, which saves but does not fight back.
fn attack(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId, number: usize) -> Step {
    let fixed = cx.fixed();
    let touching = |unit: &UnitId| {
        s.table.body(*unit).is_some_and(|body| s.enemy_units(formation).any(|(_, foe)| body.in_contact(foe)))
    };
    let units: Vec<UnitId> =
        raiders(fixed, s, number, formation).into_iter().filter(|unit| !touching(unit)).collect();
    let (mut plain, mut heavy) = (0, 0);
    for unit in units {
        let own = fixed.numbers().attack.dice * fixed.kind(unit).dc;
        for strikes in figures::attacks(fixed, unit, true, own, false) {
            let dice = amounts::roll(cx, strikes.dice, "roll.extra-attacks", rules!["EA-ABIL-031"])?;
            let target = Target::new(Need::AtLeast(strikes.need), rule!("EA-SHR-006"));
            let rules = rules!["EA-SHR-006", "EA-SHR-007"];
            let faces = cx.roll_many(dice.into(), 6, "roll.close-combat", rules, Some(&target))?;
            let hits = faces.iter().filter(|face| target.met_by(**face)).count() as u8;
            if strikes.hit.is_macro() {
                heavy += hits;
            } else {
                plain += hits;
            }
        }
    }
    let sheet = fixed.data.sheets.get("installation");
    let save = sheet.and_then(|sheet| sheet.armour.0).unwrap_or(7);
    let target = Target::new(Need::AtLeast(save), rule!("EA-SHR-009"));
    let faces = cx.roll_many(plain.into(), 6, "roll.save", rules!["EA-SHR-009"], Some(&target))?;
    let suffered = heavy + faces.iter().filter(|face| !target.met_by(**face)).count() as u8;
    let whole = sheet.and_then(|sheet| sheet.dc).unwrap_or(0);
    s.sites[number].damage = (s.sites[number].damage + suffered).min(whole);
    let gone = s.sites[number].damage >= whole;
    s.sites[number].destroyed |= gone;
    let about = Facts {
        formation: Some(formation),
        number: Some(suffered.into()),
        objective: Some(number as u8),
        ..Facts::default()
    };
    let key = if gone { "event.site-destroyed" } else { "event.site-hit" };
    cx.emit(rules!["EA-SHR-006", "EA-SHR-007", "EA-SHR-008", "EA-SHR-009"], Event::of(key, about));
    if suffered > 0 {
        silence(s, cx, number)?;
    }
    for _ in 0..suffered {
        let [face] = cx.roll::<1>(6, "roll.critical", rules!["EA-SHR-009"])?;
        if face == cx.fixed().numbers().site_critical.face {
            critical(s, cx, number)?;
        }
    }
    Ok(())
}

/// EA-SHR-002: guns on an installation that is damaged are destroyed.
fn silence(s: &mut State, cx: &mut Ctx<'_, Epic>, number: usize) -> Step {
    let at = s.sites[number].at;
    let guns: Vec<UnitId> = s
        .table
        .ids()
        .filter(|unit| cx.fixed().kind(*unit).sheet == GUN)
        .filter(|unit| s.table.body(*unit).is_some_and(|body| body.pose.at == at))
        .collect();
    for unit in guns {
        losses::lose(s, cx, unit, Loss::Critical, rules!["EA-SHR-002"]);
        wrecks::settle(s, cx, wrecks::Wreck::Harmless)?;
    }
    Ok(())
}

/// EA-SHR-010 to EA-SHR-012, T-25.
fn critical(s: &mut State, cx: &mut Ctx<'_, Epic>, number: usize) -> Step {
    let [face] = cx.roll::<1>(6, "roll.installation", rules!["EA-SHR-009"])?;
    let table = &cx.fixed().data.scenario_tables.installation_critical;
    let Some(row) = table.iter().find(|row| row.faces.contains(&face)).cloned() else { return Ok(()) };
    let rule = match row.rule.as_str() {
        "EA-SHR-010" => rule!("EA-SHR-010"),
        "EA-SHR-011" => rule!("EA-SHR-011"),
        _ => rule!("EA-SHR-012"),
    };
    let key = match row.id.as_str() {
        "red-alert" => "event.red-alert",
        "explodes" => "event.site-explodes",
        _ => "event.site-blown-apart",
    };
    let about = Facts { objective: Some(number as u8), ..Facts::default() };
    cx.emit(&[rule], Event::of(key, about));
    if !applies(rule) {
        return Ok(());
    }
    s.sites[number].destroyed |= row.destroyed;
    if row.destroyed {
        silence(s, cx, number)?;
    }
    explode(s, cx, number, &row, rule)?;
    if row.occupants == "evacuate" {
        evacuate(s, cx, number)?;
    }
    Ok(())
}

/// Those inside, and those near it.
fn explode(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    number: usize,
    row: &InstallationCritical,
    rule: RuleId,
) -> Step {
    let Some(walls) = outline(cx.fixed(), s, number) else { return Ok(()) };
    let numbers = cx.fixed().numbers();
    let reach =
        if rule == rule!("EA-SHR-011") { numbers.explodes.within.0 } else { numbers.blown_apart.within.0 };
    let of = |reach: Length| -> Vec<UnitId> {
        let near = |body: &Body| body.outline.within(&walls, reach);
        s.table.ids().filter(|unit| !s.flies(*unit) && s.table.body(*unit).is_some_and(near)).collect()
    };
    let inside: Vec<UnitId> =
        of(Length::ZERO).into_iter().filter(|unit| cx.fixed().kind(*unit).class == Class::Infantry).collect();
    let near: Vec<UnitId> = of(reach).into_iter().filter(|unit| !inside.contains(unit)).collect();
    let mut shaken: Vec<FormationId> = Vec::new();
    for unit in inside {
        let home = s.units[unit.index()].formation;
        match row.occupants.as_str() {
            "one-hit" => struck(s, cx, unit, rule)?,
            "killed" => {
                losses::lose(s, cx, unit, Loss::Critical, &[rule]);
                wrecks::settle(s, cx, wrecks::Wreck::Harmless)?;
            }
            _ => {}
        }
        shaken.push(home);
    }
    for unit in near {
        let home = s.units[unit.index()].formation;
        if row.near.as_deref() == Some("one-hit-and-marker") {
            struck(s, cx, unit, rule)?;
        }
        shaken.push(home);
    }
    shaken.sort_unstable();
    shaken.dedup();
    if row.near.is_none() {
        return Ok(());
    }
    for formation in shaken {
        if s.formation(formation).units.is_empty() {
            continue;
        }
        let count = cx.fixed().numbers().explodes.markers;
        markers::give(s, cx, formation, count, None, &[rule, rule!("EA-BM-001")])?;
        markers::check(s, cx, formation, None)?;
    }
    Ok(())
}

/// One hit that may be saved.
fn struck(s: &mut State, cx: &mut Ctx<'_, Epic>, unit: UnitId, rule: RuleId) -> Step {
    let home = s.units[unit.index()].formation;
    let hit = Hit::new(Fire::Ap, Abilities::default());
    let harm = hits::resolve(s, cx, unit, &[(hit, 1)], Loss::Critical)?;
    wrecks::settle(s, cx, wrecks::Wreck::Harmless)?;
    markers::give(s, cx, home, harm.markers, None, &[rule, rule!("EA-BM-003")])
}

/// EA-SHR-010: everybody inside consolidates, or breaks and withdraws, and who is still inside then is lost; nobody enters again.
fn evacuate(s: &mut State, cx: &mut Ctx<'_, Epic>, number: usize) -> Step {
    s.sites[number].closed = true;
    let Some(walls) = outline(cx.fixed(), s, number) else { return Ok(()) };
    let inside = |s: &State, id: FormationId| -> Vec<UnitId> {
        let own = s.standing(id).filter(|(_, body)| body.outline.within(&walls, Length::ZERO));
        own.map(|(unit, _)| unit).filter(|unit| cx.fixed().kind(*unit).class == Class::Infantry).collect()
    };
    let all: Vec<FormationId> = s.formation_ids().filter(|id| !inside(s, *id).is_empty()).collect();
    for formation in all {
        s.about.formation = Some(formation);
        let ask = Ask::new(s.owner(formation), "evacuate", rule!("EA-SHR-010"));
        let broken = s.formation(formation).broken;
        let words: &[Word] = if broken { &[Word::Exit] } else { &[Word::Stay, Word::Exit] };
        if cx.choose(s, ask, words)? == Word::Exit {
            let own = s.formation_mut(formation);
            (own.broken, own.markers) = (true, 0);
            if !broken {
                cx.emit(rules!["EA-SHR-010", "EA-BRKN-003"], Event::Broken { formation });
            }
            withdrawal::window(s, cx, formation)?;
        } else {
            let kind = MoveKind::Consolidation;
            let ask = Ask::new(s.owner(formation), "consolidate", rule!("EA-SHR-010"));
            if let Choice::Paths(_, ways, rides) = cx.propose(s, ask, Shape::Paths(formation, kind, 1))? {
                movement::carry_out(s, cx, formation, kind, &ways, &rides, rules!["EA-SHR-010"])?;
            }
        }
        let fixed = cx.fixed();
        let left: Vec<UnitId> = s
            .standing(formation)
            .filter(|(unit, body)| {
                fixed.kind(*unit).class == Class::Infantry && body.outline.within(&walls, Length::ZERO)
            })
            .map(|(unit, _)| unit)
            .collect();
        for unit in left {
            losses::lose(s, cx, unit, Loss::Critical, rules!["EA-SHR-010"]);
        }
    }
    let id = feature_id(number);
    for laid in s.laid.iter_mut().filter(|laid| laid.id == id) {
        "closed-building".clone_into(&mut laid.terrain);
    }
    s.lay(cx.fixed(), []);
    Ok(())
}

/// EA-SHR-014: whether the raid is over, and who has won: after the last turn dice, or at once where no raider on the ground is left.
pub fn verdict(s: &State, cx: &mut Ctx<'_, Epic>) -> Step<Option<(Option<u8>, RuleId)>> {
    let fixed = cx.fixed();
    let Some((defender, attacker)) = sides(fixed) else { return Ok(None) };
    let there = s.formation_ids().any(|id| {
        s.owner(id) == attacker
            && s.is_on_ground(id)
            && s.formation(id).units.iter().all(|unit| fixed.kind(*unit).flight.is_none())
    });
    if there || !applies(rule!("EA-SHR-014")) {
        if s.turn < fixed.turns {
            return Ok(None);
        }
        let die = fixed.numbers().raid_end.roll.sides;
        let faces = cx.roll_many(2, die, "roll.end", rules!["EA-SHR-014"], None)?;
        if faces[0] == faces[1] {
            return Ok(None);
        }
    }
    let totals = [
        (attacker, score(fixed, s, attacker, "attacker")),
        (defender, score(fixed, s, defender, "defender")),
    ];
    for (side, total) in totals {
        let about = Facts { side: Some(side), number: Some(total.into()), ..Facts::default() };
        cx.emit(rules!["EA-SHR-014", "EA-SHR-016"], Event::of("event.raid-points", about));
    }
    let (one, other) = (totals[0].1, totals[1].1);
    let winner = match one.cmp(&other) {
        std::cmp::Ordering::Greater => Some(attacker),
        std::cmp::Ordering::Less => Some(defender),
        std::cmp::Ordering::Equal => None,
    };
    let margin = fixed.numbers().raid_points.stunning;
    let (high, low) = (one.max(other), one.min(other));
    if winner.is_some() && (high - low) * margin.by >= low * margin.of {
        let about = Facts { side: winner, ..Facts::default() };
        cx.emit(rules!["EA-SHR-016"], Event::of("event.stunning", about));
    }
    Ok(Some((winner.map(|seat| fixed.sides[seat.index()].team), rule!("EA-SHR-014"))))
}

/// EA-SHR-016, T-26b: the points of a side.
pub fn score(fixed: &Fixed, s: &State, side: SeatId, word: &str) -> u32 {
    let rows: Vec<&HitAndRun> =
        fixed.data.scenario_tables.hit_and_run_points.iter().filter(|row| row.side == word).collect();
    let row = |when: &str| rows.iter().find(|row| row.when == when);
    let numbers = &fixed.numbers().raid_points;
    let cost = |id: FormationId| {
        let part = Part { of: 1, by: numbers.points_per.into() };
        part.times(fixed.spec(id).points.into(), numbers.rounding)
    };
    // Formations of aircraft do not count.
    let grounded = |id: &FormationId| {
        let units = &fixed.spec(*id).units;
        units.iter().all(|unit| fixed.kind(*unit).flight.is_none() && !fixed.kind(*unit).spacecraft)
    };
    let mut total = 0;
    let whole = fixed.data.sheets.get("installation").and_then(|sheet| sheet.dc).unwrap_or(0);
    for number in 0..s.sites.len() {
        let site = &s.sites[number];
        let when = match (site.destroyed, site.damage > 0) {
            (true, _) => "installation-destroyed",
            (false, true) => "installation-damaged",
            (false, false) => "installation-undamaged",
        };
        let Some(row) = row(when) else { continue };
        let each = u32::from(row.points.unwrap_or(0));
        total += each
            * match row.per.as_deref() {
                Some("capacity-lost") => u32::from(whole - left(fixed, s, number)),
                Some("capacity-left") => u32::from(left(fixed, s, number)),
                _ => 1,
            };
    }
    let team = fixed.sides[side.index()].team;
    for id in s.formation_ids().filter(grounded) {
        let mine = s.owner(id) == side;
        let foe = fixed.sides[s.owner(id).index()].team != team;
        let weak = games::is_weak(fixed, s, id);
        let away = s.formation(id).units.iter().any(|unit| s.exited.contains(unit));
        let when = match (mine, foe) {
            (true, _) if away && weak => "extricated-half-or-less",
            (true, _) if away => "extricated-above-half",
            (false, true) if s.formation(id).units.is_empty() => "enemy-destroyed",
            (false, true) if below_half(fixed, s, id) => "enemy-below-half",
            _ => continue,
        };
        if let Some(part) = row(when).and_then(|row| row.part) {
            total += part.times(cost(id), numbers.rounding);
        }
    }
    total
}

/// Less than half of the units are left.
fn below_half(fixed: &Fixed, s: &State, formation: FormationId) -> bool {
    let whole = fixed.spec(formation).units.len();
    let own = s.formation(formation).units.iter().filter(|unit| damage::left(fixed, s, **unit) > 0);
    own.count() * 2 < whole
}
