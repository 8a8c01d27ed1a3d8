/** Why a secret is what it is, asked of files in memory. */
import { whySecret } from '#compiler/analyses/why/why-secret.js';
import { compile } from '#compiler/pipeline.js';
import { locateIn } from '#compiler/source/locate.js';
import type { Locate } from '#schemas/diagnostics/located.js';
import type { PlanWhy } from '#schemas/plan-why.js';
import { memoryHost } from './memory-host.js';

/** Of any secret, as often as asked; null where the manifest does not compile. `locate`: where lines and columns are from. */
export async function whyOf(
  files: Readonly<Record<string, string>>,
  locate?: Locate,
): Promise<{ readonly names: readonly string[]; readonly why: (secret: string) => PlanWhy } | null> {
  const { plan, trees, files: sources } = await compile(memoryHost(files), 'manifest.toml');
  if (plan === null || trees === null) return null;
  const profiles = Object.keys(plan.profiles);
  const compilation = {
    ...trees,
    plan,
    profiles,
    hash: 'sha256:',
    seen: (file: string) => file,
    locate: locate ?? locateIn(sources),
  };
  return {
    names: Object.keys(plan.secrets),
    why: (secret) => whySecret(compilation, secret),
  };
}

export async function whyIn(files: Readonly<Record<string, string>>, secret: string): Promise<PlanWhy> {
  const asked = await whyOf(files);
  if (asked === null) throw new Error('the manifest does not compile');
  return asked.why(secret);
}
