/** Infisical, with a token and by Universal Auth. */
import { FakeInfisical } from '../helpers/doubles/infisical.js';
import type { HttpStoreWorld } from './shared/http-store.js';
import { type StoreTests, VALUE } from './shared/store-world.js';
import { isNotText } from './shared/values.js';

const PROJECT = 'b2f1c3d4-0000-4000-8000-000000000001';
const SPEC = `infisical://infisical.test/${PROJECT}`;
const pathOf = (key: string) => `/tool/demo/default/${key}`;

export const store: StoreTests = {
  world: {
    spec: (_, host) => `infisical://${host}/${PROJECT}?tls=false`,
    hold: () => ({ INFISICAL_TOKEN: 'canary-token' }),
    item: () => pathOf('HELD'),
    credentials: { token: 'canary-token' },
    server: () => {
      const infisical = new FakeInfisical();
      infisical.put('default', pathOf('HELD'), VALUE);
      return (request) => infisical.answer(request);
    },
    refuses: (bytes) => isNotText(bytes) || isTrimmed(Buffer.from(bytes).toString()),
  },
  machine: [
    [
      `infisical:///${PROJECT}`,
      'the domain',
      {},
      { INFISICAL_DOMAIN: 'https://one.test' },
      { INFISICAL_DOMAIN: 'two.test' },
    ],
    [`infisical:///${PROJECT}`, 'the address of the API', {}, {}, { INFISICAL_API_URL: 'https://one.test/api' }],
  ],
  http: {
    infisical: {
      spec: SPEC,
      credentials: { token: 'canary-token' },
      make: httpWorld,
      costs: { hundred: 1, misses: 1 },
    },
    'infisical by Universal Auth': {
      spec: SPEC,
      credentials: { client_id: 'machine', client_secret: 'canary-secret' },
      make: httpWorld,
      costs: { hundred: 2, misses: 2 },
    },
  },
};

/** Infisical replaces references and cuts blanks at both ends, all but one newline. */
function isTrimmed(text: string): boolean {
  return text.includes('${') || (text.endsWith('\n') ? `${text.trim()}\n` : text.trim()) !== text;
}

function httpWorld(): HttpStoreWorld {
  const infisical = new FakeInfisical();
  return {
    double: infisical,
    put: (key, text) => infisical.put('default', pathOf(key), text),
    refusal: (statusCode) => ({ reqId: 'req-1', statusCode, message: 'an error occurred', error: 'Error' }),
    denyReading: (key) => {
      infisical.denies = (right, denied) => right === 'readValue' && denied === pathOf(key);
      return '`readValue` on secrets of `/tool/demo/default` in the environment `default`';
    },
    denyWriting: () => {
      infisical.denies = (right) => ['create', 'edit', 'folders'].includes(right);
      return '`create` on secrets of `/tool/demo/default`';
    },
    expireToken: () => {
      infisical.tokens.clear();
      infisical.identities.clear();
    },
  };
}
