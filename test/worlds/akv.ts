/** Azure Key Vault, as an application and as a managed identity. */
import { base32nopad } from '@scure/base';
import { APPLICATION, signedInTo } from '../helpers/doubles/entra.js';
import { FakeKeyVault } from '../helpers/doubles/key-vault.js';
import type { HttpStoreWorld } from './shared/http-store.js';
import { machineOfEndpoint } from './shared/machine.js';
import { type StoreTests, VALUE } from './shared/store-world.js';
import { isNotText } from './shared/values.js';

export const store: StoreTests = {
  world: {
    spec: () => 'akv://demo-vault',
    hold: (_at, _user, host) => ({ ...signedInTo(host), TOOL_AKV_ENDPOINT: `http://${host}` }),
    item: () => inVault('HELD'),
    credentials: APPLICATION,
    server: () => {
      const vault = new FakeKeyVault();
      vault.put(inVault('HELD'), VALUE);
      return (request) => vault.answer(request);
    },
    refuses: isNotText,
    mostBytes: 25_600,
    holdsEmpty: true,
    hasRace: true,
  },
  machine: [machineOfEndpoint('akv://vault', 'TOOL_AKV_ENDPOINT')],
  http: {
    akv: {
      spec: 'akv://demo-vault',
      credentials: APPLICATION,
      make: httpWorld,
      costs: { hundred: 102, misses: 102 },
    },
    'akv by managed identity': {
      spec: 'akv://demo-vault?auth=managed_identity',
      credentials: {},
      make: httpWorld,
      costs: { hundred: 102, misses: 102 },
    },
  },
};

/** By convention, in the project `demo` and the profile `default`. */
export function inVault(key: string): string {
  return `tool--mrsw23y--mrswmylvnr2a--${base32nopad.encode(Buffer.from(key)).toLowerCase()}`;
}

function httpWorld(): HttpStoreWorld {
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
