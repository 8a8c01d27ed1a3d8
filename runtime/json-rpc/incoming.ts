/** A request of the other side: answered once, at the latest at its deadline; its work may take longer to end. */
import type { JsonObject } from './json-text.js';
import type { RequestMessage } from './message.js';
import { LONGEST_MS } from './method.js';
import { WireError } from './wire-error.js';

/** What the work on a request may know and do. */
export interface Incoming {
  readonly id: number;
  readonly method: string;
  readonly params: JsonObject;
  /** Unix time in milliseconds; at most 300 s ahead. */
  readonly deadline: number;
  /** Aborted when the request is cancelled, its deadline passes or the connection ends; the answer was sent then. */
  readonly signal: AbortSignal;
  /** Sends a callback, which ends with this request at the latest. */
  request(method: string, params: JsonObject): Promise<JsonObject>;
}

type Outcome = JsonObject | WireError;
type Callback = (method: string, params: JsonObject, of: Incoming) => Promise<JsonObject>;

export class Work implements Incoming {
  readonly id: number;
  readonly method: string;
  readonly params: JsonObject;
  readonly deadline: number;
  readonly #abort = new AbortController();
  readonly #answer: (outcome: Outcome) => void;
  readonly #callback: Callback;
  #timer: NodeJS.Timeout | null = null;
  #isAnswered = false;

  constructor(
    { id, method, params, deadline }: RequestMessage,
    callback: Callback,
    answer: (outcome: Outcome) => void,
  ) {
    this.id = id;
    this.method = method;
    this.params = params;
    this.deadline = Math.min(deadline, Date.now() + LONGEST_MS);
    this.#callback = callback;
    this.#answer = answer;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  request(method: string, params: JsonObject): Promise<JsonObject> {
    return this.#callback(method, params, this);
  }

  /** Runs to its end, which may be after the answer. `lasts`: it looks after its deadline itself. */
  async run(work: (incoming: Incoming) => Promise<JsonObject>, lasts = false): Promise<void> {
    const left = this.deadline - Date.now();
    const late = () => this.giveUp(new WireError('deadline_exceeded'));
    if (!lasts && left <= 0) {
      late();
      return;
    }
    if (!lasts) this.#timer = setTimeout(late, left);
    try {
      this.#settle(await work(this));
    } catch (error) {
      // The other side may have given up a callback of ours a moment before: their deadline is the same.
      if (!lasts && this.deadline <= Date.now()) late();
      else this.#settle(error instanceof WireError ? error : new WireError('internal'));
    }
  }

  /** Answers at once, and tells the work. */
  giveUp(why: WireError): void {
    this.#settle(why);
    this.#abort.abort(why);
  }

  /** Of a connection that has ended: nothing can be answered. */
  drop(reason: Error): void {
    this.#isAnswered = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#abort.abort(reason);
  }

  #settle(outcome: Outcome): void {
    if (this.#isAnswered) return;
    this.#isAnswered = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#answer(outcome);
  }
}
