/** What holds for every manifest that is compiled and every plan that comes of it. */
import { diffPlans } from '#compiler/analyses/diff/diff-plans.js';
import { outlinePlan } from '#compiler/analyses/outline/outline-plan.js';
import { secretsSchema } from '#compiler/analyses/secrets-schema.js';
import { locator } from '#compiler/index.js';
import { type Compiled, compile } from '#compiler/pipeline.js';
import type { LintFindings } from '#runtime/analysis/lint-manifest.js';
import { lintGithub } from '#runtime/cli/views/lint-github.js';
import { lintJson } from '#runtime/cli/views/lint-json.js';
import { lintSarif } from '#runtime/cli/views/lint-sarif.js';
import { painter } from '#runtime/cli/views/paint.js';
import { planGlance } from '#runtime/cli/views/plan-glance.js';
import { planText } from '#runtime/cli/views/plan-text.js';
import { link } from '#runtime/link/link.js';
import { judgePlanFile, planFileText } from '#runtime/plan/plan-file.js';
import { taggedSha256 } from '#runtime/plan/sha256.js';
import { canonicalJson, prettyJson } from '#schemas/canonical.js';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { Plan } from '#schemas/plan.js';
import { NO_USER_CONFIG, type UserConfig } from '#schemas/user-config.js';
import { memoryHost } from '../helpers/memory-host.js';
import { mustBeClean, mustBeShowable } from './clean.js';
import { must } from './target.js';

const SOURCES = [{ path: 'manifest.toml', sha256: '0'.repeat(64) }];
/** An outline names each secret in many places, with the frame around it. */
const OUTLINE_PER_CHARACTER = 400;

/** Compiles the text as the entry manifest: mistakes in words and in their places, or a plan that everything can work with. */
export async function mustCompile(text: string, parents: Readonly<Record<string, string>> = {}): Promise<Compiled> {
  const compiled = await compile(memoryHost({ ...parents, 'manifest.toml': text }), 'manifest.toml', {
    warnings: true,
  });
  const { plan, diagnostics, files } = compiled;
  const locate = await locator(files);
  mustBeClean(diagnostics, text, locate);
  mustBeToldToPrograms({ file: 'manifest.toml', diagnostics, allowed: [], locate });
  const lost = isLocatable(text) ? diagnostics.find(({ at }) => at !== null && locate(at) === null) : undefined;
  must(lost === undefined, `${lost?.code} has no line: ${JSON.stringify(lost?.at)}`);
  const hasErrors = diagnostics.some(({ severity }) => severity === 'error');
  must(hasErrors === (plan === null), 'there is a plan exactly where there is no error');
  if (plan !== null) mustBeUsable(plan, text);
  return compiled;
}

/** Each finding is one entry of every format, whatever it quotes. */
function mustBeToldToPrograms(findings: LintFindings): void {
  const { length } = findings.diagnostics;
  must(JSON.parse(lintJson(findings)).length === length, 'JSON tells every finding');
  must(JSON.parse(lintSarif(findings)).runs[0].results.length === length, 'SARIF tells every finding');
  const annotations = lintGithub(findings).split('\n').slice(0, -1);
  must(annotations.length === length, 'a workflow gets one line for each finding');
  must(
    annotations.every((line) => /^::(error|warning) [^\p{Cc}]*$/u.test(line)),
    'nothing else is said to a workflow',
  );
}

/** Longer texts are shown without their lines, and so is what is no text. */
function isLocatable(text: string): boolean {
  return text.length < 1_000_000 && text.isWellFormed();
}

export function mustBeUsable(plan: Plan, input: string, user: UserConfig = NO_USER_CONFIG): void {
  mustBeKept(plan);
  for (const profile of [null, ...Object.keys(plan.profiles)].slice(0, 4)) {
    for (const scope of [null, ...Object.keys(plan.scopes)].slice(0, 3))
      mustLink(plan, { profile, scope }, user, input);
  }
  const outline = outlinePlan(plan, { profile: null, scope: null });
  const longest = 10_000 + OUTLINE_PER_CHARACTER * canonicalJson(plan).length;
  mustBeShowable(planText(outline, 'sha256:0'), longest);
  mustBeShowable(planGlance(outline, 'sha256:0', { width: 80, paint: painter(false) }), longest);
  for (const profile of [null, ...Object.keys(plan.profiles)]) JSON.parse(prettyJson(secretsSchema(plan, profile)));
  must(diffPlans(plan, plan).length === 0, 'a plan differs from itself');
}

/** A plan that was made can be written and read again. */
function mustBeKept(plan: Plan): void {
  const text = planFileText({ sources: SOURCES, hash: taggedSha256(canonicalJson(plan)), plan });
  const read = judgePlanFile(Buffer.from(text), 'plan.json');
  must(read.kind === 'plan', `a plan of ours is refused: ${read.kind === 'refused' && read.why.message}`);
  must(canonicalJson(read.file.plan) === canonicalJson(plan), 'a plan changes on its way through a file');
}

function mustLink(
  plan: Plan,
  { profile, scope }: { profile: string | null; scope: string | null },
  user: UserConfig,
  input: string,
): void {
  for (const override of [null, 'dotenv:.env']) {
    const linked = link(plan, { profile, scope, override, only: null }, user);
    const found: readonly Diagnostic[] = linked.kind === 'refused' ? linked.diagnostics : [];
    must(linked.kind === 'linked' || found.length > 0, 'a plan is refused without a word');
    mustBeClean(found, `${input}${canonicalJson(plan)}`);
  }
}
