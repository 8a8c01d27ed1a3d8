/** The external providers of this machine, for people: none is started. */
import { descriptorOf } from '#schemas/providers/index.js';
import { claimedSchemes } from '../inputs/claims.js';
import { claimFolders, type Variables } from '../inputs/folders.js';
import { claimOf } from '../providers/external/claim.js';
import { faultText } from '../providers/external/fault-text.js';

export interface ClaimedProvider {
  readonly scheme: string;
  /** Null: the claim names none that could be read. */
  readonly executable: string | null;
  /** Why it cannot be started; null: it can. */
  readonly refusal: string | null;
  /** A built-in provider answers for the scheme, whatever is claimed. */
  readonly isHidden: boolean;
}

/** By scheme. */
export function claimedProviders(variables: Variables): readonly ClaimedProvider[] {
  const folders = claimFolders(variables);
  return claimedSchemes(folders).flatMap((scheme): ClaimedProvider[] => {
    const found = claimOf(scheme, folders);
    if (found.kind === 'none') return [];
    const refusal = found.kind === 'claim' ? null : faultText(found.fault);
    return [{ scheme, executable: found.executable, refusal, isHidden: descriptorOf(scheme) !== null }];
  });
}
