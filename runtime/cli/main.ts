/** The entry point: finds the command, runs it, prints its failure, exits. */
import { learnAccessLists } from '../files/others.js';
import type { CommandContext } from '../session/call.js';
import { isSuspect } from '../values/utf8.js';
import {
  type Arguments,
  GLOBAL_OPTIONS,
  isUsualOption,
  parseArguments,
  type SplitCommand,
  splitCommand,
} from './arguments.js';
import { type CommandModule, commands, entryOf } from './commands.js';
import { FAILURE, USAGE } from './exit-codes.js';
import { printedCodes } from './printed-codes.js';

/** Runs the command line and returns its exit code. Never throws. */
export async function main(words: readonly string[], context: CommandContext): Promise<number> {
  try {
    await learnAccessLists();
    // Only the script of a shell starts with `--`: elsewhere the variable changes nothing.
    if (words[0] === '--' && context.variables['TOOL_COMPLETE'] !== undefined) {
      const { complete } = await import('./completion/complete.js');
      return await complete(words.slice(1), context, split);
    }
    return await dispatch(words, context);
  } catch (error) {
    const [{ UNKNOWN_CALL }, { report }] = await Promise.all([import('./called.js'), import('./report-failure.js')]);
    return report(error, UNKNOWN_CALL, context);
  }
}

async function dispatch(words: readonly string[], context: CommandContext): Promise<number> {
  const { command, args, early } = await split(words);
  const entry = command === null ? undefined : entryOf(command);
  if (entry === undefined) return (await import('./other-calls.js')).otherCall(command, args, early);
  const module = await entry.load();
  const parsed = await parseArguments(module.spec, args);
  if (parsed.has('help')) return (await import('./other-calls.js')).showHelp(module.spec, entry.summary);
  if (parsed.has('version')) return (await import('./other-calls.js')).showVersion();
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
  return entryOf(name) !== undefined;
}

async function runCommand({ spec, run }: CommandModule, args: Arguments, context: CommandContext): Promise<number> {
  try {
    const exitCode = await run(args, context);
    // What another program has written since is not to be followed by our words.
    if (spec.takesCommand === undefined) await pointToPrinted(args, context);
    return exitCode;
  } catch (error) {
    const [{ calledBy }, { report }] = await Promise.all([import('./called.js'), import('./report-failure.js')]);
    const exitCode = await report(error, calledBy(spec, args, context), context);
    await pointToPrinted(args, context);
    return exitCode === FAILURE && spec.isComparison?.(args) === true ? USAGE : exitCode;
  }
}

async function pointToPrinted(args: Arguments, { interruption }: CommandContext): Promise<void> {
  if (printedCodes.size === 0 || interruption.isRequested) return;
  const { pointToExplanations } = await import('./point-to-explanations.js');
  pointToExplanations(args);
}
