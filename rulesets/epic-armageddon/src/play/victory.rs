//! Who has won: objectives held for a turn (EA-TRNG), the goals of the tournament game (EA-VICT), the battles of the
//! appendix (EA-BATL).

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::switch::applies;
use grognard_engine::{RuleId, SeatId, rule, rules};
use grognard_space::table::{Body, Length, Point};

use super::{divided, games, raids, shields, verdicts, weather};
use crate::Epic;
use crate::data::play::{Goal, GoalKind};
use crate::data::scenario::Least;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::FormationId;
use crate::legal::objectives::in_half;
use crate::marks;
use crate::state::{EndWhy, Flow, State};

/// Whether a side has a unit near an objective, of the formations that count.
fn near_of(
    fixed: &Fixed,
    s: &State,
    objective: usize,
    seat: SeatId,
    counts: &dyn Fn(FormationId) -> bool,
) -> bool {
    let Some(objective) = s.objectives.get(objective) else { return false };
    let at = Body::point(objective.at, Length::ZERO);
    let within = fixed.numbers().capture.within.0;
    let mut units = s.of_side(seat).filter(|id| counts(*id)).flat_map(|id| s.standing(id));
    units.any(|(_, body)| body.horizontal(&at) <= within)
}

/// Who is near an objective: the only side, or none. Units of formations that do not count are left out.
fn near(fixed: &Fixed, s: &State, objective: usize, counts: impl Fn(FormationId) -> bool) -> Option<SeatId> {
    let near = |seat: &SeatId| near_of(fixed, s, objective, *seat, &counts);
    let near: Vec<SeatId> = fixed.seats().filter(near).collect();
    let team = |seat: &SeatId| fixed.sides[seat.index()].team;
    let first = near.first()?;
    // EA-VICT-012: aircraft that landed in this turn contest, but do not capture.
    let landed =
        |id: FormationId| s.formation(id).flight.landed == Some(s.turn) && applies(rule!("EA-VICT-012"));
    let captures = |id: FormationId| counts(id) && !landed(id);
    let captured = near.iter().any(|seat| near_of(fixed, s, objective, *seat, &captures));
    if !captured {
        return None;
    }
    near.iter().all(|seat| team(seat) == team(first)).then_some(*first)
}

/// EA-TRNG-007: who has captured an objective: a unit near it, and no enemy. EA-VICT-009 to EA-VICT-011, EA-VICT-013,
/// EA-AMB-088: outside the training games units of formations that are Broken, or were and rallied just now, do not count.
pub fn holder(fixed: &Fixed, s: &State, objective: usize) -> Option<SeatId> {
    let training = fixed.scenario.kind == crate::data::scenario::Kind::Training;
    let counts = |id: FormationId| {
        let own = s.formation(id);
        training || !(own.broken || own.recovered) || !applies(rule!("EA-VICT-011"))
    };
    if let Some(found) = marks::holder(fixed, s, objective, &counts) {
        return found;
    }
    near(fixed, s, objective, counts)
}

fn other(fixed: &Fixed, side: SeatId) -> SeatId {
    let team = fixed.sides[side.index()].team;
    fixed.seats().find(|seat| fixed.sides[seat.index()].team != team).unwrap_or(side)
}

