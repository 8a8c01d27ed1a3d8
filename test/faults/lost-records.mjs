/**
 * An audit log that takes no records: every command does its work all the same, exits with 0, and warns once. `node
 * test/faults/lost-records.mjs COMMAND...`; ends with `N passed, N failed`.
 */
import { deepStrictEqual, strictEqual } from 'node:assert';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCases } from '../stores/run-cases.mjs';
import { canInject, openProject } from './parts/project.mjs';

const project = openProject(process.argv.slice(2));
const STATE = join(project.folder, '..', '.local/state');
const LOG = join(STATE, 'tool/audit.log');
const COMMANDS = {
  get: ['get', 'LINE'],
  check: ['check', '--no-prompt'],
  run: ['run', '--', 'true'],
  export: ['export'],
  set: ['set', 'LINE', 'new'],
  delete: ['delete', 'ENTRY'],
  import: ['import', 'dotenv://old.env'],
};
const WAYS = {
  'is a folder': (words) => {
    mkdirSync(LOG, { recursive: true });
    return project.run(...words);
  },
  'has a file for a folder': (words) => {
    mkdirSync(STATE, { recursive: true });
    writeFileSync(join(STATE, 'tool'), '');
    return project.run(...words);
  },
  ...(process.getuid?.() === 0 && {
    'is on a full disk': (words) => {
      mkdirSync(STATE, { recursive: true });
      const script = 'mount -t tmpfs -o size=4k tmpfs "$0" && dd if=/dev/zero of="$0/filler" 2>/dev/null; "$@"';
      return project.around('unshare', '-m', 'sh', '-c', script, STATE, 'tool', ...words);
    },
    'is in a read-only file system': (words) => {
      mkdirSync(STATE, { recursive: true });
      const script = 'mount -t tmpfs -o ro tmpfs "$0" && "$@"';
      return project.around('unshare', '-m', 'sh', '-c', script, STATE, 'tool', ...words);
    },
  }),
  ...(canInject() && {
    'answers EIO': (words) => {
      mkdirSync(join(STATE, 'tool'), { recursive: true, mode: 0o700 });
      writeFileSync(LOG, '', { mode: 0o600 });
      const calls = 'write,pwrite64,writev,pwritev';
      const inject = ['-e', `trace=${calls}`, '-e', `inject=${calls}:error=EIO`];
      return project.around('strace', '-f', '-qq', '-o', '/dev/null', '-P', LOG, ...inject, 'tool', ...words);
    },
  }),
};

/** Every value is there but that of LINE in the source of the import. */
function begin() {
  rmSync(STATE, { recursive: true, force: true });
  for (const secret of ['LINE', 'ENTRY', 'SEALED']) strictEqual(project.run('set', secret, 'old').status, 0);
  writeFileSync(join(project.folder, 'old.env'), 'LINE=other\n');
  rmSync(STATE, { recursive: true, force: true });
}

const cases = Object.entries(WAYS).flatMap(([way, run]) =>
  Object.entries(COMMANDS).map(([name, words]) => [
    `${name}: the log ${way}`,
    () => {
      begin();
      const { status, stderr } = run(words);
      const count = (pattern) => stderr.match(pattern)?.length ?? 0;
      deepStrictEqual([status, count(/^warning/gmu), count(/^error/gmu)], [0, 1, 0], stderr);
      strictEqual(/audit/u.test(stderr), true, stderr);
      if (name === 'set') strictEqual(project.stored('LINE'), 'new');
      if (name === 'delete') strictEqual(project.stored('ENTRY'), null);
    },
  ]),
);

try {
  process.exitCode = runCases(Object.fromEntries(cases));
} finally {
  project.close();
}
