/** The requests of this side: their ids, their deadlines, how many are in flight, and what answers belong to. */
import { setMaxListeners } from 'node:events';
import { ConnectionEnded, type Ending } from './ending.js';
import type { JsonObject } from './json-text.js';
import { LONGEST_MS } from './method.js';
import type { Sent } from './outbox.js';
import { WireError } from './wire-error.js';

export interface RequestHow {
  /** Unix time in milliseconds; at most 300 s ahead. */
  readonly deadline: number;
  /** Gives the request up, which then fails with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Of a callback: the request of the other side within which it is sent. Its signal ends the callback at their common deadline. */
  readonly parent?: number | undefined;
}

/** One of these requests, until it has an outcome. */
class Asked {
  readonly message: JsonObject;
  readonly outcome: Promise<JsonObject>;
  /** Null until it is sent. */
  id: number | null = null;
  resolve: (result: JsonObject) => void = () => {};
  reject: (error: unknown) => void = () => {};

  constructor(message: JsonObject) {
    this.message = message;
    this.outcome = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }
}

/** Answers to requests that were given up may be late for as long as they like, but no more than these are remembered. */
const MOST_LATE = 4_096;

export class Outgoing {
  /** How many the other side answers at once. */
  limit: number;
  readonly #send: (message: JsonObject) => Sent;
  readonly #changed: () => void;
  readonly #pending = new Map<number, Asked>();
  /** Given up here, and not answered yet: whether the other side may still be busy with it. */
  readonly #late = new Map<number, boolean>();
  readonly #waiting = new Set<Asked>();
  #lastId = 0;
  #ending: Ending | null = null;

  /** `changed`: whether any is under way may have changed. */
  constructor(limit: number, send: (message: JsonObject) => Sent, changed: () => void) {
    this.limit = limit;
    this.#send = send;
    this.#changed = changed;
  }

  get isBusy(): boolean {
    return this.#pending.size + this.#waiting.size > 0;
  }

  /** Whether it waits for an answer, or its answer may be on its way. */
  has(id: number): boolean {
    return this.#pending.has(id) || this.#late.has(id);
  }

  isGivenUp(id: number): boolean {
    return this.#late.has(id);
  }

  async request(method: string, params: JsonObject, how: RequestHow): Promise<JsonObject> {
    const { signal, parent } = how;
    const now = Date.now();
    const deadline = Math.floor(Math.min(how.deadline, now + LONGEST_MS));
    if (this.#ending !== null) throw new ConnectionEnded(this.#ending);
    signal?.throwIfAborted();
    if (deadline <= now) throw new WireError('deadline_exceeded');
    const meta = { deadline_unix_ms: deadline, ...(parent !== undefined && { parent_request_id: parent }) };
    const asked = new Asked({ method, params, _meta: meta });
    const isCallback = parent !== undefined;
    const late = () => this.#giveUp(asked, new WireError('deadline_exceeded'), { isCallback, isTold: false });
    // The answer to the other side says that its deadline passed, and not that a callback had no answer: so the callback must not end first.
    const timer = isCallback ? undefined : setTimeout(late, deadline - now);
    // The other side knows that the parent of a callback is over.
    const unwanted = () => this.#giveUp(asked, signal?.reason, { isCallback, isTold: !isCallback });
    // One signal may be that of many requests, and Node takes more than ten listeners for a leak.
    if (signal !== undefined) setMaxListeners(0, signal);
    signal?.addEventListener('abort', unwanted);
    this.#waiting.add(asked);
    this.#startNext();
    this.#changed();
    try {
      return await asked.outcome;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', unwanted);
      this.#changed();
    }
  }

  /** Gives the request its outcome; false if there is none that waits for it. */
  answered(id: number, outcome: JsonObject | WireError): boolean {
    const asked = this.#pending.get(id);
    const isExpected = this.#pending.delete(id) || this.#late.delete(id);
    if (outcome instanceof WireError) asked?.reject(outcome);
    else asked?.resolve(outcome);
    this.#startNext();
    return isExpected;
  }

  end(ending: Ending): void {
    this.#ending = ending;
    for (const { reject } of [...this.#pending.values(), ...this.#waiting]) reject(new ConnectionEnded(ending));
    this.#pending.clear();
    this.#waiting.clear();
  }

  #giveUp(asked: Asked, reason: unknown, { isCallback, isTold }: { isCallback: boolean; isTold: boolean }): void {
    const { id } = asked;
    this.#waiting.delete(asked);
    if (id !== null && this.#pending.delete(id)) {
      if (this.#late.size === MOST_LATE) this.#late.delete(this.#late.keys().next().value ?? 0);
      this.#late.set(id, !isCallback);
      if (isTold) this.#send({ method: 'rpc.cancel', params: { id } });
    }
    asked.reject(reason);
    this.#startNext();
  }

  #startNext(): void {
    for (const asked of this.#waiting) {
      if (this.#inFlight() >= this.limit) return;
      this.#waiting.delete(asked);
      this.#start(asked);
    }
  }

  #start(asked: Asked): void {
    const id = this.#lastId + 1;
    const sent = this.#send({ id, ...asked.message });
    if (sent !== 'sent') {
      asked.reject(new WireError(sent === 'too large' ? 'message_too_large' : 'invalid_params'));
      return;
    }
    this.#lastId = id;
    asked.id = id;
    this.#pending.set(id, asked);
  }

  #inFlight(): number {
    let busy = this.#pending.size;
    for (const isBusy of this.#late.values()) if (isBusy) busy++;
    return busy;
  }
}
