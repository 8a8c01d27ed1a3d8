/** The table to write instead of coordinates that are written as text (spec 2.9). */
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';

/**
 * The line to write instead of a textual `ref` or `refs` entry. `op://Vault/Item/field` and
 * `op://Vault/Item/section/field` are translated part by part; other text becomes the item, unless it holds a credential.
 */
export function coordinatesTable(key: string, written: unknown): string {
  const isText = typeof written === 'string' && withoutCredentials(written) === written;
  const coordinates = isText ? coordinatesOf(written) : { item: '…' };
  const members = Object.entries(coordinates).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  return `${key} = { ${members.join(', ')} }`;
}

function coordinatesOf(text: string): Record<string, string> {
  const reference = /^op:\/\/(?<rest>[^?]*)/u.exec(text)?.groups?.['rest'];
  if (reference === undefined) return { item: itemOf(text) };
  const [vault = '', item = '', ...more] = reference.split('/').map(decoded);
  const field = more.at(-1);
  const section = more.length > 1 ? more[0] : undefined;
  return { ...(vault && { vault }), item: item || '…', ...(section && { section }), ...(field && { field }) };
}

/** The item of any other URI is the part after its authority. */
function itemOf(text: string): string {
  const path = /^[a-z][a-z0-9+-]*:\/\/[^/?]*\/(?<path>[^?]+)/u.exec(text)?.groups?.['path'];
  return decoded(path ?? text.replace(/^[a-z][a-z0-9+-]*:(\/\/)?/u, '')) || '…';
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
