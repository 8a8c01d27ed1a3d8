/**
 * Linked plans in the user's cache folder, one per manifest, profile and scope: a call that says the same of files that are
 * the same is linked to the same, for linking is pure.
 */
import { join } from 'node:path';
import { PLAN_FORMAT, type RequireReason } from '#schemas/plan.js';
import { USER_CONFIG_FORMAT } from '#schemas/user-config.js';
import type { ManifestLocation } from '../inputs/locate-manifest.js';
import type { Choice, LinkedPlan } from '../link/linked-plan.js';
import { TOOL_VERSION } from '../version.js';
import { linkedFromText, linkedToText } from './linked-text.js';
import { readCached, writeCached } from './private-cache.js';
import { readSource } from './read-source.js';
import { textDigest } from './text-digest.js';

/** What decides about a linked plan besides the content of files. */
export interface Linking {
  readonly manifest: ManifestLocation;
  readonly configPath: string;
  readonly choice: Choice;
}

/** A file that went into it, and its bytes: null where there was none. */
export interface LinkSource {
  readonly path: string;
  readonly bytes: Uint8Array | null;
}

export interface KeptLink {
  /** Of the plan it was linked from. */
  readonly hash: string;
  readonly requireReason: RequireReason;
  readonly linked: LinkedPlan;
}

/** The first line of the body; the linked plan is the rest. */
interface Head {
  readonly key: string;
  readonly paths: readonly string[];
  /** Positions among `paths` of files that were not there. */
  readonly absent: readonly number[];
  readonly hash: string;
  readonly requireReason: RequireReason;
}

/** Raised whenever an older reader could misread a linked plan. */
const LINK_FORMAT = 1;
const TAG = `tool link ${TOOL_VERSION} ${PLAN_FORMAT} ${USER_CONFIG_FORMAT} ${LINK_FORMAT}`;

/** What this call was linked to before, if every file still has the same bytes. Any doubt gives null, and nothing is said. */
export function readLinked(folder: string, linking: Linking): KeptLink | null {
  if (!isKept(linking)) return null;
  const key = keyOf(linking);
  const found = readCached(cachePath(folder, key), TAG);
  if (found === null) return null;
  const { body, sources } = found;
  const headEnd = body.indexOf('\n');
  const head: Head = JSON.parse(body.slice(0, headEnd));
  const isSame = (path: string, index: number) => isUnchanged(path, head.absent.includes(index), sources[index]);
  if (head.key !== key || !head.paths.every(isSame)) return null;
  const { hash, requireReason } = head;
  return { hash, requireReason, linked: linkedFromText(body.slice(headEnd + 1)) };
}

/** Best effort. */
export function keepLinked(folder: string, linking: Linking, sources: readonly LinkSource[], kept: KeptLink): void {
  if (!isKept(linking)) return;
  const { hash, requireReason, linked } = kept;
  const key = keyOf(linking);
  const head: Head = {
    key,
    paths: sources.map(({ path }) => path),
    absent: sources.flatMap(({ bytes }, index) => (bytes === null ? [index] : [])),
    hash,
    requireReason,
  };
  const body = `${JSON.stringify(head)}\n${linkedToText(linked)}`;
  writeCached(cachePath(folder, key), TAG, { sources: sources.map(({ bytes }) => bytes ?? NO_BYTES), body });
}

const NO_BYTES = new Uint8Array(0);

/** Calls for single secrets are too many to keep; an override is the call's own, and may hold what no file should. */
function isKept({ choice }: Linking): boolean {
  return choice.only === null && choice.override === null;
}

function isUnchanged(path: string, wasAbsent: boolean, bytes: Uint8Array | undefined): boolean {
  const found = readSource(path);
  if (wasAbsent) return found.kind === 'absent';
  return found.kind === 'bytes' && bytes !== undefined && found.bytes.equals(bytes);
}

function keyOf({ manifest: { folder, name }, configPath, choice: { profile, scope } }: Linking): string {
  return JSON.stringify([join(folder, name), configPath, profile, scope]);
}

function cachePath(folder: string, key: string): string {
  return join(folder, 'links', textDigest(key));
}
