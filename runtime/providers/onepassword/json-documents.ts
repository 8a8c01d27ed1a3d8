/** A text of several JSON values, one after the other, as `op item get -` prints items. */
import { jsonIn } from '../../values/json.js';

/** Null if it is anything else, such as one that is cut. */
export function documentsIn(text: string): readonly unknown[] | null {
  const whole = jsonIn(text);
  if (whole !== undefined) return [whole];
  const documents: unknown[] = [];
  let start = 0;
  for (const end of endsOf(text)) {
    const document = jsonIn(text.slice(start, end));
    if (document === undefined) return null;
    documents.push(document);
    start = end;
  }
  return documents.length > 0 && text.slice(start).trim() === '' ? documents : null;
}

/** Where a bracket that is open outside of all others closes. Character by character: a pattern for strings has no room for long ones. */
function* endsOf(text: string): Generator<number> {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"') isInString = !isInString;
    else if (isInString && character === '\\') at++;
    else if (isInString) continue;
    else if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth === 0) yield at + 1;
  }
}
