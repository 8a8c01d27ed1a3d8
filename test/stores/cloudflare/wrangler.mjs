/** Cloudflare's own command. */
import { join } from 'node:path';
import { fromNpm } from '../shared/installed.mjs';

/** The last version for the oldest Node that the tool supports. */
const VERSION = '4.60.0';

/** Its path; null, with one line, if it cannot be installed. */
export function installedWrangler() {
  const folder = fromNpm(`wrangler-${VERSION}`, `wrangler@${VERSION}`);
  return folder && join(folder, 'node_modules/.bin/wrangler');
}
