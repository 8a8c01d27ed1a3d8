/** The plan that a call is about: what a manifest compiles to, or what a plan file holds. */
import { dirname, resolve } from 'node:path';
import type { ManifestLocation } from './locate-manifest.js';
import { type ManifestCall, presentManifest, requireManifest } from './named-manifest.js';

/** A call, as far as it says which plan it is about. */
export interface PlanCall extends ManifestCall {
  readonly options: ManifestCall['options'] & { readonly planFile: string | null };
}

export type NamedPlan =
  | { readonly kind: 'compiled'; readonly manifest: ManifestLocation }
  | {
      readonly kind: 'file';
      readonly path: string;
      /** As given. */
      readonly shown: string;
      /** The manifest that the plan must agree with; null if there is none and the plan is used without one. */
      readonly manifest: ManifestLocation | null;
    };

export async function namedPlan(call: PlanCall): Promise<NamedPlan> {
  const { planFile } = call.options;
  if (planFile === null) return { kind: 'compiled', manifest: await requireManifest(call) };
  const path = resolve(call.workingFolder, planFile);
  return { kind: 'file', path, shown: planFile, manifest: await presentManifest(call) };
}

/** The folder that relative paths of stores start from. */
export function baseFolderOf(named: NamedPlan): string {
  if (named.kind === 'compiled') return named.manifest.folder;
  return named.manifest?.folder ?? dirname(named.path);
}
