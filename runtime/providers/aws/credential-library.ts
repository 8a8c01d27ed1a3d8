/**
 * The chain of AWS's own library: roles, web identities, single sign-on, logins, containers, metadata services. It reads
 * environment and files itself, so that it runs in a worker with the variables of the call; its requests to servers go through the
 * HTTP port, with the deadlines, proxies and certificates of all others.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inSeconds } from '../../http/connect.js';
import type { Http, HttpClient, HttpFailure, HttpRequest } from '../../http/http.js';
import { USUAL_LIMITS } from '../../http/node-http.js';
import { limitTime } from '../../limit-time.js';
import { startWorker, type WorkerProgram } from '../../start-worker.js';
import { cleaned } from '../../values/cleaned.js';
import type { Environment } from '../../values/environment.js';
import { decodeUtf8 } from '../../values/utf8.js';
import { KIND_OF } from '../bases/http-api.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed, messageOf, quoted } from '../store-failure.js';
import type { LimitedKeys } from './aws-keys.js';
import type { AwsProfile } from './aws-profile.js';
import type { AskedOfWorker, FromWorker, ToWorker } from './credential-worker.js';
import type { LibraryHandler, LibraryKeys, LibraryRequest } from './library-keys.js';
import { NO_ANNOUNCEMENT } from './no-announcement.js';

export async function keysFromLibrary(
  profile: AwsProfile,
  region: string,
  ports: ProviderPorts,
  call: Call,
  limitMs = USUAL_LIMITS.wholeMs,
): Promise<LimitedKeys | Failed> {
  const late = new AbortController();
  const endLimit = limitTime(limitMs, () => late.abort());
  const signal = AbortSignal.any([call.signal, late.signal]);
  const asked = { profile: { name: profile.name, namedBy: profile.namedBy }, region };
  const way = new PortHandler(ports.http, signal);
  try {
    return limited(await Promise.race([resolved(asked, ports, way, signal), givenUp(signal)]));
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

/** The executable has no program for the worker: no other program hosts it, and all its calls have its own variables. */
async function resolved(asked: AskedOfWorker, ports: ProviderPorts, way: PortHandler, signal: AbortSignal) {
  const { text } = await import('./credential-worker-text.js');
  const program = { text, file: join(import.meta.dirname, 'credential-worker.js') };
  if (text !== null || existsSync(program.file)) return inWorker(program, asked, ports, way, signal);
  const { keysInProcess } = await import('./keys-in-process.js');
  return keysInProcess(asked, way);
}

/** With the variables of the call, and a console that nobody reads: the library sees and changes nothing of the program that hosts us. */
function inWorker(
  program: WorkerProgram,
  workerData: AskedOfWorker,
  { environment, home }: ProviderPorts,
  way: PortHandler,
  signal: AbortSignal,
): Promise<LibraryKeys> {
  const env = { ...textual(environment), ...(home !== null && { HOME: home }), [NO_ANNOUNCEMENT]: 'true' };
  const worker = startWorker(program, { workerData, env });
  const answer = async (id: number, request: LibraryRequest) => {
    const { response } = await way.handle(request).catch(() => ({ response: null }));
    worker.postMessage({ id, response } satisfies ToWorker);
  };
  const keys = new Promise<LibraryKeys>((resolve, reject) => {
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'request') void answer(message.id, message.request);
      else if (message.kind === 'keys') resolve(message.keys);
      else reject(new Error(message.message));
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the worker has ended')));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return keys.finally(() => worker.terminate());
}

function textual(environment: Environment): Record<string, string> {
  const texts = [...environment].flatMap(([name, bytes]): [string, string][] => {
    const text = decodeUtf8(bytes);
    return text === null ? [] : [[name, text]];
  });
  return Object.fromEntries(texts);
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

/** The library's way to servers: the HTTP port. None of these requests changes anything, so that all may be repeated. */
class PortHandler implements LibraryHandler {
  readonly metadata = { handlerProtocol: 'http/1.1' };
  readonly #http: Http;
  readonly #signal: AbortSignal;
  readonly #clients: HttpClient[] = [];
  failure: HttpFailure | null = null;
  /** The status of the last response; 0: there was none. */
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
