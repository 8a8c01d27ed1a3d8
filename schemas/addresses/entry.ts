/**
 * What a store calls an entry. The descriptor of its scheme says it once (`entry`), for everybody who requests, shows or
 * compares entries; only what depends on the machine (user, region, namespace, origin) is not part of it.
 */
import type { CoordinateName } from '../plan.js';
import type { At } from './address.js';
import type { PlaceholderValues } from './placeholders.js';

/** The names of an entry in a store, defaults filled in. */
export interface Entry {
  readonly kind: 'entry';
  /** As the store's own programs spell it: `tool2--shop--default--DB_URL`, `/tool/shop/default/DB_URL`. */
  readonly name: string;
  /** Where the store has a path instead of a text: its parts, which may contain the character that separates them in `name`. */
  readonly path?: readonly string[];
  /** The part of the store that is chosen with the address: an environment of Infisical, a vault of 1Password. */
  readonly within?: string;
  readonly section?: string;
  /** Left out: the whole entry, or what depends on the machine. */
  readonly field?: string;
  /** Left out: the newest. */
  readonly version?: string;
  /** The spelling that counts, where a store takes several for one name. */
  readonly comparedAs?: string;
  /** It was made of project, profile and key, where a store treats such entries in another way. No part of which entry it is. */
  readonly isConventional?: true;
  /** `field` is the usual one because none was named, where a store then looks for the value in others, too. No part of which entry it is. */
  readonly isFieldUnnamed?: true;
}

/** Why an address has no entry in a store. */
export interface Unfit {
  readonly kind: 'unfit';
  /** What of the address is at fault. */
  readonly part: UnfitPart;
  readonly text: string;
  /** A clause after `text`: `cannot be a part of a path`. */
  readonly problem: string;
  readonly help: string;
}
export type UnfitPart = keyof PlaceholderValues | CoordinateName;

/** Why an entry is read-only, as a sentence, and what to do. */
export interface ChangeRefusal {
  readonly problem: string;
  readonly help?: string;
}

/** Project and profile, which some stores also look at for entries that an author named. */
export type ProfileNames = Omit<PlaceholderValues, 'key'>;

/** Equal texts are one entry of one store. Never shown. Parts follow their lengths: JSON takes three times as long, and there may be 200,000. */
export function entryKey({ within, name, path, comparedAs, section, field, version }: Entry): string {
  const named = path === undefined ? measured(comparedAs ?? name) : `${path.length}/${path.map(measured).join('')}`;
  return named + measured(within) + measured(section) + measured(field) + measured(version);
}

function measured(text: string | undefined): string {
  return text === undefined ? '-' : `${text.length}:${text}`;
}

const TEXTS = ['within', 'section', 'field', 'version', 'comparedAs'] as const;
type Details = { readonly [Name in (typeof TEXTS)[number]]?: string | undefined } & {
  readonly path?: readonly string[];
};

/** Details that are undefined are left out. Set one by one, which takes a tenth of the time of lists of members. */
export function entryNamed(name: string, details: Details = {}): Entry {
  const entry: { -readonly [Member in keyof Entry]: Entry[Member] } = { kind: 'entry', name };
  if (details.path !== undefined) entry.path = details.path;
  for (const member of TEXTS) {
    const text = details[member];
    if (text !== undefined) entry[member] = text;
  }
  return entry;
}

/** The name under which a store without folders keeps the entry: the secret's own, or `item`. */
export function flatName(at: At): string {
  return at.kind === 'convention' ? at.key : at.item;
}

export function fieldOf(at: At): string | undefined {
  return at.kind === 'native' ? at.field : undefined;
}

export function versionOf(at: At): string | undefined {
  return at.kind === 'native' ? at.version : undefined;
}

/** Why the store cannot have this name; null if it can. */
export function unfitName(at: At, name: string, problem: string | null): Unfit | null {
  if (problem === null) return null;
  const part = at.kind === 'convention' ? 'key' : 'item';
  return { kind: 'unfit', part, text: name, problem, help: renameAdvice(at) };
}

/**
 * The same of a name that is made of project, profile and key. A project or profile that no name can contain is at fault by
 * itself, in the same words for all secrets. `problemOf`: a clause that follows the name.
 */
export function unfitNameOf(
  at: At,
  nameOf: (parts: PlaceholderValues) => string,
  problemOf: (name: string) => string | null,
): Unfit | null {
  if (at.kind === 'native') return unfitName(at, at.item, problemOf(at.item));
  const name = nameOf(at);
  const problem = problemOf(name);
  if (problem === null) return null;
  for (const part of ['project', 'profile'] as const) {
    const alone = problemOf(nameOf({ ...PLAIN, [part]: at[part] }));
    if (alone !== null) return unfitAs(part, at[part], `makes a name that ${alone}`, `rename the ${part}, ${OR_REF}`);
  }
  return unfitName(at, name, problem);
}

/** Parts that every store can have. */
const PLAIN: PlaceholderValues = { project: 'X', profile: 'X', key: 'X' };

const OR_REF = 'or give the secret a `ref`';

/** What to do about a name that a store cannot have. */
export function renameAdvice(at: At): string {
  return at.kind === 'convention' ? 'rename the secret in the manifest' : 'rename the `item` of the ref';
}

/** Whether another `item` is all that is needed. */
export function isItemAlone({ part, help }: Unfit, at: At): boolean {
  return part === 'item' && help === renameAdvice(at);
}

/** Why a text cannot be a part of a name by convention; null if all can. `whole`: what the name is, such as `a path`. */
export function unfitPart(at: At, fits: RegExp, whole: string, help = 'give the secret a `ref`'): Unfit | null {
  if (at.kind === 'native') return null;
  const part = PARTS.find((name) => !fits.test(at[name]));
  return part === undefined ? null : unfitAs(part, at[part], `cannot be a part of ${whole}`, help);
}

const PARTS = ['project', 'profile', 'key'] as const;

/** Why the address cannot pin this version; null if it can, or pins none. */
export function unfitVersion(at: At, fits: (version: string) => boolean, help: string): Unfit | null {
  const version = versionOf(at);
  if (version === undefined || fits(version)) return null;
  return unfitAs('version', version, 'is not a valid version', help);
}

export function unfitAs(part: UnfitPart, text: string, problem: string, help: string): Unfit {
  return { kind: 'unfit', part, text, problem, help };
}

/** For stores whose versions do not change. `subject`: what has versions, such as `a secret`. */
export function refusesVersion(subject: string, help: Readonly<Record<'write' | 'remove', string>>) {
  return ({ version }: Entry, action: 'write' | 'remove'): ChangeRefusal | null => {
    if (version === undefined) return null;
    return { problem: `a version of ${subject} is read-only`, help: `leave out \`version\` ${help[action]}` };
  };
}
