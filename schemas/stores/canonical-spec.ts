/**
 * The one spelling of a spec whose scheme is known, by which reports, records and messages call a store: hosts as they are
 * compared, options in order, defaults left out, slashes as the store reads them.
 */
import { byName } from '../named.js';
import type { UriShape } from '../providers/descriptor.js';
import { descriptorOf } from '../providers/index.js';
import { withoutCredentials } from './hidden-parts.js';
import { optionOf } from './judge-spec.js';
import { renderPathPattern } from './path-placeholders.js';
import { filePathOf, renderStoreUri, type StoreUri } from '../addresses/store-uri.js';

/** Shows no password. Paths stay as written: where they start is for the machine to say. */
export function canonicalSpec(uri: StoreUri): string {
  const shape = descriptorOf(uri.scheme)?.uri;
  if (shape === undefined) return renderStoreUri(uri);
  const queryPairs = canonicalPairs(uri, shape);
  const rendered = withSlashesEscaped(renderPathPattern({ ...uri, ...shape.canonical?.(uri), queryPairs }), shape);
  if (shape.location !== 'file' || filePathOf(uri) === '') return rendered;
  return withoutPort(uri, rendered.replace('://', ':'));
}

/** What messages call the store, and reports of a machine that knows no better: its address without credentials. */
export function calledStore(uri: StoreUri): string {
  const location = descriptorOf(uri.scheme)?.uri.location;
  // A file is found by the path that its author wrote.
  const isPath = location === 'file' || location === 'folder';
  return withoutCredentials(isPath ? uri.written : canonicalSpec(uri));
}

/** A colon in the first part of a path is escaped: some stores of files read it as that of a port. */
function withoutPort({ scheme, authority }: StoreUri, rendered: string): string {
  if (!authority.includes(':')) return rendered;
  const [location = ''] = rendered.slice(scheme.length + 1).split('/', 1);
  const rest = rendered.slice(scheme.length + 1 + location.length);
  return `${scheme}:${location.replaceAll(':', '%3A')}${rest}`;
}

function withSlashesEscaped(rendered: string, { query }: UriShape): string {
  const escaping = Object.keys(query).filter((name) => query[name]?.escapesSlash);
  return rendered.replace(/(?<=[?&])([^=&]+)=([^&]*)/g, (pair, name) =>
    escaping.includes(name) ? pair.replaceAll('/', '%2F') : pair,
  );
}

function canonicalPairs(uri: StoreUri, shape: UriShape): StoreUri['queryPairs'] {
  const order = Object.keys(shape.query);
  const rank = (name: string) => order.findIndex((known) => known === name || known === `${name.split('.')[0]}.*`);
  const pairs = uri.queryPairs.flatMap(([name, value]) => {
    const option = optionOf(shape, name);
    const spelled = (value !== '' && option?.spelled?.(value)) || value;
    const standard = typeof option?.default === 'function' ? option.default(uri.query) : option?.default;
    const isSilent = (spelled === '' && option?.empty !== 'kept') || spelled === standard;
    return isSilent ? [] : [[name, spelled] as const];
  });
  return pairs.sort((left, right) => rank(left[0]) - rank(right[0]) || byName(left.join('='), right.join('=')));
}
