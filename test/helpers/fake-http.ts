/** The HTTP port without a network: a function answers, and what was asked is noted without headers and bodies. */
import type { Http, HttpOutcome, HttpRequest, HttpServer } from '#runtime/http/http.js';

/** What a server is asked, as text. */
export interface FakeRequest extends Pick<HttpRequest, 'method' | 'path' | 'headers'> {
  readonly body: string;
}
export interface FakeResponse {
  readonly status: number;
  /** Sent as JSON; a text as it is. */
  readonly body?: unknown;
}

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
          const answered = answer({ method, path, headers, body: Buffer.from(body).toString() });
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

function responseOf({ status, body }: FakeResponse): HttpOutcome {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return { kind: 'response', status, body: Buffer.from(text), retryAfterMs: null };
}
