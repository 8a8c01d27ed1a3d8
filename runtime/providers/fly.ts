/** The fly store: the secrets of a Fly.io app, which are set and listed and never shown again (providers-cloud 3.10). */
import { fly } from '#schemas/providers/fly.js';
import type { At } from '#schemas/stores/address.js';
import { flatName } from '#schemas/stores/entry.js';
import { renderStoreUri, type StoreUri } from '#schemas/stores/store-uri.js';
import { taken, unreadable } from './bases/write-only.js';
import { EntryNames } from './entry-names.js';
import { Flyctl } from './fly/flyctl.js';
import type {
  Answer,
  Call,
  ListAnswer,
  ProviderPorts,
  RemoveAnswer,
  Store,
  WriteAnswer,
  WriteEntry,
} from './provider.js';
import { type Failed, failed } from './store-failure.js';

export const descriptor = fly;

export function open(uri: StoreUri, ports: ProviderPorts): Store {
  return new FlyStore(uri, ports);
}

/** Changes not made yet; machines restart after the last one. */
type Open = { readonly index: number; readonly name: string; readonly text: string };

class FlyStore implements Store {
  readonly kind = 'open';
  readonly shown: string;
  readonly #app: string;
  readonly #isStaged: boolean;
  readonly #flyctl: Flyctl;
  readonly #entries: EntryNames;

  constructor(uri: StoreUri, ports: ProviderPorts) {
    const { authority, query } = uri;
    this.shown = renderStoreUri(uri);
    this.#app = authority;
    this.#entries = new EntryNames(descriptor, uri, ports.context);
    this.#isStaged = query.get('stage') === 'true';
    this.#flyctl = new Flyctl(authority, query.get('detach') === 'true', ports);
  }

  async read(requests: readonly At[]): Promise<readonly Answer[]> {
    return unreadable(requests, (at) => this.#entries.problem(at), PRODUCT);
  }

  /** One process for each, because flyctl reads one value from its input; only the last one restarts the machines. */
  async write(entries: readonly WriteEntry[], call: Call): Promise<readonly WriteAnswer[]> {
    const isGap = entries.some(({ onlyIfAbsent }) => onlyIfAbsent === true);
    const names = isGap ? await this.#flyctl.names(call) : new Set<string>();
    if ('failure' in names) return entries.map(() => names);
    const answers = entries.map(({ at, value, onlyIfAbsent }): Failed | Omit<Open, 'index'> => {
      const name = flatName(at);
      const problem = this.#entries.problem(at) ?? valueProblem(value.revealText());
      if (problem !== null) return problem;
      return onlyIfAbsent === true && names.has(name) ? taken(PRODUCT) : { name, text: value.revealText() ?? '' };
    });
    const open = answers.flatMap((answer, index): Open[] => ('failure' in answer ? [] : [{ index, ...answer }]));
    const done = await this.#set(open, call);
    return answers.map((answer, index) => ('failure' in answer ? answer : (done.get(index) ?? { kind: 'written' })));
  }

  /** Listed first, because flyctl does not say what was there; all with one process, and one restart. */
  async remove(entries: readonly At[], call: Call): Promise<readonly RemoveAnswer[]> {
    const fit = entries.filter((at) => this.#entries.problem(at) === null);
    const there = fit.length === 0 ? new Set<string>() : await this.#flyctl.names(call);
    if ('failure' in there) return entries.map((at) => this.#entries.problem(at) ?? there);
    const gone = [...new Set(fit.map(flatName))].filter((name) => there.has(name));
    const failure = gone.length === 0 ? null : await this.#flyctl.unset(gone, this.#isStaged, call);
    return entries.map((at) => {
      const isThere = there.has(flatName(at));
      return this.#entries.problem(at) ?? (isThere ? (failure ?? { kind: 'removed' }) : { kind: 'absent' });
    });
  }

  async list(call: Call): Promise<ListAnswer> {
    const names = await this.#flyctl.names(call);
    if ('failure' in names) return names;
    return { kind: 'listed', entries: Array.from(names, (name) => ({ name, at: null })) };
  }

  async refusal(at: At): Promise<string | null> {
    return this.#entries.refusal(at, 'write');
  }

  async target(at: At): Promise<string> {
    const when = this.#isStaged ? ', which its machines get when it is deployed' : '';
    return `app=${this.#app} secret=${this.#entries.shown(at)}${when}`;
  }

  async identity(at: At | null): Promise<string> {
    return at === null ? `fly ${this.#app}` : `fly ${this.#app}\n${this.#entries.keyOf(at)}`;
  }

  /** The failures by index. After one that concerns the whole app nothing more is set. */
  async #set(open: readonly Open[], call: Call): Promise<ReadonlyMap<number, Failed>> {
    const failures = new Map<number, Failed>();
    let ending: Failed | null = null;
    for (const [turn, { index, name, text }] of open.entries()) {
      const isLast = turn === open.length - 1;
      const failure: Failed | null = ending ?? (await this.#flyctl.set(name, text, this.#isStaged || !isLast, call));
      if (failure === null) continue;
      if (ENDING.has(failure.failure.kind)) ending = failure;
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
const ENDING: ReadonlySet<string> = new Set([
  'denied',
  'missing-program',
  'missing-credential',
  'timeout',
  'unreachable',
  'unsupported',
]);

/** What flyctl, or the environment of a machine, would change or cut. */
function valueProblem(text: string | null): Failed | null {
  if (text === null || text.includes('\0')) return failed('not-text', 'a variable holds UTF-8 text without NUL');
  if (/^\p{White_Space}|\p{White_Space}$/u.test(text))
    return failed('not-text', '`flyctl` would remove the blanks and line ends around the value');
  if (Buffer.byteLength(text) <= MOST_BYTES) return null;
  return failed('unsupported', '`flyctl` takes no value of more than 65,536 bytes', 'store it elsewhere');
}
