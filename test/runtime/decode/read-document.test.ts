import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readDocument } from '#runtime/decode/read-document.js';

const extract = (text: string | null, format: 'json' | 'ini', pointer = ['a']) =>
  readDocument(text, format, () => true).select(pointer);

test('the format decides', () => {
  expect(extract('{"a":"x"}', 'json')).toEqual({ kind: 'selected', text: 'x' });
  expect(extract('a=x', 'ini')).toEqual({ kind: 'selected', text: 'x' });
});

test('what is not UTF-8 is not read', () => {
  for (const format of ['json', 'ini'] as const) {
    expect(extract(null, format)).toEqual({ kind: 'failed', reason: 'it is not UTF-8 text' });
  }
});

test('no reason quotes the document', () => {
  const piece = fc.constantFrom('canary', '"canary"', '{', '}', '[', ']', '=', ':', ',', '\n', '"', "'");
  const format = fc.constantFrom('json' as const, 'ini' as const);
  fc.assert(
    fc.property(fc.array(piece), format, fc.array(fc.constantFrom('a', 'canary')), (pieces, kind, segments) => {
      const extracted = extract(pieces.join(''), kind, segments);
      if (extracted.kind === 'failed') expect(extracted.reason).not.toContain('canary');
    }),
  );
});
