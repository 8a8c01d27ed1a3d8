/** JSON that may also be read on a terminal: what would act or hide there is spelled as an escape. */

/** Two blanks a level, members in the order given, a line end at the end. */
export function jsonText(value: unknown): string {
  return `${harmlessJson(JSON.stringify(value, null, 2))}\n`;
}

/** How many elements of a list are spelled at once: an answer about 10,000 secrets in 20 profiles is 50 MB of text. */
const PART = 1_000;

/** The same text of an object in pieces, none of which holds more than a part of a long list. */
export function* jsonPieces(value: object): Generator<string> {
  let before = '{\n';
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    for (const piece of memberPieces(key, member)) {
      yield before + harmlessJson(piece);
      before = '';
    }
    before = ',\n';
  }
  yield before === ',\n' ? '\n}\n' : '{}\n';
}

/** A part of a list is spelled as a whole list in its place, without the lines before and after its elements. */
function* memberPieces(key: string, member: unknown): Generator<string> {
  const spelled = (part: unknown) => JSON.stringify({ [key]: part }, null, 2).slice('{\n'.length, -'\n}'.length);
  if (!Array.isArray(member) || member.length <= PART) {
    yield spelled(member);
    return;
  }
  const head = `  ${JSON.stringify(key)}: [\n`;
  const tail = '\n  ]';
  for (let start = 0; start < member.length; start += PART) {
    const elements = spelled(member.slice(start, start + PART)).slice(head.length, -tail.length);
    yield `${start === 0 ? head : ',\n'}${elements}`;
  }
  yield tail;
}

/** The same value in JSON that does nothing to a terminal; what is not a line of JSON may change its meaning. */
export function harmlessJson(text: string): string {
  if (!UNUSUAL.test(text)) return text;
  return text.replace(UNSAFE, spelledOut).replace(/[\t\r]/g, ' ');
}

/** All that is replaced is among these; nearly every text has none, and there may be 50 MB. */
const UNUSUAL = /[^\n\x20-\x7e]/;

/** JSON itself escapes controls below 0x20 and halves of characters; these occur only inside its strings. */
const UNSAFE = /[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/gu;

function spelledOut(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
