/** "Did you mean": the guess first, the list of valid names last. */
import { nearest } from '../nearest.js';
import { listed } from './list-names.js';

/** "did you mean `production`? Profiles are …"; null if there are no names. `what` is a plural. */
export function guessed(word: string, names: readonly string[], what: string): string | null {
  if (names.length === 0) return null;
  const list = `${what} are ${listed(names)}`;
  const near = nearest(word, names) ?? onlyBeginning(word, names);
  return near === null ? list : `did you mean \`${near}\`? ${list.charAt(0).toUpperCase()}${list.slice(1)}`;
}

/** The only name that begins with the word: `production` for `prod`. A single letter says too little. */
function onlyBeginning(word: string, names: readonly string[]): string | null {
  if (word.length < 2) return null;
  const longer = names.filter((name) => name.toLowerCase().startsWith(word.toLowerCase()));
  return longer.length === 1 ? (longer[0] ?? null) : null;
}
