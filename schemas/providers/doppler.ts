/** Doppler. */
import type { At } from '../addresses/address.js';
import {
  type ChangeRefusal,
  type Entry,
  entryNamed,
  flatName,
  type ProfileNames,
  renameAdvice,
  type Unfit,
  unfitAs,
  unfitName,
} from '../addresses/entry.js';
import type { PlaceholderValues } from '../addresses/placeholders.js';
import type { StoreUri } from '../addresses/store-uri.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { vendorsHost } from './server-name.js';

const abilities: Abilities = {
  coordinates: {},
  values: 'text',
  read: true,
  write: 'all',
  remove: true,
  list: true,
  keeps: KEEPS_ALL,
};

export const doppler = {
  scheme: 'doppler',
  title: 'Doppler',
  available: true,
  uri: {
    user: 'no',
    authority: 'required',
    path: 'optional',
    location: 'server',
    example: 'doppler://my-project/my-config',
    query: {},
    // Judged apart: an escaped slash in the authority does not separate.
    refuses: ({ authority, path }) =>
      /^[a-z0-9_-]+$/.test(authority) && /^(\/[a-z0-9_-]+)?$/.test(path)
        ? null
        : 'needs a project and an optional config in lower case: `doppler://PROJECT/CONFIG`',
  },
  credentials: [{ name: 'token', environment: ['DOPPLER_TOKEN'] }],
  abilities: () => abilities,
  reach: () => ({ hosts: [vendorsHost('api.doppler.com', ['token'])], machine: ['host'] }),
  cost: { unit: 'request', perBatch: 1, writes: { batch: 3, each: 0 }, copies: { batch: 1, each: 0 }, unlocks: false },
  entry,
  refusesChange,
  conventionName,
  plainText: false,
} as const satisfies ProviderDescriptor;

/** `config/NAME`: without a config in the address that of the store, else the profile. */
function entry(at: At, { path }: StoreUri, names: ProfileNames): Entry | Unfit {
  if (at.kind === 'convention' && !/^[A-Z_][A-Z0-9_]*$/.test(at.key)) {
    const help = `${renameAdvice(at)}: use capital letters, digits and \`_\`, and no digit first`;
    return unfitAs('key', at.key, 'is not a name that Doppler can have', help);
  }
  const unfit = unfitName(at, flatName(at), nameProblem(flatName(at)));
  if (unfit !== null) return unfit;
  const [, chosen, name = ''] = /^(?:([^/]*)\/)?([^/]*)$/.exec(flatName(at)) ?? [];
  const { profile } = at.kind === 'convention' ? at : names;
  const config = chosen ?? (path.slice(1) || profile);
  if (isConfig(config)) return entryNamed(`${config}/${name}`);
  const help = 'write the config in the address: `doppler://PROJECT/CONFIG`';
  return unfitAs('profile', profile, 'is not the name of a config of Doppler', help);
}

/** Names that Doppler adds to every config. They are not stored, so that they are never found. */
const INJECTED: ReadonlySet<string> = new Set(['DOPPLER_PROJECT', 'DOPPLER_CONFIG', 'DOPPLER_ENVIRONMENT']);

export function isInjected(name: string): boolean {
  return INJECTED.has(name);
}

function refusesChange({ name }: Entry): ChangeRefusal | null {
  const own = name.slice(name.indexOf('/') + 1);
  return isInjected(own) ? { problem: `\`${own}\` is a name that Doppler itself adds to every config` } : null;
}

function conventionName({ profile, key }: PlaceholderValues, { path }: StoreUri): string {
  return `${path.slice(1) || profile}/${key}`;
}

function isConfig(text: string): boolean {
  return /^[a-z0-9_-]+$/.test(text);
}

function nameProblem(name: string): string | null {
  return /^([a-z0-9_-]+\/)?[A-Z_][A-Z0-9_]*$/.test(name)
    ? null
    : 'is not a name of capital letters, digits and `_`, such as `API_KEY` or, in another config, `prd/API_KEY`';
}
