/** Files of results: they go with their result, and with this process where nobody has removed them. */
import type { SessionFiles } from '../session/session-files.js';

/** The files of one result. */
export interface OwnedFiles {
  /** Gives their paths, and leaves them to the caller. */
  keep(): readonly string[];
  /** Removes them. Those that are gone already are fine. */
  remove(): void;
}

/** Those of this process, or of this thread, that are still there. */
const open = new Set<ResultFiles>();

export class ResultFiles {
  #files: SessionFiles | null = null;

  /** As a session needs it: nothing is loaded before the first file. */
  readonly keepFiles = async (findSystemFolder: () => string | null): Promise<SessionFiles> => {
    const { SessionFiles } = await import('../session/session-files.js');
    this.#files = new SessionFiles(findSystemFolder);
    if (open.size === 0) process.on('exit', endAll);
    open.add(this);
    return this.#files;
  };

  /** `isLast`: no other result has files here. */
  of(paths: readonly string[], isLast: boolean): OwnedFiles {
    return {
      keep: () => {
        for (const path of paths) this.#files?.keep(path);
        return [...paths];
      },
      remove: () => {
        for (const path of paths) this.#files?.remove(path);
        if (isLast) this.end();
      },
    };
  }

  /** Removes all that were not left to the caller. */
  end(): void {
    this.#files?.end();
    if (open.delete(this) && open.size === 0) process.off('exit', endAll);
  }
}

function endAll(): void {
  for (const files of open) files.end();
}
