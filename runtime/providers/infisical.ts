/** The infisical store: the secrets of an environment of an Infisical project (providers-cloud 3.8). */
import { infisical } from '#schemas/providers/infisical.js';
import type { At } from '#schemas/stores/address.js';
import { renderStoreUri, type StoreUri } from '#schemas/stores/store-uri.js';
import { cleaned } from '../values/cleaned.js';
import { presentOr, REMOVED_AGAIN } from './bases/present-value.js';
import { InfisicalApi } from './infisical/infisical-api.js';
import {
  keyOf,
  PATTERN,
  type Place,
  pathOf,
  placeOf,
  type Setting,
  serverOf,
  settingOf,
} from './infisical/infisical-place.js';
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
import { type Failed, failed, sentenceOf, UNANSWERED } from './store-failure.js';

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
  readonly #setting: Setting;
  readonly #context: ProviderPorts['context'];

  constructor(uri: StoreUri, origin: string, ports: ProviderPorts) {
    const project = uri.path.slice(1);
    this.shown = renderStoreUri(uri);
    this.#container = `infisical ${origin}\n${project}`;
    this.#api = new InfisicalApi(project, origin, ports);
    this.#setting = settingOf(uri, ports.context);
    this.#context = ports.context;
  }

  async read(requests: readonly At[], call: Call): Promise<readonly Answer[]> {
    const places = requests.map((at) => placeOf(at, this.#setting));
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
    const { base, environment, profile } = this.#setting;
    const place = { environment: environment ?? profile, folder: base };
    const names = await this.#api.names(place, call);
    if ('kind' in names) {
      const problem = names.kind === 'failed' ? names : await this.#api.missesEnvironment(place.environment, call);
      return problem ?? { kind: 'listed', entries: [] };
    }
    const start = base === '/' ? 1 : base.length + 1;
    const paths = names.map((name) => pathOf(name).slice(start));
    const entries = paths.filter((path) => descriptor.refusesItem(path) === null);
    return { kind: 'listed', entries: entries.map((path) => listedAs(path, PATTERN, this.#context)) };
  }

  async refusal(at: At, action: 'write' | 'remove'): Promise<string | null> {
    const place = this.#changeable(at, action);
    return place.kind === 'failed' ? sentenceOf(place) : null;
  }

  async absence(at: At): Promise<string> {
    const place = placeOf(at, this.#setting);
    if (place.kind === 'failed') return place.failure.detail;
    const version = place.version === null ? '' : `version ${place.version} of `;
    return `infisical: no ${version}${cleaned(pathOf(place))} in the environment ${cleaned(place.environment)}`;
  }

  async target(at: At): Promise<string> {
    const place = placeOf(at, this.#setting);
    if (place.kind === 'failed') return cleaned(at.kind === 'convention' ? at.key : at.item);
    return `environment=${cleaned(place.environment)} item=${cleaned(pathOf(place))}`;
  }

  async identity(at: At | null): Promise<string> {
    const { environment, profile } = this.#setting;
    if (at === null) return `${this.#container}\n${environment ?? profile}`;
    const place = placeOf(at, this.#setting);
    return `${this.#container}\n${place.kind === 'failed' ? JSON.stringify(at) : keyOf(place)}`;
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
  #changeable(at: At, action: 'write' | 'remove'): Place | Failed {
    const place = placeOf(at, this.#setting);
    if (place.kind === 'failed') return place;
    if (place.version !== null) {
      const help = action === 'write' ? 'to write a new one' : 'to remove the secret with all its versions';
      return failed('unsupported', 'a version of a secret is read-only', `leave out \`version\` ${help}`);
    }
    if (action === 'remove' || !/[:\s]/.test(place.key)) return place;
    return failed('unsupported', `Infisical does not create \`${cleaned(place.key)}\`: it has a colon or a blank`);
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
