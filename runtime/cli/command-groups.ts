/** Commands that share the first words of their names: their help, guesses, and the help of the whole tool. */
import { nearest } from '#schemas/nearest.js';
import { UsageError } from '../failure.js';
import { commands } from './commands.js';
import { SUCCESS, USAGE } from './exit-codes.js';
import { writeErr, writeOut } from './output.js';
import { textWidth } from './text-width.js';
import { guessBefore } from './unusable-arguments.js';
import { groupHelp, toolHelp } from './views/help.js';

const STDOUT = 1;
const STDERR = 2;

/** First words of names that are not commands themselves. */
const GROUPS: Readonly<Record<string, string>> = {
  cache: 'delete cached copies of values',
  config: 'show or change the user configuration, store credentials',
  'config global': 'show or change the user configuration',
  'config global provider': 'add, list or remove aliases of this user',
  'config provider': 'store the credentials of an alias',
  docker: 'answer Docker with passwords for registries',
  git: 'answer Git with passwords for servers',
};
/** Names that other tools have for the same, and what to type here. */
const MEANT: ReadonlyMap<string, string> = new Map([
  ['diff', 'plan diff'],
  ['env', 'export'],
  ['exec', 'run -- COMMAND'],
  ['inject', 'run -- COMMAND'],
  ['list', 'plan'],
  ['login', 'config provider login ALIAS'],
  ['logs', 'audit'],
  ['ls', 'plan'],
  ['read', 'get NAME'],
  ['remove', 'delete NAME'],
  ['rm', 'delete NAME'],
  ['show', 'plan'],
  ['unset', 'delete NAME'],
  ['validate', 'lint'],
  ['verify', 'check'],
  ['version', '--version'],
]);

/** Commands and groups, each with its summary. */
export function toolHelpText(descriptor: number): string {
  const rows = Object.entries(commands).flatMap(([name, { summary }]) =>
    groupOf(name) ? [] : [[name, summary] as const],
  );
  return toolHelp([...rows, ...topGroups()], textWidth(descriptor));
}

/** The help of a group, to which the words lead, or the usage error for words that lead nowhere. */
export function withoutEntry(words: readonly string[], isHelp: boolean): number {
  const option = words.findIndex((word) => word.startsWith('-'));
  const plain = option === -1 ? words : words.slice(0, option);
  let length = plain.length;
  while (length > 0 && members(plain.slice(0, length)).length === 0) length--;
  const group = plain.slice(0, length);
  if (length === 0 || length < plain.length)
    throw unknownCommand(group, (isHelp ? plain.slice(length).join(' ') : plain[length]) ?? '');
  const text = groupHelp(
    group.join(' '),
    GROUPS[group.join(' ')] ?? '',
    members(group),
    textWidth(isHelp ? STDOUT : STDERR),
  );
  if (isHelp) writeOut(text);
  else writeErr(text);
  return isHelp ? SUCCESS : USAGE;
}

function unknownCommand(group: readonly string[], word: string): UsageError {
  const name = [...group, word].join(' ');
  const meant = MEANT.get(name);
  if (meant !== undefined) return notACommand(name, `did you mean \`tool ${meant}\`?`);
  const known = group.length === 0 ? topNames() : members(group).map(([member]) => member);
  const near = group.length === 0 ? nearest(name, known) : nearestMember(group, word, known);
  return notACommand(name, guessBefore(`commands are ${known.join(', ')}`, near && `tool ${near}`));
}

/** The group or command that the word may mean: by the next word, or by the last one, as in `config show` or `config global provider login`. */
function nearestMember(group: readonly string[], word: string, known: readonly string[]): string | null {
  const next = nearest(
    word,
    known.map((name) => wordsOf(name)[group.length] ?? ''),
  );
  if (next !== null) return [...group, next].join(' ');
  const others = members(group.slice(0, 1)).map(([name]) => name);
  return endingLike(word, known) ?? endingLike(word, others);
}

function endingLike(word: string, names: readonly string[]): string | null {
  const lastOf = (name: string) => wordsOf(name).at(-1) ?? '';
  const last = nearest(word, names.map(lastOf));
  return names.find((name) => lastOf(name) === last) ?? null;
}

function wordsOf(name: string): readonly string[] {
  return name.split(' ');
}

function notACommand(name: string, help: string): UsageError {
  return new UsageError(`\`${name}\` is not a command of \`tool\``, help);
}

function members(group: readonly string[]): readonly (readonly [string, string])[] {
  const start = `${group.join(' ')} `;
  return Object.entries(commands).flatMap(([name, { summary }]) =>
    groupOf(name) !== null && name.startsWith(start) ? [[name, summary] as const] : [],
  );
}

function topGroups(): readonly (readonly [string, string])[] {
  return Object.entries(GROUPS).filter(([name]) => !name.includes(' '));
}

function topNames(): readonly string[] {
  return [...Object.keys(commands).filter((name) => groupOf(name) === null), ...topGroups().map(([name]) => name)];
}

function groupOf(name: string): string | null {
  const [first = ''] = name.split(' ', 1);
  return Object.hasOwn(GROUPS, first) ? first : null;
}
