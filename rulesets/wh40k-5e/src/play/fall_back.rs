//! Falling back (FAL).

use grognard_engine::ctx::Step;
use grognard_engine::{RuleId, rule, rules};
use grognard_space::table::{self, BodyId, Length, MoveRules, Passing, Point, Pose, Tags};
use smallvec::{SmallVec, smallvec};

use super::assault::jump;
use super::{aside, destroy, ground};
use crate::Cx;
use crate::abilities;
use crate::buildings::roof;
use crate::choice::{Kind, Way};
use crate::data::amount::Amount;
use crate::data::troops::Type;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::gait;
use crate::ids::{ModelId, Side, UnitId};
use crate::legal::moves::{coherency_of, coherent, free_place};
use crate::state::{Ground, State};
use crate::terrain::{IMPASSABLE, LINEAR, OPEN_PART};

/// How much further a model goes at most to be clear of those it fought (5B-FAL-009).
const EXTENDED: Length = Length::inches(6);

/// 5B-FAL-001: the dice of a unit's type.
fn distance(fixed: &Fixed, s: &State, unit: UnitId) -> Option<Amount> {
    let kind = s.unit(unit).models.first().map(|model| fixed.kind_of(*model).kind().word())?;
    let rows = &fixed.numbers().fall_back.chart;
    let row = rows.iter().find(|row| row.types.iter().any(|known| known == kind)).or_else(|| rows.first());
    row.map(|row| row.distance)
}

/// 5B-FAL-001 to 5B-FAL-005: a unit falls back towards its table edge.
pub fn fall_back(s: &mut State, cx: &mut Cx<'_>, unit: UnitId, because: &[RuleId]) -> Step {
    fall_back_from(s, cx, unit, because, &[])
}

/// The same out of a combat: 5B-FAL-009, it moves through the enemies it fought.
pub fn fall_back_from(
    s: &mut State,
    cx: &mut Cx<'_>,
    unit: UnitId,
    because: &[RuleId],
    fought: &[UnitId],
) -> Step {
    s.about = Some(unit);
    if roof::flee(s, cx, unit)? {
        return Ok(());
    }
    crate::artillery::abandon(s, cx, unit)?;
    let fixed = cx.fixed();
    let from_above = jump::come_down(s, fixed, unit);
    let because = &[because, &from_above].concat();
    let Some(dice) = distance(fixed, s, unit) else { return Ok(()) };
    let was_down = s.unit(unit).ground != Ground::Up;
    let own = s.unit_mut(unit);
    // 5B-GTG-004: who is forced to move stands up; 5V-AMB-084: and is on station no more.
    (own.falling_back, own.ground) = (true, Ground::Up);
    (own.on_station, own.overwatch, own.all_moved, own.moved) = (false, false, true, true);
    let beast = |model: &ModelId| matches!(fixed.kind_of(*model).kind(), Type::Beast | Type::Cavalry);
    let beasts = s.unit(unit).models.iter().all(beast) && fixed.uses(rule!("5V-BST-002"));
    let why: &[RuleId] = if beasts { rules!["5B-FAL-001", "5V-BST-002"] } else { rules!["5B-FAL-001"] };
    let inches = dice.roll(cx, "roll.fall-back", why)?;
    let far = Length::inches(i32::from(inches));
    // 5B-MOV-007: rolled first, and made as fully as possible.
    let mut rules = [because.as_slice(), rules!["5B-FAL-001", "5B-FAL-002", "5B-MOV-007"]].concat();
    let foot = |model: &ModelId| fixed.kind_of(*model).kind() == Type::Infantry;
    if s.unit(unit).models.iter().all(foot) {
        rules.push(rule!("5B-UTY-002"));
    }
    if was_down {
        rules.push(rule!("5B-GTG-004"));
    }
    // 5B-CHA-011, 5V-CHA-011: characters go with their unit.
    let guest = |model: &ModelId| abilities::is_independent(fixed, *model);
    if s.unit(unit).models.len() > 1 && s.unit(unit).models.iter().any(guest) {
        rules.extend(rules!["5B-CHA-011", "5V-CHA-011"]);
    }
    match ways(s, cx, unit, far, fought)? {
        Flight::OffTable => {
            rules.push(rule!("5B-FAL-005"));
            destroy(s, cx, unit, "removed.off-table", &rules);
        }
        Flight::Trapped => {
            rules.push(rule!("5B-FAL-004"));
            destroy(s, cx, unit, "removed.trapped", &rules);
        }
        Flight::Goes(ways) => {
            // 5B-JMP-003, 5B-BIK-003: who flies falls back over everything and tests where it comes down.
            let flies = |model: ModelId| {
                let outfit = &fixed.kind_of(model).outfit;
                outfit.hovers || outfit.jumps.is_some()
            };
            let risk = |(model, stops): &Way| {
                let kind = if flies(*model) { Kind::AssaultJump } else { Kind::Regrouped };
                let rule = gait::risk(fixed, s, kind, *model, s.table.body(*model)?, stops)?;
                Some((*model, if flies(*model) { rule!("5B-JMP-003") } else { rule }))
            };
            let risky: Vec<(ModelId, RuleId)> = ways.iter().filter_map(risk).collect();
            let sloped = ways.iter().any(|(model, stops)| {
                stops.last().zip(s.pose(*model)).is_some_and(|(end, start)| end.z != start.z)
            });
            for (model, stops) in &ways {
                if let Some(end) = stops.last() {
                    s.table.move_to(*model, *end);
                }
            }
            rules.push(rule!("5B-FAL-003"));
            let slope = sloped.then(|| rule!("5B-TER-013"));
            rules.extend(slope);
            cx.emit(&rules, Event::FallsBack { unit, ways, inches });
            ground::dangerous(s, cx, &risky)?;
        }
    }
    Ok(())
}

