//! Names of units, models and sides.

/// A model: its place in [`crate::state::State::models`], the same in every game of a set-up, and on the table.
pub use grognard_space::table::BodyId as ModelId;
/// A unit: its place in [`crate::state::State::units`], and on the table.
pub use grognard_space::table::GroupId as UnitId;
/// One of the two sides of a battle (2E-GEN-001).
pub use grognard_tabletop::sides::Side;
