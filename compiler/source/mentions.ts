/**
 * Every key and value where it is written, in the order of the text. Unlike positions, which hold the first occurrence of
 * a key path, these are all of them: each header and each dotted key names the tables on its way.
 */
import type { Place } from '#schemas/diagnostics/diagnostic.js';
import type { Statement, WrittenKey, WrittenPair, WrittenValue } from './toml-grammar.js';
import type { Span } from './toml-string.js';

type KeyPath = Place['path'];

export interface Mention {
  readonly kind: 'key' | 'value';
  readonly path: KeyPath;
  readonly span: Span;
  /** The header, or the key with its value. */
  readonly around: Span;
}

/** No setting is a table of `[[…]]`, so the elements of such a table are not distinguished. */
export function* mentionsIn(statements: Iterable<Statement>): Generator<Mention> {
  let table: KeyPath = [];
  for (const statement of statements) {
    if (statement.kind === 'pair') yield* inPair(statement, table);
    else {
      yield* keysOf(statement.keys, [], statement.span);
      table = statement.keys.map(({ name }) => name);
    }
  }
}

function* keysOf(keys: readonly WrittenKey[], above: KeyPath, around: Span): Generator<Mention> {
  let path = above;
  for (const { name, span } of keys) {
    path = [...path, name];
    yield { kind: 'key', path, span, around };
  }
}

function* inPair({ keys, value }: WrittenPair, above: KeyPath): Generator<Mention> {
  const around = { start: keys[0]?.span.start ?? value.span.start, end: value.span.end };
  yield* keysOf(keys, above, around);
  yield* inValue(value, [...above, ...keys.map(({ name }) => name)], around);
}

function* inValue({ span, elements, pairs }: WrittenValue, path: KeyPath, around: Span): Generator<Mention> {
  yield { kind: 'value', path, span, around };
  for (const [index, element] of elements.entries()) yield* inValue(element, [...path, index], element.span);
  for (const pair of pairs) yield* inPair(pair, path);
}
