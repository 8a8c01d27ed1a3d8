/** Bytes of a terminal to a line. `test/stores/terminal.mjs` types the same on real terminals. */
import { describe, expect, test } from '@jest/globals';
import { LineEditor } from '#runtime/terminal/line-editor.js';

/** What the pieces give, and the key that ended them. */
function typed(...pieces: readonly (string | Uint8Array)[]): {
  text: string;
  key: string | null;
  problem: string | null;
} {
  const editor = new LineEditor();
  let key: string | null = null;
  for (const piece of pieces) key = editor.type(Buffer.from(piece));
  return { text: editor.text, key, problem: editor.problem };
}
const NOT_UTF_8 = 'is not UTF-8';
const text = (...pieces: readonly string[]) => typed(...pieces).text;

describe('keys', () => {
  test.each([
    ['\r', 'enter'],
    ['\n', 'enter'],
    ['\x03', 'interrupt'],
    ['\x1c', 'quit'],
    ['\x1a', 'suspend'],
  ])('%j', (piece, key) => {
    expect(typed(`a${piece}`)).toEqual({ text: 'a', key, problem: null });
  });

  test('Ctrl-D ends an empty line only', () => {
    expect(typed('\x04').key).toBe('enter');
    expect(typed('a\x04')).toEqual({ text: 'a', key: null, problem: null });
  });

  test('what follows a key in the same piece is dropped', () => {
    const editor = new LineEditor();
    expect(editor.type(Buffer.from('one\rtwo'))).toBe('enter');
    expect(editor.type(Buffer.from('\r'))).toBe('enter');
    expect(editor.text).toBe('one');
  });
});

describe('editing', () => {
  test.each([
    ['abc\x7f\x08', 'a'],
    ['é\x7f', ''],
    ['e\u0301\x7f', ''],
    ['x👩‍👩‍👧\x7f', 'x'],
    ['\x7f\x7fa', 'a'],
    ['one two\x15three', 'three'],
    ['one two  \x17', 'one '],
    ['one\x17\x17', ''],
    ['a\tb', 'a\tb'],
    ['a\x00\x01\x0b\x16b', 'ab'],
  ])('%j', (piece, result) => {
    expect(text(piece)).toBe(result);
  });
});

describe('control characters that edit nothing', () => {
  test.each(['\x00', '\x01', '\x05', '\x0b', '\x16', '\x1b'])('%j is not lost without a word', (character) =>
    expect(typed(`a${character}b`, '\r')).toEqual({
      text: 'ab',
      key: 'enter',
      problem: expect.stringContaining('control'),
    }),
  );
  test.each(['a\x7fb', 'a\bb', 'a\x17b', 'a\x15b', 'a\tb', 'a\x04b', 'a\x1b[Ab'])('%j has none', (piece) =>
    expect(typed(piece).problem).toBeNull(),
  );
  test('Ctrl-U starts again', () => expect(typed('a\x01\x15b')).toEqual({ text: 'b', key: null, problem: null }));
  test('a paste may have them', () => expect(typed('\x1b[200~a\x01\x1b[201~').problem).toBeNull());
});

describe('sequences', () => {
  test.each([['\x1b[A'], ['\x1b[1;5C'], ['\x1bOP'], ['\x1b[?1;2c']])('%j is no input, cut anywhere', (sequence) => {
    for (let cut = 1; cut < sequence.length; cut++)
      expect(text(`a${sequence.slice(0, cut)}`, `${sequence.slice(cut)}b`)).toBe('ab');
    expect(text(`a${sequence}b`)).toBe('ab');
  });

  test('Escape alone is no input, and what follows is', () => {
    expect(typed('a\x1b', '\r')).toMatchObject({ text: 'a', key: 'enter' });
    expect(text('\x1b', 'b')).toBe('b');
  });
});

describe('pastes', () => {
  const PASTE = '\x1b[200~one\r\ntwo\r\x03\x15\x1b[A.\r\x1b[201~!';

  test('are taken as they are', () => {
    expect(text(PASTE)).toBe('one\ntwo\n\x03\x15\x1b[A.\n!');
  });

  test.each([
    ['one\r', 'one'],
    ['one\r\n\r\n', 'one'],
    ['one\rtwo', 'one\ntwo'],
    ['one\r\ntwo\r\n', 'one\ntwo\n'],
    ['one\rtwo\r\r\r', 'one\ntwo\n'],
    ['\r', ''],
  ])('%j gives %j: several lines keep the end of the last one', (paste, taken) =>
    expect(text(`\x1b[200~${paste}\x1b[201~`)).toBe(taken),
  );

  test('in two pieces, cut anywhere', () => {
    for (let cut = 1; cut < PASTE.length; cut++)
      expect(text(PASTE.slice(0, cut), PASTE.slice(cut))).toBe('one\ntwo\n\x03\x15\x1b[A.\n!');
  });

  test('byte by byte, but for Ctrl-C', () => {
    expect(text(...PASTE.replace('\x03', ''))).toBe('one\ntwo\n\x15\x1b[A.\n!');
  });

  test('Ctrl-C alone interrupts one that does not end', () => {
    expect(typed('\x1b[200~some', '\x03').key).toBe('interrupt');
  });
});

describe('characters', () => {
  test('in pieces', () => {
    const bytes = [...Buffer.from('\ufeffé€😀')].map((byte) => Uint8Array.of(byte));
    expect(typed(...bytes)).toEqual({ text: '\ufeffé€😀', key: null, problem: null });
  });

  test('that are not UTF-8, or not complete', () => {
    expect(typed(Uint8Array.of(0x61, 0xff)).problem).toBe(NOT_UTF_8);
    expect(typed(Uint8Array.of(0xc3, 0x0d))).toEqual({ text: '\ufffd', key: 'enter', problem: NOT_UTF_8 });
    expect(typed(Uint8Array.of(0xff), '\x15a').problem).toBeNull();
  });
});
