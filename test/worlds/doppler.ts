/** Doppler, with a token. */
import { FakeDoppler } from '../helpers/doubles/doppler.js';
import type { HttpStoreWorld } from './shared/http-store.js';
import { machineOfEndpoint } from './shared/machine.js';
import { type StoreTests, VALUE } from './shared/store-world.js';
import { isNotText } from './shared/values.js';

export const store: StoreTests = {
  world: {
    spec: () => 'doppler://demo-project',
    hold: (_at, _user, host) => ({ DOPPLER_TOKEN: 'canary-token', TOOL_DOPPLER_ENDPOINT: `http://${host}` }),
    item: () => 'default/HELD',
    credentials: { token: 'canary-token' },
    server: () => {
      const doppler = new FakeDoppler();
      doppler.put('demo-project', 'default', 'HELD', VALUE);
      return (request) => doppler.answer(request);
    },
    refuses: (bytes) => isNotText(bytes) || Buffer.from(bytes).includes('${'),
    hasRace: true,
  },
  machine: [
    machineOfEndpoint('doppler://p', 'TOOL_DOPPLER_ENDPOINT'),
    ['doppler://p', 'the workplace of the token', {}, { DOPPLER_TOKEN: 'one' }, { DOPPLER_TOKEN: 'two' }],
  ],
  http: {
    doppler: {
      spec: 'doppler://demo-project',
      credentials: { token: 'canary-token' },
      make: httpWorld,
      costs: { hundred: 1, misses: 1 },
    },
  },
};

function httpWorld(): HttpStoreWorld {
  const doppler = new FakeDoppler();
  return {
    double: doppler,
    put: (key, text) => doppler.put('demo-project', 'default', key, text),
    refusal: (status) => ({ messages: [`status ${status}`], success: false }),
    denyReading: (key) => {
      doppler.tokens.set('canary-token', { config: null, isReadOnly: false, isOfService: false });
      doppler.put('demo-project', 'default', key, 'canary-denied', 'restricted');
      return 'visibility is restricted';
    },
    denyWriting: () => {
      doppler.tokens.set('canary-token', { config: null, isReadOnly: true, isOfService: true });
      return 'read and write access to this config';
    },
    expireToken: () => doppler.tokens.clear(),
  };
}
