/** The pass store: entries of the standard Unix password manager, each a file encrypted by gpg (providers-local 8). */
import { pass } from '#schemas/providers/pass.js';
import { patternOf } from '#schemas/providers/pattern-location.js';
import type { At } from '#schemas/addresses/address.js';
import { fillPlaceholders } from '#schemas/addresses/placeholders.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { SecretValue } from '../values/secret-value.js';
import { decodeUtf8 } from '../values/utf8.js';
import { encryptedEntry } from './bases/encrypted-entry.js';
import { inOrder } from './bases/in-order.js';
import { Locks } from './bases/locks.js';
import { EntryNames } from './entry-names.js';
import { listedAs } from './listed-as.js';
import { EncryptedTree } from './pass/encrypted-tree.js';
import { PassPrograms } from './pass/pass-programs.js';
import { GpgRecipients } from './pass/recipients.js';
import { storeFolder } from './pass/store-folder.js';
import { StoreHistory } from './pass/store-history.js';
import type {
  Answer,
  Call,
  ListAnswer,
  ProviderPorts,
  Refused,
  RemoveAnswer,
  Store,
  WriteAnswer,
  WriteEntry,
} from './provider.js';
import { type Failed, failed, sentenceOf, UNANSWERED } from './store-failure.js';

export const descriptor = pass;

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  const root = storeFolder(uri, ports);
  return typeof root === 'string' ? new PassStore(uri, root, ports) : root;
}

class PassStore implements Store {
  readonly kind = 'open';
  readonly #pattern: string;
  readonly #entries: EntryNames;
  readonly #ports: ProviderPorts;
  readonly #tree: EncryptedTree;
  readonly #programs: PassPrograms;
  readonly #recipients: GpgRecipients;
  readonly #history: StoreHistory;
  readonly #locks: Locks;

  constructor(uri: StoreUri, root: string, ports: ProviderPorts) {
    this.#pattern = patternOf(uri);
    this.#entries = new EntryNames(descriptor, uri, ports.context);
    this.#ports = ports;
    this.#tree = new EncryptedTree(root, ports.files);
    this.#programs = new PassPrograms(root, ports);
    this.#recipients = new GpgRecipients(this.#tree, this.#programs, ports.environment);
    this.#history = new StoreHistory(root, ports);
    this.#locks = new Locks(ports.environment);
  }

  async read(requests: readonly At[], call: Call): Promise<readonly Answer[]> {
    const entries = requests.map((at) => this.#entries.of(at));
    const answers = await this.#locks.each<Answer>(
      entries.flatMap((entry) => (entry.kind === 'entry' ? entry.name : [])),
      (name) => this.#tree.lockOf(name),
      (name) => this.#show(name, call),
      call,
    );
    const shown = answers.values();
    return entries.map((entry) => (entry.kind === 'failed' ? entry : (shown.next().value ?? UNANSWERED)));
  }

