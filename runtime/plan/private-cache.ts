/**
 * Small files that only spare work: private to the user, written whole or not at all, and ignored whenever there is any
 * doubt about them. A plan can hold a generator's command, so a cache file deserves the care of a script.
 */
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { sha256 } from './sha256.js';

const OTHERS_MAY_WRITE = 0o022;

/** The body of a cache file whose first line is `tag` and a hash of the rest; null for anything else. */
export function readCached(path: string, tag: string): string | null {
  try {
    const bytes = readPrivate(path);
    if (bytes === null) return null;
    const end = bytes.indexOf(0x0a);
    if (end === -1) return null;
    const body = bytes.subarray(end + 1);
    return bytes.toString('latin1', 0, end) === header(tag, body) ? body.toString('utf8') : null;
  } catch {
    return null;
  }
}

/** Best effort: a cache that cannot be written costs time, nothing else. */
export function writeCached(path: string, tag: string, body: string): void {
  const bytes = Buffer.from(body, 'utf8');
  const temporary = join(dirname(path), `.${process.pid}.${process.hrtime.bigint()}.tmp`);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(temporary, Buffer.concat([Buffer.from(`${header(tag, bytes)}\n`, 'latin1'), bytes]), {
      mode: 0o600,
      flag: 'wx',
    });
    renameSync(temporary, path);
  } catch {
    rmSync(temporary, { force: true });
  }
}

function header(tag: string, body: Uint8Array): string {
  return `${tag} ${sha256(body)}`;
}

/** Only a regular file of ours that nobody else may write is believed. */
function readPrivate(path: string): Buffer | null {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const status = fstatSync(descriptor);
    const isOurs = process.getuid === undefined || status.uid === process.getuid();
    const isPrivate = process.getuid === undefined || (status.mode & OTHERS_MAY_WRITE) === 0;
    return status.isFile() && isOurs && isPrivate ? readFileSync(descriptor) : null;
  } finally {
    closeSync(descriptor);
  }
}
