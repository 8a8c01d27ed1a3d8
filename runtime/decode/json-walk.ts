/** A JSON document as a row of events, checked to its end. No recursion: documents may nest as deep as they like. */
import { type JsonToken, tokenAt } from './json-tokens.js';
import { Nesting } from './nesting.js';

export type JsonEvent =
  | { readonly kind: 'open'; readonly isArray: boolean; readonly start: number }
  | { readonly kind: 'close'; readonly end: number }
  /** The name of a member, as a string token. */
  | { readonly kind: 'key'; readonly start: number; readonly end: number }
  /** A string, number, boolean or null. */
  | { readonly kind: 'scalar'; readonly start: number; readonly end: number }
  /** The document is not JSON, from here; nothing follows. */
  | { readonly kind: 'invalid'; readonly start: number };

/** What may come next. */
type Expected =
  | 'value'
  | 'value or end of array'
  | 'key'
  | 'key or end of object'
  | 'colon'
  | 'comma or end'
  | 'end of text';

export function* walkJson(text: string): Generator<JsonEvent> {
  const nesting = new Nesting();
  let expected: Expected = 'value';
  for (let token = tokenAt(text, 0); ; token = tokenAt(text, token.end)) {
    if (expected === 'end of text' && token.kind === 'end') return;
    const event = eventOf(token, expected, nesting.isArray);
    if (event?.kind === 'invalid') {
      yield event;
      return;
    }
    if (event !== null) yield event;
    if (event?.kind === 'open') nesting.enter(event.isArray);
    if (event?.kind === 'close') nesting.leave();
    expected = nextExpected(token, event, nesting.isArray);
  }
}

/** What the token means here; null for colons and commas. `isArray` is null outside of everything. */
function eventOf({ kind, start, end }: JsonToken, expected: Expected, isArray: boolean | null): JsonEvent | null {
  const isValue = expected === 'value' || expected === 'value or end of array';
  if (isValue && (kind === 'string' || kind === 'scalar')) return { kind: 'scalar', start, end };
  if (isValue && (kind === '{' || kind === '[')) return { kind: 'open', isArray: kind === '[', start };
  if ((expected === 'key' || expected === 'key or end of object') && kind === 'string')
    return { kind: 'key', start, end };
  const mayEnd = expected !== 'value' && expected !== 'key' && expected !== 'colon' && isArray !== null;
  if (mayEnd && kind === (isArray ? ']' : '}')) return { kind: 'close', end };
  const isMark = (expected === 'colon' && kind === ':') || (expected === 'comma or end' && kind === ',');
  return isMark ? null : { kind: 'invalid', start };
}

function nextExpected(token: JsonToken, event: JsonEvent | null, isArray: boolean | null): Expected {
  if (event?.kind === 'open') return event.isArray ? 'value or end of array' : 'key or end of object';
  if (event?.kind === 'key') return 'colon';
  if (event === null) return token.kind === ':' || isArray ? 'value' : 'key';
  return isArray === null ? 'end of text' : 'comma or end';
}
