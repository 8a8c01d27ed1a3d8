/** What holds of every difference, whatever the manifests are. */
import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { diffPlans } from '#compiler/analyses/diff/diff-plans.js';
import { canonicalJson } from '#schemas/canonical.js';
import type { Plan } from '#schemas/plan.js';
import { CHANGE_SEVERITIES, CHANGES, type Change, type ChangeKind } from '#schemas/plan-change.js';
import {
  type ManifestModel,
  manifestModels,
  manifestText,
  planOfModel,
  planOfText,
} from '../../../helpers/generated-manifest.js';

const SEED = 20_250_101;
const ROUTE_KINDS: ReadonlySet<ChangeKind> = new Set<ChangeKind>(['store-added', 'store-removed', 'stores-reordered']);

/** Manifests that compile, and some that differ from one of them in one part alone. */
const samples: { readonly model: ManifestModel; readonly plan: Plan }[] = [];
beforeAll(async () => {
  const models = fc.sample(manifestModels, { numRuns: 140, seed: SEED });
  const parts = ['project', 'defaults', 'providers', 'profiles', 'scopes'] as const;
  const mixed = models.map((model, index) => {
    const part = parts[index % parts.length] ?? 'profiles';
    return { ...model, [part]: models[index - 1]?.[part] ?? model[part] };
  });
  for (const model of models.flatMap((each, index) => [each, mixed[index] ?? each])) {
    const plan = await planOfModel(model);
    if (plan !== null) samples.push({ model, plan });
  }
});

/** Every sample beside its neighbours and beside one far away, compared both ways. */
interface Pair {
  readonly isSame: boolean;
  readonly there: readonly Change[];
  readonly back: readonly Change[];
}
const pairs: Pair[] = [];
beforeAll(() => {
  for (const [index, { plan: old }] of samples.entries()) {
    for (const distance of [1, 2, 97]) {
      const next = samples[(index + distance) % samples.length]?.plan ?? old;
      pairs.push({
        isSame: canonicalJson(old) === canonicalJson(next),
        there: diffPlans(old, next),
        back: diffPlans(next, old),
      });
    }
  }
});

/** Of a chain the severity depends on its first store, which is another whichever way one looks. */
function turnedRound({ kind, from, to, severity, ...rest }: Change): Change {
  const inverse = CHANGES[kind].inverse;
  return {
    ...rest,
    kind: inverse,
    severity: ROUTE_KINDS.has(kind) ? severity : CHANGES[inverse].severity,
    ...(to !== undefined && { from: to }),
    ...(from !== undefined && { to: from }),
  };
}

const asSet = (changes: readonly Change[]) => changes.map((change) => canonicalJson(change)).sort();

test('enough manifests compile for the rest to mean something', () => expect(samples.length).toBeGreaterThan(140));

test('the samples show every kind of change', () => {
  const seen = new Set(pairs.flatMap(({ there }) => there.map(({ kind }) => kind)));
  expect(Object.keys(CHANGES).filter((kind) => !seen.has(kind as ChangeKind))).toEqual([]);
});

test('a plan does not differ from itself', () => {
  expect(samples.flatMap(({ plan }) => diffPlans(plan, JSON.parse(canonicalJson(plan))))).toEqual([]);
});

test('two plans differ exactly when their texts do', () => {
  expect(pairs.filter(({ isSame, there }) => isSame !== (there.length === 0))).toEqual([]);
});

test('the other way round every change is turned round', () => {
  for (const { there, back } of pairs) expect(asSet(back)).toEqual(asSet(there.map(turnedRound)));
});

test('one cause is told once', () => {
  const causesOf = ({ there }: Pair) =>
    there.flatMap(({ profiles: _, ...cause }) => (cause.kind.startsWith('profile-') ? [] : [canonicalJson(cause)]));
  expect(pairs.map(causesOf).filter((causes) => new Set(causes).size < causes.length)).toEqual([]);
});

test('gravest first, then by kind', () => {
  const keysOf = ({ there }: Pair) =>
    there.map(({ severity, kind }) => `${CHANGE_SEVERITIES.indexOf(severity)} ${kind}`);
  expect(pairs.map(keysOf).filter((keys) => keys.join() !== [...keys].sort().join())).toEqual([]);
});

test('order, comments and line ends never appear', async () => {
  for (const { model, plan } of samples.slice(0, 100)) {
    const text = `# first\n${manifestText(backwards(model))}`
      .replaceAll(/^(?!\s*$)(.*)$/gmu, '$1 # said')
      .replaceAll('\n', '\r\n');
    const same = await planOfText(text);
    expect(same && diffPlans(plan, same)).toEqual([]);
  }
});

/** Keys of tables in the opposite order. */
function backwards<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, backwards(member)]),
  ) as T;
}
