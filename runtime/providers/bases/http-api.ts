/**
 * What stores behind an HTTP API share: one client and one sign-in for an open store, requests side by side and equal ones
 * once, JSON checked as it is read, and statuses and transport errors as failures of the store (providers-cloud 2.3, 2.5, 4).
 */
import { type At, addressKey } from '#schemas/stores/address.js';
import type { Http, HttpClient, HttpFailure, HttpOutcome, HttpRequest, HttpServer } from '../../http/http.js';
import { decodeUtf8 } from '../../values/utf8.js';
import { eachAtOnce } from '../each-at-once.js';
import type { Call, StoreFailure } from '../provider.js';
import { cleaned, type Failed, failed } from '../store-failure.js';

/** What differs from API to API. */
export interface ApiConventions {
  /** In messages: `Vault`. */
  readonly product: string;
  /** Called once, with the first request. */
  server(): Promise<HttpServer | Failed>;
  /** Called again when the last sign-in is used up or has expired. May throw a CredentialFault. */
  signIn(call: Call): Promise<SignIn | Failed>;
  /** Whether this response means that the sign-in has expired; left out: the API does not report it. */
  isExpired?(reply: Reply): boolean;
  /** The vendor's own words in the body of an error. */
  messageOf(body: unknown): string | null;
  /** What to do if the certificate is signed by an unknown authority, and if the server does not speak TLS. */
  readonly trustHelp: string;
  readonly plainHelp: string;
}

export interface SignIn {
  readonly kind: 'signed-in';
  readonly headers: Readonly<Record<string, string>>;
  /** How many requests it is valid for, and until when (milliseconds); Infinity without a limit. */
  readonly uses: number;
  readonly until: number;
  /** A token from outside cannot be renewed. */
  readonly isRenewable: boolean;
}

export interface ApiRequest extends Pick<HttpRequest, 'method' | 'path' | 'isRepeatable'> {
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Reply {
  readonly kind: 'reply';
  readonly status: number;
  /** Parsed; undefined if the body is empty or not JSON. */
  readonly body: unknown;
  readonly retryAfterMs: number | null;
  /** False after a request with a body: the response could repeat the value that was sent. */
  readonly isQuotable: boolean;
}

export class HttpApi {
  readonly #http: Http;
  readonly #conventions: ApiConventions;
  #client: Promise<HttpClient | Failed> | null = null;
  #session: Promise<Session | Failed> | null = null;
  readonly #ofSignIn = new WeakSet<Failed>();

  constructor(http: Http, conventions: ApiConventions) {
    this.#http = http;
    this.#conventions = conventions;
  }

  /** One answer per address, in order; equal addresses are requested once. */
  async each<Answer>(
    addresses: readonly At[],
    work: (at: At) => Promise<Answer | Failed>,
  ): Promise<(Answer | Failed)[]> {
    const distinct = new Map(addresses.map((at) => [addressKey(at), at]));
    const answers = await this.inBatch([...distinct.values()], work);
    const known = new Map([...distinct.keys()].map((key, index) => [key, answers[index]]));
    return addresses.map((at) => known.get(addressKey(at)) ?? failed('failed', 'the request was not answered'));
  }

  /** One answer per item, in order. After a failure of the whole store nothing more is sent. */
  async inBatch<Item, Answer>(
    items: readonly Item[],
    work: (item: Item) => Promise<Answer | Failed>,
    atOnce?: number,
  ): Promise<(Answer | Failed)[]> {
    const client = await this.#opened();
    if (!('request' in client)) return items.map(() => client);
    let ending: Failed | null = null;
    return eachAtOnce(items, atOnce ?? client.atOnce, async (item) => {
      const answer = ending ?? (await work(item));
      if (isFailed(answer) && this.#concernsAll(answer)) ending ??= answer;
      return answer;
    });
  }

  /** Sends a request with the headers of the sign-in; signs in first if necessary. */
  async ask(request: ApiRequest, call: Call): Promise<Reply | Failed> {
    for (let isAgain = false; ; isAgain = true) {
      const session = await this.#signedIn(call);
      if (session.kind === 'failed') return session;
      const { headers, isRenewable } = session.signIn;
      const reply = await this.send({ ...request, headers: { ...headers, ...request.headers } }, call);
      const isExpired = reply.kind === 'reply' && isRenewable && this.#conventions.isExpired?.(reply) === true;
      if (isAgain || !isExpired) return reply;
      session.usesLeft = 0;
    }
  }

  /** Sends a request without a sign-in, as the sign-in itself is. */
  async send({ json, headers = {}, ...request }: ApiRequest, call: Call): Promise<Reply | Failed> {
    const client = await this.#opened();
    if (!('request' in client)) return client;
    const written = json === undefined ? {} : { body: JSON.stringify(json) };
    const typed = json === undefined ? headers : { ...headers, 'content-type': 'application/json' };
    const outcome = await client.request({ ...request, headers: typed, ...written }, call.signal);
    if (outcome.kind === 'response') return replyOf(outcome, json === undefined);
    return outcome.kind === 'redirect' ? this.#redirected(outcome) : this.#faulty(outcome, request.isRepeatable);
  }

  /** A status of an error as a failure. `help`: what to do if access is denied. */
  failureOf({ status, body, retryAfterMs, isQuotable }: Reply, help?: string): Failed {
    const words = isQuotable ? this.#conventions.messageOf(body) : null;
    const said = words === null || words === '' ? '' : `: ${cleaned(words.slice(0, LONGEST_QUOTE))}`;
    const detail = `${this.#conventions.product} answered with status ${status}${said}`;
    if (status === 401 || status === 403) return failed('denied', detail, help);
    if (status !== 429) return failed([502, 503, 504].includes(status) ? 'unreachable' : 'failed', detail);
    if (retryAfterMs === null) return failed('busy', detail);
    const busy = failed('busy', detail, `try again in ${Math.ceil(retryAfterMs / 1000)} seconds`);
    return { ...busy, failure: { ...busy.failure, retryAfterMs } };
  }

  /** A response without the part it must have: never a missing entry. */
  malformed(): Failed {
    return failed('malformed', `${this.#conventions.product} sent a response without the expected content`);
  }

  async close(): Promise<void> {
    const client = await this.#client;
    if (client !== null && 'request' in client) client.close();
  }

  #opened(): Promise<HttpClient | Failed> {
    const open = async () => {
      const server = await this.#conventions.server();
      if (!('origin' in server)) this.#client = null;
      return 'origin' in server ? this.#http(server) : server;
    };
    this.#client ??= open();
    return this.#client;
  }

