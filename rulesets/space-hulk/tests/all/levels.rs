//! The levels of computer players: they play to the end, the same game again from the same seed, and know only what they see.

use grognard_space_hulk::SpaceHulk;
use serde_json::json;

grognard_bots::levels! { SpaceHulk, json!({ "mission": "boarding-lock" }), every: 9, cap: 100_000 }
