/**
 * The examples of the pages about containers, Compose, systemd, direnv and npm, on the real programs: `node test/stores/units.mjs EXECUTABLE`;
 * ends with `N passed, N failed`. It runs the consoles whose blocks say `suite=units`, in the folders that the blocks before them have filled.
 *
 * Images are built and run by `containers/docker.mjs`, which needs no daemon: bubblewrap starts their entry point as process 1 of a container
 * that has no shell.
 */
import { deepStrictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { goProgram } from './go-program.mjs';
import { runCases } from './run-cases.mjs';
import { pageCases } from './shared/page-consoles.mjs';

const [tool] = process.argv.slice(2);
const root = mkdtempSync(join(tmpdir(), 'tool-units-'));
const [programs, home, images] = ['bin', 'home', 'images'].map((name) => join(root, name));
for (const folder of [programs, home, images]) mkdirSync(folder);
// A log that is there is not announced.
mkdirSync(join(home, '.local/state/tool'), { recursive: true });
writeFileSync(join(home, '.local/state/tool/audit.log'), '');
for (const suffix of ['', '-full'])
  if (existsSync(`${tool}${suffix}`)) symlinkSync(`${tool}${suffix}`, join(programs, `tool${suffix}`));
writeFileSync(
  join(programs, 'docker'),
  `#!/bin/sh\nexec '${process.execPath}' '${join(import.meta.dirname, 'containers/docker.mjs')}' "$@"\n`,
);
chmodSync(join(programs, 'docker'), 0o755);

const environment = {
  PATH: `${programs}:${dirname(process.execPath)}:/usr/bin:/bin`,
  HOME: home,
  TMPDIR: root,
  LANG: 'C.UTF-8',
  NO_COLOR: '1',
  DOCKER_IMAGES: images,
  COMPOSE: goProgram('compose') ?? '',
};

/** Units name the tool where an installation puts it. */
const written = (path, text) => (path.endsWith('.service') ? text.replaceAll('/usr/local/bin/tool', tool) : text);
const cases = {
  ...pageCases('units', { root, environment, written }),
  'an orphan does not stay a zombie below process 1': orphanIsReaped,
};
process.exitCode = runCases(cases);
rmSync(root, { recursive: true, force: true });

/** A grandchild ends after its parent: process 1, which it then belongs to, has to wait for it. */
function orphanIsReaped() {
  const secrets = `${join(root, 'docker.md/image/secrets')}:/run/secrets:ro`;
  const server = `
    const { spawn } = require('node:child_process');
    const { readdirSync, readFileSync } = require('node:fs');
    const leaves = "require('node:child_process').spawn(process.execPath, ['-e', ''], { detached: true, stdio: 'ignore' }).unref()";
    spawn(process.execPath, ['-e', leaves], { stdio: 'inherit' }).on('exit', () => setTimeout(() => {
      const states = readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name)).map((pid) => / ([A-Z]) /.exec(readFileSync('/proc/' + pid + '/stat', 'latin1'))[1]);
      console.log(process.ppid, states.includes('Z'));
    }, 1000));`;
  const ran = spawnSync(
    'docker',
    [
      'run',
      '--rm',
      '--read-only',
      '--tmpfs',
      '/tmp',
      '--volume',
      secrets,
      'example/web',
      '/nodejs/bin/node',
      '-e',
      server,
    ],
    {
      env: environment,
      timeout: 60_000,
    },
  );
  deepStrictEqual([String(ran.stdout), ran.status], ['1 false\n', 0], String(ran.stderr));
}
