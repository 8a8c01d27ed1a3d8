import { expect, test } from '@jest/globals';
import { type Framed, LineReader } from '#runtime/json-rpc/line-reader.js';
import fc from 'fast-check';
import { sized, tried } from '../../helpers/thoroughness.js';

const said = (framed: Framed) => (framed.kind === 'line' ? framed.bytes.toString('latin1') : `(${framed.kind})`);
const read = (reader: LineReader, chunks: readonly Buffer[]) =>
  chunks.flatMap((chunk) => [...reader.read(chunk)].map(said));
const inPieces = (bytes: Buffer, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );

test('pieces of 7 bytes are the same lines', () => {
  const reader = new LineReader(100);
  expect(read(reader, inPieces(Buffer.from('first line\nsecond\n\nnext, without an end'), 7))).toEqual([
    'first line',
    'second',
    '(empty)',
  ]);
  expect(reader.isInside).toBe(true);
});

test('however the bytes are split, the lines are the same', () => {
  const line = fc.array(fc.constantFrom(...'ab\r\0é€'), { maxLength: 20 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (lines, sizes) => {
      const bytes = Buffer.from(lines.map((one) => `${one}\n`).join(''));
      const chunks: Buffer[] = [];
      for (let at = 0, turn = 0; at < bytes.length; turn++) {
        const size = sizes[turn % sizes.length] ?? 1;
        chunks.push(bytes.subarray(at, at + size));
        at += size;
      }
      const reader = new LineReader(1_000);
      const expected = lines.map((one) => (one === '' ? '(empty)' : Buffer.from(one).toString('latin1')));
      expect(read(reader, chunks)).toEqual(expected);
      expect(reader.isInside).toBe(false);
    }),
    { numRuns: tried(1_000) },
  );
});

test('a line may be as long as the limit, and no byte longer', () => {
  expect(read(new LineReader(4), [Buffer.from('abcd\n')])).toEqual(['abcd']);
  expect(read(new LineReader(4), inPieces(Buffer.from('abcd\n'), 1))).toEqual(['abcd']);
  expect(read(new LineReader(4), [Buffer.from('abcde\nx\n')])).toEqual(['(too long)']);
  expect(read(new LineReader(4), inPieces(Buffer.from('abcde'), 1))).toEqual(['(too long)']);
});

test('the limit may change between two lines of one piece', () => {
  const reader = new LineReader(4);
  const found: string[] = [];
  for (const framed of reader.read(Buffer.from('abcd\nabcdef\nx\n'))) {
    found.push(said(framed));
    reader.limit = 6;
  }
  expect(found).toEqual(['abcd', 'abcdef', 'x']);
});

test('a line of a gigabyte is refused before it has been held', () => {
  const chunk = Buffer.alloc(65_536, 0x61);
  const reader = new LineReader(1_048_576);
  const before = process.memoryUsage().arrayBuffers;
  let pieces = 0;
  let refused = false;
  for (; pieces < sized(16_384) && !refused; pieces++)
    for (const framed of reader.read(chunk)) refused = framed.kind === 'too long';
  expect([refused, pieces]).toEqual([true, 17]);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8_000_000);
});
