/** Azure App Configuration. */
import type { At } from '../addresses/address.js';
import { type Entry, entryNamed, type Unfit, unfitAs, unfitName, unfitPart } from '../addresses/entry.js';
import type { PlaceholderValues } from '../addresses/placeholders.js';
import type { StoreUri } from '../addresses/store-uri.js';
import { azureReach } from './azure-reach.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { domainProblem, trimmedDomain } from './option-text.js';
import { bareName } from './server-name.js';

const abilities: Abilities = {
  coordinates: {},
  values: 'text',
  read: true,
  write: 'convention',
  remove: true,
  list: true,
  keeps: KEEPS_ALL,
};

const USUAL_DOMAIN = 'azconfig.io';

export const aac = {
  scheme: 'aac',
  title: 'Azure App Configuration',
  available: true,
  uri: {
    user: 'no',
    authority: 'required',
    path: 'no',
    location: 'server',
    example: 'aac://my-store',
    query: {
      auth: {
        empty: 'refused',
        values: ['env', 'cli', 'managed_identity', 'workload_identity', 'connection_string'],
        default: 'env',
      },
      suffix: { empty: 'refused', default: USUAL_DOMAIN, spelled: trimmedDomain, refuses: domainProblem },
      audience: { empty: 'refused', refuses: audienceProblem },
      key_vault_auth: {
        empty: 'refused',
        values: ['inherit', 'env', 'cli', 'managed_identity', 'workload_identity'],
      },
      key_vault_suffix: {
        empty: 'refused',
        default: 'vault.azure.net',
        spelled: trimmedDomain,
        refuses: domainProblem,
      },
      label: { empty: 'refused' },
      prefix: {
        empty: 'refused',
        refuses: (value) => (keyProblem(value) === null ? null : 'is not the start of a key'),
      },
      tag: { empty: 'refused', repeats: true, refuses: tagProblem },
    },
    refuses: storeProblem,
    canonical: ({ authority, query }) => ({ authority: bareName(authority, domainOf(query)) }),
    identity: (uri) => `aac://${storeHost(uri)}?${uri.query.get('label') ?? ''}&${uri.query.get('prefix') ?? ''}`,
  },
  credentials: [
    { name: 'tenant_id', environment: ['AZURE_TENANT_ID'] },
    { name: 'client_id', environment: ['AZURE_CLIENT_ID'] },
    { name: 'client_secret', environment: ['AZURE_CLIENT_SECRET'] },
    { name: 'connection_string', environment: ['AZURE_APPCONFIG_CONNECTION_STRING'] },
  ],
  abilities: () => abilities,
  entry,
  conventionName,
  reach: (uri) => azureReach(storeHost(uri), [uri.query.get('auth'), uri.query.get('key_vault_auth')]),
  cost: { unit: 'request', perBatch: { entriesPerCall: 5 }, writes: { batch: 0, each: 2 }, signIn: 1, unlocks: false },
  plainText: false,
} as const satisfies ProviderDescriptor;

function entry(at: At, uri: StoreUri): Entry | Unfit {
  const key = at.kind === 'native' ? at.item : conventionName(at, uri);
  if (at.kind === 'convention') {
    const unfit = unfitPart({ ...at, key: 'KEY' }, /^[A-Za-z0-9_-]+$/, 'a key');
    if (unfit !== null) return unfit;
    if (!isAacName(at.key))
      return unfitAs('key', at.key, 'cannot be the last part of a key', 'give the secret a `ref`');
  }
  return unfitName(at, key, keyProblem(key)) ?? entryNamed(key);
}

function conventionName({ project, profile, key }: PlaceholderValues, { query }: StoreUri): string {
  return `${query.get('prefix') ?? ''}tool:${project}:${profile}:${key}`;
}

/** The last part of a key by convention. */
export function isAacName(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text) && text !== 'defaults';
}

/** A name with a dot is a whole host. */
export function storeHost({ authority, query }: Pick<StoreUri, 'authority' | 'query'>): string {
  return (authority.includes('.') ? authority : `${authority}.${domainOf(query)}`).toLowerCase();
}

function domainOf(query: StoreUri['query']): string {
  return trimmedDomain(query.get('suffix') ?? USUAL_DOMAIN);
}

function storeProblem(uri: StoreUri): string | null {
  const { authority, query, queryPairs } = uri;
  if (authority.includes(':')) return 'has a port, which this service does not support';
  if (!/^[A-Za-z0-9.-]+$/.test(authority)) return 'needs the name of a store, or its host: `aac://my-store`';
  if (authority.includes('.') && query.has('suffix')) return 'has a full host name; remove `suffix`';
  const problem = audienceOfHostProblem(storeHost(uri), query.get('audience'));
  if (problem !== null) return problem;
  if (query.get('auth') === 'connection_string' && query.get('key_vault_auth') === 'inherit')
    return 'uses a connection string, which `key_vault_auth` cannot inherit from';
  const tags = queryPairs.filter(([name]) => name === 'tag').map(([, value]) => value.slice(0, value.indexOf('=')));
  if (tags.length > 5) return 'has more than five tags';
  return new Set(tags).size === tags.length ? null : 'has two tags with the same name';
}

/**
 * If the host does not determine whom tokens are for, an option must; but no manifest may send tokens for one host to another:
 * `NAME.azconfig.DOMAIN` gets those for `appconfig.DOMAIN`, and every host those for itself.
 */
function audienceOfHostProblem(host: string, audience: string | undefined): string | null {
  const isPublic = host.endsWith('.azconfig.io');
  if (audience === undefined) return isPublic ? null : 'is not under `azconfig.io`; add `?audience=https://...`';
  const [, domain] = /^[a-z0-9-]+\.azconfig\.(.+)$/.exec(host) ?? [];
  const named = audience.replace(/^https:\/\/|\/$/g, '').toLowerCase();
  const isOfCloud = isPublic
    ? named === 'appconfig.azure.com'
    : domain !== undefined && named === `appconfig.${domain}`;
  return named === host || isOfCloud ? null : `gets no tokens for \`${audience}\`, which belong to another host`;
}

function keyProblem(text: string): string | null {
  const isKey = text !== '' && text !== '.' && text !== '..' && !text.includes('%');
  return isKey ? null : 'is not a key, which is not empty, `.` or `..` and has no `%`';
}

function tagProblem(tag: string): string | null {
  return /^[^=]+=.+$/s.test(tag) ? null : 'must have the form `tag=NAME=VALUE`';
}

function audienceProblem(audience: string): string | null {
  return /^https:\/\/[^/?#@:]+\/?$/.test(audience) ? null : 'must be an origin such as `https://appconfig.azure.com`';
}