/// EA-VICT-001, T-11: whether a side claims a goal now.
pub fn claims(fixed: &Fixed, s: &State, side: SeatId, goal: &Goal) -> bool {
    let foe = other(fixed, side);
    match goal.kind {
        GoalKind::Objectives => {
            let wanted = |at: &usize| {
                let objective = &s.objectives[*at];
                match goal.place.as_deref() {
                    // EA-AMB-089: control is capture.
                    Some("own-edge-of-opponent") => objective.edge == Some(foe),
                    Some("own-half") => in_half(fixed, s, side, objective.at),
                    _ => in_half(fixed, s, foe, objective.at),
                }
            };
            let held =
                (0..s.objectives.len()).filter(wanted).filter(|at| holder(fixed, s, *at) == Some(side));
            held.count() >= usize::from(goal.count.unwrap_or(1))
        }
        // EA-LIST-007: with upgrades and transports.
        GoalKind::CostliestFormation => {
            let own = |id: &FormationId| fixed.spec(*id).side == foe;
            let best = s.formation_ids().filter(own).map(|id| marks::worth(fixed, s, id)).max().unwrap_or(0);
            let costliest = |id: &FormationId| own(id) && marks::worth(fixed, s, *id) == best;
            best > 0 && s.formation_ids().filter(costliest).any(|id| s.formation(id).units.is_empty())
        }
        // EA-VICT-007, EA-VICT-008: any part of a unit of a formation that is not Broken denies it.
        GoalKind::NoUnbrokenEnemyInOwnHalf => {
            let passed =
                |body: &Body| body.outline.core().iter().any(|corner| in_half(fixed, s, side, *corner));
            let unbroken = s.of_side(foe).filter(|id| !s.formation(*id).broken);
            !unbroken.flat_map(|id| s.standing(id)).any(|(_, body)| passed(body))
        }
    }
}

/// The goals a side claims now.
pub fn goals<'a>(fixed: &'a Fixed, s: &'a State, side: SeatId) -> impl Iterator<Item = &'a Goal> + 'a {
    fixed.data.goals.iter().filter(move |goal| claims(fixed, s, side, goal))
}

/// EA-VICT-004, EA-AMB-086, T-12: the points of a side's tie-break, for what became of the enemy's formations.
pub fn tie_break(fixed: &Fixed, s: &State, side: SeatId) -> u32 {
    let team = fixed.sides[side.index()].team;
    let points = |id: FormationId| {
        let own = s.formation(id);
        let weak = games::is_weak(fixed, s, id);
        let fits = |row: &&crate::data::play::TieBreak| {
            row.destroyed.unwrap_or(false) == own.units.is_empty()
                && (own.units.is_empty()
                    || row.broken == Some(own.broken) && row.half_strength_or_less == Some(weak))
        };
        let row = fixed.data.tie_breaks.iter().find(fits);
        row.map_or(0, |row| row.points.times(marks::worth(fixed, s, id), crate::data::amount::Rounding::Up))
    };
    let foe = |id: &FormationId| fixed.sides[fixed.spec(*id).side.index()].team != team;
    s.formation_ids().filter(foe).map(points).sum()
}

type Verdict = (Option<u8>, EndWhy, Vec<RuleId>);

/// EA-VICT-005: the higher total of the tie-break wins.
fn by_points(fixed: &Fixed, s: &State, cx: &mut Ctx<'_, Epic>, rules: &[RuleId]) -> Verdict {
    let totals: Vec<(SeatId, u32)> = fixed.seats().map(|seat| (seat, tie_break(fixed, s, seat))).collect();
    cx.emit(
        rules!["EA-VICT-004", "EA-VICT-005", "EA-AMB-086", "EA-LIST-007"],
        Event::TieBreak { totals: totals.clone() },
    );
    let best = totals.iter().map(|(_, points)| *points).max().unwrap_or(0);
    let mut ahead: Vec<u8> = totals
        .iter()
        .filter(|(_, points)| *points == best)
        .map(|(seat, _)| fixed.sides[seat.index()].team)
        .collect();
    ahead.sort_unstable();
    ahead.dedup();
    let team = if let [team] = ahead[..] { Some(team) } else { None };
    (team, EndWhy::TieBreak, [rules!["EA-VICT-005"], rules].concat())
}

