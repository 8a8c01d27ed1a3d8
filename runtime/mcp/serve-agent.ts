/** `tool mcp`: one connection with a client of the Model Context Protocol, from its first message to its end. */
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Limits, Words } from '../analysis/agents/room.js';
import type { CallContext } from '../inputs/call-context.js';
import type { Entries } from '../inputs/environment.js';
import { limitTime } from '../limit-time.js';
import { PROGRAM_GRACE_MS } from '../programs/grace.js';
import { Approvals } from './approvals.js';
import { type During, serverFor } from './server.js';
import { type Streams, Wire } from './wire.js';

export interface Serving {
  readonly streams: Streams;
  readonly context: CallContext & { readonly entries: () => Entries };
  /** `--file` as given. */
  readonly file: string | null;
  readonly limits: Limits;
  readonly words: Words;
  /** Ends the server. */
  readonly signal: AbortSignal;
}

/** For commands that are ended to be gone, and for calls that read to be answered. */
const LAST_MS = 2 * PROGRAM_GRACE_MS;

/** When it resolves, no command runs that an agent asked for. */
export async function serveAgent({ streams, context, file, limits, words, signal }: Serving): Promise<void> {
  const { variables, workingFolder } = context;
  const room = { call: { options: { file }, variables, workingFolder }, limits, words };
  const served = { room, context, approvals: new Approvals() };
  const wire = new Wire(streams);
  const calls = new Calls();
  const factory = () => serverFor(served, calls.during);
  // What is out of band is told to nobody: standard error stays silent.
  const handles = [
    serveStdio(factory, { transport: wire.handshake }),
    serveStdio(factory, { transport: wire.stateless, legacy: 'reject' }),
  ];
  const stopped = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([wire.ended, stopped]);
  await calls.end();
  await Promise.all(handles.map((handle) => handle.close()));
}

/** The calls that are under way. */
class Calls {
  readonly #ending = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  during: During = (asked, work) => {
    const running = work(AbortSignal.any([asked, this.#ending.signal]));
    this.#running.add(running);
    const forget = () => this.#running.delete(running);
    running.then(forget, forget);
    return running;
  };

  async end(): Promise<void> {
    this.#ending.abort();
    const late = new Promise<void>((resolve) => limitTime(LAST_MS, resolve));
    await Promise.race([Promise.allSettled(this.#running), late]);
  }
}
