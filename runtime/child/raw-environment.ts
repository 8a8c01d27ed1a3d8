/**
 * Starts a command with variables or arguments that are not UTF-8, which Node and Bun would re-encode. The one shell
 * of the project: it reads the bytes as octal escapes from a descriptor, then becomes the command.
 */
import { existsSync } from 'node:fs';
import type { Variables } from '../inputs/environment.js';
import type { ChildOutcome } from './child-outcome.js';
import { resolveCommand } from './resolve-command.js';
import { type SpawnRequest, spawnCommand } from './spawn.js';

export interface RawRequest {
  /** The command as typed, then its arguments; bytes where they are not UTF-8. */
  readonly words: readonly [Word, ...Word[]];
  readonly variables: Variables;
  /** As for `spawnCommand`. */
  readonly descriptors: readonly number[];
}
export type Word = string | Uint8Array;

const SHELL = '/bin/sh';
/** Keeps variables whose names it cannot hold for its children; a plain shell may drop them. */
const FORGIVING_SHELL = '/bin/bash';
/** No ~/.bashrc (which bash reads where standard input is a socket), no file named by BASH_ENV; functions stay variables. */
const ALONE = ['--norc', '-p'] as const;

/** The script's own variable; not in the environment of the command. */
const LINE = 'TOOL_RAW_LINE';

/** The descriptor brings lines to carry out; a shell whose `printf` is another program would show the bytes in its arguments. */
const scriptOver = (descriptor: number) =>
  [
    'case $(command -v printf) in printf) ;; *) echo "this shell has no printf of its own" >&2; exit 126 ;; esac',
    `while IFS= read -r ${LINE} <&${descriptor}; do eval "$${LINE}"; done`,
    `exec ${descriptor}<&-; unset ${LINE}`,
    'exec "$@"',
  ].join('\n');

/** Shells know descriptors of one digit; the highest is the least likely to be in use. */
const FEED_DESCRIPTORS = [9, 8, 7, 6, 5, 4, 3] as const;

/** Variables that shells set, change or do not take over; given to the command as they should be. */
const TOUCHED_BY_SHELLS = ['OLDPWD', 'PWD', 'SHLVL', 'IFS'] as const;

/**
 * As `spawnCommand`; a command or a PATH that is not UTF-8 is left to the shell, and its words. Refused where a name
 * that no shell can hold has such a value, or where keeping all variables needs a shell that is not there.
 */
export async function runThroughShell({ words, variables, descriptors }: RawRequest): Promise<ChildOutcome> {
  const [command] = words;
  const isText = typeof command === 'string' && !variables.raw.has('PATH');
  const found = isText ? resolveCommand(command, variables.texts['PATH']) : null;
  if (found !== null && found.kind !== 'found') return found;
  const unheld = [...variables.raw.keys()].find((name) => !isShellName(name));
  if (unheld !== undefined) {
    return {
      kind: 'not executable',
      reason: `\`${unheld}\` is not UTF-8, and no shell can hold a variable of that name`,
    };
  }
  const needsForgiving = Object.keys(variables.texts).some((name) => !isShellName(name));
  if (needsForgiving && !existsSync(FORGIVING_SHELL)) {
    return { kind: 'not executable', reason: `values that are not UTF-8 need ${FORGIVING_SHELL} here` };
  }
  // Some shells take a name with a dash in front for an option of `exec`, and know no `--`.
  const name = found !== null && `${command}`.startsWith('-') ? found.path : command;
  const request = { words: [name, ...words.slice(1)], variables, descriptors } as const;
  return spawnCommand(shellRequest(request, needsForgiving));
}

function shellRequest({ words, variables, descriptors }: RawRequest, needsForgiving: boolean): SpawnRequest {
  const descriptor = FEED_DESCRIPTORS.find((one) => !descriptors.includes(one)) ?? 3;
  const texts: Record<string, string> = Object.assign(Object.create(null), variables.texts);
  delete texts[LINE];
  return {
    command: needsForgiving ? FORGIVING_SHELL : SHELL,
    args: [...(needsForgiving ? ALONE : []), '-c', scriptOver(descriptor), SHELL],
    variables: texts,
    descriptors: descriptors.filter((one) => one !== descriptor),
    feed: { descriptor, text: shellLines(words, variables) },
  };
}

/** One line per word and per variable to set right; IFS comes last. */
function shellLines(words: readonly Word[], { texts, raw }: Variables): string {
  const wordLines = words.map((word) => `${captured(word)}; set -- "$@" "\${${LINE}%x}"`);
  const rawLines = [...raw].map(([name, bytes]) => exportLine(name, bytes));
  const touchedLines = TOUCHED_BY_SHELLS.filter((name) => !raw.has(name)).map((name) => {
    const text = texts[name];
    return text === undefined ? `unset ${name}` : exportLine(name, text);
  });
  return [...wordLines, ...rawLines, ...touchedLines, ''].join('\n');
}

function exportLine(name: string, value: Word): string {
  return `${captured(value)}; export ${name}="\${${LINE}%x}"`;
}

/** The letter x keeps newlines at the end, which the shell would cut. */
function captured(value: Word): string {
  return `${LINE}=$(printf '${octal(typeof value === 'string' ? Buffer.from(value) : value)}x')`;
}

/** A format for `printf`: letters and digits as they are, all other bytes as `\ooo`; some shells would take `\045` for the sign it is. */
function octal(bytes: Uint8Array): string {
  const letters = Buffer.from(bytes).toString('latin1');
  return letters.replace(/[^A-Za-z0-9]/g, (byte) => (byte === '%' ? '%%' : `\\${octalOf(byte)}`));
}

function octalOf(byte: string): string {
  return byte.charCodeAt(0).toString(8).padStart(3, '0');
}

function isShellName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}
