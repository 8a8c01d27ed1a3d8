/** What the user configuration says about the folder of a manifest. */
import { sep } from 'node:path';
import type { HookFolder, HookSettings } from '#schemas/user-config.js';
import { locatedAt } from '../files/located-at.js';
import { identityOf } from '../plan/read-source.js';

/** The innermost listed folder that contains this one; null if nothing may be loaded here. */
export function placeOf(
  { onlyListed, folders }: HookSettings,
  folder: string,
  home: string | null,
): Pick<HookFolder, 'profile' | 'scope'> | null {
  const own = identityOf(folder);
  const containing = folders.flatMap((listed) => {
    const path = locatedAt(listed.path, { baseFolder: '/', home });
    const real = path && identityOf(path);
    return real !== null && isWithin(own, real) ? { listed, length: real.length } : [];
  });
  const innermost = containing.reduce<(typeof containing)[number] | null>(
    (best, one) => (best === null || one.length >= best.length ? one : best),
    null,
  );
  if (innermost === null) return onlyListed ? null : { profile: null, scope: null };
  return innermost.listed.loads ? innermost.listed : null;
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
