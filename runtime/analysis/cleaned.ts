/** Text of a manifest for programs that show it to people or to models: without what acts on a display or hides text. */

/** Controls, halves of characters, direction marks, tags, what has no shape. */
const UNSAFE =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Noncharacter_Code_Point}]|(?!\u200c|\u200d|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/gu;
const LONGEST = 2_000;

/** One line of at most 2,000 characters. */
export function cleaned(text: string): string {
  const line = text.replace(/[\r\n\t]+/gu, ' ').replace(UNSAFE, '');
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1).toWellFormed()}…`;
}

/** Several lines, however long. */
export function cleanedLines(text: string): string {
  return text.replace(/\r\n?/gu, '\n').replace(UNSAFE, (character) => (/[\n\t]/u.test(character) ? character : ''));
}
