/**
 * Messages by `Content-Length`, from a stream that may hold anything. The reader of `vscode-jsonrpc` waits for more bytes
 * after a header that it cannot read, even if the next message has arrived, and collects a body of any length; this one
 * skips what is no message, and bodies end at 64 MiB.
 */
import type { Readable } from 'node:stream';
import { AbstractMessageReader, type DataCallback, type Disposable, type Message } from 'vscode-jsonrpc/node';

const LONGEST_BODY = 64 * 2 ** 20;
const LONGEST_HEADER = 64 * 2 ** 10;
const END_OF_HEADER = Buffer.from('\r\n\r\n');

export class FrameReader extends AbstractMessageReader {
  readonly #input: Readable;
  readonly #onBroken: () => void;
  #pieces: Buffer[] = [];
  #size = 0;
  /** The length of the body that is being read; null between messages. */
  #expected: number | null = null;

  /** `onBroken` is called for a body that is not JSON. */
  constructor(input: Readable, onBroken: () => void) {
    super();
    this.#input = input;
    this.#onBroken = onBroken;
  }

  listen(callback: DataCallback): Disposable {
    const take = (bytes: Buffer) => {
      this.#pieces.push(bytes);
      this.#size += bytes.length;
      for (let message = this.#next(); message !== 'none yet'; message = this.#next()) {
        if (message !== 'broken') pass(message, callback);
      }
    };
    const end = () => this.fireClose();
    this.#input.on('data', take).on('end', end).on('error', end);
    return { dispose: () => this.#input.off('data', take) };
  }

  #next(): Message | 'broken' | 'none yet' {
    if (this.#expected === null && !this.#readHeader()) return 'none yet';
    if (this.#expected === null) return 'broken';
    if (this.#size < this.#expected) return 'none yet';
    const body = this.#take(this.#expected);
    this.#expected = null;
    return this.#messageIn(body);
  }

  #messageIn(body: Buffer): Message | 'broken' {
    try {
      const read: unknown = JSON.parse(body.toString('utf8'));
      if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as Message;
    } catch {
      // Answered like every other text that is no message.
    }
    this.#onBroken();
    return 'broken';
  }

  /** False: more bytes are needed. After true, there is a length, unless the header was not one. */
  #readHeader(): boolean {
    const bytes = this.#joined();
    const end = bytes.indexOf(END_OF_HEADER);
    if (end === -1) {
      // A header is short: of a longer text only the end may be the start of one.
      if (bytes.length > LONGEST_HEADER) this.#keep(bytes.subarray(-LONGEST_HEADER / 2));
      return false;
    }
    const header = this.#take(end + END_OF_HEADER.length).toString('latin1');
    // What precedes the header may be the rest of a body that was too long.
    const length = Number([...header.matchAll(/content-length:[ \t]*(\d{1,15})(?=\s)/giu)].at(-1)?.[1] ?? Number.NaN);
    this.#expected = length <= LONGEST_BODY ? length : null;
    return true;
  }

  #take(length: number): Buffer {
    const bytes = this.#joined();
    this.#keep(bytes.subarray(length));
    return bytes.subarray(0, length);
  }

  #keep(rest: Buffer): void {
    this.#pieces = [rest];
    this.#size = rest.length;
  }

  /** All that has arrived; joined only when a header or a whole body may be there. */
  #joined(): Buffer {
    const [only] = this.#pieces;
    if (this.#pieces.length === 1 && only !== undefined) return only;
    const joined = Buffer.concat(this.#pieces);
    this.#pieces = [joined];
    return joined;
  }
}

/** The library looks at the `id` in a cancellation before it has judged the message, and throws where there is none. */
function pass(message: Message, callback: DataCallback): void {
  try {
    callback(message);
  } catch {
    // A notification that makes no sense is passed over.
  }
}
