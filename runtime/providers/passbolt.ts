/** The passbolt store: resources of a Passbolt server, through its program (providers-local 18). */
import { passbolt, passboltServer } from '#schemas/providers/passbolt.js';
import type { Entry } from '#schemas/addresses/entry.js';
import { fillPlaceholders } from '#schemas/addresses/placeholders.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { TITLE } from '#schemas/addresses/titled-entry.js';
import { UUID } from '#schemas/addresses/uuid.js';
import { cleaned } from '../values/cleaned.js';
import { SecretValue } from '../values/secret-value.js';
import { type EntryRequests, entryStore } from './bases/entry-store.js';
import { Locks } from './bases/locks.js';
import { type ResourceListing, PassboltProgram, serverOf } from './passbolt/passbolt-program.js';
import { named } from './passbolt/resources.js';
import type { Answer, Call, Listed, ProviderPorts, Store } from './provider.js';
import { type Failed, failed } from './store-failure.js';

export const descriptor = passbolt;

export function open(uri: StoreUri, ports: ProviderPorts): Store {
  return entryStore(descriptor, uri, ports, new Resources(uri, ports));
}

class Resources implements EntryRequests {
  readonly noun = 'resource';
  readonly #uri: StoreUri;
  readonly #ports: ProviderPorts;
  readonly #program: PassboltProgram;
  readonly #locks: Locks;

  constructor(uri: StoreUri, ports: ProviderPorts) {
    this.#uri = uri;
    this.#ports = ports;
    this.#program = new PassboltProgram(uri, ports);
    this.#locks = new Locks(ports.environment);
  }

  container(): string {
    const server = passboltServer(serverOf(this.#uri, this.#ports));
    return JSON.stringify(['passbolt', server, this.#uri.query.get('folder')?.toLowerCase() ?? null]);
  }

  target(name: string): string {
    return `resource=${name}`;
  }

  /**
   * Resources by id are got, each by a process, without a listing. Those by name are listed: the values with them if there are several, since
   * each process signs in anew.
   */
  async read(entries: readonly Entry[], call: Call): Promise<readonly Answer[]> {
    const names = new Set(entries.flatMap(({ name }) => (UUID.test(name) ? [] : [name])));
    const wanted = new Set(entries.flatMap(({ field = '' }) => field));
    const listing = names.size === 0 ? NOTHING : await this.#listed([...names], [...wanted], call);
    if (listing.kind === 'failed') return entries.map(() => listing);
    // An id in another spelling is the same one.
    const keys = entries.map(({ name }) => (UUID.test(name) ? name.toLowerCase() : name));
    const answers = await this.#locks.each(
      keys,
      async () => '',
      (name) => this.#resource(name, [...wanted], listing, call),
      call,
    );
    return entries.map((entry, index) => answerOf(answers[index], entry));
  }

  /** Names in the folder that the template makes for this project and profile: without a folder all of the account would be listed. */
  async list(call: Call): Promise<readonly Listed[] | Failed> {
    const { query } = this.#uri;
    const [before = '', after, ...more] = (query.get('template') ?? TITLE)
      .split('{key}')
      .map((part) => this.#filled(part));
    if (!query.has('folder') || after === undefined || more.length > 0) return TOO_MUCH;
    const listing = await this.#program.list([], call);
    if (listing === null || listing.kind === 'failed') return listing ?? TOO_MUCH;
    const names = listing.resources.map(({ name }) => name).filter((name) => isBetween(name, before, after));
    const keys = names.map((name) => name.slice(before.length, name.length - after.length));
    const twice = keys.find((key, index) => keys.indexOf(key) !== index);
    if (twice !== undefined) return failed('unsupported', `several resources are called \`${cleaned(twice)}\``, RENAME);
    return keys
      .filter((key) => !key.includes('/'))
      .map((name) => ({ name, at: null, native: { item: `${before}${name}${after}` } }));
  }

  #filled(part: string): string {
    return fillPlaceholders(part, { ...this.#ports.context, key: '' });
  }

  /** A listing with values has no resource whose value it cannot show: what is not in it is looked for among all. */
  async #listed(names: readonly string[], fields: readonly string[], call: Call): Promise<ResourceListing | Failed> {
    const whole = names.length < 2 ? null : await this.#program.list(fields, call);
    if (whole?.kind === 'failed') return whole;
    const isWhole = whole !== null && names.every((name) => named(whole.resources, name) !== null);
    if (isWhole) return whole;
    const all = await this.#program.list([], call);
    if (all === null || all.kind === 'failed') return all ?? TOO_MUCH;
    const known = new Map((whole?.resources ?? []).map((resource) => [resource.id, resource]));
    return { ...all, resources: all.resources.map((resource) => known.get(resource.id) ?? resource) };
  }

  async #resource(
    name: string,
    fields: readonly string[],
    { resources, isPartial }: ResourceListing,
    call: Call,
  ): Promise<Resource> {
    if (UUID.test(name)) return this.#program.get(name, call);
    const found = named(resources, name);
    if (found === null) return isPartial ? unknownKind(name) : ABSENT;
    if ('failure' in found) return found;
    const isWhole = fields.every((field) => found.fields[field] !== undefined);
    return isWhole ? { kind: 'got', fields: found.fields } : this.#program.get(found.id, call);
  }
}

type Resource = Awaited<ReturnType<PassboltProgram['get']>>;

const NOTHING: ResourceListing = { kind: 'listing', resources: [], isPartial: false };
const ABSENT = { kind: 'absent' } as const;
const WITHOUT_PASSWORD = failed('malformed', '`passbolt get resource` printed a resource without its password');

/** Every field of a resource is a text, which is empty where it has none. Each has a password, if only an empty one. */
function answerOf(resource: Resource = ABSENT, { field = '' }: Entry): Answer {
  if (resource.kind !== 'got') return resource;
  const text = resource.fields[field];
  if (text === undefined && field === 'password') return WITHOUT_PASSWORD;
  return text ? { kind: 'found', value: SecretValue.fromText(text) } : ABSENT;
}

function isBetween(name: string, before: string, after: string): boolean {
  return name.length > before.length + after.length && name.startsWith(before) && name.endsWith(after);
}

/** It may be among those that the program left out. */
function unknownKind(name: string): Failed {
  const detail = `there is no resource \`${cleaned(name)}\` among those that \`passbolt\` can read, and it left out others of kinds that it does not know`;
  return failed('unsupported', detail, 'update `passbolt`, or name a folder without them with `folder` in the address');
}

const RENAME = 'rename all but one of them';
const TOO_MUCH = failed(
  'unsupported',
  'resources are listed in a folder alone, and by a template with one `{key}`: otherwise all of the account would be listed',
  'name one with `folder` in the address',
);
