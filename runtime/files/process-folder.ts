/** A private folder that lives no longer than its process: if that is killed, another process of the same user removes it. */
import { closeSync, existsSync, lstatSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { newPrivateFolder, PRIVATE_FILE } from './modes.js';
import { namesIn } from './names-in.js';
import { newWriterName, writerOf } from './writer-name.js';

const PREFIX = 'tool-session-';
/** Marks a folder whose files a receiver keeps longer than the process. */
const KEPT = '.kept';

/** A new one, 0700, in a folder that others may share. Those of processes that are gone are removed. Throws the system's errors. */
export function makeProcessFolder(shared: string): string {
  const folder = newProcessFolder(shared);
  newPrivateFolder(folder);
  return folder;
}

/** The path of a new one, which the caller makes. */
export function newProcessFolder(shared: string): string {
  removeOfGone(shared);
  return join(shared, newWriterName(PREFIX));
}

/** From now on its files stay, until the receiver has removed them. */
export function keepProcessFolder(folder: string): void {
  closeSync(openSync(join(folder, KEPT), 'a', PRIVATE_FILE));
}

/** Best effort. One of another machine, boot or container cannot be judged, and stays. */
function removeOfGone(shared: string): void {
  for (const name of namesIn(shared)) {
    if (writerOf(PREFIX, name) !== 'gone') continue;
    try {
      const folder = join(shared, name);
      if (isOurs(folder) && !isKept(folder)) rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another process removes it as well.
    }
  }
}

function isKept(folder: string): boolean {
  return existsSync(join(folder, KEPT)) && namesIn(folder).some((name) => name !== KEPT);
}

function isOurs(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  const user = process.getuid?.();
  return found?.isDirectory() === true && (user === undefined || found.uid === user);
}
