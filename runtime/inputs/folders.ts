/** Where this user's configuration, cache and audit log are. A relative or empty `HOME` or `XDG_*` counts as unset (semantics 14). */
import { join } from 'node:path';
import { isFixedPath } from '../files/fixed-path.js';
import type { ClaimFolders } from '../providers/external/claim.js';
import { TOOL_NAME } from '../version.js';
import { databaseHome } from './password-database.js';

export type Variables = Readonly<Record<string, string | undefined>>;

const isWindows = process.platform === 'win32';

/** The home folder: `HOME`, on Windows the profile folder; else that of the password database; null if there is neither. */
export function homeFolder(variables: Variables): string | null {
  return absolute(variables[isWindows ? 'USERPROFILE' : 'HOME']) ?? databaseHome();
}

/** The path of the user configuration; null if there is no folder for it. */
export function configFile(variables: Variables): string | null {
  if (isWindows) return joined(roamingData(variables), TOOL_NAME, 'config', 'config.toml');
  const base = absolute(variables['XDG_CONFIG_HOME']) ?? belowHome(variables, '.config');
  return base && join(base, TOOL_NAME, 'config.toml');
}

/** The folders that have the claims of external providers (semantics 16). */
export function claimFolders(variables: Variables, platform: NodeJS.Platform = process.platform): ClaimFolders {
  const base = claimBase(variables, platform);
  return {
    user: base && join(base, 'providers.d'),
    system: platform === 'win32' ? null : join('/etc', TOOL_NAME, 'providers.d'),
  };
}

function claimBase(variables: Variables, platform: NodeJS.Platform): string | null {
  if (platform === 'win32') return joined(roamingData(variables), TOOL_NAME);
  const configured = absolute(variables['XDG_CONFIG_HOME']);
  if (configured !== null) return join(configured, TOOL_NAME);
  const below = platform === 'darwin' ? join('Library', 'Application Support', 'Tool') : join('.config', TOOL_NAME);
  return belowHome(variables, below);
}

/** Where the audit log is; null if there is no folder for it. */
export function stateFolder(variables: Variables): string | null {
  if (isWindows) return joined(localData(variables), TOOL_NAME);
  const base = absolute(variables['XDG_STATE_HOME']) ?? belowHome(variables, join('.local', 'state'));
  return base && join(base, TOOL_NAME);
}

/** Where the cache may be, in order of preference. */
export function cacheFolders(variables: Variables): readonly string[] {
  if (isWindows) return [joined(localData(variables), TOOL_NAME, 'cache')].filter((folder) => folder !== null);
  const bases = [absolute(variables['XDG_CACHE_HOME']), belowHome(variables, '.cache')];
  return bases.flatMap((base) => (base === null ? [] : join(base, TOOL_NAME)));
}

/** What follows the user to other machines. */
function roamingData(variables: Variables): string | null {
  return absolute(variables['APPDATA']) ?? belowHome(variables, join('AppData', 'Roaming'));
}

/** What stays on this machine. */
function localData(variables: Variables): string | null {
  return absolute(variables['LOCALAPPDATA']) ?? belowHome(variables, join('AppData', 'Local'));
}

function joined(base: string | null, ...names: readonly string[]): string | null {
  return base && join(base, ...names);
}

function belowHome(variables: Variables, name: string): string | null {
  const home = homeFolder(variables);
  return home && join(home, name);
}

function absolute(path: string | undefined): string | null {
  return path !== undefined && isFixedPath(path) ? path : null;
}
