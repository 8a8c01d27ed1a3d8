/** The secrets of a project over HTTP (providers-cloud 3.3 (6)). */
import { cleaned } from '../../values/cleaned.js';
import type { SecretValue } from '../../values/secret-value.js';
import type { ApiRequest } from '../bases/api-request.js';
import { valueInBase64 } from '../bases/base64.js';
import { HttpApi } from '../bases/http-api.js';
import { objectIn, type Reply } from '../bases/http-reply.js';
import type { SignIn } from '../bases/http-sign-in.js';
import { itemsOfPages, type Page } from '../bases/pages.js';
import { queryOf } from '../bases/query.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { crc32c } from './crc32c.js';
import { type Credentials, findCredentials } from './credentials.js';
import { errorOf, helpFor } from './google-error.js';

export interface Version {
  readonly kind: 'found';
  readonly number: number;
  readonly value: SecretValue;
}
interface Absent {
  readonly kind: 'absent';
}
/** It may exist all the same: the right to create secrets is missing, or a policy restricts it. */
export interface NotAllowed {
  readonly kind: 'not allowed';
  readonly why: Failed;
}

/** Of tokens that are signed here, whatever the address of the API is. */
const AUDIENCE = 'https://secretmanager.googleapis.com/';

export class SecretManager {
  readonly http: HttpApi;
  readonly #project: string;
  readonly #ports: ProviderPorts;
  #credentials: Promise<Credentials | Failed> | null = null;
  /** How far Google's clock is ahead of ours, where that is too far for a token that is signed here. */
  #aheadMs = 0;

  constructor(project: string, origin: string, ports: ProviderPorts) {
    this.#project = project;
    this.#ports = ports;
    this.http = new HttpApi(ports.http, {
      product: 'Secret Manager',
      // What was refused because of a quota was not done.
      server: async () => ({ origin, passingStatuses: [500], isThrottled: ({ status }) => status === 429 }),
      signIn: (call) => this.#signIn(call),
      isExpired: (reply) => this.#isOutdated(reply),
      messageOf: (body) => errorOf({ body })?.message ?? null,
      plainHelp: 'write the address of a server that speaks TLS in `TOOL_GCSM_ENDPOINT`',
    });
  }

  /** `version`: a number, an alias, or `latest`, which is the newest whatever its state. */
  async access(secret: string, version: string, call: Call): Promise<Version | Absent | Failed> {
    const path = `${this.#pathOf(secret)}/versions/${encodeURIComponent(version)}:access`;
    const reply = await this.http.ask({ method: 'GET', path, isRepeatable: true }, call);
    if (reply.kind === 'failed') return reply;
    if (isMissing(reply)) return { kind: 'absent' };
    if (reply.status !== 200) return this.#failure(reply, `allow ${rightTo('versions.access', secret)}`, STATE_HELP);
    return this.#versionIn(reply);
  }

  /** Without a version. The replication is that of most projects; others create their secrets themselves. */
  async create(secret: string, call: Call): Promise<'created' | 'existing' | NotAllowed | Failed> {
    const path = `/v1/projects/${this.#project}/secrets?secretId=${encodeURIComponent(secret)}`;
    const json = { replication: { automatic: {} } };
    const reply = await this.#change({ path, json, isQuotable: true, isRepeatable: true }, call);
    if (reply.kind === 'failed') return reply;
    if (reply.status === 200 && nameIn(reply) !== null) return 'created';
    const status = errorOf(reply)?.status ?? '';
    if (status === 'ALREADY_EXISTS') return 'existing';
    const right = `allow \`secretmanager.secrets.create\` on the project \`${this.#project}\`, and ${rightTo('versions.add', secret)}`;
    const why = this.#failure(reply, right, REPLICATION_HELP);
    return status === 'PERMISSION_DENIED' || status === 'FAILED_PRECONDITION' ? { kind: 'not allowed', why } : why;
  }

  /** Adds a version, and gives its number. Nothing repeats this: once more would be another version. */
  async add(secret: string, value: SecretValue, call: Call): Promise<number | Absent | Failed> {
    const bytes = value.reveal();
    const payload = { data: Buffer.from(bytes).toString('base64'), dataCrc32c: String(crc32c(bytes)) };
    const request = { path: `${this.#pathOf(secret)}:addVersion`, json: { payload }, isRepeatable: false };
    const reply = await this.#change(request, call);
    if (reply.kind === 'failed') return reply;
    if (isMissing(reply)) return { kind: 'absent' };
    const number = reply.status === 200 ? numberIn(nameIn(reply)) : null;
    return number ?? this.#failure(reply, `allow ${rightTo('versions.add', secret)}`);
  }