/// EA-VICT-001 to EA-VICT-003, EA-AMB-085: the tournament game.
fn tournament(s: &State, cx: &mut Ctx<'_, Epic>) -> Step<Option<Verdict>> {
    let fixed = cx.fixed();
    let numbers = fixed.numbers();
    if numbers.goal_turns.turns.contains(&s.turn) {
        let claimed: Vec<(SeatId, Vec<String>)> = fixed
            .seats()
            .map(|seat| {
                let more = marks::goals(fixed, s, seat).into_iter().map(str::to_owned);
                (seat, goals(fixed, s, seat).map(|goal| goal.id.clone()).chain(more).collect())
            })
            .collect();
        let mut rules = rules!["EA-VICT-001", "EA-VICT-006", "EA-VICT-009", "EA-VICT-013"].to_vec();
        // EA-VICT-007, EA-VICT-008: any part of a unit denies a goal, of a formation that rallied just now, too.
        let denied = |seat: SeatId, who: &dyn Fn(FormationId) -> bool| {
            let foe = other(fixed, seat);
            let units = s.of_side(foe).filter(|id| !s.formation(*id).broken && who(*id));
            let mut bodies = units.flat_map(|id| s.standing(id));
            bodies.any(|(_, body)| body.outline.core().iter().any(|corner| in_half(fixed, s, seat, *corner)))
        };
        // EA-OBJ-003, EA-OBJ-016: goals of alternative objectives.
        for goal in fixed.seats().flat_map(|seat| marks::goals(fixed, s, seat)) {
            rules.push(if goal == "demolition" { rule!("EA-OBJ-003") } else { rule!("EA-OBJ-016") });
        }
        if fixed.seats().any(|seat| denied(seat, &|_| true)) {
            rules.push(rule!("EA-VICT-007"));
        }
        if fixed.seats().any(|seat| denied(seat, &|id| s.formation(id).recovered)) {
            rules.push(rule!("EA-VICT-008"));
        }
        cx.emit(&rules, Event::Goals { claimed: claimed.clone() });
        let count =
            |seat: SeatId| claimed.iter().find(|(own, _)| *own == seat).map_or(0, |(_, goals)| goals.len());
        let enough = usize::from(numbers.goals_to_win.goals);
        let won =
            fixed.seats().find(|seat| count(*seat) >= enough && count(*seat) > count(other(fixed, *seat)));
        if let Some(seat) = won.filter(|_| applies(rule!("EA-VICT-002"))) {
            let team = Some(fixed.sides[seat.index()].team);
            return Ok(Some((team, EndWhy::Goals, rules!["EA-VICT-002"].to_vec())));
        }
    }
    if s.turn < numbers.end_roll.from_turn {
        return Ok(None);
    }
    let die = numbers.end_roll.roll.sides;
    let faces = cx.roll_many(fixed.sides.len(), die, "roll.end", rules!["EA-VICT-003"], None)?;
    let equal = faces.iter().all(|face| *face == faces[0]);
    Ok((!equal).then(|| by_points(fixed, s, cx, rules!["EA-VICT-003"])))
}

/// EA-BATL-003, EA-BATL-004: the first evening.
fn evening(s: &State, cx: &mut Ctx<'_, Epic>) -> Option<Verdict> {
    let fixed = cx.fixed();
    let stands = |seat: &SeatId| s.of_side(*seat).any(|id| !s.formation(id).broken);
    let mut left: Vec<SeatId> = fixed.seats().filter(stands).collect();
    left.sort_by_key(|seat| fixed.sides[seat.index()].team);
    left.dedup_by_key(|seat| fixed.sides[seat.index()].team);
    match left[..] {
        [only] => {
            let team = Some(fixed.sides[only.index()].team);
            return Some((team, EndWhy::Unbroken, rules!["EA-BATL-004"].to_vec()));
        }
        [] => return Some(by_points(fixed, s, cx, rules!["EA-BATL-004"])),
        _ => {}
    }
    if s.turn < fixed.turns {
        return None;
    }
    let team = |seat: SeatId| fixed.sides[seat.index()].team;
    let held =
        |own: u8| (0..s.objectives.len()).filter(|at| holder(fixed, s, *at).map(team) == Some(own)).count();
    let mut teams: Vec<u8> = fixed.seats().map(team).collect();
    teams.sort_unstable();
    teams.dedup();
    let best = teams.iter().map(|own| held(*own)).max().unwrap_or(0);
    teams.retain(|own| held(*own) == best);
    if let [winner] = teams[..] {
        return Some((Some(winner), EndWhy::Objective, rules!["EA-BATL-003"].to_vec()));
    }
    Some(by_points(fixed, s, cx, rules!["EA-BATL-003"]))
}

