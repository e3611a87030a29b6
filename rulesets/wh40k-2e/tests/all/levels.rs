//! The levels of computer players: they play to the end, the same game again from the same seed, and know only what they see.

use grognard_wh40k_2e::Second;
use serde_json::json;

grognard_bots::levels! { Second, json!({}), every: 12, cap: 50_000 }
