/** The doppler store: the secrets of a config of a Doppler project (providers-cloud 3.14). */
import { createHash } from 'node:crypto';
import { doppler } from '#schemas/providers/doppler.js';
import type { Entry } from '#schemas/addresses/entry.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { cleaned } from '../values/cleaned.js';
import { variableIn } from '../values/environment.js';
import { endpointOf } from './bases/endpoint.js';
import { type EntryRequests, type EntryWrite, entryStore } from './bases/entry-store.js';
import { DopplerApi, type NoConfig, type ConfigSecrets } from './doppler/doppler-api.js';
import { dopplerSecretOf, isInjected } from './doppler/doppler-secret.js';
import type { Answer, Call, ProviderPorts, Refused, RemoveAnswer, Store, WriteAnswer, WriteEntry } from './provider.js';
import { type Failed, failed, UNANSWERED } from './store-failure.js';

export const descriptor = doppler;

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  const origin = endpointOf(descriptor, uri, ports.environment);
  return typeof origin === 'string'
    ? entryStore(descriptor, uri, ports, new DopplerSecrets(uri, origin, ports))
    : origin;
}

class DopplerSecrets implements EntryRequests {
  readonly #project: string;
  readonly #api: DopplerApi;
  /** The config without one in the address. */
  readonly #usualConfig: string;
  readonly #origin: string;
  /** Only the token tells which workplace is meant: another one may be for another. */
  readonly #workplace: string;

  constructor(uri: StoreUri, origin: string, ports: ProviderPorts) {
    this.#project = uri.authority;
    this.#origin = origin;
    this.#workplace = createHash('sha256').update(variableIn(ports.environment, 'DOPPLER_TOKEN')).digest('base64');
    this.#usualConfig = uri.path.slice(1) || ports.context.profile;
    this.#api = new DopplerApi(uri.authority, origin, ports);
  }

  container(): string {
    return `doppler ${this.#origin} ${this.#workplace}\n${this.#project}`;
  }

  get part(): string {
    return this.#usualConfig;
  }

  target(_: string, entry: Entry): string {
    const { config, name } = dopplerSecretOf(entry);
    return `project=${this.#project} config=${config} secret=${name}`;
  }

  missing(_: string, entry: Entry): string {
    const { config, name } = dopplerSecretOf(entry);
    return `${cleaned(name)} in the config ${config}`;
  }

  async read(entries: readonly Entry[], call: Call): Promise<readonly Answer[]> {
    const found = await this.#read(entries, call);
    return entries.map((entry) => {
      if (isInjected(dopplerSecretOf(entry))) return { kind: 'absent' };
      const answer = found.get(entry.name) ?? UNANSWERED;
      return answer.kind === 'none' ? answer.why : answer;
    });
  }

  /** Doppler replaces `${NAME}` in a value when it is read. */
  valueProblem({ value }: WriteEntry): Failed | null {
    const text = value.revealText();
    if (text === null) return failed('not-text', 'Doppler can hold only UTF-8 text');
    if (!text.includes('${')) return null;
    return failed('not-text', 'Doppler would replace what follows `${` in the value by another secret');
  }

