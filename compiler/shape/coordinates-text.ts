/** The table to write instead of coordinates that are written as text (spec 2.9). */
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import { coordinatesText, decoded, pastedReference } from '#schemas/addresses/pasted-reference.js';

/**
 * The line to write instead of a textual `ref` or `refs` entry. What password managers copy is translated part by part; other text
 * becomes the item, unless it holds a credential.
 */
export function coordinatesTable(key: string, written: unknown): string {
  return `${key} = ${coordinatesText(coordinatesOf(written))}`;
}

function coordinatesOf(written: unknown) {
  if (typeof written !== 'string') return UNKNOWN;
  const [beforeQuery = ''] = written.split('?', 1);
  // What a known form has in its query is the attribute of a field, or ids.
  const pasted = isShown(beforeQuery) ? pastedReference(written) : null;
  if (pasted !== null) return pasted.ref;
  return isShown(written) ? { item: itemOf(written) } : UNKNOWN;
}

function isShown(text: string): boolean {
  return withoutCredentials(text) === text;
}

const UNKNOWN = { item: '…' };

/** An entry of pass is its whole address; the item of any other URI is the part after its authority. */
function itemOf(text: string): string {
  const path = /^(?:pass:\/\/|[a-z][a-z0-9+-]*:\/\/[^/?]*\/)(?<path>[^?]+)/u.exec(text)?.groups?.['path'];
  return decoded(path ?? text.replace(/^[a-z][a-z0-9+-]*:(\/\/)?/u, '')) || '…';
}
