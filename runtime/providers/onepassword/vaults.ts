/** A store of 1Password: what it reads and writes in its vault, and in those that a `ref` names. */
import type { ProviderDescriptor } from '#schemas/providers/descriptor.js';
import { vaultOf } from '#schemas/providers/onepassword.js';
import type { Entry } from '#schemas/addresses/entry.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { type EntryRequests, type EntryWrite, entryStore } from '../bases/entry-store.js';
import type { Call, ProviderPorts, Store, WriteEntry } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { Op } from './op.js';
import { ItemReader } from './reader.js';
import { ItemWriter } from './writer.js';

export function openVaults(descriptor: ProviderDescriptor, uri: StoreUri, ports: ProviderPorts): Store {
  return entryStore(descriptor, uri, ports, new Vaults(descriptor, uri, ports));
}

class Vaults implements EntryRequests {
  readonly noun = 'item';
  readonly #container: string;
  readonly #reader: ItemReader;
  readonly #writer: ItemWriter;

  constructor({ credentials }: ProviderDescriptor, uri: StoreUri, ports: ProviderPorts) {
    const account = uri.userinfo?.user ?? '';
    const op = new Op(account, credentials, ports);
    this.#container = `onepassword ${account}`;
    this.#reader = new ItemReader(op, ports.environment);
    this.#writer = new ItemWriter(op);
    this.part = vaultOf(uri);
  }

  /** Vaults are told apart by the entries, because a `ref` may name another one. */
  readonly part: string;

  container(): string {
    return this.#container;
  }

  target(name: string, { within = '', section, field = '' }: Entry): string {
    return `vault=${within} item=${name}${section === undefined ? '' : ` section=${section}`} field=${field}`;
  }

  read(entries: readonly Entry[], call: Call) {
    return this.#reader.read(entries, call);
  }

  valueProblem({ value }: WriteEntry): Failed | null {
    const text = value.revealText();
    if (text === null || text.includes('\0')) return failed('not-text', '1Password holds UTF-8 text without NUL');
    return text === '' ? failed('unsupported', '1Password does not hold empty values') : null;
  }

  write(wanted: readonly EntryWrite[], call: Call) {
    return this.#writer.write(wanted, call);
  }
}