  /** All entries of a config with one request. */
  async write(wanted: readonly EntryWrite[], call: Call): Promise<readonly WriteAnswer[]> {
    const gaps = wanted.filter(({ onlyIfAbsent }) => onlyIfAbsent === true);
    const before = await this.#read(
      gaps.map(({ entry }) => entry),
      call,
    );
    const known = wanted.map((one) => this.#kept(one, before));
    const open = wanted.filter((_, index) => known[index] === null);
    const failures = await this.#change(
      open.map(({ entry, value }) => [entry, value.revealText()]),
      call,
    );
    const failureOf = (entry: Entry) => failures.get(dopplerSecretOf(entry).config);
    // Another writer may have had the same wish since the first read: the value that stays is the one for both.
    const after = await this.#read(
      open
        .filter(({ entry, onlyIfAbsent }) => onlyIfAbsent === true && failureOf(entry) === undefined)
        .map(({ entry }) => entry),
      call,
    );
    return wanted.map((one, index) => {
      const answer = known[index] ?? failureOf(one.entry) ?? null;
      return answer ?? this.#other(one, after) ?? { kind: 'written' };
    });
  }

  /** What cannot be read is not removed. */
  async remove(entries: readonly Entry[], call: Call): Promise<readonly RemoveAnswer[]> {
    const before = await this.#read(entries, call);
    const known = entries.map(({ name }): RemoveAnswer | null => {
      const answer = before.get(name) ?? UNANSWERED;
      if (answer.kind === 'none') return answer.why.failure.kind === 'malformed' ? answer.why : { kind: 'absent' };
      return answer.kind === 'found' ? null : answer;
    });
    const open = entries.filter((_, index) => known[index] === null);
    const failures = await this.#change(
      open.map((entry) => [entry, null]),
      call,
    );
    return entries.map(
      (entry, index) => known[index] ?? failures.get(dopplerSecretOf(entry).config) ?? { kind: 'removed' },
    );
  }

  /** The names of the config that the profile reads. */
  async list(call: Call) {
    const names = await this.#api.names(this.#usualConfig, call);
    if ('failure' in names) return names;
    return names.filter((name) => !isInjected({ name })).map((name) => ({ name, at: null }));
  }

  close(): Promise<void> {
    return this.#api.http.close();
  }

  /** The answers by name, with as few requests as the length of an address allows. */
  async #read(entries: readonly Entry[], call: Call): Promise<ReadonlyMap<string, Answer | NoConfig>> {
    const byConfig = new Map<string, Set<string>>();
    for (const { config, name } of entries.map(dopplerSecretOf)) {
      if (!isInjected({ name })) byConfig.set(config, (byConfig.get(config) ?? new Set()).add(name));
    }
    const parts = [...byConfig].flatMap(([config, names]) =>
      inParts([...names].sort()).map((part) => ({ config, part })),
    );
    const read = async ({ config, part }: (typeof parts)[number]) => {
      const secrets = await this.#api.read(config, part, call);
      return call.ownOnly !== true || 'kind' in secrets ? secrets : this.#api.own(config, secrets, call);
    };
    const replies = await this.#api.http.inBatch<(typeof parts)[number], ConfigSecrets | NoConfig>(parts, read);
    return new Map(
      parts.flatMap(({ config, part }, index) =>
        part.map((name) => [`${config}/${name}`, answerIn(replies[index], name)] as const),
      ),
    );
  }

  /** The failures by config. */
  async #change(
    changes: readonly (readonly [Entry, string | null])[],
    call: Call,
  ): Promise<ReadonlyMap<string, Failed>> {
    const byConfig = new Map<string, Record<string, string | null>>();
    for (const [entry, text] of changes) {
      const { config, name } = dopplerSecretOf(entry);
      byConfig.set(config, { ...byConfig.get(config), [name]: text });
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

  /** The answer about an entry that is written only if it is missing, if it is decided by what is there. */
  #kept({ entry, onlyIfAbsent }: EntryWrite, before: ReadonlyMap<string, Answer | NoConfig>): WriteAnswer | null {
    if (onlyIfAbsent !== true) return null;
    const answer = before.get(entry.name) ?? UNANSWERED;
    if (answer.kind === 'none') return answer.why;
    if (answer.kind === 'found') return { kind: 'present', value: answer.value };
    return answer.kind === 'failed' ? answer : null;
  }

  #other({ entry, value }: EntryWrite, after: ReadonlyMap<string, Answer | NoConfig>): WriteAnswer | null {
    const now = after.get(entry.name);
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

function answerIn(reply: ConfigSecrets | NoConfig | Failed | undefined, name: string): Answer | NoConfig {
  if (reply === undefined) return UNANSWERED;
  return 'kind' in reply ? reply : (reply.get(name) ?? UNANSWERED);
}
