/** What a shell compares at each prompt: the files that decide what is loaded, as they were before they were read. */
import type { BigIntStats } from 'node:fs';
import type { CacheFolder } from '../inputs/cache-folder.js';
import { seenOf, statOf } from './changed.js';
import type { Shell } from './shell.js';
import { type Stamps, stampsIn } from './stamps.js';

/** A file that is there, as the shell compares it, or one that is not. */
export interface WatchedFile {
  readonly path: string;
  /** Null: there is none. */
  readonly there: { readonly mtimeNs: bigint; readonly stamps: Stamps | null } | null;
}

export interface Watched {
  readonly files: readonly WatchedFile[];
  readonly seen: string;
}

/** Each looked at once, when it is added: before anything of it is read. */
export class Watch {
  readonly #files = new Map<string, BigIntStats | null>();

  add(...paths: readonly string[]): void {
    for (const path of paths) if (!this.#files.has(path)) this.#files.set(path, statOf(path));
  }

  /** For this shell. Where it cannot compare them itself, `seen` is what it asks with. */
  watchedBy({ looks }: Pick<Shell, 'looks'>, cacheFolder: CacheFolder | null): Watched {
    const stamped = looks === 'stamps' ? stampsIn(cacheFolder) : null;
    const files = [...this.#files].map(([path, status]): WatchedFile => {
      if (status === null) return { path, there: null };
      const { mtimeNs } = status;
      return { path, there: { mtimeNs, stamps: stamped?.(mtimeNs) ?? null } };
    });
    const isCompared = looks === 'times' || (looks === 'stamps' && files.every(({ there }) => there?.stamps !== null));
    return isCompared ? { files, seen: '' } : { files: [], seen: seenOf([...this.#files]) };
  }
}
