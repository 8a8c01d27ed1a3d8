/** The key-values of a store of App Configuration over HTTP (providers-cloud 3.5 (6)). */
import type { Entra } from '../azure/entra.js';
import { HttpApi } from '../bases/http-api.js';
import { objectIn, type Reply } from '../bases/http-reply.js';
import { lastingSignIn, type SignIn } from '../bases/http-sign-in.js';
import { itemsOfPages, type Page } from '../bases/pages.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { accessKeyFor, signatureOf } from './connection-string.js';
import { hasTags, type KeyValueSetting, settingIn, type Tags } from './setting.js';
import type { StoreAddress } from './store-address.js';
import { SyncTokens } from './sync-tokens.js';

/** How many keys a request takes. */
export const KEYS_AT_ONCE = 5;

const VERSION = 'api-version=2026-04-01';
const READ =
  'assign the role `App Configuration Data Reader` on the store; the roles `Owner`, `Contributor` and `Reader` do not include it';
const WRITE =
  'assign the role `App Configuration Data Owner` on the store, or use a connection string that is not read-only';

export class ConfigurationApi {
  readonly http: HttpApi;
  readonly #address: StoreAddress;
  readonly #origin: string;
  /** Null: an access key signs requests. */
  readonly #entra: Entra | null;
  readonly #ports: ProviderPorts;
  readonly #tokens = new SyncTokens();
  /** How far the clock of the service is ahead of ours, where that is too far for a signature. */
  #aheadMs = 0;

  constructor(address: StoreAddress, origin: string, entra: Entra | null, ports: ProviderPorts) {
    this.#address = address;
    this.#origin = origin;
    this.#entra = entra;
    this.#ports = ports;
    this.http = new HttpApi(ports.http, {
      product: 'Azure App Configuration',
      server: async () => ({ origin, passingStatuses: [500] }),
      signIn: (call) => this.#signIn(call),
      isExpired: (reply) => reply.status === 401 && this.#isOutdated(reply),
      messageOf: wordsIn,
      plainHelp: 'check `TOOL_AAC_ENDPOINT`: its server must speak TLS',
    });
  }

  /** Those of up to five keys that are there, by key. With `tags` only such that have them. */
  async settings(
    keys: readonly string[],
    tags: Tags,
    call: Call,
  ): Promise<ReadonlyMap<string, KeyValueSetting> | Failed> {
    const found = await this.#list(keys.map(escaped).join(','), tags, '', call);
    if ('failure' in found) return found;
    const byKey = new Map(found.map((setting) => [setting.key, setting]));
    const isAsked = found.every((setting) => keys.includes(setting.key) && hasTags(setting, tags));
    return isAsked && byKey.size === found.length ? byKey : this.http.malformed();
  }

  /** Those whose keys begin with this, without their values. */
  async below(start: string, tags: Tags, call: Call): Promise<readonly KeyValueSetting[] | Failed> {
    const found = await this.#list(`${escaped(start)}*`, tags, '&$select=key,label,content_type', call);
    if ('failure' in found) return found;
    return found.every(({ key }) => key.startsWith(start)) ? found : this.http.malformed();
  }

