/** The secrets of a vault of Azure Key Vault over HTTP (providers-cloud 3.4 (6)). */
import { cleaned } from '../../values/cleaned.js';
import { SecretValue } from '../../values/secret-value.js';
import { type Challenge, challengeIn, isForHost } from '../azure/challenge.js';
import type { Entra } from '../azure/entra.js';
import { HttpApi } from '../bases/http-api.js';
import { objectIn, type Reply } from '../bases/http-reply.js';
import type { SignIn } from '../bases/http-sign-in.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';

export interface VaultSecret {
  readonly kind: 'found';
  readonly value: SecretValue;
  readonly version: string;
}

const VERSION = 'api-version=2025-07-01';
const READ = 'assign the role `Key Vault Secrets User` on the vault, or its access policy `get` for secrets';
const WRITE = 'assign the role `Key Vault Secrets Officer` on the vault, or its access policy `set` for secrets';

export class VaultApi {
  readonly http: HttpApi;
  readonly #host: string;
  readonly #entra: Entra;
  #challenge: Challenge | null = null;

  /** `origin`: where requests are sent, which is the host except in tests. */
  constructor(host: string, origin: string, entra: Entra, ports: ProviderPorts) {
    this.#host = host;
    this.#entra = entra;
    this.http = new HttpApi(ports.http, {
      product: 'Azure Key Vault',
      server: async () => ({ origin, passingStatuses: [500] }),
      signIn: (call) => this.#signIn(call),
      isExpired: ({ status }) => status === 401 && this.#isForgotten(),
      messageOf: (body) => wordsIn(body),
      plainHelp: 'check `TOOL_AKV_ENDPOINT`: its server must speak TLS',
    });
  }

  /** `version`: null for the latest. */
  async get(
    name: string,
    version: string | null,
    call: Call,
  ): Promise<VaultSecret | { readonly kind: 'absent' } | Failed> {
    const path = `/secrets/${name}${version === null ? '' : `/${version}`}?${VERSION}`;
    const reply = await this.http.ask({ method: 'GET', path, isRepeatable: true }, call);
    if (reply.kind === 'failed') return reply;
    if (reply.status === 404 && this.http.isOwn(reply)) return { kind: 'absent' };
    const { value, id } = objectIn(reply.body) ?? {};
    if (reply.status !== 200 || typeof value !== 'string' || typeof id !== 'string')
      return this.#failure(reply, name, READ);
    return { kind: 'found', value: SecretValue.fromText(value), version: versionIn(id) };
  }

  /** Adds a version; gives its id. Sent once more it would add another. */
  async put(name: string, text: string, call: Call): Promise<string | Failed> {
    const request = { method: 'PUT', path: `/secrets/${name}?${VERSION}`, json: { value: text } } as const;
    const reply = await this.http.ask({ ...request, isRepeatable: false }, call);
    if (reply.kind === 'failed') return reply;
    const { id } = objectIn(reply.body) ?? {};
    return reply.status === 200 && typeof id === 'string' ? versionIn(id) : this.#failure(reply, name, WRITE);
  }

  /** The vault names its tenant to those who ask without a token. */
  async #signIn(call: Call): Promise<SignIn | Failed> {
    const challenge = this.#challenge ?? (await this.#challenged(call));
    if ('failure' in challenge) return challenge;
    this.#challenge = challenge;
    return this.#entra.signIn(challenge, call);
  }

  async #challenged(call: Call): Promise<Challenge | Failed> {
    const path = `/secrets?maxresults=1&${VERSION}`;
    const reply = await this.http.send({ method: 'GET', path, isRepeatable: true }, call);
    if (reply.kind === 'failed') return reply;
    const challenge = reply.status === 401 ? challengeIn(reply.headers['www-authenticate']) : null;
    if (challenge === null) return reply.status < 300 ? this.http.malformed(reply) : this.http.failureOf(reply);
    if (isForHost(challenge.resource, this.#host)) return challenge;
    const detail = `\`${cleaned(this.#host)}\` asks for a token for ${cleaned(challenge.resource)}, where it does not belong`;
    return failed('denied', detail, 'check the address: no token was sent');
  }

  /** With a new token it may do better. */
  #isForgotten(): true {
    if (this.#challenge !== null) this.#entra.forget(this.#challenge);
    return true;
  }

  #failure(reply: Reply, name: string, right: string): Failed {
    const { status } = reply;
    if (status < 300 || (status === 404 && !this.http.isOwn(reply))) return this.http.malformed(reply);
    const code = innerCodeIn(reply.body);
    if (code === 'ObjectIsDeletedButRecoverable')
      return failed(
        'conflict',
        `secret \`${name}\` is deleted but not purged, so that its name cannot be used`,
        `recover it with \`az keyvault secret recover --name ${name}\`, or purge it`,
      );
    if (/^ObjectIsBeing/.test(code))
      return failed('conflict', `secret \`${name}\` is being deleted or recovered`, 'try again later');
    const failure = this.http.failureOf(reply, this.#help(status, code, right));
    return status === 409 ? failed('conflict', failure.failure.detail) : failure;
  }

  #help(status: number, code: string, right: string): string {
    if (status === 401) return `sign in to the tenant ${this.#challenge?.issuer.tenant}, to which the vault belongs`;
    if (/Firewall|Connection/.test(code))
      return 'allow the address of this machine in the network settings of the vault';
    if (code.startsWith('Secret')) return 'enable it in the vault, or write a new version';
    return right;
  }
}

/** Null: this is not an error of the vault. */
function wordsIn(body: unknown): string | null {
  const { code, message } = objectIn(objectIn(body)?.['error']) ?? {};
  return typeof code === 'string' ? (typeof message === 'string' ? message : code) : null;
}

/** What exactly is wrong; the other code is that of the status. */
function innerCodeIn(body: unknown): string {
  const { innererror, innerError } = objectIn(objectIn(body)?.['error']) ?? {};
  const code = objectIn(innererror ?? innerError)?.['code'];
  return typeof code === 'string' ? code : '';
}

/** Of `https://HOST/secrets/NAME/VERSION`. */
function versionIn(id: string): string {
  return id.split('/').at(-1) ?? '';
}
