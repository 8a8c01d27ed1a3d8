/** The methods of an external provider, and the one that it may call (semantics 16): what each takes and gives. */
import type { Method } from '../../json-rpc/method.js';
import {
  choice,
  flag,
  integer,
  list,
  nullable,
  object,
  record,
  type Shaped,
  text,
  word,
} from '../../json-rpc/shape.js';

/** Of project, profile, key and each coordinate. */
export const LONGEST_NAME = 4_096;
/** Of requests in one `get_many`. */
export const MOST_REQUESTS = 1_024;
const LONGEST_ADDRESS = 32_768;
const LARGEST_VALUE = 1_048_576;

const name = text({ max: LONGEST_NAME });
const coordinate = nullable(name);
const coordinates = object(
  { item: text({ min: 1, max: LONGEST_NAME }) },
  { field: coordinate, vault: coordinate, section: coordinate, version: coordinate },
);
const address = choice('kind', {
  convention: object({ project: name, profile: name, key: text({ min: 1, max: LONGEST_NAME }) }),
  native: object({ coordinates }),
});
const addressed = object({ address });

const found = object(
  { value: text(), expires_at_unix_ms: nullable(integer(1)) },
  { revision: text({ pattern: /^[A-Za-z0-9._:-]{1,256}$/ }) },
);
const answer = choice('status', { found, missing: object({}) });
const requested = text({ min: 1, max: LONGEST_NAME });
const namedAnswer = choice('status', {
  found: object(
    { name: requested, value: text(), expires_at_unix_ms: nullable(integer(1)) },
    { revision: text({ pattern: /^[A-Za-z0-9._:-]{1,256}$/ }) },
  ),
  missing: object({ name: requested }),
});

export const providerMethods = {
  'provider.resolve_address': {
    summary: 'The coordinates of an address; asks no server.',
    params: addressed,
    result: object({ coordinates }),
  },
  'provider.get': { summary: 'The value of an entry.', params: addressed, result: answer },
  'provider.get_many': {
    summary: 'The values of many entries, in the order of the requests.',
    params: object({ requests: list(object({ name: requested, address }), { max: MOST_REQUESTS }) }),
    result: object({ results: list(namedAnswer, { max: MOST_REQUESTS }) }),
  },
  'provider.exists': {
    summary: 'Whether an entry has a value.',
    params: addressed,
    result: object({ exists: flag }),
  },
  'provider.set': {
    summary: 'Stores a value, whole or not at all.',
    params: object({ address, value: text() }),
    result: object({ stored: isTrue() }),
  },
  'provider.set_expiring': {
    summary: 'Stores a value that is gone after a time: an entry of a cache.',
    params: object({ address, value: text(), ttl_ms: integer(1) }),
    result: object({ stored: isTrue() }),
  },
  'provider.delete': {
    summary: 'Removes an entry; one that is not there is removed already.',
    params: addressed,
    result: object({ deleted: flag }),
  },
  'provider.clear': {
    summary: 'Removes all entries, or those of a project and profile.',
    params: object({
      scope: choice('kind', { all: object({}), convention: object({ project: name, profile: name }) }),
    }),
    result: object({ cleared: integer(0) }),
  },
  'provider.check_writable': {
    summary: 'Refuses an entry that cannot be written.',
    params: addressed,
    result: object({}),
  },
  'provider.check_deletable': {
    summary: 'Refuses an entry that cannot be removed.',
    params: addressed,
    result: object({}),
  },
  'provider.describe_write_target': {
    summary: 'Where a value would be stored, in words for people.',
    params: addressed,
    result: object({ description: text({ max: LONGEST_NAME }) }),
  },
  'provider.reflect': {
    summary: 'The entries of a project and profile: names and coordinates, never values.',
    params: object({ project: name, profile: name }),
    result: object({
      schema_version: integer(1, 1),
      declarations: record(object({ description: name, required: flag, ref: coordinates })),
    }),
  },
} as const satisfies Readonly<Record<string, Method<unknown, unknown>>>;

export type ProviderMethod = keyof typeof providerMethods;
export type Result<M extends ProviderMethod> = Shaped<(typeof providerMethods)[M]['result']>;
export type Params<M extends ProviderMethod> = Shaped<(typeof providerMethods)[M]['params']>;
export type WireAddress = Shaped<typeof address>;
export type WireCoordinates = Shaped<typeof coordinates>;

export const credentialCallback = {
  summary: 'A credential that the provider needs.',
  params: object({
    name: text({ max: 256, pattern: /^[a-z][a-z0-9_]*$/ }),
    scope: text({ min: 1, max: LONGEST_NAME }),
    required: flag,
  }),
  result: choice('status', { found: object({ value: text({ min: 1, max: LARGEST_VALUE }) }), missing: object({}) }),
} as const satisfies Method<unknown, unknown>;
export type CredentialRequest = Shaped<typeof credentialCallback.params>;

const persistence = word('persist', 'ephemeral');

/** What a provider tells of itself at its initialisation. */
export const initialized = object({
  provider: object({
    name: text({ pattern: /^[a-z][a-z0-9-]*$/ }),
    display_uri: text({ max: LONGEST_ADDRESS }),
    supported_coordinates: list(word('field', 'vault', 'section', 'version'), { isSet: true }),
    generated_value_persistence: persistence,
    prompted_value_persistence: persistence,
    storage_identity: text({ max: LONGEST_ADDRESS }),
    entry_container_identity: text({ max: LONGEST_ADDRESS }),
    physical_store_path: nullable(text({ max: LONGEST_ADDRESS, pattern: /^(?:\/|[A-Za-z]:[\\/])/ })),
  }),
});

function isTrue() {
  return { ...flag, schema: { const: true }, fault: (value: unknown) => (value === true ? null : '') };
}
