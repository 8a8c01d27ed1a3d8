/** What the tests of Vault and OpenBao have in common: the KV engine. */
import { FakeVault } from '../../helpers/doubles/vault.js';
import type { FaultWorld } from './fault-world.js';
import type { HttpStoreWorld } from './http-store.js';
import type { MachineRow } from './machine.js';
import { type StoreWorld, VALUE } from './store-world.js';
import { isNotText } from './values.js';

const pathOf = (key: string) => `tool/demo/default/${key}`;

export const KV_WORLD: Omit<StoreWorld, 'spec'> = {
  hold: () => ({ VAULT_TOKEN: 'root', BAO_TOKEN: 'root' }),
  item: () => pathOf('HELD'),
  server: () => {
    const vault = new FakeVault();
    vault.put('secret', pathOf('HELD'), { value: VALUE });
    return (request) => vault.answer(request);
  },
  refuses: isNotText,
};

/** `prefix`: of the variables of the product. */
export function machineOfKv(scheme: string, prefix: string): readonly MachineRow[] {
  const [address, namespace] = [`${prefix}_ADDR`, `${prefix}_NAMESPACE`];
  return [
    [scheme, 'the address', {}, { [address]: 'https://one.test' }, { [address]: 'https://two.test' }],
    [scheme, 'its path', {}, { [address]: 'https://one.test/a' }, { [address]: 'https://one.test/b' }],
    [`${scheme}://v.test`, 'the namespace', {}, { [namespace]: 'one' }, { [namespace]: 'two' }],
    [`${scheme}://v.test`, 'a namespace', {}, {}, { [namespace]: 'two' }],
  ];
}

export function kvHttpWorld(mount = 'secret'): HttpStoreWorld {
  const vault = new FakeVault();
  const data = mount === 'secret' ? 'secret/data' : mount;
  const token: { rights: NonNullable<ReturnType<typeof vault.tokens.get>>['rights']; uses: number } = {
    rights: 'all',
    uses: Number.POSITIVE_INFINITY,
  };
  vault.tokens.set('canary-token', token);
  const restrict = (rights: typeof token.rights) => {
    for (const held of vault.tokens.values()) held.rights = rights;
    vault.rights = rights;
  };
  return {
    double: vault,
    put: (key, text) => vault.put(mount, pathOf(key), { value: text }),
    refusal: (status) => ({ errors: [status === 401 || status === 403 ? 'permission denied' : 'an error occurred'] }),
    denyReading: (key) => {
      restrict({ [`${data}/${pathOf('HELD')}`]: ['read'], [`${data}/${pathOf('GONE')}`]: ['read'] });
      return `\`read\` on \`${data}/${pathOf(key)}\``;
    },
    denyWriting: () => {
      restrict({ [`${data}/`]: ['read'], [`${mount}/metadata/`]: ['read'] });
      return '`create` and `update`';
    },
    expireToken: () => vault.tokens.clear(),
  };
}

/** Of a server in memory, which store-faults.mjs starts. */
export function kvFaults(scheme: string, variable: string): FaultWorld {
  return {
    hasServer: true,
    uri: ({ port }) => `${scheme}://127.0.0.1:${port}/secret?tls=false`,
    variables: { [variable]: 'root' },
    faults: {
      // A policy is about a path, and the help names it: one error for each secret.
      denial: { server: 'denial', codes: ['E1102'], mostErrors: 3 },
      'no permission to write': { server: 'no writes', codes: ['E1102'], onlyWrites: true },
      'full disk of the server': { server: 'full disk', codes: ['E1101', 'E1104'], onlyWrites: true },
      sealed: { server: 'sealed', codes: ['E1103'] },
      'truncated answer': { server: 'cut answer', codes: ['E1101', 'E1104'] },
      'half an answer that looks whole': { server: 'half JSON', codes: ['E1107', 'E1101'], mayWork: ['delete'] },
      'vanished server': { server: 'closed', codes: ['E1104'] },
      silence: { server: 'silence', codes: ['E1105'], seconds: 31 },
    },
  };
}
