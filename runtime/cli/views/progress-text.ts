/** One step of long work, on one line. */
import { columnsOf, escapeForTerminal } from './terminal-text.js';
import { widthOf } from './wrap.js';

interface Step {
  readonly done: number;
  readonly of: number;
  readonly what: string;
}

/** At most so many columns. */
export function progressText({ done, of, what }: Step, width: number): string {
  return clipped(escapeForTerminal(`[${done}/${of}] ${what}`), width);
}

function clipped(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let kept = '';
  let used = 1;
  for (const character of text) {
    used += columnsOf(character);
    if (used > width) break;
    kept += character;
  }
  return width < 1 ? '' : `${kept}…`;
}
