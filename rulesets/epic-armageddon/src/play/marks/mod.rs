//! Alternative objectives come into play: what each is, and what happens with it at once (EA-OBJ-001, EA-OBJ-056, EA-OBJ-066).

pub mod effects;
pub mod ends;

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, SeatId, rule, rules};
use grognard_space::table::{Angle, Length, Point};

use super::amounts;
use crate::Epic;
use crate::abilities::Ability;
use crate::choice::{Choice, Shape, Word};
use crate::event::{Event, Facts};
use crate::fixed::Fixed;
use crate::ids::FormationId;
use crate::land::{Laid, circle, rectangle};
use crate::marks::{Mark, category_rule, feature_id, rule_of};
use crate::state::{Place, Posted, State};

/// A kind of objective that is chosen.
#[derive(Clone, Copy)]
enum Pick {
    Kind(u8),
    Plain,
    Formation(FormationId),
}

impl From<Pick> for Choice {
    fn from(pick: Pick) -> Choice {
        match pick {
            Pick::Kind(kind) => Choice::Kind(kind),
            Pick::Plain => Choice::Word(Word::NoMore),
            Pick::Formation(formation) => Choice::Formation(formation),
        }
    }
}

/// EA-OBJ-001: whether objectives may be something special, and how it is found out.
fn method(fixed: &Fixed) -> Option<&str> {
    Some(fixed.marks.as_str()).filter(|how| !how.is_empty() && *how != "off" && applies(rule!("EA-OBJ-001")))
}

fn kinds(fixed: &Fixed) -> Vec<u8> {
    (0..fixed.data.alternative_objectives.len() as u8).collect()
}

/// Two dice read as tens and ones.
fn rolled(cx: &mut Ctx<'_, Epic>, rules: &[RuleId]) -> Step<u8> {
    let faces = cx.roll_many(2, 6, "roll.objective", rules, None)?;
    let row = format!("{}{}", faces[0], faces[1]);
    let all = &cx.fixed().data.alternative_objectives;
    Ok(all.iter().position(|known| known.roll == row).unwrap_or(0) as u8)
}

/// One die on a part of the table: those that begin with this figure. `again` names a face that is rolled again.
fn rolled_of(cx: &mut Ctx<'_, Epic>, tens: u8, again: Option<u8>, rules: &[RuleId]) -> Step<u8> {
    loop {
        let [face] = cx.roll::<1>(6, "roll.objective", rules)?;
        if Some(face) == again {
            continue;
        }
        let row = format!("{tens}{face}");
        let all = &cx.fixed().data.alternative_objectives;
        return Ok(all.iter().position(|known| known.roll == row).unwrap_or(0) as u8);
    }
}

fn other(fixed: &Fixed, side: SeatId) -> SeatId {
    let team = fixed.sides[side.index()].team;
    fixed.seats().find(|seat| fixed.sides[seat.index()].team != team).unwrap_or(side)
}

/// The side in whose half a place lies.
pub fn side_of_half(fixed: &Fixed, s: &State, at: Point) -> SeatId {
    let own = |seat: &SeatId| crate::legal::objectives::in_half(fixed, s, *seat, at);
    fixed.seats().find(own).unwrap_or(SeatId(0))
}

/// EA-OBJ-001: a player places an objective: what it is, where that is found out now.
pub fn placed(s: &mut State, cx: &mut Ctx<'_, Epic>, objective: u8, side: SeatId) -> Step {
    let Some(how) = method(cx.fixed()).map(str::to_owned) else { return Ok(()) };
    let rule = rules!["EA-OBJ-001"];
    let all = kinds(cx.fixed());
    let chosen = match how.as_str() {
        "agreed" => {
            // One proposes, the other agrees, or it is a plain one.
            let kind = pick(s, cx, side, &all)?;
            let ask = Ask::new(other(cx.fixed(), side), "agree", rule[0]);
            s.about.number = kind.map(|kind| kind + 1);
            match kind {
                Some(_) if cx.choose(s, ask, &[Word::Accept, Word::Pass])? == Word::Accept => kind,
                _ => None,
            }
        }
        "three-rolls" => {
            let mut found = Vec::new();
            for _ in 0..cx.fixed().numbers().kinds.rolls {
                let kind = rolled(cx, rule)?;
                if !found.contains(&kind) {
                    found.push(kind);
                }
            }
            pick(s, cx, side, &found)?
        }
        "as-placed" => Some(rolled(cx, rule)?),
        "placer-or-opponent" => {
            let [face] = cx.roll::<1>(6, "roll.who-chooses", rule)?;
            let own = cx.fixed().numbers().kinds.placer_chooses.contains(&face);
            let chooser = if own { side } else { other(cx.fixed(), side) };
            pick(s, cx, chooser, &all)?
        }
        // Before the game somebody else has decided.
        "umpire" => cx.fixed().umpire.get(usize::from(objective)).copied(),
        "written" if s.objectives[usize::from(objective)].edge.is_none() => {
            let kind = pick(s, cx, side, &all)?;
            let [face] = cx.roll::<1>(6, "roll.written", rule)?;
            if face >= cx.fixed().numbers().kinds.replaced_on { Some(rolled(cx, rule)?) } else { kind }
        }
        _ => None,
    };
    match chosen {
        Some(kind) => become_kind(s, cx, objective, kind, side),
        None => Ok(()),
    }
}

