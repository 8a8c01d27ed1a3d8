/** Where gopass keeps its files. */
import { isAbsolute } from 'node:path';
import { variableIn } from '../../values/environment.js';
import type { ProviderPorts, Refused } from '../provider.js';
import { refused } from '../store-failure.js';

/** Paths that gopass would look up from the folder in which it runs. */
export const PATHS = ['GOPASS_HOMEDIR', 'GOPASS_CONFIG', 'PASSWORD_STORE_DIR'];

/** The path of its configuration, which is one for all stores and mounts of a user. */
export function configurationOf({ environment, home }: ProviderPorts): string | Refused {
  for (const name of PATHS) {
    const given = variableIn(environment, name);
    if (given !== '' && !isAbsolute(given))
      return refused('unsupported', `\`${name}\` is not an absolute path`, 'set it to one');
  }
  const own = variableIn(environment, 'GOPASS_HOMEDIR') || home;
  if (own === null)
    return refused('unsupported', 'this user has no home folder for gopass', 'set `HOME` to an absolute path');
  const folder = variableIn(environment, 'XDG_CONFIG_HOME');
  const isElsewhere = isAbsolute(folder) && variableIn(environment, 'GOPASS_HOMEDIR') === '';
  return `${isElsewhere ? folder : `${own}/.config`}/gopass/config`;
}
