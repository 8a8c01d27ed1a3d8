/**
 * Where identities are that no address names. `age` and `rage` have no such place; SOPS has, and agenix has the second one: the file
 * of `SOPS_AGE_KEY_FILE`, the file of keys in the user's configuration, and the SSH keys of the user.
 */
import { variableIn } from '../../values/environment.js';
import type { ProviderPorts } from '../provider.js';

/** Paths, in the order in which SOPS reads them. Those of variables that are not absolute are left out: only SOPS knows what they mean. */
export function usualKeyFiles({ environment, home }: Pick<ProviderPorts, 'environment' | 'home'>): readonly string[] {
  const configured = variableIn(environment, 'XDG_CONFIG_HOME');
  const folder = process.platform === 'darwin' ? 'Library/Application Support' : '.config';
  const base = configured !== '' ? configured : `${home ?? ''}/${folder}`;
  return absolute([variableIn(environment, 'SOPS_AGE_KEY_FILE'), `${base}/sops/age/keys.txt`]);
}

export function usualSshKeys({ home }: ProviderPorts): readonly string[] {
  return home === null ? [] : absolute([`${home}/.ssh/id_ed25519`, `${home}/.ssh/id_rsa`]);
}

function absolute(paths: readonly string[]): readonly string[] {
  return paths.filter((path) => path.startsWith('/'));
}
