/**
 * Calls of the system that fail while the tool writes: it says so, exits with 1, and the old value stays whole. `node
 * test/faults/refused-calls.mjs COMMAND...`; ends with `N passed, N failed`. Needs strace; full disks need root.
 */
import { deepStrictEqual, match, strictEqual } from 'node:assert';
import { runCases } from '../stores/run-cases.mjs';
import { canInject, openProject, PLACES } from './parts/project.mjs';

const project = openProject(process.argv.slice(2));
/** Calls that a write cannot do without, and why they are refused. */
const REFUSALS = [
  ['fsync', 'EIO', 'input/output error'],
  ['fsync', 'ENOSPC', 'no space left on the device'],
  ['/^rename', 'EACCES', 'permission denied'],
  ['/^rename', 'EIO', 'input/output error'],
  ['/^rename', 'EROFS', 'the file system is read-only'],
  ['fchmod', 'EPERM', 'operation not permitted'],
  ['ftruncate', 'EIO', 'input/output error'],
];

function setUnder(secret, call, code) {
  const inject = `inject=${call}:error=${code}`;
  return project.around(
    'strace',
    '-f',
    '-o',
    '/dev/null',
    '-e',
    `trace=${call}`,
    '-e',
    inject,
    'tool',
    'set',
    secret,
    'new',
  );
}

function expectRefused(secret, { status, stderr }, reason) {
  deepStrictEqual([status, stderr.includes('✓')], [1, false], stderr);
  match(stderr, /^error\[E11\d\d\]: /mu);
  strictEqual(stderr.includes(reason), true, stderr);
  deepStrictEqual([project.stored(secret), project.strays()], ['old', []]);
}

const begin = (secret) => strictEqual(project.run('set', secret, 'old').status, 0);
const refused = Object.fromEntries(
  REFUSALS.flatMap(([call, code, reason]) =>
    Object.keys(PLACES).map((secret) => [
      `${call} answers ${code}: ${secret}`,
      () => {
        begin(secret);
        expectRefused(secret, setUnder(secret, call, code), reason);
      },
    ]),
  ),
);

/** A file system of 64 KB over the folder, for this one command. */
const fullDisk = Object.fromEntries(
  Object.keys(PLACES).map((secret) => [
    `the disk is full: ${secret}`,
    () => {
      const script = `cp manifest.toml "$HOME" && mount -t tmpfs -o size=64k tmpfs . && cd "$PWD" && cp "$HOME/manifest.toml" . && "$@" set ${secret} old && head -c 1M /dev/zero > filler 2>/dev/null; "$@" set ${secret} "$(head -c 60000 /dev/zero | tr '\\0' n)"; echo "status $?"; "$@" get ${secret}; find . -name '*.tool*'`;
      const { stdout, stderr } = project.around('unshare', '-m', 'sh', '-c', script, 'sh', 'tool');
      match(stderr, /no space left on the device/u);
      strictEqual(stdout, 'status 1\nold');
    },
  ]),
);

try {
  const cases = { ...(canInject() && refused), ...(process.getuid?.() === 0 && fullDisk) };
  if (!canInject()) console.log('left out: refused calls, for there is no strace that may trace');
  process.exitCode = runCases(cases);
} finally {
  project.close();
}
