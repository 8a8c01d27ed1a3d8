/** Values of which any character may be spelled as any writer does it, at random. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { redactionOf } from '#runtime/redact/redaction.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { tried } from '../../helpers/thoroughness.js';

const named = (output: string | Uint8Array, ...values: readonly string[]) => streamed(values, [Buffer.from(output)]);

/** What is written of an output that comes in these pieces. */
function streamed(values: readonly string[], pieces: readonly Uint8Array[]): string {
  const redaction = redactionOf(values.map((value) => ({ secret: 'NAME', value: SecretValue.fromText(value) })));
  if (redaction.kind !== 'redaction') throw new Error(redaction.kind);
  const redactor = redaction.redactor();
  const written = pieces.map((piece) => Buffer.from(redactor.push(piece)));
  return Buffer.concat([...written, redactor.end()]).toString('utf8');
}

const hexOf = (code: number, digits: number) => code.toString(16).padStart(digits, '0');
const eitherCase = (hex: string) => [hex.toLowerCase(), hex.toUpperCase()];
const bytesIn = (character: string) => [...Buffer.from(character, 'utf8')];
const units = (character: string) => Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
const codeOf = (character: string) => character.codePointAt(0) ?? 0;

/** How a writer breaks a long line between two characters. */
const BREAKS: Readonly<Record<string, readonly string[]>> = {
  'quoted-printable': ['', '=\n', '=\r\n'],
  'in YAML': ['', '\\\n', '\\\n    '],
};

