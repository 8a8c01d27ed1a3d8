/** The keeper store: records of Keeper that are shared with an application of Keeper Secrets Manager (providers-local 16). */
import { keeper } from '#schemas/providers/keeper.js';
import type { Entry } from '#schemas/addresses/entry.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { cleaned } from '../values/cleaned.js';
import { SecretValue } from '../values/secret-value.js';
import { type EntryRequests, type EntryWrite, entryStore } from './bases/entry-store.js';
import { inOrder } from './bases/in-order.js';
import { isOfTheLock } from './bases/locks.js';
import type { KeeperRecord } from './keeper/library.js';
import { fieldOf, newRecord, recordOf, setText, textOf } from './keeper/records.js';
import { type Seen, SecretsManager, type Vault } from './keeper/secrets-manager.js';
import type { Answer, Call, ProviderPorts, RemoveAnswer, Store, WriteAnswer, WriteEntry } from './provider.js';
import { type Failed, failed } from './store-failure.js';

export const descriptor = keeper;

export function open(uri: StoreUri, ports: ProviderPorts): Store {
  return entryStore(descriptor, uri, ports, new Records(uri, ports));
}

class Records implements EntryRequests {
  readonly noun = 'record';
  readonly #folder: string;
  readonly #manager: SecretsManager;

  constructor(uri: StoreUri, ports: ProviderPorts) {
    this.#folder = uri.authority;
    this.#manager = new SecretsManager(uri, ports);
  }

  /** UIDs are unique in all of Keeper. */
  container(): string {
    return `keeper ${this.#folder}`;
  }

  target(name: string, { field = '' }: Entry): string {
    return `folder=${this.#folder} record=${name} field=${cleaned(field)}`;
  }

  /** All that the application can see comes with one request. */
  async read(entries: readonly Entry[], call: Call): Promise<readonly Answer[]> {
    const seen = await this.#manager.use(call, (vault) => vault.see());
    return entries.map((entry) => ('failure' in seen ? seen : this.#answer(seen, entry)));
  }

  valueProblem({ value }: WriteEntry): Failed | null {
    return value.revealText() === null ? failed('not-text', 'Keeper can hold only UTF-8 text') : null;
  }

  /** What the application can see comes with one request, and again where a record has changed since. */
  write(wanted: readonly EntryWrite[], call: Call): Promise<readonly WriteAnswer[]> {
    return this.#changed<EntryWrite, WriteAnswer>(wanted, call, (vault, seen, one) => this.#write(vault, seen, one));
  }

  remove(entries: readonly Entry[], call: Call): Promise<readonly RemoveAnswer[]> {
    const named = entries.map((entry) => ({ entry }));
    return this.#changed<{ entry: Entry }, RemoveAnswer>(named, call, (vault, seen, one) => {
      return this.#remove(vault, seen, one.entry);
    });
  }

  close(): Promise<void> {
    return this.#manager.close();
  }

  #answer(seen: Seen, entry: Entry): Answer {
    const record = this.#record(seen, entry);
    if (record === null || 'failure' in record) return record ?? { kind: 'absent' };
    const field = fieldOf(record, entry.field ?? '');
    if (field === null) return noField(entry);
    const text = textOf(field);
    return text === null ? { kind: 'absent' } : { kind: 'found', value: SecretValue.fromText(text) };
  }

  /** By convention only the folder of the address counts. */
  #record({ records, skipped }: Seen, { name, isConventional }: Entry): KeeperRecord | Failed | null {
    const visible = isConventional ? records.filter(({ folderUid }) => folderUid === this.#folder) : records;
    return recordOf(visible, name) ?? (skipped.length === 0 ? null : unread(skipped));
  }

  async #changed<Item extends { readonly entry: Entry }, Done extends WriteAnswer | RemoveAnswer>(
    items: readonly Item[],
    call: Call,
    change: (vault: Vault, seen: Seen, item: Item) => Promise<Done | Failed>,
  ): Promise<readonly (Done | Failed)[]> {
    const answers = await this.#manager.use(call, async (vault) => {
      let seen = await vault.see();
      const changed = new Set<string>();
      const once = async (item: Item): Promise<Done | Failed> => {
        if (changed.has(item.entry.name)) seen = await vault.see();
        changed.add(item.entry.name);
        const answer = await change(vault, seen, item);
        if (!isConflict(answer)) return answer;
        // Another writer was faster: what it wrote is replaced, too.
        seen = await vault.see();
        return change(vault, seen, item);
      };
      return inOrder<Item, Done>(items, once, {
        concernsAll: (failure) => isOfTheLock(failure) || failure.failure.kind === 'busy',
      });
    });
    return 'failure' in answers ? items.map(() => answers) : answers;
  }

  async #write(vault: Vault, seen: Seen, { entry, value, onlyIfAbsent }: EntryWrite): Promise<WriteAnswer> {
    const record = this.#record(seen, entry);
    if (record !== null && 'failure' in record) return record;
    const text = value.revealText() ?? '';
    if (record === null) {
      if (!entry.isConventional) return noRecord(entry);
      return (await vault.create(this.#folder, newRecord(entry.name, text))) ?? { kind: 'written' };
    }
    const field = fieldOf(record, entry.field ?? '');
    if (field === null) return noField(entry);
    const there = textOf(field);
    if (onlyIfAbsent === true && there !== null) return { kind: 'present', value: SecretValue.fromText(there) };
    return setText(field, text) ?? (await vault.update(record)) ?? { kind: 'written' };
  }

  async #remove(vault: Vault, seen: Seen, entry: Entry): Promise<RemoveAnswer> {
    const record = this.#record(seen, entry);
    if (record === null || 'failure' in record) return record ?? { kind: 'absent' };
    return (await vault.delete(record.recordUid)) ?? { kind: 'removed' };
  }
}

function isConflict(answer: WriteAnswer | RemoveAnswer): boolean {
  return answer.kind === 'failed' && answer.failure.kind === 'conflict';
}

/** A record without the field is no missing value: the name is wrong. */
function noField({ name, field = '' }: Entry): Failed {
  return failed(
    'unsupported',
    `the record \`${cleaned(name)}\` has no field \`${cleaned(field)}\``,
    'write the label or the type of one of its fields as `field`',
  );
}

function noRecord({ name }: Entry): Failed {
  return failed(
    'unsupported',
    `there is no record \`${cleaned(name)}\`, and a \`ref\` creates none`,
    'create it in Keeper',
  );
}

/** The library leaves out what it cannot decrypt: it must not be taken for missing. */
function unread(skipped: readonly string[]): Failed {
  const detail = `Keeper sent ${skipped.length === 1 ? 'something' : `${skipped.length} things`} that cannot be decrypted`;
  return failed('malformed', detail, 'share the records with the application again');
}
