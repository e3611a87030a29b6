//! Moves of the scripted player: every sensible move is made on a copy of the table and judged where it ends.

use grognard_engine::rng::SplitMix;
use grognard_space::table::{Length, Point};
use grognard_tabletop::armies::Armies;
use grognard_tabletop::marches;

use super::{aims, worth};
use crate::candidates;
use crate::choice::{ActionName, Choice, MoveKind, Shape, Way};
use crate::fixed::Fixed;
use crate::ids::FormationId;
use crate::legal::moves::Move;
use crate::legal::{check, moves};
use crate::state::{Flow, State};

/// Parts of the whole way that are tried, in quarters.
const QUARTERS: &[i32] = &[4, 3, 2, 1];
/// What a centimetre nearer to the goal is worth, in tenths of a point.
const NEARER: i64 = 8;
/// What it is worth to stand at the goal.
const THERE: i64 = 90;
/// What every enemy that could engage from where it stands costs.
const DANGER: i64 = 6;

/// The ways of an answer.
fn ways(choice: &Choice) -> &[Way] {
    match choice {
        Choice::Paths(_, ways, _) | Choice::March(_, ways) => ways,
        _ => &[],
    }
}

/// What the action shoots with after the move, if at all.
fn to_hit(fixed: &Fixed, s: &State) -> Option<i64> {
    let Flow::Act(activation) = s.flow else { return None };
    match activation.action {
        ActionName::March => None,
        action => fixed.action(action, None).map(|action| i64::from(action.to_hit)),
    }
}

/// How good it is to end there.
fn judge(fixed: &Fixed, s: &State, formation: FormationId, goal: Option<Point>, choice: &Choice) -> i64 {
    let mut after = s.clone();
    for (unit, stops) in ways(choice) {
        if let Some(end) = stops.last() {
            after.put(fixed, *unit, *end);
        }
    }
    if let Choice::Paths(_, _, rides) = choice {
        for (unit, transport) in rides {
            after.embark(*unit, *transport);
        }
    }
    let mut sum = 0;
    if let Some(goal) = goal {
        let far = aims::far(&after, formation, goal);
        sum -= i64::from(far.0) * NEARER / i64::from(Length::CENTIMETRE.0) / 10;
        if far <= fixed.numbers().capture.within.0 {
            sum += THERE;
        }
    }
    if let Some(to_hit) = to_hit(fixed, s) {
        sum += worth::best_target(fixed, &after, formation, to_hit).map_or(0, |(worth, _)| worth);
    }
    let reach = fixed.numbers().charge.within.0;
    let threats = after.enemies(formation).filter(|enemy| {
        let speed = after.standing(*enemy).map(|(unit, _)| fixed.kind(unit).speed).max().unwrap_or_default();
        let near = after
            .standing(formation)
            .any(|(_, body)| after.standing(*enemy).any(|(_, foe)| body.within(foe, speed + reach)));
        near && !after.formation(*enemy).acted
    });
    sum - DANGER * threats.count() as i64
}

/// The best of the sensible moves.
pub fn best(fixed: &Fixed, s: &State, shape: &Shape, rng: &mut SplitMix) -> Option<Choice> {
    let Shape::Paths(formation, kind, left) = shape else { return None };
    let goal = aims::goal(fixed, s, *formation);
    let mut all = candidates::candidates(fixed, s, shape, rng);
    all.extend(towards(fixed, s, *formation, *kind, *left, goal));
    all.into_iter().max_by_key(|choice| judge(fixed, s, *formation, goal, choice))
}

/// The whole formation straight to its goal.
fn towards(
    fixed: &Fixed,
    s: &State,
    formation: FormationId,
    kind: MoveKind,
    left: u8,
    goal: Option<Point>,
) -> Vec<Choice> {
    let middle = (s as &dyn Armies).middle(formation);
    let (Some(goal), Some(middle)) = (goal, middle) else { return Vec::new() };
    let manoeuvre = Move::new(fixed, s, formation, kind);
    let way = goal - middle;
    let mut all = Vec::new();
    if left > 1
        && let Some(most) = marches::common_limit(&manoeuvre)
    {
        for part in QUARTERS {
            let step =
                way.with_length((most * i32::from(left) - marches::SLACK).min(way.length()) / 4 * *part);
            let choice = Choice::March(formation, marches::shifted(s, formation, step));
            if check(fixed, s, &Shape::Paths(formation, kind, left), &choice).is_empty() {
                all.push(choice);
                break;
            }
        }
    }
    if let Some(ways) = marches::formation(&manoeuvre, way, QUARTERS)
        && moves::violations(fixed, s, formation, kind, left, &ways, &[]).is_empty()
    {
        all.push(Choice::Paths(formation, ways, Vec::new()));
    }
    all
}
