/** Several processes change the user configuration at once. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openCli } from '../../helpers/run-cli.js';

const PROCESSES = 12;

test('aliases that several processes add at once are all kept, and so is the rest of the file', async () => {
  const world = openCli();
  try {
    const given = '# mine\n[defaults.providers]\nfirst = "env" # the first\n\n# end\n';
    world.write('~/.config/tool/config.toml', given);
    const names = Array.from({ length: PROCESSES }, (_, index) => `alias-${index}`);
    const added = await Promise.all(names.map((name) => world.run(`tool config global provider add ${name} keyring`)));
    expect(added.map(({ status, stderr }) => [status, stderr.toString()])).toEqual(names.map(() => [0, '']));
    const folder = join(world.home, '.config/tool');
    const lines = readFileSync(join(folder, 'config.toml'), 'utf8').split('\n');
    expect(lines.filter((line) => given.includes(line))).toEqual(given.split('\n'));
    expect(lines.filter((line) => line.startsWith('alias-')).sort()).toEqual(
      names.map((name) => `${name} = "keyring"`).sort(),
    );
    expect(readdirSync(folder)).toEqual(['config.toml']);
  } finally {
    world.remove();
  }
}, 60_000);
