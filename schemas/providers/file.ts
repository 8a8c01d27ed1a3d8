/** A directory with one file per secret. */
import type { At } from '../addresses/address.js';
import { type Entry, entryNamed, type Unfit, unfitAs, unfitName } from '../addresses/entry.js';
import { segmentTextProblem } from '../addresses/path-segment.js';
import type { PlaceholderValues } from '../addresses/placeholders.js';
import { filePathOf } from '../addresses/store-uri.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';

const abilities: Abilities = {
  coordinates: {},
  values: 'bytes',
  read: true,
  write: 'all',
  remove: true,
  list: true,
  keeps: KEEPS_ALL,
};

export const file = {
  scheme: 'file',
  title: 'folder of files',
  available: true,
  uri: {
    user: 'no',
    authority: 'optional',
    path: 'optional',
    location: 'folder',
    fillsPath: true,
    query: {},
    refuses: (uri) => (filePathOf(uri) === '' ? 'needs a folder, as in `file:./secrets`' : null),
  },
  credentials: [],
  abilities: () => abilities,
  entry,
  conventionName,
  cost: { unit: 'file', perBatch: 'one each', writes: { batch: 0, each: 1 }, unlocks: false },
  plainText: true,
} as const satisfies ProviderDescriptor;

/** Project, profile and name are one folder or file name each; an `item` is a path below the folder (spec 2.9). */
function entry(at: At): Entry | Unfit {
  if (at.kind === 'native')
    return unfitName(at, at.item, nameProblem(at.item)) ?? entryNamed(at.item, { path: at.item.split('/') });
  const path = [at.project, at.profile, at.key];
  const names = ['project', 'profile', 'key'] as const;
  for (const part of names) {
    const problem = segmentTextProblem(at[part]);
    if (problem !== null)
      return unfitAs(part, at[part], `is not a valid part of a path: ${problem}`, 'use a `ref` with another path');
  }
  return entryNamed(path.join('/'), { path });
}

function conventionName({ project, profile, key }: PlaceholderValues): string {
  return `${project}/${profile}/${key}`;
}

/** An item is a relative path that stays below the directory and has one spelling. */
function nameProblem(item: string): string | null {
  if (item.includes('\\') || item.includes('\0')) return 'contains a backslash or NUL; separate parts with `/`';
  if (item.startsWith('/')) return 'is an absolute path; it must be inside the folder of the store';
  for (const part of item.split('/')) {
    if (part === '') return 'has an empty part';
    if (part === '.' || part === '..') return `has a part \`${part}\`; it must be inside the folder of the store`;
    const problem = segmentTextProblem(part);
    if (problem !== null) return `is not a valid path in the folder: ${problem}`;
  }
  return null;
}
