//! What a ruleset gives to the programs that play it.

use super::announced::Announcement;
use super::{Announced, Module, System};
use crate::data::{DataError, DataFiles};
use crate::ruleset::Present;

/// A ruleset as programs know it: by its id, its data and how it is loaded. Each ruleset has one as a `static` of its own, so
/// that the compiler makes its games once, in its crate, and not again in every program.
#[derive(Clone, Copy, Debug)]
pub struct Registration {
    /// The system's id.
    pub id: &'static str,
    /// The data files that come with it.
    pub embedded: fn() -> &'static [(&'static str, &'static str)],
    /// Makes the system of its files, changed or not.
    pub load: fn(DataFiles) -> Result<Box<dyn System>, DataError>,
}

impl Registration {
    /// The registration of a ruleset.
    pub const fn of<R: Present>() -> Registration {
        Registration {
            id: R::ID,
            embedded: R::embedded,
            load: |files| Ok(Box::new(Module::<R>::new(files)?)),
        }
    }

    /// The registration of a system to come.
    pub const fn announced<A: Announced>() -> Registration {
        Registration {
            id: A::ID,
            embedded: A::embedded,
            load: |files| Ok(Box::new(Announcement::<A>::new(&files)?)),
        }
    }

    /// The system as it comes with the program.
    pub fn system(&self) -> Result<Box<dyn System>, DataError> {
        (self.load)(DataFiles::embedded((self.embedded)()))
    }
}
