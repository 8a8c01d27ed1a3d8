/** What no pattern says of a value: numbers in it, its parts, and the documents that it holds. */
import { isIP } from 'node:net';
import { isRecord } from '#schemas/is-record.js';

/** Without the zone of a machine. */
export function isAddress(text: string): boolean {
  return !text.includes('%') && isIP(text) !== 0;
}

export function isNetwork(text: string): boolean {
  const [address = '', prefix = '', ...more] = text.split('/');
  if (more.length > 0 || !isAddress(address) || !/^(0|[1-9][0-9]{0,2})$/u.test(prefix)) return false;
  return Number(prefix) <= (isIP(address) === 4 ? 32 : 128);
}

export function isHttpUrl(text: string): boolean {
  return URL.canParse(text);
}

/** Schemes of the web always have a host; others may have a path alone: `file:///etc/hosts`, `sqlite:///data.db`. */
export function isUrl(text: string): boolean {
  if (!/^(https?|wss?|ftp):/iu.test(text)) return true;
  return /^[a-z]+:\/\/[^/\\?#]/iu.test(text) && URL.canParse(text);
}

export function isDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  const date = new Date(Date.UTC(2000, month - 1, day));
  // Years below 100 mean others to the constructor.
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

export function isJson(text: string): boolean {
  return parsed(text) !== undefined;
}

/** Header and claims are objects; the signature is not verified. */
export function isJwt(text: string): boolean {
  const [header = '', claims = ''] = text.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  const read = parsed(header);
  return isRecord(read) && typeof read['alg'] === 'string' && isRecord(parsed(claims));
}

/** Undefined if it is not JSON, which no JSON is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Blocks as OpenSSL reads them: other text may be around them, and headers at the start of one. */
export function isPem(text: string): boolean {
  let blocks = 0;
  let open: { readonly label: string; body: string } | null = null;
  for (const line of text.split(/\r?\n/u)) {
    const [, end, label] = /^-----(BEGIN|END) ([A-Z0-9 ]+)-----$/u.exec(line.trimEnd()) ?? [];
    if (end === undefined) {
      if (open !== null && !/^[\w-]+: /u.test(line)) open.body += line.trim();
    } else if (end === 'BEGIN') {
      if (open !== null || label === undefined) return false;
      open = { label, body: '' };
    } else {
      if (open?.label !== label || !isBody(open?.body ?? '')) return false;
      open = null;
      blocks++;
    }
  }
  return open === null && blocks > 0;
}

/** Armour of OpenPGP ends with a checksum of its own. */
function isBody(body: string): boolean {
  return /^[A-Za-z0-9+/]+={0,2}(=[A-Za-z0-9+/]{4})?$/u.test(body);
}
