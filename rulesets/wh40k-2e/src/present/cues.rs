//! How events look and sound.

use grognard_engine::client::{Cue, Shape};

use super::scene;
use crate::event::Event;
use crate::fixed::{Fixed, WeaponId};

/// Fewer shots than this are heard one by one.
const BURST: u8 = 3;

fn of_template(fixed: &Fixed, weapon: WeaponId) -> Cue {
    if fixed.weapon(weapon).teardrop.is_some() { Cue::Flame } else { Cue::Blast }
}

/// The picture and sound of an event; none for what is only read.
pub fn cue(fixed: &Fixed, event: &Event) -> Option<Cue> {
    Some(match event {
        Event::Casualty { .. } | Event::CommanderSlain { .. } => Cue::Kill,
        Event::VehicleDestroyed { .. } | Event::MindDestroyed { .. } => Cue::Kill,
        Event::Fired { shots, .. } => {
            if *shots < BURST {
                Cue::Shot
            } else {
                Cue::Burst
            }
        }
        Event::Burst { .. } => Cue::Burst,
        Event::Laid { weapon, .. } => of_template(fixed, *weapon),
        Event::VehicleExploded { .. } | Event::BlewUp { .. } | Event::Struckdown { .. } => Cue::Blast,
        Event::Scattered { .. } => Cue::Scatter,
        Event::Pierced { .. } => Cue::Breach,
        Event::Struck { .. } | Event::Parried { .. } | Event::StandOff { .. } => Cue::Clash,
        Event::Saved { saved: 1.., .. } | Event::FieldHeld { .. } | Event::Bounced { .. } => Cue::Survive,
        Event::Jammed { .. } | Event::Dud { .. } | Event::Misfire { .. } => Cue::Jam,
        Event::FailedToFire { .. } | Event::OutOfControl { .. } => Cue::Jam,
        Event::Broken { .. } | Event::Shaken { .. } | Event::Afraid { .. } => Cue::Break,
        Event::Rallied { .. } | Event::JamCleared { .. } => Cue::Rally,
        Event::Detected { .. } | Event::Revealed { .. } => Cue::Reveal,
        Event::CardShown { .. } | Event::Mission { .. } => Cue::Reveal,
        Event::Moved { .. } | Event::SetUp { .. } | Event::Charged { .. } | Event::FollowedUp { .. } => {
            Cue::Step
        }
        Event::Fled { .. } => Cue::Step,
        Event::Overwatch { .. } | Event::OverwatchFire { .. } | Event::Hides { .. } => Cue::Ready,
        Event::Scored { .. } | Event::Bonus { .. } => Cue::Goal,
        Event::Turn { .. } | Event::Phase { .. } => Cue::Turn,
        _ => return None,
    })
}

/// The marker or teardrop of an event, where it lies.
pub fn shapes(fixed: &Fixed, event: &Event) -> Vec<Shape> {
    let Event::Laid { weapon, at, .. } = event else { return Vec::new() };
    let Some(kind) = fixed.weapon(*weapon).template() else { return Vec::new() };
    let outline = kind.laid(*at).outline;
    let radius = outline.radius().0;
    let corners = outline.core().iter();
    vec![Shape {
        kind: if fixed.weapon(*weapon).teardrop.is_some() { "fire" } else { "blast" }.to_owned(),
        board: scene::BOARD.to_owned(),
        outline: corners.map(|corner| scene::point(&fixed.battlefield, corner.x, corner.y)).collect(),
        radius: (radius > 0).then_some(radius),
        ..Shape::default()
    }]
}

/// The hit location an event is about, as the drawing of its vehicle names it.
pub fn parts(fixed: &Fixed, event: &Event) -> Vec<String> {
    let (Event::Located { model, location }
    | Event::Pierced { model, location, .. }
    | Event::Bounced { model, location, .. }
    | Event::Damaged { model, location, .. }) = event
    else {
        return Vec::new();
    };
    let own = crate::vehicles::datafax(fixed, *model);
    own.and_then(|own| own.location.get(usize::from(*location))).map(|at| at.id.clone()).into_iter().collect()
}
