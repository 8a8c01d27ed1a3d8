/** The faults of the matrix: what the server or the way to it does, and the class of failure that a store must report. */
import type { StoreFailure } from '#runtime/providers/provider.js';
import type { HttpStoreWorld } from '../../worlds/shared/http-store.js';
import { type FaultyAnswer, send } from './faulty-server.js';

export interface Fault {
  readonly kinds: readonly StoreFailure['kind'][];
  /** What happens to every request. */
  readonly answer: (world: HttpStoreWorld) => FaultyAnswer;
  /** Costs a deadline, which is shortened. */
  readonly isSlow?: true;
  /** A text that the failure must contain. */
  readonly says?: string;
  /** How often a read is sent at most. */
  readonly tries: number;
}

/** A server's clock that is a day ahead. */
const AHEAD_MS = Date.now() + 86_400_000;

/** Every store does with these the same thing. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  '401': { ...status(401), kinds: ['denied'] },
  '403': { ...status(403), kinds: ['denied'] },
  // A store may ask the server once more whether its 404 can be relied on.
  '404 of a proxy': { answer: page(404), kinds: ['malformed', 'failed'], tries: 2, says: 'web page' },
  '404 without a body': { ...empty(404), tries: 2, kinds: ['malformed', 'failed'] },
  '404 of another API': {
    ...empty(404, { code: 7 }),
    tries: 2,
    kinds: ['malformed', 'failed'],
  },
  '409': { ...status(409), kinds: ['failed', 'conflict'] },
  '429': { ...status(429, 3), kinds: ['busy'] },
  '429, again in 1 s': { ...status(429, 3, { 'retry-after': '1' }), kinds: ['busy'] },
  // Its own clock is what the time is compared with: by ours this would be a wait of a day.
  '429 by a clock that is a day ahead': {
    ...status(429, 3, { date: ahead(0), 'retry-after': ahead(2) }),
    kinds: ['busy'],
    says: 'try again in 2 seconds',
  },
  '429, again in an hour': {
    ...status(429, 1, { 'retry-after': '3600' }),
    kinds: ['busy'],
    says: 'try again in 3600 seconds',
  },
  '500': { ...status(500, 3), kinds: ['failed', 'unreachable'] },
  '503': { ...status(503, 3), kinds: ['unreachable', 'locked'] },
  '502 of a proxy': { answer: page(502), kinds: ['unreachable'], tries: 3, says: 'web page' },
  'page of a proxy': { answer: page(200), kinds: ['malformed'], tries: 1, says: 'web page' },
  'login page of a proxy': { answer: page(403), kinds: ['denied'], tries: 1, says: 'web page' },
  'wrong content type': {
    kinds: ['malformed'],
    tries: 1,
    answer:
      () =>
      ({ response }) =>
        send(response, { status: 200, body: 'fine', headers: { 'content-type': 'text/plain' } }),
  },
  'no body': { ...empty(200), kinds: ['malformed'] },
  null: { ...empty(200, null), kinds: ['malformed'] },
  'a list': { ...empty(200, []), kinds: ['malformed'] },
  'an empty object': { ...empty(200, {}), kinds: ['malformed'] },
  '20 MB': { answer: () => huge, kinds: ['malformed'], tries: 1, says: 'longer than' },
  reset: {
    kinds: ['unreachable'],
    tries: 3,
    answer:
      () =>
      ({ request }) =>
        request.socket.resetAndDestroy(),
  },
  'cut off': { answer: () => cutOff, kinds: ['unreachable'], tries: 3 },
  silence: { answer: () => () => {}, kinds: ['timeout'], tries: 3, isSlow: true, says: 'seconds' },
  'slow body': { answer: () => slow, kinds: ['timeout'], tries: 3, isSlow: true, says: 'seconds' },
  'redirect off origin': { answer: () => elsewhere, kinds: ['unreachable'], tries: 1, says: 'https://elsewhere.test' },
  'redirect on origin': {
    answer: () => signInPage,
    kinds: ['unreachable'],
    tries: 1,
    says: 'redirects are not followed',
  },
};

function ahead(seconds: number): string {
  return new Date(AHEAD_MS + seconds * 1000).toUTCString();
}

function status(code: number, tries = 1, headers: Readonly<Record<string, string>> = {}): Omit<Fault, 'kinds'> {
  return {
    tries,
    answer:
      (world) =>
      ({ response }) =>
        send(response, { status: code, body: world.refusal(code), headers }),
  };
}

function empty(code: number, ...body: readonly unknown[]): Omit<Fault, 'kinds'> {
  const answer = body.length === 0 ? { status: code } : { status: code, body: JSON.stringify(body[0]) };
  return {
    tries: 1,
    answer:
      () =>
      ({ response }) =>
        send(response, answer),
  };
}

function page(code: number): Fault['answer'] {
  const body = '<!doctype html><html><title>canary-page</title><p>Sign in to the proxy</html>';
  return () =>
    ({ response }) =>
      send(response, { status: code, body, headers: { 'content-type': 'text/html; charset=utf-8' } });
}

const huge: FaultyAnswer = ({ response }) => {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  let left = 320;
  const pump = () => {
    while (left-- > 0) if (!response.write(chunk)) return void response.once('drain', pump);
    response.end();
  };
  pump();
};

const cutOff: FaultyAnswer = ({ response }) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
  response.write('{"data":{"data":{"value":"canary-half', () => response.destroy());
};

const slow: FaultyAnswer = ({ response }) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{');
};

const elsewhere: FaultyAnswer = ({ response }) => {
  send(response, { status: 307, headers: { location: 'https://elsewhere.test/login?token=canary-redirect' } });
};

const signInPage: FaultyAnswer = ({ response }) => {
  send(response, { status: 302, headers: { location: '/ui/login?token=canary-redirect' } });
};
