//! The movement phase (MOV, RUN, SQD): the remaining moves of squads, one after another.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{Angle, Body, Length, Pose};
use grognard_tabletop::marches;

use super::{joining, morale, path, psychology};
use crate::Second;
use crate::buildings::walls;
use crate::characters;
use crate::choice::{Choice, Gait, MoveShape, Shape, Way, Word};
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::{ModelId, UnitId};
use crate::legal::moves::{self, Move, coherent};
use crate::sight;
use crate::state::{Flow, Hidden, Moved, Nerve, Pledge, State};
use crate::vehicles::{Lasting, boarding, crew, is_vehicle, is_walker, manoeuvres, moving};

/// Whether a unit may be chosen to move: it has not, and nothing holds it (2E-OVW-003, 2E-HTH-002, 2E-BRK-005).
pub fn may_move(s: &State, unit: UnitId) -> bool {
    let own = s.unit(unit);
    let free = own.models.iter().any(|model| !s.is_engaged(*model) || s.vehicle(*model).is_some());
    let open = own.moved == Moved::NotYet || matches!(own.pledge, Pledge::Goes(..) | Pledge::Again(_));
    open && own.nerve != Nerve::Broken && !own.overwatch && free
}

/// The move of a unit; 2E-SQD-005: one that is scattered has to come together where a way is found.
fn shape(fixed: &Fixed, s: &State, unit: UnitId, gait: Gait) -> MoveShape {
    let whole = MoveShape::new(unit, gait);
    if is_vehicle(fixed, unit) {
        return whole;
    }
    let apart = !coherent(fixed, s, unit) && marches::gather(&Move::new(fixed, s, &whole)).is_none();
    MoveShape { apart, ..whole }
}

/// 2E-SQD-005: whether a unit is scattered and can come together.
fn must_gather(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    if !applies(rule!("2E-SQD-005")) {
        return false;
    }
    may_move(s, unit) && !coherent(fixed, s, unit) && !shape(fixed, s, unit, Gait::Walk).apart
}

/// 2E-MOV-001: the remaining moves, in any order, as many as wished (2E-MOV-006); 2E-MOV-008: units may turn at any time.
pub fn moves(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    let side = s.active;
    let fixed = cx.fixed();
    let mut options: Vec<Choice> = Vec::new();
    let own: Vec<UnitId> = s.on_table(side).collect();
    let may = |unit: &UnitId| may_move(s, *unit) && s.unit(*unit).pledge != Pledge::Stays;
    options.extend(own.iter().filter(|unit| may(unit)).map(|unit| Choice::Unit(*unit)));
    // 2E-HER-006: characters may leave their squads before these move.
    let leaving = joining::may_leave(fixed, s, side);
    // 2E-AMB-013: a move that was stated under fire is made.
    let bound = |unit: &UnitId| may_move(s, *unit) && matches!(s.unit(*unit).pledge, Pledge::Goes(..));
    // Whoever has said that it stays is not bound to anything: it could not even be chosen.
    let mut free = own.iter().filter(|unit| may(unit));
    if !free.any(|unit| must_gather(fixed, s, *unit) || moving::must_move(fixed, s, *unit) || bound(unit)) {
        options.push(Choice::Word(Word::Done));
    }
    let done = options.len().saturating_sub(1);
    options.extend(leaving.into_iter().map(Choice::Leave));
    options.extend(own.iter().filter(|unit| may_exit(fixed, s, **unit)).map(|unit| Choice::Exit(*unit)));
    let turns = |unit: &&UnitId| s.unit(**unit).nerve != Nerve::Broken && !is_vehicle(fixed, **unit);
    for unit in own.iter().filter(turns) {
        let enemies = s.on_table(side.other()).filter(|enemy| !faces(s, *unit, *enemy));
        options.extend(enemies.map(|enemy| Choice::Face(*unit, enemy)));
    }
    options.extend(boarding::options(fixed, s, side));
    if !s.buildings.is_empty() {
        options.extend(own.iter().flat_map(|unit| walls::climbs(fixed, s, *unit)));
    }
    let ask = Ask::new(side.seat(), "move-unit", rule!("2E-MOV-001")).default(done).always();
    match cx.choose(s, ask, &options)? {
        Choice::Unit(unit) => {
            move_unit(s, cx, unit)?;
            joining::offer(s, cx, unit)
        }
        Choice::Exit(unit) => {
            cx.emit(rules!["2E-SHK-003"], Event::LeftTable { unit });
            morale::remove(s, cx, unit, "removed.off-table", rules!["2E-SHK-003"]);
            Ok(())
        }
        Choice::Leave(model) => {
            joining::leave(s, cx, model, rules!["2E-HER-006"]);
            Ok(())
        }
        Choice::Alight(unit, _) => boarding::leave(s, cx, unit),
        Choice::Board(unit, vehicle) => boarding::board(s, cx, unit, vehicle),
        Choice::Climb(unit, level) => walls::climb(s, cx, unit, level),
        Choice::Man(model, post) => {
            crew::take_over(s, cx, model, post);
            Ok(())
        }
        Choice::Face(unit, enemy) => {
            face(s, cx, unit, enemy);
            Ok(())
        }
        _ => finish(s, cx),
    }
}

