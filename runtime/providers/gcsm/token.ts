/** Access tokens of Google, and the servers that issue them (providers-cloud 3.3 (5)). */
import { withoutValues } from '../../values/without-values.js';
import type { ApiRequest } from '../bases/api-request.js';
import { addressIn, isPrivate } from '../bases/endpoint.js';
import { HttpApi } from '../bases/http-api.js';
import { objectIn, type Reply } from '../bases/http-reply.js';
import { lastingSignIn } from '../bases/http-sign-in.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { errorOf } from './google-error.js';

export interface Token {
  readonly kind: 'token';
  readonly text: string;
  /** Milliseconds. */
  readonly until: number;
}

/** What a token is for. Those that servers issue are for all of Google's APIs, those that are signed here for one, from `now` on. */
export interface TokenWish {
  readonly audience: string;
  readonly now: number;
}
export type TokenSource = (wish: TokenWish, call: Call) => Promise<Token | Failed>;

/** What tokens are issued for. */
export const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
/** Before its end a token is replaced. */
const MARGIN_MS = 60_000;

export function tokenFor(text: string, seconds: number, startedAt: number): Token {
  return { kind: 'token', text, until: startedAt + 1000 * seconds - MARGIN_MS };
}

/** A server that is asked once, over a connection of its own. None of its requests changes anything. */
export class TokenServer {
  readonly #api: HttpApi;
  readonly #path: string;

  /** `secrets`: what is sent to it, and never quoted. */
  constructor(product: string, url: URL, { http }: Pick<ProviderPorts, 'http'>, secrets: readonly string[] = []) {
    this.#path = url.pathname + url.search;
    this.#api = new HttpApi(http, {
      product,
      server: async () => ({ origin: url.origin, passingStatuses: [500] }),
      signIn: async () => lastingSignIn({}),
      messageOf: (body) => withoutValues(wordsIn(body), secrets),
      plainHelp: 'check the address in the credential file',
    });
  }

  async ask(request: Omit<ApiRequest, 'path' | 'isRepeatable' | 'isQuotable'>, call: Call): Promise<Reply | Failed> {
    try {
      return await this.#api.send({ ...request, path: this.#path, isRepeatable: true, isQuotable: true }, call);
    } finally {
      await this.#api.close();
    }
  }

  async token(request: Parameters<TokenServer['ask']>[0], help: string, call: Call): Promise<Token | Failed> {
    const startedAt = Date.now();
    const reply = await this.ask(request, call);
    return reply.kind === 'failed' ? reply : this.tokenIn(reply, startedAt, help);
  }

  /** The token of a response by OAuth, or why there is none. */
  tokenIn(reply: Reply, startedAt: number, help?: string): Token | Failed {
    if (reply.status !== 200) return this.failureOf(reply, help);
    const { access_token: text, expires_in: seconds } = objectIn(reply.body) ?? {};
    return isSendable(text) && typeof seconds === 'number' ? tokenFor(text, seconds, startedAt) : this.malformed(reply);
  }

  /** OAuth refuses with status 400 what other APIs deny. */
  failureOf(reply: Reply, help?: string): Failed {
    const failure = this.#api.failureOf(reply, help);
    const isRefusal = reply.status === 400 && wordsIn(reply.body) !== '';
    return isRefusal ? failed('denied', failure.failure.detail, help) : failure;
  }

  malformed(reply: Reply): Failed {
    return this.#api.malformed(reply);
  }
}

/** Fit for a header. */
export function isSendable(text: unknown): text is string {
  return typeof text === 'string' && /^[\x21-\x7e]+$/.test(text);
}

/** The address of a server that is sent secrets: they must be private on the way. `name`: of the member of the credential file. */
export function secureAddress(text: string, name: string): URL | Failed {
  const url = addressIn(text);
  if (url !== null && isPrivate(url)) return url;
  return failed('unsupported', `the \`${name}\` of the credential file is not an \`https://\` address`);
}

/** Errors are a code with a description in OAuth, and objects in Google's other APIs. */
function wordsIn(body: unknown): string {
  const { error, error_description: description } = objectIn(body) ?? {};
  if (typeof error !== 'string') return errorOf({ body })?.message ?? '';
  return typeof description === 'string' ? `${error}: ${description}` : error;
}
