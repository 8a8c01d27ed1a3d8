/** Manifests made up by fast-check: most of them compile, and two of them have much in common. */
import fc from 'fast-check';
import { stringify } from 'smol-toml';
import { compile } from '#compiler/pipeline.js';
import type { Plan } from '#schemas/plan.js';
import { memoryHost } from './memory-host.js';

/** A manifest as TOML would give it. */
export interface ManifestModel {
  readonly project: { readonly name: string; readonly revision: '1.0'; readonly require_reason?: boolean | 'agents' };
  readonly defaults?: { readonly providers: readonly string[] };
  readonly providers: Readonly<Record<string, unknown>>;
  readonly profiles: Readonly<Record<string, Readonly<Record<string, SecretModel>>>>;
  readonly scopes: Readonly<Record<string, { readonly secrets: readonly string[] }>>;
}
export type SecretModel = Readonly<Record<string, unknown>>;

export function manifestText(model: ManifestModel): string {
  return stringify(model);
}

/** Null where the manifest does not compile. */
export async function planOfText(text: string): Promise<Plan | null> {
  return (await compile(memoryHost({ 'manifest.toml': text }), 'manifest.toml')).plan;
}

export function planOfModel(model: ManifestModel): Promise<Plan | null> {
  return planOfText(manifestText(model));
}

/** The plans of what compiles among this many models; the same seed begins with the same ones. */
export async function sampledPlans(count: number, seed: number): Promise<readonly Plan[]> {
  const plans = await Promise.all(fc.sample(manifestModels, { numRuns: count, seed }).map(planOfModel));
  return plans.filter((plan) => plan !== null);
}

