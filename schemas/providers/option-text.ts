/** Spellings that several stores give the values of their options. */

/** `/team/` as `team`: slashes at both ends say nothing. */
export function withoutSlashes(text: string): string {
  let start = 0;
  while (text[start] === '/') start++;
  return withoutTrailingSlashes(text.slice(start));
}

export function withoutTrailingSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end--;
  return text.slice(0, end);
}

/** Dots around a domain and capitals say nothing. */
export function trimmedDomain(text: string): string {
  return text.replace(/^\.+|\.+$/g, '').toLowerCase();
}

/** A suffix of host names. */
export function domainProblem(text: string): string | null {
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(trimmedDomain(text)) ? null : 'is not a domain such as `vault.azure.net`';
}

/** An option that is on or off. */
export const ON_OFF = ['true', 'false', '1', '0'];

export function onOff(text: string): string {
  return text === '1' ? 'true' : text === '0' ? 'false' : text;
}

export function isOff(text: string | undefined): boolean {
  return text !== undefined && onOff(text) === 'false';
}
