/**
 * `tool edit` with real editors on terminals of their own, whose settings keep backups and histories elsewhere; mistakes, other writers,
 * signals; and 200 kills at random moments. `node test/stores/edit.mjs [--kills N] [--seed N] [--only REGEX] COMMAND...`. Needs python3; editors that are
 * not installed are left out, with one line. Ends with `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { editors, PROGRAMS } from './edit/editors.mjs';
import { killed } from './edit/killed.mjs';
import { rounds } from './edit/rounds.mjs';
import { makeWorld } from './edit/world.mjs';
import { runCases, settledInTurn } from './run-cases.mjs';

const { values, positionals: command } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: '31' },
    only: { type: 'string', default: '' },
  },
  allowPositionals: true,
});
const has = (program) => spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0;
const worlds = [];

if (!has('python3')) {
  console.log('left out  editors: python3 is missing');
  console.log('0 passed, 0 failed');
} else {
  for (const program of PROGRAMS.filter((one) => !has(one))) console.log(`left out  ${program}: it is not installed`);
  const root = mkdtempSync(join(tmpdir(), 'tool-edit-'));
  const make = () => {
    const world = makeWorld(root, command);
    worlds.push(world);
    return world;
  };
  try {
    const kills = Number(values.kills);
    const wanted = (cases) => Object.fromEntries(Object.entries(cases).filter(([name]) => name.match(values.only)));
    const kill = { [`${kills} kills`]: () => killed(make(), kills, Number(values.seed)) };
    const late = await settledInTurn(wanted(kill));
    process.exitCode = runCases({ ...wanted({ ...rounds(make), ...editors(make, has) }), ...late });
  } finally {
    for (const world of worlds) world.remove();
    rmSync(root, { recursive: true, force: true });
  }
}
