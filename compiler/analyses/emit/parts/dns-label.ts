/** Names of services and objects, derived from names that authors chose. */

const LONGEST = 63;

/** Lower-case letters, digits and `-` between them; null if nothing is left, or too much. */
export function dnsLabel(text: string): string | null {
  const label = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return label === '' || label.length > LONGEST ? null : label;
}

export function isDnsLabel(text: string): boolean {
  return text.length <= LONGEST && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(text);
}
