/** The Secrets Store of Cloudflare (write-only). */
import { flatEntry, keyAlone } from '../addresses/flat-entry.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { vendorsHost } from './server-name.js';

const abilities: Abilities = {
  coordinates: {},
  values: 'text',
  read: false,
  write: 'all',
  remove: true,
  list: true,
  keeps: KEEPS_ALL,
};

export const cloudflare = {
  scheme: 'cloudflare',
  title: 'Cloudflare Secrets Store',
  available: true,
  uri: {
    user: 'no',
    authority: 'required',
    path: 'no',
    location: 'server',
    example: 'cloudflare://STORE_ID',
    query: {
      account_id: { refuses: (value) => (isId(value) ? null : 'is not an account id') },
      scopes: {
        empty: 'refused',
        default: 'workers',
        refuses: scopesProblem,
        spelled: (value) => [...new Set(value.split(','))].join(','),
      },
      auth: { values: ['auto', 'token', 'wrangler'], default: 'auto' },
      wrangler_profile: {},
    },
    refuses: ({ authority, query }) => {
      if (!isId(authority)) return 'needs the id of a store: up to 32 letters, digits, `_` or `-`';
      if (query.has('wrangler_profile') && query.get('auth') !== 'wrangler')
        return 'has `wrangler_profile`, which requires `auth=wrangler`';
      return null;
    },
  },
  credentials: [{ name: 'api_token', environment: ['CLOUDFLARE_API_TOKEN'] }],
  abilities: () => abilities,
  reach: ({ query }) => ({
    hosts: [vendorsHost('api.cloudflare.com', ['api_token'])],
    programs: query.get('auth') === 'token' ? [] : ['wrangler'],
    machine: ['host'],
  }),
  cost: { unit: 'request', perBatch: 'one each', writes: { batch: 0, each: 2 }, unlocks: false },
  entry: flatEntry(nameProblem),
  conventionName: keyAlone,
  plainText: false,
} as const satisfies ProviderDescriptor;

function nameProblem(item: string): string | null {
  return item === '' || /[\s\0]/.test(item)
    ? 'is not a name of a secret: it is empty, or contains blanks or NUL'
    : null;
}

const SCOPES: readonly string[] = ['workers', 'ai_gateway', 'dex', 'access', 'containers', 'websearch'];

function isId(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,32}$/.test(text);
}

function scopesProblem(value: string): string | null {
  return value.split(',').every((scope) => SCOPES.includes(scope)) ? null : `must be a list of ${SCOPES.join(', ')}`;
}
