/** The HTTP port without a network: a function answers, and what was asked is noted without headers and bodies. */
import type { Http, HttpHeaders, HttpOutcome, HttpRequest, HttpServer } from '#runtime/http/http.js';
import { retryAfterMs } from '#runtime/http/retry-after.js';

/** What a server is asked, as text; headers by their names in lower case. */
export interface FakeRequest extends Pick<HttpRequest, 'method' | 'path' | 'headers'> {
  readonly body: string;
  /** The same where it is no text; left out: it is one. */
  readonly bytes?: Uint8Array;
}
export interface FakeResponse {
  readonly status: number;
  /** Sent as JSON; a text and bytes as they are. */
  readonly body?: unknown;
  /** In lower case. The type is JSON if none is given and the body is not a text. */
  readonly headers?: HttpHeaders;
}

type HttpResponse = Extract<HttpOutcome, { kind: 'response' }>;

export interface FakeHttp {
  readonly http: Http;
  /** `GET /path`, in the order in which they came. */
  readonly asked: string[];
  readonly servers: HttpServer[];
  /** How many requests were under way at most. */
  most: number;
  closed: number;
}

export function fakeHttp(answer: (request: FakeRequest) => FakeResponse | HttpOutcome, atOnce = 16): FakeHttp {
  let underWay = 0;
  const fake: FakeHttp = {
    asked: [],
    servers: [],
    most: 0,
    closed: 0,
    http: async (server) => {
      fake.servers.push(server);
      return {
        atOnce,
        close: () => void fake.closed++,
        async request({ method, path, headers, body = '' }) {
          fake.asked.push(`${method} ${path}`);
          fake.most = Math.max(fake.most, ++underWay);
          const bytes = Buffer.from(body);
          const answered = answer({ method, path, headers: inLowerCase(headers), body: bytes.toString(), bytes });
          // Others begin before this one ends.
          await new Promise(setImmediate);
          underWay--;
          return 'kind' in answered ? answered : responseOf(answered);
        },
      };
    },
  };
  return fake;
}

function inLowerCase(headers: HttpHeaders): HttpHeaders {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

export function responseOf({ status, body, headers }: FakeResponse): HttpResponse {
  if (body instanceof Uint8Array)
    return { kind: 'response', status, headers: { ...headers }, body, retryAfterMs: null };
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const typed: HttpHeaders = { ...(typeof body === 'object' && { 'content-type': 'application/json' }), ...headers };
  const pause = retryAfterMs(typed, Date.now());
  return { kind: 'response', status, headers: typed, body: Buffer.from(text), retryAfterMs: pause };
}