/// 2E-SHK-003: shaken troops may go off the table, where all of them can reach its edge.
fn may_exit(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    if !applies(rule!("2E-SHK-003")) {
        return false;
    }
    let (long, wide) = fixed.battlefield.size;
    let near = |(model, body): (ModelId, &Body)| {
        let (bounds, far) = (body.outline.bounds(), fixed.kind_of(model).values.m.0.0);
        let gaps = [bounds.low.x, bounds.low.y, long.0 - bounds.high.x, wide.0 - bounds.high.y];
        gaps.into_iter().any(|gap| gap <= far)
    };
    s.unit(unit).nerve == Nerve::Shaken && may_move(s, unit) && !s.in_combat(unit) && s.bodies(unit).all(near)
}

/// The facing of each model of a unit towards its nearest model of another.
fn facings(s: &State, unit: UnitId, enemy: UnitId) -> Vec<(ModelId, Pose)> {
    let turned = |(model, body): (ModelId, &Body)| {
        let nearest = s.bodies(enemy).min_by_key(|(id, other)| (body.distance(other), *id))?.1;
        Some((model, body.pose.facing(Angle::of(nearest.pose.at - body.pose.at))))
    };
    s.bodies(unit).filter_map(turned).collect()
}

fn faces(s: &State, unit: UnitId, enemy: UnitId) -> bool {
    facings(s, unit, enemy).into_iter().all(|(model, pose)| s.pose(model) == Some(pose))
}

/// 2E-MOV-008: turning is free and is no move.
fn face(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId, enemy: UnitId) {
    if !applies(rule!("2E-MOV-008")) {
        return;
    }
    for (model, pose) in facings(s, unit, enemy) {
        s.table.move_to(model, pose);
    }
    cx.emit(rules!["2E-MOV-008"], Event::Faced { unit, enemy });
}

/// A unit walks, or declares that it runs (DEC-011), and moves.
pub fn move_unit(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId) -> Step {
    s.about = Some(unit);
    let pledge = std::mem::take(&mut s.unit_mut(unit).pledge);
    let stated = match pledge {
        Pledge::Goes(gait, ways) => {
            let shape = shape(cx.fixed(), s, unit, gait);
            // Who has moved since may stand in the way now: then the move is stated anew.
            let holds = matches!(gait, Gait::PopUp | Gait::Land)
                || moves::check(cx.fixed(), s, &shape, &Choice::Paths(unit, ways.clone())).is_empty();
            if holds { Some((shape, ways)) } else { Some(state_paths(s, cx, shape)?) }
        }
        Pledge::Again(gait) => {
            let shape = shape(cx.fixed(), s, unit, gait);
            Some(state_paths(s, cx, shape)?)
        }
        Pledge::None | Pledge::Stays => state(s, cx, unit)?,
    };
    let Some((shape, ways)) = stated else {
        s.unit_mut(unit).moved = Moved::Normal;
        cx.emit(rules!["2E-MOV-006"], Event::Moved { unit, ways: Vec::new() });
        return Ok(());
    };
    if s.unit(unit).moved == Moved::NotYet {
        s.unit_mut(unit).moved = if shape.runs() { Moved::Ran } else { Moved::Normal };
    }
    if is_vehicle(cx.fixed(), unit) {
        let before = morale::strengths(s);
        manoeuvres::make(s, cx, shape, ways)?;
        boarding::drove(s, cx, unit)?;
        morale::after_all(s, cx, &before)?;
    } else {
        make(s, cx, shape, ways)?;
    }
    Ok(())
}

