/** Files that a client was given: each is kept until the client releases it, or the session ends. */
import { randomBytes } from 'node:crypto';
import type { SessionFiles } from '../session/session-files.js';

/** So many files at once; a session that needs more has forgotten to release. */
const MOST_LEASES = 1_024;
/** Files whose paths are inside values: no client knows them, so that they live as long as the session. */
const MOST_INPUT_FILES = 4_096;
const ID_BYTES = 18;

/** Room for the files of a request that is under way. */
interface Room {
  readonly leases: number;
  readonly inputFiles: number;
}

export class Leases {
  readonly #files: SessionFiles;
  readonly #paths = new Map<string, string>();
  #inputFiles = 0;
  #promised: Room = { leases: 0, inputFiles: 0 };

  constructor(files: SessionFiles) {
    this.#files = files;
  }

  /** Takes room before a store is asked, so that nothing is made or asked for in vain. Gives it back by the result; null if there is none. */
  take({ leases, inputFiles }: Room): (() => void) | null {
    const hasLeases = leases === 0 || this.#paths.size + this.#promised.leases + leases <= MOST_LEASES;
    const hasFiles = inputFiles === 0 || this.#inputFiles + this.#promised.inputFiles + inputFiles <= MOST_INPUT_FILES;
    if (!hasLeases || !hasFiles) return null;
    this.#promise(leases, inputFiles);
    let isTaken = true;
    return () => {
      if (isTaken) this.#promise(-leases, -inputFiles);
      isTaken = false;
    };
  }

  /** The id by which the client releases the file. */
  lease(path: string): string {
    const id = randomBytes(ID_BYTES).toString('base64url');
    this.#paths.set(id, path);
    return id;
  }

  keepInputs(paths: readonly string[]): void {
    this.#inputFiles += paths.length;
  }

  /** How many there were. */
  release(ids: readonly string[]): number {
    const known = [...new Set(ids)].flatMap((id) => this.#paths.get(id) ?? []);
    for (const path of known) this.#files.remove(path);
    for (const id of ids) this.#paths.delete(id);
    return known.length;
  }

  #promise(leases: number, inputFiles: number): void {
    const { leases: held, inputFiles: heldFiles } = this.#promised;
    this.#promised = { leases: held + leases, inputFiles: heldFiles + inputFiles };
  }
}
