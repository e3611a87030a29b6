//! How events look and sound.

use grognard_engine::client::Cue;

use crate::event::Event;
use crate::vehicles::happening::Happening;

/// The picture and sound of an event; none for what is only read.
pub fn cue(event: &Event) -> Option<Cue> {
    Some(match event {
        Event::Casualty { .. } | Event::Executed { .. } => Cue::Kill,
        Event::Fired { models: 1, .. } => Cue::Shot,
        Event::Fired { .. } => Cue::Burst,
        Event::Under { .. } => Cue::Blast,
        Event::Scattered { .. } => Cue::Ready,
        Event::Strikes { .. } => Cue::Clash,
        Event::Saved { saved: 1.., .. } | Event::NoPain { .. } => Cue::Survive,
        Event::Overheats { .. } | Event::Perils { .. } | Event::Mishap { .. } => Cue::Jam,
        Event::FallsBack { .. } | Event::ToGround { .. } => Cue::Break,
        Event::Regrouped { .. } | Event::StandsUp { .. } => Cue::Rally,
        Event::Sweep { caught: true, .. } => Cue::Clash,
        Event::Landed { .. } | Event::Outflanks { .. } => Cue::Reveal,
        Event::Moved { .. } | Event::SetUp { .. } | Event::Run { .. } | Event::Locked { .. } => Cue::Step,
        Event::Smoke { .. } | Event::Ordered { .. } => Cue::Ready,
        Event::Scored { .. } | Event::Controlled { side: Some(_), .. } => Cue::Goal,
        Event::Turn { .. } | Event::Phase { .. } => Cue::Turn,
        Event::Hull(what) => return hull(what),
        _ => return None,
    })
}

fn hull(what: &Happening) -> Option<Cue> {
    Some(match what {
        Happening::Explodes { .. } => Cue::Blast,
        Happening::Wrecked { .. } | Happening::GunsLost { .. } | Happening::Crushed { .. } => Cue::Kill,
        Happening::Penetration { .. } | Happening::Immobilised { .. } | Happening::WeaponLost { .. } => {
            Cue::Breach
        }
        Happening::CrewSaved { .. } | Happening::Hidden { saved: 1.., .. } => Cue::Survive,
        Happening::Impact { .. } | Happening::Blows { .. } => Cue::Clash,
        Happening::Smoke { .. } | Happening::HatchShut { .. } => Cue::Ready,
        Happening::Embarked { .. } | Happening::Disembarked { .. } => Cue::Door,
        Happening::TankShock { .. } | Happening::Ram { .. } => Cue::Step,
        _ => return None,
    })
}
