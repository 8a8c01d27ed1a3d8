/**
 * A store of Azure App Configuration in memory, with the errors of its API: labels, tags, types, etags, locks, filters, pages, access keys,
 * and reads that are behind for those who do not show the token of their last write.
 */
import { createHash, createHmac } from 'node:crypto';
import type { FakeRequest, FakeResponse } from '../fake-http.js';
import { FakeEntra } from './entra.js';

export const CONNECTION_STRING =
  'Endpoint=https://demo-store.azconfig.io;Id=key-1;Secret=Y2FuYXJ5LXNlY3JldC1vZi1hLWtleQ==';
export const REFERENCE = 'application/vnd.microsoft.appconfig.keyvaultref+json;charset=utf-8';

/** What requests without a socket, which name no host, are signed for: the store itself, and its endpoint in the contract of stores. */
const WITHOUT_SOCKETS = ['demo-store.azconfig.io', '127.0.0.1:8200'];

interface StoredSetting {
  readonly key: string;
  readonly label: string | null;
  readonly value: string | null;
  readonly content_type: string | null;
  readonly tags: Readonly<Record<string, string>>;
  readonly description?: string;
  readonly etag: string;
  readonly locked: boolean;
}

export class FakeAppConfiguration {
  readonly entra: FakeEntra;
  /** What access keys sign with, by id. */
  readonly keys = new Map([['key-1', 'Y2FuYXJ5LXNlY3JldC1vZi1hLWtleQ==']]);
  audience = 'https://appconfig.azure.com';
  denies: (method: string) => boolean = () => false;
  /** The host that is signed, where requests come through a way that has another one; null: that of each request. */
  host: string | null = null;
  /** How far its clock is ahead. */
  aheadMs = 0;
  pageSize = 100;
  /** Whether reads are behind. */
  isLate = false;
  /** Called once before the next change: another writer at the same moment. */
  meanwhile: (() => void) | null = null;
  #held = new Map<string, StoredSetting>();
  #earlier = new Map<string, StoredSetting>();
  #changes = 0;

  constructor(entra = new FakeEntra()) {
    this.entra = entra;
  }

  /** As another client would. */
  put(key: string, value: string | null, more: Partial<StoredSetting> = {}): void {
    this.#earlier = new Map(this.#held);
    const { label = null, content_type = '', tags = {}, locked = false } = more;
    const etag = `etag-${++this.#changes}`;
    const held = {
      key,
      label,
      value,
      content_type,
      tags,
      locked,
      etag,
      ...(more.description && { description: more.description }),
    };
    this.#held.set(idOf(key, label), held);
  }

  drop(key: string, label: string | null = null): void {
    this.#held.delete(idOf(key, label));
  }

  at(key: string, label: string | null = null): StoredSetting | undefined {
    return this.#held.get(idOf(key, label));
  }

  state(): unknown {
    return [...this.#held.values()];
  }

  answer(request: FakeRequest): FakeResponse {
    const answered = this.entra.answer(request);
    if (answered !== null) return answered;
    const headers = { date: new Date(Date.now() + this.aheadMs).toUTCString() };
    const answer = this.#refusal(request) ?? this.#answer(request);
    const token = { 'sync-token': `jtqGc1I4=MDoyOA==${this.#changes};sn=${this.#changes}` };
    return { ...answer, headers: { ...headers, ...token, ...answer.headers } };
  }

  #refusal(request: FakeRequest): FakeResponse | null {
    const { method, path, headers } = request;
    const authorization = headers['authorization'] ?? '';
    const [, token = ''] = /^Bearer (.+)$/.exec(authorization) ?? [];
    const isKnown = token !== '' ? this.entra.tokens.get(token) === this.audience : this.#isSigned(request);
    const challenge = { 'www-authenticate': 'HMAC-SHA256, error="invalid_token", Bearer' };
    if (!isKnown) return { status: 401, headers: challenge };
    if (!path.includes('api-version='))
      return problem(400, 'invalid-argument', "Invalid request parameter 'api-version'");
    return this.denies(method) ? problem(403, 'forbidden', 'The operation is not allowed') : null;
  }

