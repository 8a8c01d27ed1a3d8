/** Infisical. */
import type { At } from '../addresses/address.js';
import {
  type ChangeRefusal,
  type Entry,
  entryNamed,
  type ProfileNames,
  refusesVersion,
  type Unfit,
  unfitAs,
  unfitName,
  unfitVersion,
  versionOf,
} from '../addresses/entry.js';
import type { PlaceholderValues } from '../addresses/placeholders.js';
import type { StoreUri } from '../addresses/store-uri.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { isOff, ON_OFF, onOff, withoutSlashes } from './option-text.js';
import { serverName, vendorsHost } from './server-name.js';

const abilities: Abilities = {
  coordinates: { version: 'optional' },
  values: 'text',
  read: true,
  write: 'all',
  remove: true,
  list: true,
  keeps: KEEPS_ALL,
};

/** Where the URI and the machine name no server. */
export const INFISICAL_CLOUD = 'app.infisical.com';

const SENT = ['client_id', 'client_secret', 'token'];

/** The vendor's own: their answers are the same for everybody. */
const OWN_HOSTS: ReadonlySet<string> = new Set(['app', 'us', 'eu'].map((region) => `${region}.infisical.com`));

export const infisical = {
  scheme: 'infisical',
  title: 'Infisical',
  available: true,
  uri: {
    user: 'no',
    authority: 'optional',
    path: 'required',
    location: 'server',
    example: 'infisical://app.infisical.com/PROJECT_UUID',
    query: {
      env: {},
      path: {
        default: '/tool',
        spelled: (value) => `/${withoutSlashes(value)}`,
        refuses: (value) =>
          /^(?:[A-Za-z0-9_-]+(?:\/|$))*$/.test(withoutSlashes(value))
            ? null
            : 'has a folder with other characters than letters, digits, `-` and `_`',
      },
      tls: { values: ON_OFF, default: 'true', spelled: onOff },
    },
    refuses: ({ path }) =>
      /^\/[^/]+$/.test(path) ? null : 'needs one project after the host: `infisical://HOST/PROJECT_UUID`',
    canonical: ({ authority, query }) => ({ authority: serverName(authority, isTls(query)) }),
    identity: ({ authority, path, query }) =>
      `infisical://${serverName(authority, isTls(query))}${path}?${query.get('env') ?? ''}&/${withoutSlashes(query.get('path') ?? 'tool')}`,
  },
  credentials: [
    { name: 'client_id', environment: ['INFISICAL_CLIENT_ID'] },
    { name: 'client_secret', environment: ['INFISICAL_CLIENT_SECRET'] },
    { name: 'token', environment: ['INFISICAL_TOKEN'] },
  ],
  abilities: () => abilities,
  reach: ({ authority, query }) => {
    const tls = isTls(query);
    const name = serverName(authority, tls);
    if (name === '') return { hosts: [vendorsHost(INFISICAL_CLOUD, SENT)], machine: ['host'] };
    return { hosts: [OWN_HOSTS.has(name) ? vendorsHost(name, SENT) : { name, tls, receives: SENT }] };
  },
  cost: {
    unit: 'request',
    perBatch: 1,
    writes: { batch: 4, each: 2 },
    copies: { batch: 0, each: 2 },
    signIn: 1,
    unlocks: false,
  },
  entry,
  refusesChange,
  conventionName,
  plainText: false,
} as const satisfies ProviderDescriptor;

function isTls(query: StoreUri['query']): boolean {
  return !isOff(query.get('tls'));
}

/** A reference without a slash at its start is below the folder of the address; it never names an environment. */
function entry(at: At, uri: StoreUri, { profile }: ProfileNames): Entry | Unfit {
  for (const part of at.kind === 'convention' ? (['project', 'profile'] as const) : []) {
    const text = at.kind === 'convention' ? at[part] : '';
    const problem = 'is not the name of a folder of Infisical, which has letters, digits, `-` and `_`';
    if (!/^[A-Za-z0-9_-]+$/.test(text)) return unfitAs(part, text, problem, 'give the secret a `ref`');
  }
  const path = at.kind === 'convention' ? `${at.project}/${at.profile}/${at.key}` : at.item;
  return (
    unfitName(at, path, nameProblem(path)) ??
    unfitVersion(
      at,
      (version) => /^[1-9]\d{0,8}$/.test(version),
      'write a number such as `3`, or leave out `version` to get the latest one',
    ) ??
    entryNamed(path.startsWith('/') ? path : `${infisicalFolder(uri)}${path}`, {
      within: uri.query.get('env') ?? (at.kind === 'convention' ? at.profile : profile),
      version: versionOf(at),
    })
  );
}

function refusesChange(changed: Entry, action: 'write' | 'remove'): ChangeRefusal | null {
  const refusal = refusesOldVersion(changed, action);
  const key = changed.name.slice(changed.name.lastIndexOf('/') + 1);
  if (refusal !== null || action === 'remove' || !/[:\s]/.test(key)) return refusal;
  return { problem: `Infisical does not create \`${key}\`: it has a colon or a blank` };
}

const refusesOldVersion = refusesVersion('a secret', {
  write: 'to write a new one',
  remove: 'to remove the secret with all its versions',
});

function conventionName({ project, profile, key }: PlaceholderValues, uri: StoreUri): string {
  return `${infisicalFolder(uri)}${project}/${profile}/${key}`;
}

/** The folder of the address, with a slash at both ends. */
export function infisicalFolder({ query }: StoreUri): string {
  const folder = withoutSlashes(query.get('path') ?? 'tool');
  return folder === '' ? '/' : `/${folder}/`;
}

/** A name that is `.` or `..` would change the path of a request. */
function nameProblem(item: string): string | null {
  return /^\/?([A-Za-z0-9_-]+\/)*(?!\.{1,2}$)[^/\s](?:[^/]*[^/\s])?$/.test(item)
    ? null
    : 'is not a name, with or without folders of letters, digits, `-` and `_` before it, such as `/backend/API_KEY`';
}
