/** HTTP over the sockets of Node, which Bun has too: limited concurrency, repeated tries, deadlines and kept connections. */
import { setMaxListeners } from 'node:events';
import { Agent, type AgentOptions } from 'node:http';
import type { Socket } from 'node:net';
import { concurrencyOf } from '../providers/each-at-once.js';
import type { Environment } from '../providers/provider.js';
import { variableIn } from '../providers/variable-in.js';
import { connect, type ServerTls, type Way } from './connect.js';
import { type Attempt, exchange } from './exchange.js';
import type { HttpClient, HttpOutcome, HttpRequest, HttpServer } from './http.js';
import { HttpFault, httpFailure } from './http-fault.js';
import { proxyFor } from './proxy.js';
import { secureContext } from './trust.js';
import { Turns } from './turns.js';

/** What of the machine the tries depend on; tests give their own. */
export interface HttpWorld {
  readonly now: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly limits: HttpLimits;
}
export interface HttpLimits {
  /** Until the connection is ready, with its tunnel and TLS. */
  readonly connectMs: number;
  /** Until the answer is complete, with all tries and the pauses between them. */
  readonly wholeMs: number;
}

/** Providers-cloud, errata of 2.5: a server that hangs costs at most 30 seconds. */
export const USUAL_LIMITS: HttpLimits = { connectMs: 10_000, wholeMs: 30_000 };
const MOST_TRIES = 3;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
const PASSING_STATUSES = [429, 502, 503, 504];

export function openHttp(server: HttpServer, environment: Environment, world: Partial<HttpWorld> = {}): HttpClient {
  return new NodeHttpClient(server, environment, { ...REAL_WORLD, ...world });
}

class NodeHttpClient implements HttpClient {
  readonly atOnce: number;
  readonly #server: HttpServer;
  readonly #environment: Environment;
  readonly #world: HttpWorld;
  readonly #turns: Turns;
  readonly #closing = new AbortController();
  #ways: Ways | null = null;

  constructor(server: HttpServer, environment: Environment, world: HttpWorld) {
    this.atOnce = concurrencyOf(variableIn(environment, 'TOOL_PROVIDER_CONCURRENCY'), 'http');
    this.#server = server;
    this.#environment = environment;
    this.#world = world;
    this.#turns = new Turns(this.atOnce);
    // One for each connection that is being made; from the eleventh on Node would warn on stderr.
    setMaxListeners(0, this.#closing.signal);
  }

  request(request: HttpRequest, signal: AbortSignal): Promise<HttpOutcome> {
    const ending = AbortSignal.any([signal, this.#closing.signal]);
    return this.#turns.take(ending, CANCELLED, () => this.#answered(request, ending));
  }

  close(): void {
    this.#closing.abort();
    this.#ways?.kept.destroy();
    this.#ways?.fresh.destroy();
  }

  async #answered(request: HttpRequest, signal: AbortSignal): Promise<HttpOutcome> {
    const { now, sleep } = this.#world;
    const end = now() + this.#world.limits.wholeMs;
    try {
      this.#ways ??= waysTo(this.#server, this.#environment, this.#world.limits.connectMs, this.#closing.signal);
    } catch (error) {
      if (error instanceof HttpFault) return error.failure;
      throw error;
    }
    for (let tries = 1; ; tries++) {
      const attempt = await this.#attempt(this.#ways, request, Math.max(1, end - now()), signal);
      const pause = tries < MOST_TRIES ? this.#pauseAfter(attempt, request, tries) : null;
      if (pause === null || now() + pause >= end) return attempt.outcome;
      await sleep(pause, signal);
    }
  }

  #attempt(ways: Ways, request: HttpRequest, limitMs: number, signal: AbortSignal): Promise<Attempt> {
    const { host } = ways.server;
    const { now, limits } = this.#world;
    const { wholeMs } = limits;
    const headers = { ...request.headers, ...ways.headers, host, 'accept-encoding': 'identity', ...lengthOf(request) };
    // The server may close a kept connection at the moment of sending; only what is repeatable is worth that risk.
    const agent = request.isRepeatable ? ways.kept : ways.fresh;
    const target = ways.isAskedWhole ? `${ways.server.origin}${request.path}` : request.path;
    return exchange(request, { agent, server: ways.server, target, headers, limitMs, wholeMs, now }, signal);
  }

  /** Null: no other try. */
  #pauseAfter({ outcome, isUnsent, isLasting }: Attempt, { isRepeatable }: HttpRequest, tries: number): number | null {
    if (isLasting || !(isRepeatable || isUnsent)) return null;
    const backoff = this.#world.random() * FIRST_PAUSE_MS * 2 ** (tries - 1);
    if (outcome.kind === 'failed') return backoff;
    if (outcome.kind === 'redirect' || !this.#isPassing(outcome.status)) return null;
    const wanted = outcome.retryAfterMs ?? 0;
    return wanted > LONGEST_PAUSE_MS ? null : Math.max(wanted, backoff);
  }

  #isPassing(status: number): boolean {
    return PASSING_STATUSES.includes(status) || this.#server.passingStatuses?.includes(status) === true;
  }
}

interface Ways {
  readonly server: URL;
  /** A proxy for plain HTTP is asked for the whole address. */
  readonly isAskedWhole: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** Connections that are used again, and connections for one request. */
  readonly kept: Agent;
  readonly fresh: Agent;
}

function waysTo(
  { origin, tls = {} }: HttpServer,
  environment: Environment,
  connectMs: number,
  closing: AbortSignal,
): Ways {
  const server = new URL(origin);
  const proxy = proxyFor(server, environment);
  const secured: ServerTls | null =
    server.protocol === 'https:'
      ? {
          context: secureContext(tls, environment),
          serverName: tls.serverName ?? null,
          isUnverified: tls.isUnverified === true,
        }
      : null;
  const way: Way = { server, proxy, tls: secured, connectMs, closing };
  const isAskedWhole = proxy !== null && secured === null;
  const authorization = isAskedWhole ? proxy.authorization : null;
  return {
    server,
    isAskedWhole,
    headers: authorization === null ? {} : { 'proxy-authorization': authorization },
    kept: new WayAgent(way, { keepAlive: true }),
    fresh: new WayAgent(way, { keepAlive: false }),
  };
}

/** Connections are made by `connect`, whatever the way; the agent keeps those that are idle, which hold up no exit. */
class WayAgent extends Agent {
  readonly #way: Way;

  constructor(way: Way, options: AgentOptions) {
    super(options);
    this.#way = way;
  }

  override createConnection(_: unknown, done?: (error: Error | null, socket: Socket) => void): undefined {
    connect(this.#way).then(
      (socket) => done?.(null, socket),
      (error: Error) => done?.(error, undefined as unknown as Socket),
    );
    return undefined;
  }
}

function lengthOf({ body }: HttpRequest): Readonly<Record<string, string>> {
  return body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
}

const CANCELLED = httpFailure('cancelled', 'the call was cancelled');

const REAL_WORLD: HttpWorld = {
  now: Date.now,
  random: Math.random,
  limits: USUAL_LIMITS,
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end, { once: true });
    }),
};
