//! Moves worth making: whole formations towards something, or away from the enemy.

use grognard_engine::rng::SplitMix;
use grognard_space::table::{Angle, Body, Length, Moved, Offset, Point, Pose};
use grognard_tabletop::armies::Armies;
use grognard_tabletop::marches;
use grognard_tabletop::moves::{Manoeuvre, violations_from};
use smallvec::smallvec;

use super::rides;
use crate::choice::{Choice, MoveKind, Shape, Way, Word};
use crate::fixed::Fixed;
use crate::ids::{FormationId, UnitId};
use crate::legal::check;
use crate::legal::coherency::{is_coherent, together};
use crate::legal::moves::{Move, limit, violations};
use crate::legal::shooting::nearest;
use crate::state::State;

/// Further than any table is long.
const FAR: Length = Length::cm(600);

const QUARTERS: &[i32] = &[4, 3, 2, 1];

/// Sensible moves of a formation.
pub fn candidates(
    fixed: &Fixed,
    s: &State,
    formation: FormationId,
    kind: MoveKind,
    left: u8,
    rng: &mut SplitMix,
) -> Vec<Choice> {
    let mut all: Vec<Vec<Way>> = Vec::new();
    let mut choices: Vec<Choice> = Vec::new();
    if !kind.may_decline() {
        all.push(gathered(fixed, s, formation, kind));
    }
    if is_coherent(fixed, s, formation) {
        let manoeuvre = Move::new(fixed, s, formation, kind);
        for turn in 0..3 {
            let way = somewhere(s, formation, rng);
            if left > 1 && turn > 0 {
                choices.extend(long_way(fixed, s, formation, kind, left, way));
            } else {
                all.extend(marches::formation(&manoeuvre, way, QUARTERS));
            }
        }
        if kind == MoveKind::Move {
            let way = somewhere(s, formation, rng);
            choices.extend(rides::aboard(fixed, s, formation, kind, way));
            choices.extend(rides::out(fixed, s, formation, kind, way));
        }
    }
    if kind.may_decline() {
        choices.push(Choice::Word(Word::Stay));
    }
    if kind == MoveKind::Withdrawal {
        choices.extend(away(fixed, s, formation, kind, left));
    }
    all.dedup();
    choices.extend(all.into_iter().map(|ways| Choice::Paths(formation, ways, Vec::new())));
    choices
}

/// EA-MOV-007: the whole formation in one direction with all the moves it has left.
fn long_way(
    fixed: &Fixed,
    s: &State,
    formation: FormationId,
    kind: MoveKind,
    left: u8,
    way: Offset,
) -> Option<Choice> {
    let most = marches::common_limit(&Move::new(fixed, s, formation, kind))? - marches::SLACK;
    let most = (most * i32::from(left)).min(way.length());
    QUARTERS.iter().find_map(|part| {
        let step = way.with_length(most / 4 * *part);
        if step == Offset::default() {
            return None;
        }
        let choice = Choice::March(formation, marches::shifted(s, formation, step));
        check(fixed, s, &Shape::Paths(formation, kind, left), &choice).is_empty().then_some(choice)
    })
}

/// No move, or for a formation that has fallen apart one that brings most of it together, where that is found. Who stands
/// in a zone of control goes out of it (EA-ZOC-008).
pub fn gathered(fixed: &Fixed, s: &State, formation: FormationId, kind: MoveKind) -> Vec<Way> {
    let legal = |ways: &[Way]| violations(fixed, s, formation, kind, 1, ways, &[]).is_empty();
    if is_coherent(fixed, s, formation) {
        return if legal(&[]) { Vec::new() } else { out_of_zones(fixed, s, formation, kind) };
    }
    let manoeuvre = Move::new(fixed, s, formation, kind);
    let ways = middle(s, formation).and_then(|middle| marches::walk(&manoeuvre, middle)).unwrap_or_default();
    let mut moved = Moved::new(&s.table);
    for (unit, stops) in &ways {
        if let Some(end) = stops.last() {
            moved.move_to(*unit, *end);
        }
    }
    let standing: Vec<(UnitId, &Body)> =
        s.formation(formation).units.iter().filter_map(|unit| Some((*unit, moved.body(*unit)?))).collect();
    if together(fixed, &standing).is_ok() && legal(&ways) {
        ways
    } else if legal(&[]) {
        Vec::new()
    } else {
        out_of_zones(fixed, s, formation, kind)
    }
}

