/**
 * Linked plans in the user's cache folder, one per manifest, plan file, profile and scope: a call that says the same of files
 * that are the same is linked to the same, for linking is pure.
 */
import type { RequireReason } from '#schemas/plan.js';
import type { AuditSettings } from '#schemas/user-config.js';
import type { CacheFolder } from '../inputs/cache-folder.js';
import { type ManifestLocation, manifestKey } from '../inputs/locate-manifest.js';
import type { Choice, LinkedPlan } from '../link/linked-plan.js';
import { linkedFromText, linkedToText } from './linked-text.js';
import { keep, type ReadFile, readKept, type Slot, type SourceFile } from './private-cache.js';

/** What decides about a linked plan besides the content of files. */
export interface Linking {
  /** Null where a plan file runs alone. */
  readonly manifest: ManifestLocation | null;
  /** As this call found it fit to be obeyed. */
  readonly planFile: ReadFile | null;
  /** Null for a user who has no place for one. */
  readonly configPath: string | null;
  readonly choice: Choice;
  /** An approval is required by the call: what is kept for other calls may lack the hash to approve. */
  readonly requiresTrust?: true;
}

export interface KeptLink {
  /** The hash of the plan it was linked from. */
  readonly hash: string;
  readonly requireReason: RequireReason;
  readonly audit: AuditSettings;
  /** The hash of the plan's powers, if this user requires that they are approved. */
  readonly powers: string | null;
  readonly linked: LinkedPlan;
}

/** What this call was linked to before, if plan file, manifest, parents and user configuration are still the same. */
export function readLinked(cacheFolder: CacheFolder | null, linking: Linking): KeptLink | null {
  if (!isKept(linking)) return null;
  return readKept(slotOf(cacheFolder, linking), fromText, linking.planFile)?.made ?? null;
}

/** Best effort. */
export function keepLinked(
  cacheFolder: CacheFolder | null,
  linking: Linking,
  sources: readonly SourceFile[],
  made: KeptLink,
): void {
  if (!isKept(linking)) return;
  keep(slotOf(cacheFolder, linking), sources, toText(made));
}

function toText({ linked, ...head }: KeptLink): string {
  return `${JSON.stringify(head)}\n${linkedToText(linked)}`;
}

function fromText(text: string): KeptLink {
  const headEnd = text.indexOf('\n');
  const head: Omit<KeptLink, 'linked'> = JSON.parse(text.slice(0, headEnd));
  return { ...head, linked: linkedFromText(text.slice(headEnd + 1)) };
}

/** Calls for single secrets are too many to keep; an override is the call's own, and may hold what no file should. */
function isKept({ choice }: Linking): boolean {
  return choice.only === null && choice.override === null;
}

function slotOf(
  cacheFolder: CacheFolder | null,
  { manifest, planFile, configPath, choice: { profile, scope, narrowing }, requiresTrust }: Linking,
): Slot {
  const named = manifest && manifestKey(manifest);
  const parts = [named, planFile?.path ?? null, configPath, profile, scope, narrowing];
  const key = JSON.stringify(requiresTrust === undefined ? parts : [...parts, 'approved']);
  return { cacheFolder, kind: 'links', key };
}
