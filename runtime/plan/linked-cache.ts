/**
 * Linked plans in the user's cache folder, one per manifest, profile and scope: a call that says the same of files that are
 * the same is linked to the same, for linking is pure.
 */
import { join } from 'node:path';
import type { RequireReason } from '#schemas/plan.js';
import type { CacheFolder } from '../inputs/cache-folder.js';
import type { ManifestLocation } from '../inputs/locate-manifest.js';
import type { Choice, LinkedPlan } from '../link/linked-plan.js';
import { linkedFromText, linkedToText } from './linked-text.js';
import { keep, readKept, type Slot, type SourceFile } from './private-cache.js';

/** What decides about a linked plan besides the content of files. */
export interface Linking {
  readonly manifest: ManifestLocation;
  /** Null for a user who has no place for one. */
  readonly configPath: string | null;
  readonly choice: Choice;
}

export interface KeptLink {
  /** Of the plan it was linked from. */
  readonly hash: string;
  readonly requireReason: RequireReason;
  readonly linked: LinkedPlan;
}

/** What this call was linked to before, if manifest, parents and user configuration still have the same bytes. */
export function readLinked(cacheFolder: CacheFolder | null, linking: Linking): KeptLink | null {
  return isKept(linking) ? (readKept(slotOf(cacheFolder, linking), fromText)?.made ?? null) : null;
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
  const { hash, requireReason }: Omit<KeptLink, 'linked'> = JSON.parse(text.slice(0, headEnd));
  return { hash, requireReason, linked: linkedFromText(text.slice(headEnd + 1)) };
}

/** Calls for single secrets are too many to keep; an override is the call's own, and may hold what no file should. */
function isKept({ choice }: Linking): boolean {
  return choice.only === null && choice.override === null;
}

function slotOf(cacheFolder: CacheFolder | null, { manifest, configPath, choice: { profile, scope } }: Linking): Slot {
  const key = JSON.stringify([join(manifest.folder, manifest.name), configPath, profile, scope]);
  return { cacheFolder, kind: 'links', key };
}
