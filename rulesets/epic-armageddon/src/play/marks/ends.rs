//! What alternative objectives do in the End phase (EA-OBJ-003, EA-OBJ-022 to EA-OBJ-024, EA-OBJ-034, EA-OBJ-042, EA-OBJ-063),
//! and in the Strategy phase (EA-OBJ-041).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::decision::Ask;
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, SeatId, rule, rules};
use grognard_space::table::{Body, Length, Point};

use super::shift;
use crate::Epic;
use crate::abilities::Abilities;
use crate::choice::{Choice, Shape, Spot, Word};
use crate::event::{Event, Facts, Loss};
use crate::ids::{FormationId, UnitId};
use crate::kind::Fire;
use crate::legal::objectives::in_half;
use crate::marks::{controllers, is_in};
use crate::play::hits::{self, Hit};
use crate::play::victory::holder;
use crate::play::{amounts, losses, markers, wrecks};
use crate::state::State;

/// The places in the list of marks that do something.
fn doing(s: &State, cx: &Ctx<'_, Epic>, word: &str) -> Vec<usize> {
    let does = |at: &usize| s.marks[*at].does(cx.fixed(), word) && applies(s.marks[*at].rule(cx.fixed()));
    (0..s.marks.len()).filter(does).collect()
}

fn at(s: &State, mark: usize) -> Point {
    s.objectives[usize::from(s.marks[mark].objective)].at
}

fn facts(s: &State, mark: usize) -> Facts {
    Facts { objective: Some(s.marks[mark].objective), kind: Some(s.marks[mark].kind), ..Facts::default() }
}

/// EA-OBJ-041: how strong an energy field is in this turn.
pub fn strategy_phase(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    for mark in doing(s, cx, "random-to-hit") {
        let amount = cx.fixed().numbers().energy_field.roll;
        let number = amounts::roll(cx, amount, "roll.energy-field", rules!["EA-OBJ-041", "EA-AMB-109"])?;
        s.marks[mark].number = number;
        let about = Facts { number: Some(number.into()), ..facts(s, mark) };
        cx.emit(rules!["EA-OBJ-041", "EA-AMB-109"], Event::of("event.energy-field", about));
    }
    Ok(())
}

/// EA-OBJ-063: before anybody rallies whoever placed a trap may set it off.
pub fn before_rally(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    // From the last on, so that those that are taken away leave the others where they are.
    for mark in doing(s, cx, "detonate").into_iter().rev() {
        let by = s.marks[mark].by;
        s.about.number = Some(s.marks[mark].objective + 1);
        let ask = Ask::new(by, "detonate", rule!("EA-OBJ-063"));
        if cx.choose(s, ask, &[Word::Wait, Word::Arrive])? == Word::Wait {
            continue;
        }
        let numbers = cx.fixed().numbers();
        let (dud, need) = (numbers.trap.dud_upto, numbers.trap.hit.0);
        let reach = numbers.trap_reach.within.0;
        let [face] = cx.roll::<1>(6, "roll.trap", rules!["EA-OBJ-063"])?;
        if face <= dud {
            cx.emit(rules!["EA-OBJ-063"], Event::of("event.dud", facts(s, mark)));
            s.marks.remove(mark);
            continue;
        }
        s.marks[mark].demolished = Some(by);
        cx.emit(rules!["EA-OBJ-063", "EA-AMB-171", "EA-OBJ-003"], Event::of("event.trap", facts(s, mark)));
        blast(s, cx, at(s, mark), reach, need, rule!("EA-OBJ-063"))?;
    }
    Ok(())
}

/// Every unit around a place is hit on so much; it may save.
fn blast(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    at: Point,
    reach: Length,
    need: Option<u8>,
    rule: RuleId,
) -> Step {
    let here = Body::point(at, Length::ZERO);
    let near: Vec<UnitId> = s
        .table
        .ids()
        .filter(|unit| !s.flies(*unit) && s.table.body(*unit).is_some_and(|body| body.within(&here, reach)))
        .collect();
    let mut struck: Vec<FormationId> = Vec::new();
    for unit in near {
        if s.table.body(unit).is_none() {
            continue;
        }
        let [face] = cx.roll::<1>(6, "roll.blast", &[rule])?;
        if need.is_none_or(|need| face < need) {
            continue;
        }
        let formation = s.units[unit.index()].formation;
        let hit = Hit::new(Fire::Ap, Abilities::default());
        let harm = hits::resolve(s, cx, unit, &[(hit, 1)], Loss::Critical)?;
        wrecks::settle(s, cx, wrecks::Wreck::Harmless)?;
        markers::give(s, cx, formation, harm.markers, None, &[rule, rule!("EA-BM-001")])?;
        struck.push(formation);
    }
    struck.sort_unstable();
    struck.dedup();
    for formation in struck {
        if !s.formation(formation).units.is_empty() {
            markers::check(s, cx, formation, None)?;
        }
    }
    Ok(())
}

/// What happens once everybody has rallied.
pub fn after_rally(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    if s.marks.is_empty() {
        return Ok(());
    }
    colony(s, cx)?;
    vanish(s, cx)?;
    wander(s, cx)?;
    demolish(s, cx)
}

