//! What only the Guard does, and its text form.

use serde::Serialize;

use crate::piece::Mark;
use crate::profile::Ranged;

/// An action of the Guard.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub enum Deed {
    /// Go on one knee (SH-IGF-004).
    Kneel,
    /// Get up from it.
    Rise,
    /// Shoot one of one's own men, by his place in the squad (SH-IGF-015).
    Inspire(u8),
    /// Fire after taking aim for so many points (SH-IGF-021).
    Aim(u8, Ranged, Mark),
}

impl From<Deed> for crate::choice::Action {
    fn from(deed: Deed) -> crate::choice::Action {
        crate::choice::Action::Guard(deed)
    }
}

/// The forms these answers can have, for error messages.
pub const FORMS: &str = "kneel, rise, inspire MODEL, fire WEAPON at TARGET aiming NUMBER, call backup";
