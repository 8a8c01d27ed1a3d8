/** Every contact is one that the plan allows: of executions, for they pass the same place, and of a wrong executor, which is stopped there. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { planContacts } from '#compiler/analyses/contacts/plan-contacts.js';
import { specKey } from '#compiler/analyses/diff/spec-key.js';
import { execute } from '#runtime/execute/execute.js';
import { type Mode, REPORT, RUN } from '#runtime/execute/mode.js';
import { link } from '#runtime/link/link.js';
import type { LinkedPlan, Reading } from '#runtime/link/linked-plan.js';
import { type ContactPurpose, isOutsidePlan } from '#runtime/stores/bounds.js';
import type { Stores } from '#runtime/stores/stores.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { named } from '#schemas/named.js';
import type { At } from '#schemas/addresses/address.js';
import type { Plan } from '#schemas/plan.js';
import { type FakeStore, fakeStore, fakeWorld } from '../../helpers/fake-store.js';
import { sampledPlans } from '../../helpers/generated-manifest.js';
import { choice, leaf, planOf, stored, storeRef, user } from '../../helpers/plan.js';
import { tried } from '../../helpers/thoroughness.js';

const DEFAULT = 'dotenv://default.env';
const FAILURE = { kind: 'unreachable', detail: 'no route' } as const;

/** Linked for its first profile, the default store known; null where it cannot be linked. */
function linkedIn(plan: Plan): LinkedPlan | null {
  const [profile = ''] = Object.keys(plan.profiles);
  const result = link(plan, choice({ profile }), user({ provider: DEFAULT }));
  return result.kind === 'linked' ? result.plan : null;
}

/** The plan with the default store that the user has. */
function assumed(plan: Plan): Plan {
  const profiles = Object.entries(plan.profiles).map(
    ([name, { route }]) => [name, { route: route ?? ([{ kind: 'uri', uri: DEFAULT }] as const) }] as const,
  );
  return { ...plan, profiles: named(profiles) };
}

/** `access store entry` of everything that the plan says may be met in a profile. */
function allowedIn(plan: Plan, profile: string): ReadonlySet<string> {
  const question = { plan: assumed(plan), hash: '', profiles: [profile], scope: null, caches: 'cold' } as const;
  return new Set(
    planContacts(question).contacts.map(({ access, uri, at }) => {
      const entry =
        typeof at === 'string'
          ? (at.split('/').at(-1) ?? '')
          : at.field === undefined
            ? at.item
            : `${at.item}#${at.field}`;
      return `${access} ${uri === null ? '' : specKey(uri)} ${entry}`;
    }),
  );
}

type Entry = 'there' | 'absent' | 'failing';

/** What the stores of the plan were asked, when each entry is there, absent or fails as `pattern` says. */
async function metIn(linked: LinkedPlan, mode: Mode, pattern: (entry: string) => Entry): Promise<readonly string[]> {
  const stores: Record<string, FakeStore> = {};
  for (const store of linked.stores) {
    if (store.kind !== 'store') continue;
    const names = namesIn(linked);
    const of = (wanted: Entry) => names.filter((name) => pattern(`${store.uri} ${name}`) === wanted);
    stores[store.uri] = fakeStore({
      entries: Object.fromEntries(of('there').map((name) => [name, 'value'])),
      failingEntries: Object.fromEntries(of('failing').map((name) => [name, FAILURE])),
    });
  }
  const answers = Object.fromEntries(linked.reads.map(({ secret }) => [secret, 'typed']));
  const needsCredentials = async (_: string, credential: (name: string) => Promise<unknown>) => {
    for (const store of linked.stores)
      if (store.kind === 'store')
        for (const name of Object.keys(store.credentials)) await credential(name).catch(() => null);
  };
  const world = fakeWorld(stores, { answers, onOpen: needsCredentials });
  await execute(linked, mode, world.portsFor(linked));
  return Object.entries(stores).flatMap(([uri, { reads, writes, removals }]) => [
    ...reads.flat().map((entry) => `read ${specKey(uri)} ${entry}`),
    ...writes.flat().map((entry) => `write ${specKey(uri)} ${entry}`),
    ...removals.flat().map((entry) => `delete ${specKey(uri)} ${entry}`),
  ]);
}

