//! The 2nd edition core rules: squads of single models, overwatch, psychology, vehicles by hit location.
//!
//! Under construction: the catalogue can be read, nothing can be played yet.

use grognard_engine::erased::{Announced, Registration};

/// The system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Second;

/// The system for the programs that play it.
pub static SYSTEM: Registration = Registration::announced::<Second>();

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}

impl Announced for Second {
    const ID: &'static str = "wh40k-2e";
    const NAME: &'static str = "2nd edition";
    const SUMMARY: &'static str = "Detailed skirmish with overwatch, psychology and vehicles by hit location; nothing is measured beforehand.";

    fn embedded() -> &'static [(&'static str, &'static str)] {
        embedded::DATA
    }

    fn cited() -> &'static [&'static str] {
        embedded::CITED
    }
}