/// EA-ZOC-008: everybody who stands in a zone of control leaves it by a straight way, as far as that is found.
fn out_of_zones(fixed: &Fixed, s: &State, formation: FormationId, kind: MoveKind) -> Vec<Way> {
    let manoeuvre = Move::new(fixed, s, formation, kind);
    let mut moved = Moved::new(&s.table);
    let mut ways: Vec<Way> = Vec::new();
    let stuck: Vec<UnitId> = s
        .standing(formation)
        .map(|(unit, _)| unit)
        .filter(|unit| !manoeuvre.inside(*unit).is_empty())
        .collect();
    let mut again = true;
    while std::mem::take(&mut again) {
        for unit in &stuck {
            if ways.iter().any(|(known, _)| known == unit) {
                continue;
            }
            let Some(pose) = moved.body(*unit).map(|body| body.pose) else { continue };
            let most = limit(fixed, kind, *unit) - marches::SLACK;
            let found = (0..16u16).find_map(|turn| {
                let step = Angle(turn.wrapping_mul(7) << 12).step(most);
                let way: Way = (*unit, smallvec![Pose { at: pose.at + step, ..pose }]);
                let rules = manoeuvre.rules(*unit);
                moved.check_move(*unit, &way.1, &rules).legal().then_some(way)
            });
            if let Some(way) = found {
                moved.move_to(*unit, way.1[0]);
                ways.push(way);
                again = true;
            }
        }
    }
    ways
}

/// The whole formation where it ends farthest from all enemies.
pub fn away(fixed: &Fixed, s: &State, formation: FormationId, kind: MoveKind, left: u8) -> Option<Choice> {
    let manoeuvre = Move::new(fixed, s, formation, kind);
    let mut found: Vec<(Option<Length>, Choice)> = Vec::new();
    for way in marches::directions() {
        let long = (left > 1).then(|| long_way(fixed, s, formation, kind, left, way)).flatten();
        let choice = match long {
            Some(long) => Some(long),
            None => marches::formation(&manoeuvre, way, QUARTERS)
                .map(|ways| Choice::Paths(formation, ways, Vec::new())),
        };
        let Some(choice) = choice else { continue };
        let ways: &[Way] = match &choice {
            Choice::March(_, ways) | Choice::Paths(_, ways, _) => ways,
            _ => &[],
        };
        let mut moved = Moved::new(&s.table);
        for (unit, stops) in ways {
            if let Some(end) = stops.last() {
                moved.move_to(*unit, *end);
            }
        }
        let units = s.formation(formation).units.iter().filter_map(|unit| moved.body(*unit));
        let far = units.filter_map(|body| nearest(body, s.enemy_units(formation))).min();
        found.push((far, choice));
    }
    found.into_iter().max_by_key(|(far, _)| *far).map(|(_, choice)| choice)
}

/// Whether a way of one unit is legal with everybody where they stand by then; if so, it is made.
pub fn try_way(manoeuvre: &Move<'_>, moved: &mut Moved<'_>, way: &Way) -> bool {
    let mut after = moved.clone();
    if !violations_from(manoeuvre, &mut after, std::slice::from_ref(way)).is_empty() {
        return false;
    }
    if let Some(end) = way.1.last() {
        moved.move_to(way.0, *end);
    }
    true
}

/// A direction: towards an objective, an enemy, or anywhere.
fn somewhere(s: &State, formation: FormationId, rng: &mut SplitMix) -> Offset {
    let Some(from) = middle(s, formation) else { return Offset::default() };
    let enemies: Vec<Point> = s.enemies(formation).filter_map(|enemy| middle(s, enemy)).collect();
    match rng.below(3) {
        0 if !s.objectives.is_empty() => s.objectives[rng.below(s.objectives.len())].at - from,
        1 if !enemies.is_empty() => enemies[rng.below(enemies.len())] - from,
        _ => Angle(rng.below(65_536) as u16).step(FAR),
    }
}

fn middle(s: &State, formation: FormationId) -> Option<Point> {
    (s as &dyn Armies).middle(formation)
}
