/**
 * The chain of AWS's own library: roles, web identities, single sign-on, logins, containers, metadata services. It reads the
 * environment and the files of this process itself; its requests to servers go through the HTTP port, with the deadlines,
 * proxies and certificates of all others.
 */
import { inSeconds } from '../../http/connect.js';
import type { Http, HttpClient, HttpFailure, HttpRequest } from '../../http/http.js';
import { USUAL_LIMITS } from '../../http/node-http.js';
import { limitTime } from '../../limit-time.js';
import { cleaned } from '../../values/cleaned.js';
import { KIND_OF } from '../bases/http-api.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed, messageOf, quoted } from '../store-failure.js';
import type { LimitedKeys } from './aws-keys.js';
import type { AwsProfile } from './aws-profile.js';

export async function keysFromLibrary(
  profile: AwsProfile,
  region: string,
  { http }: ProviderPorts,
  call: Call,
  limitMs = USUAL_LIMITS.wholeMs,
): Promise<LimitedKeys | Failed> {
  const late = new AbortController();
  const endLimit = limitTime(limitMs, () => late.abort());
  const signal = AbortSignal.any([call.signal, late.signal]);
  const way = new PortHandler(http, signal);
  try {
    return limited(await Promise.race([resolved(profile, region, way), givenUp(signal)]));
  } catch (error) {
    if (call.signal.aborted) return failed('timeout', 'the call was cancelled');
    if (late.signal.aborted) return failed('timeout', `no keys for AWS came within ${inSeconds(limitMs)}`);
    return failureOf(error, way, profile);
  } finally {
    endLimit();
    way.destroy();
  }
}

/** Refused and unreachable are not the same as that there are no keys. */
function failureOf(error: unknown, { failure, status }: PortHandler, profile: AwsProfile): Failed {
  if (failure !== null) return failed(KIND_OF[failure.why], failure.detail, 'this server of AWS issues the keys');
  const said = quoted(messageOf(error));
  if (status === 429 || status >= 500)
    return failed('unreachable', said, 'the server of AWS that issues the keys failed');
  if (status === 403) return failed('denied', said, profile.settings.has('role_arn') ? ROLE_HELP : helpFor(profile));
  return failed('missing-credential', said, helpFor(profile));
}

const ROLE_HELP = 'allow `sts:AssumeRole` on the role, and name in its trust policy who may have it';

/** What this uses of the library's types, which are those of a package of its own. */
interface LibraryKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly expiration?: Date;
}

async function resolved(profile: AwsProfile, region: string, requestHandler: PortHandler): Promise<LibraryKeys> {
  // Without a region of its own the library asks the one of single sign-on; only where it has none, that of the store.
  const clientConfig = { requestHandler, maxAttempts: 1 };
  const options = { clientConfig, parentClientConfig: { region }, logger: SILENT };
  const restore = withoutWarnings();
  try {
    // A profile that is named, and nothing else: the rest of the chain could find keys of someone else.
    if (profile.namedBy !== null) {
      const { fromIni } = await import('@aws-sdk/credential-provider-ini');
      return await fromIni({ ...options, profile: profile.name })();
    }
    const { defaultProvider } = await import('@aws-sdk/credential-provider-node');
    return await defaultProvider(options)();
  } finally {
    restore();
  }
}

function limited({
  accessKeyId,
  secretAccessKey,
  sessionToken = null,
  expiration,
}: {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | null;
  readonly expiration?: Date;
}): LimitedKeys {
  return { kind: 'keys', accessKeyId, secretAccessKey, sessionToken, expiresAt: expiration?.getTime() ?? null };
}

function helpFor({ name, settings }: AwsProfile): string {
  const isSingleSignOn = settings.has('sso_session') || settings.has('sso_start_url');
  if (isSingleSignOn) return `sign in with \`aws sso login --profile ${cleaned(name)}\``;
  if (settings.has('login_session')) return `sign in with \`aws login --profile ${cleaned(name)}\``;
  return 'set `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`, or name a profile of `~/.aws/config` with `AWS_PROFILE`';
}

/** Not all that the library waits for has a time limit: a container's service and programs have none. */
function givenUp(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const giveUp = () => reject(new Error('the call was cancelled'));
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
  });
}

/** It would write to the terminal. */
const SILENT = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

/**
 * It announces on Node 20 which of its versions will need a newer one, which says nothing about the version that is built in;
 * and it reports a container's service that is slow on the console, whatever its logger is.
 */
function withoutWarnings(): () => void {
  const name = 'AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED';
  const before = process.env[name];
  const { warn } = console;
  process.env[name] = 'true';
  console.warn = () => {};
  return () => {
    console.warn = warn;
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  };
}

/** A request as the library makes it. */
interface LibraryRequest {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** The library's way to servers: the HTTP port. None of these requests changes anything, so that all may be repeated. */
class PortHandler {
  readonly metadata = { handlerProtocol: 'http/1.1' };
  readonly #http: Http;
  readonly #signal: AbortSignal;
  readonly #clients: HttpClient[] = [];
  failure: HttpFailure | null = null;
  /** Of the last response; 0: there was none. */
  status = 0;

  constructor(http: Http, signal: AbortSignal) {
    this.#http = http;
    this.#signal = signal;
  }

  async handle(request: LibraryRequest) {
    const client = await this.#http({ origin: originOf(request) });
    this.#clients.push(client);
    const outcome = await client.request(requestOf(request), this.#signal);
    if (outcome.kind === 'response') {
      this.status = outcome.status;
      return { response: { statusCode: outcome.status, headers: outcome.headers, body: outcome.body } };
    }
    if (outcome.kind === 'failed') this.failure = outcome;
    throw new Error(outcome.kind === 'failed' ? outcome.detail : 'AWS answered with a redirect');
  }

  updateHttpClientConfig(): void {}

  httpHandlerConfigs() {
    return {};
  }

  destroy(): void {
    for (const client of this.#clients) client.close();
  }
}

function originOf({ protocol, hostname, port }: LibraryRequest): string {
  return new URL(`${protocol}//${hostname}${port === undefined ? '' : `:${port}`}`).origin;
}

function requestOf({ method, path, query = {}, headers, body }: LibraryRequest): HttpRequest {
  const pairs = Object.entries(query).flatMap(([name, values]) => [values ?? ''].flat().map((value) => [name, value]));
  const written = pairs.map((pair) => pair.map((text) => encodeURIComponent(text ?? '')).join('=')).join('&');
  return {
    method: method === 'GET' ? 'GET' : 'POST',
    path: written === '' ? path : `${path}?${written}`,
    headers,
    ...(body !== undefined && { body }),
    isRepeatable: true,
  };
}
