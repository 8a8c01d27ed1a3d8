/** The fly store: the secrets of a Fly.io app, which are set and listed and never shown again (providers-cloud 3.10). */
import { fly } from '#schemas/providers/fly.js';
import type { Entry } from '#schemas/addresses/entry.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { type EntryRequests, type EntryWrite, entryStore } from './bases/entry-store.js';
import { taken, unreadable } from './bases/write-only.js';
import { Flyctl } from './fly/flyctl.js';
import type { Call, ProviderPorts, RemoveAnswer, Store, WriteAnswer, WriteEntry } from './provider.js';
import { type Failed, failed } from './store-failure.js';

export const descriptor = fly;

export function open(uri: StoreUri, ports: ProviderPorts): Store {
  return entryStore(descriptor, uri, ports, new Secrets(uri, ports));
}

/** Changes not made yet; machines restart after the last one. */
type Open = { readonly index: number; readonly name: string; readonly text: string };

class Secrets implements EntryRequests {
  readonly #app: string;
  readonly #isStaged: boolean;
  readonly #flyctl: Flyctl;

  constructor({ authority, query }: StoreUri, ports: ProviderPorts) {
    this.#app = authority;
    this.#isStaged = query.get('stage') === 'true';
    this.#flyctl = new Flyctl(authority, query.get('detach') === 'true', ports);
  }

  container(): string {
    return `fly ${this.#app}`;
  }

  target(name: string): string {
    const when = this.#isStaged ? ', which its machines get when it is deployed' : '';
    return `app=${this.#app} secret=${name}${when}`;
  }

  async read(entries: readonly Entry[]) {
    return unreadable(entries, PRODUCT);
  }

  /** What flyctl, or the environment of a machine, would change or cut. */
  valueProblem({ value }: WriteEntry): Failed | null {
    const text = value.revealText();
    if (text === null || text.includes('\0')) return failed('not-text', 'a variable holds UTF-8 text without NUL');
    if (/^\p{White_Space}|\p{White_Space}$/u.test(text))
      return failed('not-text', '`flyctl` would remove the blanks and line ends around the value');
    if (Buffer.byteLength(text) <= MOST_BYTES) return null;
    return failed('unsupported', '`flyctl` takes no value of more than 65,536 bytes', 'store it elsewhere');
  }

  /** One process for each, because flyctl reads one value from its input; only the last one restarts the machines. */
  async write(wanted: readonly EntryWrite[], call: Call): Promise<readonly WriteAnswer[]> {
    const isGap = wanted.some(({ onlyIfAbsent }) => onlyIfAbsent === true);
    const names = isGap ? await this.#flyctl.names(call) : new Set<string>();
    if ('failure' in names) return wanted.map(() => names);
    const isTaken = ({ entry, onlyIfAbsent }: EntryWrite) => onlyIfAbsent === true && names.has(entry.name);
    const open = wanted.flatMap((one, index): Open[] =>
      isTaken(one) ? [] : [{ index, name: one.entry.name, text: one.value.revealText() ?? '' }],
    );
    const failures = await this.#set(open, call);
    return wanted.map((one, index) => (isTaken(one) ? taken(PRODUCT) : (failures.get(index) ?? { kind: 'written' })));
  }

  /** Listed first, because flyctl does not say what was there; all with one process, and one restart. */
  async remove(entries: readonly Entry[], call: Call): Promise<readonly RemoveAnswer[]> {
    const there = await this.#flyctl.names(call);
    if ('failure' in there) return entries.map(() => there);
    const gone = [...new Set(entries.map(({ name }) => name))].filter((name) => there.has(name));
    const failure = gone.length === 0 ? null : await this.#flyctl.unset(gone, this.#isStaged, call);
    return entries.map(({ name }) => (there.has(name) ? (failure ?? { kind: 'removed' }) : { kind: 'absent' }));
  }

  async list(call: Call) {
    const names = await this.#flyctl.names(call);
    return 'failure' in names ? names : Array.from(names, (name) => ({ name, at: null }));
  }

  /** The failures by index. After one that concerns the whole app nothing more is set. */
  async #set(open: readonly Open[], call: Call): Promise<ReadonlyMap<number, Failed>> {
    const failures = new Map<number, Failed>();
    let ending: Failed | null = null;
    for (const [turn, { index, name, text }] of open.entries()) {
      const isLast = turn === open.length - 1;
      const failure: Failed | null = ending ?? (await this.#flyctl.set(name, text, this.#isStaged || !isLast, call));
      if (failure === null) continue;
      if (this.#flyctl.concernsAll(failure)) ending = failure;
      const isUndeployed = !this.#isStaged && isLast && failures.size < turn;
      failures.set(index, isUndeployed ? this.#undeployed(failure) : failure);
    }
    return failures;
  }

  #undeployed({ kind, failure }: Failed): Failed {
    const help = `what was stored before it reaches the machines with \`flyctl secrets deploy --app ${this.#app}\``;
    return { kind, failure: { ...failure, help: failure.help === undefined ? help : `${failure.help}; ${help}` } };
  }
}

const PRODUCT = 'Fly.io';
/** What flyctl reads from its input. */
const MOST_BYTES = 64 * 1024;
