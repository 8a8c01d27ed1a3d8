/**
 * The asking side of one session, over a program that it starts (semantics 15.6 and 16).
 *
 *     const connection = await connect({
 *       command: { path, words: ['provider'], folder: '/', variables }, protocol: 'tool.provider', versions: [1],
 *       client: { name: 'tool', version }, limits: { maxFrameBytes: 1_048_576, maxInFlight: 16 }, methods: providerMethods,
 *       callbacks: { 'client.credential': { method: clientMethods['client.credential'], handler: async (params, incoming) => … } },
 *       application: { … }, applicationResult, startMs: 10_000, closeMs: 2_000,
 *     });
 *     const result = await connection.request('provider.get', params, { deadline: Date.now() + 30_000 });
 *     await connection.close();
 *
 * `connect` and `request` reject with a WireError (what the program answered, or `message_too_large`, `deadline_exceeded` of this side), with
 * the reason of the signal, or with a ConnectionLost: the program broke a rule, ended, or was not started. Nothing is sent twice.
 */
import { ConnectionEnded, type Ending } from './ending.js';
import type { Incoming } from './incoming.js';
import type { JsonObject } from './json-text.js';
import type { RequestMessage } from './message.js';
import type { Limits, Method, Methods } from './method.js';
import type { RequestHow } from './outgoing.js';
import { type Acceptance, Peer } from './peer.js';
import { type ProgramEnd, type ServerCommand, ServerProcess } from './server-process.js';
import { initialize, limitsIn, limitsToJson, type Party } from './session-methods.js';
import type { Shape, Shaped } from './shape.js';
import { WireError } from './wire-error.js';

export interface ConnectOptions {
  readonly command: ServerCommand;
  readonly protocol: string;
  readonly versions: readonly number[];
  readonly client: Party;
  /** What this side offers. */
  readonly limits: Limits;
  /** What may be asked, once it is advertised. */
  readonly methods: Methods;
  /** What is answered, within a request of this side. */
  readonly callbacks?: Readonly<Record<string, Callback>>;
  readonly application: JsonObject;
  readonly applicationResult: Shape<unknown>;
  /** For the program to open the session. */
  readonly startMs: number;
  /** For the program to end after its shutdown, before it is killed. */
  readonly closeMs: number;
  readonly signal?: AbortSignal;
  /** Gets what the program wrote to its standard error, if the session could not be opened. */
  readonly notOpened?: (stderr: Buffer) => void;
}
export interface Callback {
  readonly method: Method<unknown, unknown>;
  /** `params` has the shape of the method; whoever writes it types them. */
  readonly handler: (params: never, incoming: Incoming) => Promise<JsonObject>;
}

/** The program broke a rule, ended, or was not started: how, for a message. Nothing of it is text of the program. */
export class ConnectionLost extends Error {
  readonly ending: Ending;
  /** Null while it runs. */
  readonly program: ProgramEnd | null;
  /** The last of what it wrote to its standard error: may hold anything. */
  readonly stderr: Buffer;
  /** Whether the session had been opened. */
  readonly wasOpen: boolean;
  constructor(ending: Ending, program: ProgramEnd | null, stderr: Buffer, wasOpen: boolean) {
    super(new ConnectionEnded(ending).message);
    this.name = 'ConnectionLost';
    this.ending = ending;
    this.program = program;
    this.stderr = stderr;
    this.wasOpen = wasOpen;
  }
}

/** Starts the program and opens the session. If that fails, the program has ended. */
export async function connect(options: ConnectOptions): Promise<Connection> {
  options.signal?.throwIfAborted();
  const connection = new Connection(options);
  try {
    await connection.open();
    return connection;
  } catch (error) {
    await connection.kill();
    options.notOpened?.(connection.stderr());
    throw error;
  }
}

type Answer = Shaped<typeof initialize.result>;

export class Connection {
  readonly #options: ConnectOptions;
  readonly #program: ServerProcess;
  readonly #peer: Peer;
  #answer: Answer | null = null;
  #programEnd: ProgramEnd | null = null;
  #closing: Promise<void> | null = null;
  #isLettingGo = false;

