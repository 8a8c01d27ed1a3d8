/** The name that an entry would have in a manifest. */
import { fillPlaceholders, type PlaceholderValues } from '#schemas/addresses/placeholders.js';
import type { Listed } from './provider.js';

/** An entry of this project and profile by its key; any other by its path, with a `ref`. */
export function listedAs(path: string, pattern: string, context: Omit<PlaceholderValues, 'key'>): Listed {
  const [before = '', ...rest] = pattern.split('{key}').map((part) => fillPlaceholders(part, { ...context, key: '' }));
  const key = path.slice(before.length, path.length - (rest.at(-1) ?? '').length);
  const isOurs = key !== '' && !key.includes('/') && fillPlaceholders(pattern, { ...context, key }) === path;
  return isOurs ? { name: key, at: null, native: { item: path } } : { name: path, at: { item: path } };
}
