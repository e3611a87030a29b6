/** Stands between the answers of a shortcut (`THEN` in crates/engine/src/client/prompt.rs). */
export const THEN = " ; ";
