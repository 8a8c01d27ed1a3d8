/** Where an entry is in a store: naming, template, convention → At. */
import { own } from '../named.js';
import { COORDINATE_NAMES, type CoordinateName, type Coordinates, type Naming } from '../plan.js';
import { fillPlaceholders, type PlaceholderValues, placeholdersProblem } from './placeholders.js';

/** Where an entry is, and whether convention or the author put it there: rights to write, audit and advice differ. */
export type At = ConventionAddress | NativeAddress;
export interface ConventionAddress extends PlaceholderValues {
  readonly kind: 'convention';
}
export type NativeAddress = { readonly kind: 'native' } & Coordinates;

/** The store that is read, as far as its address rules go: through which alias (null: spelled out), and that alias's template. */
export interface Through {
  readonly alias: string | null;
  readonly template: Coordinates | null;
}

/**
 * The address of a secret in one store of its route (spec 2.9, 2.14): `ref`, else `refs` of this alias, else the alias's
 * template, else convention. Coordinates an author wrote for one secret are literal; only templates have placeholders.
 */
export function addressOf(naming: Naming, through: Through, names: PlaceholderValues): At {
  const written = writtenFor(naming, through.alias);
  if (written !== null) return { kind: 'native', ...written };
  if (through.template !== null) return { kind: 'native', ...filled(through.template, names) };
  return { kind: 'convention', ...names };
}

/** The address of an entry that no secret names: a provider's own credential (spec 5.1). */
export function credentialAddress(ref: Coordinates | undefined, names: PlaceholderValues): At {
  return ref === undefined ? { kind: 'convention', ...names } : { kind: 'native', ...ref };
}

/** What is wrong with one coordinate of an alias's template, as a clause, or null. */
export function templateProblem(text: string): string | null {
  return placeholdersProblem(text);
}

/**
 * Equal texts, equal coordinates, within one linked plan, where project and profile are always the same. Two spellings of
 * an entry that only the store can identify are asked for twice.
 */
export function addressKey(at: At): string {
  if (at.kind === 'convention') return `convention ${at.key}`;
  const { item, field = null, vault = null, section = null, version = null } = at;
  return `native ${JSON.stringify([item, field, vault, section, version])}`;
}

/** The coordinates an address has, in the order of the specification. */
export function coordinatesOf(at: Coordinates): readonly (readonly [CoordinateName, string])[] {
  return COORDINATE_NAMES.flatMap((name) => {
    const text = at[name];
    return text === undefined ? [] : [[name, text] as const];
  });
}

/** What an author wrote for one secret in the store of this alias; null: its template or convention counts. */
export function writtenFor(naming: Naming, alias: string | null): Coordinates | null {
  if (naming.kind === 'ref') return naming.at;
  if (naming.kind === 'refs' && alias !== null) return own(naming.by, alias) ?? null;
  return null;
}

function filled(template: Coordinates, names: PlaceholderValues): Coordinates {
  const pairs = coordinatesOf(template).map(([name, pattern]) => [name, fillPlaceholders(pattern, names)]);
  return { item: template.item, ...Object.fromEntries(pairs) };
}
