/** The streaming redactor against a plain search, over every way to cut a stream into pieces. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { automatonOf } from '#runtime/redact/automaton.js';
import { Redactor } from '#runtime/redact/redactor.js';
import { tried } from '../../helpers/thoroughness.js';

const named = (forms: readonly string[]) => forms.map((_, owner) => `[${owner}]`);
const bytes = (text: string) => Buffer.from(text, 'latin1');
const textOf = (content: Uint8Array) => Buffer.from(content).toString('latin1');

const redactorFor = (forms: readonly string[]) =>
  new Redactor(
    automatonOf(new Map([...forms].reverse().map((form) => [form, forms.indexOf(form)]))),
    named(forms).map(bytes),
  );

/** What is written after each piece, and at the end. */
function streamed(forms: readonly string[], pieces: readonly string[]): readonly string[] {
  const redactor = redactorFor(forms);
  // A piece is reused for the next one as soon as what came out is written.
  const buffer = Buffer.alloc(Math.max(0, ...pieces.map(({ length }) => length)));
  const written = pieces.map((piece) => {
    buffer.write(piece, 'latin1');
    return textOf(redactor.push(buffer.subarray(0, piece.length)));
  });
  return [...written, textOf(redactor.end())];
}

/**
 * The same, looked for at every position: what overlaps is one, and has the name of the leftmost, then the longest. Only what
 * begins before `safe` counts as known.
 */
function plain(forms: readonly string[], text: string, safe = text.length): string {
  const hits: { start: number; end: number; owner: number }[] = [];
  for (const [owner, form] of forms.entries()) {
    for (let start = text.indexOf(form); start !== -1; start = text.indexOf(form, start + 1)) {
      if (start < safe) hits.push({ start, end: start + form.length, owner });
    }
  }
  hits.sort((one, other) => one.start - other.start || other.end - one.end);
  let written = '';
  let done = 0;
  for (const { start, end, owner } of hits) {
    if (start >= done) written += `${text.slice(done, start)}[${owner}]`;
    done = Math.max(done, end);
  }
  return written + text.slice(done, Math.max(done, safe));
}

/** How much of the end can be the beginning of a form that is longer than that. */
function openIn(forms: readonly string[], text: string): number {
  const lengths = forms.flatMap((form) =>
    [...form].map((_, length) => (text.endsWith(form.slice(0, length)) ? length : 0)),
  );
  return Math.max(0, ...lengths);
}

const letters = fc.constantFrom(...'aab\0\xff');
const text = (least: number, most: number) => fc.string({ unit: letters, minLength: least, maxLength: most });
const forms = fc.uniqueArray(text(1, 7), { minLength: 1, maxLength: 6 });
const pieces = fc.array(text(0, 9), { maxLength: 12 });
const RUNS = { numRuns: tried(3_000) };

test('it writes what a plain search gives, however the stream is cut', () => {
  fc.assert(
    fc.property(forms, pieces, (all, cut) => {
      expect(streamed(all, cut).join('')).toBe(plain(all, cut.join('')));
    }),
    RUNS,
  );
});

test('with each piece comes out all that no later byte can change', () => {
  fc.assert(
    fc.property(forms, pieces, (all, cut) => {
      const redactor = redactorFor(all);
      let read = '';
      let written = '';
      for (const piece of cut) {
        read += piece;
        written += textOf(redactor.push(bytes(piece)));
        expect(written).toBe(plain(all, read, read.length - openIn(all, read)));
      }
    }),
    RUNS,
  );
});

const VALUE = 'correct-horse';
const out = (...cut: string[]) => streamed([VALUE, 'horse-battery', 'battery'], cut);

test('a prompt without a line end is not held back', () => expect(out('Password: ')[0]).toBe('Password: '));
test('the beginning of a value is, until it is clear', () =>
  expect(out('is corr', 'upt')).toEqual(['is ', 'corrupt', '']));
test('a value in pieces', () => expect(out('is cor', 'rect-hor', 'se.')).toEqual(['is ', '', '[0].', '']));
test('a value at the end of what was read is replaced at once', () => expect(out('is battery')[0]).toBe('is [2]'));
test('values that overlap leave nothing visible', () => expect(out('correct-horse-battery!').join('')).toBe('[0]!'));
test('values next to each other are two', () => expect(out('batterybattery').join('')).toBe('[2][2]'));
test('what ends in the middle of a value is written at the end', () => expect(out('is corr')).toEqual(['is ', 'corr']));
test('without a match the piece itself is written', () => {
  const piece = bytes('nothing here');
  expect(redactorFor([VALUE]).push(piece)).toBe(piece);
});

test('states without a row of the table count as those with one', () => {
  // More states than the table has rows for.
  const deep = Array.from({ length: 40 }, (_, owner) => {
    const start = String.fromCharCode(owner + 1);
    return (
      start + Array.from({ length: 900 }, (_, at) => String.fromCharCode((at * (owner + 3) + owner) & 0xff)).join('')
    );
  });
  const around = deep.map((form, owner) => `<${form}>${form.slice(0, 800)}|${deep[(owner * 7) % 40]}`);
  const whole = around.join('');
  const cut = whole.match(/.{1,997}/gsu) ?? [];
  expect(streamed(deep, cut).join('') === plain(deep, whole)).toBe(true);
});
