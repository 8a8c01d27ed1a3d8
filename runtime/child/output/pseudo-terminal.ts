/**
 * A pseudo-terminal for the output of a child, so that programs see a terminal. It is not the controlling one: input, Ctrl-C,
 * Ctrl-Z and jobs stay with the terminal of the caller, whose modes are not changed, so there is nothing to restore.
 */
import { closeSync, constants, openSync } from 'node:fs';
import type { Channel } from './channel.js';
import type { OutputLibrary } from './output-library.js';
import { terminalSource } from './terminal-source.js';

// Linux, on every machine that Bun runs on.
const TCGETS = 0x5401;
const TCSETS = 0x5402;
const TIOCGWINSZ = 0x5413;
const TIOCSWINSZ = 0x5414;
const TIOCGPTN = 0x80045430;
const TIOCSPTLCK = 0x40045431;
const OPOST = 1;
/** `c_iflag`, `c_oflag`, `c_cflag`, `c_lflag`, the line discipline and 19 characters. */
const MODES_BYTES = 36;
const OUTPUT_MODES_AT = 4;
const SIZE_BYTES = 8;

/** Null if the system gives none. `terminal` is the one that its output is for. */
export function openPseudoTerminal(library: OutputLibrary, terminal: number): Channel | null {
  try {
    const ours = openSync('/dev/ptmx', constants.O_RDWR | constants.O_NOCTTY);
    const number = new Int32Array(1);
    const bytes = new Uint8Array(number.buffer);
    library.ioctl(ours, TIOCSPTLCK, bytes);
    if (library.ioctl(ours, TIOCGPTN, bytes) !== 0) throw new Error('no number');
    const childEnd = openSync(`/dev/pts/${number[0]}`, constants.O_RDWR | constants.O_NOCTTY);
    copyModes(library, terminal, childEnd);
    const stop = followSize(library, terminal, ours);
    return {
      childEnd,
      source: terminalSource(ours),
      closeChildEnd: () => {
        stop();
        closeSync(childEnd);
      },
    };
  } catch {
    return null;
  }
}

/** Except that output is not changed here: the terminal does that, in whatever mode the child puts it. */
function copyModes(library: OutputLibrary, from: number, to: number): void {
  const modes = new Uint8Array(MODES_BYTES);
  library.ioctl(from, TCGETS, modes);
  modes[OUTPUT_MODES_AT] = (modes[OUTPUT_MODES_AT] ?? 0) & ~OPOST;
  library.ioctl(to, TCSETS, modes);
}

/**
 * Keeps the size that of the terminal. A child may have asked for the size before it was changed here, so the group gets the
 * signal again; then the size is the same, and that ends it.
 */
function followSize(library: OutputLibrary, from: number, to: number): () => void {
  const [shown, size] = [new Uint8Array(SIZE_BYTES), new Uint8Array(SIZE_BYTES)];
  const isChanged = () => {
    library.ioctl(from, TIOCGWINSZ, size);
    if (Buffer.compare(shown, size) === 0) return false;
    shown.set(size);
    library.ioctl(to, TIOCSWINSZ, shown);
    return true;
  };
  const follow = () => {
    if (isChanged()) process.kill(0, 'SIGWINCH');
  };
  isChanged();
  process.on('SIGWINCH', follow);
  return () => void process.off('SIGWINCH', follow);
}
