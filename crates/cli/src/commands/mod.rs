//! One module a command.

pub mod case;
pub mod mission;
pub mod odds;
pub mod replay;
pub mod rules;
pub mod serve;
pub mod sim;
pub mod store;
pub mod text;
