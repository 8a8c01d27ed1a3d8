/** The keyring store: entries of the operating system's keyring, by service and account (providers-local 2). */
import type { AsyncEntry } from '@napi-rs/keyring';
import { keyring } from '#schemas/providers/keyring.js';
import type { At } from '#schemas/stores/address.js';
import { fillPlaceholders } from '#schemas/stores/placeholders.js';
import { filePathOf, renderStoreUri, type StoreUri } from '#schemas/stores/store-uri.js';
import { SecretValue } from '../values/secret-value.js';
import { renameAdvice } from './entry-name.js';
import { concernsAllEntries } from './keyring/keyring-failure.js';
import { answered, type KeyringLibrary, loadKeyring } from './keyring/keyring-library.js';
import { makeRoom } from './keyring/open-connections.js';
import { doesBusAnswer } from './keyring/session-bus.js';
import type { Answer, Call, ProviderPorts, RemoveAnswer, Store, WriteAnswer, WriteEntry } from './provider.js';
import { cleaned, type Failed, failed, sentenceOf } from './store-failure.js';

const USUAL_SERVICE = 'tool/{project}/{profile}/{key}';

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
  readonly shown: string;
  readonly #pattern: string;
  readonly #ports: ProviderPorts;
  #library: KeyringLibrary | null = null;

  constructor(uri: StoreUri, ports: ProviderPorts) {
    const pattern = filePathOf(uri);
    this.shown = renderStoreUri(uri);
    this.#pattern = pattern || USUAL_SERVICE;
    this.#ports = ports;
  }

  read(requests: readonly At[], call: Call): Promise<readonly Answer[]> {
    return this.#inTurn(requests, call, async (entry): Promise<Answer> => {
      const bytes = await entry.getSecret();
      return bytes === null ? { kind: 'absent' } : { kind: 'found', value: SecretValue.fromBytes(Buffer.from(bytes)) };
    });
  }

  write(entries: readonly WriteEntry[], call: Call): Promise<readonly WriteAnswer[]> {
    const addresses = entries.map(({ at }) => at);
    return this.#inTurn(addresses, call, async (entry, index): Promise<WriteAnswer> => {
      // No keyring creates without replacing: if two processes look at the same time, before either writes, both write.
      const there = entries[index]?.onlyIfAbsent ? await entry.getSecret() : null;
      if (there !== null) return { kind: 'present', value: SecretValue.fromBytes(Buffer.from(there)) };
      await entry.setSecret(entries[index]?.value.reveal() ?? new Uint8Array());
      return { kind: 'written' };
    });
  }

  remove(entries: readonly At[], call: Call): Promise<readonly RemoveAnswer[]> {
    return this.#inTurn(entries, call, async (entry): Promise<RemoveAnswer> => {
      return { kind: (await entry.deleteCredential()) ? 'removed' : 'absent' };
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
   * One entry after the other: nearly all the time goes into connecting, which the library does on this thread, and a
   * keyring that must be unlocked prompts once instead of eight times. A failure of one entry for a reason that
   * concerns all of them also stops the rest.
   */
  async #inTurn<Done extends { readonly kind: string }>(
    addresses: readonly At[],
    call: Call,
    work: (entry: AsyncEntry, index: number) => Promise<Done>,
  ): Promise<readonly (Done | Failed)[]> {
    const answers: (Done | Failed)[] = [];
    let stopped: Failed | null = null;
    for (const [index, at] of addresses.entries()) {
      const answer: Done | Failed =
        this.#refusal(at) ?? stopped ?? (await this.#answer(at, call, (entry) => work(entry, index)));
      if (isFailed(answer) && concernsAllEntries(answer)) stopped = answer;
      answers.push(answer);
    }
    return answers;
  }

  async #answer<Done>(at: At, call: Call, work: (entry: AsyncEntry) => Promise<Done>): Promise<Done | Failed> {
    const library = await this.#loaded(call);
    if (library.kind === 'failed') return library;
    const { service, account } = this.#nameOf(at);
    await makeRoom();
    // The library connects when an entry is made, and throws there when it cannot.
    return answered(async () => work(library.entry(service, account)), call);
  }

  async #loaded(call: Call): Promise<KeyringLibrary | Failed> {
    if (this.#library !== null) return this.#library;
    const isSilent = process.platform === 'linux' && !(await doesBusAnswer(this.#ports.environment, call.signal));
    if (isSilent)
      return failed('timeout', 'the session bus does not answer', 'check whether the desktop session hangs');
    const library = await loadKeyring();
    if (library.kind === 'library') this.#library = library;
    return library;
  }

  #nameOf(at: At): Name {
    if (at.kind === 'native') return { service: at.item, account: at.field ?? this.#ports.user };
    return { service: fillPlaceholders(this.#pattern, at), account: this.#ports.user };
  }

  #refusal(at: At): Failed | null {
    const { service, account } = this.#nameOf(at);
    // The operating systems end a text at NUL, so another entry than the named one would be used.
    if (service !== '' && account !== '' && !`${service}${account}`.includes('\0')) return null;
    return failed(
      'unsupported',
      'service and account of a keyring entry must not be empty or contain NUL',
      renameAdvice(at),
    );
  }
}

function isFailed(answer: { readonly kind: string }): answer is Failed {
  return answer.kind === 'failed';
}
