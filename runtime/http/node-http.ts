/** HTTP over the sockets of Node, which Bun has too: limited concurrency, repeated tries, deadlines and kept connections. */
import { Agent, type AgentOptions } from 'node:http';
import type { Socket } from 'node:net';
import { concurrencyIn } from '../each-at-once.js';
import type { Environment } from '../values/environment.js';
import { TOOL_NAME, TOOL_VERSION } from '../version.js';
import { connect, type Destination, type ServerTls, shownProxy } from './connect.js';
import { type Attempt, type ConnectingOptions, exchange } from './exchange.js';
import type { HttpClient, HttpOutcome, HttpRequest, HttpServer, TlsSettings } from './http.js';
import { HttpFault, httpFailure } from './http-fault.js';
import { proxyAt, proxyFor } from './proxy.js';
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
/** Firewalls in front of APIs, and Cloudflare's API itself, refuse requests without one. */
const USER_AGENT = `${TOOL_NAME}/${TOOL_VERSION}`;

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
  #connections: Connections | null = null;

  constructor(server: HttpServer, environment: Environment, world: HttpWorld) {
    this.atOnce = concurrencyIn(environment, 'http');
    this.#server = server;
    this.#environment = environment;
    this.#world = world;
    this.#turns = new Turns(this.atOnce);
  }

  request(request: HttpRequest, signal: AbortSignal): Promise<HttpOutcome> {
    const ending = AbortSignal.any([signal, this.#closing.signal]);
    return this.#turns.take(ending, CANCELLED, () => this.#answered(request, ending));
  }

  close(): void {
    this.#closing.abort();
    this.#connections?.kept.destroy();
    this.#connections?.fresh.destroy();
  }

  async #answered(request: HttpRequest, signal: AbortSignal): Promise<HttpOutcome> {
    const { now, sleep } = this.#world;
    const end = now() + this.#world.limits.wholeMs;
    try {
      this.#connections ??= connectionsTo(this.#server, this.#environment, this.#world.limits.connectMs);
    } catch (error) {
      if (error instanceof HttpFault) return error.failure;
      throw error;
    }
    for (let tries = 1; ; tries++) {
      const attempt = await this.#attempt(this.#connections, request, Math.max(1, end - now()), signal);
      const pause = tries < MOST_TRIES ? this.#pauseAfter(attempt, request, tries) : null;
      if (pause === null || now() + pause >= end) return attempt.outcome;
      await sleep(pause, signal);
    }
  }

  #attempt(connections: Connections, request: HttpRequest, limitMs: number, signal: AbortSignal): Promise<Attempt> {
    const { server, peer, isAskedWhole, kept, fresh } = connections;
    const { now, limits } = this.#world;
    const { wholeMs } = limits;
    const fixed = { host: server.host, 'user-agent': USER_AGENT, 'accept-encoding': 'identity', ...lengthOf(request) };
    const headers = { ...request.headers, ...connections.headers, ...fixed };
    // The server may close a kept connection at the moment of sending; only what is repeatable is worth that risk.
    const agent = request.isRepeatable ? kept : fresh;
    const target = isAskedWhole ? `${server.origin}${request.path}` : request.path;
    return exchange(request, { agent, server, peer, target, headers, limitMs, wholeMs, now }, signal);
  }

  /** Null: no other try. */
  #pauseAfter({ outcome, isUnsent, isFinal }: Attempt, { isRepeatable }: HttpRequest, tries: number): number | null {
    const isThrottled = outcome.kind === 'response' && this.#server.isThrottled?.(outcome) === true;
    if (isFinal || !(isRepeatable || isUnsent || isThrottled)) return null;
    const backoff = this.#world.random() * FIRST_PAUSE_MS * 2 ** (tries - 1);
    if (outcome.kind === 'failed') return backoff;
    if (outcome.kind === 'redirect' || !(isThrottled || this.#isPassing(outcome.status))) return null;
    const wanted = outcome.retryAfterMs ?? 0;
    return wanted > LONGEST_PAUSE_MS ? null : Math.max(wanted, backoff);
  }

  #isPassing(status: number): boolean {
    return PASSING_STATUSES.includes(status) || this.#server.passingStatuses?.includes(status) === true;
  }
}

/** The connections to one server, and what every request over them needs. */
interface Connections {
  readonly server: URL;
  /** Who answers, for messages. */
  readonly peer: string;
  /** A proxy for plain HTTP is asked for the whole address. */
  readonly isAskedWhole: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** Connections that are used again, and connections for one request. */
  readonly kept: Agent;
  readonly fresh: Agent;
}

function connectionsTo(
  { origin, tls: settings = {}, proxy: given }: HttpServer,
  environment: Environment,
  connectMs: number,
): Connections {
  const server = new URL(origin);
  const proxy = given === undefined ? proxyFor(server, environment) : given && proxyAt(given.address, given.setting);
  const tls = server.protocol === 'https:' ? serverTls(settings, environment) : null;
  // The store's own authorities and certificate are for its server alone.
  const proxyTls = proxy?.url.protocol === 'https:' ? secureContext({}, environment) : null;
  const destination: Destination = { server, proxy, tls, proxyTls, connectMs };
  const asked = tls === null ? proxy : null;
  return {
    server,
    peer: asked === null ? server.host : shownProxy(asked),
    isAskedWhole: asked !== null,
    headers: asked === null || asked.authorization === null ? {} : { 'proxy-authorization': asked.authorization },
    kept: new ConnectingAgent(destination, { keepAlive: true }),
    fresh: new ConnectingAgent(destination, { keepAlive: false }),
  };
}

function serverTls(settings: TlsSettings, environment: Environment): ServerTls {
  const { serverName = null, isUnverified = false } = settings;
  return { context: secureContext(settings, environment), serverName, isUnverified };
}

/** Connections are made by `connect`, with or without a proxy; the agent keeps those that are idle, which hold up no exit. */
class ConnectingAgent extends Agent {
  readonly #destination: Destination;

  constructor(destination: Destination, options: AgentOptions) {
    super(options);
    this.#destination = destination;
  }

  override createConnection(
    { connecting }: ConnectingOptions,
    done?: (error: Error | null, socket: Socket) => void,
  ): undefined {
    connect(this.#destination, connecting).then(
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
