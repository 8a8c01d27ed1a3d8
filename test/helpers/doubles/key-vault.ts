/** A vault of Azure Key Vault in memory, with the errors of its API: versions, soft delete, disabled secrets, rights, tokens of Entra. */

import type { FakeRequest, FakeResponse } from '../fake-http.js';
import { FakeEntra, TENANT } from './entra.js';

interface Version {
  readonly id: string;
  readonly value: string;
  isEnabled: boolean;
}
interface StoredSecret {
  readonly name: string;
  readonly versions: Version[];
  isDeleted: boolean;
}

export class FakeKeyVault {
  readonly entra: FakeEntra;
  /** What a refused request answers, as the inner code: rights, policies, firewall. Null: it is allowed. */
  denies: (operation: 'get' | 'set', name: string) => string | null = () => null;
  /** Called once before the next write: another writer at the same moment. */
  meanwhile: (() => void) | null = null;
  /** What it asks tokens for, and of whom. */
  resource = 'https://vault.azure.net';
  issuer = `https://login.windows.net/${TENANT}`;
  readonly #secrets = new Map<string, StoredSecret>();
  #made = 0;

  constructor(entra = new FakeEntra()) {
    this.entra = entra;
  }

  /** Adds a version, as another client would; gives its id. */
  put(name: string, value: string): string {
    const held = this.#held(name) ?? { name, versions: [], isDeleted: false };
    this.#secrets.set(name.toLowerCase(), held);
    const id = (++this.#made).toString(16).padStart(32, '0');
    held.versions.push({ id, value, isEnabled: true });
    return id;
  }

  disable(name: string): void {
    for (const version of this.#held(name)?.versions ?? []) version.isEnabled = false;
  }

  /** Soft: its name stays taken. */
  drop(name: string): void {
    const held = this.#held(name);
    if (held !== undefined) held.isDeleted = true;
  }

  /** Gone, as if it had never been there. */
  purge(name: string): void {
    this.#secrets.delete(name.toLowerCase());
  }

  state(): unknown {
    return [...this.#secrets.values()];
  }

  answer(request: FakeRequest): FakeResponse {
    return this.entra.answer(request) ?? this.#answer(request);
  }

  #answer({ method, path, headers, body }: FakeRequest): FakeResponse {
    const url = new URL(path, 'https://vault.test');
    const refusal = this.#refusal(headers['authorization'] ?? '');
    if (refusal !== null) return refusal;
    if (!url.searchParams.has('api-version')) return error(400, 'BadParameter', 'api-version must be specified');
    const [, collection, name = '', version = ''] = url.pathname.split('/');
    if (collection !== 'secrets') return error(404, 'NotFound', 'Resource not found');
    if (name === '') return this.#list();
    if (!/^[0-9A-Za-z-]{1,127}$/.test(name))
      return error(400, 'BadParameter', `The request URI contains an invalid name: ${name}`);
    const denied = this.denies(method === 'GET' ? 'get' : 'set', name);
    if (denied !== null)
      return error(403, 'Forbidden', 'Caller is not authorized to perform action on resource.', denied);
    if (method === 'PUT') return this.#set(name, JSON.parse(body));
    if (method === 'DELETE') {
      this.drop(name);
      return { status: 200, body: { recoveryId: `/deletedsecrets/${name}`, id: `${HOST}/secrets/${name}` } };
    }
    return this.#get(name, version);
  }

  #refusal(authorization: string): FakeResponse | null {
    const [, token = ''] = /^Bearer (.+)$/.exec(authorization) ?? [];
    const resource = this.entra.tokens.get(token);
    if (resource === this.resource) return null;
    const challenge = `Bearer authorization="${this.issuer}", resource="${this.resource}"`;
    const missing = 'AKV10000: Request is missing a Bearer or PoP token.';
    const wrong = 'AKV10022: Invalid audience, or a token that has expired.';
    const refused = error(401, 'Unauthorized', token === '' ? missing : wrong);
    return { ...refused, headers: { 'www-authenticate': challenge } };
  }

  #list(): FakeResponse {
    const names = [...this.#secrets.values()].filter(({ isDeleted }) => !isDeleted).map(({ name }) => name);
    const value = names.map((name) => ({ id: `${HOST}/secrets/${name}`, attributes: { enabled: true } }));
    return { status: 200, body: { value, nextLink: null } };
  }

  #set(name: string, { value }: { readonly value?: unknown }): FakeResponse {
    this.meanwhile?.();
    this.meanwhile = null;
    if (typeof value !== 'string') return error(400, 'BadParameter', 'The property "value" is required');
    if (Buffer.byteLength(value) > 25_600) return error(400, 'BadParameter', 'The value is too long');
    if (this.#held(name)?.isDeleted === true) {
      const words = `Secret ${name} is currently in a deleted but recoverable state, and its name cannot be reused`;
      return error(409, 'Conflict', words, 'ObjectIsDeletedButRecoverable');
    }
    return bundle(name, { id: this.put(name, value), value, isEnabled: true });
  }

  #get(name: string, wanted: string): FakeResponse {
    const held = this.#held(name);
    const versions = held === undefined || held.isDeleted ? [] : held.versions;
    const found = wanted === '' ? versions.at(-1) : versions.find(({ id }) => id === wanted);
    if (found === undefined)
      return error(404, 'SecretNotFound', `A secret with (name/id) ${name} was not found in this key vault.`);
    if (found.isEnabled) return bundle(held?.name ?? name, found);
    return error(403, 'Forbidden', 'Operation get is not allowed on a disabled secret.', 'SecretDisabled');
  }

  #held(name: string): StoredSecret | undefined {
    return this.#secrets.get(name.toLowerCase());
  }
}

const HOST = 'https://demo-vault.vault.azure.net';

function bundle(name: string, { id, value, isEnabled }: Version): FakeResponse {
  const attributes = {
    enabled: isEnabled,
    created: 1_763_800_000,
    updated: 1_763_800_000,
    recoveryLevel: 'Recoverable',
  };
  return { status: 200, body: { value, id: `${HOST}/secrets/${name}/${id}`, attributes } };
}

function error(status: number, code: string, message: string, inner?: string): FakeResponse {
  return { status, body: { error: { code, message, ...(inner !== undefined && { innererror: { code: inner } }) } } };
}
