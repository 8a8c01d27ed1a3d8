/** The arguments before the cursor, sorted as the parser of options will sort them, without judging any of them. */
import type { OptionSpec } from '../arguments.js';

export interface Walked {
  /** The last value of each option that has one. */
  readonly values: ReadonlyMap<string, string>;
  readonly plain: readonly string[];
  /** The option whose value is the next argument. */
  readonly pending: OptionSpec | null;
  /** Whether `--` was given: what follows is no option. */
  readonly isClosed: boolean;
  /** The arguments of another program, which began with `--` or with the first plain argument. */
  readonly child: readonly string[] | null;
}

export function walk(args: readonly string[], options: readonly OptionSpec[], takesCommand = false): Walked {
  const values = new Map<string, string>();
  const plain: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const word = args[index] ?? '';
    if (word === '--') {
      const rest = args.slice(index + 1);
      return takesCommand
        ? ended(values, plain, rest)
        : { ...ended(values, [...plain, ...rest], null), isClosed: true };
    }
    const option = optionAt(word, options);
    if (option === null) {
      if (!word.startsWith('-') || word === '-') {
        if (takesCommand) return ended(values, plain, args.slice(index));
        plain.push(word);
      }
      continue;
    }
    if (option.value !== null) values.set(option.spec.name, option.value);
    else if (index + 1 === args.length) return { ...ended(values, plain, null), pending: option.spec };
    else values.set(option.spec.name, args[++index] ?? '');
  }
  return ended(values, plain, null);
}

/** An option that accepts a value, in one argument: the value, and what is before it. Null for every other argument. */
export function optionAt(
  word: string,
  options: readonly OptionSpec[],
): { readonly spec: OptionSpec; readonly value: string | null; readonly head: string } | null {
  if (word.startsWith('--')) return longOption(word, options);
  return word.startsWith('-') ? shortOption(word, options) : null;
}

function longOption(word: string, options: readonly OptionSpec[]) {
  const [, name = '', equals] = /^--([^=]*)(=)?/u.exec(word) ?? [];
  const spec = options.find((option) => option.name === name && option.value !== undefined);
  if (spec === undefined) return null;
  const head = `--${name}=`;
  return equals === undefined ? { spec, value: null, head } : { spec, value: word.slice(head.length), head };
}

/** The last of `-nP`, or `-P` with its value in `-nPproduction`. */
function shortOption(word: string, options: readonly OptionSpec[]) {
  for (let index = 1; index < word.length; index++) {
    const spec = options.find(({ short }) => short === word[index]);
    if (spec === undefined) return null;
    if (spec.value === undefined) continue;
    const head = word.slice(0, index + 1);
    return { spec, value: head === word ? null : word.slice(head.length), head };
  }
  return null;
}

function ended(values: ReadonlyMap<string, string>, plain: readonly string[], child: readonly string[] | null): Walked {
  return { values, plain, pending: null, isClosed: false, child };
}
