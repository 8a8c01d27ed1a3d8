/** The secrets of a config of Doppler over HTTP (providers-cloud 3.14 (6)). */
import { own } from '#schemas/named.js';
import { cleaned } from '../../values/cleaned.js';
import { SecretValue } from '../../values/secret-value.js';
import { HttpApi } from '../bases/http-api.js';
import { objectIn, type Reply } from '../bases/http-reply.js';
import { lastingSignIn, tokenFrom } from '../bases/http-sign-in.js';
import { queryOf } from '../bases/query.js';
import type { Answer, Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';

/** What was asked of one config, by name; `none`: the project or the config does not exist. */
export type ConfigSecrets = ReadonlyMap<string, Answer>;
export interface NoConfig {
  readonly kind: 'none';
  readonly why: Failed;
}

interface ConfigName {
  readonly project: string;
  readonly config: string;
}

const PATH = '/v3/configs/config/secrets';
/** Values that a request would create, and names that Doppler adds, are left out. */
const STORED_ONLY = 'include_dynamic_secrets=false&include_managed_secrets=false';
const READ = 'use a service token of this config, or a token of a service account that may read it';
const WRITE = 'use a service token with read and write access to this config, or a service account that may write it';

export class DopplerApi {
  readonly http: HttpApi;
  readonly #project: string;

  constructor(project: string, origin: string, ports: ProviderPorts) {
    this.#project = project;
    this.http = new HttpApi(ports.http, {
      product: 'Doppler',
      server: async () => ({ origin, passingStatuses: [500] }),
      signIn: async () => {
        const token = await tokenFrom(ports, 'token');
        return typeof token === 'string' ? lastingSignIn({ authorization: `Bearer ${token}` }) : token;
      },
      messageOf,
      plainHelp: 'write the address of a server that speaks TLS in `TOOL_DOPPLER_ENDPOINT`',
    });
  }

  /** The values of these names, with one request. */
  read(config: string, names: readonly string[], call: Call): Promise<ConfigSecrets | NoConfig | Failed> {
    return this.#read({ project: this.#project, config }, names, call);
  }

  async #read(
    { project, config }: ConfigName,
    names: readonly string[],
    call: Call,
  ): Promise<ConfigSecrets | NoConfig | Failed> {
    const query = `${queryOf({ project, config })}&${STORED_ONLY}&secrets=${encodeURIComponent(names.join(','))}`;
    const reply = await this.http.ask({ method: 'GET', path: `${PATH}?${query}`, isRepeatable: true }, call);
    if (reply.kind === 'failed') return reply;
    if (reply.status !== 200) return this.#noConfig(reply, config) ?? this.#failure(reply, READ);
    const secrets = objectIn(objectIn(reply.body)?.['secrets']);
    if (secrets === null) return this.http.malformed(reply);
    return new Map(names.map((name) => [name, this.#answerOf(name, own(secrets, name))]));
  }

  /**
   * Those of the answers that the config has of its own: a branch shows what its root has, and a config what it inherits. They
   * are told apart by their values alone. Where the token may not see how configs inherit, all count.
   */
  async own(config: string, secrets: ConfigSecrets, call: Call): Promise<ConfigSecrets> {
    const own = new Map(secrets);
    for (const parent of await this.#parents(config, call)) {
      const reply = await this.#read(parent, [...own.keys()], call);
      if ('kind' in reply) continue;
      for (const [name, its] of reply) {
        const ours = own.get(name);
        const isInherited = ours?.kind === 'found' && its.kind === 'found' && ours.value.equals(its.value);
        if (isInherited) own.set(name, { kind: 'absent' });
      }
    }
    return own;
  }

  async #parents(config: string, call: Call): Promise<readonly ConfigName[]> {
    const path = `/v3/configs/config?${this.#query(config)}`;
    const reply = await this.http.ask({ method: 'GET', path, isRepeatable: true }, call);
    if (reply.kind === 'failed' || reply.status !== 200) return [];
    const { root, environment, inherits } = objectIn(objectIn(reply.body)?.['config']) ?? {};
    const inherited: readonly Readonly<Record<string, unknown>>[] = (Array.isArray(inherits) ? inherits : []).map(
      (one) => objectIn(one) ?? {},
    );
    const isBranch = root === false && typeof environment === 'string';
    const parents: typeof inherited = isBranch
      ? [{ project: this.#project, config: environment }, ...inherited]
      : inherited;
    return parents.flatMap((parent) => {
      const [project, name] = [parent['project'], parent['config']];
      return typeof project === 'string' && typeof name === 'string' ? [{ project, config: name }] : [];
    });
  }

  async names(config: string, call: Call): Promise<readonly string[] | Failed> {
    const path = `${PATH}/names?${this.#query(config)}&${STORED_ONLY}`;
    const reply = await this.http.ask({ method: 'GET', path, isRepeatable: true }, call);
    if (reply.kind === 'failed') return reply;
    if (reply.status !== 200) return this.#noConfig(reply, config)?.why ?? this.#failure(reply, READ);
    const names = objectIn(reply.body)?.['names'];
    if (!Array.isArray(names)) return this.http.malformed(reply);
    return names.filter((name): name is string => typeof name === 'string');
  }

  /** Writes all with one request, and leaves other names alone. Null removes. */
  async write(config: string, secrets: Readonly<Record<string, string | null>>, call: Call): Promise<Failed | null> {
    const json = { project: this.#project, config, secrets };
    const reply = await this.http.ask({ method: 'POST', path: PATH, json, isRepeatable: false }, call);
    if (reply.kind === 'failed') return reply;
    if (reply.status !== 200) return this.#noConfig(reply, config)?.why ?? this.#failure(reply, WRITE);
    return objectIn(objectIn(reply.body)?.['secrets']) === null ? this.http.malformed(reply) : null;
  }

  /** Only the computed value is one: the raw one may refer to others. */
  #answerOf(name: string, entry: unknown): Answer {
    if (entry === undefined) return { kind: 'absent' };
    const { computed, raw = null, computedVisibility = null, rawVisibility = null } = objectIn(entry) ?? {};
    if (typeof computed === 'string') return { kind: 'found', value: SecretValue.fromText(computed) };
    // Left out, it is not known whether there is a value.
    if (computed !== null) return this.http.malformed();
    if (computedVisibility !== null || rawVisibility !== null)
      return failed(
        'denied',
        `Doppler withholds the value of \`${cleaned(name)}\`: its visibility is restricted for this token`,
        'use a service token of this config, or change the visibility of the secret',
      );
    return raw === null ? { kind: 'absent' } : this.http.malformed();
  }

  #query(config: string): string {
    return queryOf({ project: this.#project, config });
  }

  #noConfig(reply: Reply, config: string): NoConfig | null {
    if (reply.status !== 404) return null;
    if (!this.http.isOwn(reply)) return { kind: 'none', why: this.http.malformed(reply) };
    const detail = `Doppler has no project \`${this.#project}\` with a config \`${config}\` that this token may see`;
    return { kind: 'none', why: failed('failed', detail, 'write the config in the address, or create it') };
  }

  /** Doppler answers with status 400 if a token is for another config. */
  #failure(reply: Reply, help: string): Failed {
    const failure = this.http.failureOf(reply, help);
    const words = reply.status === 400 ? messageOf(reply.body) : null;
    if (words === null || !/not allowed|does not have access/i.test(words)) return failure;
    return failed('denied', failure.failure.detail, help);
  }
}

function messageOf(body: unknown): string | null {
  const messages = objectIn(body)?.['messages'];
  return Array.isArray(messages) ? messages.filter((message) => typeof message === 'string').join('; ') : null;
}