/// EA-SFL-015, EA-AMB-103: from the last turn on dice end the battle; more objectives win it, or the tie-break.
fn most_objectives(s: &State, cx: &mut Ctx<'_, Epic>) -> Step<Option<Verdict>> {
    let fixed = cx.fixed();
    if s.turn < fixed.turns {
        return Ok(None);
    }
    let die = fixed.numbers().end_roll.roll.sides;
    let faces =
        cx.roll_many(fixed.sides.len(), die, "roll.end", rules!["EA-AMB-103", "EA-VICT-003"], None)?;
    if faces.iter().all(|face| *face == faces[0]) {
        return Ok(None);
    }
    let count = |seat: SeatId| s.held.iter().filter(|by| **by == Some(seat)).count();
    let best = fixed.seats().map(count).max().unwrap_or(0);
    let ahead: Vec<SeatId> = fixed.seats().filter(|seat| count(*seat) == best).collect();
    if let [winner] = ahead[..] {
        let team = Some(fixed.sides[winner.index()].team);
        return Ok(Some((team, EndWhy::Objective, rules!["EA-SFL-015", "EA-AMB-103"].to_vec())));
    }
    Ok(Some(by_points(fixed, s, cx, rules!["EA-SFL-015"])))
}

/// EA-SSL-016, T-27: from the third turn on, how many objectives the attacker has captured.
fn siege_outcome(fixed: &Fixed, s: &State) -> Option<Verdict> {
    let (attacker, defender) = (divided::side_of(fixed, "attacker")?, divided::side_of(fixed, "defender")?);
    let table = &fixed.data.scenario_tables.siegeline_outcome;
    let row = table.iter().filter(|row| row.turn <= s.turn).max_by_key(|row| row.turn)?;
    let captured = s.held.iter().filter(|by| **by == Some(attacker)).count();
    let winner = if captured >= usize::from(row.attacker_from) {
        attacker
    } else if captured <= usize::from(row.defender_upto) {
        defender
    } else {
        return None;
    };
    let team = Some(fixed.sides[winner.index()].team);
    Some((team, EndWhy::Objective, rules!["EA-SSL-016"].to_vec()))
}

/// EA-SSL-009: a unit near an objective captures it, of a Broken formation too; only one that is not Broken contests it.
/// EA-SSL-010: it stays captured until the opponent has a unit near it.
fn siege_holder(fixed: &Fixed, s: &State, objective: usize, before: Option<SeatId>) -> Option<SeatId> {
    let near = |seat: SeatId| near_of(fixed, s, objective, seat, &|_| true);
    let unbroken = |seat: SeatId| near_of(fixed, s, objective, seat, &|id| !s.formation(id).broken);
    let captures = |seat: &SeatId| near(*seat) && !unbroken(other(fixed, *seat));
    let able: Vec<SeatId> = fixed.seats().filter(captures).collect();
    match able[..] {
        [only] => Some(only),
        _ => before.filter(|seat| !near(other(fixed, *seat)) && applies(rule!("EA-SSL-010"))),
    }
}

/// EA-SSL-009: objectives with a garrison begin captured.
pub fn first_captures(s: &mut State, cx: &mut Ctx<'_, Epic>) {
    if !cx.fixed().is_special("captures-last") || !applies(rule!("EA-SSL-009")) {
        return;
    }
    for objective in 0..s.held.len() {
        let by = siege_holder(cx.fixed(), s, objective, None);
        s.held[objective] = by;
        if by.is_some() {
            cx.emit(rules!["EA-SSL-009"], Event::Held { objective: objective as u8, by, again: false });
        }
    }
}

