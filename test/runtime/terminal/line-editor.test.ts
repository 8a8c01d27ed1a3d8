/** Bytes of a terminal to a line. `test/stores/terminal.mjs` types the same on real terminals. */
import { describe, expect, test } from '@jest/globals';
import { LineEditor } from '#runtime/terminal/line-editor.js';

/** What the pieces give, and the key that ended them. */
function typed(...pieces: readonly (string | Uint8Array)[]): { text: string; key: string | null; isText: boolean } {
  const editor = new LineEditor();
  let key: string | null = null;
  for (const piece of pieces) key = editor.type(Buffer.from(piece));
  return { text: editor.text, key, isText: editor.isText };
}
const text = (...pieces: readonly string[]) => typed(...pieces).text;

describe('keys', () => {
  test.each([
    ['\r', 'enter'],
    ['\n', 'enter'],
    ['\x03', 'interrupt'],
    ['\x1c', 'quit'],
    ['\x1a', 'suspend'],
  ])('%j', (piece, key) => {
    expect(typed(`a${piece}`)).toEqual({ text: 'a', key, isText: true });
  });

  test('Ctrl-D ends an empty line only', () => {
    expect(typed('\x04').key).toBe('enter');
    expect(typed('a\x04')).toEqual({ text: 'a', key: null, isText: true });
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

describe('sequences', () => {
  test.each([['\x1b[A'], ['\x1b[1;5C'], ['\x1bOP'], ['\x1b[?1;2c']])('%j is no input, cut anywhere', (sequence) => {
    for (let cut = 1; cut < sequence.length; cut++)
      expect(text(`a${sequence.slice(0, cut)}`, `${sequence.slice(cut)}b`)).toBe('ab');
    expect(text(`a${sequence}b`)).toBe('ab');
  });

  test('Escape alone is no input, and what follows is', () => {
    expect(typed('a\x1b', '\r')).toEqual({ text: 'a', key: 'enter', isText: true });
    expect(text('\x1b', 'b')).toBe('b');
  });
});

describe('pastes', () => {
  const PASTE = '\x1b[200~one\r\ntwo\r\x03\x15\x1b[A.\r\x1b[201~!';

  test('are taken as they are, but for the end of the last line', () => {
    expect(text(PASTE)).toBe('one\ntwo\n\x03\x15\x1b[A.!');
  });

  test('in two pieces, cut anywhere', () => {
    for (let cut = 1; cut < PASTE.length; cut++)
      expect(text(PASTE.slice(0, cut), PASTE.slice(cut))).toBe('one\ntwo\n\x03\x15\x1b[A.!');
  });

  test('byte by byte, but for Ctrl-C', () => {
    expect(text(...PASTE.replace('\x03', ''))).toBe('one\ntwo\n\x15\x1b[A.!');
  });

  test('Ctrl-C alone interrupts one that does not end', () => {
    expect(typed('\x1b[200~some', '\x03').key).toBe('interrupt');
  });
});

describe('characters', () => {
  test('in pieces', () => {
    const bytes = [...Buffer.from('\ufeffé€😀')].map((byte) => Uint8Array.of(byte));
    expect(typed(...bytes)).toEqual({ text: '\ufeffé€😀', key: null, isText: true });
  });

  test('that are not UTF-8, or not complete', () => {
    expect(typed(Uint8Array.of(0x61, 0xff)).isText).toBe(false);
    expect(typed(Uint8Array.of(0xc3, 0x0d))).toEqual({ text: '\ufffd', key: 'enter', isText: false });
    expect(typed(Uint8Array.of(0xff), '\x15a').isText).toBe(true);
  });
});
