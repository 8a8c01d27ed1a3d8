import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { extract } from '#runtime/decode/extract.js';

const pointer = ['a'];

test('the format decides', () => {
  expect(extract(Buffer.from('{"a":"x"}'), { format: 'json', pointer })).toEqual({ kind: 'selected', text: 'x' });
  expect(extract(Buffer.from('a=x'), { format: 'ini', pointer })).toEqual({ kind: 'selected', text: 'x' });
});

test('what is not UTF-8 is not read', () => {
  for (const format of ['json', 'ini'] as const) {
    const extracted = extract(Uint8Array.of(0x61, 0x3d, 0xff), { format, pointer });
    expect(extracted).toEqual({ kind: 'failed', reason: 'it is not UTF-8 text' });
  }
});

test('no reason quotes the document', () => {
  const piece = fc.constantFrom('canary', '"canary"', '{', '}', '[', ']', '=', ':', ',', '\n', '"', "'");
  const format = fc.constantFrom('json' as const, 'ini' as const);
  fc.assert(
    fc.property(fc.array(piece), format, fc.array(fc.constantFrom('a', 'canary')), (pieces, kind, segments) => {
      const extracted = extract(Buffer.from(pieces.join('')), { format: kind, pointer: segments });
      if (extracted.kind === 'failed') expect(extracted.reason).not.toContain('canary');
    }),
  );
});
