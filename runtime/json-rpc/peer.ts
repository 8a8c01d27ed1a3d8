/**
 * One side of a connection by lines (semantics 15.6): what both sides have in common. Each has rules of its own on the requests that it
 * accepts, which it hands in: `serve-session.ts` and `connect.ts`.
 */
import type { Readable, Writable } from 'node:stream';
import { decodeUtf8 } from '../values/utf8.js';
import { ConnectionEnded, type Ending } from './ending.js';
import { type Incoming, Work } from './incoming.js';
import type { JsonObject } from './json-text.js';
import { LineReader } from './line-reader.js';
import { type AnswerMessage, type Breach, type Message, messageIn, type RequestMessage } from './message.js';
import { GRACE_MS, LARGEST_FRAME, type Limits, MOST_IN_FLIGHT } from './method.js';
import { Outbox } from './outbox.js';
import { Outgoing, type RequestHow } from './outgoing.js';
import { WireError } from './wire-error.js';

export interface Streams {
  readonly input: Readable;
  readonly output: Writable;
}

export type Acceptance =
  | {
      readonly kind: 'work';
      run(incoming: Incoming): Promise<JsonObject>;
      /** It belongs to the session: it counts as none in flight. */
      readonly isOfSession?: boolean;
      /** It looks after its deadline itself. */
      readonly lasts?: boolean;
      /** Called after its answer. */
      readonly answered?: (didSucceed: boolean) => void;
    }
  | { readonly kind: 'refused'; readonly error: WireError }
  /** Answered with `invalid_request`, then the end. */
  | { readonly kind: 'out of order'; readonly reason: string }
  /** To be accepted again then. */
  | { readonly kind: 'held'; readonly until: Promise<void> };

/** The rules of one side. */
export interface Rules {
  /** Called for requests in the order of their arrival. */
  accept(request: RequestMessage): Acceptance;
  /** The input has ended between two lines; the connection ends when the result resolves. */
  inputEnded?(): Promise<void>;
  /** Whether a request is under way in either direction. */
  busy?(isBusy: boolean): void;
}

/** Before an initialisation has agreed on others. */
const FIRST_LIMITS: Limits = { maxFrameBytes: LARGEST_FRAME, maxInFlight: MOST_IN_FLIGHT };

export class Peer {
  /** Resolves once all that was written has been read, or nobody reads it. */
  readonly ended: Promise<Ending>;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #rules: Rules;
  readonly #lines = new LineReader(FIRST_LIMITS.maxFrameBytes);
  readonly #outbox: Outbox;
  readonly #outgoing: Outgoing;
  /** Those that are under way, also after their answer. */
  readonly #works = new Map<number, Work>();
  readonly #counted = new Set<number>();
  #held: Promise<void> | null = null;
  #maxInFlight = FIRST_LIMITS.maxInFlight;
  #lastId = 0;
  #ending: Ending | null = null;
  #resolveEnded: (ending: Ending) => void = () => {};
  #drained: (() => void)[] = [];
  #isBusy = false;

