/** What `set` refuses to store because of its type. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse } from 'smol-toml';
import { Failure } from '#runtime/failure.js';
import { typeFault } from '#runtime/session/operations/type-fault.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { named } from '#schemas/named.js';
import { DEFAULT_URI, linkedPlan } from '../../helpers/execute-plan.js';
import { type FakeParts, fakeStore, fakeWorld } from '../../helpers/fake-store.js';
import { GOLDEN } from '../../helpers/golden.js';
import { composed, planOf, stored } from '../../helpers/plan.js';

/** An archive whose password is in WORD. */
const world = parse(readFileSync(`${GOLDEN}/run/derive/identity-in-every-form/world.toml`, 'utf8')) as {
  stores: { 'dotenv://.env': { entries: { TLS: string; WORD: string } } };
};
const { TLS, WORD } = world.stores['dotenv://.env'].entries;
const ARCHIVE = SecretValue.fromBytes(Buffer.from(TLS, 'base64'));
const GARBAGE = SecretValue.fromText('canary-garbage');
const NOW = new Date('2030-01-01T00:00:00Z');

const identity = stored({ type: 'x509_identity', roles: named([['password', 'WORD']]) });

async function faultOf(value: SecretValue, store: FakeParts, secrets = { TLS: identity, WORD: stored() }) {
  const fake = fakeStore(store);
  const linked = linkedPlan(planOf({ secrets }), { only: ['TLS'] });
  const { portsFor } = fakeWorld({ [DEFAULT_URI]: fake }, { now: () => NOW });
  const fault = await typeFault(linked, portsFor(linked), 'TLS', value);
  return fault === null ? [null, fake.writes.length] : [fault.code, fault.message];
}

test('an archive that its credential opens is fine, and nothing is written', async () =>
  expect(await faultOf(ARCHIVE, { entries: { WORD } })).toEqual([null, 0]));

test('the credential may be made of others', async () => {
  const secrets = { TLS: identity, WORD: composed('{FIRST}{LAST}'), FIRST: stored(), LAST: stored() };
  const entries = { FIRST: WORD.slice(0, 3), LAST: WORD.slice(3) };
  expect(await faultOf(ARCHIVE, { entries }, secrets)).toEqual([null, 0]);
});

test('another credential does not open it', async () =>
  expect(await faultOf(ARCHIVE, { entries: { WORD: 'canary-other' } })).toEqual([
    'E1017',
    expect.stringContaining('password'),
  ]));

test('what is no archive is refused', async () =>
  expect(await faultOf(GARBAGE, { entries: { WORD } })).toEqual(['E1017', expect.stringContaining('archive')]));

test('without a value for the credential nothing can be told', async () =>
  expect(await faultOf(GARBAGE, {})).toEqual([null, 0]));

test('a credential whose store fails stops', async () => {
  const failing = { kind: 'failed', detail: 'out of order' } as const;
  await expect(faultOf(ARCHIVE, { failing })).rejects.toThrow(Failure);
});

test('of types that cannot be checked, everything is fine', async () =>
  expect(await faultOf(GARBAGE, {}, { TLS: stored({ type: 'uuid' }), WORD: stored() })).toEqual([null, 0]));