/// EA-OBJ-034: a Blast marker for every formation with somebody in an alien colony.
fn colony(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    for mark in doing(s, cx, "marker-after-rally") {
        let inside = |id: &FormationId| {
            s.is_on_ground(*id) && s.standing(*id).any(|(_, body)| is_in(cx.fixed(), s, &s.marks[mark], body))
        };
        let all: Vec<FormationId> = s.formation_ids().filter(inside).collect();
        for formation in all {
            let count = cx.fixed().numbers().colony.markers;
            markers::give(s, cx, formation, count, None, rules!["EA-OBJ-034", "EA-BM-001"])?;
            markers::check(s, cx, formation, None)?;
        }
    }
    Ok(())
}

/// EA-OBJ-042, EA-AMB-172: a die for each formation near; on a 1 its owner loses one of its units there.
fn vanish(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    for mark in doing(s, cx, "units-vanish") {
        let within = cx.fixed().numbers().strange.within.0;
        let here = Body::point(at(s, mark), Length::ZERO);
        let near = |s: &State, id: FormationId| -> Vec<UnitId> {
            s.standing(id)
                .filter(|(_, body)| body.horizontal(&here) <= within)
                .map(|(unit, _)| unit)
                .collect()
        };
        let all: Vec<FormationId> = s
            .formation_ids()
            .filter(|id| s.is_on_ground(*id) && !s.formation(*id).broken && !near(s, *id).is_empty())
            .collect();
        for formation in all {
            let rules = rules!["EA-OBJ-042", "EA-AMB-172", "EA-OBJ-005"];
            let [face] = cx.roll::<1>(6, "roll.strange", rules)?;
            if face != cx.fixed().numbers().strange.face {
                continue;
            }
            s.about.formation = Some(formation);
            let options = near(s, formation);
            let unit = cx.choose(s, Ask::new(s.owner(formation), "vanish", rule!("EA-OBJ-042")), &options)?;
            losses::lose(s, cx, unit, Loss::Critical, rules);
            wrecks::settle(s, cx, wrecks::Wreck::Harmless)?;
        }
    }
    Ok(())
}

/// EA-OBJ-023: an entourage wanders as the player in whose half it was placed says; EA-OBJ-024: a commander as its controller does,
/// if it has one.
fn wander(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    for mark in doing(s, cx, "moves-for-its-side") {
        let rule = rules!["EA-OBJ-023"];
        let amount = cx.fixed().numbers().entourage.r#move;
        let far = amounts::roll(cx, amount, "roll.entourage", rule)?;
        let owner = super::other(cx.fixed(), s.marks[mark].by);
        walk(s, cx, mark, owner, Length::cm(i32::from(far)), rule!("EA-OBJ-023"))?;
    }
    for mark in doing(s, cx, "moves-for-its-controller") {
        if let Some(owner) = holder(cx.fixed(), s, s.marks[mark].objective.into()) {
            let far = cx.fixed().numbers().stranded.r#move.0;
            walk(s, cx, mark, owner, far, rule!("EA-OBJ-024"))?;
        }
    }
    Ok(())
}

fn walk(
    s: &mut State,
    cx: &mut Ctx<'_, Epic>,
    mark: usize,
    owner: SeatId,
    far: Length,
    rule: RuleId,
) -> Step {
    let objective = s.marks[mark].objective;
    s.about.number = Some(objective + 1);
    let ask = Ask::new(owner, "wander", rule);
    let Choice::Entry(to) = cx.propose(s, ask, Shape::Spot(Spot::Walk(objective, far)))? else {
        return cx.broken("a place was answered with something else");
    };
    shift(cx.fixed(), s, objective, to);
    cx.emit(&[rule], Event::of("event.objective-moves", facts(s, mark)));
    Ok(())
}

/// EA-OBJ-003: whoever controls a Target of Opportunity in the other half may demolish it.
fn demolish(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    for mark in 0..s.marks.len() {
        let fixed = cx.fixed();
        let target = s.marks[mark].record(fixed).category == "target-of-opportunity";
        if !target || s.marks[mark].demolished.is_some() || !applies(rule!("EA-OBJ-003")) {
            continue;
        }
        let objective = s.marks[mark].objective;
        let Some(side) = holder(fixed, s, objective.into()) else { continue };
        let controlling = controllers(fixed, s, objective);
        if in_half(fixed, s, side, at(s, mark)) || controlling.is_empty() {
            continue;
        }
        s.about.number = Some(objective + 1);
        let ask = Ask::new(side, "demolish", rule!("EA-OBJ-003"));
        if cx.choose(s, ask, &[Word::Wait, Word::Arrive])? == Word::Wait {
            continue;
        }
        let who = if controlling.len() > 1 {
            cx.choose(s, Ask::new(side, "demolisher", rule!("EA-OBJ-026")), &controlling)?
        } else {
            controlling[0]
        };
        let icon = s.marks[mark].does(cx.fixed(), "demolisher-worth-double");
        let dump = s.marks[mark].does(cx.fixed(), "blows-up");
        s.marks[mark].demolished = Some(side);
        s.marks[mark].demolisher = icon.then_some(who);
        let mut rules = rules!["EA-OBJ-003"].to_vec();
        if icon {
            rules.push(rule!("EA-OBJ-026"));
        }
        let about = Facts { side: Some(side), formation: Some(who), ..facts(s, mark) };
        cx.emit(&rules, Event::of("event.demolished", about));
        if dump {
            let numbers = &cx.fixed().numbers().dump;
            let (amount, need) = (numbers.radius, numbers.hit.0);
            let far = amounts::roll(cx, amount, "roll.dump", rules!["EA-OBJ-022"])?;
            blast(s, cx, at(s, mark), Length::cm(i32::from(far)), need, rule!("EA-OBJ-022"))?;
        }
    }
    Ok(())
}
