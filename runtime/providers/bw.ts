/** The bw store: items of Bitwarden's password manager, by title or id (providers-local 19, 25.19). */
import { bw } from '#schemas/providers/bw.js';
import type { Entry } from '#schemas/addresses/entry.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { cleaned } from '../values/cleaned.js';
import { variableIn } from '../values/environment.js';
import { SecretValue } from '../values/secret-value.js';
import { type EntryAnswer, type EntryRequests, type EntryWrite, entryStore } from './bases/entry-store.js';
import { inOrder } from './bases/in-order.js';
import { Once } from './bases/once.js';
import { BitwardenProgram } from './bw/bitwarden-program.js';
import { textOf, withText } from './bw/fields.js';
import { findItem, inScope, type BitwardenItem, itemOf, itemsIn } from './bw/item.js';
import { kindOf } from './bw/kinds.js';
import { newItem } from './bw/new-item.js';
import { type ItemScope, scopeOf } from './bw/scope.js';
import { namingFor, type Settings, settingsOf } from './bw/settings.js';
import type { Call, Listed, ProviderPorts, Refused, Store, WriteAnswer, WriteEntry } from './provider.js';
import { type Failed, failed, refused } from './store-failure.js';

export const descriptor = bw;

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  const settings = settingsOf(uri, ports.environment);
  if (settings.unknownType !== null)
    return refused(
      'unsupported',
      `\`BITWARDEN_DEFAULT_TYPE\` is ${cleaned(settings.unknownType)}, which is not a type`,
    );
  return entryStore(namingFor(settings), uri, ports, new Items(settings, uri, ports));
}

class Items implements EntryRequests {
  readonly noun = 'item';
  readonly part: string;
  readonly #settings: Settings;
  readonly #uri: StoreUri;
  readonly #ports: ProviderPorts;
  readonly #program: BitwardenProgram;
  readonly #scope = new Once<ItemScope>();

  constructor(settings: Settings, uri: StoreUri, ports: ProviderPorts) {
    this.#settings = settings;
    this.#uri = uri;
    this.#ports = ports;
    this.part = this.#prefix();
    this.#program = new BitwardenProgram(settings.server, ports);
  }

  /** The account is the one that is signed in there. */
  container(): string {
    const { environment, home } = this.#ports;
    const folder = variableIn(environment, 'BITWARDENCLI_APPDATA_DIR');
    const configuration = variableIn(environment, 'XDG_CONFIG_HOME');
    const { organization, collection, type } = this.#settings;
    return JSON.stringify(['bw', folder || configuration || home, organization, collection, type]);
  }

  target(name: string, { field }: Entry): string {
    return `item=${name}${field === undefined ? '' : ` field=${cleaned(field)}`}`;
  }

  /** One listing for all: each process decrypts the whole vault, whatever it is asked for. */
  async read(entries: readonly Entry[], call: Call): Promise<readonly EntryAnswer[]> {
    const items = await this.#items(call);
    if ('failure' in items) return entries.map(() => items);
    const answers: EntryAnswer[] = [];
    for (const { name, field } of entries) {
      const item = findItem(items, name, this.#settings.type);
      answers.push(
        item === null || 'failure' in item ? (item ?? { kind: 'absent' }) : await this.#value(item, field, call),
      );
    }
    return answers;
  }

  valueProblem({ value }: WriteEntry): Failed | null {
    const text = value.revealText();
    if (text === null || text.includes('\0')) return failed('not-text', 'an item holds UTF-8 text without NUL');
    return text === '' ? failed('unsupported', 'Bitwarden keeps no empty value') : null;
  }

  async write(wanted: readonly EntryWrite[], call: Call): Promise<readonly WriteAnswer[]> {
    const listed = await this.#items(call);
    if ('failure' in listed) return wanted.map(() => listed);
    const items = new Map(listed.map((item) => [item.id, item]));
    return inOrder<EntryWrite, WriteAnswer>(wanted, (one) => this.#store(items, one, call), this.#program);
  }

  /** Those of this project and profile, and those that have a title without a path. Others are of other projects, or of nobody here. */
  async list(call: Call): Promise<readonly Listed[] | Failed> {
    const items = await this.#items(call);
    if ('failure' in items) return items;
    const { type } = this.#settings;
    const ofType = type === null ? items : items.filter((item) => item.type === type);
    return ofType.flatMap(({ title }) => this.#listed(title) ?? []);
  }

  async #items(call: Call): Promise<readonly BitwardenItem[] | Failed> {
    const scope = await this.#scopeOnce(call);
    if (scope.kind === 'failed') return scope;
    const { organization, collection } = scope;
    // `bw` shows what fits one of several filters.
    const owner = organization === null ? [] : ['--organizationid', organization];
    const listing = await this.#program.list(
      ['items', ...(collection === null ? owner : ['--collectionid', collection])],
      call,
    );
    const items = 'failure' in listing ? listing : itemsIn(listing);
    return 'failure' in items ? items : inScope(items, scope);
  }

  #scopeOnce(call: Call): Promise<ItemScope | Failed> {
    return this.#scope.get(() => scopeOf(this.#settings, (what) => this.#program.list([what], call)), call);
  }

