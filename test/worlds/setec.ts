/** Setec: a server that has no sign-in. */
import { FakeSetec } from '../helpers/doubles/setec.js';
import type { HttpStoreWorld } from './shared/http-store.js';
import { type StoreTests, VALUE } from './shared/store-world.js';

const nameOf = (key: string) => `tool/demo/default/${key}`;

export const store: StoreTests = {
  world: {
    spec: (_, host) => `setec://${host}?tls=false`,
    hold: () => ({}),
    item: () => nameOf('HELD'),
    server: () => {
      const setec = new FakeSetec();
      setec.put(nameOf('HELD'), VALUE);
      return (request) => setec.answer(request);
    },
  },
  machine: [],
  http: {
    setec: {
      spec: 'setec://secrets.test',
      credentials: {},
      repeatsWrites: true,
      emptyLists: ['null', 'a list'],
      make: httpWorld,
      costs: { hundred: 100, misses: 100 },
    },
  },
};

function httpWorld(): HttpStoreWorld {
  const setec = new FakeSetec();
  return {
    double: setec,
    put: (key, text) => setec.put(nameOf(key), text),
    refusal: (status) => (status === 401 || status === 403 ? 'access denied\n' : 'internal error\n'),
    denyReading: (key) => {
      setec.denies = (action, denied) => action === 'get' && denied === nameOf(key);
      return `\`get\` on \`${nameOf(key)}\``;
    },
    denyWriting: () => {
      setec.denies = (action) => action === 'put';
      return '`put` on';
    },
    expireToken: null,
  };
}
