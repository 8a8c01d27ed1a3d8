/** Tokens of Microsoft Entra, as its servers and the programs that ask them give them (providers-cloud 3.4 (5)). */
import { objectIn } from '../bases/http-reply.js';

export interface EntraToken {
  readonly kind: 'token';
  readonly text: string;
  /** Until when it is used (milliseconds); Infinity: until it is refused. */
  readonly until: number;
}

/** Null if it is not a token. `name`: of the field that contains it. */
export function tokenIn(body: unknown, name = 'access_token'): EntraToken | null {
  const fields = objectIn(body);
  const text = fields?.[name];
  if (fields === null || typeof text !== 'string' || !/^[\x21-\x7e]+$/.test(text)) return null;
  return { kind: 'token', text, until: endOf(fields) };
}

/** The last five minutes of a token are not used. A lifetime does not depend on clocks that differ; a time does. */
function endOf({ expires_in, expires_on }: Readonly<Record<string, unknown>>): number {
  const now = Date.now();
  const lifetime = secondsIn(expires_in) ?? (secondsIn(expires_on) ?? Number.POSITIVE_INFINITY) - now / 1000;
  return now + Math.max(lifetime - LAST_SECONDS, lifetime / 2) * 1000;
}

const LAST_SECONDS = 300;

/** Some services send numbers as text. */
function secondsIn(value: unknown): number | null {
  return /^\d+$/.test(String(value)) ? Number(value) : null;
}
