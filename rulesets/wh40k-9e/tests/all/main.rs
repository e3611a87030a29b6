//! Every test of the ruleset but the long one of the switches, in one program: it is built and linked once.

mod advice;
mod attack_odds;
mod bots;
mod calculated;
mod cases;
mod crowded;
mod data;
mod documents;
mod lessons;
mod levels;
mod markers;
mod numbers;
mod phase_undo;
mod prompts;
mod properties;
mod proposals_checked;
mod refusals;
mod standing;
mod tables_made;
mod ways;
