/** Writes a plan where people keep it: whole or not at all, and only if it differs from what lies there. */
import { closeSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { planFiles } from '#schemas/diagnostics/E13-plan-files.js';
import type { CachedPlan } from './plan-cache.js';
import { planFileText } from './plan-file.js';
import { readSource } from './read-source.js';

/** A plan holds no value: everybody may read it. The umask takes away what it takes away. */
const MODE = 0o644;

/** `shown` is the path as it was given. Null when the file now holds this plan. A symbolic link is followed, never replaced. */
export function writePlanFile(shown: string, compiled: CachedPlan): Diagnostic | null {
  const refused = (problem: string) => planFiles.E1307({ file: shown, problem });
  const path = targetOf(resolve(shown));
  const bytes = Buffer.from(planFileText(compiled), 'utf8');
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && !found.isFile()) return refused('is no regular file');
    if (found !== undefined && holds(path, bytes)) return null;
    replace(path, bytes);
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return refused(PROBLEMS[code] ?? `cannot be written (${code})`);
  }
}

const PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'lies in a folder that does not exist',
  ENOTDIR: 'lies in something that is no folder',
  EACCES: 'cannot be written: permission denied',
  EPERM: 'cannot be written: permission denied',
  EROFS: 'cannot be written: the file system is read-only',
  ENOSPC: 'cannot be written: no space is left',
};

function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function holds(path: string, bytes: Buffer): boolean {
  const found = readSource(path);
  return found.kind === 'bytes' && found.bytes.equals(bytes);
}

function replace(path: string, bytes: Buffer): void {
  const temporary = join(
    dirname(path),
    `.${basename(path).slice(0, 100)}.${process.pid}.${process.hrtime.bigint()}.tmp`,
  );
  try {
    const descriptor = openSync(temporary, 'wx', MODE);
    try {
      writeFileSync(descriptor, bytes);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
