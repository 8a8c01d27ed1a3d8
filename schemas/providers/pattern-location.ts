/** Locations that are patterns: `keyring://team/{project}/{key}`. */
import { fillPlaceholders, type PlaceholderValues, placeholdersProblem } from '../addresses/placeholders.js';
import { filePathOf, type StoreUri } from '../addresses/store-uri.js';

/** Where a secret without `ref` is stored, in every store whose entries have paths. */
export const CONVENTION = 'tool/{project}/{profile}/{key}';

/** The pattern a URI gives, else the convention. */
export function patternOf(uri: StoreUri): string {
  return filePathOf(uri) || CONVENTION;
}

/** The name of an entry by the pattern. */
export function patternName(parts: PlaceholderValues, uri: StoreUri): string {
  return fillPlaceholders(patternOf(uri), parts);
}

/** What is wrong with the pattern, as a clause, or null. */
export function patternProblem(uri: StoreUri): string | null {
  if (uri.authority === '' && uri.path !== '') return 'starts its pattern with `/`; remove it';
  return placeholdersProblem(patternOf(uri), { needsKey: true });
}
