//! How events look and sound.

use grognard_engine::client::Cue;

use crate::data::amount::Range;
use crate::event::Event;
use crate::fixed::Fixed;

/// The picture and sound of an event; none for what is only read.
pub fn cue(fixed: &Fixed, event: &Event) -> Option<Cue> {
    match event {
        Event::Destroyed { .. } | Event::Fled { .. } | Event::Removed { .. } => Some(Cue::Kill),
        Event::Volley { weapon, profile, .. } => {
            let melee = fixed.arm(*weapon, *profile).profile.range == Range::Melee;
            Some(if melee { Cue::Clash } else { Cue::Burst })
        }
        Event::Explodes { happens: true, .. } | Event::Perils { .. } => Some(Cue::Blast),
        Event::Overheated { .. } => Some(Cue::Jam),
        Event::Moved { .. } | Event::SetUp { .. } | Event::Arrived { .. } => Some(Cue::Step),
        Event::Scored { .. } => Some(Cue::Goal),
        Event::Turn { .. } | Event::Phase { .. } => Some(Cue::Turn),
        _ => None,
    }
}
