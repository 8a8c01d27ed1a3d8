/** Whether an environment is of the usual form, which Node can give to a child unchanged. */
import { type Entries, nameOf } from '../inputs/environment.js';
import { textOf } from '../values/byte-string.js';

export type PlainEnvironment = Readonly<Record<string, string>>;

/** Names and values; null where an entry is not UTF-8, has no `=` or no name, or has the name of another. */
export function plainEnvironment(entries: Entries): PlainEnvironment | null {
  const variables: Record<string, string> = Object.create(null);
  for (const entry of entries) {
    const text = textOf(entry);
    const name = text === null ? null : nameOf(text);
    if (text === null || name === null || name === '' || name in variables) return null;
    variables[name] = text.slice(name.length + 1);
  }
  return variables;
}
