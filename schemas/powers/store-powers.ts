/** What using a store makes this machine do, as far as the manifest decides it. */

import type { CredentialSource } from '../plan.js';
import type { ProviderDescriptor, ReachedHost } from '../providers/descriptor.js';
import { descriptorOf } from '../providers/index.js';
import { coordinatesOf } from '../stores/address.js';
import { leadsOutside } from '../stores/folded-path.js';
import { withoutCredentials } from '../stores/hidden-parts.js';
import { filePathOf, parseStoreUri, type StoreUri } from '../stores/store-uri.js';
import type { Leaf } from '../stores/stores-behind.js';
import type { FilePower, HostPower, Power, ReceivedCredential } from './power.js';

/** `read`: values are looked for there. `write`: they are stored or cached there. */
export type Access = 'read' | 'write';

/** `shown`: the alias or URI by which the manifest names the store. */
export function storePowers({ spec, credentials }: Leaf, shown: string, access: Access): readonly Power[] {
  const uri = parseStoreUri(spec);
  if (uri.kind === 'malformed') return [];
  const stores = [shown];
  const descriptor = descriptorOf(uri.scheme);
  if (descriptor === null) return access === 'read' ? [{ kind: 'external', scheme: uri.scheme, stores }] : [];
  const { hosts = [], programs = [], files = [] } = descriptor.reach?.(uri) ?? {};
  const toHosts = hosts.map((host) => hostPower(host, { descriptor, credentials }, stores, access));
  const own = locationFile(uri, descriptor, access);
  if (access === 'write') return [...toHosts, ...own];
  return [
    ...toHosts,
    ...programs.map((program): Power => ({ kind: 'program', program, stores })),
    ...own,
    ...files.flatMap((path) => outside(path, 'read')),
  ];
}

interface SignIn {
  readonly descriptor: ProviderDescriptor;
  readonly credentials: Leaf['credentials'];
}

function hostPower(
  { name: host, tls, receives }: ReachedHost,
  signIn: SignIn,
  stores: readonly string[],
  access: Access,
): HostPower {
  if (access === 'write') return { kind: 'host', host, tls, receives: [], values: true, stores };
  return {
    kind: 'host',
    host,
    tls,
    receives: receives.flatMap((name) => received(name, signIn)),
    values: false,
    stores,
  };
}

/** Where the manifest binds none, any variable that answers may be sent. */
function received(name: string, { descriptor, credentials }: SignIn): readonly ReceivedCredential[] {
  const bound = Object.hasOwn(credentials, name) ? credentials[name] : undefined;
  if (bound !== undefined) return [{ credential: name, from: sourceText(bound) }];
  const variables = descriptor.credentials.find((known) => known.name === name)?.environment ?? [];
  return (variables.length === 0 ? [name] : variables).map((credential) => ({ credential, from: 'environment' }));
}

function sourceText({ store, ref }: CredentialSource): string {
  const name = store.kind === 'uri' ? withoutCredentials(store.uri) : store.name;
  return ref === undefined
    ? name
    : `${name}: ${coordinatesOf(ref)
        .map((pair) => pair.join(' '))
        .join(', ')}`;
}

function locationFile(uri: StoreUri, { uri: shape }: ProviderDescriptor, access: Access): readonly FilePower[] {
  if (shape.location !== 'file' && shape.location !== 'folder') return [];
  return outside(filePathOf(uri), access);
}

function outside(path: string, access: Access): readonly FilePower[] {
  return leadsOutside(path) ? [{ kind: 'file', path, access }] : [];
}
