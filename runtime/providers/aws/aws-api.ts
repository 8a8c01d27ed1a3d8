/** A service of AWS that speaks JSON: requests that are signed, throttled, and sent again when clocks differ (providers-cloud 3.1). */
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import type { HttpResponse } from '../../http/http.js';
import type { BatchOptions } from '../bases/batch-options.js';
import { HttpApi } from '../bases/http-api.js';
import { objectIn, type Reply, replyOf } from '../bases/http-reply.js';
import type { SignIn } from '../bases/http-sign-in.js';
import type { Call, ProviderPorts } from '../provider.js';
import type { Failed } from '../store-failure.js';
import { accountOf } from './aws-account.js';
import { type AwsEndpoint, type AwsService, awsEndpointOf } from './aws-endpoint.js';
import { type AwsError, errorOf, failureOf, isThrottled } from './aws-error.js';
import { keysOf, type LimitedKeys } from './aws-keys.js';
import { type AwsProfile, loadProfile, profileNameOf } from './aws-profile.js';
import { signatureOf } from './signature.js';

export interface AwsOperation {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What to do if the right to do this is missing. */
  readonly right: string;
  /** Whether the input holds a value: then nothing of the response is quoted. */
  readonly holdsValue?: true;
  /** Once more would do more. */
  readonly isSentOnce?: true;
}
export interface Done {
  readonly kind: 'done';
  readonly output: Readonly<Record<string, unknown>>;
  /** The tokens of the request: an error inside the output could repeat them. */
  readonly tokens: readonly string[];
}
/** The service's own error; `failure` is what it means if nothing special is made of the code. */
export interface Rejected extends AwsError {
  readonly kind: 'rejected';
  readonly failure: Failed;
}

export class AwsApi {
  readonly #service: AwsService;
  readonly #uri: StoreUri;
  readonly #ports: ProviderPorts;
  readonly #api: HttpApi;
  #profile: Promise<AwsProfile | Failed> | null = null;
  #keys: LimitedKeys | null = null;
  /** Whether the keys expire, and can be had anew. */
  #isLimited = false;
  /** How far the clock of AWS is ahead of ours, where that is too far for a signature. */
  #aheadMs = 0;

