/** An error as answers carry it: its kind and what a program may do about it; never text of a store, a manifest or a value. */
import type { JsonObject, JsonValue } from './json-text.js';
import { isTakenCode, isWireKind, KINDS, type WireKind } from './kinds.js';

/** What a person must do elsewhere before a call can succeed. */
export interface Interaction {
  readonly kind: 'authorization';
  /** Opaque. */
  readonly id: string;
  readonly expiresAtUnixMs: number | null;
}

export interface ErrorFacts {
  /** Left out: only `unavailable` is. */
  readonly retryable?: boolean;
  /** Only with `unavailable`. */
  readonly retryAfterMs?: number;
  /** Only with `interaction_required`. */
  readonly interaction?: Interaction;
  /** The code of the first diagnostic: `E1102`. */
  readonly diagnosticCode?: string;
}

export class WireError extends Error {
  /** One of the table, or of a newer version of the other side: a failure then, too. */
  readonly kind: WireKind | (string & {});
  readonly code: number;
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
  readonly interaction: Interaction | null;
  readonly diagnosticCode: string | null;

  constructor(kind: WireKind, facts: ErrorFacts = {}) {
    super(wordsOf(kind));
    this.name = 'WireError';
    this.kind = kind;
    this.code = KINDS[kind];
    this.retryable = facts.retryable ?? kind === 'unavailable';
    this.retryAfterMs = facts.retryAfterMs ?? null;
    this.interaction = facts.interaction ?? null;
    this.diagnosticCode = facts.diagnosticCode ?? null;
  }

  /** One that the other side sent; null if it breaks a rule. */
  static received(error: JsonValue | undefined): WireError | null {
    if (!isObject(error) || !hasOnly(error, ['code', 'message', 'data'])) return null;
    const { code, message, data } = error;
    if (typeof code !== 'number' || !Number.isSafeInteger(code) || typeof message !== 'string' || !isObject(data))
      return null;
    if (!hasOnly(data, ['kind', 'retryable', 'retry_after_ms', 'interaction', 'code'])) return null;
    const { kind, retryable } = data;
    if (typeof kind !== 'string' || kind === '' || typeof retryable !== 'boolean') return null;
    if (isWireKind(kind) ? KINDS[kind] !== code : isTakenCode(code)) return null;
    const facts = factsIn(data);
    if (facts === null) return null;
    const made = new WireError(isWireKind(kind) ? kind : 'operation_failed', { ...facts, retryable });
    return isWireKind(kind) ? made : Object.assign(made, { kind, code, message: wordsOf('operation_failed') });
  }

  toJson(): JsonObject {
    return {
      code: this.code,
      message: this.message,
      data: {
        kind: this.kind,
        retryable: this.retryable,
        ...(this.retryAfterMs !== null && { retry_after_ms: this.retryAfterMs }),
        ...(this.interaction !== null && { interaction: interactionToJson(this.interaction) }),
        ...(this.diagnosticCode !== null && { code: this.diagnosticCode }),
      },
    };
  }
}

function wordsOf(kind: WireKind): string {
  return kind.replaceAll('_', ' ');
}

function interactionToJson({ kind, id, expiresAtUnixMs }: Interaction): JsonObject {
  return { kind, id, expires_at_unix_ms: expiresAtUnixMs };
}

function factsIn(data: JsonObject): ErrorFacts | null {
  const { kind, retry_after_ms: after, interaction, code } = data;
  const read = interaction === undefined ? null : interactionIn(interaction);
  if (interaction !== undefined && (read === null || kind !== 'interaction_required')) return null;
  if (after !== undefined && (!isPositive(after) || kind !== 'unavailable')) return null;
  if (code !== undefined && !(typeof code === 'string' && /^[A-Z]\d{4}$/.test(code))) return null;
  return {
    ...(after !== undefined && { retryAfterMs: after }),
    ...(read !== null && { interaction: read }),
    ...(code !== undefined && { diagnosticCode: code }),
  };
}

function interactionIn(value: JsonValue): Interaction | null {
  if (!isObject(value) || !hasOnly(value, ['kind', 'id', 'expires_at_unix_ms'])) return null;
  const { kind, id, expires_at_unix_ms: expires } = value;
  if (kind !== 'authorization' || typeof id !== 'string' || !/^[A-Za-z0-9._-]{1,128}$/.test(id)) return null;
  return expires === null || isPositive(expires) ? { kind, id, expiresAtUnixMs: expires } : null;
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function hasOnly(object: JsonObject, names: readonly string[]): boolean {
  return Object.keys(object).every((name) => names.includes(name));
}

/** An integer from 1, as ids and times are. */
export function isPositive(value: JsonValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;
}
