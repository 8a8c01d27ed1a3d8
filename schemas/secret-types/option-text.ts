/** What texts of options must be; each clause follows `must`. */

export function controlProblem(text: string): string | null {
  return /\p{Cc}/u.test(text) ? 'not contain control characters' : null;
}

/** A name that people read: not blank, on one line. */
export function nameProblem(text: string): string | null {
  return text.trim() === '' ? 'not be blank' : controlProblem(text);
}

/** `dns:name` or `ip:address` (semantics 9.5). */
export function alternativeNameProblem(text: string): string | null {
  if (text.startsWith('dns:'))
    return isDnsName(text.slice(4)) ? null : 'name an ASCII host, as in `dns:api.example.com`';
  if (text.startsWith('ip:')) return isIpAddress(text.slice(3)) ? null : 'name an address, as in `ip:192.0.2.1`';
  return 'start with `dns:` or `ip:`';
}

function isDnsName(text: string): boolean {
  const name = text.startsWith('*.') ? text.slice(2) : text;
  if (text.length > 253) return false;
  return name.split('.').every((label) => /^(?!-)[A-Za-z0-9_-]{1,63}(?<!-)$/.test(label));
}

function isIpAddress(text: string): boolean {
  return text.includes(':') ? isIp6(text) : isIp4(text);
}

function isIp4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^(0|[1-9][0-9]{0,2})$/.test(part) && Number(part) <= 255);
}

/** Eight groups, of which `::` replaces one or more; the last two may be written as an IPv4 address. */
function isIp6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1) ?? '';
  if (last.includes('.') && !text.endsWith(last)) return false;
  const plain = last.includes('.') ? groups.slice(0, -1) : groups;
  if (last.includes('.') && !isIp4(last)) return false;
  const count = plain.length + (last.includes('.') ? 2 : 0);
  const fits = halves.length === 2 ? count <= 7 : count === 8;
  return fits && plain.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group));
}
