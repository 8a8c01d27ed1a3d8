/** Asks and changes access lists by `icacls`, which comes with Windows. No built-in of Node or Bun knows them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { removeQuietly } from '../remove-quietly.js';

/** The status of a program and what it printed; null if it was not started or took too long. */
export type RunSystemProgram = (
  name: string,
  words: readonly string[],
) => { status: number | null; stdout: string } | null;

/** Of the system, and of all administrators. */
const ALWAYS = ['*S-1-5-18', '*S-1-5-32-544'] as const;

export class Icacls {
  readonly #run: RunSystemProgram;
  readonly #folder: () => string;
  #user: string | null | undefined;
  #isSilent = false;

  /** `folder`: one that only this user can use, for the lists that the program writes. */
  constructor(run: RunSystemProgram, folder: () => string) {
    this.#run = run;
    this.#folder = folder;
  }

  /** The number of this user, `S-1-5-21-…`; null if the system does not tell. */
  get user(): string | null {
    if (this.#user === undefined)
      this.#user = /\bS-1-[\d-]+/u.exec(this.#run('whoami.exe', ['/user'])?.stdout ?? '')?.[0] ?? null;
    return this.#user;
  }

  /** The list of the file or folder; null if the system does not tell. */
  list(path: string): string | null {
    return this.#throughFile((file) => {
      if (this.#isSilent || !this.#succeeds([path, '/save', file])) return null;
      // A system that only has a program of this name, such as Wine.
      this.#isSilent = !existsSync(file);
      // A line with the name, then one with the list.
      return readFileSync(file, 'utf16le').split(/\r?\n/u)[1] ?? null;
    });
  }

  /** From now on it is of this user, the administrators and the system alone. */
  close(path: string, isFolder: boolean): boolean {
    const { user } = this;
    const rights = isFolder ? ':(OI)(CI)F' : ':F';
    const who = user === null ? [] : [`*${user}`, ...ALWAYS].map((one) => one + rights);
    return who.length > 0 && this.#succeeds([path, '/inheritance:r', '/grant:r', ...who]);
  }

  /** Gives the file this list. */
  give(path: string, list: string): boolean {
    const isGiven = this.#throughFile((file) => {
      writeFileSync(file, `${basename(path)}\r\n${list}\r\n`, 'utf16le');
      return this.#succeeds([dirname(path), '/restore', file]);
    });
    return isGiven === true && this.list(path) === list;
  }

  #throughFile<T>(use: (file: string) => T): T | null {
    const file = join(this.#folder(), `.tool-list-${process.pid}-${Math.random().toString(36).slice(2)}`);
    try {
      return use(file);
    } catch {
      return null;
    } finally {
      removeQuietly(file);
    }
  }

  #succeeds(words: readonly string[]): boolean {
    return this.#run('icacls.exe', [...words, '/q'])?.status === 0;
  }
}