/// Cleanse, Escalating Engagement and Breakout (EA-SCEN-001, EA-SEE-007, EA-SBO-004).
fn of_the_book(s: &State, cx: &mut Ctx<'_, Epic>) -> Option<Verdict> {
    let fixed = cx.fixed();
    if verdicts::by_end_phases(fixed) {
        return verdicts::end_phase(fixed, s).map(|(team, rule)| (team, EndWhy::Destroyed, vec![rule]));
    }
    if fixed.is_special("captures-last") {
        return siege_outcome(fixed, s);
    }
    // EA-SWP-010: who still has a part of the plant after the last turn has won.
    if crate::plant::is_on(fixed) {
        let end = verdicts::at_end(fixed, s);
        return end.map(|(team, rule)| (team, EndWhy::Destroyed, vec![rule]));
    }
    let kinds =
        |kind: &str| fixed.scenario.victory.iter().flat_map(|one| &one.all).find(|one| one.kind == kind);
    if let Some(condition) = kinds("formations-exited") {
        // EA-AMB-137: until nobody of those who break out is left.
        let side = fixed.seats().find(|seat| !fixed.scenario.side[seat.index()].exits.is_empty())?;
        // EA-TURN-001: or until the turns agreed on are over.
        let over = fixed.turns > 0 && s.turn >= fixed.turns;
        if !games::is_gone(s, side) && !over {
            return None;
        }
        let share = condition.share.unwrap_or(crate::data::amount::Part { of: 1, by: 2 });
        let won = games::escaped(fixed, s, side, share);
        let winner = if won { side } else { other(fixed, side) };
        let team = Some(fixed.sides[winner.index()].team);
        return Some((team, EndWhy::Destroyed, rules!["EA-SBO-004", "EA-AMB-137"].to_vec()));
    }
    if s.turn < fixed.turns {
        return None;
    }
    if kinds("more-quarters").is_some() {
        let totals: Vec<(SeatId, u32)> =
            fixed.seats().map(|seat| (seat, games::quarters(fixed, s, seat) as u32)).collect();
        cx.emit(rules!["EA-SCEN-001"], Event::Quarters { totals: totals.clone() });
        let best = totals.iter().map(|(_, count)| *count).max().unwrap_or(0);
        let ahead: Vec<SeatId> =
            totals.iter().filter(|(_, count)| *count == best).map(|(seat, _)| *seat).collect();
        let team = if let [one] = ahead[..] { Some(fixed.sides[one.index()].team) } else { None };
        return Some((team, EndWhy::Objective, rules!["EA-SCEN-001"].to_vec()));
    }
    Some(by_points(fixed, s, cx, rules!["EA-SEE-007"]))
}

/// EA-TRNG-005, EA-TRNG-006: whoever takes an objective, or the same pair of them, and still holds it a complete turn later.
fn training(s: &State, cx: &Ctx<'_, Epic>, before: &[Option<SeatId>]) -> Option<Verdict> {
    let fixed = cx.fixed();
    // EA-TRNG-013, EA-TRNG-016: games with an end of their own are about nothing else.
    if verdicts::closes(fixed) {
        return verdicts::at_end(fixed, s).map(|(team, rule)| (team, EndWhy::Destroyed, vec![rule]));
    }
    let team = |seat: SeatId| fixed.sides[seat.index()].team;
    let needed = fixed.scenario.victory.iter().flat_map(|victory| &victory.all).find_map(|condition| {
        (condition.kind == "same-objectives-held").then(|| match &condition.least {
            Some(Least::Number(number)) => usize::from(*number),
            _ => 1,
        })
    });
    let rule = if needed == Some(1) { rule!("EA-TRNG-005") } else { rule!("EA-TRNG-006") };
    let again = |wanted: u8| {
        let held = s.held.iter().zip(before);
        held.filter(|(now, then)| now.map(team) == Some(wanted) && then.map(team) == Some(wanted)).count()
    };
    let mut teams: Vec<u8> = fixed.seats().map(team).collect();
    teams.dedup();
    if let Some(winner) =
        teams.into_iter().find(|own| again(*own) >= needed.unwrap_or(1)).filter(|_| applies(rule))
    {
        return Some((Some(winner), EndWhy::Objective, vec![rule]));
    }
    // Where nobody else is left nobody can take it from them any more.
    let mut left: Vec<u8> =
        fixed.seats().filter(|seat| s.of_side(*seat).next().is_some()).map(team).collect();
    left.dedup();
    match left[..] {
        [] => Some((None, EndWhy::Alone, vec![rule])),
        [team] => Some((Some(team), EndWhy::Alone, vec![rule])),
        // EA-TURN-001: as many turns as the players agreed on.
        _ if fixed.turns > 0 && s.turn >= fixed.turns => {
            Some((None, EndWhy::Turns, rules!["EA-TURN-001"].to_vec()))
        }
        _ => None,
    }
}

