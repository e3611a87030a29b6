//! Every test of the ruleset but the long one of the switches, in one program: it is built and linked once.

mod aspects;
mod bidding;
mod boards;
mod bots;
mod brood;
mod cases;
mod documents;
mod duels;
mod farseers;
mod generated;
mod harlequins;
mod hazards;
mod in_missions;
mod lessons;
mod levels;
mod missions;
mod numbers;
mod own_data;
mod pairs;
mod presentation;
mod properties;
mod seers;