function namesIn({ reads, stores }: LinkedPlan): readonly string[] {
  const readings = [
    ...reads.flatMap(({ from, cache }) => [...from, ...(cache === null ? [] : [cache])]),
    ...stores.flatMap((store) => (store.kind === 'store' ? Object.values(store.credentials) : [])),
  ];
  return [...new Set(readings.map(({ at }) => nameOf(at)))];
}

function nameOf(at: At): string {
  if (at.kind === 'convention') return at.key;
  return at.field === undefined ? at.item : `${at.item}#${at.field}`;
}

const CACHED = planOf({
  stores: {
    team: leaf('vault://kv.example.com/secret', { credentials: { token: { store: storeRef('env:') } } }),
    kept: {
      kind: 'fallback',
      route: [storeRef('team'), storeRef('env:')],
      cache: { store: storeRef('dotenv://copies.env'), maxAgeSeconds: 60 },
    },
  },
  secrets: {
    A: stored({ route: ['kept'] }),
    B: stored({ route: ['team'], whenMissing: { kind: 'generate', type: 'uuid', options: {} } }),
    C: stored({ route: ['kdbx:c.kdbx', 'team'], whenMissing: { kind: 'prompt' }, ref: { item: 'c', field: 'f' } }),
  },
});

test('executions of generated plans meet what the list of contacts says', async () => {
  let executions = 0;
  const plans = (await sampledPlans(tried(300), 7)).concat(CACHED);
  for (const [index, plan] of plans.entries()) {
    const linked = linkedIn(plan);
    if (linked === null) continue;
    const allowed = allowedIn(plan, linked.profile);
    const states = fc.sample(
      fc.array(fc.constantFrom<Entry>('there', 'absent', 'failing'), { minLength: 64, maxLength: 64 }),
      { numRuns: 4, seed: index },
    );
    for (const state of states) {
      const seen = new Map<string, Entry>();
      const pattern = (entry: string) => {
        const known = seen.get(entry) ?? state[seen.size % state.length] ?? 'there';
        seen.set(entry, known);
        return known;
      };
      for (const mode of [RUN, REPORT]) {
        const met = await metIn(linked, mode, pattern);
        executions += 1;
        expect(met.filter((contact) => !allowed.has(contact))).toEqual([]);
      }
    }
  }
  expect(executions).toBeGreaterThan(tried(600));
}, 120_000);

test('every pattern of misses and failures of a small plan stays in the plan', async () => {
  const linked = linkedIn(CACHED);
  if (linked === null) throw new Error('refused');
  const allowed = allowedIn(CACHED, 'default');
  const entries = linked.reads.flatMap(({ from, cache }) => [...from, ...(cache === null ? [] : [cache])]);
  const keys = entries.map(({ store, at }) => {
    const found = linked.stores[store];
    return `${found?.kind === 'store' ? found.uri : ''} ${nameOf(at)}`;
  });
  const all = [...new Set(keys)];
  const met = new Set<string>();
  for (let number = 0; number < 3 ** all.length; number++) {
    const pattern = (entry: string): Entry => {
      const digit = Math.floor(number / 3 ** Math.max(0, all.indexOf(entry))) % 3;
      return (['there', 'absent', 'failing'] as const)[digit] ?? 'there';
    };
    for (const contact of await metIn(linked, RUN, pattern)) met.add(contact);
  }
  expect([...met].filter((contact) => !allowed.has(contact))).toEqual([]);
  // Nothing is listed that no pattern leads to, but for what only an old entry of a cache causes.
  const unmet = [...allowed].filter((contact) => !met.has(contact));
  expect(unmet.filter((contact) => !contact.startsWith('delete '))).toEqual([]);
}, 120_000);