enum Flight {
    Goes(Vec<Way>),
    OffTable,
    Trapped,
}

/// One of several ways: how far it leads ahead, and its stops.
type Detour = (i32, SmallVec<[Pose; 2]>);

/// What others are to a model that falls back: 5B-FAL-003, enemies are kept away from and friends walked around; 5B-FAL-009:
/// those it fought are walked through.
struct Others<'a> {
    s: &'a State,
    side: Side,
    apart: Length,
    fought: &'a [UnitId],
    flies: bool,
}

impl table::Others for Others<'_> {
    fn passing(&self, other: BodyId) -> Passing {
        let through = self.fought.contains(&self.s.model(other).unit) || !self.s.stands(other);
        if through || self.flies { Passing::Free } else { self.ending(other) }
    }

    fn ending(&self, other: BodyId) -> Passing {
        if self.s.side_of(other) == self.side || !self.s.stands(other) {
            Passing::Base
        } else {
            Passing::Away { horizontal: self.apart, vertical: Length::UNBOUNDED }
        }
    }
}

/// Ways of a length towards an edge, the straight one first, then those that gain most: across and on, or at a slant.
/// None leads back (5B-FAL-004). Each stop lies on the ground: 5B-TER-013, a hill is walked up and down.
fn detours(ground: &table::Ground, from: Pose, far: Length, down: bool) -> Vec<Detour> {
    let on = |aside: i32, ahead: i32| {
        let y = if down { from.at.y - ahead } else { from.at.y + ahead };
        let at = Point { x: from.at.x + aside, y };
        // Nobody ends on a wall, and those in a ruin come down.
        let lowest = at.in_limits().then(|| ground.levels_through(at, OPEN_PART | LINEAR).first().copied());
        Pose { at, z: lowest.flatten().unwrap_or_default(), ..from }
    };
    let mut all: Vec<Detour> = vec![(far.0, smallvec![on(0, far.0)])];
    let mut aside = aside::STEP.0;
    while aside < far.0 {
        let slant = i64::from(far.0).pow(2) - i64::from(aside).pow(2);
        let slant = slant.isqrt() as i32;
        for sign in [aside, -aside] {
            all.push((slant, smallvec![on(sign, slant)]));
            all.push((far.0 - aside, smallvec![on(sign, 0), on(sign, far.0 - aside)]));
            all.push((far.0 - aside, smallvec![on(0, far.0 - aside), on(sign, far.0 - aside)]));
        }
        aside += aside::STEP.0;
    }
    all.sort_by_key(|(ahead, _)| std::cmp::Reverse(*ahead));
    all
}

/// 5B-FAL-003, D-14: where two ways are as short, the owner says which a model takes; a unit that would lose its coherency on the
/// shortest ways takes those that keep it.
fn ways(s: &State, cx: &mut Cx<'_>, unit: UnitId, far: Length, fought: &[UnitId]) -> Step<Flight> {
    let fixed = cx.fixed();
    let trip = |together: bool| Trip { unit, far, fought, together };
    let mut forks = 0;
    let plain = flight(fixed, s, trip(false), &mut |_, _| {
        forks += 1;
        Ok(0)
    })?;
    let together = scatters(fixed, s, unit, &plain) && {
        let kept = flight(fixed, s, trip(true), &mut |_, _| Ok(0))?;
        matches!(kept, Flight::Goes(_)) && !scatters(fixed, s, unit, &kept)
    };
    if forks == 0 && !together {
        return Ok(plain);
    }
    let chosen = flight(fixed, s, trip(together), &mut |model, ends| {
        aside::ask(s, cx, model, rule!("5B-FAL-003"), ends)
    })?;
    // 5B-FAL-004: who has a way is not trapped by the choice of another.
    let stuck = matches!((&chosen, &plain), (Flight::Trapped, Flight::Goes(_)));
    Ok(if stuck { plain } else { chosen })
}

