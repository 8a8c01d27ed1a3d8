/** Scaleway Secret Manager. */

import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { withoutSlashes } from './option-text.js';

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
  cost: { unit: 'request', perBatch: 'one each', unlocks: false },
  refusesItem: (item) =>
    item.includes('/') && isPath(item.replace(/^\//, ''))
      ? null
      : 'is not a path of folders and a name, such as `/backend/API_KEY`, or `/API_KEY` without a folder',
  plainText: false,
} as const satisfies ProviderDescriptor;

function isPath(path: string): boolean {
  return path.split('/').every((part) => !['', '.', '..'].includes(part));
}
