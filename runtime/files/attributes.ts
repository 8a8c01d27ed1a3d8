/**
 * Access lists and extended attributes, for which Node and Bun have no calls. `cp` copies them, from descriptor to
 * descriptor, so that other users who may write in the folder cannot substitute another file.
 */
import { closeSync, existsSync, openSync } from 'node:fs';

/** Not searched in PATH, which may contain a folder of the project. */
const PROGRAMS = ['/usr/bin/cp', '/bin/cp', '/run/current-system/sw/bin/cp'] as const;
const PATIENCE_MS = 10_000;

/**
 * Gives the open file those of `path`. False if that failed; what the file has then is not known,
 * and only a mode with rights for the owner alone is safe: on Linux it makes every access list ineffective.
 */
export function copyAttributes(path: string, descriptor: number): boolean {
  const words = wordsOf(process.platform);
  const program = PROGRAMS.find((one) => existsSync(one));
  if (words === null || program === undefined) return false;
  try {
    const source = openSync(path, 'r');
    try {
      return succeeds(program, words, source, descriptor);
    } finally {
      closeSync(source);
    }
  } catch {
    return false;
  }
}

/** Null for systems whose `cp` has no known option for this. */
function wordsOf(platform: NodeJS.Platform): readonly string[] | null {
  if (platform === 'linux') {
    const attributes = ['--attributes-only', '--preserve=all', '--no-preserve=timestamps,links'];
    return [...attributes, '--', '/proc/self/fd/0', '/proc/self/fd/1'];
  }
  // The content is copied too: it is overwritten afterwards, and everyone who may read it could read it before.
  return platform === 'darwin' ? ['-p', '/dev/fd/0', '/dev/fd/1'] : null;
}

function succeeds(program: string, words: readonly string[], source: number, target: number): boolean {
  const { spawnSync } = process.getBuiltinModule('node:child_process');
  const { status } = spawnSync(program, [...words], {
    stdio: [source, target, 'ignore'],
    env: { LC_ALL: 'C' },
    cwd: '/',
    timeout: PATIENCE_MS,
  });
  return status === 0;
}