  async #value(item: BitwardenItem, field: string | undefined, call: Call): Promise<EntryAnswer> {
    const isCode = field?.toLowerCase() === 'otp' && kindOf(item.type).object === 'login';
    const seed = isCode ? textOf(item, 'totp') : null;
    const isComputed = typeof seed === 'string';
    const text = isComputed ? await this.#program.oneTimeCode(item.id, call) : textOf(item, field);
    if (text === null) return { kind: 'no field' };
    return typeof text === 'string' ? { kind: 'found', value: SecretValue.fromText(text) } : text;
  }

  /** An item that a `ref` names is never created: it is somebody's, and only misspelled. */
  async #store(
    items: Map<string, BitwardenItem>,
    { at, entry, value, onlyIfAbsent }: EntryWrite,
    call: Call,
  ): Promise<WriteAnswer> {
    const { name, field } = entry;
    const text = value.revealText() ?? '';
    const { type } = this.#settings;
    const item = findItem([...items.values()], name, type);
    if (item !== null && 'failure' in item) return item;
    if (item === null && at.kind === 'native') return notCreated(name);
    const held = item === null ? null : textOf(item, field);
    if (held !== null && typeof held !== 'string') return held;
    if (onlyIfAbsent === true && held !== null) return { kind: 'present', value: SecretValue.fromText(held) };
    const scope = await this.#scopeOnce(call);
    if (scope.kind === 'failed') return scope;
    const wanted = item === null ? newItem(name, type, field, text, scope) : withText(item, field, text);
    if (isFailed(wanted)) return wanted;
    const words = item === null ? ['create', 'item'] : ['edit', 'item', item.id];
    const changed = await this.#program.change(words, wanted, call);
    if (changed.kind === 'failed') return changed;
    // The next change of the item starts from this one.
    const now = itemOf({ ...wanted, ...changed.item });
    if (now !== null) items.set(now.id, now);
    return { kind: 'written' };
  }

  #listed(title: string): Listed | null {
    const prefix = this.#prefix();
    const isOurs = title.toLowerCase().startsWith(prefix.toLowerCase());
    const key = isOurs ? title.slice(prefix.length) : title;
    if (key === '' || key.includes('/')) return null;
    return isOurs ? { name: key, at: null, native: { item: title } } : { name: title, at: { item: title } };
  }

  #prefix(): string {
    const { project, profile } = this.#ports.context;
    const named = { project: bw.spelledPart(project, 'project'), profile: bw.spelledPart(profile, 'profile'), key: '' };
    return bw.conventionName(named, this.#uri);
  }
}

function notCreated(name: string): Failed {
  return failed(
    'unsupported',
    `there is no item \`${cleaned(name)}\`, and an item that a \`ref\` names is not created`,
    'create it in Bitwarden, or run `bw sync` if it is there',
  );
}

function isFailed(given: object): given is Failed {
  return 'failure' in given;
}
