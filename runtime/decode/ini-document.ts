/** An INI document, as programs of many kinds write it, of which values are selected (spec 2.11, semantics 8.3). */
import { withoutMark } from '../values/utf8.js';
import { type Document, type Extracted, failed } from './document.js';
import { type IniValue, readIni } from './ini-lines.js';
import { lineText } from './line-and-column.js';

/**
 * Values are at `/key` (before the first section) or `/section/key`. Of equal keys the last counts. A line that cannot be
 * understood is a fault of its own key only; where a key is not found, the first such line is named.
 */
export function iniDocument(marked: string): Document {
  const text = withoutMark(marked);
  const { sections, unplacedAt } = readIni(text);
  const missing = `it has no value at that pointer${unplacedAt === null ? '' : `; ${lineText(text, unplacedAt)} is not valid INI`}`;
  return {
    select(pointer) {
      const [section, key] = pointer.length === 1 ? [null, pointer[0]] : [pointer[0], pointer[1]];
      if (pointer.length > 2 || !key || section === '' || section === undefined)
        return failed('a pointer into INI is `/key` or `/section/key`');
      const found = sections.get(section);
      const value = found?.values.get(key) ?? found?.byEquals.get(key);
      return value === undefined ? failed(missing) : extracted(text, value);
    },
  };
}

function extracted(text: string, { lines, fault, start }: IniValue): Extracted {
  return fault === null
    ? { kind: 'selected', text: lines.join('\n') }
    : failed(
        `${fault === 'open' ? 'the quote of its value is not closed' : 'its key has no value'} (${lineText(text, start)})`,
      );
}
