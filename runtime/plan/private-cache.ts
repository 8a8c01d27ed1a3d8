/**
 * What was made of some files, kept with the very bytes of those files: it is used only while they are the same, byte by
 * byte, which is surer than a hash and takes less of a start. A plan can hold a generator's command, so a cache file
 * deserves the care of a script.
 */
import { readPrivate, writePrivate } from '../files/private-file.js';

export interface CacheEntry {
  /** The content of the files that `body` was made of. */
  readonly sources: readonly Uint8Array[];
  readonly body: string;
}

const LINE_END = 0x0a;

/** The entry at this path, if `tag` is what it was written with; null for anything foreign or damaged. */
export function readCached(path: string, tag: string): CacheEntry | null {
  const bytes = readPrivate(path);
  return bytes === null ? null : entryIn(bytes, tag);
}

/** Best effort: a cache that cannot be written costs time, nothing else. */
export function writeCached(path: string, tag: string, entry: CacheEntry): void {
  writePrivate(path, () => bytesOf(entry, tag));
}

/** A line with the tag and the lengths of the sources, then the sources, then the body. */
function bytesOf({ sources, body }: CacheEntry, tag: string): Uint8Array {
  const head = `${tag} ${sources.map(({ length }) => length).join(',')}\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), ...sources, Buffer.from(body, 'utf8')]);
}

function entryIn(bytes: Buffer, tag: string): CacheEntry | null {
  const headEnd = bytes.indexOf(LINE_END);
  const head = bytes.toString('latin1', 0, headEnd);
  if (headEnd === -1 || !head.startsWith(`${tag} `)) return null;
  const sources: Uint8Array[] = [];
  let start = headEnd + 1;
  for (const length of head.slice(tag.length + 1).split(',')) {
    const end = start + Number(length);
    sources.push(bytes.subarray(start, end));
    start = end;
  }
  return { sources, body: bytes.toString('utf8', start) };
}
