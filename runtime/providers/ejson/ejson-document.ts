/** A document of EJSON: JSON, of which the values are encrypted for the key that it names (providers-cloud 3.13). */
import { isRecord } from '#schemas/is-record.js';
import { pointerSegments } from '#schemas/json-pointer.js';
import { jsonIn } from '../../values/json.js';
import { decodeUtf8 } from '../../values/utf8.js';
import { type Failed, failed } from '../store-failure.js';

export interface EjsonDocument {
  readonly kind: 'document';
  /** Of the key pair that its values are encrypted for, in hexadecimal. */
  readonly publicKey: string;
  readonly root: unknown;
}
export type SelectedMember = { readonly kind: 'encrypted' | 'plain'; readonly text: string };

const KEY = '_public_key';
const RESTORE = 'restore it from a backup or from version control';

/** `name`: what messages call the file, which never quote it. */
export function ejsonDocument(bytes: Uint8Array, name: string): EjsonDocument | Failed {
  const text = decodeUtf8(bytes);
  if (text === null) return failed('malformed', `\`${name}\` is not UTF-8 text`);
  if (text.trim() === '') return failed('malformed', `\`${name}\` is empty: its content was lost`, RESTORE);
  const root = jsonIn(text);
  if (!isRecord(root)) return failed('malformed', `\`${name}\` is not a JSON object`);
  const publicKey = member(root, KEY);
  if (typeof publicKey === 'string' && /^[0-9a-f]{64}$/i.test(publicKey)) {
    return { kind: 'document', publicKey: publicKey.toLowerCase(), root };
  }
  const problem = publicKey === undefined ? 'does not contain' : 'has no valid';
  return failed('malformed', `\`${name}\` ${problem} \`${KEY}\``, 'see `ejson keygen` for a key');
}

/** The string at a pointer; null if nothing is there. Values whose own key starts with `_` are not encrypted, those further down are. */
export function select(root: unknown, pointer: string): SelectedMember | Failed | null {
  let value = root;
  let isPlain = false;
  for (const segment of pointerSegments(pointer)) {
    if (!Array.isArray(value)) isPlain = segment.startsWith('_');
    value = member(value, segment);
  }
  if (value === undefined) return null;
  if (typeof value === 'string') return { kind: isPlain ? 'plain' : 'encrypted', text: value };
  return failed('malformed', 'the selected value is not a string', 'select one with `ref = { item = "/…" }`');
}

/** A member of an array is named by its index. */
function member(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return INDEX.test(name) ? value[Number(name)] : undefined;
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
const INDEX = /^(?:0|[1-9]\d*)$/;
