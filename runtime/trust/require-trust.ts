/** Stops what a user who requires approvals has not approved: before any store is contacted, with what is new. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { Plan } from '#schemas/plan.js';
import { fail } from '../failure.js';
import type { Variables } from '../inputs/folders.js';
import type { ManifestLocation } from '../inputs/locate-manifest.js';
import { readApproval, realManifest } from './approval.js';

export interface Asked {
  /** Of the powers that need an approval. */
  readonly hash: string;
  /** Null where a plan file runs alone: approvals are bound to manifests. */
  readonly manifest: ManifestLocation | null;
  readonly variables: Variables;
  /** Read only for a refusal. */
  readonly plan: () => Promise<Plan>;
  readonly warn: (warnings: readonly Diagnostic[]) => Promise<void>;
}

export async function requireTrust({ hash, manifest, variables, plan, warn }: Asked): Promise<void> {
  const path = manifest && realManifest(manifest);
  if (path !== null) {
    const found = readApproval(variables, path);
    if (found.kind === 'approval' && found.approval.hash === hash) return;
  }
  const [{ access }, { powerText }, { trustOf }] = await Promise.all([
    import('#schemas/diagnostics/E09-access.js'),
    import('#schemas/powers/power-words.js'),
    import('./trust-of.js'),
  ]);
  if (path === null) fail(access.E0908({ former: 'none', isFile: false, added: [], removed: [] }));
  const { isKnown, added, removed, warnings } = trustOf(await plan(), path, variables);
  if (warnings.length > 0) await warn(warnings);
  fail(
    access.E0908({
      former: isKnown ? 'other' : 'none',
      isFile: true,
      added: added.map(({ power, secrets }) => powerText(power, secrets)),
      removed: removed.map((power) => powerText(power, [])),
    }),
  );
}
