//! How events look and sound.

use grognard_engine::client::Cue;

use crate::eldar::event::Event as Warrior;
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
        Event::Aspect(event) => return warrior(*event),
        Event::OverwatchSet { .. } | Event::JamCleared { .. } | Event::Reloaded { .. } => Cue::Ready,
        Event::Converted { .. } => Cue::Reveal,
        Event::DoorOpened { .. } | Event::DoorClosed { .. } | Event::LiftShut { .. } => Cue::Door,
        Event::DoorDestroyed { .. } => Cue::Breach,
        Event::Secured { .. } | Event::Escaped { .. } => Cue::Goal,
        _ => return None,
    })
}

/// The same of what Aspect Warriors do.
const fn warrior(event: Warrior) -> Option<Cue> {
    Some(match event {
        Warrior::Stings { .. } | Warrior::Melts { .. } | Warrior::FliesOn { .. } => Cue::Shot,
        Warrior::Pitfall { .. } => Cue::Breach,
        Warrior::Shouts { .. } => Cue::Blast,
        Warrior::Deflects { .. } => Cue::Survive,
        Warrior::Storm { .. } | Warrior::Mask { .. } | Warrior::Watches { .. } => Cue::Ready,
        Warrior::StormOver { .. } | Warrior::Shaken { .. } | Warrior::Rerolled { .. } => return None,
    })
}