  constructor({ input, output }: Streams, rules: Rules) {
    this.#input = input;
    this.#output = output;
    this.#rules = rules;
    this.ended = new Promise((resolve) => {
      this.#resolveEnded = resolve;
    });
    this.#outbox = new Outbox(output, FIRST_LIMITS.maxFrameBytes, (isFull) =>
      isFull ? input.pause() : input.resume(),
    );
    this.#outgoing = new Outgoing(
      FIRST_LIMITS.maxInFlight,
      (message) => this.#outbox.send(message),
      () => this.#changed(),
    );
    output.on('error', () => this.#fault('does not read'));
    input.on('error', () => this.#fault('cannot be read'));
    input.on('data', (chunk: Buffer) => this.#read(chunk));
    input.on('end', () => this.#inputEnded());
  }

  /** Open, without a request under way in either direction. */
  get isIdle(): boolean {
    return this.#ending === null && !this.#isBusy;
  }

  /** Rejects with a WireError, the reason of the signal, or a ConnectionEnded. Waits while too many are in flight. */
  request(method: string, params: JsonObject, how: RequestHow): Promise<JsonObject> {
    return this.#outgoing.request(method, params, how);
  }

  /** Nothing comes of it where it is not known. */
  notify(method: string, params: JsonObject): void {
    this.#outbox.send({ method, params });
  }

  /** What initialisation agreed on. */
  limit({ maxFrameBytes, maxInFlight }: Limits): void {
    this.#lines.limit = maxFrameBytes;
    this.#outbox.limit = maxFrameBytes;
    this.#outgoing.limit = maxInFlight;
    this.#maxInFlight = maxInFlight;
  }

  /** Resolves once no accepted request is under way. */
  drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#drained.push(resolve);
      this.#changed();
    });
  }

  /** Answers all requests that are under way with `cancelled`. */
  giveUpAll(): void {
    for (const id of this.#counted) this.#works.get(id)?.giveUp(new WireError('cancelled'));
  }

  /** Reads and answers nothing more, after what was written. */
  end(ending: Ending = { kind: 'closed' }): void {
    if (this.#ending !== null) return;
    this.#ending = ending;
    for (const work of this.#works.values()) work.drop(new ConnectionEnded(ending));
    this.#outgoing.end(ending);
    for (const resolve of this.#drained.splice(0)) resolve();
    this.#input.destroy();
    this.#changed();
    const finish = () => {
      clearTimeout(unread);
      this.#output.destroy();
      this.#resolveEnded(ending);
    };
    const unread = setTimeout(finish, GRACE_MS).unref();
    if (this.#output.destroyed) finish();
    else this.#output.once('error', finish).end(finish);
  }

  #fault(reason: string): void {
    this.end({ kind: 'fault', reason });
  }

  #read(chunk: Buffer): void {
    for (const framed of this.#lines.read(chunk)) {
      if (framed.kind === 'line') this.#line(framed.bytes);
      else this.#fault(framed.kind === 'empty' ? 'sent an empty line' : 'sent a line that is too long');
      if (this.#ending !== null) return;
    }
  }

  async #inputEnded(): Promise<void> {
    if (this.#lines.isInside) this.#fault('ended in the middle of a line');
    if (this.#ending !== null) return;
    this.#outgoing.end({ kind: 'end of input' });
    await this.#rules.inputEnded?.();
    this.end({ kind: 'end of input' });
  }

  #line(bytes: Buffer): void {
    const text = decodeUtf8(bytes);
    if (text === null) this.#fault('sent a line that is not UTF-8');
    else this.#message(messageIn(text));
  }

  #message(message: Message | Breach): void {
    switch (message.kind) {
      case 'breach':
        this.#answer(null, new WireError(message.error));
        this.#fault(`sent a line that is not ${message.error === 'parse_error' ? 'JSON' : 'a valid message'}`);
        break;
      case 'request':
        this.#request(message);
        break;
      case 'notification':
        if (message.method === 'rpc.cancel') this.#cancel(Number(message.params['id']));
        break;
      case 'answer':
        this.#answered(message);
    }
  }

  #request(message: RequestMessage): void {
    const { id, parent } = message;
    const isNew = id > this.#lastId;
    if (isNew) this.#lastId = id;
    if (!isNew) this.#outOfOrder(id, 'sent an id again');
    else if (parent !== null && !this.#outgoing.has(parent)) this.#outOfOrder(id, 'sent a callback of no request');
    else if (parent !== null && this.#outgoing.isGivenUp(parent)) this.#answer(id, new WireError('cancelled'));
    else this.#accept(message);
  }

  #accept(message: RequestMessage): void {
    if (this.#ending !== null) return;
    const { id } = message;
    const accepted = this.#rules.accept(message);
    switch (accepted.kind) {
      case 'refused':
        this.#answer(id, accepted.error);
        break;
      case 'out of order':
        this.#outOfOrder(id, accepted.reason);
        break;
      case 'held':
        this.#held = accepted.until;
        void accepted.until.then(() => this.#accept(message));
        break;
      case 'work':
        if (accepted.isOfSession || this.#counted.size < this.#maxInFlight) void this.#work(message, accepted);
        else this.#answer(id, new WireError('unavailable'));
    }
  }

  async #work(message: RequestMessage, accepted: Acceptance & { kind: 'work' }): Promise<void> {
    const { id } = message;
    const callback = (method: string, params: JsonObject, { deadline, signal }: Incoming) =>
      this.request(method, params, { deadline, signal, parent: id });
    const work = new Work(message, callback, (outcome) => {
      this.#answer(id, outcome);
      accepted.answered?.(!(outcome instanceof WireError));
    });
    this.#works.set(id, work);
    if (!accepted.isOfSession) this.#counted.add(id);
    this.#changed();
    await work.run((incoming) => accepted.run(incoming), accepted.lasts);
    this.#works.delete(id);
    this.#counted.delete(id);
    this.#changed();
  }

  #cancel(id: number): void {
    const work = this.#works.get(id);
    if (work !== undefined) work.giveUp(new WireError('cancelled'));
    else void this.#held?.then(() => this.#works.get(id)?.giveUp(new WireError('cancelled')));
  }

  #answered({ id, outcome }: AnswerMessage): void {
    if (id === null) this.#fault('could not read a line');
    else if (!this.#outgoing.answered(id, outcome)) this.#fault('answered no request');
  }

  #outOfOrder(id: number, reason: string): void {
    this.#answer(id, new WireError('invalid_request'));
    this.#fault(reason);
  }

  #answer(id: number | null, outcome: JsonObject | WireError): void {
    const isError = outcome instanceof WireError;
    const sent = this.#outbox.answer({ id, ...(isError ? { error: outcome.toJson() } : { result: outcome }) });
    if (sent === 'sent' || isError) return;
    this.#answer(id, new WireError(sent === 'too large' ? 'message_too_large' : 'operation_failed'));
  }

  #changed(): void {
    if (this.#counted.size === 0) for (const resolve of this.#drained.splice(0)) resolve();
    const isBusy = this.#ending === null && (this.#works.size > 0 || this.#outgoing.isBusy);
    if (isBusy === this.#isBusy) return;
    this.#isBusy = isBusy;
    this.#rules.busy?.(isBusy);
  }
}
