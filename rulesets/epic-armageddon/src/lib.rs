//! Epic: Armageddon: armies of formations on a table in centimetres.
//!
//! Under construction: the catalogue can be read, nothing can be played yet.

use grognard_engine::erased::{Announced, Registration};

/// The system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Epic;

/// The system for the programs that play it.
pub static SYSTEM: Registration = Registration::announced::<Epic>();

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}

impl Announced for Epic {
    const ID: &'static str = "epic-armageddon";
    const NAME: &'static str = "Epic: Armageddon";
    const SUMMARY: &'static str =
        "Armies of formations in centimetres: orders, blast markers, war engines and aircraft.";

    fn embedded() -> &'static [(&'static str, &'static str)] {
        embedded::DATA
    }

    fn cited() -> &'static [&'static str] {
        embedded::CITED
    }
}
