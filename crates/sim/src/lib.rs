//! Many games at once between computer players, and what they come to.
//!
//! [`run`] plays the games of a [`SimConfig`] on all cores and counts them into a [`SimResult`]. The seed of a game
//! follows from the seed of the whole and the game's number, and counts add up in any order: the result does not
//! depend on the number of threads.

mod compare;
mod interval;
mod rates;
mod result;
mod run;

pub use compare::{Comparison, Row, compare};
pub use interval::wilson;
pub use rates::{Bout, battle_rates};
pub use result::{Failure, SimResult};
pub use run::{SimConfig, game_seed, run};
