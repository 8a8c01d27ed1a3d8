/** Which editor a person wants, as `git commit` finds it: `VISUAL`, `EDITOR`, else a usual one. */
import { readFileSync, realpathSync } from 'node:fs';
import { basename } from 'node:path';
import type { Variables } from '../inputs/folders.js';
import { DEFAULT_PATH, resolveCommand } from '../programs/resolve-command.js';
import { byteStringOf, textOf } from '../values/byte-string.js';
import { type KnownEditor, knownEditor, LIKE_VI } from './known-editors.js';

export interface Editor {
  /** As it is written: the words for a shell, or one program. */
  readonly text: string;
  /** The name of its program, for people. */
  readonly name: string;
  readonly known: KnownEditor | null;
  /** Its program is not there, which a shell would say less well. */
  readonly isMissing: boolean;
}

/** Debian's choice of the user comes first. */
const USUAL = process.platform === 'win32' ? ['notepad'] : ['editor', 'vi', 'nano'];

/**
 * Null if none is named and no usual one is here, or nobody at a terminal, where a usual one would wait for ever. `VISUAL` is for
 * terminals that can move the cursor.
 */
export function findEditor(variables: Variables, isInteractive: boolean): Editor | null {
  const isDumb = ['', 'dumb'].includes(variables['TERM'] ?? '') && process.platform !== 'win32';
  const order = isDumb ? ['EDITOR', 'VISUAL'] : ['VISUAL', 'EDITOR'];
  const text = order.map((name) => variables[name]?.trim()).find(Boolean);
  if (text !== undefined) return editorOf(text, variables);
  if (!isInteractive) return null;
  const usual = USUAL.find((name) => pathOf(name, variables) !== null);
  return usual === undefined ? null : editorOf(usual, variables);
}

/** The command for a shell that is given the file; on Windows, where none reads it, the words themselves. */
export function commandOf(
  { text, known }: Editor,
  folder: string,
  file: string,
): { readonly command: string; readonly args: readonly string[] } {
  const more = [...waiting(known, text), ...(known?.words?.(folder) ?? []), file];
  if (process.platform === 'win32') {
    const [command = text, ...args] = wordsOf(text);
    return { command, args: [...args, ...more] };
  }
  // Ctrl-C is for the editor: a shell that waits for it stays.
  const start = PLAIN_WORDS.test(text) ? 'exec' : 'trap : INT QUIT;';
  return { command: '/bin/sh', args: ['-c', `${start} ${text} "$@"`, text, ...more] };
}

/** A program and arguments, none of which means something to a shell. */
const PLAIN_WORDS = /^[\w./+-]+(?: [\w./+:,@%=-]+)*$/u;

/** Anything else may be the work of a shell. */
const PROGRAM = /^[\w./+-]+$/u;

function editorOf(text: string, variables: Variables): Editor {
  const [first = text] = wordsOf(text);
  const path = pathOf(first, variables);
  const real = path === null ? null : realOf(path);
  const names = [first, ...(real === null ? [] : [real])].map(nameOf);
  if (real !== null && LIKE_VI.test(nameOf(real)) && isVim(real)) names.push('vim');
  return { text, name: nameOf(first), known: knownEditor(names), isMissing: path === null && PROGRAM.test(first) };
}

/** Words between blanks and quotes. A person who writes more for the shell gets no additions that are meant for a program. */
function wordsOf(text: string): readonly string[] {
  const words = text.match(/"[^"]*"|'[^']*'|[^\s"']+/gu) ?? [];
  return words.map((word) => word.replace(/^(?<quote>["'])(?<inner>.*)\k<quote>$/u, '$<inner>'));
}

function waiting(known: KnownEditor | null, text: string): readonly string[] {
  if (known?.waits === undefined) return [];
  const given = new Set(wordsOf(text));
  return known.waits.some((word) => given.has(word)) ? [] : [known.waits[0]];
}

function pathOf(name: string, variables: Variables): string | null {
  const found = resolveCommand(
    byteStringOf(name),
    byteStringOf(variables['PATH'] ?? DEFAULT_PATH),
    variables['PATHEXT'],
  );
  return found.kind === 'found' ? textOf(found.path) : null;
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** By what it says of itself in its version. */
function isVim(path: string): boolean {
  try {
    return readFileSync(path).includes('Vi IMproved');
  } catch {
    return false;
  }
}

function nameOf(path: string): string {
  return basename(path.replaceAll('\\', '/')).replace(/\.(?:exe|com|cmd|bat)$/iu, '');
}
