import { describe, expect, test } from '@jest/globals';
import { execute } from '#runtime/execute/execute.js';
import { RESOLVE } from '#runtime/execute/mode.js';
import { link } from '#runtime/link/link.js';
import type { Credential } from '#runtime/stores/pool.js';
import type { Coordinates } from '#schemas/plan.js';
import { type FakeStore, fakeStore, fakeWorld } from '../../helpers/fake-store.js';
import { choice, leaf, planOf, stored, storeRef, user } from '../../helpers/plan.js';

const SAFE = 'dotenv://safe.env';
const CORP = 'corp://host';
const BY_CONVENTION = { kind: 'convention', project: 'shop', profile: 'default', key: 'token' };

/** Reads a secret of a store that asks for `token` as it opens. */
async function asking(safe: FakeStore, ask: (credential: Credential) => Promise<unknown>, ref?: Coordinates) {
  const credentials = { token: { store: storeRef(SAFE), ...(ref !== undefined && { ref }) } };
  const plan = planOf({ stores: { corp: leaf(CORP, { credentials }) }, secrets: { A: stored({ route: ['corp'] }) } });
  const result = link(plan, choice(), user(), new Set(['corp']));
  if (result.kind === 'refused') throw new Error('refused');
  const world = fakeWorld(
    { [SAFE]: safe, [CORP]: fakeStore({ entries: { A: 'v' } }) },
    { onOpen: async (uri, credential) => void (uri === CORP && (await ask(credential))) },
  );
  return { result: await execute(result.plan, RESOLVE, world.portsFor(result.plan)), accesses: world.accesses };
}

const required = (credential: Credential) => credential('token', { required: true });

describe('a bound credential', () => {
  test('is read once, from its own store, and recorded', async () => {
    const safe = fakeStore({ entries: { token: 't' } });
    const { result, accesses } = await asking(safe, async (credential) => [
      await required(credential),
      await required(credential),
    ]);
    expect([result.kind, safe.reads]).toEqual(['resolved', [['token']]]);
    expect(accesses).toEqual([
      { action: 'get', key: 'token', provider: SAFE, at: BY_CONVENTION, outcome: 'found', command: 'credential' },
    ]);
  });
  test('is the entry that its ref names', async () => {
    const safe = fakeStore({ entries: { X: 't' } });
    const { accesses } = await asking(safe, required, { item: 'X' });
    expect([safe.reads, accesses[0]?.at]).toEqual([[['X']], { kind: 'native', item: 'X' }]);
  });
  test('that nobody asks for is not read', async () => {
    const safe = fakeStore();
    await asking(safe, async () => null);
    expect(safe.opened).toBe(0);
  });
  test.each([
    ['absent', fakeStore(), 'missing-credential'],
    ['empty', fakeStore({ entries: { token: '' } }), 'missing-credential'],
  ])('that is %s is an error that says how to store it', async (_, safe) => {
    const { result } = await asking(safe, required);
    expect(result).toMatchObject({
      kind: 'failed',
      diagnostics: [
        {
          code: 'E1112',
          quote: expect.stringContaining('`token`'),
          help: expect.stringContaining('tool config provider login corp'),
        },
      ],
    });
  });
  test('is what is had where only bound ones are asked for', async () => {
    const safe = fakeStore({ entries: { token: 't' } });
    const had: (string | null)[] = [];
    await asking(safe, async (credential) => {
      for (const name of ['token', 'other']) had.push((await credential(name, { bound: true }))?.revealText() ?? null);
    });
    expect([had, safe.reads]).toEqual([['t', null], [['token']]]);
  });
  test('whose store fails is that failure', async () => {
    const { result } = await asking(fakeStore({ failing: { kind: 'locked', detail: 'no key' } }), required);
    expect(result).toMatchObject({ kind: 'failed', diagnostics: [{ code: 'E1103' }] });
  });
});
