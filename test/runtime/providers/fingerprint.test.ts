/**
 * What of this machine decides on where a store's entries are: each of it changes the fingerprint of cache entries, so that no cache
 * answers for another server, account or folder.
 */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { entryIdentities } from '#runtime/execute/caches/fingerprint.js';
import { link } from '#runtime/link/link.js';
import type { ProviderPorts } from '#runtime/providers/provider.js';
import { Bounds } from '#runtime/stores/bounds.js';
import { linkedStores, openAs } from '#runtime/stores/linked-stores.js';
import { openUsable } from '#runtime/stores/usable-store.js';
import { parseStoreUri } from '#schemas/addresses/store-uri.js';
import { choice, planOf, stored, storeRef, user } from '../../helpers/plan.js';
import { STORES } from '../../worlds/index.js';
import { type Machine, machineOf } from '../../worlds/shared/machine.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { CALL, portsIn } from './open-store.js';

const root = temporaryFolder();

/** The fingerprint of a secret in a store of this address. No request is sent and no program runs. */
async function fingerprintOf(uri: string, at: string, machine: Machine): Promise<string> {
  const { environment = {}, files = {}, links = {}, folder = '', user: name = 'tester' } = machine;
  mkdirSync(`${at}${folder}/home`, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(`${at}/${path}`.replace(/\/[^/]*$/, ''), { recursive: true });
    writeFileSync(`${at}/${path}`, text);
  }
  for (const [path, target] of Object.entries(links)) {
    rmSync(`${at}/${path}`, { force: true });
    symlinkSync(target, `${at}/${path}`);
  }
  const variables = Object.fromEntries(
    Object.entries(environment).map(([key, text]) => [key, text.replaceAll('AT', at)]),
  );
  const refusing = () => {
    throw new Error('nothing is contacted');
  };
  const ports: ProviderPorts = {
    ...portsIn(`${at}${folder}`, variables),
    home: `${at}/home`,
    user: name,
    http: async () => refusing(),
    programs: new Proxy({}, { get: refusing }) as ProviderPorts['programs'],
    credential: async () => refusing(),
  };
  const store = { kind: 'inline cache', uri, credentials: {} } as const;
  const cache = { store: storeRef('dotenv://cache.env'), maxAgeSeconds: 60 };
  const plan = planOf({ stores: { c: { ...store, cache } }, secrets: { A: stored({ route: ['c'] }) } });
  const linked = link(plan, choice({}), user({}));
  if (linked.kind === 'refused') throw new Error(linked.diagnostics.map(({ message }) => message).join());
  const stores = linkedStores(
    linked.plan,
    async (one) => {
      const parsed = parseStoreUri(one.uri);
      if (parsed.kind === 'malformed') throw new Error(parsed.problem);
      const opened = await openUsable(parsed, ports);
      return opened.kind === 'refused' ? { kind: 'closed', failure: opened.failure, fault: null } : openAs(one, opened);
    },
    new Bounds(linked.plan, {}, () => {}),
    CALL,
  );
  return (await entryIdentities(linked.plan, stores, linked.plan.reads)).get('A')?.fingerprint ?? '';
}

test.each([...STORES.values()].flatMap(({ machine }) => machine))('%s: %s', async (uri, _, both, one, other) => {
  const at = mkdtempSync(`${root}/m`);
  const first = await fingerprintOf(uri, at, machineOf(both, one));
  expect(await fingerprintOf(uri, at, machineOf(both, one))).toBe(first);
  expect(await fingerprintOf(uri, at, machineOf(both, other))).not.toBe(first);
});

test('keys of one account are one account', async () => {
  const at = mkdtempSync(`${root}/m`);
  const fingerprint = (key: string) =>
    fingerprintOf('awssm://eu-west-1', at, { environment: { AWS_ACCESS_KEY_ID: key } });
  expect(await fingerprint('AKIAY34FZKBOKMUTVV7A')).toBe(await fingerprint('ASIAY34FZKBOL22222222'.slice(0, 20)));
});
