/** Commands that only a shell understands, and what to type for `run`, which starts programs without a shell. */

/** Commands of a shell that no program has. */
const BUILTINS: ReadonlySet<string> = new Set([
  '.',
  'alias',
  'cd',
  'eval',
  'exec',
  'export',
  'set',
  'shopt',
  'source',
  'ulimit',
  'umask',
  'unalias',
  'unset',
]);

const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)=/;

/** Characters that mean something to a shell. */
const SYNTAX = /[|&;<>()$`\\"'*?[\]#~{}]/;

/** What to type for a command line in quotes, an assignment before the command, or a command of the shell; null for any other. */
export function shellMeant(command: string): string | null {
  const assigned = ASSIGNMENT.exec(command)?.[1];
  if (assigned !== undefined) return `start it with \`env\`\n\n    tool run -- env ${assigned}=… COMMAND`;
  const [first = ''] = command.trim().split(/\s/, 1);
  if (BUILTINS.has(first)) return `\`${first}\` is a command of the shell\n\n    tool run -- sh -c '${first} …'`;
  if (!/\S\s+\S/.test(command)) return null;
  return SYNTAX.test(command)
    ? "a command line needs a shell\n\n    tool run -- sh -c 'COMMAND LINE'"
    : `leave out the quotes around the whole command\n\n    tool run -- ${command.trim()}`;
}

/** The command as it is shown: what a variable is set to may be a secret. */
export function withoutAssigned(command: string): string {
  const assigned = ASSIGNMENT.exec(command)?.[1];
  return assigned === undefined ? command : `${assigned}=…`;
}
