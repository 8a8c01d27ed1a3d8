/** The lastpass store: passwords of LastPass, through its program (providers-local 14). */
import { lastpass } from '#schemas/providers/lastpass.js';
import { patternOf } from '#schemas/providers/pattern-location.js';
import type { Entry } from '#schemas/addresses/entry.js';
import { fillPlaceholders } from '#schemas/addresses/placeholders.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { variableIn } from '../values/environment.js';
import { SecretValue } from '../values/secret-value.js';
import { type EntryRequests, type EntryWrite, entryStore } from './bases/entry-store.js';
import { inOrder } from './bases/in-order.js';
import { type PasswordAnswer, Lpass } from './lastpass/lpass.js';
import type { Answer, Call, ProviderPorts, Store, WriteAnswer, WriteEntry } from './provider.js';
import { type Failed, failed } from './store-failure.js';

export const descriptor = lastpass;

export function open(uri: StoreUri, ports: ProviderPorts): Store {
  return entryStore(descriptor, uri, ports, new Passwords(uri, ports));
}

class Passwords implements EntryRequests {
  readonly noun = 'item';
  readonly part: string;
  readonly #home: string;
  readonly #lpass: Lpass;

  constructor(uri: StoreUri, ports: ProviderPorts) {
    this.part = fillPlaceholders(patternOf(uri), { ...ports.context, key: '{key}' });
    this.#home = variableIn(ports.environment, 'LPASS_HOME');
    this.#lpass = new Lpass(ports);
  }

  /** Its own folder is where `lpass` keeps which account is signed in. */
  container(): string {
    return `lastpass ${this.#home}`;
  }

  target(name: string): string {
    return `item=${name}`;
  }

  async read(entries: readonly Entry[], call: Call): Promise<readonly Answer[]> {
    const found = await this.#lpass.show([...new Set(entries.map(({ name }) => name))], call);
    return entries.map(({ name }) => answerOf(found.get(name)));
  }

  /** What `lpass` would cut, or take for nothing. */
  valueProblem({ value }: WriteEntry): Failed | null {
    const text = value.revealText();
    if (text === null || text.includes('\0')) return failed('not-text', 'a password is UTF-8 text without NUL');
    return text === '' ? failed('unsupported', 'LastPass does not hold empty values') : null;
  }

  /** Listed once, because `lpass edit` creates what it does not find, and `lpass add` what is there already. */
  async write(wanted: readonly EntryWrite[], call: Call): Promise<readonly WriteAnswer[]> {
    const known = new Map(await this.#lpass.show([...new Set(wanted.map(({ entry }) => entry.name))], call));
    const put = async ({ entry: { name }, value, onlyIfAbsent }: EntryWrite): Promise<WriteAnswer> => {
      const there = known.get(name) ?? ABSENT;
      if (there.kind === 'failed') return there;
      if (onlyIfAbsent === true && there.kind === 'password' && there.password !== '')
        return { kind: 'present', value: SecretValue.fromText(there.password) };
      if (there.kind === 'absent' && IS_ID.test(name)) return NO_SUCH_ID;
      const text = value.revealText() ?? '';
      const failure = await this.#lpass.put(there.kind === 'absent' ? 'add' : 'edit', name, text, call);
      if (failure !== null) return failure;
      known.set(name, { kind: 'password', password: text });
      return { kind: 'written' };
    };
    return inOrder<EntryWrite, WriteAnswer>(wanted, put, this.#lpass);
  }
}

const ABSENT = { kind: 'absent' } as const;
/** It would be looked for by its id, and so never be found. */
const IS_ID = /^\d+$/;
const NO_SUCH_ID = failed('unsupported', 'no item of LastPass has this id', 'use the name of an item');

function answerOf(found: PasswordAnswer = ABSENT): Answer {
  if (found.kind === 'failed') return found;
  const password = found.kind === 'password' ? found.password : '';
  return password === '' ? ABSENT : { kind: 'found', value: SecretValue.fromText(password) };
}
