/** A connection to the session bus: calls with their answers, and signals. It keeps the process alive until it is closed. */
import { connect, type Socket } from 'node:net';
import { codeOf, reasonOf } from '../../../files/system-reason.js';
import { limitTime } from '../../../limit-time.js';
import { BusFault } from './bus-fault.js';
import { type BusCall, decodeMessage, encodeCall, lengthOfMessage, type Received } from './message.js';
import type { BusValue } from './values.js';

/** How long nothing may arrive while the bus, or a service on it, is to answer. */
const PATIENCE_MS = 5_000;
const BUS = { destination: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' };
const MOST_BYTES_OF_LINE = 1_000;
const CLOSED = 'it closed the connection';
const REASONS: ReadonlyMap<string | null, string> = new Map([
  ['ENOENT', 'its socket does not exist'],
  ['ECONNREFUSED', 'nothing listens on its socket'],
  ['EPIPE', CLOSED],
  ['ECONNRESET', CLOSED],
]);

type Resolve<T> = (value: T) => void;
type Reject = (fault: BusFault) => void;
/** Begins to listen for what resolves; the result ends that. */
type Listen<T> = (resolve: Resolve<T>, reject: Reject) => () => void;

export class BusConnection {
  readonly #socket: Socket;
  /** The calls without an answer, by serial. */
  readonly #calls = new Map<number, Resolve<Received>>();
  readonly #listeners = new Set<(signal: Received) => void>();
  /** All that waits for something; fails with the connection. */
  readonly #waiting = new Set<Reject>();
  #received: Buffer = Buffer.alloc(0);
  /** Takes the line that answers the sign-in, which comes before the first message. */
  #signIn: Resolve<string> | null = null;
  #serial = 0;
  /** How many pieces have arrived. */
  #arrived = 0;
  #fault: BusFault | null = null;

  /** Gives up what waits. */
  readonly #stop = () => this.#end(new BusFault('timeout', 'the call was given up'));
  readonly #signal: AbortSignal;

  private constructor(path: string, signal: AbortSignal) {
    this.#socket = connect({ path });
    this.#signal = signal;
    signal.addEventListener('abort', this.#stop);
    if (signal.aborted) this.#stop();
    this.#socket.on('data', (bytes) => this.#take(bytes));
    this.#socket.on('error', (error) => this.#end(unreachable(REASONS.get(codeOf(error)) ?? reasonOf(codeOf(error)))));
    this.#socket.on('close', () => this.#end(unreachable(CLOSED)));
  }

  /** Connects to the first of these sockets that answers, and signs in as the current user. The signal ends all calls. Throws a `BusFault`. */
  static async open(sockets: readonly string[], signal: AbortSignal): Promise<BusConnection> {
    let fault = unreachable('DBUS_SESSION_BUS_ADDRESS is not set or has no Unix socket');
    for (const path of sockets) {
      const connection = new BusConnection(path, signal);
      try {
        await connection.#begin();
        return connection;
      } catch (error) {
        connection.close();
        if (!(error instanceof BusFault) || error.kind !== 'unreachable') throw error;
        fault = error;
      }
    }
    throw fault;
  }

  /** The values of the answer. Throws a `BusFault`. */
  async call(call: BusCall): Promise<readonly BusValue[]> {
    const serial = ++this.#serial;
    const message = encodeCall(serial, call);
    const { kind, errorName, body } = await this.#answer<Received>(call.isPrompting ?? false, (resolve) => {
      this.#calls.set(serial, resolve);
      this.#socket.write(message);
      return () => this.#calls.delete(serial);
    });
    if (kind === 'return') return body;
    const [text] = body;
    throw new BusFault('answered', typeof text === 'string' && text !== '' ? text : errorName, errorName);
  }

  /** Has the signals that fit the rule sent to this connection, as long as it is open. */
  async subscribe(rule: string): Promise<void> {
    await this.call({ ...BUS, member: 'AddMatch', signature: 's', body: [rule] });
  }

  /** The first signal that `isWanted` and arrives from now on, however long it takes: a person may have to do something. */
  signal(isWanted: (signal: Received) => boolean): Promise<Received> {
    return this.#wait<Received>((resolve) => {
      const listener = (signal: Received) => {
        if (isWanted(signal)) resolve(signal);
      };
      this.#listeners.add(listener);
      return () => this.#listeners.delete(listener);
    });
  }

  close(): void {
    this.#signal.removeEventListener('abort', this.#stop);
    this.#socket.destroy();
  }

  async #begin(): Promise<void> {
    const user = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex');
    const line = await this.#answer<string>(false, (resolve) => {
      this.#signIn = resolve;
      this.#socket.write(`\0AUTH EXTERNAL ${user}\r\n`);
      return () => {
        this.#signIn = null;
      };
    });
    if (!line.startsWith('OK')) throw unreachable('it does not accept this user');
    this.#socket.write('BEGIN\r\n');
    await this.call({ ...BUS, member: 'Hello' });
  }

  #answer<T>(isPrompting: boolean, listen: Listen<T>): Promise<T> {
    return this.#wait((resolve, reject) => {
      const endLimit = isPrompting ? () => {} : this.#limitSilence(reject);
      const endListening = listen(resolve, reject);
      return () => {
        endLimit();
        endListening();
      };
    });
  }

  /** Calls are answered one after the other: as long as answers arrive, the others are waited for. */
  #limitSilence(reject: Reject): () => void {
    let end = () => {};
    const begin = () => {
      const before = this.#arrived;
      const late = () =>
        this.#arrived === before ? reject(new BusFault('timeout', 'there was no answer in time')) : begin();
      end = limitTime(PATIENCE_MS, late);
    };
    begin();
    return () => end();
  }

  async #wait<T>(listen: Listen<T>): Promise<T> {
    let end = () => {};
    try {
      return await new Promise<T>((resolve, reject: Reject) => {
        if (this.#fault !== null) return reject(this.#fault);
        this.#waiting.add(reject);
        const endListening = listen(resolve, reject);
        end = () => {
          endListening();
          this.#waiting.delete(reject);
        };
      });
    } finally {
      end();
    }
  }

  #take(bytes: Buffer): void {
    this.#arrived++;
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    try {
      if (this.#signIn === null) this.#takeMessages();
      else this.#takeLine(this.#signIn);
    } catch (error) {
      this.#socket.destroy();
      if (!(error instanceof BusFault)) throw error;
      this.#end(error);
    }
  }

  /** `OK` and what identifies the bus, or `REJECTED` and the ways to sign in that it knows. */
  #takeLine(answer: Resolve<string>): void {
    const end = this.#received.indexOf('\r\n');
    if (end === -1 && this.#received.length < MOST_BYTES_OF_LINE) return;
    answer(end === -1 ? '' : this.#received.toString('latin1', 0, end));
    this.#received = this.#received.subarray(end + 2);
  }

  #takeMessages(): void {
    for (;;) {
      const length = lengthOfMessage(this.#received);
      if (length === null || this.#received.length < length) return;
      const message = decodeMessage(this.#received.subarray(0, length));
      this.#received = this.#received.subarray(length);
      if (message.kind === 'signal') for (const listener of [...this.#listeners]) listener(message);
      else if (message.kind !== 'other') this.#calls.get(message.answers)?.(message);
    }
  }

  #end(fault: BusFault): void {
    this.#fault ??= fault;
    for (const reject of [...this.#waiting]) reject(this.#fault);
  }
}

function unreachable(why: string): BusFault {
  return new BusFault('unreachable', `the session bus cannot be reached: ${why}`);
}
