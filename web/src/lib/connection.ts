// One WebSocket to one game: greets, reconnects, matches replies to queries.

import { PROTOCOL } from "../protocol";
import { applied } from "../together/changes";
import { notePromise } from "../together/promise";
import type { ClientMessage, GameState, Query, QueryAnswer, ServerMessage, ViewAs } from "../protocol";
import { socketAddress } from "./api";
import { language, t } from "./language.svelte";

let keyCount = 0;
/** A key that no other message has: a repeated one is harmless by it. */
export const freshKey = () => `${Date.now().toString(36)}-${(keyCount++).toString(36)}-${Math.random().toString(36).slice(2, 10)}`;

/** A share in the seed of the dice that nobody can guess. */
const nonce = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export interface Handlers {
  message(message: ServerMessage): void;
  online(yes: boolean): void;
  view(): ViewAs;
}

export class Connection {
  #socket: WebSocket | null = null;
  #closed = false;
  #delay = 250;
  /** The state as the server told it: what changes is put into it. */
  #state: GameState | null = null;
  #nextQuery = 1;
  #queries = new Map<number, (answer: QueryAnswer) => void>();

  constructor(
    private readonly game: string,
    private readonly handlers: Handlers,
  ) {
    this.#open();
  }

  #open() {
    const socket = new WebSocket(socketAddress(this.game));
    this.#socket = socket;
    socket.onopen = () => {
      this.#delay = 250;
      this.handlers.online(true);
      this.send({ type: "hello", protocol: PROTOCOL, log_from: 0, view: this.handlers.view(), language: language.code, changes: true });
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(String(event.data)) as ServerMessage;
      if (message.type === "reply") {
        this.#queries.get(message.id)?.(message.answer);
        this.#queries.delete(message.id);
        return;
      }
      if (message.type === "hello") notePromise(this.game, message.commitment);
      if (message.type === "state") this.#state = message;
      if (message.type === "changes") {
        if (!this.#state) return;
        this.#state = { ...applied(this.#state, message.changes), log: message.log, log_from: message.log_from };
        this.handlers.message({ ...this.#state, type: "state" });
        return;
      }
      // The dice are committed to: now this device adds its own share, so that nobody could have picked them.
      if (message.type === "hello" && message.nonce) this.send({ type: "nonce", nonce: nonce() });
      this.handlers.message(message);
    };
    socket.onclose = () => {
      if (this.#closed) return;
      this.#abandon();
      this.handlers.online(false);
      setTimeout(() => !this.#closed && this.#open(), this.#delay);
      this.#delay = Math.min(this.#delay * 2, 8000);
    };
  }

  // Queries under way when the line breaks get "none": the new state makes whoever asked ask again.
  #abandon() {
    for (const resolve of this.#queries.values()) resolve({ kind: "none", sentence: t("connection.lost") });
    this.#queries.clear();
  }

  /** Greets anew, in the language that is spoken now. */
  again() {
    this.#delay = 0;
    this.#socket?.close();
  }

  send(message: ClientMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  query(query: Query, view: ViewAs): Promise<QueryAnswer> {
    const id = this.#nextQuery++;
    return new Promise((resolve) => {
      this.#queries.set(id, resolve);
      if (!this.send({ type: "query", id, view, query })) {
        this.#queries.delete(id);
        resolve({ kind: "none", sentence: t("connection.none") });
      }
    });
  }

  close() {
    this.#closed = true;
    this.#abandon();
    this.#socket?.close();
  }
}
