/** The external providers of this machine, for people: none is started. */
import { claimedSchemes } from '../inputs/claims.js';
import { claimFolders, type Variables } from '../inputs/folders.js';
import { claimOf } from '../providers/external/claim.js';
import { faultText } from '../providers/external/fault-text.js';

export interface ClaimedProvider {
  readonly scheme: string;
  /** Null: the claim names none that could be read. */
  readonly executable: string | null;
  /** Why it is not started; null: it would be. */
  readonly refusal: string | null;
}

/** By scheme. */
export function claimedProviders(variables: Variables): readonly ClaimedProvider[] {
  const folders = claimFolders(variables);
  return claimedSchemes(folders).flatMap((scheme): ClaimedProvider[] => {
    const found = claimOf(scheme, folders);
    if (found.kind === 'none') return [];
    if (found.kind === 'claim') return [{ scheme, executable: found.executable, refusal: null }];
    return [{ scheme, executable: found.claim?.executable ?? null, refusal: faultText(found.fault) }];
  });
}
