/** Positions in each encoding, and edits in it. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { OpenTexts } from '#runtime/analysis/lsp/open-texts.js';
import { encodingFor, type PositionEncoding, positionsIn } from '#runtime/analysis/lsp/text-positions.js';

const TEXT = 'a = "Ä😀b"\r\nc = 1\r\r\nd\n';

test.each<[PositionEncoding, number]>([
  ['utf-8', 5 + 2 + 4],
  ['utf-16', 5 + 1 + 2],
  ['utf-32', 5 + 1 + 1],
])('%s counts its own units', (encoding, character) => {
  const positions = positionsIn(TEXT, encoding);
  expect(positions.position(TEXT.indexOf('b'))).toEqual({ line: 0, character });
  expect(positions.offset({ line: 0, character })).toBe(TEXT.indexOf('b'));
});

test.each([
  [['utf-32', 'utf-8'], 'utf-32'],
  [['utf-7', 'utf-8'], 'utf-8'],
  [[], 'utf-16'],
  [undefined, 'utf-16'],
  ['utf-8', 'utf-16'],
])('of %j, %s is chosen', (offered, chosen) => expect(encodingFor(offered)).toBe(chosen));

const encodings = fc.constantFrom<PositionEncoding>('utf-8', 'utf-16', 'utf-32');
const texts = fc.string({ unit: fc.constantFrom('a', 'Ä', '😀', '\n', '\r\n', '\r', '"') });

describe('in every encoding', () => {
  test('offsets at characters survive the way there and back', () => {
    fc.assert(
      fc.property(texts, encodings, (text, encoding) => {
        const positions = positionsIn(text, encoding);
        let offset = 0;
        for (const character of text) {
          // Within a line end there is no position.
          const isInside = text.slice(offset - 1, offset + 1) === '\r\n';
          if (!isInside) expect(positions.offset(positions.position(offset))).toBe(offset);
          offset += character.length;
        }
      }),
    );
  });

  test('a text after edits is what the client has', () => {
    const edit = fc.record({ from: fc.nat(30), to: fc.nat(30), text: texts });
    fc.assert(
      fc.property(texts, fc.array(edit, { maxLength: 5 }), encodings, (text, edits, encoding) => {
        const open = new OpenTexts(() => encoding);
        open.open('untitled:x', 1, text);
        let expected = text;
        for (const [index, { from, to, text: inserted }] of edits.entries()) {
          const starts = [...expected].reduce((all, one) => [...all, (all.at(-1) ?? 0) + one.length], [0]);
          const at = (nth: number) => starts[nth % starts.length] ?? 0;
          const [start, end] = [Math.min(at(from), at(to)), Math.max(at(from), at(to))];
          const splits = [start, end].some((one) => expected.slice(one - 1, one + 1) === '\r\n');
          if (splits) continue;
          const range = positionsIn(expected, encoding).range({ start, end });
          expected = expected.slice(0, start) + inserted + expected.slice(end);
          open.change('untitled:x', index + 2, [{ range, text: inserted }]);
        }
        expect(open.get('untitled:x')?.text).toBe(expected);
      }),
    );
  });
});
