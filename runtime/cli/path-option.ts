/** Options that name a file. */
import { UsageError } from '../failure.js';
import type { Arguments } from './arguments.js';

/** The path as given, or null. Blank is a mistake: of a variable that is not set, mostly. `what` the file is, for people. */
export function pathOption(args: Arguments, name: string, what: string): string | null {
  const path = args.text(name);
  if (path?.trim() === '') throw new UsageError(`the path of ${what} is blank`, `give a file with \`--${name} FILE\``);
  return path;
}
