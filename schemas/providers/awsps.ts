/** AWS Systems Manager Parameter Store. */
import { placeholdersProblem } from '../stores/placeholders.js';
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
  available: false,
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
  cost: { unit: 'request', perBatch: { entriesPerCall: 10 }, unlocks: false },
  plainText: false,
} as const satisfies ProviderDescriptor;

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

/** Names of parameters: at most 15 levels, and two prefixes are the service's own. */
function nameProblem(name: string): string | null {
  const levels = name.slice(1).split('/');
  if (levels.includes('')) return 'has an empty level';
  if (levels.length > 15) return 'has more than 15 levels';
  if (!/^[A-Za-z0-9_./-]*$/.test(name)) return 'has a character that is not a letter, digit, `_`, `.`, `-` or `/`';
  return /^\/(aws|ssm)/i.test(name) ? 'starts with `aws` or `ssm`, which the service reserves' : null;
}
