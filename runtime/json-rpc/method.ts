/**
 * Methods as data: what each takes and gives, written once (`shape.ts`). The serving side checks requests strictly, the asking side
 * checks results tolerantly, and `rpc.discover` publishes both (`discover.ts`).
 */
import type { JsonObject } from './json-text.js';
import type { Shape } from './shape.js';

export interface Method<P = JsonObject, R = JsonObject> {
  readonly summary: string;
  readonly params: Shape<P>;
  readonly result: Shape<R>;
}
export type Methods = Readonly<Record<string, Method<unknown, unknown>>>;

export type ParamsOf<M> = M extends Method<infer P, unknown> ? P : never;
export type ResultOf<M> = M extends Method<unknown, infer R> ? R : never;

export interface Limits {
  /** Bytes of a line without its LF. */
  readonly maxFrameBytes: number;
  /** Requests of one direction that have no answer yet. */
  readonly maxInFlight: number;
}

export const LARGEST_FRAME = 1_048_576;
export const SMALLEST_FRAME = 4_096;
export const MOST_IN_FLIGHT = 32;
/** A deadline that is further ahead is this far ahead. */
export const LONGEST_MS = 300_000;
/** For a session to end what it has accepted, once its input has ended. */
export const GRACE_MS = 5_000;