const VALUE = SecretValue.fromText('value');
const PURPOSES: readonly ContactPurpose[] = ['reading', 'making', 'caching', 'signing in', 'asked'];
type Attempt = (stores: Stores, reading: Reading, purpose: ContactPurpose) => Promise<unknown>;
const ATTEMPTS: Readonly<Record<'read' | 'write' | 'delete', Attempt>> = {
  read: (stores, { store, at }, purpose) => stores.read(store, [at], purpose),
  write: (stores, { store, at }, purpose) => stores.write(store, [{ at, value: VALUE }], purpose),
  delete: (stores, { store, at }, purpose) => stores.remove(store, [at], purpose),
};

test('a wrong executor is stopped before anything leaves, whatever contact it adds, and leaves a record', async () => {
  let stopped = 0;
  const plans = (await sampledPlans(tried(120), 11)).concat(CACHED);
  for (const plan of plans) {
    const linked = linkedIn(plan);
    if (linked === null) continue;
    const { project, profile } = linked;
    const allowed = allowedFor(linked);
    const own = linked.reads.flatMap(({ from, cache }) => [...from, ...(cache === null ? [] : [cache])]);
    const strange: readonly At[] = [
      { kind: 'native', item: 'strange' },
      { kind: 'convention', project, profile, key: 'STRANGE' },
      { kind: 'convention', project: 'another', profile, key: linked.reads[0]?.secret ?? '' },
      { kind: 'convention', project, profile: 'another', key: linked.reads[0]?.secret ?? '' },
    ];
    const wrong = [...own, ...linked.stores.flatMap((_, store) => strange.map((at): Reading => ({ store, at })))];
    const fakes = Object.fromEntries(
      linked.stores.flatMap((one) => (one.kind === 'store' ? [[one.uri, fakeStore()]] : [])),
    );
    const world = fakeWorld(fakes);
    const stores = world.storesOf(linked);
    for (const reading of wrong) {
      for (const purpose of PURPOSES) {
        for (const [access, attempt] of Object.entries(ATTEMPTS)) {
          if (allowed.has(keyOf(access, purpose, reading))) continue;
          const before = world.accesses.length;
          const error = await attempt(stores, reading, purpose).then(
            () => null,
            (thrown: unknown) => thrown,
          );
          expect({ reading, purpose, access, isStopped: isOutsidePlan(error) }).toMatchObject({ isStopped: true });
          expect(world.accesses.length).toBe(before + 1);
          expect(world.accesses.at(-1)).toMatchObject({ outcome: 'error', errorKind: 'internal' });
          stopped += 1;
        }
      }
    }
    for (const index of linked.stores.keys()) {
      await expect(stores.list(index)).rejects.toThrow(/bug|does not allow|about to/u);
      await expect(stores.rekey(index, true)).rejects.toThrow(/about to/u);
    }
    for (const { reads, writes, removals } of Object.values(fakes))
      expect([reads, writes, removals]).toEqual([[], [], []]);
  }
  expect(stopped).toBeGreaterThan(tried(4_000));
}, 120_000);

/** What this plan allows, read off it in another way. */
function allowedFor({ reads, stores }: LinkedPlan): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const { from, cache, whenMissing } of reads) {
    for (const reading of from) keys.add(keyOf('read', 'reading', reading));
    if (whenMissing.kind === 'generate' || whenMissing.kind === 'prompt')
      for (const reading of from) keys.add(keyOf('write', 'making', reading));
    if (cache === null) continue;
    keys.add(keyOf('read', 'reading', cache));
    for (const access of ['read', 'write', 'delete']) keys.add(keyOf(access, 'caching', cache));
  }
  for (const store of stores)
    if (store.kind === 'store')
      for (const reading of Object.values(store.credentials)) keys.add(keyOf('read', 'signing in', reading));
  return keys;
}

function keyOf(access: string, purpose: ContactPurpose, { store, at }: Reading): string {
  const place = at.kind === 'convention' ? [at.project, at.profile, at.key] : [at.item, at.field, at.vault, at.section];
  return JSON.stringify([access, purpose, store, at.kind, ...place]);
}
