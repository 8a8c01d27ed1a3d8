/** The plan, as `tool plan --format json` prints it, and the plan file around it. */
import {
  type Cache,
  type ComposedSource,
  COORDINATE_NAMES,
  type Coordinates,
  type CredentialSource,
  type DerivedSource,
  type Extraction,
  type FallbackStore,
  type GroupMembership,
  type InlineCacheStore,
  type LeafStore,
  type Naming,
  PLAN_FORMAT,
  type Plan,
  type PlanFile,
  type PlanSecret,
  type PlanSourceFile,
  type StoredSource,
  type StoreRef,
  type WhenMissing,
} from '../plan.js';
import {
  defined,
  described,
  HASH,
  listOf,
  NAMES,
  namedTable,
  oneOf,
  type Schema,
  TEXT,
  table,
  words,
} from './json-schema.js';

type Kind<T extends { readonly kind: string }, K extends string> = Extract<T, { readonly kind: K }>;

const CHAIN = defined('chain');
const REF = defined('storeRef');
const COORDINATES = defined('coordinates');
const EXTRACTION = defined('extraction');
const ENCODING = words('base64', 'base64url', 'hex');
const CREDENTIALS = namedTable(table<CredentialSource>({ store: REF, ref: COORDINATES }, ['ref']));
const CACHE = table<Cache>({ store: REF, maxAgeSeconds: { type: 'integer', minimum: 1 } });

const STORE_REF = oneOf(
  table<Kind<StoreRef, 'alias'>>({ kind: { const: 'alias' }, name: TEXT }),
  table<Kind<StoreRef, 'uri'>>({ kind: { const: 'uri' }, uri: TEXT }),
  table<Kind<StoreRef, 'open'>>({
    kind: described('A name that only the machine of a user knows.', { const: 'open' }),
    name: TEXT,
  }),
);

const STORE = oneOf(
  table<LeafStore>({ kind: { const: 'leaf' }, uri: TEXT, credentials: CREDENTIALS, template: COORDINATES }, [
    'template',
  ]),
  table<InlineCacheStore>({ kind: { const: 'inline cache' }, uri: TEXT, credentials: CREDENTIALS, cache: CACHE }),
  table<FallbackStore>({ kind: { const: 'fallback' }, route: listOf(REF), cache: CACHE }),
);

const NAMING = oneOf(
  table<Kind<Naming, 'convention'>>({ kind: { const: 'convention' } }),
  table<Kind<Naming, 'ref'>>({ kind: { const: 'ref' }, at: COORDINATES }),
  table<Kind<Naming, 'refs'>>({ kind: { const: 'refs' }, by: namedTable(COORDINATES) }),
);

const WHEN_MISSING = oneOf(
  table<Kind<WhenMissing, 'nothing'>>({ kind: { const: 'nothing' } }),
  table<Kind<WhenMissing, 'default'>>({ kind: { const: 'default' }, text: TEXT }),
  table<Kind<WhenMissing, 'generate'>>({ kind: { const: 'generate' }, type: TEXT, options: { type: 'object' } }),
  table<Kind<WhenMissing, 'prompt'>>({ kind: { const: 'prompt' } }),
);

const SOURCE = oneOf(
  table<StoredSource>(
    {
      kind: { const: 'stored' },
      route: described('`profile`: the stores of the profile.', oneOf({ const: 'profile' }, CHAIN)),
      naming: NAMING,
      decode: ENCODING,
      extract: EXTRACTION,
      whenMissing: WHEN_MISSING,
    },
    ['decode', 'extract'],
  ),
  table<ComposedSource>({
    kind: { const: 'composed' },
    parts: listOf(oneOf(table<{ text: string }>({ text: TEXT }), table<{ secret: string }>({ secret: TEXT }))),
  }),
  table<DerivedSource>({
    kind: { const: 'derived' },
    from: TEXT,
    how: oneOf(
      table<Kind<DerivedSource['how'], 'select'>>({ kind: { const: 'select' }, extract: EXTRACTION }),
      table<Kind<DerivedSource['how'], 'export'>>({
        kind: { const: 'export' },
        type: TEXT,
        format: words('pem', 'der', null),
      }),
    ),
  }),
);

const SECRET = table<PlanSecret>(
  {
    in: described(
      'The profiles in which the secret means this.',
      oneOf({ const: 'all' }, table<{ only: unknown }>({ only: NAMES }), table<{ except: unknown }>({ except: NAMES })),
    ),
    description: TEXT,
    presence: oneOf(words('required', 'optional'), table<GroupMembership>({ atLeastOne: NAMES, exactlyOne: NAMES })),
    source: SOURCE,
    deliver: described('`path`: the name of a temporary file that holds the value.', words('value', 'path')),
    type: TEXT,
    text: described('How a binary value is written as text.', ENCODING),
    roles: described('Names of the secrets in `credentials`.', namedTable(TEXT)),
  },
  ['type', 'text', 'roles'],
);

const PLAN = table<Plan>({
  format: { const: PLAN_FORMAT },
  project: table<Plan['project']>({ name: TEXT, requireReason: words(true, false, 'agents') }),
  profiles: namedTable(
    table<Plan['profiles'][string]>({
      route: described('null: the default store of each user.', oneOf(CHAIN, { type: 'null' })),
    }),
  ),
  stores: namedTable(STORE),
  secrets: namedTable(listOf(SECRET, { minItems: 1 })),
  scopes: namedTable(NAMES),
});

const DEFINITIONS: Readonly<Record<string, Schema>> = {
  chain: described('Stores to try, in order.', listOf(REF, { minItems: 1 })),
  coordinates: table<Coordinates>(
    { item: TEXT, field: TEXT, vault: TEXT, section: TEXT, version: TEXT },
    COORDINATE_NAMES.filter((name) => name !== 'item'),
  ),
  extraction: table<Extraction>({ format: words('json', 'ini'), pointer: NAMES }),
  storeRef: STORE_REF,
};

export const planSchema: Schema = { ...PLAN, $defs: DEFINITIONS };

export const planFileSchema: Schema = {
  ...table<PlanFile>({
    tool: described('The version that wrote the file.', TEXT),
    sources: listOf(table<PlanSourceFile>({ path: TEXT, sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' } })),
    hash: described('Over the plan as canonical JSON (RFC 8785).', HASH),
    plan: PLAN,
    integrity: described('Over the canonical JSON of the rest of the file.', HASH),
  }),
  $defs: DEFINITIONS,
};
