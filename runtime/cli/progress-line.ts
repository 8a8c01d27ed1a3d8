/** One line at the bottom of a terminal, rewritten in place, and removed before anything else is written. */
import { constants, openSync, writeSync } from 'node:fs';
import { isatty, WriteStream } from 'node:tty';
import type { ProgressStep } from '../execute/ports.js';
import type { Variables } from '../inputs/folders.js';
import { beforeNextOutput } from './output.js';
import { progressText } from './views/progress-text.js';

const STDERR = 2;
const CLEARED = '\r\x1b[K';
/** The width of a terminal that does not report its size. */
const USUAL_COLUMNS = 80;
/** Faster than this no one can read it. */
const PAUSE_MS = 50;

export interface ProgressLine {
  readonly isShown: boolean;
  show(step: ProgressStep): void;
  clear(): void;
}

/** Where the line is drawn. Tests provide another one. */
export interface Screen {
  readonly columns: () => number;
  readonly write: (text: string) => void;
  readonly now: () => number;
}

/** Shows nothing where no person would see it: standard error is no terminal, it cannot rewrite a line, or it is the log of a build. */
export function progressLine(variables: Variables, screen: Screen | null = screenOf(variables)): ProgressLine {
  let isShown = false;
  let lastDrawn = Number.NEGATIVE_INFINITY;
  let latest: ProgressStep | null = null;
  let timer: NodeJS.Timeout | null = null;
  const clear = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (!isShown) return;
    isShown = false;
    beforeNextOutput(null);
    screen?.write(CLEARED);
  };
  const draw = () => {
    timer = null;
    if (screen === null || latest === null) return;
    isShown = true;
    lastDrawn = screen.now();
    beforeNextOutput(clear);
    screen.write(`\r${progressText(latest, screen.columns() - 1)}\x1b[K`);
  };
  return {
    get isShown() {
      return isShown;
    },
    show(step) {
      if (screen === null) return;
      latest = step;
      const pause = isShown ? PAUSE_MS - (screen.now() - lastDrawn) : 0;
      // What is drawn last is the latest step, however fast it came.
      if (pause > 0) timer ??= setTimeout(draw, pause).unref();
      else draw();
    },
    clear,
  };
}

function screenOf({ TERM, CI }: Variables): Screen | null {
  const isWatched = isatty(STDERR) && TERM !== undefined && TERM !== '' && TERM !== 'dumb' && !CI;
  return isWatched ? { columns, write, now: () => performance.now() } : null;
}

/** What cannot be written is lost: the next step follows. */
function write(text: string): void {
  try {
    writeSync(STDERR, text);
  } catch {
    // Output is held up, or the terminal is gone.
  }
}

/** Asked of the terminal each time, because it can be resized; on a descriptor of its own, because the child inherits the other one. */
function columns(): number {
  try {
    const stream = new WriteStream(openSync('/dev/tty', constants.O_RDWR | constants.O_NOCTTY)).on('error', () => {});
    const { columns: found } = stream;
    stream.destroy();
    return Number.isSafeInteger(found) && found > 0 ? found : USUAL_COLUMNS;
  } catch {
    return USUAL_COLUMNS;
  }
}
