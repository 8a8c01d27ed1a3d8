/** Runs the editor on the terminal of this process, until it ends. */
import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { isatty } from 'node:tty';
import { isSent } from '../child/forward-signals.js';
import { proc } from '../files/proc.js';
import { codeOf, reasonOf } from '../files/system-reason.js';
import { windowsProgram } from '../files/windows-folder.js';
import type { Variables } from '../inputs/folders.js';
import { limitTime } from '../limit-time.js';
import { batchCommand, isBatchFile } from '../programs/batch-file.js';
import { PROGRAM_GRACE_MS } from '../programs/grace.js';
import { resolveCommand } from '../programs/resolve-command.js';
import { byteStringOf, textOf } from '../values/byte-string.js';
import { commandOf, type Editor } from './find-editor.js';
import type { PrivatePlace } from './private-place.js';

export interface EditorRun {
  readonly variables: Variables;
  readonly workingFolder: string;
  /** Ends the editor, and removes its file before that. */
  readonly signal: AbortSignal;
}

/** Null if it ended without an error, else how it ended, as a clause. */
export async function runEditor(editor: Editor, place: PrivatePlace, run: EditorRun): Promise<string | null> {
  run.signal.throwIfAborted();
  if (editor.isMissing) return 'is not found';
  const terminal = openTerminal();
  try {
    const child = started(editor, place, run, terminal);
    if (typeof child === 'string') return `cannot be started: ${child}`;
    return await endOf(child, place, run.signal);
  } finally {
    if (terminal !== null) closeSync(terminal);
  }
}

const TERMINAL = '/dev/tty';

/** For an editor, where our input is something else. */
function openTerminal(): number | null {
  if (isatty(0) || process.platform === 'win32') return null;
  try {
    return isatty(2) ? openSync(TERMINAL, 'r+') : null;
  } catch {
    return null;
  }
}

/** The editor draws on the terminal, also where our output goes elsewhere. A reason if it cannot be started. */
function started(editor: Editor, place: PrivatePlace, run: EditorRun, terminal: number | null): ChildProcess | string {
  const { command, args } = commandOf(editor, place.folder, place.file);
  const variables = variablesFor(editor, place.folder, run.variables);
  const start = process.platform === 'win32' ? onWindows(command, args, run.variables) : { command, args };
  if (start === null) return 'it is not found';
  const { spawn } = process.getBuiltinModule('node:child_process');
  try {
    return spawn(start.command, start.args, {
      stdio: [terminal ?? 0, isatty(1) ? 1 : 2, 2],
      env: variables,
      cwd: editor.known?.worksInFolder === true ? place.folder : run.workingFolder,
      windowsVerbatimArguments: isBatchFile(command),
    });
  } catch (error) {
    return reasonOf(codeOf(error));
  }
}

function onWindows(
  command: string,
  args: readonly string[],
  variables: Variables,
): { readonly command: string; readonly args: readonly string[] } | null {
  const found = resolveCommand(byteStringOf(command), variables['PATH'], variables['PATHEXT']);
  const path = found.kind === 'found' ? textOf(found.path) : null;
  if (path === null || !isBatchFile(path)) return path === null ? null : { command: path, args };
  return batchCommand(windowsProgram('cmd.exe'), path, args);
}

/** What an editor keeps in the folder for temporary files is removed with the private one. */
function variablesFor({ known }: Editor, folder: string, variables: Variables): Record<string, string> {
  const theirs = definedIn(variables);
  return known?.keepsVariables === true ? theirs : { ...theirs, TMPDIR: folder, TMP: folder, TEMP: folder };
}

function definedIn(variables: Variables): Record<string, string> {
  const entries = Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return Object.fromEntries(entries);
}

function endOf(child: ChildProcess, place: PrivatePlace, signal: AbortSignal): Promise<string | null> {
  const { guard } = place;
  if (child.pid !== undefined) guard.editorIs(child.pid);
  let endKill = () => {};
  const giveUp = () => {
    place.remove();
    // Not SIGHUP, at which some save what they have beside the file or in the working folder.
    endTree(child.pid, 'SIGTERM');
    endKill = limitTime(PROGRAM_GRACE_MS, () => endTree(child.pid, 'SIGKILL'));
  };
  return new Promise<string | null>((resolve, reject) => {
    signal.addEventListener('abort', giveUp);
    child.on('error', (error) => {
      if (child.pid === undefined) resolve(`cannot be started: ${reasonOf(codeOf(error))}`);
    });
    child.on('exit', (code, name) => {
      guard.editorIs(null);
      signal.removeEventListener('abort', giveUp);
      endKill();
      if (signal.aborted) reject(signal.reason);
      else resolve(howEnded(code, name));
    });
  });
}

/** A shell may stand between the editor and us, and the terminal's group is ours, too. */
function endTree(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  for (const child of childrenOf(pid)) endTree(child, signal);
  isSent(pid, signal);
}

/** None where the system does not say. */
function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(proc(`${pid}/task/${pid}/children`), 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
}

function howEnded(code: number | null, signal: NodeJS.Signals | null): string | null {
  if (signal !== null) return `was ended by ${signal}`;
  return code === 0 ? null : `ended with exit code ${code}`;
}
