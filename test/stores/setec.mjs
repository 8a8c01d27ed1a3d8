/**
 * The setec store before the server of setec itself, built once from source, on loopback and without a tailnet.
 * `node test/stores/setec.mjs COMMAND...`; without Go it says so and checks nothing. Ends with `N passed, N failed`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCasesInTurn } from './run-cases.mjs';
import { commands } from './setec/commands.mjs';
import { entries } from './setec/entries.mjs';
import { rights, rulesOfPage } from './setec/rights.mjs';
import { startSetec } from './setec/server.mjs';
import { makeWorld } from './setec/world.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tool-setec-'));
const server = await startSetec(join(folder, 'server'), rulesOfPage());
try {
  if (server === null) console.log('left out: Go is not installed');
  else {
    const world = makeWorld(server, folder, process.argv.slice(2));
    process.exitCode = await runCasesInTurn({ ...entries(world), ...rights(world), ...commands(world) });
  }
} finally {
  server?.stop();
  rmSync(folder, { recursive: true, force: true });
}
