/** The protonpass store: notes of Proton Pass, through its program (providers-local 17). */
import { protonpass, vaultOf } from '#schemas/providers/protonpass.js';
import type { Entry } from '#schemas/addresses/entry.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { cleaned } from '../values/cleaned.js';
import { SecretValue } from '../values/secret-value.js';
import { variableIn } from '../values/environment.js';
import { type EntryRequests, type EntryWrite, entryStore } from './bases/entry-store.js';
import { inOrder } from './bases/in-order.js';
import { Locks } from './bases/locks.js';
import { presentOr } from './bases/present-value.js';
import { type ProtonItem, newestOf } from './protonpass/items.js';
import { PassCli } from './protonpass/pass-cli.js';
import type { Answer, Call, ProviderPorts, Store, WriteAnswer, WriteEntry } from './provider.js';
import { type Failed, failed, sentenceOf } from './store-failure.js';

export const descriptor = protonpass;

export function open(uri: StoreUri, ports: ProviderPorts): Store {
  return entryStore(descriptor, uri, ports, new Notes(vaultOf(uri), ports));
}

class Notes implements EntryRequests {
  readonly noun = 'item';
  readonly #vault: string;
  readonly #cli: PassCli;
  readonly #locks: Locks;
  readonly #session: string;

  constructor(vault: string, ports: ProviderPorts) {
    this.#vault = vault;
    this.#cli = new PassCli(vault, ports);
    this.#locks = new Locks(ports.environment);
    this.#session = variableIn(ports.environment, 'PROTON_PASS_SESSION_DIR');
  }

  /** The account is that of the session. */
  container(): string {
    return JSON.stringify(['protonpass', this.#session, this.#vault]);
  }

  target(name: string): string {
    return `vault=${cleaned(this.#vault)} item=${name}`;
  }

  /** One process lists the vault, with all contents if the program does that; then one for each note that is asked for. */
  async read(entries: readonly Entry[], call: Call): Promise<readonly Answer[]> {
    const items = await this.#cli.items(call);
    if ('failure' in items) return entries.map(() => items);
    const titles = entries.map(({ name }) => name);
    return this.#locks.each(
      titles,
      async () => this.#vault,
      (title) => this.#value(items, title, call),
      call,
    );
  }

  valueProblem({ value }: WriteEntry): Failed | null {
    const text = value.revealText();
    if (text === null || text.includes('\0'))
      return failed('not-text', 'Proton Pass can hold only UTF-8 text without NUL');
    return text === '' ? failed('unsupported', 'an empty note of Proton Pass counts as a missing value') : null;
  }

  /** The vault is listed once for all, and again for a title that was just written. */
  async write(wanted: readonly EntryWrite[], call: Call): Promise<readonly WriteAnswer[]> {
    const listed = await this.#cli.items(call);
    const written = new Set<string>();
    const write = async (one: EntryWrite): Promise<WriteAnswer> => {
      const { name } = one.entry;
      const items = written.has(name) ? await this.#cli.items(call) : listed;
      written.add(name);
      return 'failure' in items ? items : this.#write(one, items, call);
    };
    return inOrder<EntryWrite, WriteAnswer>(wanted, write, this.#cli);
  }

  async #value(items: readonly ProtonItem[], title: string, call: Call): Promise<Answer> {
    const item = newestOf(items, title);
    if (item === null || item.kind === 'failed') return item ?? { kind: 'absent' };
    const whole = item.note === null ? await this.#cli.view(item, call) : item;
    if (whole.kind !== 'item') return whole;
    return whole.note ? { kind: 'found', value: SecretValue.fromText(whole.note) } : { kind: 'absent' };
  }

  async #write(
    { entry, value, onlyIfAbsent }: EntryWrite,
    items: readonly ProtonItem[],
    call: Call,
  ): Promise<WriteAnswer> {
    if (onlyIfAbsent === true) {
      const there = await this.#value(items, entry.name, call);
      if (there.kind !== 'absent') return presentOr(there);
    }
    const old = items.filter(({ title }) => title === entry.name);
    const loss = await this.#lossOf(old, call);
    if (loss !== null) return loss;
    const text = value.revealText() ?? '';
    const failure = await this.#cli.create(entry.name, text, call);
    if (failure !== null) return failure;
    return old.length === 0 ? { kind: 'written' } : this.#replaced(old, entry.name, text, call);
  }

  /** What would go with the old items: a note can be changed in place only by an argument, which other users can read. */
  async #lossOf(old: readonly ProtonItem[], call: Call): Promise<Failed | null> {
    for (const item of old) {
      const whole = item.note === null ? await this.#cli.view(item, call) : item;
      if (whole.kind === 'failed') return whole;
      if (whole.kind === 'item' && whole.besides !== null)
        return failed(
          'unsupported',
          `the item \`${cleaned(item.title)}\` ${whole.besides}, which would be lost`,
          OTHER,
        );
    }
    return null;
  }

  /** The old items go once it is certain that a new one holds the value: a failure before leaves the old value. */
  async #replaced(old: readonly ProtonItem[], title: string, text: string, call: Call): Promise<WriteAnswer> {
    const made = await this.#made(old, title, call);
    if ('failure' in made) return { kind: 'failed', failure: { ...made.failure, help: UNKNOWN } };
    if (made.every(({ note }) => note !== text)) {
      const [changed, ...others] = made;
      return (changed && others.length === 0 && (await this.#cli.delete(changed, call))) || CHANGED;
    }
    const notes: string[] = [];
    for (const item of old) {
      const failure = await this.#cli.delete(item, call);
      if (failure !== null) notes.push(`The older item \`${item.id}\` could not be deleted: ${sentenceOf(failure)}.`);
    }
    return notes.length === 0 ? { kind: 'written' } : { kind: 'written', notes };
  }

  /** The items of a title that are not old, with their contents. */
  async #made(old: readonly ProtonItem[], title: string, call: Call): Promise<readonly ProtonItem[] | Failed> {
    const listed = await this.#cli.items(call);
    if ('failure' in listed) return listed;
    const whole: ProtonItem[] = [];
    for (const item of listed) {
      if (item.title !== title || old.some(({ id }) => id === item.id)) continue;
      const seen = item.note === null ? await this.#cli.view(item, call) : item;
      if (seen.kind === 'failed') return seen;
      if (seen.kind === 'item') whole.push(seen);
    }
    return whole;
  }
}

const OTHER = 'change it in Proton Pass, or give the secret another `ref`';
const UNKNOWN = 'the new value may be stored: read it, or run the command again';
const CHANGED = failed('conflict', 'Proton Pass did not keep the value as it is; the old one is unchanged');