  write(entries: readonly WriteEntry[], call: Call): Promise<readonly WriteAnswer[]> {
    return this.#inOrder<WriteEntry, WriteAnswer>(entries, (entry, name, before) => {
      return this.#insert(name, before, entry, call);
    });
  }

  remove(entries: readonly At[], call: Call): Promise<readonly RemoveAnswer[]> {
    const named = entries.map((at) => ({ at }));
    return this.#inOrder<{ at: At }, RemoveAnswer>(named, (_, name, before) => this.#delete(name, before, call));
  }

  /** In a git repository each change is a commit, and two at once would conflict. */
  #inOrder<Item extends { readonly at: At }, Done extends WriteAnswer | RemoveAnswer>(
    items: readonly Item[],
    work: (item: Item, name: string, before: Uint8Array | null) => Promise<Done | Failed>,
  ): Promise<readonly (Done | Failed)[]> {
    const change = async (item: Item) => {
      const named = this.#entries.of(item.at);
      if (named.kind === 'failed') return named;
      return this.#tree.entry<Done>(named.name, (before) => work(item, named.name, before));
    };
    return inOrder<Item, Done>(items, change, {
      concernsAll: (failure) => this.#programs.concernsAll(failure),
      lockOf: async ({ at }) => {
        const named = this.#entries.of(at);
        return named.kind === 'failed' ? null : this.#tree.recipientsPathOf(named.name);
      },
    });
  }

  async list(): Promise<ListAnswer> {
    const names = await this.#tree.names();
    if ('kind' in names) return names;
    return { kind: 'listed', entries: names.map((name) => listedAs(name, this.#pattern, this.#ports.context)) };
  }

  async refusal(at: At): Promise<string | null> {
    const named = this.#entries.of(at);
    if (named.kind === 'failed') return sentenceOf(named);
    const { name } = named;
    const refusal = await this.#tree.entry(name, async () => {
      const fault = await this.#tree.refusesWrite(name);
      if (fault !== null) throw fault;
      return { kind: 'writable' } as const;
    });
    return refusal.kind === 'failed' ? sentenceOf(refusal) : null;
  }

  async absence(at: At): Promise<string> {
    return `pass: no entry ${this.#entries.shown(at)}`;
  }

  async target(at: At): Promise<string> {
    return `item=${this.#entries.shown(at)}`;
  }

  async identity(at: At | null): Promise<string> {
    const { context, files } = this.#ports;
    const name = at === null ? fillPlaceholders(this.#pattern, { ...context, key: '{key}' }) : this.#nameOf(at);
    return encryptedEntry(files, this.#tree.root, name);
  }

  async whereabouts(at: At | null): Promise<string> {
    return JSON.stringify([
      'pass',
      await this.#ports.files.place(this.#tree.root),
      at === null ? null : this.#nameOf(at),
    ]);
  }

  #nameOf(at: At): string {
    return this.#entries.fitting(at).name;
  }

  #show(name: string, call: Call): Promise<Answer> {
    return this.#tree.entry<Answer>(name, async (encrypted) => {
      if (encrypted === null) return { kind: 'absent' };
      const plain = await this.#programs.show(name, encrypted, call);
      if (!(plain instanceof Uint8Array)) return plain;
      const text = decodeUtf8(plain);
      // The newline that ends the file is not part of the value; `pass insert` wants one (providers-local 8.9).
      if (text !== null)
        return { kind: 'found', value: SecretValue.fromText(text.endsWith('\n') ? text.slice(0, -1) : text) };
      return failed('not-text', 'pass can hold only UTF-8 text');
    });
  }

  async #insert(name: string, before: Uint8Array | null, entry: WriteEntry, call: Call): Promise<WriteAnswer> {
    const text = entry.value.revealText();
    if (text === null) return failed('not-text', 'pass can hold only UTF-8 text');
    if (entry.onlyIfAbsent && before !== null) return this.#present(name, call);
    const fault = await this.#tree.refusesWrite(name);
    if (fault !== null) throw fault;
    const recipients = await this.#recipients.of(name, call);
    if ('kind' in recipients) return recipients;
    const encrypted = await this.#programs.encrypt(`${text}\n`, recipients, call);
    if (!(encrypted instanceof Uint8Array)) return encrypted;
    const put = await this.#tree.put(name, encrypted, { ...call, onlyIfAbsent: entry.onlyIfAbsent });
    if (put.kind === 'present') return this.#present(name, call);
    const repository = await this.#tree.repositoryOf(name);
    if (repository === null) return put;
    // The message of `pass insert`.
    const change = { repository, path: this.#tree.pathOf(name), message: `Add given password for ${name} to store.` };
    const why = await this.#history.inTurn(repository, () => this.#history.commit(change, call), call);
    return why === null ? put : notCommitted(why, 'the value is stored');
  }

  async #present(name: string, call: Call): Promise<WriteAnswer> {
    const there = await this.#show(name, call);
    if (there.kind === 'found') return { kind: 'present', value: there.value };
    return there.kind === 'failed' ? there : failed('conflict', 'another program removed the entry', 'try again');
  }

  async #delete(name: string, before: Uint8Array | null, call: Call): Promise<RemoveAnswer> {
    if (before === null) return { kind: 'absent' };
    const repository = await this.#tree.repositoryOf(name);
    if (repository === null) return this.#removed(name, call);
    const change = { repository, path: this.#tree.pathOf(name), message: `Remove ${name} from store.` };
    return this.#history.inTurn(
      repository,
      async () => {
        const answer = await this.#removed(name, call);
        if (answer.kind === 'failed') return answer;
        // pass commits it, unless another program holds the lock of the index.
        const why = await this.#history.commit(change, call);
        return why === null ? answer : notCommitted(why, 'the entry is removed');
      },
      call,
    );
  }

  async #removed(name: string, call: Call): Promise<RemoveAnswer> {
    const failure = await this.#programs.remove(name, call);
    if (failure !== null) return failure;
    const isThere = (await this.#tree.read(name)) !== null;
    return isThere ? failed('failed', 'pass did not remove the entry') : { kind: 'removed' };
  }
}

function notCommitted(why: string | Failed, done: string): Failed {
  const reason = typeof why === 'string' ? why : sentenceOf(why);
  return failed('failed', `${done}, but git did not commit it: ${reason}`, 'commit it with `pass git`');
}
