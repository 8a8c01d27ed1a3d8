/** Every spelling of a value that is looked for, made by other means than our own where there are any. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { breakableForms } from '#runtime/redact/forms.js';
import { piecesOf } from '#runtime/redact/pieces.js';
import { redactionOf } from '#runtime/redact/redaction.js';
import { SecretValue } from '#runtime/values/secret-value.js';

const AWKWARD = `p$s 'w"\\/ö<&>+~*!(x)\n\tend€`;

/** What is left of an output that has a form of this value in it. */
function left(value: string | Uint8Array, output: string | Uint8Array): string {
  const secret = typeof value === 'string' ? SecretValue.fromText(value) : SecretValue.fromBytes(value);
  const redaction = redactionOf([{ secret: 'NAME', value: secret }]);
  if (redaction.kind !== 'redaction') throw new Error(redaction.kind);
  const redactor = redaction.redactor();
  const bytes = typeof output === 'string' ? Buffer.from(output) : output;
  return Buffer.concat([redactor.push(bytes), redactor.end()]).toString('latin1');
}

const form = (text: string) => new URLSearchParams({ k: text }).toString().slice(2);
const strict = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/gu, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const SPELLINGS: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 without padding': (text) => Buffer.from(text).toString('base64').replace(/=+$/u, ''),
  'base64 for URLs': (text) => Buffer.from(text).toString('base64url'),
  'base64 for URLs, padded': (text) => Buffer.from(text).toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
  hex: (text) => Buffer.from(text).toString('hex'),
  'upper case hex': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'percent, RFC 3986': strict,
  'percent in lower case': (text) => strict(text).replace(/%../gu, (hex) => hex.toLowerCase()),
  encodeURIComponent,
  'a form': form,
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  'JSON in ASCII': (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replace(/[^\0-\x7e]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'JSON for HTML': (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replace(/[<>&]/gu, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
  'JSON with escaped slashes': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'single quotes': (text) => text.replaceAll("'", "'\\''"),
  'single quotes of Python': (text) => text.replaceAll("'", `'"'"'`),
  'double quotes': (text) => text.replace(/["\\$`]/gu, '\\$&'),
};

test.each(Object.keys(SPELLINGS))('%s', (name) => {
  const spell = SPELLINGS[name] ?? String;
  for (const value of [AWKWARD, 'plain-value-0123456789', '????>>>>~~~~', 'a b+c%d']) {
    expect(left(value, `<${spell(value)}>`)).toBe('<[NAME]>');
  }
});

// Of bash 5.2.
test.each([
  ['printf %q', `it's $x`, `it\\'s\\ \\$x`],
  ['printf %q with a control character', `a'b\tcd\n`, `$'a\\'b\\tcd`],
  ['printf %q in the C locale', 'gr\tüß', `gr\\t\\303\\274\\303\\237`],
])('%s', (_, value, spelled) => expect(left(value, `<${spelled}>`)).toMatch(/^<(\$')?\[NAME\]>$/u));

test('base64 inside a longer text, at every place', () => {
  fc.assert(
    fc.property(
      fc
        .uint8Array({ minLength: 4, maxLength: 40 })
        .filter((value) => !/^[\t-\r ]|[\t-\r ]$/u.test(Buffer.from(value).toString('latin1'))),
      fc.uint8Array({ maxLength: 5 }),
      fc.uint8Array({ maxLength: 5 }),
      (value, before, after) => {
        const output = Buffer.concat([before, value, after]).toString('base64');
        // The letters that also hold bits of what is around it stay.
        const first = Math.ceil((before.length * 8) / 6);
        const last = Math.floor(((before.length + value.length) * 8) / 6);
        expect(left(value, output)).not.toContain(output.slice(first, last));
        expect(left(value, output)).toContain('[NAME]');
      },
    ),
  );
});

test('the lines that base64(1) writes', () => {
  const value = 'long-enough-for-three-lines-of-base64. '.repeat(4).trim();
  const lines = (
    Buffer.from(value)
      .toString('base64')
      .match(/.{1,76}/gu) ?? []
  ).map((line) => `${line}\n`);
  expect(left(value, lines.join(''))).toBe('[NAME]\n');
  expect(left(value, lines.map((line) => `log: ${line}`).join(''))).toBe('log: [NAME]\n'.repeat(lines.length));
});

test('a value with a line end is found without it', () =>
  expect(left('s3cret-value\n', 's3cret-value,')).toBe('[NAME],'));
test('each line of a value is found alone', () => {
  const key = '-----BEGIN KEY-----\nMIIEvQIBADANBgkq\n  hkiG9w0BAQEFAASC\n{\n-----END KEY-----\n';
  expect(left(key, 'log: hkiG9w0BAQEFAASC { MIIEvQIBADANBgkq')).toBe('log: [NAME] { [NAME]');
  expect(left(key, '-----BEGIN KEY-----')).toBe('-----BEGIN KEY-----');
  expect(left(key, key)).toBe('[NAME]\n');
});
test('a value that is not UTF-8', () => {
  const value = Buffer.from('canary\xff\xfe\0x', 'latin1');
  expect(left(value, Buffer.concat([Buffer.from('<'), value, Buffer.from('>')]))).toBe('<[NAME]>');
  expect(left(value, value.toString('hex'))).toBe('[NAME]');
  expect(left(value, 'canary%FF%FE%00x')).toBe('[NAME]');
});

test('forms are never shorter than a value may be', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
      const pieces = piecesOf(SecretValue.fromText(text));
      if (pieces.kind === 'pieces')
        expect(Math.min(...[...breakableForms(pieces).keys()].map(({ length }) => length))).toBeGreaterThanOrEqual(4);
    }),
  );
});

const secrets = (...values: readonly string[]) =>
  redactionOf(values.map((value, index) => ({ secret: `S${index}`, value: SecretValue.fromText(value) })));

test('values of fewer than four bytes are named', () =>
  expect(secrets('abc', 'abcd', '', ' \n', ' ab\n', 'öö')).toMatchObject({ tooShort: ['S0', 'S4'] }));
test('values beyond the limit are refused by name', () =>
  expect(secrets('short', 'x1'.repeat(3_000_000))).toEqual({ kind: 'too large', secret: 'S1' }));
test('about 100 KB of values are not', () => {
  const line = (index: number) =>
    `${index}`.padStart(64, 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj');
  const key = Array.from({ length: 1_500 }, (_, index) => line(index)).join('\n');
  expect(key.length).toBeGreaterThan(96_000);
  expect(secrets(key).kind).toBe('redaction');
});
