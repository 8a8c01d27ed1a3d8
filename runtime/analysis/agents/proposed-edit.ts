/** What the manifest would mean with another text: agents have editors, so nothing is written. */
import { join } from 'node:path';
import { canonicalJson } from '#schemas/canonical.js';
import type { Plan } from '#schemas/plan.js';
import type { Change } from '#schemas/plan-change.js';
import { Failure } from '../../failure.js';
import { cacheFolder } from '../../inputs/cache-folder.js';
import type { ManifestLocation } from '../../inputs/locate-manifest.js';
import { requireManifest } from '../../inputs/named-manifest.js';
import { compileChanged } from '../../plan/compile-changed.js';
import { diffAnalysis } from '../../plan/front-end.js';
import { obtainPlan } from '../../plan/obtain-plan.js';
import { taggedSha256 } from '../../plan/sha256.js';
import { lintManifest } from '../lint-manifest.js';
import { changeWithoutDefaults } from './hidden-defaults.js';
import { type Room, shownFindings, type Texts } from './room.js';

export async function proposedEdit({ text = '' }: Texts, room: Room): Promise<object> {
  const { call } = room;
  const manifest = await requireManifest(call);
  const entry = join(manifest.folder, manifest.name);
  const { plan } = await compileChanged(manifest, text);
  const findings = await lintManifest(manifest, {
    allow: new Set(),
    from: call.workingFolder,
    openText: (path) => (path === entry ? text : null),
  });
  const diagnostics = shownFindings(findings, room);
  if (plan === null) return { compiles: false, diagnostics, changes: null };
  const hash = taggedSha256(canonicalJson(plan));
  return { compiles: true, hash, diagnostics, changes: await changesTo(plan, hash, manifest, call) };
}

/** Null where the manifest as it is does not compile. */
async function changesTo(
  plan: Plan,
  hash: string,
  manifest: ManifestLocation,
  { variables }: Room['call'],
): Promise<readonly Change[] | null> {
  try {
    const now = await obtainPlan(cacheFolder(variables, manifest.folder), manifest);
    const { diffPlans } = await diffAnalysis();
    return now.hash === hash ? [] : diffPlans(now.plan, plan).map(changeWithoutDefaults);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return null;
  }
}
