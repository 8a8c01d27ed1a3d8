/**
 * The vault and openbao stores before a real server: the core of Vault, built once from source, in memory and on loopback.
 * `node test/stores/vault.mjs COMMAND...`; without Go it says so and checks nothing. Ends with `N passed, N failed`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCasesInTurn } from './run-cases.mjs';
import { commands } from './vault/commands.mjs';
import { entries } from './vault/entries.mjs';
import { startVault } from './vault/server.mjs';
import { transport } from './vault/transport.mjs';
import { makeWorld } from './vault/world.mjs';

const folder = mkdtempSync(join(tmpdir(), 'tool-vault-'));
const vault = await startVault();
try {
  if (vault === null) console.log('left out: Go is not installed, and the server is built with it');
  else {
    const world = await makeWorld(vault, folder, process.argv.slice(2));
    process.exitCode = await runCasesInTurn({ ...entries(world), ...commands(world), ...transport(world) });
  }
} finally {
  vault?.stop();
  rmSync(folder, { recursive: true, force: true });
}
