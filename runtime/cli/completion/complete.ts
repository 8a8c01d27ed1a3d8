/** Answers the registration script of a shell: the candidates for the argument at the cursor, in the form that the script reads. */
import type { Candidate } from '../../analysis/completion/candidate.js';
import { factsOf } from '../../analysis/completion/facts.js';
import type { CallContext } from '../../inputs/call-context.js';
import type { SplitCommand } from '../arguments.js';
import { commands } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';
import { writeOut } from '../output.js';
import { escapeForTerminal } from '../views/terminal-text.js';
import { candidatesAt } from './candidates.js';
import { type Current, positionOf, type Summaries } from './position.js';
import type { Shell } from './shell.js';
import { shells } from './shells/index.js';

/** Finds the command of a command line. */
type Split = (words: readonly string[]) => Promise<SplitCommand>;

/** `given`: what the script passed. Never fails: someone who is typing gets no candidates instead, and no message. */
export async function complete(given: readonly string[], context: CallContext, split: Split): Promise<number> {
  try {
    const shell = await shellNamed(context.variables['TOOL_COMPLETE'] ?? '');
    if (shell !== null) writeOut(await answer(shell, given, context, split));
  } catch {
    // Nothing was written.
  }
  return SUCCESS;
}

async function shellNamed(name: string): Promise<Shell | null> {
  return Object.hasOwn(shells, name) ? ((await shells[name]?.()) ?? null) : null;
}

async function answer(shell: Shell, given: readonly string[], context: CallContext, split: Split): Promise<string> {
  const { words, reply } = shell.read(given);
  const [before, typed] = [words.slice(0, -1), words.at(-1) ?? ''];
  const position = positionOf(before, typed, await currentOf(before, split), summaries());
  const candidates = await candidatesAt(position, factsOf(position.file, context));
  return reply(candidates.filter(isHarmless).map((candidate) => shown(candidate, position.head)));
}

async function currentOf(before: readonly string[], split: Split): Promise<Current | null> {
  const { command, args } = await split(before);
  const entry = command !== null && Object.hasOwn(commands, command) ? commands[command] : undefined;
  return entry === undefined ? null : { spec: (await entry.load()).spec, args };
}

function summaries(): Summaries {
  return Object.entries(commands).map(([name, { summary }]) => [name, summary] as const);
}

/** A name with control characters cannot be shown as it is, and another spelling of it would not be the name. */
function isHarmless({ text }: Candidate): boolean {
  return harmless(text) === text;
}

/** There may be thousands, and nearly all are plain. */
function harmless(text: string): string {
  return PLAIN.test(text) ? text : escapeForTerminal(text);
}
const PLAIN = /^[ -~]*$/u;

/** One line, short enough for a list; the whole argument. */
function shown({ text, description, isOpen }: Candidate, head: string) {
  const [first = ''] = (description ?? '').trim().split(/[\r\n]/u, 1);
  const line = first.length > LONGEST ? `${first.slice(0, LONGEST - 1).trimEnd()}…` : first;
  return { text: `${head}${text}`, label: text, description: harmless(line), isOpen: isOpen === true };
}
const LONGEST = 80;