  constructor(options: ConnectOptions) {
    this.#options = options;
    this.#program = new ServerProcess(options.command);
    this.#peer = new Peer(this.#program, {
      accept: (request) => this.#accept(request),
      busy: (isBusy) => (isBusy ? this.#program.hold(true) : this.#letGo()),
    });
    void this.#program.ended.then((end) => {
      this.#programEnd = end;
      this.#peer.end({ kind: 'end of input' });
    });
    // After a fault nothing that the program does counts.
    void this.#peer.ended.then(({ kind }) => kind === 'fault' && this.#program.kill());
  }

  /** How the connection ended. */
  get ended(): Promise<Ending> {
    return this.#peer.ended;
  }

  /** Of the program and of its process group; undefined if it was not started. */
  get pid(): number | undefined {
    return this.#program.pid;
  }

  /** What the program said about itself when the session was opened. */
  get application(): JsonObject {
    return this.#opened.application;
  }

  /** As agreed on. */
  get limits(): Limits {
    return limitsIn(this.#opened.limits);
  }

  get server(): Party {
    return this.#opened.server;
  }

  /** Whether the program has this method. */
  has(method: string): boolean {
    return this.#opened.methods.includes(method);
  }

  /** Which result it is, the shape of the method says (`ResultOf`). One of another shape is a fault. */
  request(method: string, params: JsonObject, how: RequestHow): Promise<JsonObject> {
    const known = this.#options.methods[method];
    if (known === undefined || !this.has(method)) return Promise.reject(new WireError('capability_required'));
    return this.#ask(method, params, known.result, how);
  }

  async open(): Promise<void> {
    const { protocol, versions, client, limits, callbacks = {}, application, startMs, signal } = this.#options;
    const params = {
      protocol,
      versions,
      client,
      limits: limitsToJson(limits),
      ...(Object.keys(callbacks).length > 0 && { client_methods: Object.keys(callbacks) }),
      application,
    };
    const how = { deadline: Date.now() + startMs, signal };
    const answer = await this.#ask('rpc.initialize', params, initialize.result, how);
    const fault = this.#faultOf(answer);
    if (fault !== null) throw await this.#breach(fault);
  }

  /** The last of what the program wrote to its standard error. */
  stderr(): Buffer {
    return this.#program.stderr();
  }

  /** Ends the session: shutdown, end of input, and after the time for it SIGKILL; what the program has started ends with it. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** At once. */
  async kill(): Promise<void> {
    // First of all, or it would complain about the end of its pipes.
    this.#program.kill();
    this.#peer.end();
    this.#program.hold(true);
    await this.#program.ended;
  }

  async #close(): Promise<void> {
    this.#program.hold(true);
    const timer = setTimeout(() => this.#program.kill(), this.#options.closeMs);
    const deadline = Date.now() + this.#options.closeMs;
    // However it ends, it ends.
    if (this.#answer !== null) await this.#peer.request('rpc.shutdown', {}, { deadline }).catch(() => {});
    this.#peer.end();
    await this.#program.ended;
    clearTimeout(timer);
  }

  /** At the end of this turn of the event loop: to hold all streams and let them go costs a program that asks again at once much of its time. */
  #letGo(): void {
    if (this.#isLettingGo) return;
    this.#isLettingGo = true;
    setImmediate(() => {
      this.#isLettingGo = false;
      if (this.#peer.isIdle && this.#closing === null) this.#program.hold(false);
    });
  }

  get #opened(): Answer {
    if (this.#answer === null) throw new Error('the session is not open');
    return this.#answer;
  }

  async #ask(method: string, params: JsonObject, shape: Shape<unknown>, how: RequestHow): Promise<JsonObject> {
    try {
      const result = await this.#peer.request(method, params, how);
      const fault = shape.fault(result, 'tolerant');
      if (fault === null) return result;
      throw await this.#breach(`answered ${method} with a result that is wrong at "${fault}"`);
    } catch (error) {
      throw error instanceof ConnectionEnded ? await this.#lost(error.ending) : error;
    }
  }

  /** What the answer to the initialisation breaks; if nothing, the session is open. */
  #faultOf(answer: JsonObject): string | null {
    const { protocol, versions, limits, applicationResult } = this.#options;
    if (!isAnswer(answer)) return 'answered with another shape';
    if (answer.protocol !== protocol || !versions.includes(answer.version)) return 'agreed to another protocol';
    const agreed = limitsIn(answer.limits);
    if (agreed.maxFrameBytes > limits.maxFrameBytes || agreed.maxInFlight > limits.maxInFlight)
      return 'agreed to higher limits than were offered';
    const wrong = applicationResult.fault(answer.application, 'tolerant');
    if (wrong !== null) return `described itself with something that is wrong at "${wrong}"`;
    this.#peer.limit(agreed);
    this.#answer = answer;
    return null;
  }

  #accept({ method, params, parent }: RequestMessage): Acceptance {
    if (parent === null) return { kind: 'out of order', reason: 'sent a request of its own' };
    const callback = this.#options.callbacks?.[method];
    if (callback === undefined) return { kind: 'refused', error: new WireError('method_not_found') };
    if (callback.method.params.fault(params, 'strict') !== null)
      return { kind: 'refused', error: new WireError('invalid_params') };
    return { kind: 'work', run: (incoming) => callback.handler(params as never, incoming) };
  }

  #breach(reason: string): Promise<ConnectionLost> {
    const ending: Ending = { kind: 'fault', reason };
    this.#peer.end(ending);
    return this.#lost(ending);
  }

  /** A program that closed its output is about to end: how, belongs to the message. */
  async #lost(ending: Ending): Promise<ConnectionLost> {
    if (ending.kind === 'fault') this.#program.kill();
    this.#program.hold(true);
    const timer = setTimeout(() => this.#program.kill(), this.#options.closeMs);
    const program = await this.#program.ended;
    clearTimeout(timer);
    return new ConnectionLost(ending, this.#programEnd ?? program, this.#program.stderr(), this.#answer !== null);
  }
}

function isAnswer(answer: JsonObject): answer is JsonObject & Answer {
  return initialize.result.fault(answer, 'tolerant') === null;
}
