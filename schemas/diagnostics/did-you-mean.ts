/** "Did you mean": the guess first, the list of valid names last. */
import { nearest } from '../nearest.js';
import { listed } from './list-names.js';

/** "did you mean `production`? Profiles are …"; null if there are no names. `what` is a plural. */
export function guessed(word: string, names: readonly string[], what: string): string | null {
  if (names.length === 0) return null;
  const list = `${what} are ${listed(names)}`;
  const near = nearest(word, names);
  return near === null ? list : `did you mean \`${near}\`? ${list.charAt(0).toUpperCase()}${list.slice(1)}`;
}
