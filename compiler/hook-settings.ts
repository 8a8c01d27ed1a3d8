/** `[hook]` of a user configuration → values: in which folders `tool hook` loads secrets, and which. */
import type { Report } from '#schemas/diagnostics/diagnostic.js';
import { shape as codes } from '#schemas/diagnostics/E02-shape.js';
import { type HookSettings, NO_USER_CONFIG } from '#schemas/user-config.js';
import { ROOTED_OR_HOME, type WrittenHook } from './shape/user-config-shape.js';

export function hookOf(file: string, written: WrittenHook, report: Report): HookSettings {
  const { folders = [] } = written;
  for (const [index, { path }] of folders.entries()) {
    if (ROOTED_OR_HOME.test(path)) continue;
    const at = { file, path: ['hook', 'folders', index, 'path'], part: 'value' } as const;
    report(codes.E0202({ key: 'path', expected: 'an absolute path', found: 'a relative one', write: null }, { at }));
  }
  const unset = NO_USER_CONFIG.hook;
  return {
    onlyListed: written.only_listed ?? unset.onlyListed,
    timeoutSeconds: written.timeout_seconds ?? unset.timeoutSeconds,
    folders: folders.map(({ path, load = true, profile = null, scope = null }) => ({
      path,
      loads: load,
      profile,
      scope,
    })),
  };
}
