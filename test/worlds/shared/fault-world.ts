/**
 * What goes wrong with a store's files, its program or its server, for `test/faults/store-faults.mjs`. A world is a folder with two
 * manifests, one for the store and one for what is moved out of it; each case gets a copy of it.
 */
import { chmodSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

/** The store has its own folder, so that a fault of the folder is one of the store. */
export const STORE = 'store';
/** What the store holds. */
export const VALUES = { ONE: 'canary-one', TWO: 'canary-two' };
/** Reported before anything is tried, where the folder itself says that it may not be written. */
const REFUSED = ['E1102', 'E1114', 'E1120'];
/** Commands that need no room. */
export const REMOVING = ['delete', 'import from it --delete-source'];
export const NOTHING_STORED = ['E1001', 'E1003'];

/** The folders of a case: `place` has the manifest. */
export interface Folders {
  readonly place: string;
  readonly home: string;
}
type Variables = Readonly<Record<string, string | undefined>>;

/** What the suite provides. */
export interface FaultTools {
  /** The folder of a key of gpg that opens what is encrypted for `faults@tool.test`; null: gpg is missing. */
  readonly gpgHome: string | null;
  /** The PATH with this program, if its own suite has built it; else null. */
  readonly withProgram: (name: string) => string | null;
  /** Whether a program of the system is there. */
  readonly isThere: (program: string) => boolean;
}

export interface FaultWorld {
  readonly uri: (server: { readonly port: number }) => string;
  /** Its server is a vault in memory, which is asked for `server` faults. */
  readonly hasServer?: true;
  /** The file of ONE. The values are written by the tool; without it, by `prepare`. */
  readonly file?: string;
  readonly neverRemoves?: true;
  /** Of the manifest, where an address alone is not enough. */
  readonly aliases?: string;
  readonly variables?: Variables;
  readonly variablesIn?: (folders: Folders) => Variables;
  readonly prepare?: (folders: Folders) => void;
  readonly faults: Readonly<Record<string, Fault>>;
}

/** How it is brought about, and the codes that it may be reported with. */
export interface Fault {
  readonly codes: readonly string[];
  readonly bring?: (folders: Folders) => void;
  readonly needsUser?: true;
  readonly isGone?: true;
  readonly isFull?: true;
  readonly isLocked?: true;
  readonly isSilentBus?: true;
  /** System calls that fail with this error. */
  readonly calls?: string;
  readonly answer?: string;
  readonly variables?: Variables;
  /** In place of every program of a store: lines of a shell. */
  readonly program?: string;
  readonly server?: string;
  readonly onlyWrites?: true;
  readonly onlyReads?: true;
  readonly only?: readonly string[] | null;
  /** Commands that may succeed: what they do needs no call that fails. */
  readonly mayWork?: readonly string[];
  readonly mostErrors?: number;
  /** How long it takes, if it is a wait. */
  readonly seconds?: number;
}

/**
 * Faults of the folder of a store that is made of files. `file`: that which contains ONE. `mayWork`: what needs no call that fails,
 * where each value is a file of its own: only who writes the same one waits for its lock.
 */
export function ofFiles(file: string, mayWork: readonly string[] = []) {
  const at = (world: Folders) => join(world.place, STORE, file);
  return {
    denial: { needsUser: true, bring: (world) => chmodSync(at(world), 0), codes: REFUSED },
    'vanished file': { bring: (world) => rmSync(at(world)), codes: NOTHING_STORED, isGone: true },
    'vanished while it is written': {
      calls: '/^(rename|link)',
      answer: 'ENOENT',
      codes: ['E1101'],
      onlyWrites: true,
      mayWork,
    },
    'input/output error': { calls: 'fsync', answer: 'EIO', codes: ['E1101'], onlyWrites: true, mayWork },
    'read-only folder': {
      needsUser: true,
      bring: (world) => {
        for (const path of foldersOf(join(world.place, STORE))) chmodSync(path, 0o555);
      },
      codes: REFUSED,
      onlyWrites: true,
    },
    'full disk': { needsUser: true, isFull: true, codes: ['E1101'], onlyWrites: true, mayWork: REMOVING },
    'another writer holds the lock': {
      isLocked: true,
      only: mayWork.length === 0 ? null : ['set'],
      codes: ['E1106'],
      onlyWrites: true,
      seconds: 31,
    },
  } as const satisfies Readonly<Record<string, Fault>>;
}

function foldersOf(folder: string): readonly string[] {
  const below = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [...below.flatMap(({ name }) => foldersOf(join(folder, name))), folder];
}

export const halved = (file: string) => (world: Folders) => {
  const path = join(world.place, STORE, file);
  truncateSync(path, Math.floor(readFileSync(path).length / 2));
};

/** Nobody waits for the lock of another writer there. */
export const NO_LOCK: Fault = { only: [], codes: [] };

/** The fault of a store that cannot be written. */
export const READ_ONLY: Fault = { codes: ['E1102', 'E1114', 'E1120'], onlyWrites: true };
/** The same where nothing is a file. */
export const READ_ONLY_ABILITY: Fault = { codes: ['E1114', 'E1120'], onlyWrites: true };
