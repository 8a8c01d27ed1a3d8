/** What the words of a shell command do with variables. */

/** Each word that follows is assigned where it has `=`. */
export const ASSIGNING = new Set(['export', 'local', 'declare', 'typeset', 'readonly', 'ENV', 'ARG']);
/** Each word that follows is the name of a variable that is set. */
export const FILLING = new Set(['read', 'mapfile', 'readarray', 'getopts', 'unset']);
/** A command follows. */
const LEADING = new Set([
  'if',
  'then',
  'do',
  'else',
  'elif',
  'while',
  'until',
  '!',
  'time',
  'RUN',
  'CMD',
  'ENTRYPOINT',
]);
const NAMING = new Set(['for', 'select', 'in']);

export interface Command {
  /** Null before its first word. */
  word: string | null;
  /** How many words have followed it. */
  count: number;
}

export interface Effects {
  readonly assigned: (name: string) => void;
  readonly sourced: (file: string) => void;
  readonly read: (name: string, offset: number) => void;
}

const ASSIGNMENT = /^([A-Za-z_]\w*)(?:\[[^\]]*\])?\+?=/u;
const NAME = /^[A-Za-z_]\w*$/u;

/** Takes one word as it is written; `offset` is where it starts. */
export function takeWord(word: string, offset: number, command: Command, { assigned, sourced, read }: Effects): void {
  const { word: first } = command;
  const assignment = ASSIGNMENT.exec(word)?.[1];
  if (assignment !== undefined && (first === null || ASSIGNING.has(first))) {
    assigned(assignment);
    return;
  }
  if (first === null) {
    if (!LEADING.has(word)) command.word = word;
    return;
  }
  command.count += 1;
  const isName = NAME.test(word);
  if (NAMING.has(first) && command.count === 1 && isName) assigned(word);
  // `ENV NAME value` and `ARG NAME` of a Dockerfile.
  if ((first === 'ENV' || first === 'ARG') && command.count === 1 && isName) assigned(word);
  if (FILLING.has(first) && isName) assigned(word);
  if (first === 'printf' && isName && command.count === 2) assigned(word);
  if ((first === '.' || first === 'source') && command.count === 1) sourced(lastPart(word));
  if (first === 'printenv' && isName) read(word, offset);
}

function lastPart(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/["')}]+$/u, '');
}
