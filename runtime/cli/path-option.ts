/** Options that name a file. */
import { UsageError } from '../failure.js';
import type { Arguments } from './arguments.js';

/** The path as given, or null. A blank one is a usage error, mostly from a variable that is not set. `what` describes the file in messages. */
export function pathOption(args: Arguments, name: string, what: string): string | null {
  const path = args.text(name);
  if (path?.trim() === '') throw new UsageError(`the path of ${what} is blank`, `give a file with \`--${name} FILE\``);
  return path;
}
