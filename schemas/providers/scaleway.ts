/** Scaleway Secret Manager. */
import type { At } from '../addresses/address.js';
import {
  type Entry,
  entryNamed,
  fieldOf,
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
import { vendorsHost } from './server-name.js';

const abilities: Abilities = {
  coordinates: { field: 'optional', version: 'optional' },
  values: 'bytes',
  read: true,
  write: 'convention',
  remove: false,
  list: true,
  keeps: KEEPS_ALL,
};

export const scaleway = {
  scheme: 'scaleway',
  title: 'Scaleway Secret Manager',
  available: true,
  uri: {
    user: 'no',
    authority: 'optional',
    path: 'no',
    location: 'server',
    example: 'scaleway://fr-par?project_id=UUID',
    query: {
      project_id: {},
      path: {
        spelled: (value) => `/${withoutSlashes(value)}`,
        refuses: (value) =>
          isPath(withoutSlashes(value) || 'root') ? null : 'has a folder that is empty, `.` or `..`',
      },
    },
    refuses: ({ authority }) =>
      /^([a-z]{2}-[a-z]{2,5})?$/.test(authority) ? null : 'needs a region, such as `scaleway://fr-par`, or none',
    meantAsItem: ({ path }) => path,
    identity: ({ authority, query }) => `scaleway://${authority}?${query.get('project_id') ?? ''}`,
  },
  credentials: [{ name: 'secret_key', environment: ['SCW_SECRET_KEY'] }],
  abilities: () => abilities,
  reach: () => ({ hosts: [vendorsHost('api.scaleway.com', ['secret_key'])], machine: ['host'] }),
  cost: { unit: 'request', perBatch: 'one each', writes: { batch: 0, each: 4 }, unlocks: false },
  entry,
  conventionName,
  plainText: false,
} as const satisfies ProviderDescriptor;

/** A folder and a name in it. The folder of the address does not count for references. */
function entry(at: At, uri: StoreUri): Entry | Unfit {
  const item = at.kind === 'convention' ? conventionName(at, uri) : at.item;
  return (
    unfitPart(at, /^[^/]+$/, 'a path') ??
    unfitName(at, item, nameProblem(item)) ??
    unfitVersion(
      at,
      (version) => /^([1-9]\d{0,9}|latest|latest_enabled)$/.test(version),
      'write a number such as `3`, or leave out `version` to get the latest one that is enabled',
    ) ??
    entryNamed(item.startsWith('/') ? item : `/${item}`, {
      field: fieldOf(at),
      version: versionOf(at) === 'latest_enabled' ? undefined : versionOf(at),
    })
  );
}

function conventionName({ project, profile, key }: PlaceholderValues, uri: StoreUri): string {
  return `${scalewayFolder(uri)}tool/${project}/${profile}/${key}`;
}

/** The folder of the address, with a slash at both ends. */
export function scalewayFolder({ query }: StoreUri): string {
  const folder = withoutSlashes(query.get('path') ?? '');
  return folder === '' ? '/' : `/${folder}/`;
}

function nameProblem(item: string): string | null {
  return item.includes('/') && isPath(item.replace(/^\//, ''))
    ? null
    : 'is not a path of folders and a name, such as `/backend/API_KEY`, or `/API_KEY` without a folder';
}

function isPath(path: string): boolean {
  return path.split('/').every((part) => !['', '.', '..'].includes(part));
}
