/** The entry: find the command, run it, print what went wrong, exit. */
import { Failure, UsageError } from '../failure.js';
import { isSuspect } from '../inputs/command-line.js';
import {
  type Arguments,
  type CommandSpec,
  EXPECT_HASH,
  PLAN,
  PROFILE,
  PROVIDER,
  parseArguments,
  SCOPE,
  splitCommand,
} from './arguments.js';
import type { Called } from './called.js';
import { type CommandModule, commands } from './commands.js';
import { FAILURE, SUCCESS, USAGE } from './exit-codes.js';
import { writeErr, writeOut } from './output.js';

/** Runs the command line and gives its exit code. Never throws. */
export async function main(words: readonly string[]): Promise<number> {
  try {
    return await dispatch(words);
  } catch (error) {
    const { UNKNOWN_CALL } = await import('./called.js');
    return report(error, UNKNOWN_CALL);
  }
}

async function dispatch(words: readonly string[]): Promise<number> {
  const { command, args } = splitCommand(words, (name) => Object.hasOwn(commands, name));
  if (command === null) return withoutCommand(args);
  const entry = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (entry === undefined) return unknownCommand(command, words);
  const module = await entry.load();
  const parsed = parseArguments(module.spec, args);
  if (parsed.has('help')) return showHelp(module.spec, entry.summary);
  if (parsed.has('version')) return showVersion();
  if ([...words, process.env['TOOL_FILE'] ?? ''].some(isSuspect)) {
    const { refuseBytes } = await import('./refuse-bytes.js');
    refuseBytes(module.spec, parsed);
  }
  return runCommand(module, parsed);
}

async function runCommand({ spec, run }: CommandModule, args: Arguments): Promise<number> {
  try {
    return await run(args);
  } catch (error) {
    const { calledBy } = await import('./called.js');
    const exitCode = await report(await understood(error), calledBy(spec, args));
    return exitCode === FAILURE && spec.oneIsAnAnswer?.(args) === true ? USAGE : exitCode;
  }
}

async function withoutCommand(args: readonly string[]): Promise<number> {
  const parsed: Arguments = parseArguments(ALONE, args);
  if (parsed.has('version')) return showVersion();
  const { toolHelp } = await import('./views/help.js');
  const help = toolHelp(Object.entries(commands).map(([name, { summary }]) => [name, summary]));
  if (parsed.has('help')) writeOut(help);
  else writeErr(help);
  return parsed.has('help') ? SUCCESS : USAGE;
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

/** Words that other tools take as commands. */
const OPTIONS_MEANT: ReadonlyMap<string, string> = new Map([
  ['help', '--help'],
  ['version', '--version'],
]);

async function unknownCommand(command: string, words: readonly string[]): Promise<never> {
  const early = optionOfCommands(words.slice(0, words.indexOf(command)));
  if (early !== undefined)
    throw new UsageError(`\`${early}\` stands behind the command`, `tool COMMAND ${early} VALUE`);
  const meant = OPTIONS_MEANT.get(command);
  if (meant !== undefined)
    throw new UsageError(`\`${command}\` is not a command of \`tool\``, `did you mean \`tool ${meant}\`?`);
  const { nearest } = await import('#schemas/nearest.js');
  const near = nearest(command, Object.keys(commands));
  throw new UsageError(
    `\`${command}\` is not a command of \`tool\``,
    near === null ? 'tool --help lists the commands' : `did you mean \`tool ${near}\`?`,
  );
}

/** The first word that is an option of commands; what a value is meant for is not repeated. */
function optionOfCommands(words: readonly string[]): string | undefined {
  const options = [PROFILE, PROVIDER, SCOPE, PLAN, EXPECT_HASH];
  const names = words.map((word) => (word.startsWith('--') ? word.replace(/=.*$/su, '') : word.slice(0, 2)));
  return names.find((word) => options.some(({ name, short }) => word === `--${name}` || word === `-${short}`));
}

async function showHelp(spec: CommandSpec, summary: string): Promise<number> {
  const { commandHelp } = await import('./views/help.js');
  writeOut(commandHelp(spec, summary));
  return SUCCESS;
}

async function showVersion(): Promise<number> {
  const { TOOL_NAME, TOOL_VERSION } = await import('../version.js');
  writeOut(`${TOOL_NAME} ${TOOL_VERSION}\n`);
  return SUCCESS;
}

/** Where the working folder is gone, no relative path means anything, and whatever asked for one has thrown. */
async function understood(error: unknown): Promise<unknown> {
  const isGone = typeof error === 'object' && error !== null && 'syscall' in error && error.syscall === 'uv_cwd';
  if (!isGone) return error;
  const { inheritance } = await import('#schemas/diagnostics/E03-inheritance.js');
  return new Failure([inheritance.E0309({})]);
}

async function report(error: unknown, called: Called): Promise<number> {
  const { printFailure, printUsage, printBug } = await import('./print-failure.js');
  if (error instanceof UsageError) {
    printUsage(error);
    return USAGE;
  }
  if (error instanceof Failure) {
    await printFailure(error, called);
    return error.exitCode;
  }
  printBug(error);
  return FAILURE;
}
