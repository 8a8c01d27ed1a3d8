/** What Git writes to a helper: attributes, one a line, up to a blank line. */
import { type CredentialUrl, parseCredentialUrl, urlOfParts } from '../credential-url.js';

/** The address that a credential is asked for, with the user if one is known; null if it is not one. */
export function askedUrl(request: string): CredentialUrl | null {
  let asked: ReadonlyMap<string, string> = new Map();
  for (const line of request.split('\n')) {
    if (line === '') break;
    const end = line.indexOf('=');
    // Attributes that are not known, and lines that are none, are for others.
    if (end <= 0) continue;
    const [name, value] = [line.slice(0, end), line.slice(end + 1)];
    const next = name === 'url' ? partsOfUrl(value) : new Map([...asked, [name, value]]);
    if (next === null) return null;
    asked = next;
  }
  return urlOfAttributes(asked);
}

function urlOfAttributes(asked: ReadonlyMap<string, string>): CredentialUrl | null {
  const [protocol, host, user] = ['protocol', 'host', 'username'].map((name) => asked.get(name));
  if (protocol === undefined || host === undefined) return null;
  if (user !== undefined && /\p{Cc}/u.test(user)) return null;
  return urlOfParts(protocol, host, asked.get('path') ?? '', user === undefined || user === '' ? null : user);
}

/** It replaces every attribute before it. A password in it is Git's own, and does not matter here. */
function partsOfUrl(text: string): ReadonlyMap<string, string> | null {
  const url = parseCredentialUrl(text.replace(/^([^:]+:\/\/[^/:@]*):[^/@]*@/u, '$1@'));
  if (url.kind === 'bad') return null;
  const { protocol, host, path, user } = url;
  const parts = new Map([
    ['protocol', protocol],
    ['host', host],
    ['path', path.split('/').map(decodeURIComponent).join('/')],
  ]);
  return user === null ? parts : parts.set('username', user);
}

/** Whether everything that is wanted has arrived: Git may keep the pipe open. */
export function isWhole(request: Buffer): boolean {
  return request[0] === LINE_END || request.includes('\n\n');
}

const LINE_END = 0x0a;
