/** Ways to sign in to a KV store: a token, an AppRole, a JWT, a service account of Kubernetes, or none (providers-cloud 3.6 (5)). */
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import type { HttpApi } from '../bases/http-api.js';
import { lastingSignIn, type SignIn } from '../bases/http-sign-in.js';
import type { Call, ProviderPorts } from '../provider.js';
import type { Failed } from '../store-failure.js';
import { appRole, givenToken } from './kv-credentials.js';
import { jwtOfAccount, jwtOfEnvironment } from './kv-jwt.js';
import { type Grant, logIn, type Payload, renewed } from './kv-login.js';
import { type KvProduct, settingOf } from './kv-product.js';

export interface KvLogin {
  readonly uri: StoreUri;
  /** The origin of the server, with its path. */
  readonly origin: string;
  readonly product: KvProduct;
  readonly ports: ProviderPorts;
  /** Sent with every request, also with the login. */
  readonly headers: Readonly<Record<string, string>>;
}

export class KvSignIn {
  readonly #login: KvLogin;
  readonly #method: string;
  #last: Grant | null = null;

  constructor(login: KvLogin) {
    this.#login = login;
    this.#method = methodOf(login.uri);
  }

  /** Called again when a token is used up or ends: one that can be renewed is, any other is replaced by that of a new login. */
  async signIn(api: HttpApi, call: Call): Promise<SignIn | Failed> {
    const login = this.#login;
    // An agent or a proxy in front of the server adds a token.
    if (this.#method === 'none') return lastingSignIn(login.headers);
    if (this.#method === 'token') {
      const token = await givenToken(login, api, call);
      return typeof token === 'string' ? lastingSignIn(headersWith(token, login)) : token;
    }
    const grant = (await this.#renewed(api, call)) ?? (await this.#loggedIn(api, call));
    if ('failure' in grant) return grant;
    this.#last = grant;
    const { uses, until } = grant;
    return { kind: 'signed-in', headers: headersWith(grant.token, login), uses, until, isRenewable: true };
  }

  async #renewed(api: HttpApi, call: Call): Promise<Grant | Failed | null> {
    return this.#last === null ? null : renewed(this.#last, headersWith(this.#last.token, this.#login), api, call);
  }

  async #loggedIn(api: HttpApi, call: Call): Promise<Grant | Failed> {
    const payload = await this.#payload(api, call);
    return payload.kind === 'failed' ? payload : logIn(this.#method, payload, this.#login, api, call);
  }

  #payload(api: HttpApi, call: Call): Promise<Payload | Failed> {
    if (this.#method === 'approle') return appRole(this.#login, api, call);
    return this.#method === 'jwt' ? this.#jwt(call) : this.#account();
  }

  async #jwt(call: Call): Promise<Payload | Failed> {
    const { uri, product, ports } = this.#login;
    const jwt = await jwtOfEnvironment(this.#login, call);
    if (typeof jwt !== 'string') return jwt;
    const role = uri.query.get('role') || settingOf(product, 'JWT_ROLE', ports.environment);
    return { kind: 'payload', json: { jwt, ...(role !== '' && { role }) } };
  }

  async #account(): Promise<Payload | Failed> {
    const jwt = await jwtOfAccount(this.#login);
    const role = this.#login.uri.query.get('role') ?? '';
    return typeof jwt === 'string' ? { kind: 'payload', json: { jwt, role } } : jwt;
  }
}

export function methodOf({ query }: StoreUri): string {
  return query.get('auth') ?? 'token';
}

function headersWith(token: string, { headers }: KvLogin): Readonly<Record<string, string>> {
  return { ...headers, 'X-Vault-Token': token };
}
