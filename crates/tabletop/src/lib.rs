//! The kit of the free-table systems: what every game with models on a table without squares needs, and no rule of any
//! of them.
//!
//! - [`ruler`]: inches or centimetres. Nothing else knows a unit of measure.
//! - [`answer`]: the text of poses, ways, places and templates in answers.
//!
//! A ruleset keeps its phases, units, attack sequence, morale, and every rule id and sentence. Seats and sides are the
//! ruleset's too: the kit asks only who is a foe of whom.

pub mod answer;
pub mod armies;
pub mod marches;
pub mod moves;
pub mod ruler;