  constructor(service: AwsService, uri: StoreUri, ports: ProviderPorts) {
    this.#service = service;
    this.#uri = uri;
    this.#ports = ports;
    this.#api = new HttpApi(ports.http, {
      product: service.title,
      server: async () => {
        const endpoint = await this.endpoint();
        if (endpoint.kind === 'failed') return endpoint;
        const { origin, basePath } = endpoint;
        return { origin, basePath, passingStatuses: [500], isThrottled: isThrottling };
      },
      signIn: (call) => this.#signIn(call),
      isExpired: (reply) => this.#isOutdated(reply),
      messageOf: () => null,
      plainHelp: 'check the endpoint that is configured for AWS',
    });
  }

  endpoint(): Promise<AwsEndpoint | Failed> {
    return this.#loaded().then((profile) => awsEndpointOf(this.#uri, this.#service, profile, this.#ports.environment));
  }

  /** Equal texts mean the same account and region, as far as that is known without a request. */
  async identity(): Promise<string> {
    const [endpoint, profile] = [await this.endpoint(), await this.#loaded()];
    const where = endpoint.kind === 'failed' ? '' : `${endpoint.origin}${endpoint.basePath} ${endpoint.region}`;
    return `${this.#service.name} ${where}\n${accountOf(this.#uri, profile, this.#ports)}`;
  }

  inBatch<Item, Answer>(
    items: readonly Item[],
    work: (item: Item) => Promise<Answer | Failed>,
    options?: BatchOptions,
  ): Promise<(Answer | Failed)[]> {
    return this.#api.inBatch(items, work, options);
  }

  /** A write is done only if the response names the version that it made. */
  async put(operation: AwsOperation, call: Call): Promise<Done | Rejected | Failed> {
    const put = await this.ask({ ...operation, holdsValue: true }, call);
    if (put.kind !== 'done') return put;
    const { VersionId, Version } = put.output;
    return typeof VersionId === 'string' || typeof Version === 'number' ? put : this.#api.malformed();
  }

  async ask(
    { name, input, right, holdsValue, isSentOnce }: AwsOperation,
    call: Call,
  ): Promise<Done | Rejected | Failed> {
    const { target, title } = this.#service;
    const request = {
      method: 'POST',
      path: '/',
      json: input,
      type: 'application/x-amz-json-1.1',
      headers: { 'x-amz-target': `${target}.${name}` },
      isRepeatable: isSentOnce !== true,
      isQuotable: holdsValue !== true,
    } as const;
    const reply = await this.#api.ask(request, call);
    if (reply.kind === 'failed') return reply;
    const output = reply.status === 200 ? objectIn(reply.body) : null;
    if (output !== null) return { kind: 'done', output, tokens: reply.tokens };
    if (reply.status === 200) return this.#api.malformed(reply);
    const error = errorOf(reply);
    if (error === null) return this.#api.failureOf(reply, right);
    return { kind: 'rejected', ...error, failure: failureOf(error, title, right, reply.retryAfterMs) };
  }

  malformed(): Failed {
    return this.#api.malformed();
  }

  close(): Promise<void> {
    return this.#api.close();
  }

  async #loaded(): Promise<AwsProfile | Failed> {
    this.#profile ??= loadProfile(this.#uri, this.#ports);
    const profile = await this.#profile;
    // The files may be there, or be correct, for the next call.
    if (profile.kind === 'failed') this.#profile = null;
    return profile;
  }

  async #signIn(call: Call): Promise<SignIn | Failed> {
    const endpoint = await this.endpoint();
    if (endpoint.kind === 'failed') return endpoint;
    const { region, origin } = endpoint;
    const isNamedByAddress = profileNameOf(this.#uri, this.#ports).namedBy === 'address';
    const known = this.#keys !== null && Date.now() < endOf(this.#keys) ? this.#keys : null;
    const keys = known ?? (await keysOf(await this.#loaded(), isNamedByAddress, region, this.#ports, call));
    if (keys.kind === 'failed') return keys;
    this.#keys = keys;
    this.#isLimited = keys.expiresAt !== null;
    const scope = { host: new URL(origin).host, region, service: this.#service.name };
    return {
      kind: 'signed-in',
      headers: {},
      sign: (request) => signatureOf(request, keys, { ...scope, time: new Date(Date.now() + this.#aheadMs) }),
      uses: Number.POSITIVE_INFINITY,
      until: endOf(keys),
      isRenewable: true,
    };
  }

  /** Whether a new signature may do better: with new keys in place of expired ones, or by the clock of AWS. */
  #isOutdated(reply: Reply): boolean {
    const code = errorOf(reply)?.code ?? '';
    if (code.startsWith('ExpiredToken')) {
      this.#keys = null;
      return this.#isLimited;
    }
    if (!/^(InvalidSignature|SignatureDoesNotMatch|RequestExpired|RequestTimeTooSkewed)/.test(code)) return false;
    const aheadMs = Date.parse(reply.headers['date'] ?? '') - Date.now();
    if (!(Math.abs(aheadMs) > LARGEST_SKEW_MS)) return false;
    this.#aheadMs = aheadMs;
    return true;
  }
}

/** The last minute of keys is not used. */
function endOf({ expiresAt }: LimitedKeys): number {
  return expiresAt === null ? Number.POSITIVE_INFINITY : expiresAt - 60_000;
}

/** AWS accepts signatures that are up to five minutes old. */
const LARGEST_SKEW_MS = 4 * 60_000;

/** AWS reports that there are too many requests with status 400. */
function isThrottling(response: HttpResponse): boolean {
  if (response.status !== 400) return false;
  return isThrottled(errorOf(replyOf(response, false))?.code ?? '');
}
