// The messages of docs/protocol.md. What a game shows is written from crates/engine/src/client by `cargo xtask protocol`;
// the rest mirrors crates/server/src/protocol.rs.

export const PROTOCOL = 2;

export type * from "./protocol/engine";
export type * from "./protocol/http";
export type * from "./protocol/socket";