/// The rules by which an objective is held, contested or nobody's.
fn held_rules(fixed: &Fixed, s: &State, objective: usize) -> Vec<RuleId> {
    let mut rules = rules!["EA-TRNG-007", "EA-END-003"].to_vec();
    if fixed.scenario.kind == crate::data::scenario::Kind::Training {
        // EA-TRNG-001: the first games are about one objective in the exact middle.
        let middle = Point { x: fixed.field.size.0.0 / 2, y: fixed.field.size.1.0 / 2 };
        let known = fixed.scenario.rules.iter().any(|known| known == "EA-TRNG-001");
        if known && s.objectives[objective].at == middle {
            rules.push(rule!("EA-TRNG-001"));
        }
        return rules;
    }
    rules.push(rule!("EA-VICT-009"));
    for mark in s.marks.iter().filter(|mark| usize::from(mark.objective) == objective) {
        rules.extend([mark.rule(fixed), marks::category_rule(&mark.record(fixed).category)]);
    }
    if fixed.scenario.rules.iter().any(|known| known == "EA-BATL-002") {
        rules.push(rule!("EA-BATL-002"));
    }
    let counts = |id: FormationId| !(s.formation(id).broken || s.formation(id).recovered);
    let sides = fixed.seats().filter(|seat| near_of(fixed, s, objective, *seat, &counts)).count();
    // EA-VICT-010: both are near it.
    if sides > 1 {
        rules.push(rule!("EA-VICT-010"));
    }
    if fixed.seats().any(|seat| near_of(fixed, s, objective, seat, &|id| !counts(id))) {
        rules.push(rule!("EA-VICT-011"));
    }
    // EA-VICT-014: an objective on an edge is measured to where it meets the edge.
    if s.objectives[objective].edge.is_some() {
        rules.push(rule!("EA-VICT-014"));
    }
    rules
}

/// EA-END-003: who has won.
pub fn check(s: &mut State, cx: &mut Ctx<'_, Epic>) -> Step {
    shields::regain(s, cx);
    super::marks::ends::after_rally(s, cx)?;
    let fixed = cx.fixed();
    let before = s.held.clone();
    let team = |seat: SeatId| fixed.sides[seat.index()].team;
    for (objective, then) in before.iter().enumerate() {
        let siege = fixed.is_special("captures-last");
        let by = if siege { siege_holder(fixed, s, objective, *then) } else { holder(fixed, s, objective) };
        s.held[objective] = by;
        let again = by.is_some() && by.map(team) == then.map(team);
        let mut rules = if siege {
            rules!["EA-SSL-009", "EA-SSL-010", "EA-END-003"].to_vec()
        } else {
            held_rules(fixed, s, objective)
        };
        if s.formations.iter().any(|own| own.flight.landed == Some(s.turn)) {
            rules.push(rule!("EA-VICT-012"));
        }
        cx.emit(&rules, Event::Held { objective: objective as u8, by, again });
    }
    let verdict = match fixed.scenario.kind {
        crate::data::scenario::Kind::Training => training(s, cx, &before),
        crate::data::scenario::Kind::Tournament => tournament(s, cx)?,
        crate::data::scenario::Kind::Scenario if crate::column::is_on(fixed) => most_objectives(s, cx)?,
        crate::data::scenario::Kind::Scenario if raids::is_on(fixed) => raids::verdict(s, cx)?
            .map(|(team, rule)| (team, EndWhy::Destroyed, vec![rule, rule!("EA-SHR-016")])),
        crate::data::scenario::Kind::Scenario => of_the_book(s, cx),
        crate::data::scenario::Kind::Battle => evening(s, cx),
    };
    if verdict.is_none() {
        weather::end_of_turn(s, cx)?;
    }
    s.flow = match verdict {
        Some((team, why, rules)) => {
            cx.emit(&rules, Event::Over { team, why });
            Flow::Over { team, why }
        }
        None => Flow::Strategy,
    };
    Ok(())
}