/// A player picks a kind, or none.
fn pick(s: &State, cx: &mut Ctx<'_, Epic>, chooser: SeatId, among: &[u8]) -> Step<Option<u8>> {
    let options: Vec<Pick> = among.iter().copied().map(Pick::Kind).chain([Pick::Plain]).collect();
    let ask = Ask::new(chooser, "objective-kind", rule!("EA-OBJ-001"));
    Ok(match cx.choose(s, ask, &options)? {
        Pick::Kind(kind) => Some(kind),
        _ => None,
    })
}

/// EA-OBJ-001: once all objectives are placed, or all armies set up, each is rolled for.
pub fn all_at_once(s: &mut State, cx: &mut Ctx<'_, Epic>, when: &str) -> Step {
    if method(cx.fixed()) != Some(when) {
        return Ok(());
    }
    for objective in 0..s.objectives.len() as u8 {
        let kind = rolled(cx, rules!["EA-OBJ-001"])?;
        let at = s.objectives[usize::from(objective)];
        let placer = other(cx.fixed(), side_of_half(cx.fixed(), s, at.at));
        let by = at.edge.unwrap_or(placer);
        become_kind(s, cx, objective, kind, by)?;
    }
    Ok(())
}

/// An objective is something special from now on.
pub fn become_kind(s: &mut State, cx: &mut Ctx<'_, Epic>, objective: u8, kind: u8, by: SeatId) -> Step {
    let fixed = cx.fixed();
    let mut mark =
        Mark { objective, kind, by, used: false, number: 0, demolished: None, demolisher: None, stand: None };
    let record = mark.record(fixed);
    let rule = rule_of(&record.rule);
    let facts = Facts { objective: Some(objective), kind: Some(kind), side: Some(by), ..Facts::default() };
    cx.emit(&[rule!("EA-OBJ-001"), rule, category_rule(&record.category)], Event::of("event.mark", facts));
    if !applies(rule) {
        return Ok(());
    }
    let does = |word: &str| record.special.iter().any(|known| known == word);
    if does("three-rolls") {
        return hell(s, cx, objective, by);
    }
    lay(fixed, s, &mark);
    if does("two-zones") {
        let ask = Ask::new(by, "zones", rule!("EA-OBJ-016"));
        mark.number = u8::from(cx.choose(s, ask, &[Word::First, Word::Second])? == Word::Second);
    }
    if does("may-be-sniper-position") {
        let [face] = cx.roll::<1>(6, "roll.knoll", rules!["EA-OBJ-035"])?;
        mark.number = u8::from(face == fixed.numbers().knoll.face);
    }
    if does("held-by-a-fearless-stand") {
        mark.stand = outpost(s, cx, objective, by)?;
    }
    s.marks.push(mark);
    if does("scatter") {
        scatter(s, cx, objective)?;
        let next = rolled_of(cx, 5, None, rules!["EA-OBJ-056"])?;
        return become_kind(s, cx, objective, next, by);
    }
    if does("scouts-at-once") {
        infiltrate(s, cx, objective, by)?;
    }
    Ok(())
}

/// The terrain of a mark is laid down around its objective.
pub fn lay(fixed: &Fixed, s: &mut State, mark: &Mark) {
    let record = mark.record(fixed);
    let at = s.objectives[usize::from(mark.objective)].at;
    let corners = match (record.size, record.radius) {
        (Some([long, deep]), _) => rectangle(at, long.0.0, deep.0.0),
        (None, Some(radius)) => circle(at, radius.0),
        (None, None) => return,
    };
    if let Some(terrain) = &record.terrain {
        s.lay(fixed, [Laid { id: feature_id(mark), terrain: terrain.clone(), corners }]);
    }
}

/// EA-OBJ-066: three rolls on other parts of the table, and all three hold.
fn hell(s: &mut State, cx: &mut Ctx<'_, Epic>, objective: u8, by: SeatId) -> Step {
    let rule = rules!["EA-OBJ-066"];
    let [face] = cx.roll::<1>(6, "roll.hell", rule)?;
    let low = cx.fixed().numbers().hell.low.contains(&face);
    let parts = if low { [6, 1, 5] } else { [6, 3, 2] };
    for tens in parts {
        // Sixes on the table it comes from are rolled again.
        let kind = rolled_of(cx, tens, (tens == 6).then_some(6), rule)?;
        become_kind(s, cx, objective, kind, by)?;
    }
    Ok(())
}

