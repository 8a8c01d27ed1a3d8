/** Whether two addresses are spellings of one store, with the same way to sign in. */
import type { UriShape } from '#schemas/providers/descriptor.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { canonicalSpec } from '#schemas/stores/canonical-spec.js';
import { foldedPath } from '#schemas/addresses/folded-path.js';
import { filePathOf, parseStoreUri, type StoreUri } from '#schemas/addresses/store-uri.js';

/** Equal texts mean that they are: the identity of a store does not distinguish ways to sign in. */
export function specKey(spec: string): string {
  const uri = parseStoreUri(spec);
  if (uri.kind === 'malformed') return `text ${spec}`;
  const shape = descriptorOf(uri.scheme)?.uri;
  const [location = '', options = ''] = canonicalSpec(uri).split(/\?(.*)/su);
  if (shape?.identity !== undefined) return identityKey(uri, shape.identity, { location, options });
  const isPath = shape?.location === 'file' || shape?.location === 'folder';
  const written = filePathOf(uri) || (shape?.defaultLocation ?? '');
  // Paths are compared as spelled, not as filled in: the same text stays the same store in every profile.
  const spelled = isPath && filePathOf(uri) !== '' ? foldedPath(location.replace(/^[^:]*:(\/\/)?/, '')) : written;
  return JSON.stringify([uri.scheme, uri.userinfo, spelled, options]);
}

interface Canonical {
  readonly location: string;
  readonly options: string;
}

/** The identity, and each part of the address that it says nothing about. */
function identityKey(
  uri: StoreUri,
  identity: NonNullable<UriShape['identity']>,
  { location, options }: Canonical,
): string {
  const text = identity(uri);
  const isTold = (other: Partial<StoreUri>) => identity({ ...uri, ...other }) !== text;
  const isLocationTold = isTold({ authority: `${uri.authority}x` }) || isTold({ path: `${uri.path}/x` });
  const user = uri.userinfo && !isTold({ userinfo: { ...uri.userinfo, user: `${uri.userinfo.user}x` } });
  const rest = options.split('&').filter((pair) => {
    const [name = ''] = pair.split('=', 1);
    return !isTold({ query: new Map(uri.query).set(name, `${uri.query.get(name)}x`) });
  });
  return JSON.stringify([uri.scheme, text, isLocationTold ? null : location, user && uri.userinfo, rest.join('&')]);
}
