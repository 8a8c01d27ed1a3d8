/** What holds of every difference, whatever the manifests are. */
import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { diffPlans } from '#compiler/analyses/diff/diff-plans.js';
import { canonicalJson } from '#schemas/canonical.js';
import { holdsIn } from '#schemas/meaning.js';
import { own } from '#schemas/named.js';
import type { Plan } from '#schemas/plan.js';
import { CHANGE_SEVERITIES, CHANGES, type Change, type ChangeKind, POWER_KINDS } from '#schemas/plan-change.js';
import {
  type ManifestModel,
  manifestModels,
  manifestText,
  planOfModel,
  planOfText,
} from '../../../helpers/generated-manifest.js';
import { tried } from '../../../helpers/thoroughness.js';

const SEED = 20_250_101;
/** Danger or review, by what the plans say besides; `severities.test.ts` has a case for each. */
const JUDGED_KINDS: ReadonlySet<ChangeKind> = new Set<ChangeKind>([
  'store-added',
  'store-removed',
  'stores-reordered',
  'profile-renamed',
  'default-changed',
  'composition-changed',
  'derivation-changed',
  'extraction-changed',
  'cache-introduced',
]);

/** Manifests that compile, and some that differ from one of them in one part alone. */
const samples: { readonly model: ManifestModel; readonly plan: Plan }[] = [];
beforeAll(async () => {
  const models = fc.sample(manifestModels, { numRuns: tried(460), seed: SEED });
  const parts = ['project', 'defaults', 'providers', 'profiles', 'scopes'] as const;
  const mixed = models.map((model, index) => {
    const part = parts[index % parts.length] ?? 'profiles';
    return { ...model, [part]: models[index - 1]?.[part] ?? model[part] };
  });
  const renamed = models.slice(0, 20).map(({ profiles, ...rest }) => ({
    ...rest,
    profiles: Object.fromEntries(
      Object.entries(profiles).map(([name, table]) => [name === 'default' ? name : `${name}2`, table]),
    ),
  }));
  for (const model of models.flatMap((each, index) => [each, mixed[index] ?? each, renamed[index] ?? each])) {
    const plan = await planOfModel(model);
    if (plan !== null) samples.push({ model, plan });
  }
});

/** Every sample beside its neighbour and beside one far away, compared both ways. */
interface Pair {
  readonly old: Plan;
  readonly next: Plan;
  readonly isSame: boolean;
  readonly there: readonly Change[];
  readonly back: readonly Change[];
}
const pairs: Pair[] = [];
beforeAll(() => {
  for (const [index, { plan: old }] of samples.entries()) {
    for (const distance of [1, 97]) {
      const next = samples[(index + distance) % samples.length]?.plan ?? old;
      pairs.push({
        old,
        next,
        isSame: canonicalJson(old) === canonicalJson(next),
        there: diffPlans(old, next),
        back: diffPlans(next, old),
      });
    }
  }
});

/** Severity is judged for each direction, and has tests of its own. */
function turnedRound({ kind, from, to, severity: _, ...rest }: Change): Omit<Change, 'severity'> {
  return {
    ...rest,
    kind: CHANGES[kind].inverse,
    ...(to !== undefined && { from: to }),
    ...(from !== undefined && { to: from }),
  };
}

const withoutSeverity = ({ severity: _, ...change }: Change) => change;
const asSet = (changes: readonly object[]) => changes.map((change) => canonicalJson(change)).sort();

test('enough manifests compile for the rest to mean something', () =>
  expect(samples.length).toBeGreaterThan(tried(460)));

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
  for (const { there, back } of pairs) expect(asSet(back.map(withoutSeverity))).toEqual(asSet(there.map(turnedRound)));
});

test('one cause is told once', () => {
  const causesOf = ({ there }: Pair) =>
    there.flatMap(({ profiles: _, severity: __, ...cause }) =>
      cause.kind.startsWith('profile-') ? [] : [canonicalJson(cause)],
    );
  expect(pairs.map(causesOf).filter((causes) => new Set(causes).size < causes.length)).toEqual([]);
});

