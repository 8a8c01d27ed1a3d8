/**
 * Access lists and extended attributes, which Node and Bun have no calls for. `cp` copies them, from descriptor to
 * descriptor, so that nobody who may write in the folder can put another file in the way.
 */
import { closeSync, existsSync, openSync } from 'node:fs';

/** Not looked for in PATH: a folder of the project may stand in it. */
const PROGRAMS = ['/usr/bin/cp', '/bin/cp', '/run/current-system/sw/bin/cp'] as const;
const PATIENCE_MS = 10_000;

/**
 * Gives the open file what `path` has of them. False where this could not be done; what the file has then is not known,
 * and only a mode that leaves rights to the owner alone is safe: on Linux it makes every access list ineffective.
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

/** Null for systems of which it is not known how their `cp` does this. */
function wordsOf(platform: NodeJS.Platform): readonly string[] | null {
  if (platform === 'linux') {
    const attributes = ['--attributes-only', '--preserve=all', '--no-preserve=timestamps,links'];
    return [...attributes, '--', '/proc/self/fd/0', '/proc/self/fd/1'];
  }
  // The content comes along: it is written over afterwards, and who may read it could read it before.
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
