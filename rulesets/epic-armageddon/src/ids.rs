//! Names of units and formations.

/// A unit, one playing piece: its place in [`crate::state::State::units`], and on the table.
pub use grognard_space::table::BodyId as UnitId;
/// A formation: its place in [`crate::state::State::formations`], and on the table.
pub use grognard_space::table::GroupId as FormationId;
