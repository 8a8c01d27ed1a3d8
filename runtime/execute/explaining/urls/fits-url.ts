/** Whether a value leaves the URL that it is inserted in as the template spells it. */
import type { PartOfUrl } from './parts-of-urls.js';

/**
 * False if the value has one of `@ : / ? # % [ ]` or a blank that starts or ends a part of the URL there, or breaks it. A path may have
 * slashes, a query what queries have, and a host its port; percent codes such as `%40` are what such characters are written as.
 */
export function fitsUrl(value: string, part: PartOfUrl): boolean {
  if (BLANK.test(value) || BARE_PERCENT.test(value)) return false;
  switch (part.zone) {
    case 'scheme':
      return !/[@:/?#%[\]]/.test(value);
    case 'user information':
      return fitsUser(value, part);
    case 'host':
      return fitsHost(value, part);
    case 'path':
      return !value.includes('#') && !(value.includes('?') && /[?/]/.test(part.rest));
    case 'query':
      return !value.includes('#');
    case 'fragment':
      return true;
  }
}

const BLANK = /[\s\x00-\x1f\x7f]/;
const BARE_PERCENT = /%(?![0-9A-Fa-f]{2})/;

/** One value alone may be both, as in `user:password`. */
function fitsUser(value: string, { before, after }: PartOfUrl): boolean {
  if (/[@/?#[\]]/.test(value)) return false;
  return !value.includes(':') || (before + after === '' && value.indexOf(':') === value.lastIndexOf(':'));
}

/** The value may have all that the template leaves out: user information before it, a port, a path and a query after it. */
function fitsHost(value: string, { before, after, rest, hasUser }: PartOfUrl): boolean {
  if (/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(value)) return false;
  const end = value.search(/[/?#]/);
  const authority = end === -1 ? value : value.slice(0, end);
  if (end !== -1 && !goesOn(value.slice(end), after, rest)) return false;
  const user = authority.lastIndexOf('@');
  if (user !== -1 && (hasUser || before !== '')) return false;
  const hosts = authority.slice(user + 1).split(',');
  return hosts.every((host, index) => {
    const isPort = index === 0 && before.endsWith(':');
    const hasPort = end === -1 && index === hosts.length - 1 && after.startsWith(':');
    return /^\[[0-9A-Fa-f:.%]+\]$/.test(host) || hostWithPort(isPort || hasPort).test(host);
  });
}

function hostWithPort(hasPort: boolean): RegExp {
  return hasPort ? /^[^:[\]]*$/ : /^(?:\[[0-9A-Fa-f:.%]+\]|[^:[\]]*)(?::[^:[\]]*)?$/;
}

/** What a value has after its host: nothing of the host may follow, and no second query. */
function goesOn(tail: string, after: string, rest: string): boolean {
  if (rest === '') return true;
  if (after !== '' || tail.includes('#')) return false;
  return tail.includes('?') ? rest.startsWith('#') : true;
}
