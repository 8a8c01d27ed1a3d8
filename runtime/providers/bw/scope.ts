/** The organization and the collection that items are in, by id (providers-local 19.6). */
import { canonicalUuid } from '#schemas/addresses/uuid.js';
import { cleaned } from '../../values/cleaned.js';
import { jsonIn } from '../../values/json.js';
import { objectIn } from '../bases/http-reply.js';
import { type Failed, failed } from '../store-failure.js';
import type { BitwardenObject } from './item.js';
import type { Settings } from './settings.js';

export interface ItemScope {
  readonly kind: 'scope';
  readonly organization: string | null;
  readonly collection: string | null;
}

/** `list`: what `bw list` prints of `organizations` or `collections`. */
export async function scopeOf(
  { organization, collection }: Settings,
  list: (what: string) => Promise<Uint8Array | Failed>,
): Promise<ItemScope | Failed> {
  const owner = organization === null ? null : named(await list('organizations'), 'organization', organization, null);
  if (owner !== null && isFailed(owner)) return owner;
  const ownerId = owner === null ? null : idOf(owner);
  const place = collection === null ? null : named(await list('collections'), 'collection', collection, ownerId);
  if (place === null || isFailed(place)) return place ?? { kind: 'scope', organization: ownerId, collection: null };
  const ownerOfPlace = typeof place['organizationId'] === 'string' ? place['organizationId'] : null;
  return { kind: 'scope', organization: ownerId ?? ownerOfPlace, collection: idOf(place) };
}

/** By id, else by name without regard to capitals. Another one is never taken instead: what is missing there may have a default. */
function named(
  listing: Uint8Array | Failed,
  what: string,
  name: string,
  owner: string | null,
): BitwardenObject | Failed {
  if ('failure' in listing) return listing;
  // Older versions print nothing where there are none.
  const list = Buffer.from(listing).toString('utf8').trim() === '' ? [] : jsonIn(listing);
  if (!Array.isArray(list)) return failed('malformed', `\`bw list ${what}s\` printed something that is not a list`);
  const known = list.map(objectIn).filter((one) => one !== null);
  const mine = owner === null ? known : known.filter(({ organizationId }) => organizationId === owner);
  const uuid = canonicalUuid(name);
  const byId = mine.find((one) => uuid !== null && idOf(one).toLowerCase() === uuid);
  const same = mine.filter((one) => `${one['name']}`.toLowerCase() === name.toLowerCase());
  const [first, ...others] = byId === undefined ? same : [byId];
  const shown = `${what} \`${cleaned(name)}\``;
  if (first === undefined) return unknown(shown, what, mine);
  if (others.length === 0) return first;
  const detail = `${same.length} ${what}s are called \`${cleaned(name)}\`: ${same.map(idOf).map(cleaned).join(', ')}`;
  return failed('unsupported', detail, `name the ${what} by its id`);
}

function unknown(shown: string, what: string, known: readonly BitwardenObject[]): Failed {
  const names = known.map((one) => `\`${cleaned(`${one['name']}`)}\``).join(', ');
  const help = names === '' ? `the account has no ${what}s there` : `the ${what}s of the account: ${names}`;
  return failed('unsupported', `Bitwarden has no ${shown} for this account`, `${help}; \`bw sync\` fetches new ones`);
}

function idOf({ id }: BitwardenObject): string {
  return typeof id === 'string' ? id : '';
}

function isFailed(given: BitwardenObject | Failed): given is Failed {
  return given['kind'] === 'failed';
}
