/** AWS Secrets Manager. */
import type { At } from '../addresses/address.js';
import { type Entry, entryNamed, fieldOf, type Unfit, unfitNameOf } from '../addresses/entry.js';
import type { PlaceholderValues } from '../addresses/placeholders.js';
import type { StoreUri } from '../addresses/store-uri.js';
import { arnProblem, isArn } from './aws-arn.js';
import { awsReach } from './aws-host.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { withoutTrailingSlashes } from './option-text.js';

const abilities: Abilities = {
  coordinates: { field: 'optional' },
  values: 'bytes',
  read: true,
  write: 'convention',
  remove: false,
  list: false,
  keeps: KEEPS_ALL,
};

export const awssm = {
  scheme: 'awssm',
  title: 'AWS Secrets Manager',
  available: true,
  uri: {
    user: 'optional',
    authority: 'optional',
    path: 'no',
    location: 'server',
    query: {
      prefix: { spelled: (value) => withoutTrailingSlashes(value) || '/' },
      kms_key_id: {},
      'tag.*': { empty: 'kept' },
    },
  },
  credentials: [],
  abilities: () => abilities,
  reach: ({ authority }) => awsReach('secretsmanager', authority),
  cost: { unit: 'request', perBatch: { entriesPerCall: 20 }, writes: { batch: 0, each: 1 }, unlocks: false },
  entry,
  conventionName,
  plainText: false,
  engines: { 'external-secrets': 'aws SecretsManager' },
} as const satisfies ProviderDescriptor;

function entry(at: At, uri: StoreUri): Entry | Unfit {
  const name = at.kind === 'native' ? at.item : conventionName(at, uri);
  const problemOf = at.kind === 'native' ? idProblem : nameProblem;
  return unfitNameOf(at, (parts) => conventionName(parts, uri), problemOf) ?? entryNamed(name, { field: fieldOf(at) });
}

function conventionName({ project, profile, key }: PlaceholderValues, { query }: StoreUri): string {
  const prefix = query.get('prefix') ?? '';
  const name = `tool/${project}/${profile}/${key}`;
  return prefix === '' ? name : `${withoutTrailingSlashes(prefix)}/${name}`;
}

const SECRET = { service: 'secretsmanager', start: 'secret:', title: 'a secret of Secrets Manager' } as const;

/** A name, or an ARN. */
function idProblem(id: string): string | null {
  if (id.length > 2048) return 'is longer than the 2048 characters of an ARN';
  return isArn(id) ? arnProblem(id, SECRET) : nameProblem(id);
}

function nameProblem(name: string): string | null {
  if (name.length > 512) return 'is longer than the 512 characters of a name';
  return /^[A-Za-z0-9/_+=.@-]+$/.test(name)
    ? null
    : 'has a character that is not a letter, a digit or one of `/`, `_`, `+`, `=`, `.`, `@` and `-`';
}
