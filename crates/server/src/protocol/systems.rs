//! What can be played: systems, lessons, rules.

use grognard_engine::client::SetupForm;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// `GET /api/systems`: what can be played.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
pub struct Systems {
    /// The protocol's version.
    pub protocol: u32,
    /// The program's version.
    pub version: String,
    /// One form for each system.
    #[schema(value_type = Vec<Object>)]
    pub systems: Vec<SetupForm>,
    /// The languages some system speaks, English first.
    pub languages: Vec<String>,
}

/// A lesson, in the answer to `GET /api/systems/{system}/lessons`.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
pub struct LessonInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What is learnt, in a sentence.
    pub about: String,
    /// How long it takes, about.
    pub minutes: u32,
    /// How many steps it has.
    pub steps: u32,
}

/// A section of a rulebook, in the answer to `GET /api/systems/{system}/sections`.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
pub struct RuleSection {
    /// Its code in rule ids.
    pub code: String,
    /// Its name.
    pub title: String,
    /// Its rules, by id, title and status.
    pub rules: Vec<RuleLine>,
}

/// A line of a rulebook's list.
#[derive(Serialize, Deserialize, ToSchema, Clone, Debug, PartialEq, Eq)]
pub struct RuleLine {
    /// The rule's id.
    pub id: String,
    /// A few words.
    pub title: String,
    /// `enforced`, `deferred` or `waived`.
    pub status: String,
}
