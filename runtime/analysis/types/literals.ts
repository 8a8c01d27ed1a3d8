/** Texts of a manifest inside of TypeScript: as comments, strings and names of members that cannot be mistaken for anything else. */

/** What is not shown, or shows the text in another order. */
const INVISIBLE = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/u;
const EACH_INVISIBLE = new RegExp(INVISIBLE, 'gu');
const SPACE = /[\p{Cc}\u2028\u2029]+/gu;

/** On one line; null if nothing is left. A comment neither ends in it nor begins with `@`, which TypeScript may obey. */
export function commentText(text: string): string | null {
  const line = text.replace(SPACE, ' ').replace(EACH_INVISIBLE, '').trim();
  if (line === '') return null;
  return line.replaceAll('*/', '*\\/').replace(/^[*/\s]*@/u, (start) => `${start.slice(0, -1)}\\@`);
}

export function stringLiteral(text: string): string {
  const inDouble = JSON.stringify(text).slice(1, -1);
  const inSingle = inDouble.replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${inSingle.replace(EACH_INVISIBLE, escaped)}'`;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** As the member of an interface: quoted if it is not an ASCII identifier. */
export function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/u.test(name) ? name : stringLiteral(name);
}
