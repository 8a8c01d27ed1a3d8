/** The stores of Azure for `store-worlds.ts`, holding this value, except what every store of text refuses. */
import { base32nopad } from '@scure/base';
import { CONNECTION_STRING, FakeAppConfiguration } from './doubles/app-configuration.js';
import { APPLICATION } from './doubles/entra.js';
import { FakeKeyVault } from './doubles/key-vault.js';
import type { StoreWorld } from './store-worlds.js';

export const aacWorld = (value: string): StoreWorld => ({
  spec: () => 'aac://demo-store?auth=connection_string',
  hold: (_at, _user, host) => ({
    AZURE_APPCONFIG_CONNECTION_STRING: CONNECTION_STRING,
    TOOL_AAC_ENDPOINT: `http://${host}`,
  }),
  item: () => 'tool:demo:default:HELD',
  credentials: { connection_string: CONNECTION_STRING },
  server: () => {
    const store = new FakeAppConfiguration();
    store.put('tool:demo:default:HELD', value);
    return (request) => store.answer(request);
  },
  // With their keys they may have 10,000 characters.
  mostBytes: 9900,
  holdsEmpty: true,
});

export const akvWorld = (value: string): StoreWorld => ({
  spec: () => 'akv://demo-vault',
  hold: (_at, _user, host) => ({ ...signedInTo(host), TOOL_AKV_ENDPOINT: `http://${host}` }),
  item: () => inVault('HELD'),
  credentials: APPLICATION,
  server: () => {
    const vault = new FakeKeyVault();
    vault.put(inVault('HELD'), value);
    return (request) => vault.answer(request);
  },
  mostBytes: 25_600,
  holdsEmpty: true,
  hasRace: true,
});

/** As an application. */
function signedInTo(host: string): Record<string, string> {
  const named = Object.entries(APPLICATION).map(([name, text]) => [`AZURE_${name.toUpperCase()}`, text]);
  return { ...Object.fromEntries(named), AZURE_AUTHORITY_HOST: `http://${host}` };
}

/** By convention, in the project `demo` and the profile `default`. */
export function inVault(key: string): string {
  return `tool--mrsw23y--mrswmylvnr2a--${base32nopad.encode(Buffer.from(key)).toLowerCase()}`;
}
