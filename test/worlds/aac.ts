/** Azure App Configuration, as an application and by connection string. */
import { CONNECTION_STRING, FakeAppConfiguration } from '../helpers/doubles/app-configuration.js';
import { APPLICATION } from '../helpers/doubles/entra.js';
import type { HttpStoreWorld } from './shared/http-store.js';
import { machineOfEndpoint } from './shared/machine.js';
import { type StoreTests, VALUE } from './shared/store-world.js';
import { isNotText } from './shared/values.js';

export const store: StoreTests = {
  world: {
    spec: () => 'aac://demo-store?auth=connection_string',
    hold: (_at, _user, host) => ({
      AZURE_APPCONFIG_CONNECTION_STRING: CONNECTION_STRING,
      TOOL_AAC_ENDPOINT: `http://${host}`,
    }),
    item: () => 'tool:demo:default:HELD',
    credentials: { connection_string: CONNECTION_STRING },
    server: () => {
      const configuration = new FakeAppConfiguration();
      configuration.put('tool:demo:default:HELD', VALUE);
      return (request) => configuration.answer(request);
    },
    refuses: isNotText,
    // With their keys they may have 10,000 characters.
    mostBytes: 9900,
    holdsEmpty: true,
  },
  machine: [machineOfEndpoint('aac://config', 'TOOL_AAC_ENDPOINT')],
  http: {
    aac: {
      spec: 'aac://demo-store',
      credentials: APPLICATION,
      make: httpWorld,
      costs: { hundred: 21, misses: 21 },
    },
    'aac by connection string': {
      spec: 'aac://demo-store?auth=connection_string&label=production&tag=app=demo',
      credentials: { connection_string: CONNECTION_STRING },
      make: () => httpWorld({ label: 'production', tags: { app: 'demo' } }),
      costs: { hundred: 20, misses: 20 },
    },
  },
};

function httpWorld(more = {}): HttpStoreWorld {
  const configuration = new FakeAppConfiguration();
  configuration.host = 'demo-store.azconfig.io';
  return {
    double: configuration,
    put: (key, text) => configuration.put(`tool:demo:default:${key}`, text, more),
    refusal: (status) => ({ type: 'https://azconfig.io/errors/error', title: 'an error occurred', status }),
    denyReading: null,
    denyWriting: () => {
      configuration.denies = (method) => method !== 'GET';
      return '`App Configuration Data Owner`';
    },
    expireToken: () => {
      configuration.entra.tokens.clear();
      configuration.keys.clear();
    },
  };
}
