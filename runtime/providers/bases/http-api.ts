/**
 * What stores behind an HTTP API share: one client and one sign-in for an open store, requests side by side and equal ones
 * once, JSON checked as it is read, and statuses and transport errors as failures of the store (providers-cloud 2.3, 2.5, 4).
 */
import { eachAtOnce } from '../../each-at-once.js';
import type { Http, HttpClient, HttpFailure, HttpOutcome, HttpRequest, HttpServer } from '../../http/http.js';
import { cleaned } from '../../values/cleaned.js';
import { withoutValues } from '../../values/without-values.js';
import type { Call, StoreFailure } from '../provider.js';
import { busy, type Failed, failed, failedForNow, quoted, UNANSWERED } from '../store-failure.js';
import { type ApiRequest, isQuotable, writtenAs } from './api-request.js';
import type { BatchOptions } from './batch-options.js';
import { objectIn, type Reply, replyOf, tokensIn } from './http-reply.js';
import { SignInSession, type SignIn } from './http-sign-in.js';

export interface ApiServer extends HttpServer {
  /** Without a slash at its end: `/vault`. */
  readonly basePath?: string;
}

/** What differs from API to API. */
export interface ApiConventions {
  /** In messages: `Vault`. */
  readonly product: string;
  /** Called once, with the first request. `basePath`: what comes before the path of every request, as gateways of several servers have it. */
  server(): Promise<ApiServer | Failed>;
  /** Called again when the last sign-in is used up or has expired. May throw a CredentialFault. */
  signIn(call: Call): Promise<SignIn | Failed>;
  /** Whether this response means that the sign-in has expired; left out: the API does not report it. */
  isExpired?(reply: Reply): boolean;
  /** The vendor's own words in the body of an error, which is JSON or plain text. */
  messageOf(body: unknown, text: string): string | null;
  /** What to do if the certificate is signed by an unknown authority; left out: what is honoured for every server. */
  readonly trustHelp?: string;
  /** What to do if the server does not speak TLS. */
  readonly plainHelp: string;
}

/** A sign-in, and the call that began it. */
interface SigningIn {
  readonly call: Call;
  readonly result: Promise<SignInSession | Failed>;
}

export class HttpApi {
  readonly #http: Http;
  readonly #conventions: ApiConventions;
  #client: Promise<HttpClient | Failed> | null = null;
  #basePath = '';
  #session: SigningIn | null = null;
  readonly #ofSignIn = new WeakSet<Failed>();

  constructor(http: Http, conventions: ApiConventions) {
    this.#http = http;
    this.#conventions = conventions;
  }

  /** One answer per item, in order, where several may be in one document: items with equal keys share its request. */
  async eachIn<Item, Document, Answer>(
    items: readonly Item[],
    keyOf: (item: Item) => string,
    load: (item: Item) => Promise<Document | Failed>,
    answerOf: (document: Document, item: Item) => Answer | Failed,
    call?: Call,
  ): Promise<(Answer | Failed)[]> {
    const distinct = new Map(items.map((item) => [keyOf(item), item]));
    const documents = await this.inBatch([...distinct.values()], load, { call });
    const known = new Map([...distinct.keys()].map((key, index) => [key, documents[index]]));
    return items.map((item) => {
      const document = known.get(keyOf(item));
      if (document === undefined) return UNANSWERED;
      return isFailed(document) ? document : answerOf(document, item);
    });
  }

  /** One answer per item, in order. After a failure of the whole store nothing more is sent. */
  async inBatch<Item, Answer>(
    items: readonly Item[],
    work: (item: Item) => Promise<Answer | Failed>,
    { atOnce, call }: BatchOptions = {},
  ): Promise<(Answer | Failed)[]> {
    const client = await this.#opened();
    if (!('request' in client)) return items.map(() => client);
    let ending: Failed | null = null;
    const answerTo = async (item: Item) => {
      const answer = ending ?? (await work(item));
      if (isFailed(answer) && this.#concernsAll(answer)) ending ??= answer;
      return answer;
    };
    return eachAtOnce(items, atOnce ?? client.atOnce, answerTo, call?.answered);
  }

  /** Sends a request with the headers of the sign-in; signs in first if necessary. */
  async ask(request: ApiRequest, call: Call): Promise<Reply | Failed> {
    const client = await this.#opened();
    if (!('request' in client)) return client;
    for (let isAgain = false; ; isAgain = true) {
      const session = await this.#signedIn(call);
      if (session.kind === 'failed') return session;
      const { headers, sign, isRenewable } = session.signIn;
      const written = this.#written({ ...request, headers: { ...headers, ...request.headers } });
      const signature = (await sign?.(written)) ?? {};
      const signed = { ...written, headers: { ...written.headers, ...signature } };
      const reply = await this.#sent(signed, isQuotable(request), !request.isRepeatable, call);
      const isExpired = reply.kind === 'reply' && isRenewable && this.#isExpired(reply, session);
      if (isAgain || !isExpired) return reply;
      session.usesLeft = 0;
    }
  }

  /** Also if access is denied after its end: it may have been valid when the request was sent. */
  #isExpired(reply: Reply, { signIn }: SignInSession): boolean {
    const isDenied = reply.status === 401 || reply.status === 403;
    return this.#conventions.isExpired?.(reply) === true || (isDenied && Date.now() >= signIn.until);
  }

