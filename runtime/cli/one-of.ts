/** An argument that must be one of a few values. */
import { nearest } from '#schemas/nearest.js';
import { UsageError } from '../failure.js';
import { guessBefore } from './unusable-arguments.js';

/** The usage error for any other value. `what` is singular: "a format of `tool check`". `names`: "formats". */
export function notOneOf(word: string, known: readonly string[], what: string, names: string): UsageError {
  const near = nearest(word, known);
  const list = near === null ? `write ${either(known)}` : `${names} are ${known.join(', ')}`;
  return new UsageError(`\`${word}\` is not ${what}`, guessBefore(list, near));
}

/** `text, json or explain`. */
function either(words: readonly string[]): string {
  return words.join(', ').replace(/, (?=[^,]*$)/u, ' or ');
}
