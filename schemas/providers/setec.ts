/** Setec, the secrets service of a tailnet. */
import type { At } from '../addresses/address.js';
import {
  type Entry,
  entryNamed,
  refusesVersion,
  type Unfit,
  unfitName,
  unfitPart,
  unfitVersion,
  versionOf,
} from '../addresses/entry.js';
import type { PlaceholderValues } from '../addresses/placeholders.js';
import type { StoreUri } from '../addresses/store-uri.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { withoutSlashes } from './option-text.js';
import { serverName } from './server-name.js';

const abilities: Abilities = {
  coordinates: { version: 'optional' },
  values: 'bytes',
  read: true,
  write: 'all',
  remove: true,
  list: true,
  keeps: KEEPS_ALL,
};

export const setec = {
  scheme: 'setec',
  title: 'Setec',
  available: true,
  uri: {
    user: 'no',
    authority: 'required',
    path: 'no',
    location: 'server',
    example: 'setec://secrets.example.ts.net',
    query: {
      prefix: {
        empty: 'refused',
        spelled: withoutSlashes,
        refuses: (value) =>
          withoutSlashes(value)
            .split('/')
            .some((part) => ['', '.', '..'].includes(part))
            ? 'has a part that is empty, `.` or `..`'
            : null,
      },
      tls: { values: ['true', 'false'], default: 'true' },
    },
    canonical: (uri) => ({ authority: serverOf(uri) }),
    identity: (uri) => `setec://${serverOf(uri)}`,
  },
  credentials: [],
  abilities: () => abilities,
  reach: (uri) => ({ hosts: [{ name: serverOf(uri), tls: isTls(uri), receives: [] }] }),
  cost: { unit: 'request', perBatch: 'one each', writes: { batch: 0, each: 2 }, unlocks: false },
  entry,
  refusesChange: refusesVersion('a secret', {
    write: 'to write a new one',
    remove: 'to remove the secret with all its versions',
  }),
  conventionName,
  plainText: false,
} as const satisfies ProviderDescriptor;

function serverOf(uri: StoreUri): string {
  return serverName(uri.authority, isTls(uri));
}

function isTls({ query }: StoreUri): boolean {
  return query.get('tls') !== 'false';
}

/** Versions are 32-bit numbers. */
const LATEST = 4_294_967_295;

function entry(at: At, uri: StoreUri): Entry | Unfit {
  const name = at.kind === 'native' ? at.item : conventionName(at, uri);
  return (
    unfitPart(at, /^[^/]+$/, 'a name') ??
    unfitName(at, name, nameProblem(name)) ??
    unfitVersion(at, isVersion, 'write a number such as `3`, or leave out `version` to get the active one') ??
    entryNamed(name, { version: versionOf(at) })
  );
}

function isVersion(version: string): boolean {
  return /^[1-9]\d*$/.test(version) && Number(version) <= LATEST;
}

function conventionName({ project, profile, key }: PlaceholderValues, uri: StoreUri): string {
  return `${setecPrefix(uri)}tool/${project}/${profile}/${key}`;
}

/** What all names by convention and all names of a list begin with. */
export function setecPrefix({ query }: StoreUri): string {
  const prefix = withoutSlashes(query.get('prefix') ?? '');
  return prefix === '' ? '' : `${prefix}/`;
}

function nameProblem(item: string): string | null {
  const isOwn = item === '' || item.startsWith('_internal/');
  return isOwn ? 'is not a name of a secret: setec keeps names that begin with `_internal/` for itself' : null;
}
