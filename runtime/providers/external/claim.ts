/**
 * The claim of an external provider: which executable answers for a scheme, and which variables it gets (semantics 16). The user's
 * claim comes first; one that cannot be used is an error, and the system's is not tried. Judged again with each start.
 */
import { join } from 'node:path';
import { NO_LINK, readOpened } from '../../files/read-opened.js';
import { codeOf, reasonOf } from '../../files/system-reason.js';
import { decodeUtf8 } from '../../values/utf8.js';
import { type Owners, ownersOf, type PathFault, untrusted } from './trusted-path.js';
import { judgedExecutable } from './executable.js';

/** Where claims are; null where this machine or user has no place for one. */
export interface ClaimFolders {
  readonly user: string | null;
  readonly system: string | null;
}

export interface Claim {
  readonly kind: 'claim';
  readonly scheme: string;
  /** Of the claim's file. */
  readonly path: string;
  /** Absolute, as the claim has it. */
  readonly executable: string;
  /** The file that this leads to, which was judged. */
  readonly program: string;
  /** Names of variables, and beginnings of names that end in `*`. */
  readonly environment: readonly string[];
}

export interface RefusedClaim {
  readonly kind: 'refused';
  readonly fault: PathFault;
  /** Null if the file itself cannot be used. */
  readonly executable: string | null;
}

export type FoundClaim = Claim | RefusedClaim | { readonly kind: 'none'; readonly paths: readonly string[] };

const MAX_BYTES = 64 * 1024;

/** The claim of a scheme, with an executable that may be started. Starts nothing. */
export function claimOf(scheme: string, { user, system }: ClaimFolders): FoundClaim {
  const paths: string[] = [];
  for (const [place, folder] of [
    ['user', user],
    ['system', system],
  ] as const) {
    if (folder === null) continue;
    const path = join(folder, `${scheme}.tool.json`);
    const found = readClaim(scheme, path, ownersOf(place));
    if (found !== null) return found;
    paths.push(path);
  }
  return { kind: 'none', paths };
}

/** Null: there is none. */
function readClaim(scheme: string, path: string, owners: Owners): Claim | RefusedClaim | null {
  const refusedFor = (problem: string, help: string) => refused({ path, problem, help }, null);
  try {
    return readOpened(
      path,
      (status, bytes) => {
        if (!status.isFile()) return refusedFor('is not a regular file', 'write the claim into a regular file');
        const fault = untrusted(path, status, owners);
        if (fault !== null) return refused(fault, null);
        if (status.size > MAX_BYTES)
          return refusedFor('is larger than 64 KiB', 'a claim has an `executable` and an `environment`');
        const content = contentOf(bytes());
        if (typeof content === 'string') return refusedFor(content, 'write `{ "executable": "/absolute/path" }`');
        const program = judgedExecutable(content.executable, owners);
        if (typeof program !== 'string') return refused(program, content.executable);
        return { kind: 'claim', scheme, path, program, ...content };
      },
      NO_LINK,
    );
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    if (code === 'ELOOP') return refusedFor('is a symbolic link', 'write the claim into a regular file');
    return refusedFor(`cannot be read: ${reasonOf(code)}`, 'correct it, or remove the claim');
  }
}

function refused(fault: PathFault, executable: string | null): RefusedClaim {
  return { kind: 'refused', fault, executable };
}

/** A text is what is wrong with it. Members that are not known are ignored. */
function contentOf(bytes: Uint8Array): Pick<Claim, 'executable' | 'environment'> | string {
  const text = decodeUtf8(bytes);
  const content = text === null ? null : parsed(text);
  if (content === null) return 'is not a JSON object';
  const { executable, environment = [] } = content;
  if (typeof executable !== 'string') return 'has no `executable`';
  if (!executable.startsWith('/') && !/^[A-Za-z]:[\\/]/u.test(executable))
    return 'has an `executable` that is not an absolute path';
  if (executable.includes('\0')) return 'has an `executable` that is not a path';
  if (!Array.isArray(environment)) return 'has an `environment` that is not a list';
  const wrong = environment.findIndex((name) => typeof name !== 'string' || !VARIABLE.test(name));
  if (wrong >= 0)
    return `has an entry ${wrong + 1} of \`environment\` that is not the name of a variable, or the beginning of one with \`*\``;
  return { executable, environment };
}

/** No `=` and no white space; a `*` only at the end, after something. */
const VARIABLE = /^[^\s=*\0]+\*?$/u;

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}
