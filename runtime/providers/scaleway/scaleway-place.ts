/** Where an address is in a project of Scaleway: a folder, a name in it, a revision (providers-cloud 3.9). */
import { scaleway } from '#schemas/providers/scaleway.js';
import type { At } from '#schemas/stores/address.js';
import { fillPlaceholders } from '#schemas/stores/placeholders.js';
import { conventionParts, unfitName, unfitPart, unfitVersion } from '../entry-name.js';
import type { Failed } from '../store-failure.js';

export interface Place {
  readonly kind: 'place';
  /** With a slash at its start, and at its end only if it is the root. */
  readonly folder: string;
  readonly name: string;
  readonly revision: string;
}

/** Of names by convention, below the folder of the address. */
export const PATTERN = 'tool/{project}/{profile}/{key}';
/** The revision that a reference without `version` means. */
export const LATEST = 'latest_enabled';

/** `base`: the folder of the store's address, `/team`, or empty. It does not count for references. */
export function placeOf(at: At, base: string): Place | Failed {
  const item = at.kind === 'convention' ? `${base}/${fillPlaceholders(PATTERN, at)}` : at.item;
  const unfit = unfitPart(conventionParts(at), /^[^/]+$/, 'a path');
  const problem = unfit ?? unfitName(at, item, scaleway.refusesItem(item));
  if (problem !== null) return problem;
  const revision = at.kind === 'native' ? (at.version ?? LATEST) : LATEST;
  if (!/^([1-9]\d{0,9}|latest|latest_enabled)$/.test(revision))
    return unfitVersion(
      revision,
      'write a number such as `3`, or leave out `version` to get the latest one that is enabled',
    );
  const whole = item.startsWith('/') ? item : `/${item}`;
  const end = whole.lastIndexOf('/');
  return { kind: 'place', folder: whole.slice(0, end) || '/', name: whole.slice(end + 1), revision };
}

export function pathOf({ folder, name }: Pick<Place, 'folder' | 'name'>): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`;
}

export function keyOf(place: Place): string {
  return JSON.stringify([pathOf(place), place.revision]);
}
