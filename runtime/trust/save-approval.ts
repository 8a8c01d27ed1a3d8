/** Approvals given, taken back and listed. Each is one file that is replaced as a whole, so that many processes can approve at once. */
import { openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prettyJson } from '#schemas/canonical.js';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { access } from '#schemas/diagnostics/E09-access.js';
import { byName } from '#schemas/named.js';
import { APPROVAL_FORMAT, type Approval } from '#schemas/trust-report.js';
import { actingIn, needsReason } from '../access/caller.js';
import { fail } from '../failure.js';
import { problemOf } from '../files/file-fault.js';
import { PRIVATE_FILE } from '../files/modes.js';
import { makePrivateFolder } from '../files/private-folder.js';
import { removeQuietly } from '../files/remove-quietly.js';
import { fill, syncFolder } from '../files/replace.js';
import { codeOf } from '../files/system-reason.js';
import { newTemporary, removeAbandoned } from '../files/temporaries.js';
import type { Variables } from '../inputs/folders.js';
import { approvalIn, approvalPath, trustFolder } from './approval.js';
import type { Trust } from './trust-of.js';

/** Stops for an agent: an approval says that a person has read what is approved. */
export function requirePerson(variables: Variables): void {
  if (needsReason(actingIn(variables))) fail(access.E0909({}));
}

/** Exactly what was shown, whatever the manifest says by now. A file that was unusable is replaced, never written through. */
export function saveApproval({ manifest, hash, powers }: Trust, variables: Variables): void {
  requirePerson(variables);
  const folder = trustFolder(variables);
  if (folder === null) fail(access.E0911({ path: null, problem: 'there is no home folder for approvals' }));
  const path = approvalPath(folder, manifest);
  const approval: Approval = { format: APPROVAL_FORMAT, manifest, hash, powers: powers.map(({ power }) => power) };
  changing(path, 'written', () => {
    makePrivateFolder(folder);
    removeAbandoned(folder);
    const temporary = newTemporary(folder);
    try {
      fill(openSync(temporary, 'wx', PRIVATE_FILE), Buffer.from(prettyJson(approval)));
      renameSync(temporary, path);
    } catch (error) {
      removeQuietly(temporary);
      throw error;
    }
    syncFolder(folder);
  });
}

/** Whether there was one. An unusable file goes as well. */
export function revokeApproval(manifest: string, variables: Variables): boolean {
  const folder = trustFolder(variables);
  if (folder === null) return false;
  const path = approvalPath(folder, manifest);
  const found = approvalIn(folder, path);
  if (found.kind === 'none' || (found.kind === 'approval' && found.approval.manifest !== manifest)) return false;
  changing(path, 'removed', () => {
    rmSync(path, { force: true });
    syncFolder(folder);
  });
  return true;
}

/** All of this user, by path. */
export function listApprovals(variables: Variables): {
  readonly approvals: readonly Approval[];
  readonly warnings: readonly Diagnostic[];
} {
  const folder = trustFolder(variables);
  const names = folder === null ? [] : namesIn(folder);
  const found = names.map((name) => approvalIn(folder ?? '', join(folder ?? '', name)));
  return {
    approvals: found
      .flatMap((one) => (one.kind === 'approval' ? [one.approval] : []))
      .sort((one, other) => byName(one.manifest, other.manifest)),
    warnings: found.flatMap((one) => (one.kind === 'unusable' ? [access.W0906(one)] : [])),
  };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort(byName);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    return fail(access.E0911({ path: folder, problem: `cannot be read: ${problemOf(error) ?? 'unknown reason'}` }));
  }
}

function changing(path: string, how: 'written' | 'removed', change: () => void): void {
  try {
    change();
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    fail(access.E0911({ path, problem: `cannot be ${how}: ${problem}` }));
  }
}
