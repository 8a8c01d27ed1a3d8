/** Entries of password managers: items by title or id, whose fields have names. */
import type { At } from './address.js';
import { type Entry, entryNamed, fieldOf } from './entry.js';
import { fillPlaceholders, type PlaceholderValues } from './placeholders.js';

/** The title by convention in most of them. */
export const TITLE = 'tool/{project}/{profile}/{key}';

export function titleByConvention(parts: PlaceholderValues): string {
  return fillPlaceholders(TITLE, parts);
}

export interface TitledDetails {
  readonly title: string;
  /** What counts without `field`; left out: it depends on the item. */
  readonly usualField?: string;
  readonly within?: string;
  readonly section?: string | undefined;
  /** Capitals make no difference in titles. */
  readonly isCaseless?: true;
  /** The title is an id, which has several spellings: the one that counts. */
  readonly id?: string | null;
}

export function titledEntry(at: At, { title, usualField, within, section, isCaseless, id }: TitledDetails): Entry {
  const comparedAs = id ?? (isCaseless ? title.toLowerCase() : undefined);
  return entryNamed(title, { within, section, field: fieldOf(at) ?? usualField, comparedAs });
}
