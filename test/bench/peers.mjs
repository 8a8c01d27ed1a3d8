/** Other programs that put values of a dotenv file into a child's environment; compared where they are installed. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const PINNED = ['@dotenvx/dotenvx@2.38.2', 'varlock@1.20.0'];

/** Puts the peers into a folder of their own, outside the dependencies of the package. */
export function installPeers(prefix) {
  const { status } = spawnSync('npm', ['install', '--prefix', prefix, '--no-fund', '--no-audit', ...PINNED], {
    stdio: 'inherit',
  });
  if (status !== 0) console.error('the peers could not be installed');
}

/** name → the command line that runs `true` with the values of `.env`, for each peer that is there. */
export function peerCommands(prefix) {
  const scripts = {
    dotenvx: [
      join(prefix, 'node_modules/@dotenvx/dotenvx/src/cli/dotenvx.js'),
      'run',
      '--quiet',
      '-f',
      '.env',
      '--',
      'true',
    ],
    varlock: [join(prefix, 'node_modules/varlock/bin/cli.js'), 'run', '--', 'true'],
  };
  const found = Object.entries(scripts).filter(([, [script]]) => existsSync(script));
  return found.map(([name, command]) => ({ name, command: [process.execPath, ...command] }));
}
