/**
 * The serving side of one session: the rules of order (semantics 15.6), so that a service is a table of methods and their handlers.
 *
 *     const { ended } = serveSession({ input, output }, {
 *       protocol: 'tool.resolver', versions: [1], server: { name: 'tool-resolver', version }, methods: resolverMethods,
 *       callbacks: clientMethods, limits: { maxFrameBytes: 1_048_576, maxInFlight: 8 },
 *       application: { params: applicationParams, result: applicationResult },
 *       async open(opening, incoming) { …; return { application: { … }, handlers: { 'resolver.get': (params, incoming) => … } }; },
 *     });
 *     switch ((await ended).kind) { … }
 *
 * Handlers reject with a WireError; anything else is `internal`. They end early when `incoming.signal` is aborted: the answer was sent.
 */
import { discoverDocument } from './discover.js';
import type { Ending } from './ending.js';
import type { Incoming } from './incoming.js';
import type { JsonObject } from './json-text.js';
import type { RequestMessage } from './message.js';
import { GRACE_MS, type Limits, type Methods } from './method.js';
import { type Acceptance, Peer, type Streams } from './peer.js';
import {
  discover,
  type InitializeParams,
  initialize,
  limitsIn,
  limitsToJson,
  type Party,
  shutdown,
} from './session-methods.js';
import type { Shape } from './shape.js';
import { WireError } from './wire-error.js';

export interface Service {
  readonly protocol: string;
  readonly versions: readonly number[];
  readonly server: Party;
  /** What this side offers. */
  readonly limits: Limits;
  /** All that a session may advertise, and what it may call back. */
  readonly methods: Methods;
  readonly callbacks: Methods;
  readonly application: { readonly params: Shape<unknown>; readonly result: Shape<unknown> };
  /** Opens the session; a WireError fails it. `opening.application` has its shape. */
  open(opening: Opening, incoming: Incoming): Promise<Opened>;
}
export interface Opening {
  readonly version: number;
  readonly client: Party;
  /** The callbacks that the client answers. */
  readonly clientMethods: readonly string[];
  readonly limits: Limits;
  readonly application: JsonObject;
}
export interface Opened {
  readonly application: JsonObject;
  /** By method; those that are missing are not advertised. `params` has the shape of the method. */
  readonly handlers: Readonly<Record<string, Handler>>;
}
/** Whoever writes one types its params, from the shape of the method (`ParamsOf`). */
export type Handler = (params: never, incoming: Incoming) => Promise<JsonObject>;

export interface ServedSession {
  readonly ended: Promise<Ending>;
  /** Ends it from here, as a signal does. */
  end(): void;
}

/** Serves one session, to its end. */
export function serveSession(streams: Streams, service: Service): ServedSession {
  return new Serving(streams, service);
}

/** Names that belong to a protocol, whether or not this session has them. */
const OF_PROTOCOLS = /^(?:resolver|provider)\./;

type State =
  | { readonly kind: 'new' }
  | { readonly kind: 'opening'; readonly until: Promise<void> }
  | { readonly kind: 'open'; readonly handlers: ReadonlyMap<string, Handler> }
  | { readonly kind: 'shutting down' };

class Serving implements ServedSession {
  readonly #peer: Peer;
  readonly #service: Service;
  #state: State = { kind: 'new' };

