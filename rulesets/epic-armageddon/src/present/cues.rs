//! How events look and sound, whose doing they are and where they happen.

use grognard_engine::client::{Cue, Places, Shape};
use grognard_engine::present::LogLine;
use grognard_space::table::{Outline, Point};
use grognard_tabletop::armies::Named;

use super::scene;
use crate::event::{Blow, Event};
use crate::fixed::Fixed;
use crate::ids::FormationId;

/// The picture and sound of an event; none for what is only read.
fn cue(event: &Event) -> Option<Cue> {
    Some(match event {
        Event::Lost { .. } => Cue::Kill,
        Event::Shoots { .. } | Event::Flak { .. } => Cue::Burst,
        Event::Strikes { blow: Blow::CloseCombat, .. } => Cue::Clash,
        Event::Strikes { .. } => Cue::Burst,
        Event::Barrage { .. } | Event::Bombards { .. } => Cue::Blast,
        Event::Critical { .. } | Event::Damaged { .. } => Cue::Breach,
        Event::Saved { .. } | Event::Shielded { .. } => Cue::Survive,
        Event::Broken { .. } => Cue::Break,
        Event::Rallied { success: true, .. } | Event::Repaired { .. } => Cue::Rally,
        Event::Flew { .. } => Cue::FlyBy,
        Event::Reveals { .. } | Event::Landed { .. } | Event::Pod { .. } => Cue::Reveal,
        Event::Moved { .. } | Event::SetUp { .. } => Cue::Step,
        Event::Embarked { .. } | Event::Disembarked { .. } => Cue::Door,
        Event::Overwatch { on: true, .. } | Event::Raised { .. } | Event::Engages { .. } => Cue::Ready,
        Event::Turn { .. } | Event::EndPhase => Cue::Turn,
        Event::Held { again: true, .. } | Event::Goals { .. } => Cue::Goal,
        _ => return None,
    })
}

/// The formations an event is about, whoever acts first.
fn formations(event: &Event) -> Vec<FormationId> {
    match event {
        Event::Shoots { formation, target, .. }
        | Event::Hits { formation, target, .. }
        | Event::Barrage { formation, target, .. }
        | Event::Intercepts { formation, target } => vec![*formation, *target],
        Event::Engages { formation, targets, .. } => {
            [*formation].into_iter().chain(targets.iter().copied()).collect()
        }
        Event::Won { winner, loser, .. } => vec![*winner, *loser],
        Event::Result { sides } => sides.iter().map(|tally| tally.formation).collect(),
        Event::Declared { formation, .. }
        | Event::Tested { formation, .. }
        | Event::Manner { formation, .. }
        | Event::HeldFire { formation }
        | Event::Markers { formation, .. }
        | Event::Removed { formation, .. }
        | Event::Broken { formation }
        | Event::Stays { formation }
        | Event::Rallied { formation, .. }
        | Event::Overwatch { formation, .. }
        | Event::ReRolled { formation, .. }
        | Event::NoAssault { formation }
        | Event::DrawnIn { formation }
        | Event::Strikes { formation, .. }
        | Event::Patrol { formation, .. }
        | Event::Jinks { formation, .. }
        | Event::SetUp { formation, .. }
        | Event::Moved { formation, .. }
        | Event::Together { formation } => vec![*formation],
        _ => Vec::new(),
    }
}

/// The templates of an event, where they lie.
fn shapes(fixed: &Fixed, event: &Event) -> Vec<Shape> {
    let (places, half): (&[Point], _) = match event {
        Event::Barrage { places, .. } => (places, crate::legal::templates::radius(fixed)),
        Event::Bombards { places, .. } => (places, fixed.numbers().templates.orbital_diameter.0.half()),
        _ => return Vec::new(),
    };
    let shape = |at: &Point| {
        let (outline, radius) = scene::outline(&fixed.field, &Outline::disc(*at, half));
        let (kind, board) = ("blast".to_owned(), scene::BOARD.to_owned());
        Shape { kind, board, outline, radius, ..Shape::default() }
    };
    places.iter().map(shape).collect()
}

/// A line with its picture and sound. Lines that name no units of their own show the formations they are about.
pub fn staged(fixed: &Fixed, event: &Event, line: LogLine) -> LogLine {
    let about = formations(event);
    let seat = about.first().map(|own| fixed.sides[fixed.spec(*own).side.index()].id.clone());
    let units = || about.iter().flat_map(|own| fixed.spec(*own).units.iter());
    let pieces = match line.places.pieces {
        own if own.is_empty() || matches!(event, Event::Shoots { .. }) => {
            units().map(|unit| fixed.name(*unit).to_owned()).collect()
        }
        own => own,
    };
    LogLine {
        cue: cue(event),
        seat: line.seat.or(seat),
        places: Places { pieces, shapes: shapes(fixed, event), ..line.places },
        ..line
    }
}
