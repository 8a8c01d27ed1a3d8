/** The doppler store: the secrets of a config of a Doppler project (providers-cloud 3.14). */
import { createHash } from 'node:crypto';
import { doppler } from '#schemas/providers/doppler.js';
import type { At } from '#schemas/stores/address.js';
import { renderStoreUri, type StoreUri } from '#schemas/stores/store-uri.js';
import { cleaned } from '../values/cleaned.js';
import { variableIn } from '../values/environment.js';
import { endpointOf } from './bases/endpoint.js';
import { DopplerApi, type NoConfig, type Secrets } from './doppler/doppler-api.js';
import { isInjected, type Place, placeOf } from './doppler/doppler-place.js';
import { EntryNames } from './entry-names.js';
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
import { type Failed, failed, UNANSWERED } from './store-failure.js';

export const descriptor = doppler;

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  const origin = endpointOf('doppler', 'https://api.doppler.com', ports.environment);
  return typeof origin === 'string' ? new DopplerStore(uri, origin, ports) : origin;
}

class DopplerStore implements Store {
  readonly kind = 'open';
  readonly shown: string;
  readonly #project: string;
  readonly #api: DopplerApi;
  readonly #entries: EntryNames;
  /** The config without one in the address. */
  readonly #usualConfig: string;
  readonly #origin: string;
  /** Only the token tells which workplace is meant: another one may be for another. */
  readonly #workplace: string;

  constructor(uri: StoreUri, origin: string, ports: ProviderPorts) {
    this.shown = renderStoreUri(uri);
    this.#project = uri.authority;
    this.#origin = origin;
    this.#workplace = createHash('sha256').update(variableIn(ports.environment, 'DOPPLER_TOKEN')).digest('base64');
    this.#entries = new EntryNames(descriptor, uri, ports.context);
    this.#usualConfig = uri.path.slice(1) || ports.context.profile;
    this.#api = new DopplerApi(uri.authority, origin, ports);
  }

  async read(requests: readonly At[], call: Call): Promise<readonly Answer[]> {
    const found = await this.#read(requests, call);
    return requests.map((at) => {
      const place = this.#placeOf(at);
      if (place.kind === 'failed') return place;
      if (isInjected(place)) return { kind: 'absent' };
      const answer = found.get(keyOf(place)) ?? UNANSWERED;
      return answer.kind === 'none' ? answer.why : answer;
    });
  }

