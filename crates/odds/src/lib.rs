//! Exact odds: fractions and distributions over integers, no rounding before the last digit shown.
//!
//! [`Dist`] is a finite distribution of anything ordered; [`Fraction`] is a chance. [`dice`] answers the questions
//! a table asks of a handful of dice (at least one hit, doubles), [`contest`] those of two sides that compare
//! their highest die, [`charge`] those of a charge roll, [`crowd`] hits dealt out evenly and combats step by step, [`attack`] those of a whole volley: hits, wounds, saves, damage and who falls, exactly or at
//! once in floats. A ruleset builds its own questions from [`Dist::then`] and [`Dist::with`]:
//!
//! ```
//! use grognard_odds::{Dist, dice};
//!
//! // Two dice hit on a 6 and jam on a double: the joint table of (hit, jam).
//! let shot = dice::pool(2, 6).map(|faces| (faces.contains(&6), faces[0] == faces[1]));
//! assert_eq!(shot.chance(|(hit, jam)| *hit && *jam).to_string(), "1/36");
//! assert_eq!(shot.chance(|(hit, _)| *hit).to_string(), "11/36");
//! ```

pub mod attack;
pub mod charge;
pub mod contest;
pub mod crowd;
pub mod dice;
mod dist;
mod fraction;
mod natural;

pub use dist::Dist;
pub use fraction::Fraction;
pub use natural::{Natural, Ratio};
