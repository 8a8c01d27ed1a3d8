/**
 * Whether files are as they were when a shell has looked last: a look at each of them, and nothing else. Loaded before anything else
 * of the program, by shells that cannot look at files themselves.
 */
import { type BigIntStats, statSync } from 'node:fs';

/** Given to such a call: what `seenOf` has returned. */
export const SEEN = '__TOOL_HOOK_SEEN';

/** Whether these arguments ask only this. */
export function asksChanged(words: readonly string[]): boolean {
  return words.length === 3 && words[0] === 'hook' && words[2] === '--changed';
}

/** The exit code: 0 if something has changed, 1 if not. Without anything to compare there is no change that a prompt could wait for. */
export function changedCode(seen: string | undefined): number {
  try {
    const files: readonly (readonly [path: string, mark: string])[] = JSON.parse(seen || '[]');
    return files.some(([path, mark]) => markOf(statOf(path)) !== mark) ? 0 : 1;
  } catch {
    return 0;
  }
}

export function seenOf(files: readonly (readonly [path: string, status: BigIntStats | null])[]): string {
  return JSON.stringify(files.map(([path, status]) => [path, markOf(status)]));
}

/** Null: there is no such file, or it cannot be looked at. */
export function statOf(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

function markOf(status: BigIntStats | null): string {
  return status === null ? '' : [status.mtimeNs, status.ctimeNs, status.ino, status.size].join(' ');
}
