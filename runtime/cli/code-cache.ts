/**
 * What V8 made of the program's code last time, kept in the user's cache so that the next start compiles nothing. V8
 * believes such a file blindly, so it must be ours, whole, and made from exactly this code by exactly this V8.
 */
import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readPrivate, writePrivate } from '../files/private-file.js';
import { textDigest } from '../plan/text-digest.js';

const PREFIX = 'code-';
/** Kept of one build: its files as each command uses them, for a few Nodes and options of V8. */
const MOST_KEPT = 64;

export interface CodeCache {
  readonly folder: string;
  /** Names the code of the whole bundle by its content. */
  readonly buildId: string;
  /** What a file is used for. V8 keeps what ran, so that one form for all uses would serve most of them badly. */
  readonly usageOf: (file: string) => string;
}

/** The name says everything the compiled form of a file depends on. */
export function codeCachePath({ folder, buildId, usageOf }: CodeCache, file: string): string {
  const options = textDigest(`${process.env['NODE_OPTIONS'] ?? ''} ${process.execArgv.join(' ')}`);
  const name = [buildId, basename(file, '.js'), usageOf(file), process.arch, process.versions.v8, options];
  return join(folder, `${PREFIX}${name.join('-')}`);
}

/** The compiled form; undefined where there is none, or any doubt about it. */
export function readCompiled(path: string): Buffer | undefined {
  const compiled = readPrivate(path);
  return compiled === null || compiled.length === 0 ? undefined : compiled;
}

/** Best effort; files of other builds go. `compiledNow` is asked only where the file can be written. */
export function writeCompiled(path: string, { buildId }: CodeCache, compiledNow: () => Buffer): void {
  if (writePrivate(path, compiledNow)) removeOthers(path, buildId);
}

/** Those of other builds of the program, and all others where they have become many. */
function removeOthers(path: string, buildId: string): void {
  try {
    const others = readdirSync(dirname(path)).filter((name) => name.startsWith(PREFIX) && name !== basename(path));
    const unused =
      others.length < MOST_KEPT ? others.filter((name) => !name.startsWith(`${PREFIX}${buildId}-`)) : others;
    for (const name of unused) rmSync(join(dirname(path), name), { force: true });
  } catch {
    // A file left behind costs a little room.
  }
}
