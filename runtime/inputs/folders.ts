/** Where this user's configuration, cache and state lie. Relative `XDG_*` values are ignored (semantics 14). */
import { isAbsolute, join } from 'node:path';
import { TOOL_NAME } from '../version.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** The home folder: `HOME`, else what the system knows. */
export function homeFolder(variables: Variables): string {
  const home = variables['HOME'];
  return home !== undefined && isAbsolute(home) ? home : process.getBuiltinModule('node:os').homedir();
}

/** The user configuration. */
export function configFile(variables: Variables): string {
  return join(base(variables, 'XDG_CONFIG_HOME', '.config'), TOOL_NAME, 'config.toml');
}

export function cacheFolder(variables: Variables): string {
  return join(base(variables, 'XDG_CACHE_HOME', '.cache'), TOOL_NAME);
}

function base(variables: Variables, name: string, fallback: string): string {
  const folder = variables[name];
  return folder !== undefined && isAbsolute(folder) ? folder : join(homeFolder(variables), fallback);
}
