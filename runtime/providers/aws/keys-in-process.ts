/** AWS's own library in this process, whose variables are those of the call: for the executable. The bundle leaves this out. */
import type { AskedOfWorker } from './credential-worker.js';
import { type LibraryHandler, type LibraryKeys, libraryKeys } from './library-keys.js';
import { NO_ANNOUNCEMENT } from './no-announcement.js';

export async function keysInProcess({ profile, region }: AskedOfWorker, way: LibraryHandler): Promise<LibraryKeys> {
  const restore = withoutWarnings();
  try {
    return await libraryKeys(profile, region, way);
  } finally {
    restore();
  }
}

/**
 * It announces on Node 20 which of its versions will need a newer one, which says nothing about the version that is built in;
 * and it reports a container's service that is slow on the console, whatever its logger is.
 */
function withoutWarnings(): () => void {
  const before = process.env[NO_ANNOUNCEMENT];
  const { warn } = console;
  process.env[NO_ANNOUNCEMENT] = 'true';
  console.warn = () => {};
  return () => {
    console.warn = warn;
    if (before === undefined) delete process.env[NO_ANNOUNCEMENT];
    else process.env[NO_ANNOUNCEMENT] = before;
  };
}
