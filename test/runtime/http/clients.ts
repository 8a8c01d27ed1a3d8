/** The client of HTTP as the tests use it, and servers that answer as each test says. */
import { afterEach } from '@jest/globals';
import type { HttpClient, HttpOutcome, HttpRequest } from '#runtime/http/http.js';
import { type HttpWorld, openHttp } from '#runtime/http/node-http.js';
import type { Handler } from './local-server.js';

export const GET: HttpRequest = { method: 'GET', path: '/', headers: {}, isRepeatable: true };
export const ONCE: HttpRequest = { ...GET, method: 'POST', body: 'x', isRepeatable: false };
export const NEVER: AbortSignal = new AbortController().signal;

const clients: HttpClient[] = [];
/** How long the client of this test has waited before it asked again. */
export const pauses: number[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
  pauses.length = 0;
});

/** Closed after the test. */
export function opened(...given: Parameters<typeof openHttp>): HttpClient {
  const client = openHttp(...given);
  clients.push(client);
  return client;
}

/** Pauses are noted and take no time. */
export function clientOf(
  origin: string,
  world: Partial<HttpWorld> = {},
  variables: Readonly<Record<string, string>> = {},
): HttpClient {
  const environment = new Map(Object.entries(variables).map(([name, value]) => [name, Buffer.from(value)]));
  return opened({ origin }, environment, { ...AT_ONCE, ...world });
}

export const AT_ONCE = { sleep: async (ms: number) => void pauses.push(ms), random: () => 1 };

export const text = (outcome: HttpOutcome) =>
  outcome.kind === 'response' ? `${outcome.status} ${Buffer.from(outcome.body)}` : JSON.stringify(outcome);
export const why = (outcome: HttpOutcome) => (outcome.kind === 'failed' ? outcome.why : outcome.kind);

/** Each request is answered by the next handler; the last one goes on. */
export function inTurn(...handlers: readonly Handler[]): Handler {
  let index = 0;
  return (request, response) => handlers[Math.min(index++, handlers.length - 1)]?.(request, response);
}
export const answer =
  (status: number, body = '', headers: Record<string, string> = {}): Handler =>
  (_, response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
