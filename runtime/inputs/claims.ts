/** Which schemes external providers claim on this machine, as far as the names of their claims say (semantics 16). */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { byName } from '#schemas/named.js';
import type { Claims } from '#schemas/stores/judge-spec.js';
import type { ClaimFolders } from '../providers/external/claim.js';
import { claimFolders, type Variables } from './folders.js';

/** The name of a claim's file, after its scheme. */
const CLAIM_FILE = '.tool.json';
const CLAIM_NAME = /^([a-z][a-z0-9-]*)\.tool\.json$/u;

/** Looks at the folders when the first scheme is not built in; whether a claim may be used is judged when its provider starts. */
export function claimsOf(variables: Variables): Claims {
  const folders = claimFolders(variables);
  let schemes: ReadonlySet<string> | null = null;
  return {
    has(scheme) {
      schemes ??= new Set(claimedSchemes(folders));
      return schemes.has(scheme);
    },
    placeOf(scheme) {
      const folder = folders.user ?? folders.system;
      return folder && join(folder, `${scheme}${CLAIM_FILE}`);
    },
  };
}

/** By name. */
export function claimedSchemes({ user, system }: ClaimFolders): readonly string[] {
  const names = [user, system].flatMap((folder) => (folder === null ? [] : namesIn(folder)));
  const schemes = names.flatMap((name) => CLAIM_NAME.exec(name)?.[1] ?? []);
  return [...new Set(schemes)].sort(byName);
}

/** None in a folder that cannot be looked at. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
