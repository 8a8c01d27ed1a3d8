import { expect, test } from '@jest/globals';
import { armor, generateHybridIdentity, generateIdentity, identityToRecipient } from 'age-encryption';
import { usuallyArmored } from '#runtime/recipients/age-armor.js';
import { quicklyOpened } from '#runtime/providers/age/quick-open.js';
import { x25519Key } from '#runtime/providers/age/x25519-key.js';
import { sealedFor } from './age-files.js';

const BORDER = 65_536;
const identity = await generateIdentity();
const recipient = await identityToRecipient(identity);
const key = x25519Key(identity);
const other = await identityToRecipient(await generateIdentity());
const open = async (file: Uint8Array) => {
  const plain = await quicklyOpened(file, [key]);
  return plain && Buffer.from(plain).toString();
};

test('the recipient of a key is the one of the library', () => expect(key.recipient).toBe(recipient));

test.each([0, 1, BORDER - 1, BORDER, BORDER + 1, 3 * BORDER])('a text of %d bytes', async (length) => {
  const text = 'x'.repeat(length);
  expect((await open(await sealedFor([other, recipient], text))) === text).toBe(true);
});

test('a file that was changed or cut anywhere is left to the library', async () => {
  const file = await sealedFor([recipient], 'A=canary\n');
  for (let at = 0; at < file.length; at++) {
    expect(await open(file.with(at, (file[at] ?? 0) ^ 1))).toBeNull();
    expect(await open(file.subarray(0, at))).toBeNull();
  }
  expect(await open(Buffer.concat([file, Buffer.from([0])]))).toBeNull();
});

test('a chunk that is missing, doubled or moved is left to the library', async () => {
  const file = Buffer.from(await sealedFor([recipient], 'x'.repeat(2 * BORDER)));
  const chunk = BORDER + 16;
  const start = file.length - 2 * chunk;
  const [head, first, last] = [
    file.subarray(0, start),
    file.subarray(start, start + chunk),
    file.subarray(start + chunk),
  ];
  for (const chunks of [[first], [last], [last, first], [first, first, last], [first, last, last]]) {
    expect(await open(Buffer.concat([head, ...chunks]))).toBeNull();
  }
});

test('other recipients and other kinds of keys are left to the library', async () => {
  expect(await open(await sealedFor([other], 'A=1\n'))).toBeNull();
  expect(await open(await sealedFor([await identityToRecipient(await generateHybridIdentity())], 'A=1\n'))).toBeNull();
});

test('armor as programs write it, and nothing else', async () => {
  const file = Buffer.from(await sealedFor([recipient], 'A=1\n'));
  const text = armor.encode(file);
  for (const same of [text, text.trim(), text.replaceAll('\n', '\r\n'), `\n${text}\n`]) {
    expect(usuallyArmored(Buffer.from(same))?.equals(file)).toBe(true);
  }
  const lines = text.split('\n');
  for (const odd of [
    '',
    text.slice(0, -10),
    `${text}x`,
    text.replace('\n', '\n\n'),
    lines.toSpliced(2, 0, 'AAAA').join('\n'),
  ]) {
    expect(usuallyArmored(Buffer.from(odd))).toBeNull();
  }
});
