import { describe, expect, test } from '@jest/globals';
import { secretTypeModule } from '#runtime/secret-types/index.js';
import { named } from '#schemas/named.js';
import type { Json } from '#schemas/plan.js';
import type { SecretTypeDescriptor } from '#schemas/secret-types/descriptor.js';
import { secretTypes } from '#schemas/secret-types/index.js';
import { generatorPorts, made } from './made.js';

test.each([
  ['password', {}, /^[A-Za-z0-9]{32}$/u],
  ['password', { length: 0 }, /^$/u],
  ['password', { length: 500, charset: 'ascii' }, /^[!-~]{500}$/u],
  ['hex', {}, /^[0-9a-f]{64}$/u],
  ['hex', { bytes: 0 }, /^$/u],
  ['base64', {}, /^[A-Za-z0-9+/]{43}=$/u],
  ['base64', { bytes: 64 }, /^[A-Za-z0-9+/]{86}==$/u],
  ['passphrase', {}, /^([a-z]+-){6}[a-z]+$/u],
  ['passphrase', { words: 6, separator: '. ' }, /^([a-z]+\. ){5}[a-z]+$/u],
  ['passphrase', { words: 64 }, /^([a-z]+-){63}[a-z]+$/u],
  ['mnemonic', {}, /^([a-z]+ ){23}[a-z]+$/u],
  ['uuid', {}, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u],
])('%s %o', async (type, options, shape) => expect(await made(type, options)).toMatch(shape));

test('two values are two', async () => expect(await made('password')).not.toBe(await made('password')));

describe('characters of passwords', () => {
  test('are all used, none much more than another', async () => {
    const length = 62_000;
    const counts = new Map<string, number>();
    for (const character of await made('password', { length })) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(62);
    // 1,000 of each are expected; the standard deviation is 31, so 200 away is no chance.
    expect([...counts.values()].filter((count) => Math.abs(count - 1000) > 200)).toEqual([]);
  });
  test('come from a set that is known', async () => {
    const module = await secretTypeModule('password');
    expect(
      await module?.generate?.(
        named<Json>([
          ['length', 1],
          ['charset', 'emoji'],
        ]),
        generatorPorts(),
      ),
    ).toMatchObject({ kind: 'failed' });
  });
});

test('a count beyond reason is refused, not tried', async () => {
  const module = await secretTypeModule('hex');
  expect(await module?.generate?.(named([['bytes', 2 ** 40]]), generatorPorts())).toMatchObject({
    kind: 'failed',
    reason: expect.stringContaining('`bytes`'),
  });
});

test('a type of a later version has no code', async () => expect(await secretTypeModule('totp_seed')).toBeNull());

const types: readonly SecretTypeDescriptor[] = Object.values(secretTypes);
test.each(types.map((descriptor) => [descriptor.type, descriptor] as const))(
  '%s: the code offers what the descriptor says it can, and nothing else',
  async (type, { can }) => {
    const module: object | null = await secretTypeModule(type);
    expect(Object.keys(module ?? {}).sort()).toEqual([...can].sort());
  },
);
