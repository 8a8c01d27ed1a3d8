/** Moves between two addresses of which one shows what the other has: nothing is lost, and what can be moved is. */
import { expect, test } from '@jest/globals';
import { FakeDoppler } from '../../helpers/doubles/doppler.js';
import { FakeInfisical } from '../../helpers/doubles/infisical.js';
import { FakeVault } from '../../helpers/doubles/vault.js';
import type { FakeRequest, FakeResponse } from '../../helpers/fake-http.js';
import { moveBetween } from '../../helpers/move-between.js';
import { httpWorld, readAll } from './http-world.js';
import { convention, portsIn, usableStore } from './open-store.js';

type Answer = (request: FakeRequest) => FakeResponse;
const NAMES = ['A', 'B'];

/** Moves A and B from one address to the other: what became of them, and what each address shows afterwards. */
async function moved(answer: Answer, from: string, to: string, variables: Readonly<Record<string, string>> = {}) {
  const world = httpWorld(answer, { token: 'canary-token' }, variables);
  const ports = { ...portsIn('/nowhere', variables), http: world.fake.http, credential: world.credential };
  const [source, target] = [await usableStore(from, ports), await usableStore(to, ports)];
  const [errors, ...ends] = await moveBetween(source, target, NAMES);
  const shown = (store: typeof source) => readAll(store.store, ...NAMES.map(convention));
  return { errors, ends, from: await shown(source), to: await shown(target) };
}
const BOTH = ['found a', 'found b'];
const NONE = ['absent', 'absent'];

test.each([true, false])('from a root of Doppler to its branch (configs are shown: %s)', async (showsConfigs) => {
  const doppler = new FakeDoppler();
  doppler.showsConfigs = showsConfigs;
  doppler.branchOf.set('p/dev_mine', 'dev');
  doppler.put('p', 'dev', 'A', 'a');
  doppler.put('p', 'dev', 'B', 'b');
  // One of its own that is equal.
  doppler.put('p', 'dev_mine', 'A', 'a');
  const result = await moved((request) => doppler.answer(request), 'doppler://p/dev', 'doppler://p/dev_mine');
  expect(result).toEqual(
    showsConfigs
      ? { errors: [], ends: ['deleted', 'deleted'], from: NONE, to: BOTH }
      : { errors: ['E1126'], ends: ['deleted', 'retained'], from: ['absent', 'found b'], to: BOTH },
  );
});

test('from an environment of Infisical to one whose folder imports it', async () => {
  const infisical = new FakeInfisical();
  infisical.put('dev', '/tool/demo/default/A', 'a');
  infisical.put('dev', '/tool/demo/default/B', 'b');
  infisical.makeFolder('prod', '/tool/demo/default');
  infisical.imports.set('prod:/tool/demo/default', ['dev:/tool/demo/default']);
  const spec = `infisical://i.test/${infisical.project}?env=`;
  expect(await moved((request) => infisical.answer(request), `${spec}dev`, `${spec}prod`)).toEqual({
    errors: [],
    ends: ['deleted', 'deleted'],
    from: NONE,
    to: BOTH,
  });
});

const inVault = (vault: FakeVault, mount: string) => {
  vault.put(mount, 'tool/demo/default/A', { value: 'a' });
  vault.put(mount, 'tool/demo/default/B', { value: 'b' });
  vault.tokens.set('canary-token', { rights: 'all', uses: Number.POSITIVE_INFINITY });
};

test('between two names of one server of Vault', async () => {
  const vault = new FakeVault();
  inVault(vault, 'secret');
  expect(
    await moved((request) => vault.answer(request), 'vault://127.0.0.1?tls=false', 'vault://localhost?tls=false'),
  ).toEqual({ errors: ['E1126'], ends: ['retained', 'retained'], from: BOTH, to: BOTH });
});

test('between a namespace of Vault in the header and in the path, which is refused before anything is deleted', async () => {
  const vault = new FakeVault();
  vault.mounts.set('team/secret', 2);
  inVault(vault, 'team/secret');
  const methods: string[] = [];
  // A namespace at the start of the path is taken as one in the header is.
  const answer: Answer = (request) => {
    const { 'x-vault-namespace': namespace = '', ...headers } = request.headers;
    methods.push(request.method);
    const path = namespace === '' ? request.path : request.path.replace('/v1/', `/v1/${namespace}/`);
    return vault.answer({ ...request, path, headers });
  };
  const result = await moved(answer, 'vault://team@v.test/secret', 'vault://v.test/team/secret');
  expect(result).toMatchObject({ errors: ['E1126'], from: BOTH, to: BOTH });
  expect(methods).not.toContain('DELETE');
});
