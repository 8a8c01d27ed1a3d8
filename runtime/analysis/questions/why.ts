/** Which lines made a secret what it is. The manifest is compiled for it: a plan has forgotten its places. */
import { canonicalJson } from '#schemas/canonical.js';
import { byName } from '#schemas/named.js';
import type { Locate } from '#schemas/diagnostics/located.js';
import type { PlanWhy } from '#schemas/plan-why.js';
import { ManifestFailure } from '../../failure.js';
import { type ManifestCall, requireManifest } from '../../inputs/named-manifest.js';
import { frontEnd, whyAnalysis } from '../../plan/front-end.js';
import { nodeHost } from '../../plan/node-host.js';
import { taggedSha256 } from '../../plan/sha256.js';
import { prefixOf, shownFile } from '../../plan/shown-places.js';
import { requireSelected } from '../outline.js';
import type { Asking } from './asked-plan.js';
import { assumedPlan } from './assumed-plan.js';

/** Stops with all errors of the manifest, or with the names that it does not have. Files are as seen from the working folder. */
export async function whyOf(call: ManifestCall, secret: string, asking: Asking): Promise<PlanWhy> {
  const { folder, name, inline } = await requireManifest(call);
  const [{ compile, locator }, { whySecret }] = await Promise.all([frontEnd(), whyAnalysis()]);
  const { plan, trees, diagnostics, files } = await compile(nodeHost(folder, inline), name);
  if (plan === null || trees === null)
    throw new ManifestFailure(diagnostics.filter(({ severity }) => severity === 'error'));
  const { profile, scope, assumptions } = asking;
  await requireSelected(plan, { profile, scope, secrets: [secret] });
  const profiles = profile === null ? Object.keys(plan.profiles).sort(byName) : [profile];
  const hash = taggedSha256(canonicalJson(plan));
  const locate = await locator(files);
  const seen = (file: string) => shownFile(prefixOf(folder, call.workingFolder), file);
  return whySecret(
    { ...trees, plan: assumedPlan(plan, assumptions), hash, profiles, locate: locate satisfies Locate, seen },
    secret,
  );
}
