/** Items of a vault as `bw` prints them (providers-local 19.6). */
import { canonicalUuid } from '#schemas/addresses/uuid.js';
import { cleaned } from '../../values/cleaned.js';
import { jsonIn } from '../../values/json.js';
import { objectIn } from '../bases/http-reply.js';
import { type Failed, failed } from '../store-failure.js';
import type { ItemScope } from './scope.js';

export type BitwardenObject = Readonly<Record<string, unknown>>;

export interface BitwardenItem {
  readonly id: string;
  readonly title: string;
  /** The number of its type: see `KINDS`. */
  readonly type: number;
  /** All that `bw` printed of it. It is written back with an edit, so that nothing is lost. */
  readonly json: BitwardenObject;
}

/** The items of a listing. Those of types that this version does not know are among them; a listing that is cut is a failure. */
export function itemsIn(listing: Uint8Array): readonly BitwardenItem[] | Failed {
  const list = jsonIn(listing);
  if (!Array.isArray(list))
    return failed('malformed', '`bw list items` printed something that is not a list of items', AGAIN);
  return list.flatMap((one) => itemOf(objectIn(one)) ?? []);
}

const AGAIN = 'try again; if it stays so, update `bw`';

export function itemOf(json: BitwardenObject | null): BitwardenItem | null {
  const { id, name, type } = json ?? {};
  if (json === null || typeof id !== 'string') return null;
  return {
    id,
    title: typeof name === 'string' ? name : '',
    type: typeof type === 'number' ? type : UNKNOWN_TYPE,
    json,
  };
}

/** An item of a later version is still one that has a name, so that it is not missing. */
const UNKNOWN_TYPE = 0;

/**
 * Of a listing, what is where items are looked for. `bw` filters by itself; should it print more, nothing that says it is elsewhere counts, and
 * what does not say where it is only counts if nothing else does.
 */
export function inScope(items: readonly BitwardenItem[], scope: ItemScope): readonly BitwardenItem[] {
  const possible = items.filter((item) => whereIs(item, scope) !== 'elsewhere');
  const inside = possible.filter((item) => whereIs(item, scope) === 'inside');
  return inside.length > 0 ? inside : possible;
}

function whereIs({ json }: BitwardenItem, { organization, collection }: ItemScope): 'inside' | 'elsewhere' | 'unsaid' {
  const { organizationId } = json;
  if (organization !== null && typeof organizationId === 'string' && organizationId !== organization)
    return 'elsewhere';
  const collections = Array.isArray(json['collectionIds']) ? json['collectionIds'] : [];
  if (collection === null) return organization === null || organizationId === organization ? 'inside' : 'unsaid';
  if (collections.length === 0) return 'unsaid';
  return collections.includes(collection) ? 'inside' : 'elsewhere';
}

/**
 * The item of this id, whatever its type; else the one of this title, without regard to capitals, and of this type if one is given. Several
 * of one title are an error, never the first of them.
 */
export function findItem(
  items: readonly BitwardenItem[],
  name: string,
  type: number | null,
): BitwardenItem | Failed | null {
  const uuid = canonicalUuid(name);
  const known = uuid === null ? undefined : items.find(({ id }) => id.toLowerCase() === uuid);
  if (known !== undefined) return known;
  const wanted = name.toLowerCase();
  const [first, ...others] = items.filter(
    (item) => item.title.toLowerCase() === wanted && (type === null || item.type === type),
  );
  if (first === undefined) return null;
  return others.length === 0 ? first : ambiguous(name, [first, ...others]);
}

function ambiguous(name: string, same: readonly BitwardenItem[]): Failed {
  const ids = same.map(({ id }) => cleaned(id)).join(', ');
  const detail = `${same.length} items are called \`${cleaned(name)}\`: ${ids}`;
  return failed('failed', detail, 'name one by its id (`ref = { item = "ID" }`), or rename the others in Bitwarden');
}
