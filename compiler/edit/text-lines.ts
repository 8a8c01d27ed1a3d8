/** Lines of a text around an offset, and changes of the text. */

/** After the byte order mark, if there is one. */
export function startOfText(text: string): number {
  return text.startsWith('\uFEFF') ? 1 : 0;
}

export function startOfLine(text: string, offset: number): number {
  return offset === 0 ? startOfText(text) : Math.max(text.lastIndexOf('\n', offset - 1) + 1, startOfText(text));
}

/** After the line end, or the end of the text. */
export function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end + 1;
}

/** The blanks that a line starts with. */
export function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(startOfLine(text, offset), offset))?.[0] ?? '';
}

/** As the first line of the text ends. */
export function lineEndOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}

/** The start of the comment lines that directly precede the line, which start at `from` or after it; else of the line itself. */
export function startWithComments(text: string, line: number, from: number): number {
  let start = line;
  while (start > startOfText(text)) {
    const above = startOfLine(text, start - 1);
    if (above < from || !isComment(text.slice(above, start))) break;
    start = above;
  }
  return start;
}

/** Whether the line that starts here exists and is blank. */
export function isBlankLine(text: string, start: number): boolean {
  return start < text.length && text.slice(start, endOfLine(text, start)).trim() === '';
}

function isComment(line: string): boolean {
  return /^[ \t]*#/.test(line);
}

/** The end of the comma that follows a pair, blanks and comments between them allowed; null if there is none. */
export function commaAfter(text: string, offset: number): number | null {
  const found = /^(?:[ \t\r\n]|#[^\n]*\n)*,/.exec(text.slice(offset));
  return found === null ? null : offset + found[0].length;
}

export function splice(text: string, start: number, end: number, inserted: string): string {
  return text.slice(0, start) + inserted + text.slice(end);
}
