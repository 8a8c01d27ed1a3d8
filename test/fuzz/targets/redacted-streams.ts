/** Output in which values are replaced, in pieces cut anywhere: what is written does not depend on the cuts. */
import fc from 'fast-check';
import { redactionOf } from '#runtime/redact/redaction.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { must, target } from '../target.js';

const signs = fc.constantFrom(...'aAb1 +%\\/=&;\'"\n\r\té€😀{}-:');
const values = fc.array(
  fc.array(signs, { minLength: 4, maxLength: 12 }).map((all) => all.join('')),
  { minLength: 1, maxLength: 3 },
);
/** Beginnings, middles and ends of everything that stands for other bytes. */
const fragments = [
  ...['%', '%4', '%41', '%25', '%2541', '%u00', '%u0041', '%uD83D%uDE00', '+'],
  ...['\\', '\\\\', '\\u', '\\u0041', '\\ud83d', '\\ude00', '\\x41', '\\101', '\\U0001F600', '\\u{41}', '\\n', '\\\n'],
  ...['=', '=41', '=\n', '=\r\n', '&', '&#', '&#65;', '&#x41;', '&amp;', '&amp', "''", `'\\''`, `'"'"'`, '""'],
  ...['YWFh', 'YW', 'Fh\n', 'QUFB\r\n  ', '6161', '61:', '61 61', ', 0x61', '\n', '\r\n', ' ', 'a', 'A', '1', '/'],
];
const spellings: readonly ((value: string) => string)[] = [
  encodeURIComponent,
  (value) => JSON.stringify(JSON.stringify(value)),
  (value) => Buffer.from(value).toString('base64'),
  (value) => Buffer.from(`xx${value}yy`).toString('base64').replaceAll(/.{8}/gu, '$&\r\n'),
  (value) => Buffer.from(value).toString('hex').replaceAll(/../gu, '$&:'),
  (value) => [...value].map((sign) => `&#${sign.codePointAt(0)};`).join(''),
];
const outputs = (all: readonly string[]) => {
  const spelled = all.flatMap((value) => spellings.map((spell) => spell(value)));
  return fc.array(fc.constantFrom(...fragments, ...all, ...spelled), { maxLength: 24 }).map((parts) => parts.join(''));
};

interface Stream {
  readonly all: readonly string[];
  readonly output: string;
  readonly size: number;
}

export const redactedStreams = target<Stream>({
  name: 'redacted-streams',
  share: 6,
  inputs: values.chain((all) =>
    fc.record({ all: fc.constant(all), output: outputs(all), size: fc.integer({ min: 1, max: 9 }) }),
  ),
  judge: ({ all, output, size }) => {
    const bytes = Buffer.from(output);
    const whole = written(all, bytes, bytes.length);
    must(written(all, bytes, 1) === whole, 'one byte at a time, something else is written');
    must(written(all, bytes, size) === whole, `in pieces of ${size} bytes, something else is written`);
    const long = all.map((value) => value.trim()).filter((value) => Buffer.from(value).length >= 4);
    must(!long.some((value) => whole.includes(value)), 'a value is written');
  },
});

function written(all: readonly string[], bytes: Uint8Array, size: number): string {
  const redaction = redactionOf(all.map((value) => ({ secret: null, value: SecretValue.fromText(value) })));
  if (redaction.kind !== 'redaction') throw new Error(redaction.kind);
  const redactor = redaction.redactor();
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) parts.push(Buffer.from(redactor.push(bytes.subarray(at, at + size))));
  return Buffer.concat([...parts, redactor.end()]).toString('utf8');
}
