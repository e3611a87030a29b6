//! The 9th edition core rules: two armies of models with bases on a free table, turn by turn.

pub mod data;