  /** `before`: what it replaces; null: it must not be there. Fails if that is not so any more. */
  async put(
    key: string,
    value: string,
    before: KeyValueSetting | null,
    call: Call,
  ): Promise<'written' | 'changed meanwhile' | Failed> {
    if (before !== null && !isEtag(before.etag)) return this.http.malformed();
    const { type, tags, description } = before ?? { type: '', tags: this.#address.tags, description: null };
    const json = { value, content_type: type, tags, ...(description !== null && { description }) };
    const condition: Readonly<Record<string, string>> =
      before === null ? { 'if-none-match': '*' } : { 'if-match': `"${before.etag}"` };
    const request = { method: 'PUT', path: this.#pathOf(key), json, type: KEY_VALUE, headers: condition } as const;
    const reply = await this.#ask({ ...request, isRepeatable: false }, call);
    if (reply.kind === 'failed') return reply;
    if (reply.status === 412) return 'changed meanwhile';
    const isDone = reply.status === 200 && settingIn(reply.body)?.key === key;
    return isDone ? 'written' : this.#failure(reply, WRITE);
  }

  /** Fails if it is not what is there any more. */
  async remove(
    { key, etag }: KeyValueSetting,
    call: Call,
  ): Promise<'removed' | 'absent' | 'changed meanwhile' | Failed> {
    if (!isEtag(etag)) return this.http.malformed();
    const request = { method: 'DELETE', path: this.#pathOf(key), headers: { 'if-match': `"${etag}"` } } as const;
    const reply = await this.#ask({ ...request, isRepeatable: false }, call);
    if (reply.kind === 'failed') return reply;
    if (reply.status === 412) return 'changed meanwhile';
    if (reply.status === 204) return 'absent';
    const isDone = reply.status === 200 && settingIn(reply.body)?.key === key;
    return isDone ? 'removed' : this.#failure(reply, WRITE);
  }

  async #list(filter: string, tags: Tags, more: string, call: Call): Promise<readonly KeyValueSetting[] | Failed> {
    const { label } = this.#address;
    const pairs = Object.entries(tags).map(([name, value]) => `&tags=${encoded(`${escaped(name)}=${escaped(value)}`)}`);
    const key = encoded(filter);
    const query = `key=${key}&label=${encoded(label === null ? '\0' : escaped(label))}${pairs.join('')}${more}`;
    return itemsOfPages<KeyValueSetting>(async (next) => {
      const path = next ?? `/kv?${query}&${VERSION}`;
      const reply = await this.#ask({ method: 'GET', path, isRepeatable: true }, call);
      return reply.kind === 'failed' ? reply : this.#page(reply, query, more !== '');
    });
  }

  #page(reply: Reply, query: string, isNamedOnly: boolean): Page<KeyValueSetting> | Failed {
    if (reply.status !== 200) return this.#failure(reply, READ);
    const { items, '@nextLink': next } = objectIn(reply.body) ?? {};
    if (!Array.isArray(items)) return this.http.malformed(reply);
    const settings = items.map((item) => settingIn(item, isNamedOnly)).filter((setting) => setting !== null);
    const isOurs = settings.every(({ label }) => label === this.#address.label);
    const isKnown = next === undefined || next === null || isPageOf(query, next);
    if (settings.length !== items.length || !isOurs || !isKnown) return this.http.malformed(reply);
    return { kind: 'page', items: settings, next: typeof next === 'string' ? next : null };
  }

  async #ask(request: Parameters<HttpApi['ask']>[0], call: Call): Promise<Reply | Failed> {
    const headers = { accept: ACCEPTED, ...this.#tokens.headers(), ...request.headers };
    const reply = await this.http.ask({ ...request, headers }, call);
    if (reply.kind === 'reply') this.#tokens.learn(reply.headers['sync-token']);
    return reply;
  }

  #pathOf(key: string): string {
    const { label } = this.#address;
    return `/kv/${encoded(key)}?${label === null ? '' : `label=${encoded(label)}&`}${VERSION}`;
  }

  async #signIn(call: Call): Promise<SignIn | Failed> {
    if (this.#entra !== null) return this.#entra.signIn(this.#audience(), call);
    const key = await accessKeyFor(this.#address.host, this.#ports);
    if (key.kind === 'failed') return key;
    const { host } = new URL(this.#origin);
    return {
      ...lastingSignIn({}),
      sign: (request) => signatureOf(request, key, host, new Date(Date.now() + this.#aheadMs)),
      isRenewable: true,
    };
  }

  #audience() {
    return { resource: this.#address.audience, issuer: null };
  }

  /** Whether a new token, or a signature by the clock of the service, may do better. */
  #isOutdated(reply: Reply): boolean {
    if (this.#entra !== null) {
      this.#entra.forget(this.#audience());
      return true;
    }
    const aheadMs = Date.parse(reply.headers['date'] ?? '') - Date.now();
    if (!(Math.abs(aheadMs) > LARGEST_SKEW_MS)) return false;
    this.#aheadMs = aheadMs;
    return true;
  }

  #failure(reply: Reply, right: string): Failed {
    const { status } = reply;
    if (status < 300) return this.http.malformed(reply);
    const help = status === 401 ? (this.#entra === null ? KEY_HELP : TOKEN_HELP) : right;
    const failure = this.http.failureOf(reply, help);
    if (status === 409)
      return failed('conflict', failure.failure.detail, 'the key-value may be locked: unlock it first');
    if (status !== 413) return failure;
    return failed(
      'unsupported',
      failure.failure.detail,
      'a key-value holds about 10,000 characters, with its key and tags',
    );
  }
}

const KEY_VALUE = 'application/vnd.microsoft.appconfig.kv+json';
const ACCEPTED = `${KEY_VALUE}, application/vnd.microsoft.appconfig.kvset+json, application/problem+json`;
const KEY_HELP = 'check the connection string, the clock of this machine, and whether the store allows access keys';
const TOKEN_HELP = 'sign in to the tenant to which the store belongs';
/** The service accepts signatures that are up to 15 minutes old. */
const LARGEST_SKEW_MS = 10 * 60_000;

/** Whether this leads to a page of the same list of the same store. */
function isPageOf(query: string, next: unknown): boolean {
  const [, given] = /^\/kv\?(.*)$/.exec(String(next)) ?? [];
  return given !== undefined && filtersIn(given) === filtersIn(query);
}

const FILTERS = ['key', 'label', 'tags'];

function filtersIn(query: string): string {
  const filters = [...new URLSearchParams(query)].filter(([name]) => FILTERS.includes(name));
  return JSON.stringify(filters.sort());
}

/** Without quotes, as JSON has it. */
function isEtag(text: string): boolean {
  return /^[\x21\x23-\x7e]+$/.test(text);
}

/** In filters these characters mean something else. */
function escaped(text: string): string {
  return text.replace(/[*,\\]/g, '\\$&');
}

/** All that is not plain: what is signed must be what is sent. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  });
}

/** Null: this is not an error of the service. */
function wordsIn(body: unknown): string | null {
  const { type, title, detail } = objectIn(body) ?? {};
  if (typeof type !== 'string' || typeof title !== 'string') return null;
  return typeof detail === 'string' && detail !== '' ? `${title}: ${detail}` : title;
}
