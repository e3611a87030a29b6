//! Names of units and formations.

/// A formation: its place in [`crate::state::State::formations`], and on the table (EA-FORM-001).
pub use grognard_space::table::GroupId as FormationId;
/// A unit, one playing piece (EA-UNIT-001): its place in [`crate::state::State::units`], and on the table.
pub use grognard_space::table::BodyId as UnitId;