  #isSigned({ method, path, headers, body }: FakeRequest): boolean {
    const [, id = '', names = '', signature = ''] =
      /^HMAC-SHA256 Credential=([^&]+)&SignedHeaders=([^&]+)&Signature=(.+)$/.exec(headers['authorization'] ?? '') ??
      [];
    const secret = this.keys.get(id);
    const hash = createHash('sha256').update(body).digest('base64');
    if (secret === undefined || headers['x-ms-content-sha256'] !== hash) return false;
    const named = this.host ?? headers['host'];
    const isSignedFor = (host: string) => {
      const all: Readonly<Record<string, string>> = { ...headers, host };
      const signed = [
        method,
        path,
        names
          .split(';')
          .map((name) => all[name])
          .join(';'),
      ].join('\n');
      return signature === createHmac('sha256', Buffer.from(secret, 'base64')).update(signed).digest('base64');
    };
    const isFresh = Math.abs(Date.parse(headers['x-ms-date'] ?? '') - Date.now() - this.aheadMs) < 15 * 60_000;
    const isWhole = ['x-ms-date', 'host', 'x-ms-content-sha256'].every((name) => names.includes(name));
    return isFresh && isWhole && (named === undefined ? WITHOUT_SOCKETS : [named]).some(isSignedFor);
  }

  #answer({ method, path, headers, body }: FakeRequest): FakeResponse {
    const url = new URL(path, 'https://store.test');
    const isBehind = this.isLate && !(headers['sync-token'] ?? '').includes(`MDoyOA==${this.#changes}`);
    const seen = isBehind ? this.#earlier : this.#held;
    if (url.pathname === '/kv' && method === 'GET') return this.#list(url, seen);
    const [, name] = /^\/kv\/([^/]+)$/.exec(url.pathname) ?? [];
    if (name === undefined) return { status: 404 };
    const key = decodeURIComponent(name);
    const label = url.searchParams.get('label') || null;
    if (method === 'GET') {
      const held = seen.get(idOf(key, label));
      return held === undefined ? { status: 404 } : { status: 200, body: held };
    }
    return this.#change(method, key, label, headers, body);
  }

  #change(
    method: string,
    key: string,
    label: string | null,
    headers: FakeRequest['headers'],
    body: string,
  ): FakeResponse {
    this.meanwhile?.();
    this.meanwhile = null;
    const held = this.at(key, label);
    const [match, none] = [headers['if-match'], headers['if-none-match']];
    if ((match !== undefined && match !== `"${held?.etag}"`) || (none === '*' && held !== undefined)) {
      // Of nothing there is nothing to remove.
      return method === 'DELETE' && held === undefined
        ? { status: 204 }
        : problem(412, 'precondition-failed', 'Changed');
    }
    if (held?.locked === true) return problem(409, 'key-locked', `Modifying key '${key}' is not allowed`);
    if (method === 'DELETE') {
      this.#earlier = new Map(this.#held);
      this.#held.delete(idOf(key, label));
      this.#changes++;
      return held === undefined ? { status: 204 } : { status: 200, body: held };
    }
    if (!/^application\/(vnd\.microsoft\.appconfig\.kv\+)?json/.test(headers['content-type'] ?? ''))
      return problem(415, 'unsupported-media-type', 'Unsupported');
    const sent = JSON.parse(body);
    if (key.length + (sent.value ?? '').length > 10_000) return problem(413, 'too-large', 'The key-value is too large');
    this.put(key, sent.value ?? null, { ...sent, label });
    return { status: 200, body: this.at(key, label) };
  }

  #list(url: URL, seen: ReadonlyMap<string, StoredSetting>): FakeResponse {
    const asked = url.searchParams;
    const keys = filterOf(asked.get('key') ?? '*');
    if (keys.length > 5) return problem(400, 'invalid-argument', "Invalid request parameter 'key'");
    const labels = filterOf(asked.get('label') ?? '*');
    const tags = asked.getAll('tags').map((tag) => tag.replace(/\\(.)/g, '$1').split(/=(.*)/s));
    const found = [...seen.values()]
      .filter((held) => keys.some((fits) => fits(held.key)) && labels.some((fits) => fits(held.label ?? '\0')))
      .filter((held) => tags.every(([name = '', value]) => held.tags[name] === value))
      .sort((one, other) => (one.key < other.key ? -1 : 1));
    const start = Number(asked.get('after') ?? 0);
    const fields = asked.get('$select')?.split(',');
    const items = found.slice(start, start + this.pageSize).map((held) => {
      return Object.fromEntries(Object.entries(held).filter(([name]) => fields === undefined || fields.includes(name)));
    });
    const next = start + this.pageSize;
    if (next >= found.length) return { status: 200, body: { items } };
    asked.set('after', String(next));
    return { status: 200, body: { items, '@nextLink': `/kv?${asked}` } };
  }
}

/** Exact texts that commas separate, or the start of one before an asterisk; a backslash keeps the next character. */
function filterOf(filter: string): ((text: string) => boolean)[] {
  const parts = filter.match(/(?:\\.|[^,\\])+/gs) ?? [];
  return parts.map((part) => {
    const isStart = /(?<!\\)(?:\\\\)*\*$/.test(part);
    const plain = (isStart ? part.slice(0, -1) : part).replace(/\\(.)/gs, '$1');
    return (text) => (isStart ? text.startsWith(plain) : text === plain);
  });
}

function idOf(key: string, label: string | null): string {
  return JSON.stringify([key, label]);
}

function problem(status: number, name: string, title: string): FakeResponse {
  const type = `https://azconfig.io/errors/${name}`;
  return { status, headers: { 'content-type': 'application/problem+json' }, body: { type, title, status } };
}
