/** One try of one request: sent over a connection of the agent, its answer read up to a limit and a deadline. */
import { type Agent, type IncomingMessage, type RequestOptions, request as send } from 'node:http';
import { limitTime } from '../limit-time.js';
import { type Connecting, inSeconds } from './connect.js';
import type { HttpFailure, HttpHeaders, HttpOutcome, HttpRequest } from './http.js';
import { faultOf, HttpFault, httpFailure } from './http-fault.js';
import { retryAfterMs } from './retry-after.js';

export interface Attempt {
  readonly outcome: HttpOutcome;
  /** The server cannot have got the request. */
  readonly isUnsent: boolean;
  /** Another try would end the same. */
  readonly isFinal: boolean;
}

/** The agent is given these when it has to make a connection for the request. */
export interface ConnectingOptions extends RequestOptions {
  readonly connecting: Connecting;
}

export interface Sending {
  readonly agent: Agent;
  readonly server: URL;
  /** Who answers, for messages: the server, or a proxy that requests are sent to. */
  readonly peer: string;
  /** What is asked for: the path, or the whole address where a proxy is asked. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** How long this try may take, and what the request was given with all its tries, for messages. */
  readonly limitMs: number;
  readonly wholeMs: number;
  readonly now: () => number;
}

const MOST_BYTES = 4 * 1024 * 1024;

/** Never rejects. */
export function exchange(request: HttpRequest, sending: Sending, signal: AbortSignal): Promise<Attempt> {
  const { agent, server, peer, target, headers, limitMs, wholeMs, now } = sending;
  const ending = new AbortController();
  const connecting: Connecting = { signal: ending.signal, peer };
  return new Promise((resolve) => {
    let phase: 'connecting' | 'waiting' | 'reading' = 'connecting';
    const end = (outcome: HttpOutcome, isFinal = false) => {
      endLimit();
      signal.removeEventListener('abort', cancel);
      resolve({ outcome, isUnsent: phase === 'connecting', isFinal });
      ending.abort();
      if (outcome.kind === 'failed') sent?.destroy();
    };
    const fail = (why: HttpFailure['why'], detail: string, isFinal = false) => end(httpFailure(why, detail), isFinal);
    const cancel = () => fail('cancelled', 'the call was cancelled', true);
    const late = () => {
      const what = {
        connecting: 'did not accept the connection',
        waiting: 'did not answer',
        reading: 'did not finish its answer',
      };
      const whom = phase === 'connecting' ? connecting.peer : peer;
      fail('timeout', `${whom} ${what[phase]} within ${inSeconds(wholeMs)}`);
    };
    const broken = (error: unknown) => {
      const { failure, isFinal } = faultOf(error, peer);
      const isCut = phase !== 'connecting' && !(error instanceof HttpFault) && failure.why === 'unreachable';
      if (isCut) fail('interrupted', `${peer} closed the connection before its answer was complete`);
      else end(failure, isFinal);
    };
    const switched = () =>
      fail('malformed', `${peer} switched to another protocol (status ${SWITCHING}), which was not asked for`, true);
    const receive = (response: IncomingMessage) => {
      phase = 'reading';
      const { statusCode: status = 0 } = response;
      if (status === SWITCHING) return switched();
      const chunks: Uint8Array[] = [];
      let length = 0;
      response.on('data', (chunk: Uint8Array) => {
        length += chunk.length;
        chunks.push(chunk);
        if (length > MOST_BYTES) fail('too-large', `the answer of ${peer} is longer than ${MOST_BYTES} bytes`, true);
      });
      response.on('error', broken);
      response.on('end', () => {
        if (!response.complete) return broken(null);
        if (status >= 300 && status < 400 && status !== 304) return end(redirect(status, response, server));
        const headers = headersOf(response);
        const pause = retryAfterMs(headers, now());
        end({ kind: 'response', status, headers, body: Buffer.concat(chunks), retryAfterMs: pause });
      });
    };
    if (signal.aborted) return resolve({ outcome: CANCELLED, isUnsent: true, isFinal: true });
    const endLimit = limitTime(limitMs, late);
    signal.addEventListener('abort', cancel, { once: true });
    const sent = trySending();
    function trySending() {
      try {
        const options: ConnectingOptions = { agent, method: request.method, path: target, headers, connecting };
        const made = send(options);
        made.once('socket', () => {
          phase = 'waiting';
        });
        made.once('response', receive);
        // With or without the headers that belong to it: Node reports it as one or the other, and the answer would be waited for in vain.
        made.once('upgrade', switched);
        made.on('information', ({ statusCode }) => statusCode === SWITCHING && switched());
        made.on('error', broken);
        made.end(request.body);
        return made;
      } catch {
        // What Node refuses to send; its message might quote it.
        fail('unsupported', `a request to ${server.host} has characters that HTTP does not allow`, true);
        return null;
      }
    }
  });
}

const SWITCHING = 101;
const CANCELLED = httpFailure('cancelled', 'the call was cancelled');

function headersOf({ headers }: IncomingMessage): HttpHeaders {
  const texts = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]);
  return Object.fromEntries(texts);
}

function redirect(status: number, { headers: { location } }: IncomingMessage, server: URL): HttpOutcome {
  const to = location !== undefined && URL.canParse(location, server.href) ? new URL(location, server.href) : null;
  return { kind: 'redirect', status, to: to !== null && /^https?:$/.test(to.protocol) ? to.origin : null };
}
