/** A server of setec in memory, with the answers that the real one gives (`test/stores/setec.mjs`): versions, rights, errors in plain text. */
import type { FakeRequest, FakeResponse } from '../fake-http.js';

interface StoredSecret {
  active: number;
  latest: number;
  /** In base64. */
  readonly versions: Map<number, string>;
}
interface Asked {
  readonly Name: string;
  readonly Version: number;
  readonly Value: string;
}

export class FakeSetec {
  readonly #secrets = new Map<string, StoredSecret>();
  /** Actions that this device may not take on a name. */
  denies: (action: string, name: string) => boolean = () => false;
  /** Called once before the next `put`: another writer at the same moment. */
  meanwhile: (() => void) | null = null;

  /** Stores and activates a version, as another client would. */
  put(name: string, text: string): void {
    const version = this.#add(name, Buffer.from(text).toString('base64'));
    const held = this.#secrets.get(name);
    if (held !== undefined) held.active = version;
  }

  drop(name: string): void {
    this.#secrets.delete(name);
  }

  state(): unknown {
    return [...this.#secrets].map(([name, { active, versions }]) => [name, active, ...versions]);
  }

  answer({ method, path, headers, body }: FakeRequest): FakeResponse {
    const action = path.replace('/api/', '');
    if (method !== 'POST' || !ACTIONS.includes(action)) return refused(400, 'invalid method');
    if (headers['content-type'] !== 'application/json') return refused(400, 'request body must be json');
    if (headers['sec-x-tailscale-no-browsers'] !== 'setec') return refused(403, 'access denied');
    const asked = JSON.parse(body) as Asked;
    if (action === 'list') return this.#list();
    if (this.denies(action, asked.Name)) return refused(403, 'access denied');
    return this.#perform(action, asked) ?? refused(404, 'not found');
  }

  #list(): FakeResponse {
    const names = [...this.#secrets.keys()].filter((name) => !this.denies('info', name)).sort();
    return done(names.length === 0 ? null : names.map((name) => this.#info(name)));
  }

  /** Null: not found. */
  #perform(action: string, { Name, Version, Value }: Asked): FakeResponse | null {
    if (action === 'put') {
      this.meanwhile?.();
      this.meanwhile = null;
      return Name === '' || Name.startsWith('_internal/')
        ? refused(500, 'internal error')
        : done(this.#add(Name, Value));
    }
    const held = this.#secrets.get(Name);
    if (action === 'delete') {
      this.#secrets.delete(Name);
      return done({});
    }
    if (held === undefined) return null;
    if (action === 'info') return done(this.#info(Name));
    const version = Version || held.active;
    const value = held.versions.get(version);
    if (value === undefined) return null;
    if (action === 'get') return done({ Value: value, Version: version });
    held.active = version;
    return done({});
  }

  /** The same value as that of the latest version adds none. */
  #add(name: string, value: string): number {
    const held = this.#secrets.get(name);
    if (held === undefined) {
      this.#secrets.set(name, { active: 1, latest: 1, versions: new Map([[1, value]]) });
      return 1;
    }
    if (held.versions.get(held.latest) !== value) held.versions.set(++held.latest, value);
    return held.latest;
  }

  #info(name: string): unknown {
    const { active = 0, versions = new Map() } = this.#secrets.get(name) ?? {};
    return { Name: name, Versions: [...versions.keys()], ActiveVersion: active };
  }
}

const ACTIONS = ['list', 'get', 'info', 'put', 'activate', 'delete'];

function done(body: unknown): FakeResponse {
  return { status: 200, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

function refused(status: number, text: string): FakeResponse {
  return { status, body: `${text}\n`, headers: { 'content-type': 'text/plain; charset=utf-8' } };
}
