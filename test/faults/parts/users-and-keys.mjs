/** Another user of this machine, a key of gpg, and programs that other suites have built: what faults of stores take besides a folder. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtProgram } from '../../stores/go-program.mjs';

const isRoot = process.getuid?.() === 0;

export const canBecomeUser = () => isRoot && spawnSync('setpriv', ['--version']).error === undefined;

/** Its key opens what is encrypted for `faults@tool.test`; null if gpg is missing. `asUser`: a prefix that runs a command as the test user. */
export function gpgKey(folder, asUser) {
  if (!isThere('gpg')) return null;
  const variables = { GNUPGHOME: folder };
  const gpg = (...words) => {
    const [program, ...all] = [...asUser, 'gpg', '--quiet', '--batch', '--pinentry-mode', 'loopback', ...words];
    return execFileSync(program, all, {
      env: { ...process.env, ...variables, HOME: folder },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  };
  gpg('--passphrase', '', '--quick-gen-key', 'faults@tool.test', 'ed25519', 'cert,sign', '0');
  const fingerprint = /^fpr:+([^:]+)/mu.exec(gpg('--list-keys', '--with-colons').toString())[1];
  gpg('--passphrase', '', '--quick-add-key', fingerprint, 'cv25519', 'encr', '0');
  const endAgent = () => spawnSync('gpgconf', ['--kill', 'gpg-agent'], { env: { ...process.env, ...variables } });
  return { folder, endAgent };
}

/** The PATH on which the program is found, copied into `bin`, where every user can start it; null if its own suite has not built it. */
export function withProgram(name, bin) {
  const program = builtProgram(name);
  if (program === null) return null;
  copyFileSync(program, join(bin, name));
  chmodSync(join(bin, name), 0o755);
  return `${bin}:${process.env.PATH}`;
}

export const isThere = (program) => spawnSync(program, ['--version']).error === undefined;
