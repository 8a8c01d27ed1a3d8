/**
 * Files that carry values and belong to a session, or to one result, instead of their receivers: 0400, in a private folder under the
 * system's temporary one, which is made with the first file. The code that makes them ends them.
 */
import { lstatSync, rmdirSync, unlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { writingInto } from '../execute/delivering/temporary-files.js';
import type { TemporaryFiles } from '../execute/ports.js';
import { keepProcessFolder, makeProcessFolder } from '../files/process-folder.js';
import type { SecretValue } from '../values/secret-value.js';

export class SessionFiles implements TemporaryFiles {
  readonly #write: TemporaryFiles['write'];
  #findSystemFolder: () => string | null;
  /** Which file each of them is, by its path. */
  readonly #written = new Map<string, string>();
  readonly #folders = new Set<string>();
  #isEnded = false;

  /** `findSystemFolder`: null if there is none to use; known to a session once its plan is. */
  constructor(findSystemFolder: () => string | null = () => null) {
    this.#findSystemFolder = findSystemFolder;
    this.#write = writingInto(() => this.#findSystemFolder(), makeProcessFolder);
  }

  /** The same files, below the folder that this finds. */
  below(findSystemFolder: () => string | null): this {
    this.#findSystemFolder = findSystemFolder;
    return this;
  }

  async write(value: SecretValue, suffix: string): Promise<string> {
    const path = await this.#write(value, suffix);
    this.#written.set(path, identityOf(path) ?? '');
    this.#folders.add(dirname(path));
    // Whoever asked for it was given up in the meantime.
    if (this.#isEnded) this.end();
    return path;
  }

  /** If it is still the file that was written: what a receiver has put in its place belongs to the receiver. */
  remove(path: string): void {
    const identity = this.#written.get(path);
    if (identity === undefined) return;
    this.#written.delete(path);
    if (identityOf(path) === identity) quietly(() => unlinkSync(path));
  }

  /** From now on the receiver removes it, and the folder stays for it, also after this process. */
  keep(path: string): void {
    if (this.#written.delete(path)) quietly(() => keepProcessFolder(dirname(path)));
  }

  /** Removes all files, and the folder unless something else is in it. May be called at the very end of a process, and more than once. */
  end(): void {
    this.#isEnded = true;
    for (const path of [...this.#written.keys()]) this.remove(path);
    for (const folder of this.#folders) quietly(() => rmdirSync(folder));
  }
}

/** The number of a removed file may be given to a new one, which was created later. Null if there is none. */
function identityOf(path: string): string | null {
  try {
    const found = lstatSync(path, { bigint: true });
    return `${found.dev} ${found.ino} ${found.birthtimeNs}`;
  } catch {
    return null;
  }
}

function quietly(remove: () => void): void {
  try {
    remove();
  } catch {
    // It is gone, or the receiver has taken the permission away.
  }
}
