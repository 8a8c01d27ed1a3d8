/** What using a store makes this machine do, as far as the manifest decides it. */

import type { CredentialSource } from '../plan.js';
import type { ReachedHost } from '../providers/descriptor.js';
import { descriptorOf } from '../providers/index.js';
import { coordinatesOf } from '../addresses/address.js';
import { contactsOf, type StoreContact } from '../stores/contacts.js';
import { leadsOutside } from '../addresses/folded-path.js';
import { withoutCredentials } from '../stores/hidden-parts.js';
import { parseStoreUri } from '../addresses/store-uri.js';
import type { Leaf } from '../stores/stores-behind.js';
import type { FilePower, HostPower, Power, ReceivedCredential } from './power.js';

/** `read`: values are looked for there. `write`: they are stored or cached there. */
export type AccessKind = 'read' | 'write';

/** `shown`: the alias or URI by which the manifest names the store. */
export function storePowers({ spec, credentials }: Leaf, shown: string, access: AccessKind): readonly Power[] {
  const uri = parseStoreUri(spec);
  if (uri.kind === 'malformed') return [];
  const stores = [shown];
  const contacts = contactsOf(uri);
  if (contacts === null) return access === 'read' ? [{ kind: 'external', scheme: uri.scheme, stores }] : [];
  const signIn = { scheme: uri.scheme, credentials };
  return contacts.flatMap((contact) => contactPowers(contact, signIn, stores, access));
}

/** The servers of a vendor, helpers of a program, and what the machine decides are no power of their own. */
function contactPowers(
  contact: StoreContact,
  signIn: SignIn,
  stores: readonly string[],
  access: AccessKind,
): readonly Power[] {
  switch (contact.kind) {
    case 'host':
      return contact.isVendors ? [] : [hostPower(contact, signIn, stores, access)];
    case 'program':
      return contact.isHelper || access === 'write' ? [] : [{ kind: 'program', program: contact.program, stores }];
    case 'file':
      return contact.isStore || access === 'read' ? outside(contact.path, access) : [];
    case 'machine':
      return [];
  }
}

interface SignIn {
  readonly scheme: string;
  readonly credentials: Leaf['credentials'];
}

function hostPower(
  { name: host, tls, receives }: ReachedHost,
  signIn: SignIn,
  stores: readonly string[],
  access: AccessKind,
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
function received(name: string, { scheme, credentials }: SignIn): readonly ReceivedCredential[] {
  const bound = Object.hasOwn(credentials, name) ? credentials[name] : undefined;
  if (bound !== undefined) return [{ credential: name, from: sourceText(bound) }];
  const variables = descriptorOf(scheme)?.credentials.find((known) => known.name === name)?.environment ?? [];
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

function outside(path: string, access: AccessKind): readonly FilePower[] {
  return leadsOutside(path) ? [{ kind: 'file', path, access }] : [];
}
