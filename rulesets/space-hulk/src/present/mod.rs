//! What clients draw and read, made from views and events: scene, words, setup form, answers to questions.
//!
//! Every sentence stands in `data/texts/en.toml`; this module chooses keys and fills their holes. It decides no
//! rule: legality, costs and numbers come from the modules that enforce them.

pub mod names;
pub mod pieces;
pub mod scene;
pub mod sentences;
pub mod setup;
pub mod wording;

pub use scene::scene;
pub use sentences::{answer, event};
pub use setup::setup_form;
pub use wording::{option, question, subject};

#[cfg(test)]
mod tests;
