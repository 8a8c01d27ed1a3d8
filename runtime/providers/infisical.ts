/** The infisical store: the secrets of an environment of an Infisical project (providers-cloud 3.8). */
import { infisical, infisicalFolder } from '#schemas/providers/infisical.js';
import type { Entry } from '#schemas/addresses/entry.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { cleaned } from '../values/cleaned.js';
import { type EntryRequests, type EntryWrite, eachEntry, entryStore, oneAtATime } from './bases/entry-store.js';
import { presentOr, REMOVED_AGAIN } from './bases/present-value.js';
import { InfisicalApi } from './infisical/infisical-api.js';
import {
  type InfisicalSecret,
  infisicalSecretOf,
  keyOf,
  PATTERN,
  pathOf,
  serverOf,
} from './infisical/infisical-secret.js';
import { readSecrets } from './infisical/read-secrets.js';
import { listedAs } from './listed-as.js';
import type { Answer, Call, ProviderPorts, Refused, RemoveAnswer, Store, WriteAnswer, WriteEntry } from './provider.js';
import { type Failed, failed, UNANSWERED } from './store-failure.js';

export const descriptor = infisical;

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  const origin = serverOf(uri, ports.environment);
  return typeof origin === 'string' ? entryStore(descriptor, uri, ports, new Secrets(uri, origin, ports)) : origin;
}

class Secrets implements EntryRequests {
  readonly #container: string;
  readonly #api: InfisicalApi;
  /** With a slash at both ends. */
  readonly #folder: string;
  /** The environment of the address, else that of the profile. */
  readonly part: string;
  readonly #context: ProviderPorts['context'];

  constructor(uri: StoreUri, origin: string, ports: ProviderPorts) {
    const project = uri.path.slice(1);
    this.#container = `infisical ${origin}\n${project}`;
    this.#api = new InfisicalApi(project, origin, ports);
    this.#folder = infisicalFolder(uri);
    this.part = uri.query.get('env') ?? ports.context.profile;
    this.#context = ports.context;
  }

  container(): string {
    return this.#container;
  }

  target(name: string, { within = '' }: Entry): string {
    return `environment=${cleaned(within)} item=${name}`;
  }

  missing(name: string, { within = '', version }: Entry): string {
    return `${version === undefined ? '' : `version ${version} of `}${name} in the environment ${cleaned(within)}`;
  }

  async read(entries: readonly Entry[], call: Call): Promise<readonly Answer[]> {
    const secrets = entries.map(infisicalSecretOf);
    const answers = await readSecrets(this.#api, secrets, call);
    return secrets.map((secret) => answers.get(keyOf(secret)) ?? UNANSWERED);
  }

  /** Infisical replaces `${NAME}` in a value when it is read, and cuts blanks at both ends when it is written. */
  valueProblem({ value }: WriteEntry): Failed | null {
    const text = value.revealText();
    if (text === null) return failed('not-text', 'Infisical can hold only UTF-8 text');
    if (text.includes('${'))
      return failed('not-text', 'Infisical would replace what follows `${` in the value by another secret');
    const kept = text.endsWith('\n') ? `${text.trim()}\n` : text.trim();
    return kept === text ? null : failed('not-text', 'Infisical would cut blanks at the ends of the value');
  }

  /** In turn also because a folder is created once. */
  write(wanted: readonly EntryWrite[], call: Call) {
    return oneAtATime(this.#api.http, wanted, (one) => this.#write(one, call));
  }

  remove(entries: readonly Entry[], call: Call) {
    return eachEntry<RemoveAnswer>(this.#api.http, entries, async (entry) => {
      const removed = await this.#api.remove(infisicalSecretOf(entry), call);
      if (removed.kind === 'failed') return removed;
      return { kind: removed.kind === 'done' ? 'removed' : 'absent' };
    });
  }

  /** The secrets of this project and profile by key, others below the folder of the address with a `ref`. */
  async list(call: Call) {
    const folder = { environment: this.part, folder: this.#folder.slice(0, -1) || '/' };
    const names = await this.#api.names(folder, call);
    if ('kind' in names) {
      if (names.kind === 'failed') return names;
      return (await this.#api.missesEnvironment(folder.environment, call)) ?? [];
    }
    const paths = names.map((name) => pathOf(name).slice(this.#folder.length));
    return paths.map((path) => listedAs(path, PATTERN, this.#context));
  }

  close(): Promise<void> {
    return this.#api.http.close();
  }

  async #write({ entry, value, onlyIfAbsent }: EntryWrite, call: Call): Promise<WriteAnswer> {
    const secret = infisicalSecretOf(entry);
    const text = value.revealText() ?? '';
    if (onlyIfAbsent !== true) {
      const updated = await this.#api.update(secret, text, call);
      if (updated.kind !== 'missing') return answerOf(updated);
      const created = await this.#create(secret, text, call);
      // Another writer was first.
      return answerOf(created.kind === 'taken' ? await this.#api.update(secret, text, call) : created);
    }
    // Infisical would create it beside one that the folder imports.
    const there = await this.#value(secret, call);
    if (there.kind !== 'absent') return presentOr(there);
    const created = await this.#create(secret, text, call);
    if (created.kind !== 'taken') return answerOf(created);
    return presentOr(await this.#value(secret, call));
  }

  /** In a folder that may have to be created first. */
  async #create(secret: InfisicalSecret, text: string, call: Call): ReturnType<InfisicalApi['create']> {
    const created = await this.#api.create(secret, text, call);
    if (created.kind !== 'missing') return created;
    if (secret.folder === '/') return this.#api.noEnvironment(secret.environment);
    return (await this.#api.makeFolder(secret, call)) ?? this.#api.create(secret, text, call);
  }

  async #value(secret: InfisicalSecret, call: Call): Promise<Answer> {
    return (await readSecrets(this.#api, [secret], call)).get(keyOf(secret)) ?? UNANSWERED;
  }
}

function answerOf(change: Awaited<ReturnType<InfisicalApi['create']>>): WriteAnswer {
  if (change.kind === 'failed') return change;
  return change.kind === 'done' ? { kind: 'written' } : REMOVED_AGAIN;
}
