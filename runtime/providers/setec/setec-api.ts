/** The requests of a setec server: all are POST with JSON, errors are plain text (providers-cloud 3.15 (6)). */
import { cleaned } from '../../values/cleaned.js';
import type { SecretValue } from '../../values/secret-value.js';
import { valueInBase64 } from '../bases/base64.js';
import { HttpApi } from '../bases/http-api.js';
import { objectIn, type Reply } from '../bases/http-reply.js';
import { lastingSignIn } from '../bases/http-sign-in.js';
import type { Answer, Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';

/** Without it the server takes a request for that of a web page, and denies it. The sign-in is the address in the tailnet. */
const NO_BROWSER = { 'Sec-X-Tailscale-No-Browsers': 'setec' };
/** What requests mean that name no version. */
export const ACTIVE = 0;

/** The right that a request needs has its name, except that of a list. */
type Action = 'get' | 'info' | 'put' | 'activate' | 'delete';

export class SetecApi {
  readonly http: HttpApi;

  constructor(origin: string, ports: ProviderPorts) {
    this.http = new HttpApi(ports.http, {
      product: 'Setec',
      server: async () => ({ origin, passingStatuses: [500] }),
      signIn: async () => lastingSignIn(NO_BROWSER),
      messageOf: (_, text) => text || null,
      plainHelp: 'write `?tls=false` if the server does not speak TLS: the tailnet encrypts the way to it',
    });
  }

  async get(name: string, version: number, call: Call): Promise<Answer> {
    const reply = await this.#ask('get', { Name: name, Version: version }, call);
    if (reply.kind === 'failed') return reply;
    if (isMissing(reply)) return { kind: 'absent' };
    const value = reply.status === 200 ? valueInBase64(objectIn(reply.body)?.['Value']) : null;
    return value === null ? this.#failure(reply, 'get', name) : { kind: 'found', value };
  }

  /** Adds a version, unless the latest one has this value; gives its number. The first one of a secret is active at once. */
  async put(name: string, value: SecretValue, call: Call): Promise<number | Failed> {
    const held = Buffer.from(value.reveal()).toString('base64');
    const reply = await this.#ask('put', { Name: name, Value: held }, call, false);
    if (reply.kind === 'failed') return reply;
    const isDone = reply.status === 200 && typeof reply.body === 'number' && reply.body > 0;
    return isDone ? (reply.body as number) : this.#failure(reply, 'put', name);
  }

  /** Null if it succeeded. */
  async activate(name: string, version: number, call: Call): Promise<Failed | null> {
    const reply = await this.#ask('activate', { Name: name, Version: version }, call);
    if (reply.kind === 'failed') return reply;
    return isDone(reply) ? null : this.#failure(reply, 'activate', name);
  }

  async isThere(name: string, call: Call): Promise<boolean | Failed> {
    const reply = await this.#ask('info', { Name: name }, call);
    if (reply.kind === 'failed') return reply;
    if (isMissing(reply)) return false;
    const isInfo = reply.status === 200 && Array.isArray(objectIn(reply.body)?.['Versions']);
    return isInfo ? true : this.#failure(reply, 'info', name);
  }

  /** Removes all versions. Null if it succeeded, which it also does if there are none. */
  async remove(name: string, call: Call): Promise<Failed | null> {
    const reply = await this.#ask('delete', { Name: name }, call);
    if (reply.kind === 'failed') return reply;
    return isDone(reply) ? null : this.#failure(reply, 'delete', name);
  }

  /** The names whose versions this device may see: a list without any is `null`. */
  async names(call: Call): Promise<readonly string[] | Failed> {
    const reply = await this.#ask('list', {}, call);
    if (reply.kind === 'failed') return reply;
    const list = reply.body === null ? [] : reply.body;
    if (reply.status !== 200 || !Array.isArray(list)) return this.#failure(reply, 'info', '*');
    const names = list.map((secret) => objectIn(secret)?.['Name']);
    return names.every((name) => typeof name === 'string') ? names : this.http.malformed(reply);
  }

  /** A request that is sent twice changes nothing more: the value of the latest version is not added again, active or not. */
  #ask(path: Action | 'list', json: unknown, call: Call, isQuotable = true): Promise<Reply | Failed> {
    return this.http.ask({ method: 'POST', path: `/api/${path}`, json, isQuotable, isRepeatable: true }, call);
  }

  #failure(reply: Reply, action: Action, name: string): Failed {
    const { status, text } = reply;
    // A 404 of anything else between here and there, too.
    if (status < 300 || (status === 404 && !isMissing(reply))) return this.http.malformed(reply);
    const help = `let the tailnet policy grant \`${action}\` on \`${cleaned(name)}\` to this device: capability \`tailscale.com/cap/secrets\``;
    const failure = this.http.failureOf(reply, help);
    if (status !== 500 || text !== 'unable to identify caller') return failure;
    const advice = 'connect to the server through the tailnet itself: it does not know who sends through a proxy';
    return failed('denied', failure.failure.detail, advice);
  }
}

/** Status 404 of setec itself. */
function isMissing({ status, text }: Reply): boolean {
  return status === 404 && text === 'not found';
}

/** Older servers answer with `null`. */
function isDone({ status, body }: Reply): boolean {
  return status === 200 && (body === null || objectIn(body) !== null);
}
