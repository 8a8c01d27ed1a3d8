/** A private folder with one file, for an editor and whatever it keeps beside the file. It is removed however this process ends. */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { readUnlinkedFile } from '../files/read-file.js';
import { newPrivateFolder, PRIVATE_FILE } from '../files/modes.js';
import { newProcessFolder } from '../files/process-folder.js';
import { Guard } from './guard.js';

/** Editors know by the ending how to colour it. */
const NAME = 'secrets.env';

export class PrivatePlace {
  readonly folder: string;
  readonly guard: Guard;
  readonly #remove: () => void;

  /** In a folder that others may share; what processes that are gone have left there is removed. Throws the system's errors. */
  constructor(shared: string) {
    const folder = newProcessFolder(shared);
    this.folder = folder;
    // There is a guard before there is a folder, so that none is ever left.
    this.guard = Guard.of(folder);
    this.#remove = () => rmSync(folder, { recursive: true, force: true });
    process.on('exit', this.#remove);
    try {
      newPrivateFolder(folder);
    } catch (error) {
      void this.end();
      throw error;
    }
  }

  get file(): string {
    return join(this.folder, NAME);
  }

  write(text: string): void {
    const descriptor = openSync(this.file, 'wx', PRIVATE_FILE);
    try {
      const bytes = Buffer.from(text, 'utf8');
      for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
    } finally {
      closeSync(descriptor);
    }
  }

  /** Null if the editor has removed it. Throws a FileFault if it has put something else in its place. */
  read(): Buffer | null {
    return readUnlinkedFile(this.file, NAME);
  }

  /** At once, where nothing may be waited for. */
  remove(): void {
    try {
      this.#remove();
    } catch {
      // The editor is writing into it: it is removed once more after the editor.
    }
  }

  async end(): Promise<void> {
    this.#remove();
    process.off('exit', this.#remove);
    await this.guard.end();
  }
}