  /** Sends a request without a sign-in, as the sign-in itself is. */
  async send(request: ApiRequest, call: Call): Promise<Reply | Failed> {
    const client = await this.#opened();
    return 'request' in client ? this.#sent(this.#written(request), isQuotable(request), false, call) : client;
  }

  /** A status of an error as a failure. `help`: what to do if access is denied. */
  failureOf(reply: Reply, help?: string): Failed {
    const { status, retryAfterMs } = reply;
    const detail = `${this.#conventions.product} answered with status ${status}${this.#quoted(reply)}`;
    if (status === 401 || status === 403) {
      const denied = failed('denied', detail, reply.isPage ? PAGE_HELP : help);
      // The sign-in itself was refused, not access to one entry.
      if (status === 401) this.#ofSignIn.add(denied);
      return denied;
    }
    const advice = reply.isPage ? PAGE_HELP : undefined;
    if (status === 429) return busy(detail, retryAfterMs, advice);
    const kind = [502, 503, 504].includes(status) ? 'unreachable' : 'failed';
    return failedForNow(kind, detail, status < 500 || reply.isPage ? null : retryAfterMs, advice);
  }

  /** Whether the API sent this error, and nothing between here and there: only then does status 404 mean a missing entry. */
  isOwn({ body, text }: Reply): boolean {
    return this.#conventions.messageOf(body, text) !== null;
  }

  /** A response without the part it must have: never a missing entry. */
  malformed(reply?: Reply): Failed {
    if (reply?.isPage === true)
      return failed('malformed', `a web page came in place of a response of ${this.#conventions.product}`, PAGE_HELP);
    return failed('malformed', `${this.#conventions.product} sent a response without the expected content`);
  }

  async close(): Promise<void> {
    const client = await this.#client;
    if (client !== null && 'request' in client) client.close();
  }

  async #sent(request: HttpRequest, isQuotable: boolean, isChange: boolean, call: Call): Promise<Reply | Failed> {
    const client = await this.#opened();
    if (!('request' in client)) return client;
    const outcome = await client.request(request, call.signal);
    if (outcome.kind === 'response') return replyOf(outcome, isQuotable, tokensIn(request));
    return outcome.kind === 'redirect' ? this.#redirected(outcome) : this.#faulty(outcome, isChange);
  }

  /** As it is sent, which is what a signature is for. */
  #written(request: ApiRequest): HttpRequest {
    return writtenAs({ ...request, path: this.#basePath + request.path });
  }

  #quoted(reply: Reply): string {
    if (reply.isPage) return ' and a web page';
    const words = reply.isQuotable ? this.#conventions.messageOf(reply.body, reply.text) : null;
    return words === null || words === '' ? '' : `: ${quoted(withoutValues(words, reply.tokens))}`;
  }

  #opened(): Promise<HttpClient | Failed> {
    const open = async () => {
      const server = await this.#conventions.server();
      if ('kind' in server) {
        this.#client = null;
        return server;
      }
      const { basePath = '', ...rest } = server;
      this.#basePath = basePath;
      return this.#http(rest);
    };
    this.#client ??= open();
    return this.#client;
  }

  /** One sign-in at a time, and one use taken of it. */
  async #signedIn(call: Call): Promise<SignInSession | Failed> {
    for (;;) {
      const isOurs = this.#session === null;
      this.#session ??= { call, result: this.#begin(call) };
      const underWay = this.#session;
      // Another request began it and was given up since: that ends nothing of this one.
      const isAbandoned = () => !isOurs && underWay.call.signal.aborted && !call.signal.aborted;
      const session = await underWay.result.catch((error: unknown) => {
        if (isAbandoned()) return null;
        throw error;
      });
      if (session === null) continue;
      if (session.kind === 'session' && (isOurs || session.isGood())) {
        session.usesLeft--;
        return session;
      }
      if (this.#session === underWay) this.#session = null;
      if (session.kind === 'failed' && !isAbandoned()) return session;
    }
  }

  async #begin(call: Call): Promise<SignInSession | Failed> {
    try {
      const signIn = await this.#conventions.signIn(call);
      if (signIn.kind === 'signed-in') return new SignInSession(signIn);
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

  #faulty({ why, detail }: HttpFailure, isChange: boolean): Failed {
    const isOpen = isChange && (why === 'interrupted' || why === 'timeout');
    const helps: { readonly [Why in HttpFailure['why']]?: string } = {
      untrusted: this.#conventions.trustHelp ?? 'name its authority in `NODE_EXTRA_CA_CERTS`',
      plain: this.#conventions.plainHelp,
    };
    const help = isOpen ? 'it may have succeeded: check the entry before you try again' : helps[why];
    return failed(KIND_OF[why], detail, help);
  }
}

const PAGE_HELP =
  'a proxy, a gateway or a sign-in page may have answered in its place; check the address and the proxy';

/** After these the rest of the batch would fail the same way. */
const CONCERN_ALL: ReadonlySet<StoreFailure['kind']> = new Set(['unreachable', 'timeout', 'locked', 'busy']);

export const KIND_OF = {
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
