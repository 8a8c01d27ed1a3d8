/** Text of manifests in Markdown: it shows as it is written, and does nothing. */

/** What acts on a display or hides text: controls, halves of characters, direction marks, tags, what has no shape. */
const UNSAFE =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Noncharacter_Code_Point}]|(?!\u200c|\u200d|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/gu;
const LONGEST = 2_000;

/** One line without what acts on a display. */
export function cleaned(text: string): string {
  const line = text.replace(/[\r\n\t]+/gu, ' ').replace(UNSAFE, '');
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST).toWellFormed()}…`;
}

/** Characters that mean something in Markdown or HTML are escaped; an address becomes no link. */
export function plain(text: string): string {
  return cleaned(text)
    .replace(/[\\`*_{}[\]()#+\-.!|<>&~$]/gu, (character) => `\\${character}`)
    .replace(/:(?=\\?\/|\/\/)|@/gu, (character) => `${character}\u200c`);
}

export function code(text: string): string {
  return `\`${cleaned(text).replaceAll('`', "'")}\``;
}

/** "`a`, `b` and 3 more". */
export function codes(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map(code).join(', ');
  return names.length <= MOST_NAMES ? shown : `${shown} and ${names.length - MOST_NAMES} more`;
}
const MOST_NAMES = 12;