/// How a unit may move.
pub fn ways_to_go(fixed: &Fixed, s: &State, unit: UnitId) -> Vec<Word> {
    // 2E-VMV-008, 2E-RUN-009: of the vehicles walkers alone run.
    let vehicle = is_vehicle(fixed, unit);
    let walker = s.unit(unit).models.first().is_some_and(|model| is_walker(fixed, *model));
    let mut words = vec![Word::Walk];
    // 2E-AMB-061: whoever left a vehicle does not run.
    let limps = s.unit(unit).models.iter().any(|model| s.has_damage(*model, |known| known == Lasting::Limps));
    if (!vehicle || walker) && !s.unit(unit).left && !limps {
        words.push(Word::Run);
    }
    words.extend(manoeuvres::words(fixed, s, unit));
    if coherent(fixed, s, unit) && !moving::must_move(fixed, s, unit) {
        words.push(Word::Hold);
    }
    words
}

/// How a unit moves and where, without moving it; `None` where it stands still. A run that is refused counts as one.
pub fn state(s: &mut State, cx: &mut Ctx<'_, Second>, unit: UnitId) -> Step<Option<(MoveShape, Vec<Way>)>> {
    s.about = Some(unit);
    let seat = s.unit(unit).side.seat();
    for model in s.unit(unit).models.clone() {
        s.model_mut(model).spent = 0;
    }
    // 2E-RUN-002: all of it or none.
    let ask = Ask::new(seat, "move-type", rule!("2E-RUN-002"));
    let how = cx.choose(s, ask, &ways_to_go(cx.fixed(), s, unit))?;
    let gait = match how {
        Word::Hold => return Ok(None),
        Word::PopUp => return Ok(Some((MoveShape::new(unit, Gait::PopUp), Vec::new()))),
        Word::Land => return Ok(Some((MoveShape::new(unit, Gait::Land), Vec::new()))),
        Word::Ram => Gait::Ram,
        _ => Gait::Walk,
    };
    manoeuvres::limp(s, cx, unit)?;
    let mut run = how == Word::Run;
    if run {
        s.unit_mut(unit).moved = Moved::Ran;
        cx.emit(rules!["2E-RUN-002"], Event::RunDeclared { unit });
        // 2E-RUN-003: now it is measured; refused, it walks and counts as having run (2E-AMB-158).
        let near = near_enemy(cx.fixed(), s, unit, &[], &|model| s.table.body(model).cloned());
        if near && applies(rule!("2E-RUN-003")) {
            run = false;
            cx.emit(rules!["2E-RUN-003"], Event::RunRefused { unit });
        }
    }
    let shape = shape(cx.fixed(), s, unit, if run { Gait::Run } else { gait });
    state_paths(s, cx, shape).map(Some)
}

/// The ways of a unit that has said how it moves.
fn state_paths(s: &mut State, cx: &mut Ctx<'_, Second>, shape: MoveShape) -> Step<(MoveShape, Vec<Way>)> {
    s.about = Some(shape.unit);
    for model in s.unit(shape.unit).models.clone() {
        s.model_mut(model).spent = 0;
    }
    let ask = Ask::new(s.unit(shape.unit).side.seat(), "paths", moves::rule_of(shape.gait));
    let Choice::Paths(_, ways) = cx.propose(s, ask, Shape::Paths(shape))? else {
        return cx.broken("paths were answered with something else");
    };
    Ok((shape, ways))
}

