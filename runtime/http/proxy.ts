/** The proxy for a server, from the environment (providers-cloud 2.5). */
import { BlockList, isIP } from 'node:net';
import { type Environment, firstVariableIn } from '../values/environment.js';
import { HttpFault } from './http-fault.js';

export interface HttpProxy {
  readonly url: URL;
  /** For `Proxy-Authorization`; null where the address has no user. */
  readonly authorization: string | null;
}

/** Null: the server is asked directly, as loopback and link-local addresses always are. Throws an HttpFault if the address is not a valid proxy. */
export function proxyFor(server: URL, environment: Environment): HttpProxy | null {
  const name = server.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const address = variable(environment, name);
  if (address === '' || isLoopback(hostOf(server)) || isLinkLocal(hostOf(server))) return null;
  if (
    variable(environment, 'NO_PROXY')
      .split(/[\s,]+/)
      .some((entry) => isExcepted(server, entry.toLowerCase()))
  )
    return null;
  return proxyAt(address, name);
}

/** Host without the brackets of IPv6, in lower case. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

export function portOf({ port, protocol }: URL): number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
}

/** In upper case, else in lower case; empty counts as not set. */
function variable(environment: Environment, name: string): string {
  return firstVariableIn(environment, [name, name.toLowerCase()]);
}

/** `name`: of the setting, for messages. */
export function proxyAt(address: string, name: string): HttpProxy {
  const url = parsed(/^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`);
  // The address may hold a password, so that no part of it is quoted.
  if (url === null) throw new HttpFault('unsupported', `\`${name}\` is not the address of a proxy`, true);
  if (!['http:', 'https:'].includes(url.protocol))
    throw new HttpFault('unsupported', `\`${name}\` names a proxy that does not speak HTTP`, true);
  if (url.username === '' && url.password === '') return { url, authorization: null };
  const pair = [url.username, url.password].map(unescaped).join(':');
  return { url, authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

function parsed(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127(\.\d+){3}$/.test(host);
}

/** Metadata services of clouds have such addresses, and answer the machine itself, not its proxy. */
function isLinkLocal(host: string): boolean {
  return /^169\.254(\.\d+){2}$/.test(host) || /^fe[89ab][0-9a-f]:/.test(host);
}

/** `*`, a host and its subdomains, `.domain` (only its subdomains), an address or a CIDR block; each also with a port. */
function isExcepted(server: URL, entry: string): boolean {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]*|.*:.*:.*?))(?::(\d+))?$/.exec(entry) ?? [];
  const named = (bracketed ?? plain ?? '').replace(/^\*\./, '.');
  if (named === '' || (port !== undefined && Number(port) !== portOf(server))) return false;
  const host = hostOf(server);
  if (named === '*' || named === host) return true;
  // An address of IPv6 can be spelled in several ways.
  if (isIP(named) === 6) return isInBlock(host, `${named}/128`);
  if (named.includes('/')) return isInBlock(host, named);
  return host.endsWith(named.startsWith('.') ? named : `.${named}`);
}

function isInBlock(host: string, block: string): boolean {
  const [, network = '', bits = ''] = /^([^/]+)\/(\d{1,3})$/.exec(block) ?? [];
  const version = isIP(host);
  if (version === 0 || isIP(network) !== version || Number(bits) > (version === 4 ? 32 : 128)) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(network, Number(bits), family);
  return list.check(host, family);
}
