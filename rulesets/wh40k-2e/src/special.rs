//! Special features of a battle (2E-SPC-013): winding stairs, narrow passages and walkways, where the players agreed on them.

use grognard_engine::ctx::{Ctx, Step};
use grognard_engine::switch::applies;
use grognard_engine::{rule, rules};
use grognard_space::table::{Length, Pose};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::Second;
use crate::choice::Way;
use crate::event::Event;
use crate::fixed::Fixed;
use crate::ids::ModelId;
use crate::pace;
use crate::state::{Place, State};

/// What is special about a piece.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Special {
    /// A building with a winding stair: half a turn from one level to the next.
    Stair,
    /// A building with a very long one: a whole turn.
    LongStair,
    /// A few models a turn get through.
    Passage,
    /// Slow going, or the risk of a fall.
    Walkway,
}

impl Special {
    /// All of them with their words in a set-up.
    pub const ALL: [(Special, &str); 4] = [
        (Special::Stair, "winding-stair"),
        (Special::LongStair, "long-stair"),
        (Special::Passage, "narrow-passage"),
        (Special::Walkway, "walkway"),
    ];

    /// The one of a word.
    pub fn named(word: &str) -> Option<Special> {
        Special::ALL.into_iter().find(|(_, known)| *known == word).map(|(special, _)| special)
    }

    /// Whether it belongs to a building.
    pub fn is_stair(self) -> bool {
        matches!(self, Special::Stair | Special::LongStair)
    }
}

fn of_kind(fixed: &Fixed, wanted: Special) -> impl Iterator<Item = (usize, &crate::terrain::Feature)> {
    let on = applies(rule!("2E-SPC-013"));
    let features = fixed.battlefield.features.iter().enumerate();
    features.filter(move |(_, feature)| on && feature.special == Some(wanted))
}

/// Whether the stair of a building takes the whole turn, so that nobody on it does anything else.
pub fn takes_the_turn(fixed: &Fixed, feature: usize) -> bool {
    let turns = fixed.numbers().special_features.stair_turns;
    let halves = match fixed.battlefield.features[feature].special {
        Some(Special::Stair) => turns[0],
        Some(Special::LongStair) => turns[1],
        _ => 0,
    };
    halves > 1 && applies(rule!("2E-SPC-013"))
}

/// The length of a way in areas of a kind.
fn within(fixed: &Fixed, wanted: Special, start: Pose, stops: &[Pose]) -> Length {
    let mut sum = 0;
    for (_, feature) in of_kind(fixed, wanted) {
        let from = std::iter::once(start).chain(stops.iter().copied());
        sum +=
            from.zip(stops).map(|(from, stop)| pace::inside(&feature.area, from.at, stop.at).0).sum::<i32>();
    }
    Length(sum)
}

/// The models for whom a narrow passage is too full in this turn, those that come last.
pub fn too_many(fixed: &Fixed, s: &State, ways: &[Way]) -> Vec<ModelId> {
    let most = usize::from(fixed.numbers().special_features.passage_models);
    let mut late = Vec::new();
    for (number, feature) in of_kind(fixed, Special::Passage) {
        let mut through: Vec<ModelId> =
            s.through.iter().filter(|(at, _)| usize::from(*at) == number).map(|(_, model)| *model).collect();
        for (model, stops) in ways {
            let Some(start) = s.pose(*model) else { continue };
            let from = std::iter::once(start).chain(stops.iter().copied());
            let mut legs = from.zip(stops);
            let crosses =
                legs.any(|(from, stop)| pace::inside(&feature.area, from.at, stop.at) > Length::ZERO);
            if crosses && !through.contains(model) {
                through.push(*model);
                if through.len() > most {
                    late.push(*model);
                }
            }
        }
    }
    late
}

/// Notes who has gone through narrow passages on a part of its way.
pub fn pass(fixed: &Fixed, s: &mut State, model: ModelId, start: Pose, stops: &[Pose]) {
    for (number, feature) in of_kind(fixed, Special::Passage) {
        let from = std::iter::once(start).chain(stops.iter().copied());
        let crosses =
            from.zip(stops).any(|(from, stop)| pace::inside(&feature.area, from.at, stop.at) > Length::ZERO);
        if crosses && !s.through.contains(&(number as u8, model)) {
            s.through.push((number as u8, model));
        }
    }
}

/// Whoever went faster over a walkway than half its rate may fall: a die for each, and whoever falls is lost.
pub fn falls(
    s: &mut State,
    cx: &mut Ctx<'_, Second>,
    ways: &[(ModelId, Pose, SmallVec<[Pose; 2]>)],
    rates: &[(ModelId, Length)],
) -> Step {
    let fixed = cx.fixed();
    let numbers = fixed.numbers().special_features.clone();
    for (model, start, stops) in ways {
        let on = within(fixed, Special::Walkway, *start, stops);
        let rate = rates.iter().find(|(own, _)| own == model).map_or(Length::ZERO, |(_, rate)| *rate);
        let careful = s.model(*model).spent + on.0 * (numbers.walkway_cost - 1);
        if on == Length::ZERO || careful <= rate.0 || s.model(*model).place != Place::Table {
            continue;
        }
        let face = numbers.walkway_roll.roll(cx, "roll.walkway", rules!["2E-SPC-013"])?;
        if face <= numbers.walkway_falls_to {
            s.remove(*model);
            cx.emit(
                rules!["2E-SPC-013"],
                Event::Happened { what: "event.falls-off", model: *model, other: None },
            );
        }
    }
    Ok(())
}
