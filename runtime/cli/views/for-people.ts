/** A resolution as people read it: with the paths of stores as they are seen from the working folder. */
import type { Resolution, ResolvedSecret } from '../../execute/resolution.js';

/** `seen`: an address, for people. */
export function forPeople(resolution: Resolution, seen: (address: string) => string): Resolution {
  const secretSeen = (secret: ResolvedSecret): ResolvedSecret => {
    if (secret.status === 'error') return { ...secret, store: seen(secret.store) };
    if (secret.status !== 'found' || secret.origin.kind !== 'store') return secret;
    return { ...secret, origin: { ...secret.origin, store: seen(secret.origin.store) } };
  };
  return { ...resolution, provider: seen(resolution.provider), secrets: resolution.secrets.map(secretSeen) };
}