  constructor(streams: Streams, service: Service) {
    this.#service = service;
    this.#peer = new Peer(streams, {
      accept: (request) => this.#accept(request),
      inputEnded: () => this.#finishAccepted(Date.now() + GRACE_MS),
    });
  }

  get ended(): Promise<Ending> {
    return this.#peer.ended;
  }

  end(): void {
    this.#peer.end();
  }

  #accept(request: RequestMessage): Acceptance {
    const { method } = request;
    const state = this.#state;
    if (state.kind === 'shutting down') return { kind: 'refused', error: new WireError('unavailable') };
    if (method === 'rpc.discover') return this.#checked(request, discover.params, async () => this.#discover());
    if (method === 'rpc.initialize') return this.#initialize(request);
    switch (state.kind) {
      case 'new':
        return { kind: 'out of order', reason: 'sent a request before the session was opened' };
      case 'opening':
        return { kind: 'held', until: state.until };
      case 'open':
        return method === 'rpc.shutdown' ? this.#shutdown(request) : this.#call(request, state.handlers);
    }
  }

  #checked(
    request: RequestMessage,
    shape: Shape<unknown>,
    run: (incoming: Incoming) => Promise<JsonObject>,
  ): Acceptance & { kind: 'work' | 'refused' } {
    return shape.fault(request.params, 'strict') === null
      ? { kind: 'work', run, isOfSession: true }
      : { kind: 'refused', error: new WireError('invalid_params') };
  }

  #discover(): JsonObject {
    const { methods, ...service } = this.#service;
    const advertised = this.#state.kind === 'open' ? this.#state.handlers : null;
    const shown = Object.entries(methods).filter(([name]) => advertised?.has(name) ?? true);
    return discoverDocument({ ...service, methods: Object.fromEntries(shown) });
  }

  /** Sent again or refused, it ends the session. */
  #initialize({ params }: RequestMessage): Acceptance {
    if (this.#state.kind !== 'new') return { kind: 'out of order', reason: 'opened the session again' };
    let opened = (_isOpen: boolean) => {};
    const until = new Promise<void>((resolve) => {
      opened = (isOpen) => {
        if (!isOpen) this.#peer.end({ kind: 'fault', reason: 'did not open the session' });
        resolve();
      };
    });
    this.#state = { kind: 'opening', until };
    return { kind: 'work', run: (incoming) => this.#open(params, incoming), isOfSession: true, answered: opened };
  }

  async #open(params: JsonObject, incoming: Incoming): Promise<JsonObject> {
    const { protocol, server, application } = this.#service;
    const { version, limits, ...agreed } = this.#agree(params);
    const { handlers, ...opened } = await this.#service.open({ version, limits, ...agreed }, incoming);
    const fault = application.result.fault(opened.application, 'strict');
    if (fault !== null) throw new Error(`the application data of the session is wrong at "${fault}"`);
    this.#state = { kind: 'open', handlers: new Map(Object.entries(handlers)) };
    this.#peer.limit(limits);
    return {
      protocol,
      version,
      server,
      methods: Object.keys(handlers).sort(),
      capabilities: {},
      limits: limitsToJson(limits),
      application: opened.application,
    };
  }

  #agree(params: JsonObject): Opening {
    const { protocol, versions, limits, application } = this.#service;
    if (!isInitialize(params)) throw new WireError('invalid_params');
    const version = params.versions.filter((one) => versions.includes(one)).sort((one, other) => other - one)[0];
    if (params.protocol !== protocol || version === undefined) throw new WireError('unsupported_version');
    if (application.params.fault(params.application, 'strict') !== null) throw new WireError('invalid_params');
    return {
      version,
      client: params.client,
      clientMethods: params.client_methods ?? [],
      limits: lower(limits, limitsIn(params.limits)),
      application: params.application,
    };
  }

  #call(request: RequestMessage, handlers: ReadonlyMap<string, Handler>): Acceptance {
    const { method, params } = request;
    const handler = handlers.get(method);
    const shape = this.#service.methods[method]?.params;
    if (handler === undefined || shape === undefined) {
      const kind = OF_PROTOCOLS.test(method) ? 'capability_required' : 'method_not_found';
      return { kind: 'refused', error: new WireError(kind) };
    }
    const checked = this.#checked(request, shape, (incoming) => handler(params as never, incoming));
    return checked.kind === 'work' ? { ...checked, isOfSession: false } : checked;
  }

  #shutdown(request: RequestMessage): Acceptance {
    const checked = this.#checked(request, shutdown.params, async ({ deadline }) => {
      await this.#finishAccepted(deadline);
      return {};
    });
    if (checked.kind === 'refused') return checked;
    this.#state = { kind: 'shutting down' };
    return { ...checked, lasts: true, answered: () => this.#peer.end({ kind: 'shutdown' }) };
  }

  /** Waits for what was accepted, or will be once the session is open; at the deadline it is given up. */
  async #finishAccepted(deadline: number): Promise<void> {
    const opening = this.#state.kind === 'opening' ? this.#state.until : undefined;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, Math.max(deadline - Date.now(), 0));
    });
    await Promise.race([opening?.then(() => this.#peer.drained()) ?? this.#peer.drained(), late]);
    clearTimeout(timer);
    this.#peer.giveUpAll();
  }
}

function isInitialize(params: JsonObject): params is JsonObject & InitializeParams {
  return initialize.params.fault(params, 'strict') === null;
}

function lower(ours: Limits, theirs: Limits): Limits {
  return {
    maxFrameBytes: Math.min(ours.maxFrameBytes, theirs.maxFrameBytes),
    maxInFlight: Math.min(ours.maxInFlight, theirs.maxInFlight),
  };
}
