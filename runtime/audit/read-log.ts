/** The lines of an audit log, read piece by piece: a log may be larger than memory. */
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';

const { O_NONBLOCK, O_RDONLY } = constants;
const PIECE_BYTES = 65_536;
/** What is longer is not a record. */
const LONGEST_LINE_BYTES = 16 * 1_048_576;
/** So much of what was read last tells whether the file has started over since. */
const LANDMARK_BYTES = 256;
const LINE_END = 0x0a;

export class LogReader {
  readonly #path: string;
  #descriptor: number;
  #offset = 0;
  /** The start of a line whose end is not read yet. */
  #rest: Buffer[] = [];
  #restLength = 0;
  /** The bytes before `#offset`. */
  #landmark: Buffer = Buffer.alloc(0);
  #isTooLong = false;

  /** Throws the system's errors. */
  constructor(path: string) {
    this.#path = path;
    this.#descriptor = openSync(path, O_RDONLY | O_NONBLOCK);
  }

  /** The complete lines that were added since the last call. A file that has started over, or was replaced, is read from its start. */
  *lines(): Generator<string> {
    if (this.#hasStartedOver()) this.#startOver();
    // Asked first: what was written before it was replaced is read to its end.
    const isReplaced = this.#isReplaced();
    yield* this.#linesToEnd();
    if (!isReplaced) return;
    this.#followReplacement();
    yield* this.#linesToEnd();
  }

  *#linesToEnd(): Generator<string> {
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    for (;;) {
      const length = readSync(this.#descriptor, piece, 0, PIECE_BYTES, this.#offset);
      if (length === 0) return;
      const read = Buffer.from(piece.subarray(0, length));
      this.#offset += length;
      this.#landmark = Buffer.concat([this.#landmark, read.subarray(-LANDMARK_BYTES)]).subarray(-LANDMARK_BYTES);
      yield* this.#linesIn(read);
    }
  }

  /** What follows the last line end: a record that is being written, or one of a program that ends no lines. */
  get rest(): string {
    return Buffer.concat(this.#rest).toString('utf8');
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  *#linesIn(read: Buffer): Generator<string> {
    let start = 0;
    for (let end = read.indexOf(LINE_END); end !== -1; end = read.indexOf(LINE_END, start)) {
      const line = Buffer.concat([...this.#rest, read.subarray(start, end)]);
      const isWhole = !this.#isTooLong;
      this.#startLine();
      if (isWhole) yield line.toString('utf8');
      start = end + 1;
    }
    const rest = read.subarray(start);
    this.#restLength += rest.length;
    this.#isTooLong ||= this.#restLength > LONGEST_LINE_BYTES;
    this.#rest = this.#isTooLong ? [] : [...this.#rest, rest];
  }

  /** Emptied, and perhaps filled again beyond where it was read up to. */
  #hasStartedOver(): boolean {
    if (this.#landmark.length === 0) return false;
    const found = Buffer.alloc(this.#landmark.length);
    const length = readSync(this.#descriptor, found, 0, found.length, this.#offset - found.length);
    return length < found.length || !found.equals(this.#landmark);
  }

  #isReplaced(): boolean {
    const current = statSync(this.#path, { throwIfNoEntry: false });
    const opened = fstatSync(this.#descriptor);
    return current !== undefined && (current.ino !== opened.ino || current.dev !== opened.dev);
  }

  #followReplacement(): void {
    const descriptor = openSync(this.#path, O_RDONLY | O_NONBLOCK);
    closeSync(this.#descriptor);
    this.#descriptor = descriptor;
    this.#startOver();
  }

  #startOver(): void {
    this.#offset = 0;
    this.#landmark = Buffer.alloc(0);
    this.#startLine();
  }

  #startLine(): void {
    this.#rest = [];
    this.#restLength = 0;
    this.#isTooLong = false;
  }
}
