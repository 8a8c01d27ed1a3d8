/** The pass store: entries of the standard Unix password manager, each a file encrypted by gpg (providers-local 8). */
import { pass } from '#schemas/providers/pass.js';
import { patternOf } from '#schemas/providers/pattern-location.js';
import type { At } from '#schemas/stores/address.js';
import { fillPlaceholders } from '#schemas/stores/placeholders.js';
import { renderStoreUri, type StoreUri } from '#schemas/stores/store-uri.js';
import { SecretValue } from '../values/secret-value.js';
import { decodeUtf8 } from '../values/utf8.js';
import { Locks } from './bases/locks.js';
import { eachAtOnce } from './each-at-once.js';
import { EncryptedTree } from './pass/encrypted-tree.js';
import { listedAs } from './pass/listed-as.js';
import { PassPrograms } from './pass/pass-programs.js';
import { storeFolder } from './pass/store-folder.js';
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
import { cleaned, failed, sentenceOf } from './store-failure.js';

export const descriptor = pass;

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  const root = storeFolder(uri, ports);
  return typeof root === 'string' ? new PassStore(uri, root, ports) : root;
}

/** In a git repository each change is a commit, and two at once would conflict. */
const ONE = 1;
const ENCODE = 'declare the secret with `encoding = "base64"`';

class PassStore implements Store {
  readonly kind = 'open';
  readonly shown: string;
  readonly #pattern: string;
  readonly #ports: ProviderPorts;
  readonly #tree: EncryptedTree;
  readonly #programs: PassPrograms;
  readonly #locks: Locks;

  constructor(uri: StoreUri, root: string, ports: ProviderPorts) {
    this.shown = renderStoreUri(uri);
    this.#pattern = patternOf(uri);
    this.#ports = ports;
    this.#tree = new EncryptedTree(root, ports.files);
    this.#programs = new PassPrograms(root, ports);
    this.#locks = new Locks(ports.environment);
  }

  read(requests: readonly At[], call: Call): Promise<readonly Answer[]> {
    const names = requests.map((at) => this.#nameOf(at));
    return this.#locks.each<Answer>(
      names,
      (name) => this.#tree.lockOf(name),
      (name) => this.#show(name, call),
    );
  }

  write(entries: readonly WriteEntry[], call: Call): Promise<readonly WriteAnswer[]> {
    return eachAtOnce(entries, ONE, (entry) => {
      const name = this.#nameOf(entry.at);
      return this.#tree.entry<WriteAnswer>(name, (before) => this.#insert(name, before, entry, call));
    });
  }

  remove(entries: readonly At[], call: Call): Promise<readonly RemoveAnswer[]> {
    return eachAtOnce(entries, ONE, (at) => {
      const name = this.#nameOf(at);
      return this.#tree.entry<RemoveAnswer>(name, (before) => this.#delete(name, before, call));
    });
  }

  async list(): Promise<ListAnswer> {
    const names = await this.#tree.names();
    return { kind: 'listed', entries: names.map((name) => listedAs(name, this.#pattern, this.#ports.context)) };
  }

  async refusal(at: At): Promise<string | null> {
    const name = this.#nameOf(at);
    const refusal = await this.#tree.entry(name, async () => {
      const fault = await this.#tree.refusesWrite(name);
      if (fault !== null) throw fault;
      return { kind: 'writable' } as const;
    });
    return refusal.kind === 'failed' ? sentenceOf(refusal) : null;
  }

  async absence(at: At): Promise<string> {
    return `pass: no entry ${cleaned(this.#nameOf(at))}`;
  }

  async target(at: At): Promise<string> {
    return `item=${this.#nameOf(at)}`;
  }

  async identity(at: At | null): Promise<string> {
    const store = `pass\n${await this.#ports.files.identity(this.#tree.root)}`;
    if (at !== null) return `${store}\n${this.#nameOf(at)}`;
    return `${store}\n${fillPlaceholders(this.#pattern, { ...this.#ports.context, key: '{key}' })}`;
  }

  #nameOf(at: At): string {
    return at.kind === 'native' ? at.item : fillPlaceholders(this.#pattern, at);
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
      return failed('not-text', 'pass can hold only UTF-8 text', ENCODE);
    });
  }

  async #insert(name: string, before: Uint8Array | null, entry: WriteEntry, call: Call): Promise<WriteAnswer> {
    const text = entry.value.revealText();
    if (text === null) return failed('not-text', 'pass can hold only UTF-8 text', ENCODE);
    // pass replaces without looking: if two processes look at the same time, before either writes, both write.
    const there = entry.onlyIfAbsent && before !== null ? await this.#show(name, call) : null;
    if (there?.kind === 'found') return { kind: 'present', value: there.value };
    if (there?.kind === 'failed') return there;
    const fault = await this.#tree.refusesWrite(name);
    if (fault !== null) throw fault;
    const failure = await this.#programs.insert(name, `${text}\n`, call);
    if (failure?.isCut) await this.#tree.restore(name, before);
    return failure?.why ?? { kind: 'written' };
  }

  async #delete(name: string, before: Uint8Array | null, call: Call): Promise<RemoveAnswer> {
    if (before === null) return { kind: 'absent' };
    const failure = await this.#programs.remove(name, call);
    if (failure !== null) return failure;
    const isGone = (await this.#tree.read(name)) === null;
    return isGone ? { kind: 'removed' } : failed('failed', 'pass did not remove the entry');
  }
}
