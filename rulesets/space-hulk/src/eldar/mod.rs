//! The Eldar: what no other force has.

pub mod seers;
