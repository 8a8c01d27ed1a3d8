/** Text fitted to a number of columns, as a terminal draws them. Takes text that is already safe for a terminal. */
import { columnsOf } from './terminal-text.js';

/** Columns of a line, however many bytes it has. */
export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += columnsOf(character);
  return width;
}
const PLAIN = /^[ -~]*$/u;

/** As `padEnd`, in columns. */
export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** Lines of at most so many columns, broken at blanks. A longer word keeps a line of its own, whole: it can be copied. */
export function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line: string | null = null;
  let used = 0;
  for (const word of text.split(' ')) {
    const columns = widthOf(word);
    if (line !== null && used + 1 + columns > width) {
      lines.push(line.trimEnd());
      line = null;
    }
    // Of several blanks at a break none starts the next line.
    if (line === null && lines.length > 0 && word === '') continue;
    used = line === null ? columns : used + 1 + columns;
    line = line === null ? word : `${line} ${word}`;
  }
  return [...lines, line ?? ''];
}

/** The text after a lead, its further lines below its first. `indent`: columns of a lead that holds more than text. */
export function hanging(lead: string, text: string, width: number, indent = widthOf(lead)): readonly string[] {
  return wrapped(text, Math.max(width - indent, FEWEST)).map(
    (line, index) => `${index === 0 ? lead : ' '.repeat(indent)}${line}`,
  );
}
/** Narrower than this nothing can be read; the terminal breaks the lines then. */
const FEWEST = 16;
