/** Where the audit log of this user is. */
import { access } from '#schemas/diagnostics/E09-access.js';
import { logPath } from '../audit/log-path.js';
import { fail } from '../failure.js';
import { configFile } from '../inputs/folders.js';
import type { CallContext } from '../session/call.js';
import { obtainUserConfig } from '../user-config/user-config.js';

/** Stops if it has no place, or the user configuration has errors. */
export async function auditLogPath({ variables }: CallContext): Promise<string> {
  const { user } = await obtainUserConfig(configFile(variables), null);
  const place = logPath(user.audit.path, variables);
  switch (place.kind) {
    case 'absolute':
      return place.path;
    case 'relative':
      return fail(access.E0904({ path: place.path }));
    case 'nowhere':
      return fail(access.E0904({ path: null }));
  }
}
