/** The stores of Azure for `http-stores.ts`. */
import { inVault } from '../../helpers/azure-worlds.js';
import { CONNECTION_STRING, FakeAppConfiguration } from '../../helpers/doubles/app-configuration.js';
import { APPLICATION } from '../../helpers/doubles/entra.js';
import { FakeKeyVault } from '../../helpers/doubles/key-vault.js';
import type { HttpStoreCase, HttpStoreWorld } from './http-double.js';

export const AZURE_STORES: Readonly<Record<string, HttpStoreCase>> = {
  aac: {
    spec: 'aac://demo-store',
    credentials: APPLICATION,
    make: configurationWorld,
    costs: { hundred: 21, misses: 21 },
  },
  'aac by connection string': {
    spec: 'aac://demo-store?auth=connection_string&label=production&tag=app=demo',
    credentials: { connection_string: CONNECTION_STRING },
    make: () => configurationWorld({ label: 'production', tags: { app: 'demo' } }),
    costs: { hundred: 20, misses: 20 },
  },
  akv: {
    spec: 'akv://demo-vault',
    credentials: APPLICATION,
    make: vaultWorld,
    costs: { hundred: 102, misses: 102 },
  },
  'akv by managed identity': {
    spec: 'akv://demo-vault?auth=managed_identity',
    credentials: {},
    make: vaultWorld,
    costs: { hundred: 102, misses: 102 },
  },
};

function configurationWorld(more = {}): HttpStoreWorld {
  const store = new FakeAppConfiguration();
  store.host = 'demo-store.azconfig.io';
  return {
    double: store,
    put: (key, text) => store.put(`tool:demo:default:${key}`, text, more),
    refusal: (status) => ({ type: 'https://azconfig.io/errors/error', title: 'an error occurred', status }),
    denyReading: null,
    denyWriting: () => {
      store.denies = (method) => method !== 'GET';
      return '`App Configuration Data Owner`';
    },
    expireToken: () => {
      store.entra.tokens.clear();
      store.keys.clear();
    },
  };
}

function vaultWorld(): HttpStoreWorld {
  const vault = new FakeKeyVault();
  const deny = (denied: string, name: string | null) => {
    vault.denies = (operation, asked) =>
      operation === denied && (name === null || name === asked) ? 'ForbiddenByRbac' : null;
  };
  return {
    double: vault,
    put: (key, text) => void vault.put(inVault(key), text),
    refusal: (status) => ({ error: { code: `Status${status}`, message: 'an error occurred' } }),
    denyReading: (key) => {
      deny('get', inVault(key));
      return '`Key Vault Secrets User`';
    },
    denyWriting: () => {
      deny('set', null);
      return '`Key Vault Secrets Officer`';
    },
    expireToken: () => vault.entra.tokens.clear(),
  };
}
