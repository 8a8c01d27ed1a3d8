/** How calls of stores are guarded: whatever a provider throws is the answer to each request. */
import { expect, test } from '@jest/globals';
import { link } from '#runtime/link/link.js';
import type { Store } from '#runtime/providers/provider.js';
import { Bounds } from '#runtime/stores/bounds.js';
import { linkedStores, openAs } from '#runtime/stores/linked-stores.js';
import type { How } from '#runtime/stores/stores.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { dotenv } from '#schemas/providers/dotenv.js';
import { choice, leaf, planOf, stored, user } from '../../helpers/plan.js';

const A = { kind: 'convention', project: 'shop', profile: 'default', key: 'A' } as const;

/** What reads answer whose store throws this. */
const answersTo = (thrown: unknown, signal: AbortSignal) =>
  answersOf(async () => {
    throw thrown;
  }, signal);

async function answersOf(read: Store['read'], signal = new AbortController().signal, how?: How) {
  const linking = link(
    planOf({ stores: { local: leaf('dotenv://.env') }, secrets: { A: stored({ route: ['local'] }) } }),
    choice(),
    user(),
    new Set(['local']),
  );
  if (linking.kind === 'refused') throw new Error('refused');
  const store: Store = { kind: 'open', shown: 'store', read, identity: async () => 'store' };
  const { plan } = linking;
  const stores = linkedStores(
    plan,
    async (linked) => openAs(linked, { kind: 'open', scheme: 'dotenv', abilities: dotenv.abilities(), store }),
    new Bounds(plan, {}, () => {}),
    { signal },
  );
  const answers = await stores.read(0, [A, A], 'reading', how);
  return answers.map((answer) => (answer.kind === 'failed' ? answer.failure : answer.kind));
}

test('half of a surrogate pair is an error of that value, never another character', async () => {
  const texts: readonly string[] = JSON.parse('["a\\ud800b", "\\ud83d\\ude00"]');
  const answers = await answersOf(async () =>
    texts.map((text) => ({ kind: 'found', value: SecretValue.fromText(text) })),
  );
  expect(answers).toMatchObject([
    { kind: 'malformed', detail: expect.stringMatching(/half of a surrogate pair/) },
    'found',
  ]);
});

test('a call that was given up is a timeout, wherever the store noticed it', async () => {
  const reason = new Error('interrupted');
  const failure = { kind: 'timeout', detail: 'the call was given up' };
  expect(await answersTo(reason, AbortSignal.abort(reason))).toEqual([failure, failure]);
});

test('anything else that is thrown is a bug, of which only the kind is shown', async () => {
  const thrown = new TypeError('canary-value');
  const detail = 'the provider crashed (TypeError); this is a bug, please report it';
  const failure = { kind: 'failed', detail };
  expect(await answersTo(thrown, AbortSignal.abort(new Error('interrupted')))).toEqual([failure, failure]);
});

test('a provider may copy its call, also where only its own values count', async () => {
  const { signal } = new AbortController();
  const read: Store['read'] = async (requests, call) => {
    const copy = { ...call };
    expect(copy).toEqual({ signal, ownOnly: true });
    return requests.map(() => ({ kind: 'absent' }));
  };
  expect(await answersOf(read, signal, { ownOnly: true })).toEqual(['absent', 'absent']);
});
