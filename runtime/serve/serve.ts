/** One resolver session over two streams, to its end. */
import type { CallContext } from '../inputs/call-context.js';
import type { Ending } from '../json-rpc/ending.js';
import { GRACE_MS, LARGEST_FRAME } from '../json-rpc/method.js';
import type { Streams } from '../json-rpc/peer.js';
import { type Opened, type Opening, serveSession } from '../json-rpc/serve-session.js';
import { limitTime } from '../limit-time.js';
import { nodePorts } from '../session/node-ports.js';
import { Session } from '../session/session.js';
import { SessionFiles } from '../session/session-files.js';
import { TOOL_VERSION } from '../version.js';
import { asWireError } from './as-wire-error.js';
import { clientCall, type ServerOptions } from './client-call.js';
import { type ApplicationParams, application, clientMethods, PROTOCOL, resolverMethods, VERSIONS } from './protocol.js';
import { Resolver } from './resolver.js';

export interface Serving {
  readonly streams: Streams;
  readonly context: CallContext;
  readonly options: ServerOptions;
  /** Ends the session. */
  readonly signal: AbortSignal;
}

const LIMITS = { maxFrameBytes: LARGEST_FRAME, maxInFlight: 8 };
/** After a signal the process has not more time than its end gives it. */
const SIGNAL_GRACE_MS = 500;

/** When it resolves, no file of the session is left, no store is open, and no write is under way. */
export async function serve({ streams, context, options, signal }: Serving): Promise<Ending> {
  const opened = new OpenedSession(context, options, signal);
  const served = serveSession(streams, {
    protocol: PROTOCOL,
    versions: VERSIONS,
    server: { name: 'tool-resolver', version: TOOL_VERSION },
    limits: LIMITS,
    methods: resolverMethods,
    callbacks: clientMethods,
    application,
    open: (opening) => opened.open(opening),
  });
  // A client that reads nothing is not waited for.
  const stopped = new Promise<Ending>((resolve) => {
    const stop = () => {
      opened.endFiles();
      served.end();
      resolve({ kind: 'closed' });
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([served.ended, stopped]);
  } finally {
    await opened.end(signal.aborted ? SIGNAL_GRACE_MS : GRACE_MS);
  }
}

/** What a client has opened: nothing before its initialisation. */
class OpenedSession {
  readonly #context: CallContext;
  readonly #options: ServerOptions;
  readonly #signal: AbortSignal;
  #files: SessionFiles | null = null;
  #session: Session | null = null;
  #resolver: Resolver | null = null;

  constructor(context: CallContext, options: ServerOptions, signal: AbortSignal) {
    this.#context = context;
    this.#options = options;
    this.#signal = signal;
  }

  async open({ application: said, client, clientMethods: callbacks }: Opening): Promise<Opened> {
    const params = said as unknown as ApplicationParams;
    const files = new SessionFiles();
    const call = clientCall(this.#context, client, params, this.#options);
    const session = new Session(call, this.#portsWith(files));
    this.#files = files;
    this.#session = session;
    try {
      await session.fix();
    } catch (error) {
      throw asWireError(error);
    }
    const { isReadOnly } = this.#options;
    this.#resolver = new Resolver(session, files, { isReadOnly, canAsk: callbacks.includes('client.prompt') });
    return {
      application: { manifest_kind: params.manifest.kind, supports_inline_manifest: true },
      handlers: this.#resolver.handlers,
    };
  }

  /** A session has no one to tell: what fails is answered, and standard error stays silent. */
  #portsWith(files: SessionFiles) {
    return nodePorts({
      warn: async () => {},
      notice: async () => {},
      signal: () => this.#signal,
      keepFiles: (findSystemFolder) => files.below(findSystemFolder),
    });
  }

  /** At once, for a process that may not live much longer. */
  endFiles(): void {
    this.#files?.end();
  }

  async end(graceMs: number): Promise<void> {
    this.endFiles();
    await within(graceMs, this.#resolver?.settled());
    this.endFiles();
    await within(graceMs, this.#session?.close());
  }
}

/** What hangs is left to the end of the process. */
async function within(milliseconds: number, work: Promise<void> | undefined): Promise<void> {
  let stop = () => {};
  const late = new Promise<void>((resolve) => {
    stop = limitTime(milliseconds, resolve);
  });
  await Promise.race([work, late]);
  stop();
}
