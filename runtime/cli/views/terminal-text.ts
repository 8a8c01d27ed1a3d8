/** Text of manifests, stores and vendors, made safe for a terminal: what would act or hide is spelled out. */

/**
 * Controls, separators that break lines, what reverses the direction of text, halves of characters, what has no shape.
 * Made when it is first needed: such sets of characters take a millisecond, which a start has not to spare.
 */
const unsafe = () =>
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Noncharacter_Code_Point}]|(?!\u200c|\u200d|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/gu;
/** Drawn over or joined to the character before: marks, joiners, variation selectors. */
const noColumn = () => /^(?:\p{Mn}|\p{Me}|\u200c|\u200d)$/u;
/** East Asian wide and full-width characters, and emoji. */
const twoColumns = () =>
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}\p{Emoji_Presentation}]$/u;

const SHORT: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** One line of text: `\n`, `\x1b` and `<U+202E>` instead of the characters themselves. */
export function escapeForTerminal(text: string): string {
  return text.replace(unsafe(), spelledOut);
}

function spelledOut(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code > 0xff) return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
  return SHORT.get(character) ?? `\\x${code.toString(16).padStart(2, '0')}`;
}

/** Columns that one character takes on a terminal, as far as can be known without asking it. */
export function columnsOf(character: string): number {
  if (character >= ' ' && character <= '~') return 1;
  if (noColumn().test(character)) return 0;
  return twoColumns().test(character) ? 2 : 1;
}

/** Lines for people, each with its line end. */
export function printedLines(lines: readonly string[]): string {
  return lines.map((line) => `${escapeForTerminal(line)}\n`).join('');
}
