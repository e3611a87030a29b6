//! The levels of computer players: they play to the end, the same game again from the same seed, and know only what they see.

use grognard_epic_armageddon::Epic;
use serde_json::json;

grognard_bots::levels! { Epic, json!({}), every: 12, cap: 50_000 }
