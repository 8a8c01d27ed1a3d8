/** Which names can be keys of a dotenv file. */
import { BYTE_ORDER_MARK } from '../../values/utf8.js';
import { EQUALS, HASH, isControl, search } from './characters.js';
import { KEY_END } from './parse-dotenv.js';

/** Why no dotenv file can have this key; null if one can. Says what is wrong with it without quoting it. */
export function dotenvKeyProblem(key: string): string | null {
  if (key === '') return 'is empty';
  if (key.startsWith(BYTE_ORDER_MARK)) return 'starts with a byte order mark';
  const at = search(key, KEY_END, 0);
  return at === key.length ? null : `holds ${nameOf(key.charCodeAt(at))}`;
}

function nameOf(code: number): string {
  if (code === EQUALS) return 'a `=`';
  if (code === HASH) return 'a `#`';
  const isLineEndOrTab = code >= 0x09 && code <= 0x0d;
  return isControl(code) && !isLineEndOrTab ? 'a control character' : 'white space';
}
