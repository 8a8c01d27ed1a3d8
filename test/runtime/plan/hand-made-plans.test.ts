/** Plans made by hand, with hashes that hold: refused with a clear message, or bearable for all who read plans. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { diffPlans } from '#compiler/analyses/diff/diff-plans.js';
import { reviewPlans } from '#compiler/analyses/diff/review-plans.js';
import { outlinePlan } from '#compiler/analyses/outline/outline-plan.js';
import { planDiffMarkdown } from '#runtime/cli/views/plan-diff-markdown.js';
import { planDiffText } from '#runtime/cli/views/plan-diff-text.js';
import { planText } from '#runtime/cli/views/plan-text.js';
import { link } from '#runtime/link/link.js';
import { judgePlanFile } from '#runtime/plan/plan-file.js';
import { taggedSha256 } from '#runtime/plan/sha256.js';
import { canonicalJson, prettyJson } from '#schemas/canonical.js';
import { NO_USER_CONFIG } from '#schemas/user-config.js';
import { manifestModels, planOfModel } from '../../helpers/generated-manifest.js';
import { choice } from '../../helpers/plan.js';
import { NO_TERMINAL, shownDifference, withoutLines } from '../../helpers/shown-difference.js';
import { tried } from '../../helpers/thoroughness.js';

const PLAN_COUNT = 40;
const plans = Promise.all(fc.sample(manifestModels, { numRuns: PLAN_COUNT, seed: 11 }).map(planOfModel));

/** What a careless or spiteful author might put somewhere. */
const junk = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  1.5,
  '',
  'A',
  'alias',
  'profile',
  'stored',
  'null://',
  'a:b@c',
  '://',
  '\0',
  [],
  {},
  [[]],
  ['A'],
  { kind: 'open', name: '' },
  { kind: 'alias', name: 'slow' },
  { only: ['default'] },
  { secret: 'A' },
);
const names = fc.constantFrom('__proto__', 'constructor', 'toString', 'A', 'kind', '1', '');
const changed = fc.tuple(
  fc.nat(PLAN_COUNT - 1),
  fc.infiniteStream(fc.nat()),
  junk,
  names,
  fc.constantFrom('replace', 'remove', 'add'),
);

/** The plan with something changed somewhere, as deep as the steps lead. */
function spoilt(value: unknown, steps: Iterator<number>, what: unknown, name: string, how: string): unknown {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const step = steps.next().value ?? 0;
  if (entries.length === 0 || step % 6 === 0)
    return how === 'add' && typeof value === 'object' ? grown(value, name, what) : what;
  const [chosen] = entries[step % entries.length] ?? [''];
  const kept = entries.flatMap(([key, member]): [string, unknown][] => {
    if (key !== chosen) return [[key, member]];
    return how === 'remove' && step % 4 === 0 ? [] : [[key, spoilt(member, steps, what, name, how)]];
  });
  return Array.isArray(value) ? kept.map(([, member]) => member) : recordOf(kept);
}

function grown(value: object | null, name: string, what: unknown): unknown {
  return Array.isArray(value) ? [...value, what] : recordOf([...Object.entries(value ?? {}), [name, what]]);
}

/** As JSON.parse makes them: `__proto__` is a name like any other. */
function recordOf(entries: readonly (readonly [string, unknown])[]): unknown {
  return JSON.parse(`{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`);
}

function signed(plan: unknown): Buffer {
  const rest = {
    tool: '0',
    sources: [{ path: 'manifest.toml', sha256: '0'.repeat(64) }],
    hash: taggedSha256(canonicalJson(plan)),
    plan,
  };
  return Buffer.from(prettyJson({ ...rest, integrity: taggedSha256(canonicalJson(rest)) }));
}

test('no spoilt plan brings anybody down', async () => {
  const outcomes = { refused: 0, accepted: 0 };
  const compiled = await plans;
  fc.assert(
    fc.property(changed, ([index, steps, what, name, how]) => {
      const plan = compiled[index];
      if (plan === null || plan === undefined) return;
      const read = judgePlanFile(signed(spoilt(plan, steps, what, name, how)), 'plan.json');
      outcomes[read.kind === 'plan' ? 'accepted' : 'refused']++;
      if (read.kind === 'refused') return;
      const made = read.file.plan;
      for (const profile of Object.keys(made.profiles)) link(made, choice({ profile }), NO_USER_CONFIG);
      planText(outlinePlan(made, { profile: null, scope: Object.keys(made.scopes)[0] ?? null }), '');
      for (const [before, after] of [
        [plan, made],
        [made, plan],
      ] as const) {
        const difference = shownDifference(diffPlans(before, after));
        const review = withoutLines(reviewPlans(before, after, difference.changes));
        planDiffText(difference, review, NO_TERMINAL);
        planDiffMarkdown(difference, review);
      }
    }),
    { numRuns: tried(1_500), seed: 5 },
  );
  expect([outcomes.refused > tried(100), outcomes.accepted > tried(100)]).toEqual([true, true]);
});
