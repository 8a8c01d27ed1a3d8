/** The hook of a repository: written beside the one that is there, which it runs, and removed again. */
import {
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { removeQuietly } from '../../files/remove-quietly.js';
import { fill, syncFolder } from '../../files/replace.js';
import { newTemporary, removeAbandoned } from '../../files/temporaries.js';
import { hookText, isOurs, KEPT_NAME, lineOf, linesIn } from './hook-text.js';
import { isOfFramework } from './hooks-folder.js';

const NAME = 'pre-commit';
const MODE = 0o755;

export type Installed =
  | { readonly kind: 'installed'; readonly path: string; readonly kept: boolean; readonly isOfFramework: boolean }
  | { readonly kind: 'there already'; readonly path: string }
  /** A file is in the way. */
  | { readonly kind: 'refused'; readonly path: string };

export type Uninstalled =
  | { readonly kind: 'removed'; readonly path: string; readonly restored: boolean }
  | { readonly kind: 'not there'; readonly path: string };

/** `manifest`: from the top of the work tree. Throws the system's errors; the hook is then as before. */
export function installHook(folder: string, manifest: string, program: readonly string[]): Installed {
  const [path, keptPath] = [join(folder, NAME), join(folder, KEPT_NAME)];
  const previous = textAt(path);
  const lines = previous !== null && isOurs(previous) ? linesIn(previous) : [];
  const line = lineOf(manifest);
  const text = hookText(program, [...new Set([...lines, line])]);
  if (previous === text) return { kind: 'there already', path };
  mkdirSync(folder, { recursive: true });
  const isForeign = previous !== null && !isOurs(previous);
  // The hook is in force under its name until ours takes its place in one step.
  if (isForeign && !keep(path, keptPath)) return { kind: 'refused', path: keptPath };
  write(folder, path, text);
  const kept = textAt(keptPath);
  return { kind: 'installed', path, kept: kept !== null, isOfFramework: kept !== null && isOfFramework(kept) };
}

/** Removes this manifest from the hook, and the hook with the last one. */
export function uninstallHook(folder: string, manifest: string, program: readonly string[]): Uninstalled {
  const [path, keptPath] = [join(folder, NAME), join(folder, KEPT_NAME)];
  const text = textAt(path);
  const lines = text !== null && isOurs(text) ? linesIn(text) : [];
  const left = lines.filter((line) => line !== lineOf(manifest));
  if (left.length === lines.length) return { kind: 'not there', path };
  if (left.length > 0) {
    write(folder, path, hookText(program, left));
    return { kind: 'removed', path, restored: false };
  }
  const restored = lstatSync(keptPath, { throwIfNoEntry: false }) !== undefined;
  if (restored) renameSync(keptPath, path);
  else unlinkSync(path);
  syncFolder(folder);
  return { kind: 'removed', path, restored };
}

/** Under a second name, the same file. False if another file has that name. */
function keep(path: string, keptPath: string): boolean {
  const kept = lstatSync(keptPath, { throwIfNoEntry: false });
  // An installation that was stopped has left it.
  if (kept !== undefined) return bytesAt(keptPath).equals(bytesAt(path));
  if (lstatSync(path).isSymbolicLink()) symlinkSync(readlinkSync(path), keptPath);
  else linked(path, keptPath);
  return true;
}

/** Where the system has no second names, a copy. */
function linked(path: string, keptPath: string): void {
  try {
    linkSync(path, keptPath);
  } catch {
    copyFileSync(path, keptPath);
  }
}

function write(folder: string, path: string, text: string): void {
  removeAbandoned(folder);
  const temporary = newTemporary(folder);
  try {
    fill(openSync(temporary, 'wx', MODE), Buffer.from(text, 'utf8'));
    renameSync(temporary, path);
  } catch (error) {
    removeQuietly(temporary);
    throw error;
  }
  syncFolder(folder);
}

/** Null if nothing is there. */
function textAt(path: string): string | null {
  return lstatSync(path, { throwIfNoEntry: false }) === undefined ? null : bytesAt(path).toString('utf8');
}

/** None of a link that leads nowhere. */
function bytesAt(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
