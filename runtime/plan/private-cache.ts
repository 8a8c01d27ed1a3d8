/**
 * What was made of some files, kept with the very bytes of those files: it is used only while they are the same, byte by
 * byte, which is surer than a hash and takes less of a start. A plan can hold a generator's command, so a cache file
 * deserves the care of a script.
 */
import { readPrivate, writePrivate } from '../files/private-file.js';
import { checksum } from './checksum.js';

export interface CacheEntry {
  /** The content of the files that `body` was made of. */
  readonly sources: readonly Uint8Array[];
  readonly body: string;
}

const CHECKSUM_BYTES = 4;
const LINE_END = 0x0a;

/** The entry at this path, if `tag` is what it was written with; null for anything foreign or damaged. */
export function readCached(path: string, tag: string): CacheEntry | null {
  try {
    const bytes = readPrivate(path);
    return bytes === null ? null : entryIn(bytes, tag);
  } catch {
    return null;
  }
}

/** Best effort: a cache that cannot be written costs time, nothing else. */
export function writeCached(path: string, tag: string, entry: CacheEntry): void {
  writePrivate(path, () => bytesOf(entry, tag));
}

/** A line with the tag and the lengths, sources, body, blanks up to a multiple of four bytes, checksum. */
function bytesOf({ sources, body }: CacheEntry, tag: string): Uint8Array {
  const head = `${tag} ${sources.map(({ length }) => length).join(',')}\n`;
  const content = Buffer.concat([Buffer.from(head, 'latin1'), ...sources, Buffer.from(body, 'utf8')]);
  const padded = Buffer.alloc(Math.ceil(content.length / CHECKSUM_BYTES) * CHECKSUM_BYTES + CHECKSUM_BYTES, ' ');
  content.copy(padded);
  padded.writeUInt32LE(checksum(padded.subarray(0, -CHECKSUM_BYTES)), padded.length - CHECKSUM_BYTES);
  return padded;
}

function entryIn(bytes: Buffer, tag: string): CacheEntry | null {
  const end = bytes.length - CHECKSUM_BYTES;
  const headEnd = bytes.indexOf(LINE_END);
  if (end % CHECKSUM_BYTES !== 0 || headEnd === -1 || headEnd >= end) return null;
  const head = bytes.toString('latin1', 0, headEnd);
  if (!head.startsWith(`${tag} `) || bytes.readUInt32LE(end) !== checksum(bytes.subarray(0, end))) return null;
  const lengths = head
    .slice(tag.length + 1)
    .split(',')
    .map(Number);
  const sources: Uint8Array[] = [];
  let start = headEnd + 1;
  for (const length of lengths) {
    sources.push(bytes.subarray(start, start + length));
    start += length;
  }
  return { sources, body: bytes.toString('utf8', start, end) };
}
