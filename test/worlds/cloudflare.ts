/** The Secrets Store of Cloudflare, with a token. */
import { FakeCloudflare } from '../helpers/doubles/cloudflare.js';
import type { HttpStoreWorld } from './shared/http-store.js';
import { type Answering, type StoreTests, VALUE } from './shared/store-world.js';
import { isNotText } from './shared/values.js';

/** The double behind a server that cannot be read. */
const DOUBLES = new WeakMap<Answering, FakeCloudflare>();

export const store: StoreTests = {
  world: {
    spec: () => 'cloudflare://store?account_id=acct',
    hold: (_at, _user, host) => ({
      CLOUDFLARE_API_TOKEN: 'canary-token',
      TOOL_CLOUDFLARE_ENDPOINT: `http://${host}`,
    }),
    item: () => 'HELD',
    server: () => {
      const cloudflare = new FakeCloudflare();
      // The contract writes more than the beta allows.
      cloudflare.most = 1000;
      cloudflare.put('HELD', VALUE);
      const answer: Answering = (request) => cloudflare.answer(request);
      DOUBLES.set(answer, cloudflare);
      return answer;
    },
    shows: (_, server) => (name) => (server && DOUBLES.get(server)?.value(name)) ?? null,
    refuses: isNotText,
    mostBytes: 65_536,
  },
  // It cannot be read, so it has no cache.
  machine: [],
  http: {
    cloudflare: {
      spec: 'cloudflare://store?account_id=acct',
      credentials: { api_token: 'canary-token' },
      make: httpWorld,
      // Nothing is read: refused without a request.
      costs: { hundred: 0, misses: 0 },
    },
  },
};

function httpWorld(): HttpStoreWorld {
  const cloudflare = new FakeCloudflare();
  const errors = (status: number) => [
    { code: status === 401 ? 10000 : status === 403 ? 9109 : 1000, message: 'an error occurred' },
  ];
  return {
    double: cloudflare,
    put: (key, text) => cloudflare.put(key, text),
    refusal: (status) => ({ success: false, errors: errors(status), messages: [], result: null }),
    denyReading: null,
    denyWriting: () => {
      cloudflare.tokens.set('Bearer canary-token', 'read');
      return '`Secrets Store: Edit`';
    },
    expireToken: () => cloudflare.tokens.clear(),
  };
}