  /** With all its versions. */
  async remove(secret: string, call: Call): Promise<'removed' | Absent | Failed> {
    const reply = await this.http.ask({ method: 'DELETE', path: this.#pathOf(secret), isRepeatable: true }, call);
    if (reply.kind === 'failed') return reply;
    if (isMissing(reply)) return { kind: 'absent' };
    const isDone = reply.status === 200 && objectIn(reply.body) !== null;
    return isDone ? 'removed' : this.#failure(reply, `allow ${rightTo('secrets.delete', secret)}`);
  }

  /** The secrets whose names begin with this, with versions or without. */
  names(start: string, call: Call): Promise<readonly string[] | Failed> {
    return itemsOfPages<string>(async (next): Promise<Page<string> | Failed> => {
      const more = next === null ? {} : { pageToken: next };
      const path = `/v1/projects/${this.#project}/secrets?${queryOf({ pageSize: PAGE, filter: `name:${start}`, ...more })}`;
      const reply = await this.http.ask({ method: 'GET', path, isRepeatable: true }, call);
      if (reply.kind === 'failed') return reply;
      const right = `allow \`secretmanager.secrets.list\` on the project \`${this.#project}\``;
      if (reply.status !== 200) return this.#failure(reply, right);
      // An empty list is left out.
      const { secrets = [], nextPageToken: token = '' } = objectIn(reply.body) ?? { secrets: null };
      const names = Array.isArray(secrets) ? secrets.map((secret) => secretIn(objectIn(secret)?.['name'])) : [null];
      if (typeof token !== 'string' || !names.every((name) => name !== null)) return this.http.malformed(reply);
      // Google finds the text anywhere in a name.
      return { kind: 'page', items: names.filter((name) => name.startsWith(start)), next: token === '' ? null : token };
    });
  }

  #change(request: Omit<ApiRequest, 'method'>, call: Call): Promise<Reply | Failed> {
    return this.http.ask({ method: 'POST', ...request }, call);
  }

  #pathOf(secret: string): string {
    return `/v1/projects/${this.#project}/secrets/${encodeURIComponent(secret)}`;
  }

  #versionIn(reply: Reply): Version | Failed {
    const { data, dataCrc32c } = objectIn(objectIn(reply.body)?.['payload']) ?? {};
    const value = valueInBase64(data);
    const number = numberIn(nameIn(reply));
    if (value === null || value.isEmpty || number === null) return this.http.malformed(reply);
    if (dataCrc32c !== undefined && String(dataCrc32c) !== String(crc32c(value.reveal())))
      return failed('malformed', 'a payload of Secret Manager does not match its checksum', 'try again');
    return { kind: 'found', number, value };
  }

  async #signIn(call: Call): Promise<SignIn | Failed> {
    this.#credentials ??= findCredentials(this.#ports);
    const credentials = await this.#credentials;
    if (credentials.kind === 'failed') {
      this.#credentials = null;
      return credentials;
    }
    const token = await credentials.token({ audience: AUDIENCE, now: Date.now() + this.#aheadMs }, call);
    if (token.kind === 'failed') return token;
    const { quotaProject } = credentials;
    return {
      kind: 'signed-in',
      headers: {
        authorization: `Bearer ${token.text}`,
        ...(quotaProject !== '' && { 'x-goog-user-project': quotaProject }),
      },
      uses: Number.POSITIVE_INFINITY,
      until: token.until,
      isRenewable: true,
    };
  }

  /** Whether a new token may do better: in place of an expired one, or by Google's clock. */
  #isOutdated(reply: Reply): boolean {
    if (reply.status !== 401) return false;
    if (errorOf(reply)?.reason === 'ACCESS_TOKEN_EXPIRED') return true;
    const aheadMs = Date.parse(reply.headers['date'] ?? '') - Date.now();
    if (!(Math.abs(aheadMs) > LARGEST_SKEW_MS)) return false;
    this.#aheadMs = aheadMs;
    return true;
  }

  /** `right`: what to do if it is missing; `state`: what to do if the secret or the project is not in the state for this. */
  #failure(reply: Reply, right: string, state?: string): Failed {
    const error = errorOf(reply);
    // A 404 of anything else between here and there, too.
    if (reply.status < 300 || (reply.status === 404 && error === null)) return this.http.malformed(reply);
    const failure = this.http.failureOf(reply, (error && helpFor(error)) ?? right);
    return error?.status === 'FAILED_PRECONDITION' ? failed('failed', failure.failure.detail, state) : failure;
  }
}

const STATE_HELP = 'enable this version or add another one: without `version` the newest counts, whatever its state';
const REPLICATION_HELP =
  'if a policy restricts where secrets may be, create it with `gcloud secrets create NAME --replication-policy=user-managed --locations=LOCATION`';
/** Google gives up to 25,000 at once, with all that it knows of each, which may be longer than a response may be. */
const PAGE = 1000;
/** Google accepts tokens whose clock is off by a few minutes. */
const LARGEST_SKEW_MS = 4 * 60_000;

function rightTo(action: 'versions.access' | 'versions.add' | 'secrets.delete', secret: string): string {
  return `\`secretmanager.${action}\` on the secret \`${cleaned(secret)}\``;
}

function isMissing(reply: Reply): boolean {
  return reply.status === 404 && errorOf(reply)?.status === 'NOT_FOUND';
}

function nameIn({ body }: Reply): string | null {
  const name = objectIn(body)?.['name'];
  return typeof name === 'string' ? name : null;
}

function secretIn(name: unknown): string | null {
  return /\/secrets\/([\w-]+)$/.exec(typeof name === 'string' ? name : '')?.[1] ?? null;
}

/** Of the resource name of a version, in which Google puts the number even where an alias was named. */
function numberIn(name: string | null): number | null {
  const [, number] = /\/versions\/(\d{1,15})$/.exec(name ?? '') ?? [];
  return number === undefined ? null : Number(number);
}
