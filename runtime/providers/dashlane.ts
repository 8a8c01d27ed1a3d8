/** The dashlane store: secrets, notes and logins of Dashlane, through its program, which only reads (providers-local 15). */
import { dashlane } from '#schemas/providers/dashlane.js';
import { type Entry, entryKey } from '#schemas/addresses/entry.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { cleaned } from '../values/cleaned.js';
import { SecretValue } from '../values/secret-value.js';
import { type EntryRequests, entryStore } from './bases/entry-store.js';
import { severalTitled } from './bases/named-item.js';
import { Dcli, type DashlaneKind } from './dashlane/dcli.js';
import type { DashlaneItem } from './dashlane/items.js';
import type { Answer, Call, ProviderPorts, Store } from './provider.js';
import { type Failed, failed } from './store-failure.js';

export const descriptor = dashlane;

export function open(uri: StoreUri, ports: ProviderPorts): Store {
  return entryStore(descriptor, uri, ports, new Items(uri, ports));
}

/** In the order in which they are searched (providers-local 15 (4)). */
const KINDS: readonly DashlaneKind[] = ['secret', 'password', 'note'];
/** What counts without `field`. */
const USUAL_FIELD: Readonly<Record<DashlaneKind, string>> = {
  secret: 'content',
  note: 'content',
  password: 'password',
};

class Items implements EntryRequests {
  readonly noun = 'item';
  readonly part: string;
  readonly #kinds: readonly DashlaneKind[];
  readonly #dcli: Dcli;

  constructor({ authority }: StoreUri, ports: ProviderPorts) {
    const kind = authority.toLowerCase().replace(/s$/, '').replace('login', 'password');
    this.#kinds = KINDS.filter((each) => kind === '' || each === kind);
    this.part = kind;
    this.#dcli = new Dcli(ports);
  }

  container(): string {
    return 'dashlane';
  }

  target(name: string): string {
    return `item=${name}`;
  }

  /** One listing for each kind, in order, until all are found. A listing has the values of all items, and is forgotten. */
  async read(entries: readonly Entry[], call: Call): Promise<readonly Answer[]> {
    const answers = new Map<string, Answer>();
    const unseen = new Map<string, Failed>();
    const isOpen = (entry: Entry) => !answers.has(entryKey(entry));
    let known = 0;
    for (const kind of this.#kinds) {
      const open = entries.filter(isOpen);
      if (open.length === 0) break;
      const items = await this.#dcli.list(kind, call);
      if ('failure' in items) return entries.map((entry) => answers.get(entryKey(entry)) ?? items);
      if ('kind' in items) continue;
      known++;
      for (const entry of open) {
        const answer = answerIn(items, entry, kind);
        if (answer === 'no field') unseen.set(entryKey(entry), withoutField(entry));
        else if (answer !== null) answers.set(entryKey(entry), answer);
      }
    }
    if (known === 0 && entries.some(isOpen)) return entries.map(() => TOO_OLD);
    return entries.map((entry) => answers.get(entryKey(entry)) ?? unseen.get(entryKey(entry)) ?? { kind: 'absent' });
  }
}

/** Null: there is no such item of this kind. */
function answerIn(
  items: readonly DashlaneItem[],
  { name, field }: Entry,
  kind: DashlaneKind,
): Answer | 'no field' | null {
  const byId = items.filter(({ id }) => id === idOf(name));
  const [item, ...others] = byId.length > 0 ? byId : items.filter(({ title }) => folded(title) === folded(name));
  if (item === undefined) return null;
  if (others.length > 0) return severalTitled('item', [item, ...others]);
  const value = item.fields.get(field ?? USUAL_FIELD[kind]);
  if (value === undefined && field !== undefined) return 'no field';
  return value === undefined || value === '' ? ABSENT : { kind: 'found', value: SecretValue.fromText(value) };
}

const ABSENT = { kind: 'absent' } as const;

/** `dcli` prints ids with braces, and its other commands take them without. */
function idOf(name: string): string {
  return name.replace(/^\{(.*)\}$/, '$1').toUpperCase();
}

/** Capitals make no difference, in any script. */
function folded(title: string): string {
  return title.normalize('NFC').toUpperCase().toLowerCase();
}

function withoutField({ name, field = '' }: Entry): Failed {
  const detail = `the item ${cleaned(name)} has no field ${cleaned(field)}`;
  return failed(
    'unsupported',
    detail,
    'check the spelling of the `field`; `dcli` names them as in its JSON: `login`, `url`, `otpSecret`',
  );
}

const TOO_OLD = failed(
  'unsupported',
  '`dcli` does not have the command that lists these items',
  'update the Dashlane CLI',
);
