/** The keyring store: entries of the operating system's keyring, by service and account (providers-local 2). */
import { keyring } from '#schemas/providers/keyring.js';
import { patternOf } from '#schemas/providers/pattern-location.js';
import type { At } from '#schemas/addresses/address.js';
import { fillPlaceholders } from '#schemas/addresses/placeholders.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { cleaned } from '../values/cleaned.js';
import { SecretValue } from '../values/secret-value.js';
import { EntryNames } from './entry-names.js';
import type { Keyring, KeyringEntry } from './keyring/keyring.js';
import { concernsAllEntries } from './keyring/keyring-failure.js';
import { Bounds, openKeyring } from './keyring/open-keyring.js';
import type { Answer, Call, ProviderPorts, RemoveAnswer, Store, WriteAnswer, WriteEntry } from './provider.js';
import { type Failed, failed, sentenceOf } from './store-failure.js';

export const descriptor = keyring;

export function open(uri: StoreUri, ports: ProviderPorts): Store {
  return new KeyringStore(uri, ports);
}

interface Name {
  readonly service: string;
  readonly account: string;
}

class KeyringStore implements Store {
  readonly kind = 'open';
  readonly #pattern: string;
  readonly #entries: EntryNames;
  readonly #ports: ProviderPorts;

  constructor(uri: StoreUri, ports: ProviderPorts) {
    this.#pattern = patternOf(uri);
    this.#entries = new EntryNames(descriptor, uri, ports.context);
    this.#ports = ports;
  }

  read(requests: readonly At[], call: Call): Promise<readonly Answer[]> {
    return this.#each(requests, call, Number.POSITIVE_INFINITY, async (entry): Promise<Answer> => {
      const value = await entry.read();
      return value === null ? { kind: 'absent' } : { kind: 'found', value: SecretValue.fromBytes(value) };
    });
  }

  write(entries: readonly WriteEntry[], call: Call): Promise<readonly WriteAnswer[]> {
    const addresses = entries.map(({ at }) => at);
    return this.#each(addresses, call, 1, async (entry, index): Promise<WriteAnswer> => {
      const value = entries[index]?.value.reveal() ?? new Uint8Array();
      // No keyring creates without replacing: if two processes look at the same time, before either writes, both write.
      const there = entries[index]?.onlyIfAbsent ? await entry.add(value) : await entry.write(value);
      return there ? { kind: 'present', value: SecretValue.fromBytes(there) } : { kind: 'written' };
    });
  }

  remove(entries: readonly At[], call: Call): Promise<readonly RemoveAnswer[]> {
    return this.#each(entries, call, 1, async (entry): Promise<RemoveAnswer> => {
      return { kind: (await entry.remove()) ? 'removed' : 'absent' };
    });
  }

  async refusal(at: At): Promise<string | null> {
    const refusal = this.#refusal(at);
    return refusal === null ? null : sentenceOf(refusal);
  }

  async absence(at: At): Promise<string> {
    const { service, account } = this.#nameOf(at);
    return `keyring: no entry ${cleaned(service)}${account === this.#ports.user ? '' : ` of account ${cleaned(account)}`}`;
  }

  async target(at: At): Promise<string> {
    const { service, account } = this.#nameOf(at);
    return `item=${service} field=${account}`;
  }

  async identity(at: At | null): Promise<string> {
    if (at === null) return `keyring\n${fillPlaceholders(this.#pattern, { ...this.#ports.context, key: '{key}' })}`;
    const { service, account } = this.#nameOf(at);
    return `keyring\n${service}\n${account}`;
  }

  /**
   * The first entry alone: with it a locked keyring is unlocked, and a failure for a reason that concerns all entries stops the
   * rest. Then as many at once as the keyring and `atOnce` allow.
   */
  async #each<Done extends { readonly kind: string }>(
    addresses: readonly At[],
    call: Call,
    atOnce: number,
    work: (entry: KeyringEntry, index: number) => Promise<Done>,
  ): Promise<readonly (Done | Failed)[]> {
    const refusals = addresses.map((at) => this.#refusal(at));
    if (!refusals.includes(null)) return refusals.filter((refusal) => refusal !== null);
    const bounds = new Bounds(call);
    const keyring = await bounds.answered(() => openKeyring(this.#ports, call));
    try {
      if (keyring.kind === 'failed') return refusals.map((refusal) => refusal ?? keyring);
      const answers: (Done | Failed)[] = [];
      let stopped: Failed | undefined;
      for (let size = 1; answers.length < addresses.length; size = Math.min(atOnce, keyring.mostAtOnce)) {
        const first = answers.length;
        const answer = async (at: At, offset: number): Promise<Done | Failed> => {
          const entry = () => work(this.#entryOf(keyring, at), first + offset);
          return refusals[first + offset] ?? stopped ?? bounds.answered(entry);
        };
        answers.push(...(await Promise.all(addresses.slice(first, first + size).map(answer))));
        stopped ??= answers.slice(first).filter(isFailed).find(concernsAllEntries);
      }
      return answers;
    } finally {
      bounds.end();
      if (keyring.kind === 'keyring') keyring.close();
    }
  }

  #entryOf(keyring: Keyring, at: At): KeyringEntry {
    const { service, account } = this.#nameOf(at);
    return keyring.entry(service, account);
  }

  #nameOf(at: At): Name {
    const entry = this.#entries.of(at);
    const { user } = this.#ports;
    if (entry.kind === 'failed') return { service: this.#entries.shown(at), account: user };
    return { service: entry.name, account: entry.field ?? user };
  }

  #refusal(at: At): Failed | null {
    const problem = this.#entries.problem(at);
    return problem ?? (this.#nameOf(at).account === '' ? NO_USER : null);
  }
}

const NO_USER = failed('unsupported', 'the user of this machine has no name', 'name the account as `field` of a `ref`');

function isFailed(answer: { readonly kind: string }): answer is Failed {
  return answer.kind === 'failed';
}
