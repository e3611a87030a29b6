//! How events look and sound.

use grognard_engine::client::Cue;

use crate::event::Event;
use crate::profile::Ranged;

/// The picture and sound of an event; none for what is only read.
pub const fn cue(event: &Event) -> Option<Cue> {
    Some(match event {
        Event::Turn { .. } | Event::Phase { .. } => Cue::Turn,
        Event::Moved { .. }
        | Event::Entered { .. }
        | Event::Deployed { .. }
        | Event::Climbed { .. }
        | Event::Jumped { .. }
        | Event::Fell { .. }
        | Event::Rode { .. } => Cue::Step,
        Event::Fired { weapon: Ranged::AssaultCannon, .. } => Cue::Burst,
        Event::Fired { .. } => Cue::Shot,
        Event::Flamed { .. } | Event::FireSpread { .. } => Cue::Flame,
        Event::SelfDestructed { .. }
        | Event::Detonated { .. }
        | Event::Malfunction { .. }
        | Event::Launched { .. } => Cue::Blast,
        Event::Round { .. } | Event::DoorAssaulted { .. } => Cue::Clash,
        Event::Killed { .. } => Cue::Kill,
        Event::Survived { .. } | Event::Deflected { .. } | Event::Wounded { .. } => Cue::Survive,
        Event::Jammed { .. } => Cue::Jam,
        Event::OverwatchSet { .. } | Event::JamCleared { .. } | Event::Reloaded { .. } => Cue::Ready,
        Event::Converted { .. } => Cue::Reveal,
        Event::DoorOpened { .. } | Event::DoorClosed { .. } | Event::LiftShut { .. } => Cue::Door,
        Event::DoorDestroyed { .. } => Cue::Breach,
        Event::Secured { .. } | Event::Escaped { .. } => Cue::Goal,
        _ => return None,
    })
}
