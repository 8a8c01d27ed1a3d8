/** The entries of an open store, as its descriptor names them: for requests, messages and comparisons. */
import type { ProviderDescriptor } from '#schemas/providers/descriptor.js';
import type { At } from '#schemas/addresses/address.js';
import { type Entry, entryKey, flatName, type ProfileNames, type Unfit } from '#schemas/addresses/entry.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { cleaned } from '../values/cleaned.js';
import { type Failed, failed, StoreFailureError, sentenceOf } from './store-failure.js';

export type EntryChange = 'write' | 'remove';

export class EntryNames {
  readonly #descriptor: Pick<ProviderDescriptor, 'entry' | 'refusesChange'>;
  readonly #uri: StoreUri;
  readonly #names: ProfileNames;

  constructor(descriptor: Pick<ProviderDescriptor, 'entry' | 'refusesChange'>, uri: StoreUri, names: ProfileNames) {
    this.#descriptor = descriptor;
    this.#uri = uri;
    this.#names = names;
  }

  of(at: At): Entry | Failed {
    const entry = this.#descriptor.entry(at, this.#uri, this.#names);
    return entry.kind === 'entry' ? entry : unfitFailure(entry);
  }

  /** An entry that is to be written or removed. */
  toChange(at: At, change: EntryChange): Entry | Failed {
    const entry = this.of(at);
    if (entry.kind === 'failed') return entry;
    const refusal = this.#descriptor.refusesChange?.(entry, change, this.#uri) ?? null;
    return refusal === null ? entry : failed('unsupported', cleaned(refusal.problem), refusal.help);
  }

  /** Why an address cannot be read, or changed; null if it can. */
  problem(at: At, change?: EntryChange): Failed | null {
    const entry = change === undefined ? this.of(at) : this.toChange(at, change);
    return entry.kind === 'failed' ? entry : null;
  }

  /** The same as a sentence. `otherwise`: why nothing can be changed now. */
  refusal(at: At, change: EntryChange, otherwise: Failed | null = null): string | null {
    const problem = this.problem(at, change) ?? otherwise;
    return problem === null ? null : sentenceOf(problem);
  }

  /** Throws a StoreFault if the store can have no such entry: it must not be taken for another one. */
  fitting(at: At): Entry {
    const entry = this.of(at);
    if (entry.kind === 'failed') throw new StoreFailureError(entry.failure);
    return entry;
  }

  /** For people. */
  shown(at: At): string {
    const entry = this.of(at);
    return cleaned(entry.kind === 'failed' ? flatName(at) : entry.name);
  }

  /** Equal texts are one entry. */
  keyOf(at: At): string {
    const entry = this.of(at);
    return entry.kind === 'failed' ? JSON.stringify(at) : entryKey(entry);
  }
}

export function unfitFailure({ text, problem, help }: Unfit): Failed {
  return failed('unsupported', `\`${cleaned(text)}\` ${problem}`, help);
}

/** In a store without folders: `not`, or `no DB_PASS` if the entry has another name than its secret. */
export function missedName(at: At): string {
  return at.kind === 'convention' ? 'not' : `no ${cleaned(at.item)}`;
}
