/** The secrets of a store of Cloudflare over HTTP (providers-cloud 3.11 (6)). A response never holds a value. */
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { HttpApi } from '../bases/http-api.js';
import { objectIn, type Reply } from '../bases/http-reply.js';
import { itemsOfPages, type Page } from '../bases/pages.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { SignInWays } from './sign-in-ways.js';

/** The ids of secrets by name. */
export type IdsByName = ReadonlyMap<string, readonly string[]>;

interface Secret {
  readonly name: string;
  readonly value: string;
  readonly scopes: readonly string[];
}

const PER_PAGE = 100;
const EDIT = 'give the token the permission `Secrets Store: Edit` of the account';
const READ = 'give the token the permission `Secrets Store: Read` of the account, or `Edit` to write too';
const CHECK = 'check the id of the store and that of the account';

export class SecretsApi {
  readonly http: HttpApi;
  readonly #path: string;

  constructor({ authority, query }: StoreUri, account: string | Failed, origin: string, ports: ProviderPorts) {
    const ways = new SignInWays(query, ports);
    this.#path = `/client/v4/accounts/${account}/secrets_store/stores/${authority}/secrets`;
    this.http = new HttpApi(ports.http, {
      product: 'Cloudflare',
      server: async () => (typeof account === 'string' ? { origin, passingStatuses: [500] } : account),
      signIn: (call) => ways.signIn(call),
      isExpired: ({ status }) => status === 401,
      messageOf,
      plainHelp: 'write the address of a server that speaks TLS in `TOOL_CLOUDFLARE_ENDPOINT`',
    });
  }

  /** All secrets, or at least those of this name: a search finds parts of names, too. */
  async idsOf(name: string | null, call: Call): Promise<IdsByName | Failed> {
    const search = name === null ? '' : `&search=${encodeURIComponent(name)}`;
    const secrets = await itemsOfPages((next) => this.#page(Number(next ?? 1), search, call));
    if ('failure' in secrets) return secrets;
    const ids = new Map<string, string[]>();
    for (const secret of secrets) ids.set(secret.name, [...(ids.get(secret.name) ?? []), secret.id]);
    return ids;
  }

  /** `taken`: there is one of this name. */
  async create(
    secret: Secret,
    call: Call,
  ): Promise<{ readonly kind: 'written' } | { readonly kind: 'taken' } | Failed> {
    const request = { method: 'POST', path: this.#path, json: [secret], isRepeatable: false } as const;
    const reply = await this.http.ask(request, call);
    if (reply.kind === 'failed') return reply;
    if (reply.status === 409 && this.http.isOwn(reply)) return { kind: 'taken' };
    return hasSucceeded(reply) && Array.isArray(resultOf(reply)) ? { kind: 'written' } : this.#failure(reply, EDIT);
  }

  async update(id: string, { value, scopes }: Secret, call: Call): Promise<{ readonly kind: 'written' } | Failed> {
    const json = { scopes, value };
    const request = { method: 'PATCH', path: this.#pathOf(id), json, isRepeatable: false } as const;
    const reply = await this.http.ask(request, call);
    if (reply.kind === 'failed') return reply;
    if (reply.status === 404 && this.http.isOwn(reply)) return failed('conflict', 'the secret was removed meanwhile');
    return hasSucceeded(reply) ? { kind: 'written' } : this.#failure(reply, EDIT);
  }

  async remove(id: string, call: Call): Promise<{ readonly kind: 'removed' | 'absent' } | Failed> {
    const reply = await this.http.ask({ method: 'DELETE', path: this.#pathOf(id), isRepeatable: false }, call);
    if (reply.kind === 'failed') return reply;
    if (reply.status === 404 && this.http.isOwn(reply)) return { kind: 'absent' };
    return hasSucceeded(reply) ? { kind: 'removed' } : this.#failure(reply, EDIT);
  }

  async #page(page: number, search: string, call: Call): Promise<Page<Listed> | Failed> {
    const path = `${this.#path}?page=${page}&per_page=${PER_PAGE}${search}`;
    const reply = await this.http.ask({ method: 'GET', path, isRepeatable: true }, call);
    if (reply.kind === 'failed') return reply;
    const list = hasSucceeded(reply) ? resultOf(reply) : null;
    if (!Array.isArray(list)) return this.#failure(reply, READ);
    const secrets = list.map(listedIn);
    if (!secrets.every((secret) => secret !== null)) return this.http.malformed(reply);
    const total = objectIn(objectIn(reply.body)?.['result_info'])?.['total_pages'];
    const isLast = typeof total === 'number' ? page >= total : secrets.length < PER_PAGE;
    return {
      kind: 'page',
      items: secrets.filter(({ status }) => status !== 'deleted'),
      next: isLast ? null : `${page + 1}`,
    };
  }

  #pathOf(id: string): string {
    return `${this.#path}/${id}`;
  }

  #failure(reply: Reply, help: string): Failed {
    const { status } = reply;
    const codes = codesOf(reply.body);
    // Success without what it must have, and what is in the place of the API.
    if ((status < 300 && codes.length === 0) || (status === 404 && !this.http.isOwn(reply)))
      return this.http.malformed(reply);
    const refusal = this.http.failureOf(reply, help);
    if (status === 401) return refusal;
    const { kind, failure } = refusal;
    const shown = reply.isQuotable || codes.length === 0 ? '' : ` (code ${codes.join(', ')})`;
    const detail = `${failure.detail}${shown}`;
    if (codes.some((code) => DENYING.has(code))) return { kind, failure: { ...failure, kind: 'denied', detail, help } };
    return { kind, failure: { ...failure, detail, ...(status === 404 && { help: CHECK }) } };
  }
}

/** `Authentication error`, `Unauthorized to access requested resource`, `Invalid request headers`: whatever the status. */
const DENYING: ReadonlySet<number> = new Set([10_000, 9109, 6003]);

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly status: unknown;
}

/** Null: it is not a secret, or its id would lead to something else in a path. */
function listedIn(secret: unknown): Listed | null {
  const { id, name, status } = objectIn(secret) ?? {};
  return typeof id === 'string' && /^[\w-]+$/.test(id) && typeof name === 'string' ? { id, name, status } : null;
}

function hasSucceeded({ status, body }: Reply): boolean {
  return status >= 200 && status < 300 && objectIn(body)?.['success'] === true;
}

function resultOf({ body }: Reply): unknown {
  return objectIn(body)?.['result'];
}

function messageOf(body: unknown): string | null {
  const errors = objectIn(body)?.['errors'];
  if (!Array.isArray(errors)) return null;
  const words = errors.map((error) => {
    const { code, message } = objectIn(error) ?? {};
    return `${typeof message === 'string' ? message : 'an error'}${typeof code === 'number' ? ` (code ${code})` : ''}`;
  });
  return words.join('; ');
}

function codesOf(body: unknown): readonly number[] {
  const errors = objectIn(body)?.['errors'];
  if (!Array.isArray(errors)) return [];
  return errors.map((error) => objectIn(error)?.['code']).filter((code) => typeof code === 'number');
}
