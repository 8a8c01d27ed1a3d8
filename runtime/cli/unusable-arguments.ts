/** What is wrong with a command line, and what is probably meant. */
import { nearest } from '#schemas/nearest.js';
import { UsageError } from '../failure.js';
import type { CommandSpec, OptionSpec } from './arguments.js';

/** `word`: the option as it was given. An argument that is not similar to any option may be a value that starts with a dash. */
export function unknownOption(word: string, options: readonly OptionSpec[], spec: CommandSpec): UsageError {
  const names = options.map(({ name }) => name);
  const near = word.startsWith('--') ? nearest(word.slice(2), names) : null;
  if (near === null && spec.takesSecret === true) {
    const dashes = 'put a value that starts with a dash after `--`';
    return new UsageError(`an argument that starts with a dash is not an option of \`${shownName(spec)}\``, dashes);
  }
  const list = `options are ${names.map((name) => `--${name}`).join(', ')}`;
  const help = guessBefore(list, near === null ? null : `--${near}`);
  return new UsageError(`\`${word}\` is not an option of \`${shownName(spec)}\``, help);
}

export function unexpectedValue({ name }: OptionSpec): UsageError {
  return new UsageError(`\`--${name}\` does not accept a value`);
}

/** `next`: the argument in the place of the value, which looks like another option. */
export function missingValue({ name, value }: OptionSpec, next?: string): UsageError {
  const message = `missing value for \`--${name}\`: --${name} ${value}`;
  if (next === undefined) return new UsageError(message);
  return new UsageError(message, `write a value that starts with dashes as \`--${name}=VALUE\``);
}

/** Too few or too many arguments; `count`: how many were given. */
export function wrongNumber(spec: CommandSpec, count: number): UsageError {
  const { least, most } = spec.positionals;
  const usage = `usage: ${shownName(spec)} ${spec.synopsis}`;
  if (count < least) return new UsageError(`missing argument ${spec.synopsis.split(' ')[count]}`, usage);
  // The unexpected argument is not repeated: it may be a value that was not quoted.
  const accepted = most === 0 ? 'none' : `at most ${most === 1 ? 'one' : most}`;
  return new UsageError(`unexpected argument: \`${shownName(spec)}\` accepts ${accepted}`, usage);
}

/** The nearest name, then all names. */
export function guessBefore(list: string, meant: string | null): string {
  return meant === null ? list : `did you mean \`${meant}\`? ${list.charAt(0).toUpperCase()}${list.slice(1)}`;
}

/** `tool check`; `tool` if there is no command. */
function shownName({ name }: CommandSpec): string {
  return `tool ${name}`.trimEnd();
}
