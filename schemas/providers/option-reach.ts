/** What options of a URI name: files, commands, servers. */
import type { StoreUri } from '../addresses/store-uri.js';
import type { ReachedHost } from './descriptor.js';

/** The values of these options, as far as the URI has them. */
export function optionTexts({ query }: StoreUri, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => query.get(name) ?? []);
}

/** The servers that these options name, several in one option apart; each option with the credentials that are sent there. */
export function hostsIn(uri: StoreUri, options: Readonly<Record<string, readonly string[]>>): readonly ReachedHost[] {
  return Object.entries(options).flatMap(([option, receives]) =>
    optionTexts(uri, [option])
      .flatMap((text) => text.split(','))
      .flatMap((address) => hostIn(address.trim(), receives)),
  );
}

function hostIn(address: string, receives: readonly string[]): readonly ReachedHost[] {
  const [, scheme = '', name = ''] = ADDRESS.exec(address) ?? [];
  return name === '' ? [] : [{ name: name.toLowerCase(), tls: scheme.toLowerCase() !== 'http', receives }];
}

/** Scheme, then host and port: the user and the path around them are left out. */
const ADDRESS = /^(?:([A-Za-z][A-Za-z0-9+.-]*):\/\/)?(?:[^@/?#]*@)?([^/?#]*)/u;
