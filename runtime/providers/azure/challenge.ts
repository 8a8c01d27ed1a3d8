/** How a service of Azure says who issues tokens for it: the header of its status 401 (providers-cloud 3.4 (6)). */
import { addressIn, originIn } from '../bases/endpoint.js';

/** A tenant of Microsoft Entra, and the server of its cloud. */
export interface Issuer {
  readonly origin: string;
  readonly tenant: string;
}
export interface Challenge {
  readonly issuer: Issuer;
  /** What a token must be for: `https://vault.azure.net`. */
  readonly resource: string;
}

/** Null: it has none that can be used. */
export function challengeIn(header: string | undefined): Challenge | null {
  const [, parameters] = /^\s*Bearer\s+(.*)$/is.exec(header ?? '') ?? [];
  if (parameters === undefined) return null;
  const issuer = issuerIn(parameter(parameters, 'authorization') || parameter(parameters, 'authorization_uri'));
  const asked = parameter(parameters, 'resource') || parameter(parameters, 'scope').replace(/\/\.default$/, '');
  const resource = originIn(asked);
  return issuer === null || !resource?.startsWith('https:') ? null : { issuer, resource };
}

/** A token for a whole domain is sent to hosts of this domain alone: a host that names another one would get its token. */
export function isForHost(resource: string, host: string): boolean {
  const { hostname } = new URL(resource);
  return hostname.includes('.') && host.toLowerCase().endsWith(`.${hostname}`);
}

export function isTenant(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9.-]*$/.test(text);
}

function issuerIn(text: string): Issuer | null {
  const url = addressIn(text);
  const tenant = url?.pathname.replace(/^\/|\/$/g, '') ?? '';
  return url === null || !isTenant(tenant) ? null : { origin: url.origin, tenant };
}

function parameter(parameters: string, name: string): string {
  return new RegExp(`(?:^|[\\s,])${name}="?([^",\\s]+)`, 'i').exec(parameters)?.[1] ?? '';
}
