/** A count that an option gives. */
import { UsageError } from '../failure.js';
import type { Arguments } from './arguments.js';

/** Null: the option is left out. */
export function wholeNumberIn(args: Arguments, option: string, least = 0): number | null {
  const text = args.text(option);
  if (text === null) return null;
  const number = /^\d{1,9}$/u.test(text.trim()) ? Number(text) : null;
  if (number !== null && number >= least) return number;
  throw new UsageError(
    `\`${text}\` is not a number for \`--${option}\``,
    least === 0 ? 'write a whole number' : `write a whole number from ${least} on`,
  );
}
