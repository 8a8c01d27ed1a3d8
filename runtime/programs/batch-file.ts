/**
 * Batch files on Windows. The system gives them to `cmd`, which reads the line by rules of its own: a quotation mark that other programs
 * take for text ends the quotes there, and what follows is a command (CVE-2024-27980). So the line is made here, by `cmd`'s rules.
 */

/** The program and its arguments, of which Windows makes one line as they are. */
export interface VerbatimCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** What means something to `cmd`, or separates arguments of a batch file. Other characters need no quotes. */
const PLAIN = /^[\w#$*+\-./:?@\\]+$/u;

export function isBatchFile(path: string): boolean {
  return /\.(?:bat|cmd)[. ]*$/iu.test(path);
}

/**
 * Extensions on, for `%cd:~,%`, which is nothing; delayed expansion off, so that `!` is text; no command of the registry. Null if an
 * argument has a line end or a NUL, which end the line: then the file cannot be started safely.
 */
export function batchCommand(shell: string, path: string, args: readonly string[]): VerbatimCommand | null {
  if ([path, ...args].some((text) => /[\0\r\n]/u.test(text)) || path.includes('"')) return null;
  const line = [`"${withoutVariables(path)}"`, ...args.map(quoted)].join(' ');
  return { command: shell, args: ['/e:ON', '/v:OFF', '/d', '/s', '/c', `"${line}"`] };
}

/**
 * A quotation mark is written twice: to `cmd` the quotes are then never open where they should be closed. Backslashes before a quotation
 * mark are doubled for the program that the batch file passes its arguments to.
 */
function quoted(argument: string): string {
  if (PLAIN.test(argument) && !argument.endsWith('\\')) return argument;
  const text = argument.replace(/(\\*)("|$)/gu, (_all, slashes: string, end: string) => slashes + slashes + end + end);
  return `"${withoutVariables(text)}"`;
}

/** No variable can be named in it: each `%` is followed by a reference that is empty. */
function withoutVariables(text: string): string {
  return text.replaceAll('%', '%%cd:~,%');
}
