/**
 * Sign-in to services of Azure through Microsoft Entra: exactly the way that `auth` names, because another one could be that of
 * another person (providers-cloud 3.4 (5)). A token is asked for once, for all stores of one address.
 */
import { withoutProxy } from '../../http/http.js';
import { HttpApi } from '../bases/http-api.js';
import { objectIn } from '../bases/http-reply.js';
import { lastingSignIn, type SignIn } from '../bases/http-sign-in.js';
import type { Call, ProviderPorts } from '../provider.js';
import type { Failed } from '../store-failure.js';
import { type TokenRequest, tokenBySecret, tokenByWorkload } from './application.js';
import type { Issuer } from './challenge.js';
import { tokenOfPerson } from './developer-tools.js';
import type { EntraToken } from './entra-token.js';
import { tokenOfMachine } from './managed-identity.js';

/** What a token is for. `issuer`: who issues them, if the service says so. */
export interface Audience {
  readonly resource: string;
  readonly issuer: Issuer | null;
}

export class Entra {
  readonly #way: string;
  readonly #ports: ProviderPorts;
  readonly #apis = new Map<string, HttpApi>();
  readonly #tokens = new Map<string, Promise<EntraToken | Failed>>();

  /** `way`: the value of `auth`, which the descriptor has checked. */
  constructor(way: string, ports: ProviderPorts) {
    this.#way = way;
    this.#ports = ports;
  }

  async signIn(audience: Audience, call: Call): Promise<SignIn | Failed> {
    const token = await this.#token(audience, call);
    if (token.kind === 'failed') return token;
    const { until } = token;
    return { ...lastingSignIn({ authorization: `Bearer ${token.text}` }), until, isRenewable: true };
  }

  /** The service does not accept the token any more. */
  forget(audience: Audience): void {
    this.#tokens.delete(keyOf(audience));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#apis.values()].map((api) => api.close()));
  }

  async #token(audience: Audience, call: Call): Promise<EntraToken | Failed> {
    const key = keyOf(audience);
    const underWay = this.#tokens.get(key);
    const asked = underWay ?? this.#ask({ ...audience, api: (origin) => this.#api(origin), ports: this.#ports, call });
    this.#tokens.set(key, asked);
    const token = await asked.catch((fault) => {
      if (this.#tokens.get(key) === asked) this.#tokens.delete(key);
      throw fault;
    });
    const isGood = token.kind === 'token' && Date.now() < token.until;
    if (!isGood && this.#tokens.get(key) === asked) this.#tokens.delete(key);
    const isExpired = underWay !== undefined && token.kind === 'token' && !isGood;
    return isExpired ? this.#token(audience, call) : token;
  }

  async #ask(request: TokenRequest): Promise<EntraToken | Failed> {
    if (this.#way === 'managed_identity') return tokenOfMachine(request);
    if (this.#way === 'workload_identity') return tokenByWorkload(request);
    const bySecret = this.#way === 'cli' ? null : await tokenBySecret(request);
    const { resource, issuer, call } = request;
    return bySecret ?? tokenOfPerson(resource, issuer?.tenant ?? null, this.#ports, call);
  }

  /** Servers of Entra, and services for the identity of a machine, answer alike. */
  #api(origin: string): HttpApi {
    const isMachine = this.#way === 'managed_identity';
    const api =
      this.#apis.get(origin) ??
      new HttpApi(isMachine ? withoutProxy(this.#ports.http) : this.#ports.http, {
        product: isMachine ? 'The identity service of this machine' : 'Microsoft Entra',
        // While it starts, the service of a machine answers with these.
        server: async () => ({ origin, passingStatuses: isMachine ? [404, 410, 500] : [500] }),
        signIn: async () => lastingSignIn({}),
        messageOf: (body) => {
          const said = objectIn(body)?.['error_description'];
          return typeof said === 'string' ? said : null;
        },
        plainHelp: 'check `AZURE_AUTHORITY_HOST`: its server must speak TLS',
      });
    this.#apis.set(origin, api);
    return api;
  }
}

function keyOf({ resource, issuer }: Audience): string {
  return `${resource} ${issuer?.tenant ?? ''}`;
}
