//! The 5th edition core rules as a base, and the fan variant as a set of rules that replace rules.
//!
//! Under construction: the catalogue can be read, nothing can be played yet.

use grognard_engine::erased::{Announced, Registration};

/// The system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fifth;

/// The system for the programs that play it.
pub static SYSTEM: Registration = Registration::announced::<Fifth>();

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}

impl Announced for Fifth {
    const ID: &'static str = "wh40k-5e";
    const NAME: &'static str = "5th edition and the fan variant";
    const SUMMARY: &'static str = "Platoon battle by the 5th edition, or by the fan variant that replaces its movement, shooting and vehicles.";

    fn embedded() -> &'static [(&'static str, &'static str)] {
        embedded::DATA
    }

    fn cited() -> &'static [&'static str] {
        embedded::CITED
    }
}
