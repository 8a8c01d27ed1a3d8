/** The audit log of a session, as the user configuration has it (spec 6). */
import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import type { AuditSettings } from '#schemas/user-config.js';
import type { CallerAccess } from '../access/caller.js';
import { homeFolder, type Variables } from '../inputs/folders.js';
import { closedLog, openLogFile } from './audit-log.js';
import type { AuditLog } from './audit-record.js';
import { logPath } from './log-path.js';
import type { Actor } from './record-text.js';

/** Null if the user wants none. */
export function openLog(
  settings: AuditSettings,
  access: CallerAccess,
  variables: Variables,
  now: () => Date,
): AuditLog | null {
  if (!settings.enabled) return null;
  const place = logPath(settings.path, variables);
  if (place.kind !== 'absolute') return closedLog(place);
  const reason = settings.path === null ? obstacle(place.path, variables) : null;
  if (reason !== null) return closedLog({ kind: 'unwritable', path: place.path, reason });
  return openLogFile(
    { path: place.path, isChosen: settings.path !== null, maxSizeBytes: settings.maxSizeBytes },
    { reason: access.reason, caller: access.caller, actor: actorOf(access, variables) },
    now,
  );
}

/**
 * Why the usual place must be left alone: variables may name the home of another user, as for root after `sudo`, or one that must
 * not be created. Systems without user IDs are trusted.
 */
function obstacle(path: string, variables: Variables): string | null {
  const user = process.getuid?.();
  const home = homeFolder(variables);
  if (user === undefined) return null;
  try {
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      const status = lstatSync(folder, { throwIfNoEntry: false });
      if (status === undefined && folder === home) return 'the home folder does not exist';
      if (status === undefined) continue;
      return status.uid === user || !status.isDirectory() ? null : 'its folder belongs to another user';
    }
  } catch {
    // What cannot be looked at is reported when it is opened.
    return null;
  }
}

function actorOf({ acting }: CallerAccess, variables: Variables): Actor {
  const user = variables['USER'] ?? variables['USERNAME'];
  const agent = acting.product?.id;
  return {
    ...(user !== undefined && { user }),
    ...(agent !== undefined && { agent }),
    is_agent: acting.isDeclared || acting.product !== null,
  };
}
