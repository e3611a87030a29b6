//! The scripted player: one look at the table for each question, no memory but of the dice for ties.

use grognard_engine::bot::{Bot, Seen};
use grognard_engine::decision::{Ask, Menu};
use grognard_engine::rng::SplitMix;
use grognard_engine::target::Need;
use grognard_space::table::Length;

use super::{aims, moves, worth};
use crate::Epic;
use crate::abilities::Ability;
use crate::choice::{ActionName, Choice, Manner, MoveKind, Shape, Word};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::odds;
use crate::play::action;
use crate::play::markers::breaks_at;
use crate::state::State;

/// Targets of an assault that are looked at closely: the nearest.
const LOOKED_AT: usize = 3;
/// An assault has to be won so often, in thousandths.
const SURE: i64 = 560;
/// So far from the middle of a building its walls are.
const SITE: Length = Length::cm(5);
/// What a formation must be worth to retain the initiative for it.
const RETAINS: i64 = 40;

/// The player.
pub struct Scripted {
    rng: SplitMix,
}

impl Scripted {
    /// A player with its own dice for ties.
    pub const fn new(seed: u64) -> Scripted {
        Scripted { rng: SplitMix::new(seed) }
    }
}

fn options(menu: &dyn Menu<Epic>) -> Vec<Choice> {
    (0..menu.len()).map(|at| menu.get(at)).collect()
}

fn position(options: &[Choice], wanted: impl Fn(&Choice) -> bool) -> Option<usize> {
    options.iter().position(wanted)
}

fn parts(weight: u64) -> i64 {
    ((u128::from(weight) * 1000) / u128::from(odds::ONE)) as i64
}

/// The best assault of a formation: what it is worth, and on whom.
fn engagement(fixed: &Fixed, s: &State, own: FormationId) -> Option<(i64, FormationId)> {
    let charge = |unit: UnitId| {
        let kind = fixed.kind(unit);
        let times = if kind.has(Ability::Infiltrator) { fixed.numbers().infiltrator.times } else { 1 };
        kind.speed * i32::from(times)
    };
    let speed = s.standing(own).map(|(unit, _)| charge(unit)).max()?;
    let reach = speed + fixed.numbers().charge.within.0;
    let far = |target: FormationId| {
        let pairs = s.standing(own).flat_map(|(_, body)| s.standing(target).map(move |(_, foe)| (body, foe)));
        pairs.map(|(body, foe)| body.horizontal(foe)).min()
    };
    let mut near: Vec<(Length, FormationId)> = s
        .enemies(own)
        .filter_map(|target| Some((far(target)?, target)))
        .filter(|(far, _)| *far <= reach)
        .collect();
    near.sort_unstable();
    let risk = worth::formation(fixed, s, own);
    let judged = near.into_iter().take(LOOKED_AT).filter_map(|(_, target)| {
        let found = odds::forecast(fixed, s, own, target)?;
        let (win, lose) = (parts(found.win), parts(found.lose));
        let gain = worth::formation(fixed, s, target);
        (win >= SURE).then_some(((win * gain - lose * risk) / 1000, target))
    });
    judged.filter(|(worth, _)| *worth > 0).max()
}

