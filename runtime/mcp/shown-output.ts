/** What an agent sees of the output of a command: its beginning and its end, without values and without what acts on a display. */
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { cleanedLines } from '../analysis/cleaned.js';
import type { Redactor } from '../redact/redactor.js';

const MOST_CHARACTERS = 64_000;
const LEFT_OUT = '\n[… output was left out here …]\n';
const MOST_OF_ONE_END = (MOST_CHARACTERS - LEFT_OUT.length) / 2;
/** More is kept, because cleaning makes it shorter. */
const KEPT_OF_ONE_END = 4 * MOST_CHARACTERS;

export class ShownOutput {
  readonly #redactor: () => Redactor;
  readonly #flushes: (() => void)[] = [];
  #head = '';
  #tail = '';
  #isCut = false;

  constructor(redactor: () => Redactor) {
    this.#redactor = redactor;
  }

  /** Values are found in each stream by itself, so that what comes between in the other one hides none. */
  take(stream: Readable): void {
    const redactor = this.#redactor();
    const decoder = new TextDecoder();
    stream.on('data', (piece: Buffer) => this.#add(decoder.decode(redactor.push(piece), { stream: true })));
    // What is not read to its end is not whole.
    stream.on('error', () => {});
    this.#flushes.push(() => this.#add(decoder.decode(redactor.end())));
  }

  /** Once, after the end. Values are sought again in what is left of it: a control character may have been inside one, or the other stream. */
  text(): string {
    for (const flush of this.#flushes) flush();
    if (!this.#isCut) {
      const whole = this.#shown(this.#head + this.#tail);
      if (whole.length <= MOST_CHARACTERS) return whole;
      return cut(whole, whole);
    }
    return cut(this.#shown(this.#head), this.#shown(this.#tail));
  }

  #add(text: string): void {
    const room = KEPT_OF_ONE_END - this.#head.length;
    this.#head += text.slice(0, room);
    const rest = this.#tail + text.slice(Math.max(room, 0));
    this.#isCut ||= rest.length > KEPT_OF_ONE_END;
    this.#tail = rest.slice(-KEPT_OF_ONE_END);
  }

  #shown(text: string): string {
    const redactor = this.#redactor();
    const bytes = Buffer.from(cleanedLines(stripVTControlCharacters(text)));
    return Buffer.concat([redactor.push(bytes), redactor.end()]).toString('utf8');
  }
}

function cut(head: string, tail: string): string {
  return `${head.slice(0, MOST_OF_ONE_END).toWellFormed()}${LEFT_OUT}${tail.slice(-MOST_OF_ONE_END).toWellFormed()}`;
}