/** All spellings of one character. */
const SPELLINGS: Readonly<Record<string, (character: string) => readonly string[]>> = {
  'in a URL': (character) => [
    character,
    ...eitherCase(
      bytesIn(character)
        .map((byte) => `%${hexOf(byte, 2)}`)
        .join(''),
    ),
    ...(character === ' ' ? ['+'] : []),
  ],
  'in JSON': (character) => [
    ...(/["\\\n\t]/u.test(character) ? [] : [character]),
    ...eitherCase(
      units(character)
        .map((unit) => hexOf(unit, 4))
        .join(','),
    ).map((hex) =>
      hex
        .split(',')
        .map((unit) => `\\u${unit}`)
        .join(''),
    ),
    ...[JSON.stringify(character).slice(1, -1), ...(character === '/' ? ['\\/'] : [])],
  ],
  'in JSON in JSON': (character) => [JSON.stringify(JSON.stringify(character).slice(1, -1)).slice(1, -1)],
  'quoted-printable': (character) => [
    ...(character === '=' ? [] : [character]),
    ...eitherCase(
      bytesIn(character)
        .map((byte) => `=${hexOf(byte, 2)}`)
        .join(''),
    ),
  ],
  'in HTML': (character) => [
    ...(/[&<>"']/u.test(character) ? [] : [character]),
    `&#${codeOf(character)};`,
    `&#0${codeOf(character)};`,
    ...eitherCase(hexOf(codeOf(character), 1)).flatMap((hex) => [`&#x${hex};`, `&#X${hex};`]),
    ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", eacute: 'é', euro: '€', sol: '/' }).flatMap(
      ([name, meant]) => (meant === character ? [`&${name};`] : []),
    ),
  ],
  'in YAML': (character) => [
    ...(/["\\\n\t]/u.test(character) ? [] : [character]),
    `\\U${hexOf(codeOf(character), 8)}`,
    ...(codeOf(character) < 256 ? [`\\x${hexOf(codeOf(character), 2)}`] : []),
    ...(character === '\n' ? ['\\n'] : []),
    ...(character === '\t' ? ['\\t', '\\\t'] : []),
    ...(character === ' ' ? ['\\ '] : []),
  ],
  "in $'…'": (character) => [
    ...(/['\\\n\t]/u.test(character) ? [] : [character]),
    bytesIn(character)
      .map((byte) => `\\${byte.toString(8).padStart(3, '0')}`)
      .join(''),
    bytesIn(character)
      .map((byte) => `\\x${hexOf(byte, 2)}`)
      .join(''),
    ...(/[\w\n]/u.test(character) ? [] : [`\\${character}`]),
  ],
};

const character = fc.constantFrom(...'aZ09 +/=%&<>"\'\\\n\té€😀~!$(){}:;,.-_');
const values = fc
  .array(character, { minLength: 4, maxLength: 30 })
  .map((all) => all.join(''))
  .filter((value) => value.trim() === value && Buffer.from(value).length >= 4);
const surroundings = fc.constantFrom('', '<', 'x=', ' ', 'k: ', '\n', 'é ');

test.each(Object.keys(SPELLINGS))('%s, whatever is escaped', (name) => {
  const spell = SPELLINGS[name] ?? ((one) => [one]);
  const breaks = BREAKS[name] ?? [''];
  const spelled = values.chain((value) =>
    fc.tuple(
      fc.constant(value),
      fc
        .tuple(
          ...[...value].map((one, at) =>
            fc.tuple(fc.constantFrom(...(at === 0 ? [''] : breaks)), fc.constantFrom(...spell(one))),
          ),
        )
        .map((all) => all.flat().join('')),
    ),
  );
  fc.assert(
    fc.property(spelled, surroundings, surroundings, ([value, text], before, after) => {
      expect(named(`${before}${text}${after}|`, value)).toBe(`${before}[NAME]${after}|`);
    }),
    { numRuns: tried(600) },
  );
});

test('base64 in lines of any width, anywhere in a longer text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', minLength: 6, maxLength: 60 }).filter((value) => value.trim() === value),
      fc.uint8Array({ maxLength: 90 }),
      fc.uint8Array({ maxLength: 9 }),
      fc.integer({ min: 8, max: 80 }),
      fc.constantFrom('\n', '\r\n', '\n  '),
      fc.constantFrom<'base64' | 'base64url'>('base64', 'base64url'),
      (value, before, after, width, lineEnd, alphabet) => {
        const all = Buffer.concat([before, Buffer.from(value), after]).toString(alphabet);
        const text = (all.match(new RegExp(`.{1,${width}}`, 'gu')) ?? []).join(lineEnd);
        const first = Math.ceil((before.length * 8) / 6);
        const last = Math.floor(((before.length + Buffer.from(value).length) * 8) / 6);
        const left = named(`${text}\n`, value)
          .split('[NAME]')
          .map((part) => part.replaceAll(/\s/gu, ''));
        expect(left.length).toBeGreaterThan(1);
        expect(left.join('').length).toBeLessThanOrEqual(all.length - (last - first));
      },
    ),
    { numRuns: tried(600) },
  );
});

test('hex with anything between its bytes', () => {
  const value = 'café-token';
  const pairs = [...Buffer.from(value)].map((byte) => hexOf(byte, 2));
  for (const separator of ['', ':', '-', ' ', ', ', '\\x', ', 0x', ':\n    ']) {
    for (const text of [pairs.join(separator), pairs.join(separator).toUpperCase().replaceAll('X', 'x')]) {
      expect(named(`<${text}>`, value)).toBe('<[NAME]>');
    }
  }
});

test('hex in lines', () => {
  const value = 'café-token of a longer line';
  const lines =
    Buffer.from(`before ${value} after`)
      .toString('hex')
      .match(/.{1,20}/gu) ?? [];
  expect(named(lines.join('\n'), value)).toBe(
    `${lines[0]?.slice(0, 14)}[NAME]206166746572`.replace(/(?=.{2}$)/u, '\n'),
  );
});

test('quotes in quotes', () => {
  expect(named(`'it''s a "test"'`, `it's a "test"`)).toBe(`'[NAME]'`);
  expect(named(`"it's a ""test"""`, `it's a "test"`)).toBe(`"[NAME]"`);
  expect(named(`'it'\\''s a "test"'`, `it's a "test"`)).toBe(`'[NAME]'`);
});

const ORDINARY = [
  'Progress: 50% done, 100%\n',
  'C:\\Users\\name\\token\n',
  'a=b&c=d&e=f+g+h\n',
  'key=\nother=\n',
  'https://example.com/?q=caf%C3%A9&x=1&amp;y=2\n',
  'commit 5f3a9c1e77d0b2a4c6e8f0a1b3c5d7e9f1a2b4c6\n2026-01-02T03:04:05.678Z\n',
  'c2VjcmV0IG9mIHNvbWVvbmUgZWxzZQ==\n',
  '{"a":"\\u00e9\\n\\"x\\"","b":[1,2,3]}\n',
  'correct \nhorse\n',
  'correct+horse\n',
  'correc\nt-horse\n',
];
test.each(ORDINARY)('ordinary text stays: %j', (text) => {
  expect(named(text, 'correct-horse', 'token 123', 'correct horse battery')).toBe(text);
});
test('a line is shown at once, though its end could be the beginning of a value', () => {
  const redaction = redactionOf([{ secret: 'NAME', value: SecretValue.fromText('done-and-more') }]);
  if (redaction.kind !== 'redaction') throw new Error(redaction.kind);
  const redactor = redaction.redactor();
  for (const line of ['is Z\n', 'all G\n', '64\n', 'x=1\n', 'Password: ', '50 % ']) {
    expect(Buffer.from(redactor.push(Buffer.from(line))).toString()).toBe(line);
  }
});

test('a value that ends in an escape is written once, though a shorter reading of it ended before', () => {
  for (const output of ['a-value\\\\\\"\\""', 'a-value""', 'a-value"\'"\'"\'']) {
    const whole = streamed(['a-value"', 'a-value"\''], [Buffer.from(output)]);
    expect(
      streamed(
        ['a-value"', 'a-value"\''],
        [...Buffer.from(output)].map((byte) => Buffer.of(byte)),
      ),
    ).toBe(whole);
    expect(whole.split('[NAME]')).toHaveLength(2);
  }
});

test('however a stream is cut, the same is written', () => {
  const signs = fc.constantFrom(
    '\\',
    '%',
    '%4',
    '%41',
    '+',
    '=',
    '=\n',
    '&',
    '&#',
    '&amp;',
    "'",
    '"',
    'a',
    'A',
    '41',
    ' ',
    '\n',
    ':',
    '\\x',
    '\\u00',
    '\\u0041',
    'YQ',
    'YWFh',
  );
  fc.assert(
    fc.property(
      fc.array(
        fc.array(fc.constantFrom(...'aA\\%+ \'"4u'), { minLength: 4, maxLength: 9 }).map((all) => all.join('')),
        {
          minLength: 1,
          maxLength: 3,
        },
      ),
      fc.array(signs, { maxLength: 30 }).map((all) => Buffer.from(all.join(''))),
      fc.array(fc.nat(60), { maxLength: 6 }),
      (all, output, cuts) => {
        const places = [
          0,
          ...cuts.filter((cut) => cut < output.length).sort((one, other) => one - other),
          output.length,
        ];
        const pieces = places.slice(1).map((end, index) => output.subarray(places[index], end));
        const whole = streamed(all, [output]);
        expect(streamed(all, pieces)).toBe(whole);
        expect(
          streamed(
            all,
            [...output].map((byte) => Buffer.of(byte)),
          ),
        ).toBe(whole);
      },
    ),
    { numRuns: tried(1_000) },
  );
});