/** The parts of an object that are there, each value of its own arbitrary. */
const some = <T>(parts: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(parts, { requiredKeys: [] });
const word = fc.constantFrom('', 'x', 'y z', 'Grüße', '$5 | `a`');
const leafUri = fc.constantFrom(
  'keyring',
  'keyring://',
  'keyring://team/{key}',
  'dotenv',
  'dotenv://.env',
  'dotenv:./b/../.env',
  'env://',
  'onepassword://Team',
);
const age = fc.constantFrom('30m', '1h', '60m', '1d');
const coordinates = fc.record({ item: fc.constantFrom('x', 'y') });

const signedIn = fc.record({
  uri: fc.constantFrom('onepassword://Team', 'onepassword://Other'),
  credentials: fc.record({
    service_account_token: fc.constantFrom<unknown>('keyring', 'keyring://', 'env', {
      provider: 'env',
      ref: { item: 'T' },
    }),
  }),
});
const templated = fc.record({
  uri: fc.constantFrom('keyring', 'keyring://'),
  ref: fc.constantFrom({ item: '{key}' }, { item: '{project}', field: '{key}' }),
});
const leafAlias = fc.oneof(leafUri, signedIn, templated);
const cachedAlias = fc.oneof(
  fc.record({
    uri: fc.constantFrom('onepassword://Team', 'env://'),
    cache: fc.record({ provider: fc.constantFrom('keyring', 'keyring://', 'dotenv:.cache'), max_age: age }),
  }),
  fc.record({
    fallback: fc.constantFrom(
      ['env'],
      ['env://', 'onepassword://Team'],
      ['onepassword://Team', 'env'],
      ['team', 'env'],
    ),
    cache: fc.record({ provider: fc.constantFrom('keyring', 'dotenv:.cache', 'one'), max_age: age }),
  }),
);
const providers = some({
  one: leafAlias,
  two: leafAlias,
  team: leafAlias,
  slow: fc.oneof(cachedAlias, leafUri),
  keyring: leafUri,
});
const chain = fc.oneof(
  fc.uniqueArray(fc.constantFrom('one', 'two', 'team', 'keyring', 'keyring://', 'env', 'dotenv:.env'), {
    minLength: 1,
    maxLength: 3,
  }),
  fc.constant(['slow']),
);

const policy = fc.constantFrom<SecretModel>(
  {},
  { required: true },
  { required: false },
  { default: '' },
  { default: 'value' },
  { required: { at_least_one: 'g' } },
  { required: { at_least_one: ['g', 'h'] } },
  { required: { exactly_one: 'one' } },
  { prompt: true },
  { type: 'password', generate: true },
  { type: 'hex', generate: { bytes: 8 } },
  { type: 'hex' },
);
const stored = fc
  .tuple(
    fc.record({ description: fc.constantFrom('first', 'second') }),
    policy,
    some({
      providers: chain,
      as_path: fc.boolean(),
      encoding: fc.constantFrom('base64', 'hex'),
      extract: fc.constantFrom({ format: 'json', pointer: '/a~1b' }, { format: 'ini', pointer: '/a/b' }),
    }),
    fc.oneof(
      fc.constant({}),
      fc.constant({}),
      fc.record({ ref: coordinates }),
      fc.record({ refs: fc.constantFrom({ one: { item: 'x' } }, { one: { item: 'y' }, two: { item: 'x' } }) }),
    ),
  )
  .map((parts): SecretModel => withoutContradiction(Object.assign({}, ...parts)));
const composed = fc.record({
  description: word.map((text) => `${text}.`),
  composed: fc.constantFrom('<${A}>', '${A}${B}', '$${x} ${B}'),
});
const derived = fc.record({
  description: fc.constant('derived'),
  from: fc.constantFrom('A', 'B'),
  extract: fc.constantFrom({ format: 'json', pointer: '/a' }, { format: 'json', pointer: '' }),
});
const override = fc
  .tuple(
    some({ description: fc.constantFrom('first', 'other'), providers: chain, as_path: fc.boolean() }),
    fc.oneof(fc.constant({}), fc.constant({}), fc.record({ default: word }), fc.record({ required: fc.boolean() })),
  )
  .map((parts): SecretModel => Object.assign({}, ...parts));

/** What is cut out of a document is neither generated nor asked for. */
function withoutContradiction({ extract, ...secret }: SecretModel): SecretModel {
  const isProduced = 'generate' in secret || 'prompt' in secret;
  return extract === undefined || isProduced ? secret : { ...secret, extract };
}

/** Members that keep every group large enough. */
const GROUPED: Readonly<Record<string, SecretModel>> = {
  G1: { description: 'g', required: { at_least_one: ['g', 'h'] } },
  G2: { description: 'g', required: { at_least_one: ['g', 'h'] } },
  G3: { description: 'g', required: { exactly_one: 'one' } },
  G4: { description: 'g', required: { exactly_one: 'one' } },
};

/** An identity whose password one of two secrets plays, and what is exported from it. */
const identity = fc.record(
  {
    description: fc.constant('identity'),
    type: fc.constantFrom('x509_identity'),
    credentials: fc.constantFrom({ password: 'PIN' }, { password: 'CODE' }),
    encoding: fc.constantFrom('hex', 'base64'),
  },
  { requiredKeys: ['description', 'type'] },
);
const exported = fc.record(
  {
    description: fc.constant('certificate'),
    from: fc.constant('ID'),
    type: fc.constantFrom('x509_certificate', 'pkcs8_private_key'),
    format: fc.constantFrom('pem', 'der'),
  },
  { requiredKeys: ['description', 'from', 'type'] },
);
const typed = fc
  .record({ ID: identity, CERT: exported }, { requiredKeys: ['ID'] })
  .map((secrets) => ({ ...secrets, PIN: { description: 'p' }, CODE: { description: 'p' } }));

const defaultProfile = fc
  .tuple(
    fc.record({ A: stored, B: stored }),
    some({ C: fc.oneof(stored, composed, derived), D: fc.oneof(stored, composed, derived), E: stored }),
    fc.oneof(typed, fc.constant({})),
  )
  .map(([required, optional, identities]) => ({ ...GROUPED, ...required, ...optional, ...identities }));
const otherProfile = some<Record<string, SecretModel>>({ A: override, B: override, F: stored });

/** One scope also lists what may be made of others. */
function withMade(model: ManifestModel): ManifestModel {
  const declared = model.profiles['default'] ?? {};
  const { job } = model.scopes;
  if (job === undefined || !('D' in declared)) return model;
  return { ...model, scopes: { ...model.scopes, job: { secrets: [...job.secrets, 'D'] } } };
}

/** Many do not compile: whoever uses them asks for a plan first. */
export const manifestModels: fc.Arbitrary<ManifestModel> = (
  fc.record(
    {
      project: fc.record(
        {
          name: fc.constantFrom('shop', 'store'),
          revision: fc.constant('1.0' as const),
          require_reason: fc.constantFrom(true, false, 'agents' as const),
        },
        { requiredKeys: ['name', 'revision'] },
      ),
      defaults: fc.record({ providers: chain }),
      providers,
      profiles: fc
        .tuple(defaultProfile, some({ live: otherProfile, staging: otherProfile }))
        .map(([base, others]) => ({ default: base, ...others })),
      scopes: some({
        web: fc.uniqueArray(fc.constantFrom('A', 'B', 'G1'), { minLength: 1 }).map((secrets) => ({ secrets })),
        job: fc.constant({ secrets: ['B'] }),
      }),
    },
    { requiredKeys: ['project', 'providers', 'profiles', 'scopes'] },
  ) as fc.Arbitrary<ManifestModel>
).map(withMade);
