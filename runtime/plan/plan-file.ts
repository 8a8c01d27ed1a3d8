/** Plans that people keep: written by `plan --output`, executed with `--plan` (plan-product). */
import { canonicalJson, prettyJson } from '#schemas/canonical.js';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { planFiles } from '#schemas/diagnostics/E13-plan-files.js';
import { isRecord } from '#schemas/is-record.js';
import { PLAN_FORMAT, type PlanFile, type PlanSourceFile } from '#schemas/plan.js';
import { nearestPath } from '../inputs/nearest-path.js';
import { hasTwins, jsonIn } from '../values/json.js';
import { TOOL_VERSION } from '../version.js';
import type { CompiledPlan } from './plan-cache.js';
import { isPlan } from './plan-shape.js';
import { unsoundness } from './plan-sound.js';
import { readTrustedBytes, type TrustedBytes } from './read-trusted-bytes.js';
import { taggedSha256 } from './sha256.js';

/** The bytes of a plan file. */
export function planFileText({ sources, hash, plan }: CompiledPlan): string {
  const rest = { tool: TOOL_VERSION, sources, hash, plan };
  return prettyJson({ ...rest, integrity: taggedSha256(canonicalJson(rest)) });
}

export type ReadPlanFile =
  | { readonly kind: 'plan'; readonly file: PlanFile }
  | { readonly kind: 'refused'; readonly why: Diagnostic };

/** Reads and checks a plan file by itself; whether it is stale is another question. `shown` is the path as it was given. */
export function readPlanFile(path: string, shown: string): ReadPlanFile {
  const opened = readTrustedBytes(path);
  return opened.kind === 'bytes' ? judgePlanFile(opened.bytes, shown) : refused(unreadable(opened, path, shown));
}

/** Why not a byte of the file was looked at. */
export function unreadable(
  { kind, problem }: Exclude<TrustedBytes, { kind: 'bytes' }>,
  path: string,
  shown: string,
): Diagnostic {
  return kind === 'refused'
    ? planFiles.E1305({ file: shown, problem })
    : planFiles.E1310({ file: shown, problem, nearest: nearestPath(shown, path) });
}

/** The same of bytes that were read elsewhere: from a commit, say. */
export function judgePlanFile(bytes: Uint8Array, shown: string): ReadPlanFile {
  const value = jsonIn(bytes);
  if (!isRecord(value)) return refused(planFiles.E1301({ file: shown, problem: 'is not a JSON plan' }));
  const result = judged(value, shown);
  // Another program could take the first one.
  if (result.kind === 'refused' || !hasTwins(bytes, value)) return result;
  return refused(planFiles.E1301({ file: shown, problem: 'has a key twice' }));
}

function judged(value: Readonly<Record<string, unknown>>, shown: string): ReadPlanFile {
  const { integrity, ...rest } = value;
  const { plan } = value;
  const format = isRecord(plan) ? plan['format'] : undefined;
  if (!isRecord(plan) || typeof format !== 'number')
    return refused(planFiles.E1301({ file: shown, problem: 'is not a plan' }));
  if (format !== PLAN_FORMAT) return refused(planFiles.E1302({ file: shown, format: String(format) }));
  if (integrity !== hashOf(rest)) return refused(planFiles.E1303({ file: shown, what: 'integrity' }));
  if (value['hash'] !== hashOf(plan)) return refused(planFiles.E1303({ file: shown, what: 'hash' }));
  if (!isPlanFile(value))
    return refused(planFiles.E1301({ file: shown, problem: 'has members that do not belong to a plan' }));
  const problem = unsoundness(value.plan);
  return problem === null ? { kind: 'plan', file: value } : refused(planFiles.E1301({ file: shown, problem }));
}

function refused(why: Diagnostic): ReadPlanFile {
  return { kind: 'refused', why };
}

/**
 * The first source of the manifest that is not what the plan file says it was compiled from. The first of both is the entry
 * manifest, whatever its name. Only for the wording: anyone who can alter a plan can also alter its sources.
 */
export function changedSource({ sources }: PlanFile, found: readonly PlanSourceFile[]): string | null {
  const [entry] = sources;
  const isSame = ({ path, sha256 }: PlanSourceFile, index: number) =>
    index === 0 ? sha256 === entry?.sha256 : sources.some((source) => source.path === path && source.sha256 === sha256);
  return found.find((source, index) => !isSame(source, index))?.path ?? null;
}

function isPlanFile(value: unknown): value is PlanFile {
  if (!isRecord(value) || typeof value['tool'] !== 'string' || !Array.isArray(value['sources'])) return false;
  return value['sources'].length > 0 && value['sources'].every(isSource) && isPlan(value['plan']);
}

function isSource(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['path'] === 'string' &&
    typeof value['sha256'] === 'string' &&
    /^[0-9a-f]{64}$/u.test(value['sha256'])
  );
}

/** Null where the value has no canonical text, so that it equals no hash. */
function hashOf(value: unknown): string | null {
  try {
    return taggedSha256(canonicalJson(value));
  } catch {
    return null;
  }
}
