/**
 * The gopass store before the real program, built once from source: keys, agents and stores of its own.
 * `node test/stores/gopass.mjs [--kills N] COMMAND...`; needs gpg, git and Go (once). Ends with `N passed, N failed`.
 */
import { strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { goProgram } from './go-program.mjs';
import { age } from './gopass/age.mjs';
import { entries } from './gopass/entries.mjs';
import { keys } from './gopass/keys.mjs';
import { sharedFolders } from './gopass/shared-folders.mjs';
import { World } from './gopass/world.mjs';
import { writers } from './gopass/writers.mjs';
import { runCasesInTurn } from './run-cases.mjs';

const given = process.argv.slice(2);
const KILLS = given[0] === '--kills' ? Number(given.splice(0, 2)[1]) : 15;
const program = goProgram('gopass');
if (program === null) console.log('left out: Go is not installed, and gopass is built with it');
else {
  for (const name of Object.keys(process.env)) if (/^(GOPASS|PASSWORD_STORE|GPG_)/.test(name)) delete process.env[name];
  const folder = mkdtempSync('/tmp/gopass-');
  const world = new World(folder, program, given);
  try {
    const contract = { 'every promise of the store interface': () => contractOf(world) };
    const all = {
      ...contract,
      ...entries(world),
      ...keys(world),
      ...writers(world, KILLS),
      ...sharedFolders(world),
      ...age(world),
    };
    const only = process.env.ONLY;
    const chosen = Object.entries(all).filter(([name]) => only === undefined || name.includes(only));
    process.exitCode = await runCasesInTurn(Object.fromEntries(chosen));
  } finally {
    world.endAgent();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function contractOf({ environment }) {
  const words = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', 'test/contract/'];
  const { status, stderr } = spawnSync(process.execPath, [...words, '-t', '^gopass'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, ...environment, TOOL_TEST_GOPASS: '1' },
    encoding: 'utf8',
  });
  strictEqual(status, 0, stderr.slice(-20_000));
}
