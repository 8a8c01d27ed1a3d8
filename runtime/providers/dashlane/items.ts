/** What `dcli` lists (providers-local 15 (6), 25.15). */
import { withoutColours } from '../../programs/saying.js';
import { jsonIn } from '../../values/json.js';
import { decodeUtf8 } from '../../values/utf8.js';
import { objectIn } from '../bases/http-reply.js';
import { wholeList } from '../bases/whole-list.js';
import { type Failed, failed } from '../store-failure.js';

export interface DashlaneItem {
  /** Without braces, in capitals. */
  readonly id: string;
  readonly title: string;
  /** Without these two. */
  readonly fields: ReadonlyMap<string, string>;
}

export function itemsIn(stdout: Uint8Array): readonly DashlaneItem[] | Failed {
  const text = decodeUtf8(stdout);
  const list = text === null ? null : listIn(text);
  return wholeList(list, itemOf) ?? NO_ITEMS;
}

/** The logger of `dcli` writes to the same stream, before the list. Texts in JSON have no raw escape character. */
function listIn(text: string): readonly unknown[] | null {
  const plain = withoutColours(text);
  const starts = [...plain.matchAll(/^\[/gm)].slice(0, MOST_STARTS).map(({ index }) => index);
  for (const start of starts) {
    const list = jsonIn(plain.slice(start));
    if (Array.isArray(list)) return list;
  }
  return null;
}

/** Lines of a log may begin with a bracket, too. */
const MOST_STARTS = 20;

function itemOf(value: unknown): DashlaneItem | null {
  const item = objectIn(value);
  const [id, title = ''] = [item?.['id'], item?.['title']];
  if (item === null || typeof id !== 'string' || typeof title !== 'string') return null;
  const fields = Object.entries(item).filter((each): each is [string, string] => isField(each));
  return { id: id.replaceAll(/[{}]/g, '').toUpperCase(), title, fields: new Map(fields) };
}

function isField([name, value]: readonly [string, unknown]): boolean {
  return name !== 'id' && name !== 'title' && typeof value === 'string';
}

const NO_ITEMS = failed('malformed', '`dcli` printed something that is not a list of items');
