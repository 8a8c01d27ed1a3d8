/** The entry point: finds the command, runs it, prints its failure, exits. */
import { Failure, UsageError } from '../failure.js';
import { isSuspect } from '../inputs/command-line.js';
import type { CommandContext } from '../session/call.js';
import {
  type Arguments,
  type CommandSpec,
  GLOBAL_OPTIONS,
  guessBefore,
  isUsualOption,
  parseArguments,
  type SplitCommand,
  splitCommand,
} from './arguments.js';
import type { Called } from './called.js';
import { type CommandModule, commands } from './commands.js';
import { FAILURE, SUCCESS, USAGE } from './exit-codes.js';
import { OutputFault, writeErr, writeOut } from './output.js';

const STDOUT = 1;
const STDERR = 2;

/** Runs the command line and returns its exit code. Never throws. */
export async function main(words: readonly string[], context: CommandContext): Promise<number> {
  try {
    return await dispatch(words, context);
  } catch (error) {
    const { UNKNOWN_CALL } = await import('./called.js');
    return report(error, UNKNOWN_CALL, context);
  }
}

async function dispatch(words: readonly string[], context: CommandContext): Promise<number> {
  const { command, args, early } = await split(words);
  if (command === null) return withoutCommand(args, early);
  if (command === 'help') return help(args);
  const entry = isCommand(command) ? commands[command] : undefined;
  if (entry === undefined) return unknownCommand(command);
  const module = await entry.load();
  const parsed = parseArguments(module.spec, args);
  if (parsed.has('help')) return showHelp(module.spec, entry.summary);
  if (parsed.has('version')) return showVersion();
  if ([...words, context.variables['TOOL_FILE'] ?? ''].some(isSuspect)) {
    const { refuseBytes } = await import('./refuse-bytes.js');
    refuseBytes(module.spec, parsed, context);
  }
  return runCommand(module, parsed, context);
}

/** Only the commands that have an option know whether the next argument is its value. */
async function split(words: readonly string[]): Promise<SplitCommand> {
  const found = splitCommand(words, isCommand);
  if (found.early.every(isUsualOption)) return found;
  const modules = await Promise.all(Object.values(commands).map(({ load }) => load()));
  return splitCommand(words, isCommand, [...GLOBAL_OPTIONS, ...modules.flatMap(({ spec }) => spec.options)]);
}

function isCommand(name: string): boolean {
  return Object.hasOwn(commands, name);
}

async function runCommand({ spec, run }: CommandModule, args: Arguments, context: CommandContext): Promise<number> {
  try {
    return await run(args, context);
  } catch (error) {
    const { calledBy } = await import('./called.js');
    const exitCode = await report(error, calledBy(spec, args, context), context);
    return exitCode === FAILURE && spec.isComparison?.(args) === true ? USAGE : exitCode;
  }
}

async function withoutCommand(args: readonly string[], early: readonly string[]): Promise<number> {
  const option = early.find(
    (word) =>
      isUsualOption(word) && !GLOBAL_OPTIONS.some(({ name, short }) => word === `--${name}` || word === `-${short}`),
  );
  if (option !== undefined) {
    throw new UsageError(`\`${option}\` requires a command`, `usage: tool ${option} VALUE COMMAND`);
  }
  const parsed: Arguments = parseArguments(ALONE, args);
  if (parsed.has('version')) return showVersion();
  const isAsked = parsed.has('help');
  const text = await helpText(isAsked ? STDOUT : STDERR);
  if (isAsked) writeOut(text);
  else writeErr(text);
  return isAsked ? SUCCESS : USAGE;
}

/** `tool help`, and `tool help COMMAND`, which is `tool COMMAND --help`. */
async function help(args: readonly string[]): Promise<number> {
  const name = args.filter((word) => !word.startsWith('-')).join(' ');
  if (name === '' || name === 'help') {
    writeOut(await helpText(STDOUT));
    return SUCCESS;
  }
  const entry = isCommand(name) ? commands[name] : undefined;
  return entry === undefined ? unknownCommand(name) : showHelp((await entry.load()).spec, entry.summary);
}

async function helpText(descriptor: number): Promise<string> {
  const [{ toolHelp }, { textWidth }] = await Promise.all([import('./views/help.js'), import('./text-width.js')]);
  const summaries = Object.entries(commands).map(([name, { summary }]) => [name, summary] as const);
  return toolHelp(summaries, textWidth(descriptor));
}

/** The tool without a command. */
const ALONE: CommandSpec = {
  name: '',
  synopsis: 'COMMAND',
  options: [],
  positionals: { least: 0, most: 0 },
  details: '',
  examples: [],
};

/** Names of commands in other tools. */
const OPTIONS_MEANT: ReadonlyMap<string, string> = new Map([['version', '--version']]);

async function unknownCommand(command: string): Promise<never> {
  const meant = OPTIONS_MEANT.get(command);
  if (meant !== undefined)
    throw new UsageError(`\`${command}\` is not a command of \`tool\``, `did you mean \`tool ${meant}\`?`);
  const { nearest } = await import('#schemas/nearest.js');
  const near = nearest(command, Object.keys(commands));
  throw new UsageError(
    `\`${command}\` is not a command of \`tool\``,
    guessBefore(`commands are ${Object.keys(commands).join(', ')}`, near === null ? null : `tool ${near}`),
  );
}

async function showHelp(spec: CommandSpec, summary: string): Promise<number> {
  const [{ commandHelp }, { textWidth }] = await Promise.all([import('./views/help.js'), import('./text-width.js')]);
  writeOut(commandHelp(spec, summary, textWidth(STDOUT)));
  return SUCCESS;
}

async function showVersion(): Promise<number> {
  const { TOOL_NAME, TOOL_VERSION } = await import('../version.js');
  writeOut(`${TOOL_NAME} ${TOOL_VERSION}\n`);
  return SUCCESS;
}

/** If the working folder was removed, relative paths cannot be resolved, and the code that needed one has thrown. */
async function understood(error: unknown): Promise<unknown> {
  if (error instanceof OutputFault) {
    const { delivery } = await import('#schemas/diagnostics/E12-delivery.js');
    return new Failure([delivery.E1208({ path: 'standard output', reason: error.reason })]);
  }
  const isGone = typeof error === 'object' && error !== null && 'syscall' in error && error.syscall === 'uv_cwd';
  if (!isGone) return error;
  const { inheritance } = await import('#schemas/diagnostics/E03-inheritance.js');
  return new Failure([inheritance.E0309({})]);
}

async function report(thrown: unknown, called: Called, context: CommandContext): Promise<number> {
  const error = await understood(thrown);
  // The failure comes from the aborted work; the process ends by the signal that was received.
  if (context.interruption.isRequested) return FAILURE;
  const { printFailure, printUsage, printBug } = await import('./print-failure.js');
  if (error instanceof UsageError) {
    printUsage(error);
    return USAGE;
  }
  if (error instanceof Failure) {
    await printFailure(error, called, context);
    return error.exitCode;
  }
  printBug(error);
  return FAILURE;
}