  /** All entries of a config with one request. */
  async write(entries: readonly WriteEntry[], call: Call): Promise<readonly WriteAnswer[]> {
    const wanted = entries.filter(({ onlyIfAbsent }) => onlyIfAbsent === true).map(({ at }) => at);
    const before = await this.#read(wanted, call);
    const known = entries.map((entry) => this.#refused(entry) ?? this.#kept(entry, before));
    const open = entries.filter((_, index) => known[index] === null);
    const failures = await this.#change(
      open.map(({ at, value }) => [at, value.revealText()]),
      call,
    );
    // Another writer may have had the same wish since the first read: the value that stays is the one for both.
    const after = await this.#read(
      open
        .filter(({ at, onlyIfAbsent }) => onlyIfAbsent === true && !failures.has(this.#config(at)))
        .map(({ at }) => at),
      call,
    );
    return entries.map((entry, index) => {
      const answer = known[index] ?? failures.get(this.#config(entry.at)) ?? null;
      return answer ?? this.#other(entry, after) ?? { kind: 'written' };
    });
  }

  /** What cannot be read is not removed. */
  async remove(entries: readonly At[], call: Call): Promise<readonly RemoveAnswer[]> {
    const before = await this.#read(entries, call);
    const known = entries.map((at): RemoveAnswer | null => {
      const place = this.#placeOf(at);
      if (place.kind === 'failed') return place;
      const refusal = this.#entries.problem(at, 'remove');
      if (refusal !== null) return refusal;
      const answer = before.get(keyOf(place)) ?? UNANSWERED;
      if (answer.kind === 'none') return answer.why.failure.kind === 'malformed' ? answer.why : { kind: 'absent' };
      return answer.kind === 'found' ? null : answer;
    });
    const open = entries.filter((_, index) => known[index] === null);
    const failures = await this.#change(
      open.map((at) => [at, null]),
      call,
    );
    return entries.map((at, index) => known[index] ?? failures.get(this.#config(at)) ?? { kind: 'removed' });
  }

  /** The names of the config that the profile reads. */
  async list(call: Call): Promise<ListAnswer> {
    const place = this.#placeOf({ kind: 'native', item: 'ANY' });
    if (place.kind === 'failed') return place;
    const names = await this.#api.names(place.config, call);
    if ('failure' in names) return names;
    const stored = names.filter((name) => !isInjected({ ...place, name }));
    return { kind: 'listed', entries: stored.map((name) => ({ name, at: null })) };
  }

  async refusal(at: At): Promise<string | null> {
    return this.#entries.refusal(at, 'write');
  }

  async absence(at: At): Promise<string> {
    const place = this.#placeOf(at);
    return place.kind === 'failed'
      ? place.failure.detail
      : `doppler: no ${cleaned(place.name)} in the config ${place.config}`;
  }

  async target(at: At): Promise<string> {
    const place = this.#placeOf(at);
    if (place.kind === 'failed') return this.#entries.shown(at);
    return `project=${this.#project} config=${place.config} secret=${place.name}`;
  }

  async identity(at: At | null): Promise<string> {
    const container = `doppler ${this.#origin} ${this.#workplace}\n${this.#project}`;
    if (at === null) return `${container}\n${this.#usualConfig}`;
    return `${container}\n\n${this.#entries.keyOf(at)}`;
  }

  close(): Promise<void> {
    return this.#api.http.close();
  }

  /** The answers by place, with as few requests as the length of an address allows. */
  async #read(requests: readonly At[], call: Call): Promise<ReadonlyMap<string, Answer | NoConfig>> {
    const byConfig = new Map<string, Set<string>>();
    for (const at of requests) {
      const place = this.#placeOf(at);
      if (place.kind === 'failed' || isInjected(place)) continue;
      byConfig.set(place.config, (byConfig.get(place.config) ?? new Set()).add(place.name));
    }
    const parts = [...byConfig].flatMap(([config, names]) =>
      inParts([...names].sort()).map((part) => ({ config, part })),
    );
    const read = async ({ config, part }: (typeof parts)[number]) => {
      const secrets = await this.#api.read(config, part, call);
      return call.ownOnly !== true || 'kind' in secrets ? secrets : this.#api.own(config, secrets, call);
    };
    const replies = await this.#api.http.inBatch<(typeof parts)[number], Secrets | NoConfig>(parts, read);
    return new Map(
      parts.flatMap(({ config, part }, index) =>
        part.map((name) => [keyOf({ kind: 'place', config, name }), answerIn(replies[index], name)] as const),
      ),
    );
  }

  /** The failures by config. */
  async #change(changes: readonly (readonly [At, string | null])[], call: Call): Promise<ReadonlyMap<string, Failed>> {
    const byConfig = new Map<string, Record<string, string | null>>();
    for (const [at, text] of changes) {
      const place = this.#placeOf(at);
      if (place.kind === 'failed') continue;
      byConfig.set(place.config, { ...byConfig.get(place.config), [place.name]: text });
    }
    const writes = [...byConfig];
    const answers = await this.#api.http.inBatch(writes, async ([config, secrets]) => {
      return (await this.#api.write(config, secrets, call)) ?? { kind: 'done' as const };
    });
    return new Map(
      writes.flatMap(([config], index) => {
        const answer = answers[index] ?? UNANSWERED;
        return answer.kind === 'failed' ? [[config, answer] as const] : [];
      }),
    );
  }

  #placeOf(at: At): Place | Failed {
    return placeOf(this.#entries.of(at));
  }

  #config(at: At): string {
    const place = this.#placeOf(at);
    return place.kind === 'failed' ? '' : place.config;
  }

  /** Doppler replaces `${NAME}` in a value when it is read. */
  #refused({ at, value }: WriteEntry): Failed | null {
    const problem = this.#entries.problem(at, 'write');
    if (problem !== null) return problem;
    const text = value.revealText();
    if (text === null) return failed('not-text', 'Doppler can hold only UTF-8 text');
    if (!text.includes('${')) return null;
    return failed('not-text', 'Doppler would replace what follows `${` in the value by another secret');
  }

  /** The answer about an entry that is written only if it is missing, if it is decided by what is there. */
  #kept({ at, onlyIfAbsent }: WriteEntry, before: ReadonlyMap<string, Answer | NoConfig>): WriteAnswer | null {
    if (onlyIfAbsent !== true) return null;
    const place = this.#placeOf(at);
    const answer = (place.kind === 'place' && before.get(keyOf(place))) || UNANSWERED;
    if (answer.kind === 'none') return answer.why;
    if (answer.kind === 'found') return { kind: 'present', value: answer.value };
    return answer.kind === 'failed' ? answer : null;
  }

  #other({ at, value }: WriteEntry, after: ReadonlyMap<string, Answer | NoConfig>): WriteAnswer | null {
    const place = this.#placeOf(at);
    const now = place.kind === 'place' ? after.get(keyOf(place)) : undefined;
    if (now?.kind !== 'found' || now.value.revealText() === value.revealText()) return null;
    return { kind: 'present', value: now.value };
  }
}

/** Bytes of a list of names in one request. */
const LONGEST_LIST = 4096;

/** Sorted names in parts that fit an address. */
function inParts(names: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const name of names) {
    length += name.length + 1;
    if (length > LONGEST_LIST) {
      parts.push([]);
      length = name.length;
    }
    parts.at(-1)?.push(name);
  }
  return parts;
}

function answerIn(reply: Secrets | NoConfig | Failed | undefined, name: string): Answer | NoConfig {
  if (reply === undefined) return UNANSWERED;
  return 'kind' in reply ? reply : (reply.get(name) ?? UNANSWERED);
}

function keyOf({ config, name }: Place): string {
  return `${config}/${name}`;
}
