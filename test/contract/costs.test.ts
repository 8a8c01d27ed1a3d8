/** What `tool plan cost` predicts from descriptors is what stores send: exactly if everything is found, and within its bounds, whatever is missing. */
import { expect, test } from '@jest/globals';
import { planCost } from '#compiler/analyses/cost/plan-cost.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { parseStoreUri } from '#schemas/addresses/store-uri.js';
import { leaf, planOf, stored, storeRef } from '../helpers/plan.js';
import { CALL, convention } from '../runtime/providers/open-store.js';
import { counted } from './counted-ports.js';
import { eachStore, type FilledStore, isReadable } from './each-store.js';

const NAMES = ['HELD', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE'] as const;

/** Of secrets that all are in this store; some can be generated. */
function predicted(spec: string, names: readonly string[], made: readonly string[] = []) {
  const secrets = Object.fromEntries(
    names.map((name) => [
      name,
      stored({
        route: ['s'],
        ...(made.includes(name) && { whenMissing: { kind: 'generate', type: 'uuid', options: {} } as const }),
      }),
    ]),
  );
  const project = { name: 'demo', requireReason: false };
  const plan = { ...planOf({ stores: { s: leaf(spec) }, secrets }), project };
  const [cost] = planCost({ plan, hash: '', profiles: ['default'], scope: null, caches: 'cold' }).profiles;
  return cost?.calls ?? { best: Number.NaN, worst: Number.NaN };
}

async function observed(
  world: FilledStore,
  work: (store: Awaited<ReturnType<FilledStore['another']>>) => Promise<unknown>,
) {
  const { ports, cost } = counted(world.ports);
  await work(await world.another(ports));
  const { programs, requests } = cost() as { programs: number; requests: number };
  return programs + requests;
}

function signInOf(scheme: string, spec: string): number {
  const signIn = descriptorOf(scheme)?.cost.signIn ?? 0;
  const uri = parseStoreUri(spec);
  return typeof signIn === 'number' ? signIn : uri.kind === 'uri' ? signIn(uri) : 0;
}

eachStore((subject) => {
  test('costs what was predicted', async () => {
    const world = await subject.fresh();
    const spec = world.spec(world.at);
    const signIn = signInOf(subject.scheme, spec);
    const unit = descriptorOf(subject.scheme)?.cost.unit;
    // What a keyring is asked over its bus passes no port.
    const isCounted = unit === 'process' || world.server !== undefined;
    const there = new Set<string>(['HELD']);
    const value = SecretValue.fromText('value-of-entry');
    const answers = await (await world.another()).write?.(
      NAMES.slice(1).map((name) => ({ at: convention(name), value })),
      CALL,
    );
    for (const [index, answer] of (answers ?? []).entries())
      if (answer.kind === 'written') there.add(NAMES[index + 1] ?? '');
    for (const names of [['HELD'], [...there]]) {
      const { best } = predicted(spec, names);
      const sent = await observed(world, (store) => store.read(names.map(convention), CALL));
      // Signing in is apart, for tokens are kept; so is the version of a program, which this process may know by now.
      const [least, most] = [isCounted ? best - (unit === 'process' ? 1 : 0) : 0, best + signIn];
      if (unit === 'file' || unit === 'none') expect([best, sent]).toEqual([0, 0]);
      else expect({ names, sent, best, isBest: sent >= least && sent <= most }).toMatchObject({ isBest: true });
    }
    for (let pattern = 0; pattern < 2 ** NAMES.length; pattern++) {
      const names = NAMES.map((name, index) => ((pattern >> index) % 2 === 1 && there.has(name) ? name : `NO_${name}`));
      const { best, worst } = predicted(spec, names);
      const sent = await observed(world, (store) => store.read(names.map(convention), CALL));
      // Where entries are files, a program is not asked for those that are not there.
      const least = isCounted && unit !== 'process' ? best : 0;
      expect({ names, sent, best, worst, isBounded: sent >= least && sent <= worst }).toMatchObject({
        isBounded: true,
      });
    }
  });

  test('writes for no more than was predicted', async () => {
    for (const count of [1, 3]) {
      const world = await subject.fresh();
      const names = Array.from({ length: count }, (_, index) => `MADE_${index}`);
      const { worst } = predicted(world.spec(world.at), names, names);
      const sent = await observed(world, async (store) => {
        await store.read(names.map(convention), CALL);
        const value = SecretValue.fromText('value-of-entry');
        await store.write?.(
          names.map((name) => ({ at: convention(name), value, onlyIfAbsent: true as const })),
          CALL,
        );
      });
      expect({ count, sent, worst, isBounded: sent <= worst }).toMatchObject({ isBounded: true });
    }
  });
}, isReadable);

/** Of `run` with this store as an empty cache of values that are all there. */
function asCache(spec: string, names: readonly string[]) {
  const kept = {
    kind: 'inline cache',
    uri: 'dotenv://.env',
    credentials: {},
    cache: { store: storeRef('c'), maxAgeSeconds: 60 },
  } as const;
  const secrets = Object.fromEntries(names.map((name) => [name, stored({ route: ['s'] })]));
  const plan = {
    ...planOf({ stores: { s: kept, c: leaf(spec) }, secrets }),
    project: { name: 'demo', requireReason: false },
  };
  const [cost] = planCost({ plan, hash: '', profiles: ['default'], scope: null, caches: 'cold' }).profiles;
  return cost?.calls ?? { best: Number.NaN, worst: Number.NaN };
}

eachStore(
  (subject) => {
    test('costs as an empty cache what was predicted', async () => {
      for (const count of [1, 3]) {
        const world = await subject.fresh();
        const spec = world.spec(world.at);
        const names = Array.from({ length: count }, (_, index) => `COPY_${index}`);
        const { best, worst } = asCache(spec, names);
        const sent = await observed(world, async (store) => {
          await store.read(names.map(convention), CALL);
          const value = SecretValue.fromText('{"v":1}');
          await store.write?.(
            names.map((name) => ({ at: convention(name), value })),
            CALL,
          );
        });
        const unit = descriptorOf(subject.scheme)?.cost.unit;
        const isCounted = unit === 'process' || world.server !== undefined;
        const least = isCounted ? best - (unit === 'process' ? 1 : 0) : 0;
        const most = best + signInOf(subject.scheme, spec);
        const isBest = sent >= least && sent <= most && sent <= worst;
        expect({ count, sent, best, worst, isBest }).toMatchObject({ isBest: true });
      }
    });
  },
  ({ abilities: { read, write, remove } }) => read && write !== 'no' && remove,
);
