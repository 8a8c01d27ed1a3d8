/** Scaleway Secret Manager, with the secret key of an application. */
import { FakeScaleway } from '../helpers/doubles/scaleway.js';
import type { HttpStoreWorld } from './shared/http-store.js';
import { machineOfEndpoint } from './shared/machine.js';
import { type StoreTests, VALUE } from './shared/store-world.js';

const PROJECT = '6170692e-7363-4000-8000-616c65776179';
const pathOf = (key: string) => `/tool/demo/default/${key}`;

export const store: StoreTests = {
  world: {
    spec: () => `scaleway://fr-par?project_id=${PROJECT}`,
    hold: (_at, _user, host) => ({ SCW_SECRET_KEY: 'canary-token', TOOL_SCALEWAY_ENDPOINT: `http://${host}` }),
    item: () => pathOf('HELD'),
    credentials: { secret_key: 'canary-token' },
    server: () => {
      const scaleway = new FakeScaleway();
      scaleway.put(pathOf('HELD'), VALUE);
      return (request) => scaleway.answer(request);
    },
    mostBytes: 65_536,
  },
  machine: [
    [
      `scaleway://?project_id=${PROJECT}`,
      'the region',
      {},
      { SCW_DEFAULT_REGION: 'fr-par' },
      { SCW_DEFAULT_REGION: 'nl-ams' },
    ],
    [
      'scaleway://fr-par',
      'the project',
      {},
      { SCW_DEFAULT_PROJECT_ID: PROJECT },
      { SCW_DEFAULT_PROJECT_ID: PROJECT.replace('1', '2') },
    ],
    machineOfEndpoint(`scaleway://fr-par?project_id=${PROJECT}`, 'TOOL_SCALEWAY_ENDPOINT'),
  ],
  http: {
    scaleway: {
      spec: `scaleway://fr-par?project_id=${PROJECT}`,
      credentials: { secret_key: 'canary-token' },
      make: httpWorld,
      costs: { hundred: 100, misses: 100 },
    },
  },
};

function httpWorld(): HttpStoreWorld {
  const scaleway = new FakeScaleway();
  const types: Readonly<Record<number, string>> = { 401: 'denied_authentication', 403: 'permissions_denied' };
  return {
    double: scaleway,
    put: (key, text) => void scaleway.put(pathOf(key), text),
    refusal: (status) => ({ type: types[status] ?? 'internal', message: 'an error occurred' }),
    denyReading: (key) => {
      scaleway.denies = (set, denied) => set === 'SecretAccess' && denied === pathOf(key);
      return '`SecretManagerSecretAccess`';
    },
    denyWriting: () => {
      scaleway.denies = (set) => /Create|Write/.test(set);
      return '`SecretManagerSecretCreate`';
    },
    expireToken: () => scaleway.keys.clear(),
  };
}
