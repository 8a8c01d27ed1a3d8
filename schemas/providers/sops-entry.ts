/** Where an entry is in a SOPS document: the keys that lead to it, by the format of the file (providers-local 11). */
import type { At } from '../addresses/address.js';
import { type ChangeRefusal, type Entry, entryNamed, type Unfit, unfitAs, unfitName } from '../addresses/entry.js';
import type { PlaceholderValues } from '../addresses/placeholders.js';
import { filePathOf, type StoreUri } from '../addresses/store-uri.js';

export type SopsFormatName = 'yaml' | 'json' | 'dotenv' | 'ini';

/** The descriptor refuses all others. */
export function sopsFormatOf(uri: StoreUri): SopsFormatName {
  const location = filePathOf(uri) || 'secrets.enc.yaml';
  const name = uri.query.get('format') ?? location.slice(location.lastIndexOf('.') + 1).toLowerCase();
  if (name === 'json' || name === 'ini') return name;
  return name === 'env' || name === 'dotenv' ? 'dotenv' : 'yaml';
}

/** Whether there is one document for each project and profile. */
export function isPerProfile(uri: StoreUri): boolean {
  return filePathOf(uri).includes('{');
}

export function sopsEntry(at: At, uri: StoreUri): Entry | Unfit {
  const format = sopsFormatOf(uri);
  // The path of the file and the key are the whole address (providers-local 11.3).
  if (at.kind === 'native' && isPerProfile(uri)) return unfitAs('item', at.item, NO_REF, OTHER_STORE);
  const path = at.kind === 'native' ? [...sectionOf(format), at.item] : conventionPath(at, uri);
  const name = path.join('/');
  return unfitName(at, name, unreadable(path, format)) ?? entryNamed(name, { path });
}

/** No document has such an entry. Below a project or profile `sops`, what is written for all of them can be read. */
function unreadable(path: readonly string[], format: SopsFormatName): string | null {
  if (path.includes('')) return 'is empty';
  if (format === 'dotenv' && path.some((key) => /^#|=/u.test(key))) return 'starts with `#` or contains `=`';
  return path.length === 1 ? reservedProblem(path, format) : null;
}

/** Such entries of other programs are read. */
export function sopsRefusesChange(
  { name, path = [] }: Entry,
  _: 'write' | 'remove',
  uri: StoreUri,
): ChangeRefusal | null {
  const format = sopsFormatOf(uri);
  const problem = path.map((key) => unwritable(key, format)).find((each) => each !== null);
  const found = problem ?? reservedProblem(path, format);
  return found === null ? null : { problem: `\`${name}\` ${found}`, help: 'write it under another name' };
}

const NO_REF =
  'cannot be chosen: with `{project}` and `{profile}` in the path of the store, the name of the secret is the key';
const OTHER_STORE = 'remove the `ref`, or name one document without placeholders';

export function sopsConventionName(parts: PlaceholderValues, uri: StoreUri): string {
  return conventionPath(parts, uri).join('/');
}

function conventionPath({ project, profile, key }: PlaceholderValues, uri: StoreUri): readonly string[] {
  const format = sopsFormatOf(uri);
  if (isPerProfile(uri)) return [...sectionOf(format), key];
  if (format === 'dotenv') return [key];
  return format === 'ini' ? [profile, key] : [project, profile, key];
}

function sectionOf(format: SopsFormatName): readonly string[] {
  return format === 'ini' ? ['DEFAULT'] : [];
}

/** SOPS cannot be told of such keys, or would read them differently in the file (providers-local Errata 11). */
function unwritable(key: string, format: SopsFormatName): string | null {
  if (/[[\]]/u.test(key)) return 'contains `[` or `]`';
  if (/\p{Cc}/u.test(key)) return 'contains a control character';
  if (format === 'ini' && /^[#;]|[=:"`]|^\s|\s$/u.test(key)) return 'contains a character that INI files reserve';
  if (format === 'ini' && key === '-') return 'is `-`, which SOPS replaces with a number in INI documents';
  return null;
}

/** Where SOPS keeps its own data. */
function reservedProblem([first = '']: readonly string[], format: SopsFormatName): string | null {
  if (format === 'dotenv') return first.startsWith('sops_') ? 'starts with `sops_`' : null;
  return first === 'sops' ? 'is below the key where SOPS keeps its own data' : null;
}
