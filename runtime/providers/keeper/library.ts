/**
 * Keeper's own library. It keeps keys of the last configuration for the whole process, and prints what goes wrong with a record instead of
 * saying so (keeper.ts of 17.5.0): so whoever uses it has a turn of their own, and what it prints is read.
 */
import type { KeeperRecord, SecretManagerOptions } from '@keeper-security/secrets-manager-core';

type Library = typeof import('@keeper-security/secrets-manager-core');

/** What it prints; others may print at the same time. */
const ITS_OWN = /^(?:WARNING: Request throttled|(?:Record|File|Folder) \S+ .*skipped due to error|\w*Error: )/;

let last: Promise<unknown> = Promise.resolve();

/** What it printed is in `printed`, while `work` runs. */
export function withLibrary<T>(work: (library: Library, printed: readonly string[]) => Promise<T>): Promise<T> {
  const turn = last.then(async () => {
    const library = await loaded();
    const printed: string[] = [];
    const { error } = console;
    console.error = (...words) => {
      if (ITS_OWN.test(String(words[0]))) printed.push(words.join(' '));
      else error(...words);
    };
    try {
      return await work(library, printed);
    } finally {
      console.error = error;
      library.platform.cleanKeyCache();
    }
  });
  last = turn.catch(() => null);
  return turn;
}

async function loaded(): Promise<Library> {
  const library = await import('@keeper-security/secrets-manager-core');
  // In the bundle its members are its own; Node puts those that it does not find under `default`.
  return 'getSecrets' in library ? library : (library as { default: Library }).default;
}

export type { KeeperRecord, SecretManagerOptions };
