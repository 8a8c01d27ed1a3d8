/** Bitwarden Password Manager, through its command `bw`. */
import type { At } from '../addresses/address.js';
import type { Entry } from '../addresses/entry.js';
import { fillPlaceholders, type PlaceholderValues, placeholdersProblem } from '../addresses/placeholders.js';
import type { StoreUri } from '../addresses/store-uri.js';
import { titledEntry } from '../addresses/titled-entry.js';
import { canonicalUuid } from '../addresses/uuid.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';

/** What an item is, as an address may say it. */
export const KINDS = ['login', 'securenote', 'note', 'secure_note', 'card', 'identity', 'ssh', 'sshkey', 'ssh_key'];

const abilities: Abilities = {
  coordinates: { field: 'optional' },
  values: 'text',
  read: true,
  write: 'all',
  remove: false,
  list: true,
  keeps: KEEPS_ALL,
};

export const bw = {
  scheme: 'bw',
  title: 'Bitwarden Password Manager',
  available: true,
  uri: {
    user: 'optional',
    authority: 'optional',
    path: 'no',
    location: 'server',
    query: {
      org: { empty: 'refused' },
      organization: { empty: 'refused' },
      collection: { empty: 'refused' },
      server: { empty: 'refused' },
      folder: { empty: 'refused', refuses: placeholdersProblem },
      type: { empty: 'refused', values: KINDS },
      field: { empty: 'refused' },
    },
    refuses: ({ query }) =>
      query.has('org') && query.has('organization') ? 'has both `org` and `organization`; remove one' : null,
  },
  credentials: [],
  abilities: () => abilities,
  reach: () => ({ programs: ['bw'] }),
  cost: { unit: 'process', perBatch: 2, writes: { batch: 2, each: 1 }, unlocks: false },
  entry,
  conventionName,
  spelledPart,
  plainText: false,
} as const satisfies ProviderDescriptor;

/** The field that counts without `field` depends on the kind of the item. */
function entry(at: At, uri: StoreUri): Entry {
  const title = at.kind === 'native' ? at.item : conventionName(spelled(at), uri);
  const usualField = uri.query.get('field');
  const id = at.kind === 'native' ? canonicalUuid(title) : null;
  return titledEntry(at, { title, isCaseless: true, id, ...(usualField !== undefined && { usualField }) });
}

/** `folder` is the start of titles, not one of Bitwarden's folders. */
function conventionName(parts: PlaceholderValues, { query }: StoreUri): string {
  return `${fillPlaceholders(query.get('folder') ?? 'tool/{project}/{profile}', parts)}/${parts.key}`;
}

function spelled({ project, profile, key }: PlaceholderValues): PlaceholderValues {
  return { project: spelledPart(project, 'project'), profile: spelledPart(profile, 'profile'), key };
}

/** So that two names never give one title. */
function spelledPart(text: string, part: keyof PlaceholderValues): string {
  return part === 'key' ? text : text.replaceAll('%', '%25').replaceAll('/', '%2F');
}
