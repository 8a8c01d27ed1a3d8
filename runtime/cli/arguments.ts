/** Options: how they are declared, shared and parsed. Built on `parseArgs` of node:util, which costs 0.4 ms. */
import type { ParseArgsConfig } from 'node:util';

/** One option of a command. Without `value` it is a flag. */
export interface OptionSpec {
  readonly name: string;
  readonly short?: string;
  /** Placeholder in help: `NAME`. */
  readonly value?: string;
  /** Its value is two words, which may also be one with a blank between them. */
  readonly isPair?: true;
  /** All values that it accepts, if they are few. */
  readonly choices?: readonly string[];
  readonly summary: string;
  /** The variable that is used if the option is not given. */
  readonly variable?: string;
}

export interface CommandSpec {
  readonly name: string;
  /** What follows `tool NAME` in the usage line. */
  readonly synopsis: string;
  readonly options: readonly OptionSpec[];
  /** `choices`: all that the first one can be, if they are few. `as`: the option whose values they are, too. */
  readonly positionals: {
    readonly least: number;
    readonly most: number;
    readonly choices?: readonly string[];
    readonly as?: string;
  };
  /** Everything from the first argument that is not an option, or after `--`, belongs to another program. */
  readonly takesCommand?: true;
  /** Whether exit code 1 means that two things differ, as for diff(1): failures then exit with 2. */
  readonly isComparison?: (args: Arguments) => boolean;
  /** One of its arguments may be a secret: usage errors are reported without repeating arguments. */
  readonly takesSecret?: true;
  /** Uses no existing manifest: its help does not list `--file`, and help that says to type it does not repeat that option. */
  readonly isWithoutManifest?: true;
  /** Paragraphs for `--help`. */
  readonly details: string;
  readonly examples: readonly string[];
}

export interface Arguments {
  readonly positionals: readonly string[];
  /** Whether the option was given, with or without a value. */
  has(name: string): boolean;
  /** The value of the last occurrence, or null. */
  text(name: string): string | null;
  /** The values of all occurrences, in order. */
  texts(name: string): readonly string[];
}

export const FILE: OptionSpec = {
  name: 'file',
  short: 'f',
  value: 'PATH',
  summary: 'use this manifest instead of the nearest one',
  variable: 'TOOL_FILE',
};
const REASON: OptionSpec = {
  name: 'reason',
  value: 'TEXT',
  summary: 'reason for the access, for the audit log',
  variable: 'TOOL_REASON',
};
/** What a program that calls the tool says of itself, for the audit log. The first is the name. */
export const CALLER_OPTIONS = [
  { name: 'caller', value: 'NAME', summary: 'program that calls, for the audit log' },
  { name: 'caller-version', value: 'TEXT', summary: 'its version' },
  { name: 'caller-operation', value: 'TEXT', summary: 'what it is doing' },
  { name: 'caller-resource', value: 'TEXT', summary: 'what it is doing that to' },
] as const satisfies readonly OptionSpec[];
const HELP: OptionSpec = { name: 'help', short: 'h', summary: 'show help' };
const VERSION: OptionSpec = { name: 'version', short: 'V', summary: 'show the version' };
export const PROFILE: OptionSpec = {
  name: 'profile',
  short: 'P',
  value: 'NAME',
  summary: 'profile to use',
  variable: 'TOOL_PROFILE',
};
export const PROVIDER: OptionSpec = {
  name: 'provider',
  short: 'p',
  value: 'SPEC',
  summary: 'store to use instead of the declared ones',
  variable: 'TOOL_PROVIDER',
};
export const SCOPE: OptionSpec = {
  name: 'scope',
  short: 'S',
  value: 'NAME',
  summary: 'scope to use; blank for none',
  variable: 'TOOL_SCOPE',
};
/** They narrow what the scope shows, and may be repeated. */
export const ONLY: OptionSpec = {
  name: 'only',
  value: 'PATTERN',
  summary: 'only secrets whose names fit, such as `DB_*`',
};
export const EXCEPT: OptionSpec = { name: 'except', value: 'PATTERN', summary: 'no secrets whose names fit' };
export const PLAN: OptionSpec = {
  name: 'plan',
  value: 'FILE',
  summary: 'execute this plan file; it must be up to date',
};
export const EXPECT_HASH: OptionSpec = {
  name: 'expect-hash',
  value: 'HASH',
  summary: 'fail if the plan has a different hash',
  variable: 'TOOL_EXPECT_HASH',
};

/** Options of every command. */
export const GLOBAL_OPTIONS: readonly OptionSpec[] = [FILE, REASON, ...CALLER_OPTIONS, HELP, VERSION];

/** Those of a command and of every one: the command may say that one of them means something else. */
export function optionsOf({ options }: CommandSpec): readonly OptionSpec[] {
  return [...options, ...GLOBAL_OPTIONS.filter(({ name }) => options.every((own) => own.name !== name))];
}

/** Options that may be given without a command: these, and those of every command. */
export const USUAL_OPTIONS: readonly OptionSpec[] = [...GLOBAL_OPTIONS, PROFILE, PROVIDER, SCOPE, PLAN, EXPECT_HASH];

/** The name of a command has at most so many words: `config global provider add`. */
const MOST_WORDS = 4;

export interface SplitCommand {
  readonly command: string | null;
  /** The other arguments in order: options may be before the command as well as after it. */
  readonly args: readonly string[];
  /** Options before the command, without their values. */
  readonly early: readonly string[];
}

/**
 * The name of the command, and the rest. `isCommand` knows names of several words, such as `plan diff`; `options` says
 * which arguments before the command are values of options.
 */
