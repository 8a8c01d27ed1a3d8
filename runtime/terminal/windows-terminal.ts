/** The console of this process on Windows, whatever its standard streams are. It shows and reads text, never bytes of a code page. */
import { openSync } from 'node:fs';
import { ReadStream, WriteStream } from 'node:tty';
import type { PromptTerminal } from './prompt-terminal.js';

const KEYS = '\\\\.\\CONIN$';
const SCREEN = '\\\\.\\CONOUT$';

export class WindowsTerminal implements PromptTerminal {
  readonly #keys: ReadStream;
  readonly #screen: WriteStream;
  #typed: Uint8Array[] = [];
  #hasEnded = false;

  private constructor(keys: ReadStream, screen: WriteStream) {
    this.#keys = keys;
    this.#screen = screen;
    keys.on('data', (piece) => this.#typed.push(Buffer.from(piece)));
    for (const end of ['end', 'error', 'close']) keys.on(end, () => (this.#hasEnded = true));
    screen.on('error', () => {});
  }

  /** Null where there is none, as in a service. */
  static open(): WindowsTerminal | null {
    try {
      return new WindowsTerminal(new ReadStream(openSync(KEYS, 'r+')), new WriteStream(openSync(SCREEN, 'r+')));
    } catch {
      return null;
    }
  }

  hide(): boolean {
    this.#keys.setRawMode(true);
    return this.isHidden;
  }

  hideStill(): void {
    // Another process of a pipeline does not put back the modes of a console.
  }

  get isHidden(): boolean {
    return this.#keys.isRaw;
  }

  restore(): void {
    if (this.#keys.isRaw) this.#keys.setRawMode(false);
  }

  read(): Uint8Array | 'nothing yet' | 'end' {
    return this.#typed.shift() ?? (this.#hasEnded ? 'end' : 'nothing yet');
  }

  forget(): void {
    this.#typed = [];
  }

  write(bytes: Uint8Array): number {
    this.#screen.write(bytes);
    return bytes.length;
  }

  /** No other process can be sent one, and none but this one has it to hear: the console reads its keys alone. */
  interrupt(signal: 'SIGINT' | 'SIGQUIT'): void {
    process.emit(signal);
  }

  async close(): Promise<void> {
    this.restore();
    const closed = [this.#keys, this.#screen].map(
      (stream) => new Promise<void>((resolve) => stream.on('close', resolve)),
    );
    this.#keys.destroy();
    this.#screen.destroy();
    await Promise.all(closed);
  }
}
