/**
 * A command with variables or arguments that are not UTF-8, started by a shell where there is no perl. The one shell of the
 * project: it reads the bytes as octal escapes from a descriptor, then becomes the command. Some entries of an environment
 * do not come through: names that no shell supports with such a value, entries that are not variables, and the shell's own variables.
 */
import { existsSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { type Entries, nameOf } from '../inputs/environment.js';
import { type ByteString, textOf } from '../values/byte-string.js';
import type { ChildOutcome } from './child-outcome.js';
import { forwardSignals } from './forward-signals.js';
import { endOf, startedOr, startProcess } from './node-process.js';
import { plainEnvironment } from './plain-environment.js';
import type { ChildStart } from './start.js';

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
    'case $(command -v printf) in printf) ;; *) echo "this shell has no built-in printf" >&2; exit 126 ;; esac',
    `while IFS= read -r ${LINE} <&${descriptor}; do eval "$${LINE}"; done`,
    `exec ${descriptor}<&-; unset ${LINE}`,
    'exec "$@"',
  ].join('\n');

/** Shells know descriptors of one digit; the highest is the least likely to be in use. */
const FEED_DESCRIPTORS = [9, 8, 7, 6, 5, 4, 3] as const;

/** Variables that shells set, change or do not take over; given to the command as they should be. */
const TOUCHED_BY_SHELLS = ['OLDPWD', 'PWD', 'SHLVL', 'IFS'] as const;

/** The outcome, or the system's error code if the child could not be started. */
export function startByShell({
  path,
  words,
  environment,
  descriptors,
  output,
}: ChildStart): Promise<ChildOutcome | string> {
  const channel = FEED_DESCRIPTORS.find((one) => !descriptors.includes(one)) ?? 3;
  const texts = textsIn(environment);
  const needsForgiving = Object.keys(texts).some((name) => !isShellName(name)) && existsSync(FORGIVING_SHELL);
  // Some shells take a name with a dash in front for an option of `exec`, and know no `--`.
  const name = words[0].startsWith('-') ? path : words[0];
  const helper = {
    command: needsForgiving ? FORGIVING_SHELL : SHELL,
    args: [...(needsForgiving ? ALONE : []), '-c', scriptOver(channel), SHELL],
    variables: texts,
    descriptors: descriptors.filter((one) => one !== channel),
    output,
  };
  const follow = forwardSignals();
  return startedOr(async () => {
    const shell = startProcess(helper, channel);
    follow(shell);
    // The types know of five streams; there are as many as were asked for.
    const streams: readonly unknown[] = shell.stdio;
    const stream = streams[channel] as Writable;
    // A command that ends without reading says by its exit code what it thought of it.
    stream.on('error', () => {});
    stream.end(shellLines([name, ...words.slice(1)], environment));
    return endOf(shell);
  });
}

/** What can be given to the shell as it is. */
function textsIn(environment: Entries): Readonly<Record<string, string>> {
  const texts: Record<string, string> = Object.create(null);
  for (const entry of environment.toReversed()) Object.assign(texts, plainEnvironment([entry]));
  delete texts[LINE];
  return texts;
}

/** One line per word and per variable to set right; IFS comes last. */
function shellLines(words: readonly ByteString[], environment: Entries): string {
  const variables = new Map(
    environment.toReversed().map((entry) => [nameOf(entry) ?? '', entry.replace(/^[^=]*=/, '')]),
  );
  const isTouched = (name: string) => TOUCHED_BY_SHELLS.some((one) => one === name);
  const raw = [...variables].filter(([name, value]) => isShellName(name) && !isTouched(name) && textOf(value) === null);
  const wordLines = words.map((word) => `${captured(word)}; set -- "$@" "\${${LINE}%x}"`);
  const touchedLines = TOUCHED_BY_SHELLS.map((name) => {
    const value = variables.get(name);
    return value === undefined ? `unset ${name}` : exportLine(name, value);
  });
  return [...wordLines, ...raw.map(([name, value]) => exportLine(name, value)), ...touchedLines, ''].join('\n');
}

function exportLine(name: string, value: ByteString): string {
  return `${captured(value)}; export ${name}="\${${LINE}%x}"`;
}

/** The letter x keeps newlines at the end, which the shell would cut. */
function captured(value: ByteString): string {
  return `${LINE}=$(printf '${octal(value)}x')`;
}

/** A format for `printf`: letters and digits as they are, all other bytes as `\ooo`; some shells would take `\045` for the sign it is. */
function octal(value: ByteString): string {
  return value.replace(/[^A-Za-z0-9]/g, (byte) => (byte === '%' ? '%%' : `\\${octalOf(byte)}`));
}

function octalOf(byte: string): string {
  return byte.charCodeAt(0).toString(8).padStart(3, '0');
}

function isShellName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}