/// What a formation does best, and what that is worth.
fn plan(fixed: &Fixed, s: &State, own: FormationId, may: &dyn Fn(&Choice) -> bool) -> (i64, Choice) {
    let mut best = (0, Choice::Action(ActionName::Advance));
    let mut take = |worth: i64, choice: Choice| {
        if worth > best.0 && may(&choice) {
            best = (worth, choice);
        }
    };
    let goal = aims::goal(fixed, s, own);
    let far = goal.map_or(Length::ZERO, |goal| aims::far(s, own, goal));
    let speed = s.standing(own).map(|(unit, _)| fixed.kind(unit).speed).min().unwrap_or_default();
    let there = far <= fixed.numbers().capture.within.0;
    // Spacecraft come when they are due; aircraft attack what they can and guard the sky if not.
    take(60, Choice::Action(ActionName::Spacecraft));
    if s.can_take_off(own) {
        take(30, Choice::Action(ActionName::GroundAttack));
        take(12, Choice::Action(ActionName::CombatAirPatrol));
        take(8, Choice::Action(ActionName::Landing));
        return best;
    }
    if s.in_reserve(own) || !s.is_on_table(own) {
        take(10, Choice::Action(ActionName::Double));
        take(9, Choice::Action(ActionName::Advance));
        return best;
    }
    if let Some((worth, target)) = engagement(fixed, s, own) {
        take(worth, Choice::Engage(target));
    }
    let fire = |to_hit: i64| worth::best_target(fixed, s, own, to_hit).map_or(0, |(worth, _)| worth);
    let now = fire(0);
    let wants = if there { 0 } else { 12 };
    if there || speed == Length::ZERO {
        take(fire(1) + 2, Choice::Action(ActionName::SustainedFire));
    } else {
        take(fire(1) - wants, Choice::Action(ActionName::SustainedFire));
    }
    take(now + 1 + if far <= speed { wants } else { wants / 2 }, Choice::Action(ActionName::Advance));
    take(fire(-1) + wants, Choice::Action(ActionName::Double));
    if now == 0 && far > speed * 2 {
        take(wants + 4, Choice::Action(ActionName::March));
    }
    let markers = u16::from(s.formation(own).markers);
    if markers > 0 && markers * 2 >= breaks_at(fixed, s, own) {
        take(now / 2 + worth::formation(fixed, s, own) / 12, Choice::Action(ActionName::Marshal));
    }
    // EA-SHR-006: infantry that reaches a building attacks it.
    let site = s.sites.iter().filter(|site| !site.destroyed && !site.closed);
    let reached = site.map(|site| aims::far(s, own, site.at)).min().is_some_and(|far| far <= speed + SITE);
    if reached {
        take(70, Choice::Action(ActionName::Raid));
    }
    if there && now == 0 {
        take(5, Choice::Action(ActionName::Overwatch));
    }
    best
}

/// Whether an answer can be given at all: the rules said so.
fn among(all: &[Choice]) -> impl Fn(&Choice) -> bool + '_ {
    |choice| all.contains(choice)
}

/// The formation with most to do; none where nobody is worth retaining the initiative for.
fn activates(fixed: &Fixed, s: &State, all: &[Choice]) -> Option<usize> {
    let retaining = all.contains(&Choice::Word(Word::Pass));
    let mut best: Option<(i64, usize)> = None;
    for (at, choice) in all.iter().enumerate() {
        let Choice::Formation(own) = choice else { continue };
        let (mut worth, done) = plan(fixed, s, *own, &|_| true);
        if s.formation(*own).overwatch {
            worth /= 2;
        }
        if retaining {
            let action = match done {
                Choice::Action(action) => Some(action),
                _ => Some(ActionName::Engage),
            };
            let need = action::needed(fixed, s, *own, action, true).map(|target| target.need());
            let safe = matches!(need, Some(Need::AtLeast(need)) if need <= 3);
            if !safe || worth < RETAINS {
                continue;
            }
        }
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, at));
        }
    }
    best.map(|(_, at)| at).or_else(|| position(all, |choice| *choice == Choice::Word(Word::Pass)))
}

/// What a failed test does.
fn manner(fixed: &Fixed, s: &State, all: &[Choice]) -> Option<usize> {
    let own = s.about.formation?;
    let fire = worth::best_target(fixed, s, own, 0).map_or(0, |(worth, _)| worth);
    let of = |manner: Manner| position(all, |choice| *choice == Choice::Mode(manner));
    if fire > 0 { of(Manner::Shoot) } else { of(Manner::Regroup).filter(|_| s.formation(own).markers > 0) }
}

/// The target that is worth most, or none.
fn target(fixed: &Fixed, s: &State, all: &[Choice]) -> Option<usize> {
    let own = s.about.formation?;
    let worth = |choice: &Choice| match choice {
        Choice::Shoot(target) | Choice::Indirect(target) => worth::shooting(fixed, s, own, *target, 0).max(1),
        _ => 0,
    };
    all.iter()
        .enumerate()
        .max_by_key(|(at, choice)| (worth(choice), std::cmp::Reverse(*at)))
        .map(|(at, _)| at)
}

