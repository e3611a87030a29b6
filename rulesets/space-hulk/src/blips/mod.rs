//! Counters beside the numbered ones: Hybrid blips (SH-HBL), what blips can be turned into (SH-TYR) and ambush
//! counters (SH-ABU).

pub mod ambush;
pub mod brood;
pub mod counter;
pub mod event;
pub mod growth;
pub mod muster;