/// Makes a stated move of a unit.
pub fn make(s: &mut State, cx: &mut Ctx<'_, Second>, shape: MoveShape, ways: Vec<Way>) -> Step {
    let fixed = cx.fixed();
    let unit = shape.unit;
    let mut rules: Vec<RuleId> =
        if cx.logging() { moves::remarks(fixed, s, &shape, &ways) } else { Vec::new() };
    // 2E-MOV-018: a squad may end on both sides of an obstacle.
    let runs = shape.runs() && applies(rule!("2E-RUN-004"));
    let halted = if runs { halt(fixed, s, unit, &ways) } else { None };
    let is_halted = halted.is_some();
    let ended = halted.unwrap_or(ways);
    let tracks: Vec<Vec<Body>> = ended.iter().filter_map(|way| track(fixed, s, way)).collect();
    if !path::go(s, cx, shape, ended.clone(), None)? {
        return Ok(());
    }
    if characters::is_alone(fixed, s, unit) {
        rules.push(rule!("2E-HER-016"));
    }
    if straddles(fixed, s, unit) {
        rules.push(rule!("2E-MOV-018"));
    }
    cx.emit(&rules, Event::Moved { unit, ways: ended });
    if is_halted {
        cx.emit(rules!["2E-RUN-004"], Event::RunHalted { unit });
    }
    morale::together(s, cx, unit);
    psychology::came_near(s, cx, unit, &tracks)
}

/// A model at its start and then at every half inch of its way.
pub fn track(fixed: &Fixed, s: &State, way: &Way) -> Option<Vec<Body>> {
    let start = s.pose(way.0)?;
    let form = fixed.ground.form(fixed.form(way.0));
    let whole: i32 = std::iter::once(start.at)
        .chain(way.1.iter().map(|stop| stop.at))
        .zip(&way.1)
        .map(|(from, stop)| from.distance(stop.at).0)
        .sum();
    let parts = (whole / Length::INCH.0 * 2).max(1);
    Some((0..=parts).map(|part| form.body(path::at(start, &way.1, path::WHOLE / parts * part))).collect())
}

/// Whether a line between two neighbours of a squad crosses an obstacle.
fn straddles(fixed: &Fixed, s: &State, unit: UnitId) -> bool {
    let bodies: Vec<&Body> = s.bodies(unit).map(|(_, body)| body).collect();
    let rules = moves::coherency(fixed, s, unit);
    let crossed = |one: &Body, other: &Body| {
        let line = grognard_space::table::Outline::convex([one.pose.at, other.pose.at]);
        let parts = fixed.ground.parts_near(line.bounds());
        parts
            .iter()
            .map(|number| &fixed.ground.parts()[*number])
            .any(|part| part.tags.any(crate::terrain::OBSTACLE) && part.outline.within(&line, Length::ZERO))
    };
    bodies
        .iter()
        .enumerate()
        .any(|(at, one)| bodies[..at].iter().any(|other| rules.linked(one, other) && crossed(one, other)))
}

/// 2E-RUN-003, 2E-AMB-123: whether an enemy that is not hidden is near some model of a unit.
fn near_enemy(
    fixed: &Fixed,
    s: &State,
    unit: UnitId,
    spotted: &[UnitId],
    at: &dyn Fn(ModelId) -> Option<Body>,
) -> bool {
    let within = fixed.numbers().run_clear.within.0;
    let side = s.unit(unit).side;
    let counts = |enemy: ModelId| {
        let other = s.model(enemy).unit;
        s.unit(other).hidden != Hidden::Yes || spotted.contains(&other)
    };
    s.unit(unit)
        .models
        .iter()
        .filter_map(|model| at(*model))
        .any(|body| s.enemies(side).any(|(id, enemy)| counts(id) && body.within(enemy, within)))
}

/// How finely a run is looked at.
const SHARES: i32 = 512;

/// Parts of a share.
const FINE: i32 = path::WHOLE / SHARES;

