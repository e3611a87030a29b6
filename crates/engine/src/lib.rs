//! The engine of Grognard: decisions, activities, dice, events, records, cases, and the contract of a ruleset.
//!
//! A game is over, or waits for a decision ([`decision`]). Rules are plain functions over a context ([`ctx`]) that
//! asks, rolls and emits; a question without an answer unwinds, and the activity is run again from its start with
//! one more answer ([`game`], [`tape`]). A die is a function of its place ([`dice`]), so running again changes
//! nothing. Clients and bots see views only ([`ruleset`], [`bot`], [`present`], [`client`]). Everything outside
//! the rules speaks to the type-erased form ([`erased`]).
//!
//! This crate knows no game, no clock, no file but data files it is pointed at, and no network.

pub mod bot;
pub mod case;
pub mod catalogue;
pub mod client;
pub mod ctx;
pub mod data;
pub mod decision;
pub mod dice;
pub mod document;
pub mod erased;
pub mod game;
pub mod lesson;
pub mod log;
pub mod message;
pub mod modules;
pub mod near;
pub mod present;
pub mod prove;
pub mod record;
pub mod refusal;
pub mod replay;
pub mod rng;
pub mod rule;
pub mod rule_set;
pub mod ruleset;
pub mod save;
pub mod seat;
pub mod speech;
pub mod stop;
pub mod switch;
mod tape;
pub mod target;

pub use rule::{RuleId, Rules};
pub use seat::{Audience, SeatId, Viewer};