/// 5B-FAL-003, 5V-REG-005: whether a unit is scattered where its ways end.
fn scatters(fixed: &Fixed, s: &State, unit: UnitId, flight: &Flight) -> bool {
    let Flight::Goes(ways) = flight else { return false };
    let mut after = s.clone();
    for (model, stops) in ways {
        if let Some(end) = stops.last() {
            after.table.move_to(*model, *end);
        }
    }
    !coherent(fixed, &after, unit)
}

/// How a unit falls back.
#[derive(Copy, Clone)]
struct Trip<'a> {
    unit: UnitId,
    far: Length,
    fought: &'a [UnitId],
    /// Ways that end near a mate come before shorter ones.
    together: bool,
}

/// 5B-FAL-002, 5B-FAL-003: each model goes the whole distance towards its edge, around what it cannot pass. `fork` chooses where two
/// ways are as short.
fn flight(
    fixed: &Fixed,
    s: &State,
    trip: Trip<'_>,
    fork: &mut dyn FnMut(ModelId, [Point; 2]) -> Step<usize>,
) -> Step<Flight> {
    let Trip { unit, far, fought, together } = trip;
    let side = s.unit(unit).side;
    let down = s.edge(side) == 0;
    let edge = if down { 0 } else { fixed.battlefield.size.1.0 };
    let left = |at: i32| if down { at - edge } else { edge - at };
    let mut order: Vec<(ModelId, Pose)> =
        s.unit(unit).models.iter().filter_map(|model| Some((*model, s.pose(*model)?))).collect();
    order.sort_by_key(|(model, pose)| (left(pose.at.y), *model));
    let apart = fixed.numbers().apart.from_enemies.0 - Length(1);
    let mut there = s.table.clone();
    for (model, _) in &order {
        there.take(*model);
    }
    let mut ways: Vec<Way> = Vec::new();
    let links = coherency_of(fixed, unit);
    for (model, pose) in order {
        let Some(body) = s.table.body(model) else { continue };
        let bounds = body.outline.bounds();
        let gap = if down { bounds.low.y - edge } else { edge - bounds.high.y };
        // 5B-FAL-005: as soon as one touches the edge.
        if far.0 >= gap {
            return Ok(Flight::OffTable);
        }
        let outfit = &fixed.kind_of(model).outfit;
        let flies = outfit.hovers || outfit.jumps.is_some();
        let others = Others { s, side, apart, fought, flies };
        let barred = if flies { Tags::NONE } else { IMPASSABLE };
        let rules = MoveRules { barred, flies, ..free_place(&others) };
        there.put(model, fixed.form(model), unit, pose);
        let good = |(_, way): &Detour| {
            way.iter().all(|stop| stop.at.in_limits())
                && roof::way_fault(fixed, s, side, flies, body, way).is_none()
                && there.check_move(model, way, &rules).legal()
        };
        // 5B-FAL-009: its move is extended until it is clear of those it fought.
        let longest = if fought.is_empty() { far } else { far + EXTENDED };
        let around = |length: Length| detours(s.table.ground(), pose, length, down).into_iter().filter(good);
        let mut length = far;
        let mut found = None;
        while found.is_none() && length <= longest {
            let mut open = around(length);
            let near = |(_, way): &Detour| {
                let body = way.last().map(|end| fixed.ground.form(fixed.form(model)).body(*end));
                let mut mates = ways.iter().filter_map(|(mate, _)| there.body(*mate));
                ways.is_empty() || body.is_some_and(|body| mates.any(|mate| links.linked(mate, &body)))
            };
            let kept = together.then(|| around(length).find(near)).flatten();
            let stays = kept.is_some();
            let Some(first) = kept.or_else(|| open.next()) else {
                length += aside::STEP;
                continue;
            };
            let beside = |(_, way): &Detour| way.last().map_or(0, |end| end.at.x - pose.at.x);
            let one = beside(&first);
            let other = |way: &Detour| {
                i64::from(beside(way)) * i64::from(one) < 0
                    && aside::as_short(Length(way.0), Length(first.0))
                    && (!stays || near(way))
            };
            let second = if one == 0 { None } else { around(length).find(other) };
            found = Some((first, second));
        }
        let way = match found {
            None => return Ok(Flight::Trapped),
            Some(((_, way), None)) => way,
            Some(((_, first), Some((_, second)))) => {
                let end = |way: &SmallVec<[Pose; 2]>| way.last().map_or(pose.at, |end| end.at);
                if fork(model, [end(&first), end(&second)])? == 0 { first } else { second }
            }
        };
        if let Some(end) = way.last() {
            there.put(model, fixed.form(model), unit, *end);
        }
        ways.push((model, way.into_iter().collect()));
    }
    Ok(Flight::Goes(ways))
}
