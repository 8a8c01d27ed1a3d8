/** What one side writes: whole lines within the limit, and how much of it the other side has not read yet. */
import type { Writable } from 'node:stream';
import { type JsonObject, readJson } from './json-text.js';

export type Sent = 'sent' | 'too large' | 'not text';

/** Answers of more bytes than this wait to be read: nothing more is read until they are. */
const MOST_WAITING = 262_144;

export class Outbox {
  limit: number;
  readonly #output: Writable;
  readonly #full: (isFull: boolean) => void;
  #waiting = 0;

  /**
   * `full` is called when the other side does not read its answers, and when it does again. Requests of this side do not count: if both
   * sides wrote requests and neither read, both would wait for ever; and there are only so many in flight.
   */
  constructor(output: Writable, limit: number, full: (isFull: boolean) => void) {
    this.#output = output;
    this.#full = full;
    this.limit = limit;
  }

  answer(message: JsonObject): Sent {
    return this.#write(message, (length) => {
      const wasFull = this.#waiting > MOST_WAITING;
      this.#waiting += length;
      const isFull = this.#waiting > MOST_WAITING;
      if (wasFull !== isFull) this.#full(isFull);
    });
  }

  send(message: JsonObject): Sent {
    return this.#write(message, () => {});
  }

  #write(message: JsonObject, count: (length: number) => void): Sent {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    // Halves of characters, or a text that looks like one: JSON has them as `\ud800`.
    if (text.includes('\\ud') && readJson(text).kind !== 'value') return 'not text';
    const length = Buffer.byteLength(text);
    if (length > this.limit) return 'too large';
    if (this.#output.destroyed || this.#output.writableEnded) return 'sent';
    count(length);
    this.#output.write(`${text}\n`, () => count(-length));
    return 'sent';
  }
}
