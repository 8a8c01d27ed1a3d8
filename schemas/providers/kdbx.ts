/** A KeePass database. */
import type { At } from '../addresses/address.js';
import {
  type ChangeRefusal,
  type Entry,
  entryNamed,
  fieldOf,
  type Unfit,
  unfitAs,
  unfitNameOf,
} from '../addresses/entry.js';
import { fillPlaceholders, type PlaceholderValues, placeholdersProblem } from '../addresses/placeholders.js';
import { filePathOf, type StoreUri } from '../addresses/store-uri.js';
import { type Abilities, KEEPS_ALL, type ProviderDescriptor } from './descriptor.js';
import { optionTexts } from './option-reach.js';

const abilities: Abilities = {
  coordinates: { field: 'optional' },
  values: 'text',
  read: true,
  write: 'all',
  remove: false,
  list: false,
  keeps: KEEPS_ALL,
};

export const kdbx = {
  scheme: 'kdbx',
  title: 'KeePass database',
  available: true,
  uri: {
    user: 'no',
    authority: 'optional',
    path: 'optional',
    location: 'file',
    query: {
      keyfile: { empty: 'refused' },
      prefix: { empty: 'refused', refuses: (value) => placeholdersProblem(value, { needsKey: true }) },
    },
    refuses: (uri) => (filePathOf(uri) === '' ? 'needs a file, as in `kdbx:./team.kdbx`' : null),
  },
  credentials: [{ name: 'password', environment: ['TOOL_KDBX_PASSWORD'] }],
  abilities: () => abilities,
  reach: (uri) => ({ files: optionTexts(uri, ['keyfile']) }),
  cost: { unit: 'file', perBatch: 1, writes: { batch: 1, each: 0 }, unlocks: false },
  entry,
  refusesChange,
  conventionName,
  plainText: false,
} as const satisfies ProviderDescriptor;

/** Groups and a title, and a field, which is the password unless it is named. Standard fields are found whatever their case. */
function entry(at: At, uri: StoreUri): Entry | Unfit {
  const name = at.kind === 'native' ? at.item : conventionName(at, uri);
  const field = fieldOf(at) ?? USUAL_FIELD;
  const unfit = unfitNameOf(at, (parts) => conventionName(parts, uri), pathProblem);
  if (unfit !== null) return unfit;
  if (field === '' || UNWRITABLE.test(field))
    return unfitAs(
      'field',
      field,
      'is not a field of an entry: it is empty, or contains a control character',
      'name another `field`',
    );
  return entryNamed(name, { path: name.split('/'), field: standardField(field) ?? field });
}

function refusesChange({ field }: Entry): ChangeRefusal | null {
  if (field !== 'Title') return null;
  return {
    problem: 'the title of an entry is its name',
    help: 'name another `field`, or rename the entry in KeePassXC',
  };
}

function conventionName(parts: PlaceholderValues, { query }: StoreUri): string {
  return fillPlaceholders(query.get('prefix') ?? 'tool/{project}/{profile}/{key}', parts);
}

const USUAL_FIELD = 'Password';

/** XML cannot contain them. */
const UNWRITABLE = /[\0-\x1f\x7f\ufffe\uffff]/u;

function pathProblem(path: string): string | null {
  if (path.split('/').includes('')) return 'has an empty part';
  return UNWRITABLE.test(path) ? 'contains a control character' : null;
}

/** KeePassXC knows these whatever their case. */
const STANDARD_FIELDS = ['Title', 'UserName', 'Password', 'URL', 'Notes'];

/** The usual spelling of one of the fields that every entry has; null for another field. */
export function standardField(name: string): string | null {
  return STANDARD_FIELDS.find((field) => field.toLowerCase() === name.toLowerCase()) ?? null;
}
