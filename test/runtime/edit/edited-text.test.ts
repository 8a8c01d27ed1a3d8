/** What an editor gets is read back to the same values, whatever they are; and what a person may do to it. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { editedText } from '#runtime/edit/edited-text.js';
import { readEdited } from '#runtime/edit/read-edited.js';
import type { EditedSecret, Editing } from '#runtime/session/operations/edit.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { tried } from '../../helpers/thoroughness.js';

const secretOf = (secret: string, value: SecretValue | null, more: Partial<EditedSecret> = {}): EditedSecret => ({
  ...{ secret, value, description: '', required: true, type: null, store: 'dotenv:.env', target: 'item=A' },
  ...{ isWriteOnly: false, defaultText: null, ...more },
});

const textOf = (...secrets: readonly EditedSecret[]) =>
  editedText({ project: 'p', profile: 'default', secrets, others: [], store: async () => NONE } satisfies Editing);
const NONE = { stored: [], conflicts: [], errors: [] };

const changesIn = (text: string, ...secrets: readonly EditedSecret[]) => {
  const read = readEdited(Buffer.from(text), secrets);
  if (read.kind === 'faults') return read.faults.map(({ code }) => code);
  return [...read.values].map(([secret, value]) => [secret, value.revealText()]);
};

const odd = fc.oneof(
  fc.string({
    unit: fc.constantFrom(
      'a',
      ' ',
      '\n',
      '\r',
      '\t',
      "'",
      '"',
      '\\',
      '#',
      '$',
      '=',
      '`',
      '\u2028',
      '\u0085',
      '\0',
      '\x1b',
      'é',
      '😀',
    ),
  }),
  fc.string({ unit: 'binary' }),
);
const value = fc.oneof(
  odd.map((text) => SecretValue.fromText(text)),
  fc.uint8Array({ maxLength: 40 }).map((bytes) => SecretValue.fromBytes(bytes)),
);

describe('a text that nobody has changed', () => {
  test('changes nothing', () => {
    fc.assert(
      fc.property(value, value, odd, odd, (one, other, description, defaultText) => {
        const secrets = [
          secretOf('A', one, { description }),
          secretOf('B', null, { defaultText, description }),
          secretOf('C', other, { defaultText }),
          secretOf('D', null),
        ];
        expect(changesIn(textOf(...secrets), ...secrets)).toEqual([]);
      }),
      { numRuns: tried(300) },
    );
  });

  test('changes nothing after an editor has given it other line ends', () => {
    const secret = secretOf('A', SecretValue.fromText('one\n\ntwo\n'));
    expect(changesIn(textOf(secret).replaceAll('\n', '\r\n'), secret)).toEqual([]);
    expect(changesIn(`\ufeff${textOf(secret)}`, secret)).toEqual([]);
  });

  test('changes nothing after an editor has removed blanks from the ends of lines', () => {
    for (const text of ['one  \ntwo', 'one\n \ntwo\t\n', 'one\u00a0\n', "'one' \\ \n"]) {
      const secret = secretOf('A', SecretValue.fromText(text));
      expect(changesIn(textOf(secret).replaceAll(/[^\S\n]+$/gmu, ''), secret)).toEqual([]);
    }
  });

  test('has no line that an editor takes for its settings', () => {
    const description = 'vim: set x\u2028# -*- mode: sh -*- Local Variables: ex: vi: vim>600:';
    expect(textOf(secretOf('A', null, { description }))).not.toMatch(/\bvi(?:m[<=>]?\d*)?:|ex:|-\*-|Local Variables:/u);
  });
});

const SECRET = secretOf('A', SecretValue.fromText('old'));
const BINARY = secretOf('A', SecretValue.fromBytes(Uint8Array.of(0xff, 0)));

test.each<[string, EditedSecret, unknown[]]>([
  ['A=new', SECRET, [['A', 'new']]],
  ['export A = "n\\nw" # why', SECRET, ['E1622']],
  ["A='n # w'", SECRET, [['A', 'n # w']]],
  ['A=n#w', SECRET, [['A', 'n#w']]],
  ['A=n #w', SECRET, ['E1622']],
  ['A=n\\\\w', SECRET, ['E1622']],
  ['A=n\\w', SECRET, [['A', 'n\\w']]],
  ['A=#w', SECRET, ['E1622']],
  ['', SECRET, []],
  ['# A=new', SECRET, []],
  ['A=', SECRET, ['E1618']],
  ['A=\nA=old', SECRET, ['E1618', 'E1617']],
  ['B=1', SECRET, ['E1616']],
  ['A', SECRET, ['E1615']],
  ['A=""', secretOf('A', SecretValue.fromText('')), []],
  ['A=', secretOf('A', null), []],
  ['A=base64:AAAA', SECRET, [['A', 'base64:AAAA']]],
  ['A=base64:/wA=', BINARY, []],
  ['A="base64:/w\nA="', BINARY, []],
  ['A=base64:', BINARY, ['E1619']],
  ['A=base64:%', BINARY, ['E1619']],
  ['A=text', BINARY, [['A', 'text']]],
])('%j', (text, secret, changes) => expect(changesIn(text, secret)).toEqual(changes));
