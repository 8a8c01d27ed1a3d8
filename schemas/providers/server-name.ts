/** Spellings of a server in a store's URI. */
import type { ReachedHost } from './descriptor.js';
import { withoutSlashes } from './option-text.js';

/** Capitals say nothing, nor does the port that the protocol has anyway. */
export function serverName(authority: string, hasTls: boolean): string {
  return authority.toLowerCase().replace(hasTls ? /:(443)?$/ : /:(80)?$/, '');
}

/** `/team/` and `//team` as `/team`; only slashes as nothing. */
export function serverPath(path: string): string {
  const inner = withoutSlashes(path);
  return inner === '' ? '' : `/${inner}`;
}

/** A host below the domain that is added to bare names is called by its name alone. */
export function bareName(authority: string, domain: string): string {
  const host = authority.toLowerCase();
  const name = host.endsWith(`.${domain}`) ? host.slice(0, -domain.length - 1) : host;
  return name.includes('.') ? host : name;
}

/** A server that the vendor has for everybody. `receives`: the credentials that are sent there. */
export function vendorsHost(name: string, receives: readonly string[] = []): ReachedHost {
  return { name, tls: true, receives, isVendors: true };
}
