/**
 * The origin of an API: the host that the address of a store names; or, of an API that has one for everybody, that one and its
 * replacement for mirrors and tests (providers-cloud, errata of 2.5).
 */
import type { ProviderDescriptor } from '#schemas/providers/descriptor.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { hostOf, isLoopback } from '../../http/proxy.js';
import { type Environment, variableIn } from '../../values/environment.js';
import type { Refused } from '../provider.js';
import { refused } from '../store-failure.js';

/**
 * `TOOL_<SCHEME>_ENDPOINT`, else the first server that the descriptor says it contacts. The variable is the user's; a manifest has no such setting, because it
 * could send a user's token to another server. For the same reason plain HTTP is accepted on loopback alone.
 */
export function endpointOf(
  { scheme, reach }: Pick<ProviderDescriptor, 'scheme' | 'reach'>,
  uri: StoreUri,
  environment: Environment,
): string | Refused {
  const [usual] = reach?.(uri).hosts ?? [];
  return endpointAt(scheme, usual?.name ?? '', environment);
}

/** The same of a host that is the usual one. */
export function endpointAt(scheme: string, usual: string, environment: Environment): string | Refused {
  const variable = `TOOL_${scheme.toUpperCase()}_ENDPOINT`;
  const text = variableIn(environment, variable);
  if (text === '') return `https://${usual}`;
  const origin = originIn(text);
  if (origin !== null && isPrivate(new URL(origin))) return origin;
  return refused(
    'unsupported',
    `\`${variable}\` is not the address of a server`,
    'write `https://HOST`, or `http://` for this machine',
  );
}

/** The origin that the host and port of an address name. */
export function originAt({ scheme, authority }: StoreUri, isPlain: boolean): string | Refused {
  const origin = originIn(`${isPlain ? 'http' : 'https'}://${authority}`);
  return origin ?? refused('unsupported', `\`${scheme}\` has an address that is not a host`);
}

/** The address of a server for HTTP: nothing but scheme, host and port; null if the text is not one. */
export function originIn(text: string): string | null {
  const url = addressIn(text);
  return url?.pathname === '/' ? url.origin : null;
}

/** The path of an address as it goes before the paths of requests: without a slash at its end. */
export function basePathOf({ pathname }: URL): string {
  return pathname.replace(/\/+$/, '');
}

/** An address for HTTP, with a path or without one; null if the text is not one, or has more, which may be a secret. */
export function addressIn(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && url.username + url.password + url.search + url.hash === '';
  return isPlain && ['https:', 'http:'].includes(url.protocol) ? url : null;
}

/** Whether what is sent there cannot be read on the way: TLS, or this machine. */
export function isPrivate(url: URL): boolean {
  return url.protocol === 'https:' || isLoopback(hostOf(url));
}
