/** Calls of the tool without one of its commands: help, the version, and what is not a command. */
import { UsageError } from '../failure.js';
import { type Arguments, type CommandSpec, GLOBAL_OPTIONS, isUsualOption, parseArguments } from './arguments.js';
import { toolHelpText, withoutEntry } from './command-groups.js';
import { entryOf } from './commands.js';
import { SUCCESS, USAGE } from './exit-codes.js';
import { writeErr, writeOut } from './output.js';

const STDOUT = 1;
const STDERR = 2;

/** `early`: the options before the command, without their values. */
export async function otherCall(
  command: string | null,
  args: readonly string[],
  early: readonly string[],
): Promise<number> {
  if (command === null) return withoutCommand(args, early);
  const isHelp = args.includes('--help') || args.includes('-h');
  return command === 'help' ? help(args) : withoutEntry([command, ...args], isHelp);
}

async function withoutCommand(args: readonly string[], early: readonly string[]): Promise<number> {
  const option = early.find(
    (word) =>
      isUsualOption(word) && !GLOBAL_OPTIONS.some(({ name, short }) => word === `--${name}` || word === `-${short}`),
  );
  if (option !== undefined) {
    throw new UsageError(`\`${option}\` requires a command`, `usage: tool ${option} VALUE COMMAND`);
  }
  const parsed: Arguments = await parseArguments(ALONE, args);
  if (parsed.has('version')) return showVersion();
  const isAsked = parsed.has('help');
  const text = toolHelpText(isAsked ? STDOUT : STDERR);
  if (isAsked) writeOut(text);
  else writeErr(text);
  return isAsked ? SUCCESS : USAGE;
}

/** `tool help`, and `tool help COMMAND`, which is `tool COMMAND --help`. */
async function help(args: readonly string[]): Promise<number> {
  const name = args.filter((word) => !word.startsWith('-')).join(' ');
  if (name === '' || name === 'help') {
    writeOut(toolHelpText(STDOUT));
    return SUCCESS;
  }
  const entry = entryOf(name);
  return entry === undefined ? withoutEntry(name.split(' '), true) : showHelp((await entry.load()).spec, entry.summary);
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

export async function showHelp(spec: CommandSpec, summary: string): Promise<number> {
  const [{ commandHelp }, { textWidth }] = await Promise.all([import('./views/help.js'), import('./text-width.js')]);
  writeOut(commandHelp(spec, summary, textWidth(STDOUT)));
  return SUCCESS;
}

export async function showVersion(): Promise<number> {
  const { TOOL_NAME, TOOL_VERSION } = await import('../version.js');
  writeOut(`${TOOL_NAME} ${TOOL_VERSION}\n`);
  return SUCCESS;
}