/// EA-OBJ-056: the objective lies somewhere else: it scatters three times, and stays on the table.
fn scatter(s: &mut State, cx: &mut Ctx<'_, Epic>, objective: u8) -> Step {
    let rule = rules!["EA-OBJ-056"];
    let fixed = cx.fixed();
    let mut at = s.objectives[usize::from(objective)].at;
    for _ in 0..fixed.numbers().lost_map.scatters {
        let far = amounts::roll(cx, fixed.numbers().lost_map.distance, "roll.scatter", rule)?;
        let bearing = cx.direction("roll.scatter-direction", rule)?;
        at = at + Angle::degrees(i32::from(bearing)).step(Length::cm(i32::from(far)));
        at.x = at.x.clamp(0, fixed.field.size.0.0);
        at.y = at.y.clamp(0, fixed.field.size.1.0);
    }
    shift(fixed, s, objective, at);
    let facts = Facts { objective: Some(objective), ..Facts::default() };
    cx.emit(rule, Event::of("event.objective-moves", facts));
    Ok(())
}

/// Moves an objective with the terrain around it.
pub fn shift(fixed: &Fixed, s: &mut State, objective: u8, to: Point) {
    let from = s.objectives[usize::from(objective)].at;
    s.objectives[usize::from(objective)].at = to;
    let prefix = format!("objective-{}-terrain-", objective + 1);
    let step = to - from;
    let mut moved = false;
    for laid in s.laid.iter_mut().filter(|laid| laid.id.starts_with(&prefix)) {
        for corner in &mut laid.corners {
            *corner = *corner + step;
        }
        moved = true;
    }
    if moved {
        s.lay(fixed, []);
    }
}

/// EA-OBJ-025: the opponent chooses which stand of infantry holds the outpost; it is Fearless.
fn outpost(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    objective: u8,
    by: SeatId,
) -> Step<Option<crate::ids::UnitId>> {
    let fixed = cx.fixed();
    let free = |id: &FormationId| {
        fixed.spec(*id).id == OUTPOST && s.owner(*id) == by && s.formation(*id).units.is_empty()
    };
    let stands: Vec<Pick> = s.formation_ids().filter(free).map(Pick::Formation).collect();
    if stands.is_empty() {
        return Ok(None);
    }
    let ask = Ask::new(other(fixed, by), "outpost", rule!("EA-OBJ-025"));
    let Pick::Formation(formation) = cx.choose(s, ask, &stands)? else { return Ok(None) };
    let unit = fixed.spec(formation).units[0];
    let at = s.objectives[usize::from(objective)].at;
    s.units[unit.index()].place = Place::Waiting;
    s.formation_mut(formation).units.push(unit);
    s.put(fixed, unit, grognard_space::table::Pose::at(at));
    let facts = Facts { unit: Some(unit), objective: Some(objective), ..Facts::default() };
    cx.emit(rules!["EA-OBJ-025"], Event::of("event.outpost", facts));
    Ok(Some(unit))
}

/// Formations that wait for an outpost to hold.
pub const OUTPOST: &str = "outpost";

/// EA-OBJ-055: whoever placed the objective may set up a formation of Scouts near it at once.
fn infiltrate(s: &mut State, cx: &mut Ctx<'_, Epic>, objective: u8, by: SeatId) -> Step {
    let fixed = cx.fixed();
    let scouts = |id: &FormationId| {
        let own = s.formation(*id);
        own.side == by
            && !own.units.is_empty()
            && own.units.iter().all(|unit| {
                fixed.kind(*unit).has(Ability::Scout)
                    && s.units[unit.index()].place == Place::Waiting
                    && fixed.kind(*unit).flight.is_none()
            })
    };
    let able: Vec<FormationId> = s.formation_ids().filter(scouts).collect();
    if able.is_empty() {
        return Ok(());
    }
    let options: Vec<Pick> = able.into_iter().map(Pick::Formation).chain([Pick::Plain]).collect();
    let ask = Ask::new(by, "infiltrators", rule!("EA-OBJ-055"));
    let Pick::Formation(formation) = cx.choose(s, ask, &options)? else { return Ok(()) };
    let at = s.objectives[usize::from(objective)].at;
    let within = Some(fixed.numbers().infiltrators.within.0);
    s.posted = Some(Posted { formation, at: vec![at], within });
    post(s, cx, formation, rule!("EA-OBJ-055"))?;
    s.posted = None;
    Ok(())
}

/// Sets a formation up where it was posted. Says whether there was room.
pub fn post(s: &mut State, cx: &mut Ctx<'_, Epic>, formation: FormationId, rule: RuleId) -> Step<bool> {
    s.about.formation = Some(formation);
    if crate::candidates::default(cx.fixed(), s, &Shape::Place(formation)).is_none() {
        return Ok(false);
    }
    let ask = Ask::new(s.owner(formation), "post", rule);
    let Choice::Place(_, places, rides) = cx.propose(s, ask, Shape::Place(formation))? else {
        return cx.broken("places were answered with something else");
    };
    for (unit, pose) in &places {
        s.put(cx.fixed(), *unit, *pose);
    }
    for (unit, transport) in rides {
        s.embark(unit, transport);
    }
    cx.emit(&[rule], Event::SetUp { formation, places });
    super::shields::roll_fields(s, cx, formation)?;
    Ok(true)
}