impl Bot<Epic> for Scripted {
    fn choose(&mut self, seen: &Seen<'_, Epic>, ask: &Ask, menu: &dyn Menu<Epic>) -> usize {
        let (fixed, s) = (seen.fixed(), seen.view());
        let all = options(menu);
        let picked = match ask.kind {
            "activate" => activates(fixed, s, &all),
            "action" => s.about.formation.and_then(|own| {
                let (_, wanted) = plan(fixed, s, own, &among(&all));
                position(&all, |choice| *choice == wanted)
            }),
            "manner" => manner(fixed, s, &all),
            "hit-and-run" => position(&all, |choice| *choice == Choice::Mode(Manner::Move)),
            "target" => target(fixed, s, &all),
            "overwatch" => {
                let worth = |own: FormationId| {
                    s.about.target.map_or(0, |mover| worth::shooting(fixed, s, own, mover, 0))
                };
                let able = all.iter().enumerate().filter_map(|(at, choice)| match choice {
                    Choice::Formation(own) => Some((worth(*own), at)),
                    _ => None,
                });
                able.max().filter(|(worth, _)| *worth > 0).map(|(_, at)| at)
            }
            // Whoever can fall from the sky does; the rest are set up.
            "means" => position(&all, |choice| matches!(choice, Choice::Planetfall(_))),
            "avatar" => position(&all, |choice| matches!(choice, Choice::Formation(_))),
            "garrison" => position(&all, |choice| matches!(choice, Choice::Formation(_))),
            "watchful" => position(&all, |choice| matches!(choice, Choice::Action(_))),
            "order" | "rally-first" => position(&all, |choice| *choice == Choice::Word(Word::First)),
            "re-roll" => position(&all, |choice| *choice != Choice::Word(Word::Accept)),
            "cover" => position(&all, |choice| *choice == Choice::Word(Word::AllTargets)),
            "ap" | "engines" => Some(all.len() / 2),
            "shields" => Some(0),
            _ => Some(ask.default as usize),
        };
        picked.unwrap_or(ask.default as usize).min(all.len() - 1)
    }

    fn propose(&mut self, seen: &Seen<'_, Epic>, _ask: &Ask, shape: &Shape) -> Choice {
        let (fixed, s) = (seen.fixed(), seen.view());
        let chosen = match shape {
            Shape::Paths(_, MoveKind::Move, _) => moves::best(fixed, s, shape, &mut self.rng),
            Shape::Paths(_, MoveKind::Charge, _) => seen.candidates(shape, &mut self.rng).into_iter().next(),
            Shape::Place(formation) => {
                let mut all = Vec::new();
                for _ in 0..3 {
                    all.extend(seen.candidates(shape, &mut self.rng));
                }
                let near = |choice: &Choice| {
                    let Choice::Place(_, places, _) = choice else { return i64::MAX };
                    let at = places.first().map(|(_, pose)| pose.at).unwrap_or_default();
                    let goals = s.objectives.iter().map(|objective| (objective.at - at).length());
                    let taken =
                        s.of_side(s.owner(*formation)).filter(|id| aims::far(s, *id, at) < Length::cm(25));
                    i64::from(goals.min().unwrap_or_default().0) + 20_000 * taken.count() as i64
                };
                all.into_iter().min_by_key(near)
            }
            // Drop zones and bombardments near objectives.
            Shape::Plan(_) => {
                let mut all = Vec::new();
                for _ in 0..4 {
                    all.extend(seen.candidates(shape, &mut self.rng));
                }
                let far = |choice: &Choice| {
                    let Choice::Plan(points) = choice else { return i64::MAX };
                    let nearest = |at: &grognard_space::table::Point| {
                        let goals = s.objectives.iter().map(|objective| (objective.at - *at).length());
                        i64::from(goals.min().unwrap_or_default().0)
                    };
                    points.iter().map(nearest).sum()
                };
                all.into_iter().min_by_key(far)
            }
            _ => None,
        };
        let default = || seen.default_proposal(shape);
        chosen.or_else(default).unwrap_or(Choice::Word(Word::Stay))
    }
}
