/** What of each provider's URI may be shown: one word for its location, and the names of its options. */
import type { UriShape } from './descriptor.js';
import { descriptorOf } from './index.js';

export interface ShownParts {
  /**
   * `path`: a file, folder or pattern, in which `:` and `@` are ordinary. `server`: what is before an `@` is no part of
   * it. `user`: a user may be named there. `token`: people put a token there.
   */
  readonly location: 'path' | 'server' | 'user' | 'token';
  /** Names of the options whose values may be shown; one that ends in `.*` allows any ending. */
  readonly options: readonly string[];
}

/** Null: nothing is known of the scheme. `1password` is a former name of `onepassword`. */
export function shownPartsOf(scheme: string): ShownParts | null {
  const descriptor = descriptorOf(scheme.toLowerCase().replace(/^1password/u, 'onepassword'));
  return descriptor && { location: shownLocation(descriptor.uri), options: Object.keys(descriptor.uri.query) };
}

function shownLocation({ user, location }: UriShape): ShownParts['location'] {
  if (user === 'token') return 'token';
  if (user !== 'no') return 'user';
  return ['file', 'folder', 'template'].includes(location) ? 'path' : 'server';
}

/** Whether the value of this option may be shown. */
export function isShownOption({ options }: ShownParts, name: string): boolean {
  const dot = name.indexOf('.');
  return options.includes(name) || (dot > 0 && options.includes(`${name.slice(0, dot)}.*`));
}