  /** One sign-in at a time, and one use taken of it. */
  async #signedIn(call: Call): Promise<Session | Failed> {
    for (;;) {
      const isOurs = this.#session === null;
      this.#session ??= this.#begin(call);
      const underWay = this.#session;
      const session = await underWay;
      if (session.kind === 'session' && (isOurs || session.isGood())) {
        session.usesLeft--;
        return session;
      }
      if (this.#session === underWay) this.#session = null;
      if (session.kind === 'failed') return session;
    }
  }

  async #begin(call: Call): Promise<Session | Failed> {
    try {
      const signIn = await this.#conventions.signIn(call);
      if (signIn.kind === 'signed-in') return new Session(signIn);
      this.#ofSignIn.add(signIn);
      return signIn;
    } catch (error) {
      this.#session = null;
      throw error;
    }
  }

  #concernsAll(answer: Failed): boolean {
    return CONCERN_ALL.has(answer.failure.kind) || this.#ofSignIn.has(answer);
  }

  #redirected({ status, to }: Extract<HttpOutcome, { kind: 'redirect' }>): Failed {
    const where = to === null ? 'elsewhere' : `to ${cleaned(to)}`;
    const detail = `${this.#conventions.product} answered with status ${status}, which points ${where}`;
    return failed('unreachable', detail, 'redirects are not followed; write the address of the server that responds');
  }

  #faulty({ why, detail }: HttpFailure, isRepeatable: boolean): Failed {
    const isOpen = !isRepeatable && (why === 'interrupted' || why === 'timeout');
    const helps: { readonly [Why in HttpFailure['why']]?: string } = {
      untrusted: this.#conventions.trustHelp,
      plain: this.#conventions.plainHelp,
    };
    const help = isOpen ? 'it may have succeeded: check the entry before you try again' : helps[why];
    return failed(KIND_OF[why], detail, help);
  }
}

class Session {
  readonly kind = 'session';
  readonly signIn: SignIn;
  usesLeft: number;

  constructor(signIn: SignIn) {
    this.signIn = signIn;
    this.usesLeft = signIn.uses;
  }

  isGood(): boolean {
    return this.usesLeft > 0 && Date.now() < this.signIn.until;
  }
}

/** An object of JSON; null where it is anything else. */
export function objectIn(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

const LONGEST_QUOTE = 200;

/** After these the rest of the batch would fail the same way. */
const CONCERN_ALL: ReadonlySet<StoreFailure['kind']> = new Set(['unreachable', 'timeout', 'locked', 'busy']);

const KIND_OF = {
  unreachable: 'unreachable',
  untrusted: 'unreachable',
  plain: 'unreachable',
  tls: 'unreachable',
  interrupted: 'unreachable',
  timeout: 'timeout',
  'too-large': 'malformed',
  malformed: 'malformed',
  cancelled: 'timeout',
  unsupported: 'unsupported',
} as const satisfies Record<HttpFailure['why'], StoreFailure['kind']>;

function isFailed(answer: unknown): answer is Failed {
  return objectIn(answer)?.['kind'] === 'failed';
}

function replyOf(
  { status, body, retryAfterMs }: Extract<HttpOutcome, { kind: 'response' }>,
  isQuotable: boolean,
): Reply {
  return { kind: 'reply', status, body: parsed(body), retryAfterMs, isQuotable };
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(decodeUtf8(body) ?? '');
  } catch {
    return undefined;
  }
}
