/** JSON that may also be read on a terminal: what would act or hide there is spelled as an escape. */

/** Two blanks a level, members in the order given, a line end at the end. */
export function jsonText(value: unknown): string {
  return `${harmlessJson(JSON.stringify(value, null, 2))}\n`;
}

/** The same value in JSON that does nothing to a terminal; what is not a line of JSON may change its meaning. */
export function harmlessJson(text: string): string {
  return text.replace(UNSAFE, spelledOut).replace(/[\t\r]/g, ' ');
}

/** JSON itself escapes controls below 0x20 and halves of characters; these occur only inside its strings. */
const UNSAFE = /[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/gu;

function spelledOut(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
