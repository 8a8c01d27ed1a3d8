/** The infisical store: the secrets of an environment of an Infisical project (providers-cloud 3.8). */
import { infisical, infisicalFolder } from '#schemas/providers/infisical.js';
import type { At } from '#schemas/stores/address.js';
import { renderStoreUri, type StoreUri } from '#schemas/stores/store-uri.js';
import { cleaned } from '../values/cleaned.js';
import { presentOr, REMOVED_AGAIN } from './bases/present-value.js';
import { type Change, EntryNames } from './entry-names.js';
import { InfisicalApi } from './infisical/infisical-api.js';
import { keyOf, PATTERN, type Place, pathOf, placeOf, serverOf } from './infisical/infisical-place.js';
import { readSecrets } from './infisical/read-secrets.js';
import { listedAs } from './listed-as.js';
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

export const descriptor = infisical;

export function open(uri: StoreUri, ports: ProviderPorts): Store | Refused {
  const origin = serverOf(uri, ports.environment);
  return typeof origin === 'string' ? new InfisicalStore(uri, origin, ports) : origin;
}

class InfisicalStore implements Store {
  readonly kind = 'open';
  readonly shown: string;
  readonly #container: string;
  readonly #api: InfisicalApi;
  readonly #entries: EntryNames;
  /** With a slash at both ends. */
  readonly #folder: string;
  /** Of the address, else the profile. */
  readonly #environment: string;
  readonly #context: ProviderPorts['context'];

  constructor(uri: StoreUri, origin: string, ports: ProviderPorts) {
    const project = uri.path.slice(1);
    this.shown = renderStoreUri(uri);
    this.#container = `infisical ${origin}\n${project}`;
    this.#api = new InfisicalApi(project, origin, ports);
    this.#entries = new EntryNames(descriptor, uri, ports.context);
    this.#folder = infisicalFolder(uri);
    this.#environment = uri.query.get('env') ?? ports.context.profile;
    this.#context = ports.context;
  }

  async read(requests: readonly At[], call: Call): Promise<readonly Answer[]> {
    const places = requests.map((at) => placeOf(this.#entries.of(at)));
    const answers = await readSecrets(this.#api, places.filter(isPlace), call);
    return places.map((place) => (place.kind === 'failed' ? place : (answers.get(keyOf(place)) ?? UNANSWERED)));
  }

  /** One at a time: after a failure of the whole store no other secret is in doubt, and a folder is created once. */
  write(entries: readonly WriteEntry[], call: Call): Promise<readonly WriteAnswer[]> {
    return this.#api.http.inBatch<WriteEntry, WriteAnswer>(entries, (entry) => this.#write(entry, call), 1);
  }

  remove(entries: readonly At[], call: Call): Promise<readonly RemoveAnswer[]> {
    return this.#api.http.each<RemoveAnswer>(entries, async (at) => {
      const place = this.#changeable(at, 'remove');
      if (place.kind === 'failed') return place;
      const removed = await this.#api.remove(place, call);
      if (removed.kind === 'failed') return removed;
      return { kind: removed.kind === 'done' ? 'removed' : 'absent' };
    });
  }

  /** The secrets of this project and profile by key, others below the folder of the address with a `ref`. */
  async list(call: Call): Promise<ListAnswer> {
    const place = { environment: this.#environment, folder: this.#folder.slice(0, -1) || '/' };
    const names = await this.#api.names(place, call);
    if ('kind' in names) {
      const problem = names.kind === 'failed' ? names : await this.#api.missesEnvironment(place.environment, call);
      return problem ?? { kind: 'listed', entries: [] };
    }
    const paths = names.map((name) => pathOf(name).slice(this.#folder.length));
    const entries = paths.filter((path) => descriptor.refusesItem(path) === null);
    return { kind: 'listed', entries: entries.map((path) => listedAs(path, PATTERN, this.#context)) };
  }

  async refusal(at: At, action: 'write' | 'remove'): Promise<string | null> {
    return this.#entries.refusal(at, action);
  }

  async absence(at: At): Promise<string> {
    const place = placeOf(this.#entries.of(at));
    if (place.kind === 'failed') return place.failure.detail;
    const version = place.version === null ? '' : `version ${place.version} of `;
    return `infisical: no ${version}${cleaned(pathOf(place))} in the environment ${cleaned(place.environment)}`;
  }

  async target(at: At): Promise<string> {
    const place = placeOf(this.#entries.of(at));
    if (place.kind === 'failed') return this.#entries.shown(at);
    return `environment=${cleaned(place.environment)} item=${cleaned(pathOf(place))}`;
  }

  async identity(at: At | null): Promise<string> {
    return `${this.#container}\n${at === null ? this.#environment : this.#entries.keyOf(at)}`;
  }

  close(): Promise<void> {
    return this.#api.http.close();
  }

  async #write({ at, value, onlyIfAbsent }: WriteEntry, call: Call): Promise<WriteAnswer> {
    const place = this.#changeable(at, 'write');
    if (place.kind === 'failed') return place;
    const text = value.revealText();
    const problem = valueProblem(text);
    if (text === null || problem !== null) return problem ?? UNANSWERED;
    if (onlyIfAbsent !== true) {
      const updated = await this.#api.update(place, text, call);
      if (updated.kind !== 'missing') return answerOf(updated);
      const created = await this.#create(place, text, call);
      // Another writer was first.
      return answerOf(created.kind === 'taken' ? await this.#api.update(place, text, call) : created);
    }
    // Infisical would create it beside one that the folder imports.
    const there = await this.#value(place, call);
    if (there.kind !== 'absent') return presentOr(there);
    const created = await this.#create(place, text, call);
    if (created.kind !== 'taken') return answerOf(created);
    return presentOr(await this.#value(place, call));
  }

  /** In a folder that may have to be created first. */
  async #create(place: Place, text: string, call: Call): ReturnType<InfisicalApi['create']> {
    const created = await this.#api.create(place, text, call);
    if (created.kind !== 'missing') return created;
    if (place.folder === '/') return this.#api.noEnvironment(place.environment);
    return (await this.#api.makeFolder(place, call)) ?? this.#api.create(place, text, call);
  }

  async #value(place: Place, call: Call): Promise<Answer> {
    return (await readSecrets(this.#api, [place], call)).get(keyOf(place)) ?? UNANSWERED;
  }

  /** The place of an address that is not only there to be read. */
  #changeable(at: At, change: Change): Place | Failed {
    return placeOf(this.#entries.toChange(at, change));
  }
}

/** Infisical replaces `${NAME}` in a value when it is read, and cuts blanks at both ends when it is written. */
function valueProblem(text: string | null): Failed | null {
  if (text === null) return failed('not-text', 'Infisical can hold only UTF-8 text');
  if (text.includes('${'))
    return failed('not-text', 'Infisical would replace what follows `${` in the value by another secret');
  const kept = text.endsWith('\n') ? `${text.trim()}\n` : text.trim();
  return kept === text ? null : failed('not-text', 'Infisical would cut blanks at the ends of the value');
}

function answerOf(change: Awaited<ReturnType<InfisicalApi['create']>>): WriteAnswer {
  if (change.kind === 'failed') return change;
  return change.kind === 'done' ? { kind: 'written' } : REMOVED_AGAIN;
}

function isPlace(place: Place | Failed): place is Place {
  return place.kind === 'place';
}
