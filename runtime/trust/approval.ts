/**
 * What this user has approved of a manifest, in the state folder: a file for each manifest, private to the user. Read by every
 * call that needs an approval, so that it loads little.
 */
import { realpathSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRecord } from '#schemas/is-record.js';
import type { Power } from '#schemas/powers/power.js';
import { APPROVAL_FORMAT, type Approval } from '#schemas/trust-report.js';
import { isPrivateFolder } from '../files/private-file.js';
import { NO_LINK, readOpened } from '../files/read-opened.js';
import { codeOf, reasonOf } from '../files/system-reason.js';
import { stateFolder, type Variables } from '../inputs/folders.js';
import type { ManifestLocation } from '../inputs/locate-manifest.js';
import { textDigest } from '../plan/text-digest.js';

export type ReadApproval =
  | { readonly kind: 'approval'; readonly approval: Approval }
  | { readonly kind: 'none' }
  /** `problem` is a clause after the path. */
  | { readonly kind: 'unusable'; readonly path: string; readonly problem: string };

/**
 * The path that approvals of a manifest are bound to; null for a text without a file, and a file that is gone. A link to a manifest in
 * another folder is another one: commands run, and relative paths start, in the folder of the link.
 */
export function realManifest({ folder, name, inline }: ManifestLocation): string | null {
  if (inline !== undefined) return null;
  try {
    const path = join(folder, name);
    const real = realpathSync.native(path);
    if (real === path) return real;
    const realFolder = realpathSync.native(folder);
    return dirname(real) === realFolder ? real : join(realFolder, name);
  } catch {
    return null;
  }
}

/** Null for a user who has no place for one. */
export function trustFolder(variables: Variables): string | null {
  const state = stateFolder(variables);
  return state && join(state, 'trust');
}

export function approvalPath(folder: string, manifest: string): string {
  return join(folder, `${textDigest(manifest)}.json`);
}

export function readApproval(variables: Variables, manifest: string): ReadApproval {
  const folder = trustFolder(variables);
  if (folder === null) return { kind: 'none' };
  const found = approvalIn(folder, approvalPath(folder, manifest));
  // The name is a digest, which two manifests may share.
  return found.kind === 'approval' && found.approval.manifest !== manifest ? { kind: 'none' } : found;
}

/** Of a file in this folder. */
export function approvalIn(folder: string, path: string): ReadApproval {
  const unusable = (problem: string): ReadApproval => ({ kind: 'unusable', path, problem });
  try {
    return readOpened(
      path,
      (status, bytes) => {
        const problem = isPrivateFolder(folder) ? problemOf(status) : 'is in a folder that others can use';
        if (problem !== null) return unusable(problem);
        const approval = approvalOf(bytes());
        return approval === null ? unusable('is not a complete approval') : { kind: 'approval', approval };
      },
      NO_LINK,
    );
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return { kind: 'none' };
    return unusable(code === 'ELOOP' ? 'is a symbolic link' : `cannot be read: ${reasonOf(code)}`);
  }
}

const OTHERS_MAY_WRITE = 0o022;

/** Windows has neither users nor modes of this kind. */
function problemOf(status: Stats): string | null {
  if (!status.isFile()) return 'is not a regular file';
  if (status.nlink > 1) return 'has other names in the file system';
  if (process.getuid === undefined) return null;
  if (status.uid !== process.getuid()) return 'belongs to another user';
  return (status.mode & OTHERS_MAY_WRITE) === 0 ? null : 'can be changed by other users';
}

/** Null for a part of one, and for any other text. */
function approvalOf(bytes: Buffer): Approval | null {
  try {
    const found: unknown = JSON.parse(bytes.toString());
    return isApproval(found) ? found : null;
  } catch {
    return null;
  }
}

function isApproval(found: unknown): found is Approval {
  if (!isRecord(found) || found['format'] !== APPROVAL_FORMAT) return false;
  const { manifest, hash, powers } = found;
  return typeof manifest === 'string' && typeof hash === 'string' && Array.isArray(powers) && powers.every(isPower);
}

/** What is said of each kind. Another version may know more kinds. */
const MEMBERS: Readonly<Record<Power['kind'], readonly string[]>> = {
  host: ['host', 'receives'],
  program: ['program'],
  external: ['scheme'],
  command: ['command'],
  file: ['path', 'access'],
  variable: ['name', 'from'],
  store: ['store', 'items', 'access'],
};

function isPower(power: unknown): boolean {
  if (!isRecord(power) || typeof power['kind'] !== 'string' || !Object.hasOwn(MEMBERS, power['kind'])) return false;
  return MEMBERS[power['kind'] as Power['kind']].every((member) => Object.hasOwn(power, member));
}
