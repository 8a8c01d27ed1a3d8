/** From the files of a golden case to the plan that links for one call. */
import { parse } from 'smol-toml';
import * as z from 'zod';
import { readUserConfig } from '#compiler/index.js';
import { compile } from '#compiler/pipeline.js';
import { type LinkResult, link } from '#runtime/link/link.js';
import type { Choice } from '#runtime/link/linked-plan.js';
import { canonicalJson } from '#schemas/canonical.js';
import type { Plan } from '#schemas/plan.js';
import { NO_USER_CONFIG, SHOWN_USER_CONFIG, type UserConfig } from '#schemas/user-config.js';
import { memoryHost } from './memory-host.js';

const choiceShape = z.strictObject({
  profile: z.string().optional(),
  scope: z.string().optional(),
  override: z.string().optional(),
  only: z.array(z.string()).optional(),
  /** Schemes that external providers of this machine answer to. */
  claimed: z.array(z.string()).optional(),
  /** What execution may do; `run` when left out. Linking does not ask. */
  mode: z.enum(['run', 'resolve', 'report', 'read only']).optional(),
});
export type CaseChoice = z.infer<typeof choiceShape>;

export type CaseFiles = Readonly<Record<string, string>>;

/** `choice.toml`; a case without one wants everything of the default profile. */
export function readChoice(files: CaseFiles): CaseChoice {
  return choiceShape.parse(parse(files['choice.toml'] ?? ''));
}

/** Links what the manifest compiles to, read back from its text as a cached plan is. */
export async function linkCase(files: CaseFiles): Promise<LinkResult> {
  const { profile = null, scope = null, override = null, only = null, claimed = [] } = readChoice(files);
  const choice: Choice = { profile, scope, override, only };
  return link(await planOf(files), choice, userOf(files), new Set(claimed));
}

async function planOf(files: CaseFiles): Promise<Plan> {
  const { plan, diagnostics } = await compile(memoryHost(files), 'manifest.toml');
  if (plan === null) throw new Error(diagnostics.map(({ code, message }) => `${code}: ${message}`).join('\n'));
  return JSON.parse(canonicalJson(plan));
}

/** `user.toml`: a user configuration. */
function userOf(files: CaseFiles): UserConfig {
  const text = files['user.toml'];
  if (text === undefined) return NO_USER_CONFIG;
  const { config, diagnostics } = readUserConfig(SHOWN_USER_CONFIG, text);
  if (config === null) throw new Error(diagnostics.map(({ code, message }) => `${code}: ${message}`).join('\n'));
  return config;
}
