/**
 * What was made of some files, kept with the very bytes of those files: it is reused only while they are the same, byte by
 * byte, which is surer than a hash and takes less of a start, and while each path leads to the same file. A plan can hold a generator's command, so a cache file
 * deserves the care of a script.
 */
import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readPrivate, writePrivate } from '../files/private-file.js';
import { removeQuietly } from '../files/remove-quietly.js';
import { type CacheFolder, makeCacheFolder } from '../inputs/cache-folder.js';
import { CODE_ID } from '../version.js';
import { identityOf, readSource } from './read-source.js';
import { textDigest } from './text-digest.js';

/** The key of an entry: its kind, and what distinguishes it from all others of that kind. */
export interface Slot {
  /** Null where nothing may be kept. */
  readonly cacheFolder: CacheFolder | null;
  readonly kind: 'plans' | 'links' | 'config' | 'notes';
  readonly key: string;
}

/** A file that something was made of, by its absolute path; null where there was none. */
export interface SourceFile {
  readonly path: string;
  readonly bytes: Uint8Array | null;
  /** Given where it matters which file it is: two parents may be links to one, and later two files of the same bytes. */
  readonly identity?: string;
}

/** A file that the caller has read itself, for more than its bytes matters. */
export interface ReadFile {
  readonly path: string;
  readonly bytes: Buffer;
}

/** The first line of an entry. Code that has changed may make something else of the same files. */
type Head = readonly [
  code: string,
  kind: Slot['kind'],
  key: string,
  files: readonly (readonly [path: string, length: number | null, identity: string | null])[],
];

const LINE_END = 0x0a;
/** How many entries of one kind are kept; the oldest are removed. */
const MOST_KEPT = 200;

/**
 * What `read` makes of the text that this very code kept here, if every file it was made of is as it was. Any doubt gives
 * null, and nothing is said. `given` is not read again.
 */
export function readKept<Value>(
  slot: Slot,
  read: (text: string) => Value,
  given: ReadFile | null = null,
): { readonly made: Value; readonly sources: readonly SourceFile[] } | null {
  const { cacheFolder } = slot;
  const isThere = cacheFolder !== null && cacheFolder.missing.length === 0;
  const entry = isThere ? readPrivate(pathIn(cacheFolder, slot)) : null;
  if (entry === null) return null;
  try {
    const kept = keptIn(entry, slot, given);
    return kept && { made: read(kept.text), sources: kept.sources };
  } catch {
    return null;
  }
}

/** Best effort: what cannot be kept costs time, nothing else. */
export function keep(slot: Slot, sources: readonly SourceFile[], text: string): void {
  const { cacheFolder } = slot;
  if (cacheFolder === null || !makeCacheFolder(cacheFolder)) return;
  const files = sources.map(({ path, bytes, identity }) => [path, bytes?.length ?? null, identity ?? null] as const);
  const head: Head = [CODE_ID, slot.kind, slot.key, files];
  const contents = sources.flatMap(({ bytes }) => bytes ?? []);
  const path = pathIn(cacheFolder, slot);
  const isKept = writePrivate(path, () =>
    Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...contents, Buffer.from(text)]),
  );
  if (isKept) removeOldestBeside(path);
}

function keptIn(
  entry: Buffer,
  { kind, key }: Slot,
  given: ReadFile | null,
): { sources: readonly SourceFile[]; text: string } | null {
  const headEnd = entry.indexOf(LINE_END);
  const head: Head = JSON.parse(entry.toString('utf8', 0, headEnd));
  if (head[0] !== CODE_ID || head[1] !== kind || head[2] !== key) return null;
  const sources: SourceFile[] = [];
  let start = headEnd + 1;
  for (const [path, length, identity] of head[3]) {
    const end = start + (length ?? 0);
    const bytes = length === null ? null : entry.subarray(start, end);
    const source: SourceFile = identity === null ? { path, bytes } : { path, bytes, identity };
    if (!isUnchanged(source, given)) return null;
    sources.push(source);
    start = end;
  }
  return { sources, text: entry.toString('utf8', start) };
}

/** Whether each of them still leads to the same bytes, and to the same file where that matters. */
export function areUnchanged(sources: readonly SourceFile[]): boolean {
  return sources.every((source) => isUnchanged(source, null));
}

function isUnchanged({ path, bytes, identity }: SourceFile, given: ReadFile | null): boolean {
  if (identity !== undefined && identityOf(path) !== identity) return false;
  if (given?.path === path) return bytes !== null && given.bytes.equals(bytes);
  const found = readSource(path);
  return bytes === null ? found.kind === 'absent' : found.kind === 'bytes' && found.bytes.equals(bytes);
}

/** Two versions of the tool keep theirs side by side. The name is a digest, which two may share: the entry contains the full key. */
function pathIn({ path }: CacheFolder, { kind, key }: Slot): string {
  return join(path, kind, textDigest(`${CODE_ID} ${key}`));
}

function removeOldestBeside(newest: string): void {
  try {
    const folder = dirname(newest);
    const paths = readdirSync(folder).flatMap((name) => (name === basename(newest) ? [] : join(folder, name)));
    if (paths.length < MOST_KEPT) return;
    const byAge = paths.map((path) => ({ path, changed: statSync(path).mtimeMs }));
    byAge.sort((one, other) => one.changed - other.changed);
    for (const { path } of byAge.slice(0, paths.length - MOST_KEPT / 2)) removeQuietly(path);
  } catch {
    // Another process tidies up as well.
  }
}
