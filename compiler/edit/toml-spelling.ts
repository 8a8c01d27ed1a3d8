/** Keys and values in TOML spelling, each on one line. */

export type TomlValue = string | boolean | number | readonly TomlValue[] | { readonly [key: string]: TomlValue };

export function keyText(path: readonly string[]): string {
  return path.map((key) => (/^[A-Za-z0-9_-]+$/.test(key) ? key : stringText(key))).join('.');
}

export function valueText(value: TomlValue): string {
  if (typeof value === 'string') return stringText(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (isList(value)) return `[${value.map(valueText).join(', ')}]`;
  const pairs = Object.entries(value).map(([key, member]) => `${keyText([key])} = ${valueText(member)}`);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

function isList(value: TomlValue): value is readonly TomlValue[] {
  return Array.isArray(value);
}

/** JSON writes what TOML reads, except that it leaves DEL as it is. Other characters that hide text or change its direction are escaped too. */
function stringText(text: string): string {
  return JSON.stringify(text).replaceAll(HIDDEN, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const HIDDEN = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;
