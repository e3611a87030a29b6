// The messages of docs/protocol.md. Mirrors crates/server/src/protocol.rs and crates/engine/src/client/.

export const PROTOCOL = 2;

export type * from "./protocol/scene";
export type * from "./protocol/prompt";
export type * from "./protocol/log";
export type * from "./protocol/queries";
export type * from "./protocol/setup";
export type * from "./protocol/http";
export type * from "./protocol/socket";
