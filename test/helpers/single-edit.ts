/** Single edits of manifests, and the changes that each must give, whatever else stands in the manifest. */
import { expect } from '@jest/globals';
import fc from 'fast-check';
import { diffPlans } from '#compiler/analyses/diff/diff-plans.js';
import type { Plan } from '#schemas/plan.js';
import { CHANGES, type Change } from '#schemas/plan-change.js';
import { type ManifestModel, manifestModels, planOfModel, type SecretModel } from './generated-manifest.js';
import { tried } from './thoroughness.js';

type Tables = Record<string, Record<string, unknown>>;
/** Like a manifest, to be changed in place. */
interface Draft {
  project: Record<string, unknown>;
  defaults: Record<string, unknown>;
  providers: Record<string, unknown>;
  profiles: Record<string, Tables>;
  scopes: Tables;
}

/** What the edits are made on; none of its names occurs in the generated surroundings. */
const SUBJECTS = {
  providers: {
    t1: { uri: 'keyring://', ref: { item: '{project}/{key}' } },
    t2: 'dotenv:.env.two',
    t3: { uri: 'onepassword://Team', credentials: { service_account_token: 'env' } },
    tcached: { fallback: ['t2', 't3'], cache: { provider: 'keyring', max_age: '1h' } },
    tfast: { uri: 'env', cache: { provider: 'keyring', max_age: '1h' } },
    tidle: 'env',
  },
  secrets: {
    T: { description: 'target', required: true, providers: ['t1', 'tteam'] },
    T_NAMED: { description: 'named', providers: ['t2', 'env'], refs: { t2: { item: 'x' }, t3: { item: 'y' } } },
    T_AT: { description: 'at', providers: ['t1'], ref: { item: 'x' } },
    T_DEFAULT: { description: 'with default', providers: ['t1'], default: 'one' },
    T_MADE: { description: 'made', providers: ['t1'], type: 'password', generate: true },
    T_ASKED: { description: 'asked', providers: ['t1'], prompt: true },
    T_READ: { description: 'read', providers: ['t1'], encoding: 'hex', extract: { format: 'json', pointer: '/a' } },
    T_KIND: { description: 'kind', providers: ['t1'], type: 'hex' },
    T_FROM: { description: 'from', from: 'T', extract: { format: 'json', pointer: '/a' } },
    T_TEXT: { description: 'text', composed: 'x${T}' },
    T_ID: { description: 'identity', providers: ['t1'], type: 'x509_identity', credentials: { password: 'T' } },
    T_G1: { description: 'g', providers: ['t1'], required: { at_least_one: 'tg' } },
    T_G2: { description: 'g', providers: ['t1'], required: { at_least_one: 'tg' } },
    T_G3: { description: 'g', providers: ['t1'], required: { at_least_one: 'tg' } },
    T_CACHED: { description: 'cached', providers: ['tcached'] },
    T_FAST: { description: 'fast', providers: ['tfast'] },
    T_SIGNED: { description: 'signed', providers: ['t3'] },
    T_PLAIN: { description: 'where the profile says' },
  } satisfies Record<string, SecretModel>,
  scopes: { tscope: { secrets: ['T', 'T_TEXT'] } },
};

export type Edit = (draft: Draft) => void;
export const secret =
  (name: string, parts: Record<string, unknown>): Edit =>
  ({ profiles }) => {
    const table = profiles['default'] ?? {};
    table[name] = Object.fromEntries(
      Object.entries({ ...table[name], ...parts }).filter(([, value]) => value !== undefined),
    );
  };
export const without =
  (name: string): Edit =>
  ({ profiles }) => {
    delete profiles['default']?.[name];
  };
export const inLive =
  (name: string, parts: Record<string, unknown>): Edit =>
  ({ profiles }) => {
    profiles['tlive'] = { ...profiles['tlive'], [name]: parts };
  };
export const alias =
  (name: string, value: unknown): Edit =>
  ({ providers }) => {
    if (value === undefined) delete providers[name];
    else providers[name] = value;
  };
export const scope =
  (name: string, secrets: readonly string[] | undefined): Edit =>
  ({ scopes }) => {
    if (secrets === undefined) delete scopes[name];
    else scopes[name] = { secrets };
  };

type Told = Partial<Change> & Pick<Change, 'kind'>;
/** In all profiles and as grave as the table says, unless said otherwise. */
export const all = (...changes: readonly Told[]): readonly Change[] =>
  changes.map((change) => ({ severity: CHANGES[change.kind].severity, profiles: 'all', ...change }));

/** The subjects alone, and among what fast-check makes up. */
function bases(): readonly Draft[] {
  const alone = draftOf({
    project: { name: 'tshop', revision: '1.0' },
    providers: {},
    profiles: { default: {} },
    scopes: {},
  });
  const surroundings = fc.sample(manifestModels, { numRuns: tried(17), seed: 7 });
  return [alone, ...surroundings.map((model) => draftOf({ ...model, project: { name: 'tshop', revision: '1.0' } }))];
}

function draftOf({ project, providers, profiles, scopes }: ManifestModel): Draft {
  const { default: base = {}, ...others } = profiles;
  return structuredClone({
    project: { ...project },
    defaults: {},
    providers: { ...providers, ...SUBJECTS.providers },
    profiles: { ...others, default: { ...base, ...SUBJECTS.secrets }, tlive: { T_KIND: {} } },
    scopes: { ...scopes, ...SUBJECTS.scopes },
  }) as Draft;
}

const planOfDraft = async (draft: Draft): Promise<Plan | null> => {
  const { defaults, ...rest } = draft;
  return planOfModel({ ...rest, ...(Object.keys(defaults).length > 0 && { defaults }) } as unknown as ManifestModel);
};

/** What the edit is called, the edit, and all it changes. */
export type EditCase = readonly [string, Edit, readonly Change[]];

interface Base {
  readonly draft: Draft;
  readonly plan: Plan;
}

/** The bases that compile: the subjects alone, and among others. */
export async function compiledBases(): Promise<readonly Base[]> {
  const compiled: Base[] = [];
  for (const draft of bases()) {
    const plan = await planOfDraft(draft);
    if (plan !== null) compiled.push({ draft, plan });
  }
  return compiled;
}

export async function expectChanges(compiled: readonly Base[], edit: Edit, changes: readonly Change[]): Promise<void> {
  for (const { draft, plan } of compiled) {
    const edited = structuredClone(draft);
    edit(edited);
    const next = await planOfDraft(edited);
    const told = next === null ? null : diffPlans(plan, next);
    expect(told).toEqual(expect.arrayContaining([...changes]));
    expect(told).toHaveLength(changes.length);
  }
}