/// 2E-RUN-004: where a running squad stops because it comes near the enemy; its models cover equal shares of their ways at
/// the same moment (2E-AMB-013).
pub fn halt(fixed: &Fixed, s: &State, unit: UnitId, ways: &[Way]) -> Option<Vec<Way>> {
    let at = |share: i32| -> Vec<Way> { ways.iter().map(|way| part_of(s, way, share)).collect() };
    let near = |ways: &[Way], spotted: &[UnitId]| {
        near_enemy(fixed, s, unit, spotted, &|model| {
            let body = s.table.body(model)?;
            let end = ways.iter().find(|(mover, _)| *mover == model).and_then(|(_, stops)| stops.last());
            Some(end.map_or_else(|| body.clone(), |end| fixed.ground.form(fixed.form(model)).body(*end)))
        })
    };
    // 2E-HID-012: whoever was spotted on the way is hidden no more.
    let mut spotted: Vec<UnitId> = Vec::new();
    let hidden: Vec<UnitId> =
        s.on_table(s.unit(unit).side.other()).filter(|enemy| s.unit(*enemy).hidden == Hidden::Yes).collect();
    let first = (1..=SHARES).find(|share| {
        let ways = at(*share * FINE);
        if share % LOOK_EVERY == 0 && spotted.len() < hidden.len() {
            let there = moved_along(s, &ways);
            for enemy in hidden.iter().filter(|enemy| sees_hidden(fixed, &there, unit, **enemy)) {
                if !spotted.contains(enemy) {
                    spotted.push(*enemy);
                }
            }
        }
        near(&ways, &spotted)
    })?;
    // The first moment, to a fraction of a hundredth of a millimetre.
    let (mut low, mut high) = ((first - 1) * FINE, first * FINE);
    while high - low > 1 {
        let middle = low.midpoint(high);
        if near(&at(middle), &spotted) { high = middle } else { low = middle }
    }
    let room = |share: &i32| {
        let ways = at(*share);
        let there = moved_along(s, &ways);
        ways.iter().all(|(model, stops)| {
            let form = fixed.ground.form(fixed.form(*model));
            let rules = moves::free_place(&grognard_space::table::Passing::Base);
            let free =
                |end: &Pose| there.table.check_place(form, *end, &rules, &|other| other == *model).is_empty();
            stops.last().is_none_or(free)
        })
    };
    // 2E-MOV-017: nobody is left on an obstacle or on a friend: then the last place before it.
    let stop = (0..=high).rev().step_by(FINE as usize).find(|share| room(share)).unwrap_or(0);
    (high < path::WHOLE).then(|| at(stop))
}

/// How often along a run hidden enemies are looked for: every so many shares of it.
const LOOK_EVERY: i32 = 4;

/// The game with models at the ends of their ways.
fn moved_along(s: &State, ways: &[Way]) -> State {
    let mut there = s.clone();
    for (model, stops) in ways {
        if let Some(end) = stops.last() {
            there.table.move_to(*model, *end);
        }
    }
    there
}

/// 2E-HID-010, 2E-HID-014: whether some model of a unit spots or detects a hidden unit.
fn sees_hidden(fixed: &Fixed, s: &State, unit: UnitId, hidden: UnitId) -> bool {
    if !applies(rule!("2E-HID-010")) {
        return false;
    }
    s.bodies(unit).any(|(model, _)| {
        let aid = crate::cards::eye(fixed, s, model).map(|(_, far)| far);
        s.bodies(hidden).any(|(enemy, _)| {
            sight::spots(fixed, s, model, enemy).is_some()
                || aid.is_some_and(|far| s.table.within(model, enemy, far))
        })
    })
}

/// The first part of a way.
fn part_of(s: &State, way: &Way, share: i32) -> Way {
    let Some(start) = s.pose(way.0) else { return way.clone() };
    let stops = path::between(start, &way.1, 0, share);
    (way.0, if stops.is_empty() { smallvec::smallvec![start] } else { stops })
}

/// The end of the movement phase: 2E-SQD-006.
fn finish(s: &mut State, cx: &mut Ctx<'_, Second>) -> Step {
    let own: Vec<UnitId> = s.on_table(s.active).collect();
    for unit in own {
        morale::cut_off(s, cx, unit)?;
        // 2E-AMB-037: a vehicle that was not moved stands.
        if s.unit(unit).models.iter().all(|model| s.model(*model).far == 0) {
            moving::moved(cx.fixed(), s, unit);
        }
    }
    s.flow = Flow::LastWindow;
    Ok(())
}

/// Whether some model of a unit sees another unit.
pub fn unit_sees(fixed: &Fixed, s: &State, unit: UnitId, other: UnitId) -> bool {
    s.bodies(unit).any(|(model, _)| s.bodies(other).any(|(enemy, _)| sight::sees(fixed, s, model, enemy)))
}
