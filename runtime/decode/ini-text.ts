/** Lines and blanks of INI documents. A byte order mark is not a blank. */

/** Where the line ends that this offset is on, without its line feed. */
export function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end === -1 ? text.length : end;
}

/** Without blanks around it. */
export function trimmed(text: string): string {
  return trimmedEnd(text.slice(blanksAt(text, 0)));
}

export function trimmedEnd(text: string): string {
  let end = text.length;
  while (end > 0 && isBlank(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** How many blanks are at this offset of a line. */
export function blanksAt(line: string, offset: number): number {
  let end = offset;
  while (end < line.length && isBlank(line.charAt(end))) end++;
  return end - offset;
}

export function startsComment(text: string): boolean {
  return text.startsWith(';') || text.startsWith('#');
}

function isBlank(character: string): boolean {
  return character !== '\ufeff' && /\s/u.test(character);
}
