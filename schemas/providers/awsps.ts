/** AWS Systems Manager Parameter Store. */
import type { At } from '../addresses/address.js';
import { type ChangeRefusal, type Entry, entryNamed, type Unfit, unfitNameOf, versionOf } from '../addresses/entry.js';
import { fillPlaceholders, type PlaceholderValues, placeholdersProblem } from '../addresses/placeholders.js';
import type { StoreUri } from '../addresses/store-uri.js';
import { arnProblem, isArn } from './aws-arn.js';
import { awsReach } from './aws-host.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { withoutSlashes } from './option-text.js';

const abilities: Abilities = {
  coordinates: { version: 'optional' },
  values: 'text',
  read: true,
  write: 'all',
  remove: false,
  list: true,
  keeps: KEEPS_ALL,
};

export const awsps = {
  scheme: 'awsps',
  title: 'AWS Parameter Store',
  available: true,
  uri: {
    user: 'optional',
    authority: 'optional',
    path: 'no',
    location: 'server',
    query: {
      prefix: { spelled: (value) => `/${withoutSlashes(value)}`, refuses: prefixProblem },
      template: { refuses: templateProblem },
      kms_key_id: {},
      tier: { values: ['standard', 'advanced', 'intelligent-tiering'] },
    },
    refuses: ({ query }) =>
      query.has('prefix') && query.has('template') ? 'has both `prefix` and `template`; remove one' : null,
  },
  credentials: [],
  abilities: () => abilities,
  reach: ({ authority }) => awsReach('ssm', authority),
  cost: { unit: 'request', perBatch: { entriesPerCall: 10 }, writes: { batch: 0, each: 1 }, unlocks: false },
  entry,
  refusesChange,
  conventionName,
  plainText: false,
  engines: { 'external-secrets': 'aws ParameterStore' },
} as const satisfies ProviderDescriptor;

function entry(at: At, uri: StoreUri): Entry | Unfit {
  const name = at.kind === 'native' ? at.item : conventionName(at, uri);
  const problemOf = at.kind === 'native' ? refusesParameterName : nameProblem;
  return (
    unfitNameOf(at, (parts) => conventionName(parts, uri), problemOf) ?? entryNamed(name, { version: versionOf(at) })
  );
}

function refusesChange({ name, version }: Entry): ChangeRefusal | null {
  if (version !== undefined)
    return { problem: 'a version of a parameter is read-only', help: 'leave out `version` to write a new one' };
  if (isArn(name)) return { problem: 'a parameter is read-only by its ARN', help: 'write its name to change it' };
  const reserved = reservedProblem(name);
  return reserved === null ? null : { problem: `\`${name}\` ${reserved}` };
}

function conventionName(parts: PlaceholderValues, { query }: StoreUri): string {
  const prefix = withoutSlashes(query.get('prefix') ?? '');
  const template = query.get('template');
  if (template !== undefined) return fillPlaceholders(template, parts);
  return `${prefix === '' ? '' : `/${prefix}`}/tool/${parts.project}/${parts.profile}/${parts.key}`;
}

const PARAMETER = { service: 'ssm', start: 'parameter/', title: 'a parameter' } as const;

/** The name of a parameter, or its ARN. */
function refusesParameterName(name: string): string | null {
  if (isArn(name)) return arnProblem(name, PARAMETER);
  if (/^[^:]+:[^:]+$/.test(name)) return 'names a version: write it as `version`';
  if (name.length > 1011) return 'is longer than 1011 characters';
  const levels = name.replace(/^\//, '').split('/');
  if (levels.includes('')) return 'has an empty level';
  if (levels.length > 15) return 'has more than 15 levels';
  return /^[A-Za-z0-9_./-]*$/.test(name) ? null : 'has a character that is not a letter, digit, `_`, `.`, `-` or `/`';
}

/** Names that only the service may give. */
function reservedProblem(name: string): string | null {
  return /^\/?(aws|ssm)/i.test(name) ? 'starts with `aws` or `ssm`, which the service reserves' : null;
}

function prefixProblem(prefix: string): string | null {
  return nameProblem(`/${withoutSlashes(prefix)}`);
}

/** `{key}` is the whole last level, once, and not the only level. */
function templateProblem(template: string): string | null {
  const levels = template.split('/');
  if (levels[0] !== '' || levels.length < 3) return 'must start with `/` and have a level above `{key}`';
  if (levels.at(-1) !== '{key}' || template.split('{key}').length !== 2)
    return 'must end in `/{key}` and contain `{key}` only once';
  return placeholdersProblem(template) ?? nameProblem(template.replaceAll(/[{}]/g, ''));
}

function nameProblem(name: string): string | null {
  return refusesParameterName(name) ?? reservedProblem(name);
}
