/** Plan files: damaged texts, and plans that were changed by someone who can compute their hashes. */
import fc from 'fast-check';
import { diffPlans } from '#compiler/analyses/diff/diff-plans.js';
import { reviewPlans } from '#compiler/analyses/diff/review-plans.js';
import { compile } from '#compiler/pipeline.js';
import { planDiffMarkdown } from '#runtime/cli/views/plan-diff-markdown.js';
import { planDiffText } from '#runtime/cli/views/plan-diff-text.js';
import { judgePlanFile, planFileText } from '#runtime/plan/plan-file.js';
import { taggedSha256 } from '#runtime/plan/sha256.js';
import { canonicalJson, prettyJson } from '#schemas/canonical.js';
import type { Json, Plan } from '#schemas/plan.js';
import { memoryHost } from '../../helpers/memory-host.js';
import { NO_TERMINAL, shownDifference, withoutLines } from '../../helpers/shown-difference.js';
import { mustBeClean, mustBeShowable } from '../clean.js';
import { manifestTexts } from '../golden-texts.js';
import { must, target } from '../target.js';
import { anyText, anyWord, damaged } from '../texts.js';
import { mustBeUsable } from '../usable.js';

const compiled = await Promise.all(
  manifestTexts.map((text) => compile(memoryHost({ 'manifest.toml': text }), 'manifest.toml')),
);
const plans: readonly Plan[] = compiled.flatMap(({ plan }) => (plan === null ? [] : [plan]));
const SOURCES = [{ path: 'manifest.toml', sha256: '0'.repeat(64) }];
const texts = plans.map((plan) => planFileText({ sources: SOURCES, hash: taggedSha256(canonicalJson(plan)), plan }));

export const planTexts = target({
  name: 'plan-texts',
  share: 5,
  inputs: fc.oneof({ weight: 5, arbitrary: damaged(texts) }, { weight: 1, arbitrary: anyText }),
  judge: (text) => {
    const read = judgePlanFile(Buffer.from(text), 'plan.json');
    if (read.kind === 'refused') mustBeClean([read.why], text);
    else must(canonicalJson(read.file.plan) !== '', 'what is read has a text');
  },
});

/** Puts a value in the place of another, takes it away, or adds one. */
interface Change {
  readonly kind: 'replace' | 'remove' | 'add';
  readonly place: number;
  readonly key: string;
  readonly value: Json;
}
const parts: readonly Json[] = plans.flatMap((plan) => [...partsOf(JSON.parse(canonicalJson(plan)))]);
const value: fc.Arbitrary<Json> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...parts) },
  fc.constantFrom<Json>(null, true, 0, -1, 1.5, 2 ** 60, '', [], {}, [[]], 'stored', 'derived', 'all', { only: [] }),
  anyWord.map((word) => word.toWellFormed()),
);
const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom<Change['kind']>('replace', 'remove', 'add'),
  place: fc.nat(),
  key: fc.oneof(fc.constantFrom('A', 'in', 'kind', 'source', 'route', 'ref', 'from', 'roles', 'type'), anyWord),
  value,
});

export const alteredPlans = target({
  name: 'altered-plans',
  share: 5,
  inputs: fc.tuple(fc.constantFrom(...plans), fc.array(change, { minLength: 1, maxLength: 3 })),
  judge: ([original, changes]) => {
    const plan: Json = JSON.parse(canonicalJson(original));
    for (const each of changes) applyTo(plan, each);
    const text = signed(plan);
    if (text === null) return;
    const read = judgePlanFile(Buffer.from(text), 'plan.json');
    if (read.kind === 'refused') return mustBeClean([read.why], text);
    mustBeUsable(read.file.plan, text);
    mustCompare(original, read.file.plan);
    mustCompare(read.file.plan, original);
  },
});

/** Both texts of a difference can be shown; how long they may be is for others to say. */
function mustCompare(before: Plan, after: Plan): void {
  const changes = diffPlans(before, after);
  const [difference, review] = [shownDifference(changes), withoutLines(reviewPlans(before, after, changes))];
  mustBeShowable(planDiffText(difference, review, NO_TERMINAL), Number.POSITIVE_INFINITY);
  mustBeShowable(planDiffMarkdown(difference, review), Number.POSITIVE_INFINITY);
}

/** Null where the plan has no canonical text: then nobody could have signed it. */
function signed(plan: Json): string | null {
  try {
    const rest = { tool: '0', sources: SOURCES, hash: taggedSha256(canonicalJson(plan)), plan };
    return prettyJson({ ...rest, integrity: taggedSha256(canonicalJson(rest)) });
  } catch {
    return null;
  }
}

type Container = { [key: string]: Json } | Json[];

function applyTo(plan: Json, { kind, place, key, value: given }: Change): void {
  const containers = [...partsOf(plan)].filter(isContainer);
  const container = containers[place % Math.max(containers.length, 1)];
  if (container === undefined) return;
  const keys = Object.keys(container);
  const chosen = kind === 'add' ? key : (keys[Math.floor(place / containers.length) % Math.max(keys.length, 1)] ?? key);
  const copy: Json = JSON.parse(JSON.stringify(given));
  if (Array.isArray(container))
    container.splice(Number(chosen) || 0, kind === 'add' ? 0 : 1, ...(kind === 'remove' ? [] : [copy]));
  else if (kind === 'remove') delete container[chosen];
  else Object.defineProperty(container, chosen, { value: copy, enumerable: true, configurable: true, writable: true });
}

function isContainer(part: Json): part is Container {
  return typeof part === 'object' && part !== null;
}

/** The value and all values in it. */
function* partsOf(whole: Json): Generator<Json> {
  yield whole;
  if (isContainer(whole)) for (const part of Object.values(whole)) yield* partsOf(part);
}