export function splitCommand(
  args: readonly string[],
  isCommand: (words: string) => boolean = () => false,
  options: readonly OptionSpec[] = USUAL_OPTIONS,
): SplitCommand {
  const { index, given: early } = firstWord(args, options);
  const first = args[index];
  if (first === undefined || first === '--') return { command: null, args, early };
  let count = MOST_WORDS;
  while (count > 1 && !isCommand(args.slice(index, index + count).join(' '))) count--;
  const command = args.slice(index, index + count).join(' ');
  return { command, args: [...args.slice(0, index), ...args.slice(index + count)], early };
}

/** Whether this argument, an option with or without its value, may be given without a command. */
export function isUsualOption(word: string): boolean {
  return USUAL_OPTIONS.some(({ name, short }) => word === `--${name}` || word === `-${short}`);
}

/** The position of the first argument that is neither an option nor the value of one (`--` counts), and the options before it. Saves a start `parseArgs`. */
function firstWord(
  args: readonly string[],
  options: readonly OptionSpec[],
): { readonly index: number; readonly given: readonly string[] } {
  const withValue = options.filter(({ value }) => value !== undefined);
  const given: string[] = [];
  let index = 0;
  for (; index < args.length; index++) {
    const word = args[index] ?? '';
    if (word === '--' || word === '-' || !word.startsWith('-')) break;
    given.push(optionOf(word));
    if (withValue.some(({ name, short }) => word === `--${name}` || word === `-${short}`)) index++;
  }
  return { index, given };
}

/** `--profile` of `--profile=x`, `-P` of `-Px`. */
function optionOf(word: string): string {
  return word.startsWith('--') ? word.replace(/=.*$/su, '') : word.slice(0, 2);
}

/** The parsed arguments of a command. Rejects with a UsageError that names the invalid one. */
export async function parseArguments(spec: CommandSpec, args: readonly string[]): Promise<Arguments> {
  const options = optionsOf(spec);
  const cut = spec.takesCommand ? firstWord(args, options).index : args.length;
  const tokens = cut === 0 ? [] : tokensOf(withPairs(args.slice(0, cut), options), options);
  const given = new Map<string, readonly (string | true)[]>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    given.set(token.name, [...(given.get(token.name) ?? []), await optionValue(token, options, spec)]);
  }
  const positionals = spec.takesCommand ? args.slice(args[cut] === '--' ? cut + 1 : cut) : wordsOf(tokens);
  const asOption = spec.positionals.as;
  if (asOption !== undefined && positionals.length > 0)
    given.set(asOption, [...(given.get(asOption) ?? []), ...positionals]);
  const texts = (name: string) => (given.get(name) ?? []).filter((value) => value !== true);
  const wantsHelp = given.has('help') || given.has('version');
  if (!wantsHelp) await countPositionals(spec, positionals);
  return {
    positionals,
    has: (name) => given.has(name),
    text: (name) => texts(name).at(-1) ?? null,
    texts,
  };
}

type OptionToken = {
  readonly kind: 'option';
  readonly index: number;
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
};
type Token =
  | OptionToken
  | { readonly kind: 'positional'; readonly index: number; readonly value: string }
  | { readonly kind: 'option-terminator'; readonly index: number };

function tokensOf(args: readonly string[], options: readonly OptionSpec[]): readonly Token[] {
  // Loaded here: a plain `run -- COMMAND` has no options to parse.
  const { parseArgs } = process.getBuiltinModule('node:util');
  return parseArgs({ args: [...args], options: configOf(options), strict: false, allowPositionals: true, tokens: true })
    .tokens;
}

/** Two words that are one value, as one. */
function withPairs(args: readonly string[], options: readonly OptionSpec[]): readonly string[] {
  const pairs = options.flatMap(({ name, isPair }) => (isPair === true ? [`--${name}`] : []));
  const at = args.findIndex((word) => word === '--' || pairs.includes(word));
  const [option, first, second] = args.slice(at);
  if (at === -1 || option === '--' || first === undefined || second === undefined || first.includes(' ')) return args;
  return [...args.slice(0, at), `${option}=${first} ${second}`, ...withPairs(args.slice(at + 3), options)];
}

function configOf(options: readonly OptionSpec[]): NonNullable<ParseArgsConfig['options']> {
  const entry = ({ name, short, value }: OptionSpec) => [
    name,
    { type: value === undefined ? 'boolean' : 'string', ...(short !== undefined && { short }) },
  ];
  return Object.fromEntries(options.map(entry));
}

async function optionValue(
  { name, rawName, value, inlineValue }: OptionToken,
  options: readonly OptionSpec[],
  spec: CommandSpec,
): Promise<string | true> {
  const option = options.find((one) => one.name === name);
  if (option === undefined) throw (await wording()).unknownOption(rawName, options, spec);
  if (option.value === undefined) {
    if (value !== undefined) throw (await wording()).unexpectedValue(option);
    return true;
  }
  if (value === undefined) throw (await wording()).missingValue(option);
  const isNext = inlineValue === false && value.startsWith('--');
  if (isNext) throw (await wording()).missingValue(option, value);
  return value;
}

/** Loaded if the command line cannot be used. */
function wording(): Promise<typeof import('./unusable-arguments.js')> {
  return import('./unusable-arguments.js');
}

function wordsOf(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
}

async function countPositionals(spec: CommandSpec, positionals: readonly string[]): Promise<void> {
  const { least, most } = spec.positionals;
  if (positionals.length < least || positionals.length > most) {
    throw (await wording()).wrongNumber(spec, positionals.length);
  }
}
