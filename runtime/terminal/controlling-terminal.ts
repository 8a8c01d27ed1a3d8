/**
 * The terminal that controls this process, whatever its standard streams are. It is read without blocking, on a descriptor
 * of its own: a read that waits in a thread of the runtime would take from the child what is typed after the answer.
 */
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import { isInForeground } from '../child/foreground.js';
import { codeOf } from '../files/system-reason.js';
import type { PromptTerminal } from './prompt-terminal.js';

const DEVICE = '/dev/tty';
const { O_RDWR, O_NOCTTY, O_NONBLOCK } = constants;
const PIECE_BYTES = 65_536;
const OWN_GROUP = 0;

/** Has the terminal mark the beginning and the end of what is pasted, so that a pasted line end is no Enter; and no more. */
const MARK_PASTES = '\x1b[?2004h';
const NO_MARKS = '\x1b[?2004l';

export class ControllingTerminal implements PromptTerminal {
  readonly #descriptor: number;
  readonly #marksPastes: boolean;
  /** Changes the modes of the terminal. Nothing is read from it. */
  #modes: ReadStream | null = null;

  private constructor(descriptor: number, marksPastes: boolean) {
    this.#descriptor = descriptor;
    this.#marksPastes = marksPastes;
  }

  /** Null where there is none. `type` is TERM: a dumb terminal would show the marks. */
  static open(type: string | undefined): ControllingTerminal | null {
    const descriptor = openDevice(O_NONBLOCK);
    if (descriptor === null) return null;
    return new ControllingTerminal(descriptor, type !== undefined && type !== '' && type !== 'dumb');
  }

  hide(): boolean {
    this.#modes ??= modesOf(openDevice(0));
    this.#modes?.setRawMode(true);
    if (!this.isHidden) return false;
    if (this.#marksPastes) this.#tryToWrite(MARK_PASTES);
    return true;
  }

  /**
   * Hides it once more, whatever the modes are by now: the runtime of another process of the pipeline puts back those that it
   * started with when that process ends. From the background it would stop this process.
   */
  hideStill(): void {
    if (!this.isHidden || !isInForeground()) return;
    // One that has set no mode yet: the first one would not set the same mode again.
    const again = modesOf(openDevice(0));
    again?.setRawMode(true);
    again?.destroy();
  }

  get isHidden(): boolean {
    return this.#modes?.isRaw === true;
  }

  restore(): void {
    if (this.#modes?.isRaw !== true) return;
    if (this.#marksPastes) this.#tryToWrite(NO_MARKS);
    this.#modes.setRawMode(false);
  }

  read(): Uint8Array | 'nothing yet' | 'end' {
    const room = Buffer.alloc(PIECE_BYTES);
    try {
      const length = readSync(this.#descriptor, room);
      return length === 0 ? 'end' : room.subarray(0, length);
    } catch (error) {
      const code = codeOf(error);
      return code === 'EAGAIN' || code === 'EINTR' ? 'nothing yet' : 'end';
    }
  }

  forget(): void {
    let piece = this.read();
    while (typeof piece !== 'string') piece = this.read();
  }

  write(bytes: Uint8Array): number {
    try {
      return writeSync(this.#descriptor, bytes);
    } catch (error) {
      const code = codeOf(error);
      return code === 'EAGAIN' || code === 'EINTR' ? 0 : bytes.length;
    }
  }

  /** As the terminal itself does, to every process of the foreground. */
  interrupt(signal: 'SIGINT' | 'SIGQUIT'): void {
    process.kill(OWN_GROUP, signal);
  }

  /** Wait for it: as long as the runtime has the terminal open, it would put back the modes once more when this process ends. */
  async close(): Promise<void> {
    this.restore();
    closeSync(this.#descriptor);
    // Newer runtimes also set the modes as they were when they close it, which would stop this process in the background. There it
    // has been given up, and its end closes it.
    if (this.#modes !== null && isInForeground()) await closed(this.#modes);
  }

  /** Short, and lost only where output is held up. */
  #tryToWrite(text: string): void {
    this.write(Buffer.from(text));
  }
}

function closed(stream: ReadStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.closed) return resolve();
    stream.on('close', resolve);
    stream.destroy();
  });
}

function openDevice(more: number): number | null {
  try {
    return openSync(DEVICE, O_RDWR | O_NOCTTY | more);
  } catch {
    return null;
  }
}

function modesOf(descriptor: number | null): ReadStream | null {
  if (descriptor === null) return null;
  try {
    // A mode that cannot be set is an event; `isRaw` tells as well.
    return new ReadStream(descriptor).on('error', () => {});
  } catch {
    return null;
  }
}
