//! Shells: a marker laid by a player, which scatters and then hits whoever is under it.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::message::Message;
use grognard_engine::refusal::Violation;
use grognard_engine::target::{Need, Target};
use grognard_engine::{rule, rules};
use grognard_space::table::{Body, BodyId, GroupId, Length, Pose, Scatter, Template};
use grognard_tabletop::armies::{Armies, Named};
use grognard_tabletop::templates::{Counts, Kind, SCATTER_DIE, most_under_blast, roll_scatter, under};

use crate::ExampleTable;
use crate::choice::Choice;
use crate::data::Fixed;
use crate::event::Event;
use crate::state::State;

/// The sides of the scatter die that are hits.
const HITS: u8 = 2;

/// The marker where it is laid.
pub fn marker(fixed: &Fixed, at: Pose) -> Template {
    Kind::Blast(fixed.numbers().shell.radius.0).laid(at)
}

/// Every violation of a marker's place.
pub fn check(fixed: &Fixed, state: &State, unit: GroupId, at: Pose) -> Vec<Violation> {
    let mut wrong = Vec::new();
    // ET-BLS-001: within range of a stand.
    if !in_range(fixed, state, unit, at) {
        let range = fixed.ruler().write(fixed.numbers().shell.range.0);
        let message = Message::new("why.range").text("range", range);
        wrong.push(Violation::new(rule!("ET-BLS-001"), message));
    }
    // ET-BLS-002: over an enemy.
    let enemy = |stand: BodyId| state.unit_of(stand).is_some_and(|other| state.foes(unit, other));
    if !at.at.in_limits() || !under(&state.table, &marker(fixed, at), Counts::Partly).into_iter().any(enemy) {
        wrong.push(Violation::new(rule!("ET-BLS-002"), Message::new("why.no-enemy")));
    }
    wrong
}

fn in_range(fixed: &Fixed, state: &State, unit: GroupId, at: Pose) -> bool {
    let middle = Body::point(at.at, Length::ZERO);
    let near = |own: &Body| own.outline.within(&middle.outline, fixed.numbers().shell.range.0);
    let armies: &dyn Armies = state;
    at.at.in_limits() && armies.bodies(unit).any(|(_, own)| near(own))
}

/// Sensible answers: where the marker covers most stands of each enemy platoon, and holding fire.
pub fn candidates(fixed: &Fixed, state: &State, unit: GroupId) -> Vec<Choice> {
    let armies: &dyn Armies = state;
    let legal = |at: Pose| in_range(fixed, state, unit, at);
    let mut all = vec![Choice::Hold];
    for enemy in armies.foes_of(unit) {
        let wanted = armies.members(enemy);
        let radius = fixed.numbers().shell.radius.0;
        let most = most_under_blast(&state.table, radius, Counts::Partly, wanted, &legal);
        let choice = most.places.first().map(|place| Choice::Blast(*place));
        if let Some(choice) = choice.filter(|choice| !all.contains(choice)) {
            all.push(choice);
        }
    }
    all
}

/// ET-BLS-003, ET-BLS-004: the shell scatters and hits.
pub fn resolve(state: &mut State, cx: &mut Ctx<'_, ExampleTable>, unit: GroupId, at: Pose) -> Step {
    let mut marker = marker(cx.fixed(), at);
    cx.emit(rules!["ET-BLS-001"], Event::Fired { unit, at: at.at });
    let die = (SCATTER_DIE, HITS);
    let arrow = roll_scatter(cx, die, false, "roll.scatter", rules!["ET-BLS-003"])?;
    match arrow.direction {
        None => cx.emit(rules!["ET-BLS-003"], Event::OnTarget { unit, at: at.at }),
        Some(direction) => {
            let sides = cx.fixed().numbers().scatter.die;
            let [far] = cx.roll(sides, "roll.distance", rules!["ET-BLS-003"])?;
            let distance = cx.fixed().ruler().units(i32::from(far));
            marker = marker.scattered(Scatter { direction, distance });
            let drifted = Event::Drifted { unit, far: distance, at: marker.centre };
            cx.emit(rules!["ET-BLS-003"], drifted);
        }
    }
    let hit = cx.fixed().numbers().hit.clone();
    let target = Target::new(Need::AtLeast(hit.need), rule!("ET-BLS-004"));
    for stand in under(&state.table, &marker, Counts::Partly) {
        let [shown] = cx.roll_against(hit.die, "roll.hits", rules!["ET-BLS-004"], &target)?;
        if shown >= hit.need {
            state.destroy(stand);
            cx.emit(rules!["ET-BLS-004"], Event::Destroyed { stand });
        } else {
            cx.emit(rules!["ET-BLS-004"], Event::Safe { stand });
        }
    }
    Ok(())
}
