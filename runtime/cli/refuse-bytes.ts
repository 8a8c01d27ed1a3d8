/** Refuses names and paths that are not UTF-8: the runtime has replaced bytes in them, so another one would be used. */
import { UsageError } from '../failure.js';
import { lostBytes } from '../inputs/command-line.js';
import { valueIn } from '../inputs/environment.js';
import type { CommandContext } from '../session/call.js';
import { textOf } from '../values/byte-string.js';
import { type Arguments, type CommandSpec, optionsOf } from './arguments.js';

const HELP = 'names and paths must be UTF-8: rename the file, or create a link to it with a UTF-8 name';

/** The arguments of a child's command keep their bytes, and so does the value of `set`. Never repeats what was given. */
export function refuseBytes(spec: CommandSpec, args: Arguments, context: CommandContext): void {
  for (const { name, value, variable } of optionsOf(spec)) {
    if (value === undefined) continue;
    const text = args.text(name);
    if (text !== null && lostBytes(text) !== null) throw new UsageError(`\`--${name}\` is not valid UTF-8`, HELP);
    if (text === null && variable !== undefined && isLostVariable(variable, context))
      throw new UsageError(`\`${variable}\` is not valid UTF-8`, HELP);
  }
  if (spec.takesCommand) return;
  const named = spec.takesSecret ? args.positionals.slice(0, 1) : args.positionals;
  if (named.some((word) => lostBytes(word) !== null)) throw new UsageError('an argument is not valid UTF-8', HELP);
}

function isLostVariable(name: string, { variables, entries }: CommandContext): boolean {
  if (variables[name] === undefined) return false;
  const value = valueIn(entries(), name);
  return value !== undefined && textOf(value) === null;
}