test('every change is as grave as its kind, but where the table says otherwise', () => {
  for (const { old, next, there } of pairs) {
    const isOfOld = ({ profiles }: Change) =>
      profiles !== 'all' && profiles.every((name) => own(next.profiles, name) === undefined);
    const isOfNew = ({ profiles }: Change) =>
      profiles !== 'all' && profiles.every((name) => own(old.profiles, name) === undefined);
    for (const change of there) {
      if (isOfOld(change) && !POWER_KINDS.includes(change.kind)) expect(change.severity).toBe('review');
      else if (JUDGED_KINDS.has(change.kind)) expect(change.severity).toMatch(/^(?:danger|review)$/u);
      else if (change.kind === 'scope-widened' || change.kind === 'scope-exposes') {
        // No address of the samples is of a new secret alone.
        const names = change.secret === undefined ? namesIn(change.to) : [change.secret];
        if (names.some((name) => own(old.secrets, name) !== undefined)) expect(change.severity).toBe('danger');
      } else expect(change.severity).toBe(CHANGES[change.kind].severity);
      if (isOfNew(change)) expect(change.kind).not.toBe('secret-removed');
    }
  }
});

test('a profile that says nothing is told by itself', async () => {
  for (const { model, plan } of samples.slice(0, tried(100))) {
    const more = await planOfModel({ ...model, profiles: { ...model.profiles, quiet: {} } });
    if (more === null) continue;
    expect(diffPlans(plan, more)).toEqual([{ kind: 'profile-added', severity: 'review', profiles: ['quiet'] }]);
    expect(diffPlans(more, plan)).toEqual([{ kind: 'profile-removed', severity: 'review', profiles: ['quiet'] }]);
  }
});

/** By the definition, without the walker that the comparison uses. */
function receivedByDefinition({ secrets, scopes }: Plan, profile: string, scope: string): ReadonlySet<string> {
  const received = new Set<string>();
  const declared = (name: string) => own(secrets, name)?.find((meaning) => holdsIn(meaning, profile));
  for (let open = own(scopes, scope) ?? []; open.length > 0; ) {
    const next = open.flatMap((name) => {
      const meaning = received.has(name) ? undefined : declared(name);
      if (meaning === undefined) return [];
      received.add(name);
      const parts = meaning.source.kind === 'composed' ? meaning.source.parts : [];
      return [
        ...parts.flatMap((part) => ('secret' in part ? [part.secret] : [])),
        ...(meaning.source.kind === 'derived' ? [meaning.source.from] : []),
        ...Object.values(meaning.roles ?? {}),
      ];
    });
    open = next;
  }
  return received;
}

test('what a scope receives now and did not is exposed, unless the scope lists it', () => {
  for (const { old, next, there } of pairs) {
    const common = Object.keys(old.profiles).filter((profile) => own(next.profiles, profile) !== undefined);
    for (const scope of Object.keys(old.scopes).filter((name) => own(next.scopes, name) !== undefined)) {
      for (const profile of common) {
        const before = receivedByDefinition(old, profile, scope);
        const more = [...receivedByDefinition(next, profile, scope)].filter((secret) => !before.has(secret));
        const exposed = there.filter(
          (change) =>
            change.kind === 'scope-exposes' &&
            change.scope === scope &&
            (change.profiles === 'all' || change.profiles.includes(profile)),
        );
        expect(exposed.map(({ secret }) => secret).sort()).toEqual(
          more.filter((secret) => !own(next.scopes, scope)?.includes(secret)).sort(),
        );
        for (const { to } of exposed) expect(namesIn(to).length).toBeGreaterThan(0);
      }
    }
  }
});

const namesIn = (side: Change['to']): readonly string[] => (Array.isArray(side) ? side.map(String) : []);

test('gravest first, then powers, then by kind', () => {
  const keysOf = ({ there }: Pair) =>
    there.map(
      ({ severity, kind }) => `${CHANGE_SEVERITIES.indexOf(severity)} ${POWER_KINDS.includes(kind) ? 0 : 1} ${kind}`,
    );
  expect(pairs.map(keysOf).filter((keys) => keys.join() !== [...keys].sort().join())).toEqual([]);
});

test('order, comments and line ends never appear', async () => {
  for (const { model, plan } of samples.slice(0, tried(100))) {
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
