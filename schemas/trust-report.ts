/** What `tool trust` says to programs, and what it keeps of an approval. */
import type { Power } from './powers/power.js';

export const TRUST_FORMAT = 1;
export const APPROVAL_FORMAT = 1;

export interface TrustReport {
  readonly format: typeof TRUST_FORMAT;
  /** The real path. */
  readonly manifest: string;
  readonly required: boolean;
  readonly approved: boolean;
  readonly hash: string;
  readonly powers: readonly Power[];
  /** In comparison with the last approval. */
  readonly added: readonly Power[];
  readonly removed: readonly Power[];
}

export interface Approval {
  readonly format: typeof APPROVAL_FORMAT;
  /** The real path. */
  readonly manifest: string;
  readonly hash: string;
  /** As they were shown. */
  readonly powers: readonly Power[];
}
