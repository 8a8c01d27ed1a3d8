/**
 * What V8 made of the program's code last time, kept in the user's cache so that the next start compiles nothing. V8
 * believes such a file blindly, so it must be ours, whole, and made from exactly this code by exactly this V8.
 */
import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readPrivate, writePrivate } from '../files/private-file.js';
import { textDigest } from '../plan/text-digest.js';

const PREFIX = 'code-';
/** Kept of one version of the program: for other Nodes, and for other options of V8. */
const MOST_KEPT = 8;

/** `codeId` names the program's code by its content. The name says everything the compiled form depends on. */
export function codeCachePath(cacheFolder: string, codeId: string): string {
  const options = textDigest(`${process.env['NODE_OPTIONS'] ?? ''} ${process.execArgv.join(' ')}`);
  return join(cacheFolder, `${PREFIX}${codeId}-${process.arch}-${process.versions.v8}-${options}`);
}

/** The compiled form; undefined where there is none, or any doubt about it. */
export function readCompiled(path: string): Buffer | undefined {
  const compiled = readPrivate(path);
  return compiled === null || compiled.length === 0 ? undefined : compiled;
}

/** Best effort; files of older versions of the program go. `compiledNow` is asked only where the file can be written. */
export function writeCompiled(path: string, compiledNow: () => Buffer): void {
  if (writePrivate(path, compiledNow)) removeOlder(path);
}

/** Those of other versions of the program, and all others where they have become many. */
function removeOlder(path: string): void {
  const [, codeId] = basename(path).split('-');
  try {
    const others = readdirSync(dirname(path)).filter((name) => name.startsWith(PREFIX) && name !== basename(path));
    const older = others.length < MOST_KEPT ? others.filter((name) => name.split('-')[1] !== codeId) : others;
    for (const name of older) rmSync(join(dirname(path), name), { force: true });
  } catch {
    // A file left behind costs a little room.
  }
}
